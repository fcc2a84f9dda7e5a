// node tests/wasm/pyodide.mjs PYODIDE_FOLDER MSGSPEC_WHEEL: how long games take in Pyodide, with interpreted rules.
// The folder is the unpacked npm package `pyodide`; the wheel is msgspec's for pyemscripten, as pip downloads it:
// npm pack pyodide; pip download msgspec --no-deps --python-version 3.14 --platform pyemscripten_2026_0_wasm32 --only-binary :all:
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, wheel] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const began = performance.now();
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(readFileSync(wheel).buffer, 'wheel');
python.mountNodeFS('/src', fileURLToPath(new URL('../../src', import.meta.url)));
console.log(`started in ${Math.round(performance.now() - began)} ms`);
await python.runPythonAsync(`
import os, random, sys, time
os.environ["NUMBA_DISABLE_JIT"] = "1"
sys.path.insert(0, "/src")
sys.dont_write_bytecode = True
from erre.wasm.arrays import install
install()
import msgspec
from erre.core.game import Position
from erre.games import game

def timed(what, *given):
    began = time.perf_counter()
    found = what(*given)
    return found, (time.perf_counter() - began) * 1000

for name in ("rage", "rurare", "rok"):
    position, dice, sums = Position.new(game(name), 4, seed=7).position, random.Random(3), [0, 0, 0]
    moves = 0
    while position.outcome is None and moves < 120:
        seat = position.turn[0]
        _, view = timed(lambda: msgspec.json.encode(position.view(seat)))
        legal, listing = timed(position.legal, seat)
        played, playing = timed(position.play, seat, dice.choice(legal))
        position, moves = played.position, moves + 1
        sums = [sum + took for sum, took in zip(sums, (view, listing, playing))]
    print(name, "view, legal moves, move with events (ms):", *(round(sum / moves, 1) for sum in sums))
`);
console.log(`${process.cpuUsage().user / 1e6} s of CPU time, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
