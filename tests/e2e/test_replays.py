"""Replays in a real browser: shared by link, verified in the page, played on; and looking back in a game under way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from erre.games import game as find_game
from tests.conformance.games import Setting
from tests.e2e.people import Person, comes_to
from tests.e2e.test_access import look

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
SIDEWAYS: ViewportSize = {"width": 740, "height": 360}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record file of Rage."""
    path = tmp_path_factory.mktemp("records") / "rage.jsonl"
    Setting(find_game("rage"), 3, {}, 12).record().write(path)
    return path


def bring(person: Person, file: Path) -> str:
    """Open a record file; the address of its replay."""
    person.open("/replay")
    person.page.locator("input[type=file]").set_input_files(file)
    person.page.wait_for_url("**/replay/file-*")
    at(person.page, 0)
    return person.page.url.partition("?")[0]


def at(page: Page, number: int) -> None:
    """Wait until a replay stands at a move."""
    expect(page.locator(".replay")).to_have_attribute("data-at", str(number))


def test_a_replay_is_shared_by_link_verified_and_played_on(people: Person.Maker, record: Path, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben", viewport=PHONE)
    address = bring(ana, record)
    page = ana.page
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_label("Jump to").select_option(label="Round 2")
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(".replay")).to_have_attribute("data-eyes", "1")
    page.get_by_role("button", name="Share this moment").click()
    link = page.get_by_label("Copy the link").input_value()
    assert link.startswith(address)
    assert "seat=1" in link
    page.keyboard.press("Escape")
    look(ana, axe, "a replay")

    ben.open(link)
    number = int(page.locator(".replay").get_attribute("data-at") or "")
    at(ben.page, number)
    ben.page.get_by_role("button", name="Proof").click()
    expect(ben.page.locator(".proof")).to_have_attribute("data-verdict", "proven")
    ben.page.get_by_role("button", name="Ask the server").click()
    expect(ben.page.get_by_text("The server played all moves again")).to_be_visible()
    look(ben, axe, "a proof")
    ben.page.keyboard.press("Escape")
    ben.page.get_by_role("button", name="Play on").click()
    ben.page.get_by_label("The bots").select_option("beginner")
    ben.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    ben.page.wait_for_url("**/t/*")
    ben.page.get_by_role("button", name="Table menu").click()
    ben.page.get_by_role("button", name="People").click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("Continued from a replay")
    ben.page.keyboard.press("Escape")
    ben.act_in_rage()


def test_a_file_is_verified_without_any_request(people: Person.Maker, record: Path, axe: str) -> None:
    ana = people("Ana")
    page = ana.open("/verify")
    expect(page.locator(".verify")).to_have_attribute("data-rules", "ready")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator(".proof")).to_have_attribute("data-verdict", "proven")
    forged = record.with_name("forged.jsonl")
    text = record.read_text()
    forged.write_text(text.replace('"bid 1"', '"bid 2"', 1))
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.locator(".proof")).to_have_attribute("data-verdict", "broken")
    forged.write_bytes(b"\xff\x00rubbish")
    page.locator("input[type=file]").set_input_files(forged)
    expect(page.get_by_text("not text")).to_be_visible()
    assert asked == []
    look(ana, axe, "the page of proofs")


def test_rubbish_is_refused_in_words(people: Person.Maker, tmp_path: Path) -> None:
    ana = people("Ana")
    path = tmp_path / "x.jsonl"
    ana.open("/replay")
    for content, words in ((b"hello", "Line 1 of this file"), (b"", "is empty"), (b"\xff\x00", "not text")):
        path.write_bytes(content)
        ana.page.locator("input[type=file]").set_input_files(path)
        expect(ana.page.get_by_role("alert")).to_contain_text(words)
    ana.errors.clear()  # the browser notes the refused request


def look_back(page: Page) -> Locator:
    """Open the moments before, and wait for those from before the page came."""
    page.get_by_role("button", name="Table menu").click()
    with page.expect_response("**/past"):
        page.get_by_role("button", name="Look back").click()
    past = page.get_by_test_id("look-back")
    expect(past.get_by_role("button", name="To the start")).to_be_enabled()
    return past


