"""Tables as text: a whole game of each kind is played without looking at a picture, on a phone and on a desk."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.e2e.people import DONE, Person
from tests.e2e.test_access import look

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
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


def play_in_words(person: Person, by_keys: bool) -> None:
    """Choose the first move again and again, to the end; where it is refused, the last one."""
    page, refused = person.page, False
    while person.sees(CHOICE) != "end":
        before = person.number()
        moves = page.locator(".text-table .moves button:enabled")
        move = moves.last if refused else moves.first
        try:
            if by_keys:
                move.focus(timeout=1_000)
                page.keyboard.press("Enter")
            else:
                move.click(timeout=1_000)
        except TimeoutError:  # others were faster, and the table has changed
            continue
        page.wait_for_function(GONE_ON, arg=before)
        refused = page.locator(".notice.bad").count() > 0
        if refused:
            with contextlib.suppress(TimeoutError):  # it goes away by itself as well
                page.locator(".notice.bad button").click(timeout=1_000)


# A race takes its time, so one whole game of ROK is enough.
@pytest.mark.parametrize(
    ("game", "window"),
    [("rage", {}), ("rage", PHONE), ("rok", PHONE), ("rurare", {}), ("rurare", PHONE)],
    ids=["rage-desk", "rage-phone", "rok-phone", "rurare-desk", "rurare-phone"],
)
def test_a_whole_game_is_played_in_words(people: Person.Maker, axe: str, game: str, window: dict[str, Any]) -> None:
    ana = people("Ana", settings={"text": True}, **window)
    ana.play_now(game)
    ana.sees(CHOICE)
    assert ana.page.evaluate("() => document.activeElement?.textContent") == "Your turn"
    look(ana, axe, f"{game} in words")
    play_in_words(ana, by_keys=not window)
    expect(ana.page.locator(DONE)).to_be_visible()


def test_a_hand_of_rummy_is_played_in_words(people: Person.Maker) -> None:
    ana = people("Ana", settings={"text": True})
    ana.open("/new/rummy")
    ana.page.locator("details.options summary").click()
    ana.page.get_by_label("Hands of a match").fill("1")
    ana.page.get_by_label("Hands of a match").blur()
    ana.page.get_by_role("button", name="Fill all other seats with bots").click()
    ana.page.get_by_role("button", name="Start now").click()
    ana.page.wait_for_url("**/t/*")
    play_in_words(ana, by_keys=True)
    expect(ana.page.locator(DONE)).to_be_visible()
