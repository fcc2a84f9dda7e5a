"""Puzzles in a real browser: answered, explained and played on the table, for each game on a phone and a desk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from erre.core.puzzles import Puzzle
from erre.puzzles.files import shipped
from tests.e2e.people import Person
from tests.e2e.test_access import look

PHONE = {"width": 390, "height": 844}
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}


def first(game: str, kind: str) -> Puzzle:
    """The first shipped puzzle of a kind."""
    found = shipped()
    puzzle = found.puzzle(next(line.id for line in found.lines[game] if line.kind == kind))
    assert puzzle is not None
    return puzzle


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def watched(person: Person, page: Page) -> None:
    """The solution is played on the table, a step at a time."""
    forward = page.get_by_role("button", name="Step forward")
    person.press(forward)
    expect(page.locator("aside.side")).to_contain_text("Step 1 of")
    person.press(page.get_by_role("button", name="Step back"))
    expect(forward).to_be_enabled()
    fits(page)


def answer_rage(person: Person, page: Page, puzzle: Puzzle) -> None:
    person.press(page.locator(".pad .key").get_by_text(puzzle.solution.split()[-1], exact=True))
    person.press(page.locator(".pad .button.main"))


def answer_rurare(person: Person, page: Page, puzzle: Puzzle) -> None:
    page.keyboard.press(puzzle.solution.split()[-1])
    page.keyboard.press("Enter")


def answer_rok(person: Person, page: Page, puzzle: Puzzle) -> None:
    person.press(page.get_by_role("button", name="Start"))
    for move in puzzle.solution.split(";"):
        person.press(page.locator(f'[data-rune="{move.split()[1]}"]'))


def answer_rummy(person: Person, page: Page, puzzle: Puzzle) -> None:
    person.press(page.get_by_role("button", name="Show the solution"))


ANSWERS = {
    "rage": ("bid", answer_rage, "Right!"),
    "rurare": ("row", answer_rurare, "Right!"),
    "rok": ("pair", answer_rok, "Right!"),
    "rummy": ("lay", answer_rummy, "Here is the solution."),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ANSWERS)
def test_a_puzzle_is_answered_and_its_solution_is_played(game: str, size: str, people: Person.Maker) -> None:
    ana = people("Ana", **SIZES[size])
    kind, answer, verdict = ANSWERS[game]
    puzzle = first(game, kind)
    page = ana.open(f"/puzzles/one/{puzzle.id}")
    expect(page.locator(".coach")).to_be_visible()
    answer(ana, page, puzzle)
    expect(page.get_by_test_id("verdict")).to_have_text(verdict)
    expect(page.locator("aside.side")).to_contain_text("Rating: 1200 →")
    watched(ana, page)
    ana.press(page.get_by_role("button", name="Try again"))
    expect(page.locator(".puzzle")).to_have_attribute("data-graded", "false")


def test_the_page_of_puzzles_leads_everywhere(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", viewport=PHONE, has_touch=True)
    page = ana.open("/puzzles")
    card = page.locator("[data-game=rurare]")
    expect(card.get_by_role("link", name="Today’s puzzle")).to_be_visible()
    expect(page.get_by_test_id("streak")).to_contain_text("Solve one today")
    fits(page)
    look(ana, axe, "the puzzles")
    card.get_by_text("By theme").click()
    card.get_by_role("link", name="A real mixture").click()
    expect(page.locator(".puzzle")).to_have_attribute("data-graded", "false")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_test_id("verdict")).to_be_focused()
    page.get_by_text("What each move is worth").click()
    look(ana, axe, "a puzzle")
    before = page.locator(".puzzle").get_attribute("data-id")
    page.get_by_role("button", name="Report this puzzle").click()
    expect(page.get_by_role("button", name="Thanks, noted.")).to_be_disabled()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".puzzle")).not_to_have_attribute("data-id", before or "")
    page.get_by_role("button", name="Close").click()
    expect(card).to_contain_text("0 of 1 solved")


def test_a_turn_of_rummy_is_judged_while_it_is_built(people: Person.Maker) -> None:
    ana = people("Ana")
    puzzle = first("rummy", "lay")
    page = ana.open(f"/puzzles/one/{puzzle.id}")
    for tile in puzzle.view["rack"][:2]:
        page.locator(f'[data-tile="{tile}"]').first.click()
    page.locator("[data-new]").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("at least three tiles").first).to_be_visible()
    expect(page.get_by_role("button", name="Draw")).to_be_disabled()
    expect(page.locator(".puzzle")).to_have_attribute("data-graded", "false")


def fresh_lay() -> tuple[Puzzle, list[list[str]]]:
    """A puzzle of Rummy whose solution adds melds to the table and changes none, with those melds."""
    found = shipped()
    for line in found.lines["rummy"]:
        puzzle = found.puzzle(line.id)
        assert puzzle is not None
        melds = [meld.split() for meld in re.findall(r"\[([^]]+)\]", puzzle.solution)]
        fresh = [meld for meld in melds if set(meld) <= set(puzzle.view["rack"])]
        if len(fresh) > 1 and len(melds) - len(fresh) == len(puzzle.view["table"]) and "=" not in puzzle.solution:
            return puzzle, fresh
    raise AssertionError("no puzzle is solved by fresh melds")


def test_a_whole_lay_of_rummy_is_put_down_by_hand(people: Person.Maker) -> None:
    ana = people("Ana")
    puzzle, melds = fresh_lay()
    page = ana.open(f"/puzzles/one/{puzzle.id}")
    for meld in melds:
        for tile in meld:
            page.locator(f'[data-tile="{tile}"]').first.click()
        page.locator("[data-new]").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Right!")


def test_mistakes_of_a_game_are_trained_from_its_end(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_now("rurare")
    ana.play(ana.act_in_rurare)
    page = ana.page
    page.get_by_role("button", name="Where did I lose points?").click()
    page.get_by_role("link", name="Train the mistakes of this game").click()
    page.wait_for_url("**/puzzles/own/*")
    expect(page.locator(".puzzle")).to_have_attribute("data-graded", "false")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("aside.side")).to_contain_text("You played")
    expect(page.get_by_role("button", name="Report this puzzle")).to_have_count(0)


def test_a_puzzle_can_be_read_and_answered_as_text(people: Person.Maker) -> None:
    ana = people("Ana", settings={"text": True})
    puzzle = first("rage", "card")
    page = ana.open(f"/puzzles/one/{puzzle.id}")
    expect(page.locator(".text-table")).to_be_visible()
    page.locator(".text-table .moves button").first.click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
