"""ROK: from a view back to a state that knows no more than the view."""

from __future__ import annotations

from erre.core.record import NONE
from erre.games.rok.components import BAG, BALANCE, COLOURS, HELD, OUT, RADIUS, RUNE_COUNT, TABLE, TIE, TREASURE
from erre.games.rok.events import Lying
from erre.games.rok.notation import parse_rune
from erre.games.rok.rules.contest import slide_code
from erre.games.rok.rules.preparation import clear_table
from erre.games.rok.state import OVER, PHASE_NAMES, SCRAMBLE, Rok
from erre.games.rok.views import Contest, RokView, Slid


def state_from_view(view: RokView) -> Rok:
    """A state that holds what the view shows; which unseen rune lies where is only a first guess: by number."""
    s = Rok.new()
    s.seats = view.seats
    view.options.put(s)
    clear_table(s, OUT)
    s.round_no, s.first = view.round, view.first
    s.phase = PHASE_NAMES.index(view.phase)
    s.turn = view.turn[0] if view.turn and s.phase not in (SCRAMBLE, OVER) else NONE
    put_runes(s, view.balance, view.treasure, view.since, view.held)
    for one in view.table:
        if one.rune is not None:
            put_lying(s, parse_rune(one.rune), one)
    put_unseen(s, view)
    s.finished = sum(1 << seat for seat in view.done)
    s.due[: view.seats] = view.due
    if view.contest is not None:
        put_contest(s, view.contest)
    s.champion = NONE if view.champion is None else view.champion
    return s


def put_runes(
    s: Rok,
    balance: list[str | None],
    treasure: list[list[str]],
    since: list[list[int]],
    held: list[list[str]],
) -> None:
    """Lay runes before the seats."""
    for seat, one in enumerate(balance):
        if one is not None:
            put_owned(s, parse_rune(one), BALANCE, seat, 0)
    for seat, (runes, rounds) in enumerate(zip(treasure, since, strict=True)):
        for name, round_no in zip(runes, rounds, strict=True):
            put_owned(s, parse_rune(name), TREASURE, seat, round_no)
    for seat, runes in enumerate(held):
        for name in runes:
            put_owned(s, parse_rune(name), HELD, seat, 0)


def put_owned(s: Rok, rune: int, place: int, seat: int, since: int) -> None:
    """Lay a rune before a seat."""
    s.place[rune] = place
    s.owner[rune] = seat
    s.since[rune] = since


def put_lying(s: Rok, rune: int, one: Lying) -> None:
    """Lay a rune on the table."""
    s.place[rune] = TABLE
    s.up[rune] = one.up
    s.x[rune], s.y[rune] = round(one.x * RADIUS), round(one.y * RADIUS)


def put_unseen(s: Rok, view: RokView) -> None:
    """The runes that nobody sees: first those that lie face down, then the bag; any others are out of play."""
    unseen = [rune for rune in range(RUNE_COUNT) if s.place[rune] == OUT]
    down = [one for one in view.table if one.rune is None]
    for rune, one in zip(unseen, down, strict=False):
        put_lying(s, rune, one)
    for rune in unseen[len(down) : len(down) + view.bag]:
        s.place[rune] = BAG


def put_contest(s: Rok, contest: Contest) -> None:
    """Note a contest and what has been slid."""
    s.contest = TIE if contest.colour is None else COLOURS.index(contest.colour)
    s.contesting = sum(1 << seat for seat in contest.seats)
    s.attempts = contest.attempt - 1
    for seat, slide in enumerate(contest.slides):
        if slide is not None:
            put_slide(s, seat, slide)
    if PHASE_NAMES[s.phase] == "slide":
        s.sliding = sum(1 << seat for seat in contest.seats if contest.slides[seat] is None)


def put_slide(s: Rok, seat: int, slide: Slid) -> None:
    """Write a slide of the contest into the record."""
    s.aim[seat] = slide_code(round(slide.degrees * 10), round(slide.force * 100))
    s.rest_x[seat], s.rest_y[seat] = round(slide.x * RADIUS), round(slide.y * RADIUS)
    if slide.touched:
        s.touched |= 1 << seat
