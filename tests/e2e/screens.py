"""`python -m tests.e2e.screens`: screenshots of every screen, phone and desktop, light and dark, in docs/screens.

They include every sample of every game's gallery. With `--only rage` it retakes only that game's and keeps the others;
with `--only after` lessons, puzzles, replays and proofs; with `--only clubs` evenings and the deal of the day.
"""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from erre.games import game as find_game
from erre.games import own_names
from tests.conformance.games import Setting
from tests.e2e.browser import launch_chromium
from tests.e2e.club_screens import take_clubs
from tests.e2e.people import SETTLED, CutLine, Person
from tests.e2e.served import ROOT, Served, build_pages

FOLDER = ROOT / "docs" / "screens"
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
QUALITY = 30  # of 100: letters can still be read, and all pictures together are some megabytes
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
GAMES = own_names()
PLAIN = {
    "lobby": "/",
    "settings": "/settings",
    "people": "/people",
    "notices": "/settings/notices",
    "recover": "/recover",
    **{f"new-table-{game}": f"/new/{game}" for game in GAMES},
    **{f"rules-{game}": f"/rules/{game}" for game in GAMES},
}
LEARNING = {
    "learn": "/learn",
    **{f"lesson-{game}": f"/learn/{game}" for game in GAMES},
    "puzzle": "/puzzles",
    "player": "/player",
    "replays": "/replay",
    "verify": "/verify",
}
SIGHTS = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
BLIND = {"rage": "/gallery/rage/lead4", "rurare": "/gallery/rurare/last4"}


def take(person: Person, name: str) -> None:
    """Four pictures of what a person sees."""
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            person.page.wait_for_timeout(150)
            person.page.evaluate(SETTLED)
            take_one(person, f"{name}-{size}-{scheme}")


def take_one(person: Person, name: str) -> None:
    """A picture of what a person sees."""
    camera = person.page.context.new_cdp_session(person.page)
    picture = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (FOLDER / f"{name}.webp").write_bytes(b64decode(picture["data"]))
    camera.detach()


def take_pages(ana: Person) -> None:
    """What there is without a table."""
    for name, path in PLAIN.items():
        ana.open(path)
        ana.page.wait_for_timeout(600)
        take(ana, name)


def take_samples(ana: Person, game: str) -> None:
    """Every table of a game's gallery."""
    ana.open(f"/gallery/{game}")
    ana.page.locator("h2 a").first.wait_for()
    paths = ana.page.locator("h2 a").evaluate_all("(links) => links.map((link) => link.pathname)")
    for path in paths:
        ana.open(path)
        ana.page.wait_for_timeout(400)
        take(ana, f"{game}-{path.rsplit('/', 1)[-1]}")


def take_for_other_eyes(ana: Person) -> None:
    """Two tables as people see them who cannot tell all colours apart."""
    ana.page.set_viewport_size({"width": 1280, "height": 800})
    ana.page.emulate_media(color_scheme="light")
    eyes = ana.page.context.new_cdp_session(ana.page)
    for game, path in BLIND.items():
        ana.open(path)
        ana.page.wait_for_timeout(500)
        for sight in SIGHTS:
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
            ana.page.wait_for_timeout(200)
            take_one(ana, f"eyes-{sight}-{game}")
    eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def take_panels(ana: Person) -> None:
    """What opens over a running table, and a line that is cut."""
    line = CutLine(ana)
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 8)
    ana.sees("() => document.querySelector('.held.lit') !== null")
    for name, button in {"menu": "Table menu", "last-trick": "Last trick", "leave": "Leave"}.items():
        ana.page.get_by_role("button", name=button).first.click()
        take(ana, f"table-{name}")
        ana.page.keyboard.press("Escape")
    for name, button in {"people": "People", "log": "What happened", "share": "Share"}.items():
        ana.page.get_by_role("button", name="Table menu").click()
        ana.page.get_by_role("dialog").get_by_role("button", name=button).click()
        take(ana, f"table-{name}")
        ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Hint").click()
    ana.page.get_by_test_id("hint").wait_for()
    take(ana, "table-hint")
    ana.page.get_by_test_id("hint").get_by_role("button", name="Close").click()
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".pad .key").count() == 9)  # the third round
    ana.page.get_by_role("button", name="Score sheet").click()
    take(ana, "rage-score-sheet")
    ana.page.keyboard.press("Escape")
    line.cut()
    ana.page.get_by_test_id("reconnecting").wait_for()
    take(ana, "table-reconnecting")
    line.mend()


def take_company(ana: Person, ben: Person) -> None:
    """Two people and a screen on the wall."""
    ana.open("/new/rurare")
    ana.page.get_by_role("button", name="Open the table").click()
    ana.page.wait_for_url("**/t/*")
    table = ana.page.url
    ben.open(table)
    ben.take_name()
    ben.page.get_by_role("button", name="Sit here").first.click()
    ana.page.wait_for_timeout(800)
    take(ana, "gathering")
    ben.open(f"{table}/screen")
    ben.page.wait_for_timeout(800)
    take(ben, "big-screen-gathering")
    ana.page.get_by_test_id("start").click()
    ana.sees("() => document.querySelector('.lane.may') !== null")
    take(ana, "table")
    take(ben, "big-screen")
    ben.open(table)
    take_talk(ana, ben)


