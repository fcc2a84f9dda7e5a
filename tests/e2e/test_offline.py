"""Pages without a server: the site of `erre site`, records judged by the whole rules, and a proof in one file."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from erre.core.gamefile import GameFile
from erre.games import game as find_game
from erre.offline.downloads import CannotGather
from erre.offline.judging import judged
from erre.offline.server import TOKEN
from erre.offline.site import make_site
from erre.offline.store import PageStore
from erre.server.net.identity import hash_of
from erre.server.storage.contract import Finished, Player
from tests.conformance.games import Setting
from tests.e2e.people import KNOWS_ALL
from tests.e2e.served import Served

PATIENCE = 180_000.0  # milliseconds: Python starts in a browser that shares two cores with everything else


class Files(SimpleHTTPRequestHandler):
    """Files of a folder, and nothing in the log."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def made(prepared: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bool]:
    """A folder with the site, and whether Python could be had for it."""
    folder = tmp_path_factory.mktemp("host")
    try:
        make_site(folder / "demo")
    except CannotGather:  # neither npm nor PyPI: everything else is there, and the page has to say so
        return folder, False
    return folder, True


@pytest.fixture(scope="module")
def site(made: tuple[Path, bool]) -> Iterator[tuple[str, bool]]:
    """The address of the site, and whether Python could be had for it."""
    folder, is_whole = made
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/demo/", is_whole
    host.shutdown()
    host.server_close()


def test_a_game_on_a_plain_web_host_goes_on_without_a_network(
    browser: Browser, site: tuple[str, bool], axe: str
) -> None:
    address, is_whole = site
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    if not is_whole:
        expect(page.locator("[data-offline=none]")).to_be_visible(timeout=PATIENCE)
        context.close()
        return
    expect(page.locator("[data-offline=asking]")).to_contain_text(re.compile(r"Download \d+(\.\d)? MB once"))
    page.get_by_role("button", name="Download and play").click()
    play = page.locator("[data-game=rage] .button.main:enabled")
    play.wait_for()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)

    play.click()
    page.wait_for_url(re.compile(r"/demo/#/t/\w+$"))
    table = page.url
    expect(page.locator(".rage")).to_be_visible(timeout=PATIENCE)
    page.goto(f"{address}#/")  # the lobby knows the table
    expect(page.locator("a[href*='/t/']").first).to_be_visible(timeout=PATIENCE)
    page.goto(table)
    page.reload()  # Python starts again, from what the browser has kept
    expect(page.locator(".rage")).to_be_visible(timeout=PATIENCE)
    assert page.url == table
    assert page.evaluate("document.documentElement.dataset.site") == ""  # its own script was kept too
    ask_the_champion(page)
    open_a_table_for_several(page, address, axe)
    assert errors == []
    context.close()


def ask_the_champion(page: Page) -> None:
    """A hint at a table: the worker that thinks is there."""
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="What would the champion do?").click()
    expect(page.locator(".rage")).to_contain_text(re.compile(r"The champion: .+ expected"), timeout=PATIENCE)


def open_a_table_for_several(page: Page, address: str, axe: str) -> None:
    """Two people on this device begin a game; nothing is offered that needs others."""
    page.goto(f"{address}#/")
    page.locator("[data-game=rurare]").get_by_text("Together here").click()
    page.get_by_placeholder("Name", exact=True).fill("Bea")
    page.get_by_role("button", name="Add another player on this device").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("Bea")
    for words in ("Invite", "Who can join", "Big screen", "Chat"):
        expect(page.get_by_text(words, exact=True)).to_have_count(0)
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))") == []
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alertdialog")).to_contain_text(re.compile("Hand the device to"))


