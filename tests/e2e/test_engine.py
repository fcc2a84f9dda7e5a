"""The rules as WebAssembly in a real browser: a page proves that moves were legal, and plays the same games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from erre.games import all_games
from erre.games import game as find_game
from erre.wasm.build import build
from erre.wasm.served import write_index
from tests.conformance.games import Setting
from tests.e2e.served import Served
from tests.wasm.compare import Run, runs

GAMES = tuple(one.name for one in all_games() if one.entries)
# What tests/wasm/play.ts does in Node, without anything of ours in between.
PLAY = """async (job) => {
  const module = await WebAssembly.compile(await (await fetch(job.address)).arrayBuffer());
  const { exports } = await WebAssembly.instantiate(module);
  const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, 'erre')[0]));
  let top = exports.heap.value;
  const room = (bytes) => { const at = top; top = Math.ceil((at + bytes) / 16) * 16; return at; };
  const sizes = [job.count * about.bytes, 8, 8, 2 * about.most_legal, 8 * about.work, 4 * job.count];
  const [states, seats, luck, moves, work, made] = sizes.map(room);
  exports.memory.grow(Math.ceil(top / 65536));
  const memory = new Uint8Array(exports.memory.buffer);
  const blank = job.blank.match(/../g).map((pair) => parseInt(pair, 16));
  for (let k = 0; k < job.count; k++) memory.set(blank, states + k * about.bytes);
  memory.set(job.bots, seats);
  exports[job.entry](states, job.count, seats, 8, luck, 2, moves, about.most_legal, work, about.work, made, job.count,
    BigInt(job.seed), BigInt(job.first), 0, job.count);
  const bytes = [...memory.subarray(states, states + sizes[0]), ...memory.subarray(made, made + sizes[5])];
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page of a server that has modules."""
    folder = tmp_path_factory.mktemp("engine")
    for name in GAMES:
        for file, content in build(name).items():
            (folder / file).write_bytes(content)
    write_index(folder, list(GAMES))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ERRE_ENGINE", str(folder))
        served = Served(tmp_path_factory.mktemp("served"))
        served.start()
    context = browser.new_context(base_url=served.address, locale="en-GB")
    yield context.new_page()
    context.close()
    served.stop()


def job_of(run: Run) -> dict[str, object]:
    """A run as the page is asked for it."""
    job: dict[str, object] = json.loads(run.job(Path("/engine")))
    return {**job, "address": job["file"]}


@pytest.mark.parametrize("name", GAMES)
def test_a_browser_plays_the_same_games(name: str, page: Page) -> None:
    page.goto("/verify")
    for kind, count in (("random", 30), ("quick", 12), ("levels", 1)):
        for run in runs(find_game(name), count, min(count, 6), kind):
            assert page.evaluate(PLAY, job_of(run)) == run.natively().hash


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).lists_all_moves])
def test_a_page_proves_that_moves_were_legal(name: str, page: Page, tmp_path: Path) -> None:
    file = Setting(find_game(name), 3, {}, 12).record()
    true, forged = tmp_path / "true.jsonl", tmp_path / "forged.jsonl"
    file.write(true)
    page.goto("/verify")
    expect(page.locator(".verify")).to_have_attribute("data-rules", "ready")
    page.locator("input[type=file]").set_input_files(true)
    expect(page.locator(".proof")).to_contain_text(f"All {len(file.moves)} moves are legal")
    expect(page.locator(".proof")).to_contain_text("those that these moves lead to")
    expect(page.locator(".verdict")).to_have_text("Proven: dealt as promised, played by the rules")

    assert file.end is not None
    assert file.end.outcome is not None
    file.end.outcome.scores[0] += 1  # sealed again: only the rules can tell
    file.write(forged)
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.locator(".proof")).to_contain_text("NOT those that these moves lead to")
    expect(page.locator(".proof")).to_have_attribute("data-verdict", "broken")


def test_lays_are_left_to_the_whole_rules(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "rummy.jsonl"
    Setting(find_game("rummy"), 2, {}, 3).record().write(path)
    page.goto("/verify")
    expect(page.locator(".verify")).to_have_attribute("data-rules", "ready")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".verdict")).to_have_text("Proven: dealt as promised")
    expect(page.locator(".proof")).to_contain_text("that takes the rules")