def take_talk(ana: Person, ben: Person) -> None:
    """A few words, as they are written and as they float by; a pause that both want."""
    ben.page.set_viewport_size({"width": 360, "height": 740})
    ben.page.get_by_role("button", name="Chat").click()
    ben.page.get_by_placeholder("Write something").fill("Good luck, everybody!")
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("button", name="Bravo!").click()
    ana.page.locator(".bubbles p").nth(1).wait_for()
    take_one(ana, "table-bubbles")
    take(ben, "table-chat")
    ben.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Table menu").click()
    ana.page.get_by_role("button", name="Pause", exact=True).click()
    take(ben, "table-pause-asked")
    ben.page.get_by_role("button", name="Agree").click()
    ben.page.locator(".paused").wait_for()
    take(ben, "table-pause")
    ben.page.get_by_role("button", name="Resume").click()
    ben.open("/")
    ben.page.wait_for_timeout(800)
    take(ben, "lobby-continue")


def take_one_device(ana: Person) -> None:
    """Two on one device; and the end of a game."""
    ana.open("/new/rurare")
    ana.page.get_by_role("button", name="Open the table").click()
    ana.page.get_by_label("Add another player on this device").fill("Carla")
    ana.page.keyboard.press("Enter")
    ana.page.locator("li.mine").nth(1).wait_for()
    ana.page.get_by_test_id("start").click()
    ana.page.get_by_role("alertdialog").wait_for()
    take(ana, "curtain")
    ana.play_now("rurare")
    ana.play(ana.act_in_rurare)
    take(ana, "final-score")


def take_after(ana: Person, folder: Path) -> None:
    """What there is besides playing: lessons, puzzles, players, replays of all games, and proofs."""
    for name, path in LEARNING.items():
        ana.open(path)
        ana.page.wait_for_timeout(900)
        take(ana, name)
    for game in GAMES:
        file = folder / f"{game}.jsonl"
        played = find_game(game)
        Setting(played, played.least_seats, {}, 12).record().write(file)
        ana.open("/replay")
        ana.page.locator("input[type=file]").set_input_files(file)
        ana.page.wait_for_url("**/replay/file-*")
        ana.page.locator(".replay[data-at='0']").wait_for()
        for _ in range(12):
            ana.page.keyboard.press("ArrowRight")
        ana.page.wait_for_timeout(900)
        take(ana, f"replay-{game}")
    ana.page.get_by_role("tab", name="Proof").click()
    ana.page.locator(".proof[data-verdict]").wait_for()
    take(ana, "replay-proof")
    ana.open("/verify")
    ana.page.locator("input[type=file]").set_input_files(folder / "rage.jsonl")
    ana.page.wait_for_timeout(1500)
    take(ana, "verify-proven")


def take_all(ana: Person, ben: Person, only: str, folder: Path) -> None:
    """Through the whole house; or one game's gallery alone, or what comes after playing."""
    if only in ("", "after"):
        take_after(ana, folder)
    if only in ("", "clubs"):
        take_clubs(ana, take)
    if only in ("after", "clubs"):
        return
    for game in (only,) if only else GAMES:
        take_samples(ana, game)
    if only:
        return
    take_pages(ana)
    take_for_other_eyes(ana)
    take_panels(ana)
    take_company(ana, ben)
    take_one_device(ana)


def write_index(pictures: list[Path]) -> None:
    """A page with all pictures, side by side."""
    titles = sorted({re.sub(r"-(phone|desk)-(light|dark)$", "", path.stem) for path in pictures})
    lines = [
        "# Every screen",
        "",
        "Screenshots by `python -m tests.e2e.screens`: phone (360 × 740) and desktop (1280 × 800), light and dark.",
        "",
    ]
    for title in titles:
        own = [path for path in sorted(pictures, reverse=True) if path.stem == title or is_of(path, title)]
        views = [f'<img src="{path.name}" alt="{path.stem}" height="300">' for path in own]
        lines += [f"**{title}**", "", *views, ""]
    (FOLDER / "README.md").write_text("\n".join(lines))


def is_of(path: Path, title: str) -> bool:
    """Whether a picture is one of the four with a title."""
    return path.stem in {f"{title}-{size}-{scheme}" for size in SIZES for scheme in SCHEMES}


def main(only: str = "") -> None:
    """Take the pictures with one server, one browser and two people."""
    build_pages()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in () if only else FOLDER.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        served.start()
        browser = launch_chromium(playwright)
        try:
            ana, ben = (Person(browser, served.address, name) for name in ("Ana", "Ben"))
            take_all(ana, ben, only, Path(folder))
        finally:
            browser.close()
            served.stop()
    pictures = list(FOLDER.glob("*.webp"))
    write_index(pictures)
    weight = sum(path.stat().st_size for path in pictures)
    print(f"{len(pictures)} pictures, {weight / 1e6:.1f} MB, in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main(sys.argv[2] if sys.argv[1:2] == ["--only"] else "")