@pytest.fixture(scope="module")
def served(made: tuple[Path, bool], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the files for offline play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ERRE_PIECES", str(made[0] / "demo" / "offline"))
        found = Served(tmp_path_factory.mktemp("served"))
        found.start()
    yield found
    found.stop()


def record(name: str) -> GameFile:
    return Setting(find_game(name), 2 if name == "rummy" else 3, {}, 12).record()


def written(file: GameFile, path: Path) -> Path:
    file.write(path)
    return path


def forged_lay(file: GameFile) -> int:
    """Lay tiles that nobody holds, in a record that is sealed again; which move that is, counted from 1."""
    at = max(k for k, line in enumerate(file.moves) if line.move.startswith("lay"))
    file.moves[at].move = "lay [B1a B2a B3a] [B1a B2b B3b]"
    return at + 1


def forged(file: GameFile) -> GameFile:
    """The record with one move replaced by another of its moves, which is not legal there."""
    for line in file.moves:
        true = line.move
        for other in {one.move for one in file.moves} - {true}:
            line.move = other
            if judged("\n".join(file.lines())).kind == "illegal":
                return file
        line.move = true
    raise AssertionError("every move of this record is legal everywhere")


def proof_of(page: Page, path: Path) -> Locator:
    """The proof of a file, once its moves are judged."""
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(f"[aria-label='{path.name}']:not([data-judged=waiting])")).to_be_visible(timeout=PATIENCE)
    return page.locator(".proof")


def test_a_page_judges_lays_names_the_broken_rule_and_saves_itself(
    browser: Browser, made: tuple[Path, bool], served: Served, tmp_path: Path, axe: str
) -> None:
    file, changed = record("rummy"), record("rummy")
    number = forged_lay(changed)
    true = written(file, tmp_path / "true.jsonl")
    context = browser.new_context(base_url=served.address, locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/verify")
    expect(page.locator(".verify")).to_have_attribute("data-rules", "ready")
    proof = proof_of(page, true)
    expect(proof.locator(".verdict")).to_have_text("Proven: dealt as promised")
    if not made[1]:  # neither npm nor PyPI
        expect(page.get_by_role("button", name="Check every move too")).to_have_count(0)
        context.close()
        return
    page.get_by_role("button", name="Check every move too").click()
    expect(proof).to_contain_text(f"All {len(file.moves)} moves are legal", timeout=PATIENCE)
    expect(proof.locator(".verdict")).to_have_text("Proven: dealt as promised, played by the rules")
    proof = proof_of(page, written(changed, tmp_path / "forged.jsonl"))
    expect(proof).to_contain_text(f"Move {number} is NOT legal. §5.4:")
    expect(proof).to_have_attribute("data-verdict", "broken")

    proof_of(page, true)
    with page.expect_download(timeout=PATIENCE) as saving:
        page.get_by_role("button", name="Save as one page").click()
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    context.close()
    assert saved.name == "true.html"
    look_at_saved(browser, saved, file, tmp_path, axe)


def look_at_saved(browser: Browser, saved: Path, file: GameFile, tmp_path: Path, axe: str) -> None:
    """The page proves its own record and those of other games from a disk, without a network."""
    context = browser.new_context(locale="de-DE", viewport={"width": 390, "height": 844}, offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(saved.as_uri())
    expect(page.locator("[data-judged=legal] .proof")).to_contain_text(f"Alle {len(file.moves)} Züge", timeout=PATIENCE)
    page.get_by_role("combobox").select_option("en")
    expect(page.locator(".verdict")).to_have_text("Proven: dealt as promised, played by the rules")
    for name in ("rage", "rurare", "rok"):
        other = record(name)
        proof = proof_of(page, written(other, tmp_path / f"{name}.jsonl"))
        expect(proof).to_contain_text(f"All {len(other.moves)} moves are legal")
        proof = proof_of(page, written(forged(other), tmp_path / f"{name}-forged.jsonl"))
        expect(proof).to_have_attribute("data-verdict", "broken")
        expect(proof).to_contain_text("is NOT legal.")
        for path, words in spoilt(name, tmp_path):
            proof = proof_of(page, path)
            expect(proof).to_have_attribute("data-verdict", "broken")
            expect(proof).to_contain_text(words)
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))") == []
    assert errors == []
    context.close()


