"""Tables as text: a whole game of each kind is played without looking at a picture, on phones and on a desk."""

from __future__ import annotations

import contextlib
import math
import re
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.e2e.late import open_late
from tests.e2e.people import DONE, OFTEN, Person, comes_to
from tests.e2e.test_access import look

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
SIDEWAYS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
WINDOWS = [DESK, PHONE, SIDEWAYS]
# What can be chosen now, or that it is over.
CHOICE = """() => {
  if (document.querySelector('section.final')) return 'end';
  const moves = [...document.querySelectorAll('.text-table .moves button:enabled')];
  return moves.length > 0 ? 'move' : false;
}"""

# Something has happened, or was refused.
GONE_ON = """(before) => document.querySelector('.play')?.dataset.number !== before
  || document.querySelector('section.final, .notice.bad') !== null
  || (document.querySelector('[data-testid=answer]')?.textContent ?? '') !== ''"""


def play_in_words(person: Person, by_keys: bool, moves: float = math.inf) -> None:
    """Choose the first move again and again, to the end or so many times; where it is refused, the last one."""
    page, refused, made = person.page, False, 0
    while made < moves and person.sees(CHOICE) != "end":
        made += 1
        before = person.number()
        choices = page.locator(".text-table .moves button:enabled")
        move = choices.last if refused else choices.first
        try:
            if by_keys:
                move.focus(timeout=1_000)
                page.keyboard.press("Enter")
            else:
                move.click(timeout=1_000)
        except TimeoutError:  # others were faster, and the table has changed
            continue
        page.wait_for_function(GONE_ON, arg=before, polling=OFTEN)
        refused = page.locator(".notice.bad").count() > 0
        if refused:
            with contextlib.suppress(TimeoutError):  # it goes away by itself as well
                page.locator(".notice.bad button").click(timeout=1_000)


@pytest.mark.parametrize("window", WINDOWS, ids=["desk", "upright", "sideways"])
@pytest.mark.parametrize("game", ["rage", "rummy", "rurare"])
def test_a_game_is_played_to_its_end_in_words(
    people: Person.Maker, axe: str, game: str, window: dict[str, Any]
) -> None:
    ana = people("Ana", settings={"text": True}, **window)
    open_late(ana, game, left=4)
    ana.sees(CHOICE)
    comes_to(ana.page, lambda: ana.page.evaluate("() => document.activeElement?.textContent"), "Your turn")
    look(ana, axe, f"{game} in words")
    play_in_words(ana, by_keys=window == DESK)
    expect(ana.page.locator(DONE)).to_be_visible()


def test_a_game_of_rok_is_begun_and_ended_in_words(people: Person.Maker, axe: str) -> None:
    """A race takes its time, so two tables have to do: the window changes while their runes are grabbed."""
    ana = people("Ana", settings={"text": True})
    options = {"faceUpProbability": 1, "grabSeconds": 4, "signalSeconds": 1}
    ana.open_table("rok", seats=2, play_now=True, options=options)
    table, ready = ana.page.locator(".text-table"), ana.page.get_by_role("button", name="I am ready")
    expect(table).to_contain_text("The game begins when everybody is ready.")
    expect(table).not_to_contain_text("Round 1")
    look(ana, axe, "before a race, in words")
    ready.press("Enter")
    play_in_words(ana, by_keys=True, moves=3)
    open_late(ana, "rok", left=3)
    for window in cycle(WINDOWS):
        ana.page.set_viewport_size(window["viewport"])
        if ana.sees(CHOICE) == "end":
            break
        play_in_words(ana, by_keys=window == WINDOWS[0], moves=3)
    expect(ana.page.locator(DONE)).to_be_visible()


def test_a_turn_of_rummy_is_built_in_words(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", settings={"text": True}, **PHONE)
    ana.open_table("rummy", seats=2, play_now=True)
    ana.sees(CHOICE)
    build = ana.page.get_by_test_id("build")
    build.locator("summary").click()
    tiles = build.locator("[data-text-tile]")
    held = tiles.count()
    names = [tiles.nth(k).get_attribute("data-text-tile") for k in range(2)]
    for name in names:
        build.locator(f"[data-text-tile='{name}']").click()
    expect(build.get_by_test_id("state")).to_contain_text("Chosen:")
    build.get_by_role("button", name="New meld").click()
    expect(build.get_by_test_id("state")).to_have_text("A meld has at least three tiles.")
    expect(tiles).to_have_count(held - 2)
    look(ana, axe, "a turn of rummy in words")
    build.get_by_role("button", name=re.compile("^Take tiles from meld")).last.click()
    build.locator(f"[data-text-tile='{names[0]}']").click()
    build.get_by_role("button", name="Take back").click()
    expect(tiles).to_have_count(held - 1)
    build.get_by_role("button", name="Start over").click()
    expect(tiles).to_have_count(held)
    expect(build.get_by_test_id("state")).to_have_text("")
    ana.page.get_by_role("button", name="Hint").first.click()
    expect(ana.page.get_by_test_id("hint")).to_contain_text(re.compile("draw|champion"))
    before = ana.number()
    ana.page.locator(".text-table .moves").get_by_role("button", name=re.compile("^Draw")).click()
    ana.page.wait_for_function(GONE_ON, arg=before)
