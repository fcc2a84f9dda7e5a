// node ask_levels.ts FOLDER: what levels advise in Python in a page, with the rules as WebAssembly.
// The folder has Pyodide, msgspec's wheel, the archive of our sources and the modules; a list of questions comes on
// standard input, and the answers go to standard output, both as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { kernelsOf } from '../../web/src/offline/kernels.ts';

const folder = process.argv[2];
const content = (name: string): ArrayBuffer => new Uint8Array(readFileSync(`${folder}/${name}`)).buffer;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(content('msgspec.whl'), 'wheel', { extractDir: '/erre' });
python.unpackArchive(content('erre.zip'), 'zip', { extractDir: '/erre' });
const names = readdirSync(`${folder}`).filter((name) => name.endsWith('.wasm') && !name.startsWith('pyodide'));
const modules = names.map((name) => kernelsOf(new WebAssembly.Module(readFileSync(`${folder}/${name}`))));
python.globals.set('given', { modules, questions: readFileSync(0, 'utf-8') });
const code = `
import os, sys
os.environ["NUMBA_DISABLE_JIT"] = "1"
sys.path.insert(0, "/erre")
from erre.wasm import arrays
arrays.install()
from erre.wasm import calls
modules = {}
for one in given.modules:
    modules.setdefault(one.game, []).append(one)
calls.install(modules)
import json, time
import msgspec
from erre.bots.contract import Budget
from erre.bots.roster import hint, make_bot
from erre.games import game as find_game

answers, took = [], []
for one in json.loads(given.questions):
    game = find_game(one["game"])
    view = msgspec.convert(one["view"], game.view_type)
    budget = Budget(playouts=one["playouts"])
    began = time.perf_counter()
    advice = hint(game, view, budget) if one["level"] == "hint" else make_bot(game, one["level"], 5).advise(view, budget)
    took.append((time.perf_counter() - began) * 1000)
    answers.append(json.loads(msgspec.json.encode(advice)))
`;
try {
  python.runPython(code);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`); // without Pyodide's own source around it
  process.exit(1);
}
const asked = python.globals;
process.stderr.write(`${JSON.stringify(asked.get('took').toJs())}\n`);
process.stdout.write(asked.get('json').dumps(asked.get('answers')));