def test_looking_back_is_not_interrupted_and_counts_what_is_new(people: Person.Maker, axe: str) -> None:
    ana = people("Ana")
    ana.play_now("rage")
    page = ana.page
    for _ in range(2):
        ana.act_in_rage()
    page.reload()  # what came before is asked of the server
    ana.act_in_rage()
    ana.sees("() => document.querySelector('.held.lit') !== null")
    asked: list[Route] = []
    page.route("**/past", lambda route: asked.append(route))
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Look back").click()
    past = page.get_by_test_id("look-back")
    expect(past.get_by_role("button", name="To the start")).to_be_enabled()
    comes_to(page, lambda: len(asked), 1)
    page.keyboard.press("Home")  # the start is meant, and not the first moment that this page has seen
    expect(past.get_by_role("button", name="To the start")).to_be_disabled()
    seen = past.get_by_role("slider").get_attribute("max") or ""
    asked[0].continue_()
    expect(past.get_by_role("slider")).not_to_have_attribute("max", seen)
    expect(past.get_by_role("button", name="To the start")).to_be_disabled()
    before = ana.number()
    page.keyboard.press("1")
    page.keyboard.press("Enter")  # keys are for looking: nothing is played
    look(ana, axe, "looking back")
    page.keyboard.press("Escape")
    expect(past).to_have_count(0)
    assert ana.number() == before

    ben = people("Ben")
    ben.open(page.url)
    ben.sees("() => document.querySelector('.play') !== null")
    look_back(ben.page)
    ben.page.keyboard.press("Home")
    ana.act_in_rage()
    expect(ben.page.get_by_test_id("look-back").get_by_role("button", name="new move")).to_be_visible()
    expect(ben.page.get_by_role("button", name="To the start")).to_be_disabled()


def test_the_end_shows_the_best_and_the_costliest_decision_on_the_table(people: Person.Maker, axe: str) -> None:
    ana = people("Ana")
    ana.play_now("rurare")
    ana.play(ana.act_in_rurare)
    page = ana.page
    page.get_by_role("button", name="Where did I lose points?").click()
    decision = page.locator(".final .decision").last
    decision.wait_for(timeout=60_000)
    look(ana, axe, "the recap")
    expect(decision).to_contain_text("Better")
    decision.click()
    page.wait_for_url("**/replay/**")
    note = page.locator(".replay .note").last
    expect(note).to_contain_text("Played")
    expect(note).to_contain_text("Better")
    expect(page.locator(".lane.hinted")).to_have_count(1)
    expect(page.locator(".lane.made")).to_have_count(1)
    expect(page.locator(".lane.hinted.made")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".lane.made")).to_have_count(0)


def test_a_lay_of_rummy_is_drawn_next_to_a_better_move(people: Person.Maker, tmp_path: Path) -> None:
    game = Setting(find_game("rummy"), 2, {}, 4).record()
    game.write(tmp_path / "rummy.jsonl")
    lay = game.moves[0]
    assert lay.move.startswith("lay [G5b G6b G7b]")
    ana = people("Ana")
    address = bring(ana, tmp_path / "rummy.jsonl")
    for window in (DESK, PHONE, SIDEWAYS):
        ana.page.set_viewport_size(window)
        compare(ana.open(f"{address}?at=0&seat={lay.seat}&better=draw"))


def compare(page: Page) -> None:
    """Look at what was played and at what would have been better."""
    played, better = (page.get_by_test_id("compared").get_by_role("button", name=name) for name in ("Played", "Better"))
    expect(better).to_have_attribute("aria-pressed", "true")
    expect(better).to_contain_text("Draw")
    expect(page.locator("[data-meld]")).to_have_count(0)  # the table as it was
    expect(played.get_by_role("img")).to_have_accessible_name(re.compile("^Lay green 5, green 6, green 7"))
    played.click()
    expect(page.locator("[data-meld] [data-tile]")).to_have_count(7)
    better.click()
    expect(page.locator("[data-meld]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("compared")).to_have_count(0)