def spoilt(name: str, folder: Path) -> list[tuple[Path, str]]:
    """Files that are no proof of anything, and what a page says about each."""
    true, other = record(name), Setting(find_game(name), 3, {}, 99).record()
    assert true.end is not None
    assert other.end is not None
    lines = list(true.lines())
    texts = {
        "cut": ("\n".join(lines[: len(lines) // 2]), "This game is not over"),
        "changed": ("\n".join(lines).replace('"seat":1', '"seat":2', 1), "does not match: the file was changed"),
        "garbage": ("\0" * 50_000, "Line 1 does not belong"),
    }
    for what, (text, _) in texts.items():
        (folder / f"{name}-{what}.jsonl").write_text(text)
    true.end.key = other.end.key
    key = written(true, folder / f"{name}-key.jsonl")
    true.end.salt, true.header.commitment = other.end.salt, other.header.commitment
    seed = written(true, folder / f"{name}-seed.jsonl")
    found = [(folder / f"{name}-{what}.jsonl", words) for what, (_, words) in texts.items()]
    return [*found, (key, "The key is NOT the one that was promised"), (seed, "NOT")]


KEEP = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const asked = indexedDB.open('erre-offline', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('files');
  const database = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  const put = database.transaction('files', 'readwrite').objectStore('files').put(bytes, 'erre.sqlite');
  await new Promise((done) => (put.onsuccess = done));
  database.close();
}"""


async def finished_offline() -> bytes:
    """What a browser keeps after one game of two people on this device."""
    store = PageStore()
    await store.open()
    person = await store.make_person(hash_of(TOKEN), "Ada")
    file = record("rurare")
    assert file.end is not None
    assert file.end.outcome is not None
    file.header.players[:] = ["Ada", "Bea", "Rita (champion)"]
    players = [Player("Ada", person.id), Player("Bea", person.id), Player("Rita", None, "champion")]
    text = "".join(f"{line}\n" for line in file.lines())
    await store.finish(Finished("played-here", "t", "rurare", 0, players, [1, 2, 3], file.end.outcome.scores, text))
    return store.copy()


def test_kept_games_are_never_lost_and_can_be_handed_to_the_server(
    browser: Browser, made: tuple[Path, bool], served: Served, tmp_path: Path
) -> None:
    if not made[1]:
        pytest.skip("needs npm and PyPI once: Python for browsers could not be downloaded")
    context = browser.new_context(base_url=served.address, locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    page = context.new_page()
    page.goto("/verify")
    page.evaluate(KEEP, base64.b64encode(b"these are no games").decode())
    page.goto("/#/")
    page.get_by_role("button", name="Download and play").click()
    expect(page.locator("[data-offline=damaged]")).to_contain_text("cannot be read", timeout=PATIENCE)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save them as a file").click()
    saving.value.save_as(tmp_path / "aside")
    assert (tmp_path / "aside").read_bytes() == b"these are no games"
    page.get_by_role("button", name="Remove them from this device").click()
    expect(page.locator("[data-game=rage] .button.main")).to_be_enabled(timeout=PATIENCE)

    page.goto("/verify")
    with ThreadPoolExecutor(1) as apart:  # the driver of the browser has an event loop in this thread
        kept = apart.submit(asyncio.run, finished_offline()).result()
    page.evaluate(KEEP, base64.b64encode(kept).decode())
    context.set_offline(True)
    look_back(page)
    context.set_offline(False)
    page.goto("/#/replay")
    page.get_by_role("button", name="Hand them to the server").click()
    expect(page.get_by_text("The server has 1 more game of yours.")).to_be_visible(timeout=PATIENCE)
    page.goto("/#/puzzles")  # the game stays here too
    expect(page.locator(".mine .records li")).to_have_count(1)
    page.goto("/replay")
    expect(page.locator(".records li")).to_contain_text("Ada")
    context.close()


def look_back(page: Page) -> None:
    """Without a network: the mistakes of the game, the replay at one of them, and the game among one's own puzzles."""
    page.goto("/#/replay/played-here")  # Python starts from what the browser has kept
    page.get_by_role("button", name="Mistakes").click()
    page.get_by_role("button", name=re.compile("points")).click()
    expect(page.locator(".losses section")).to_have_count(3, timeout=PATIENCE)
    page.locator(".losses button").first.click()
    page.wait_for_url(re.compile(r"/#/replay/played-here\?at=\d+"))
    page.goto("/#/puzzles")
    expect(page.locator(".mine .records li")).to_have_count(1)
