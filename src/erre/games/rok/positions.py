"""ROK: whole positions as JSON, and the refusal of positions that cannot be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from erre.core.errors import quote
from erre.core.options import Number
from erre.core.positions import PositionCodec, Written, demand, demand_seats, is_refused
from erre.core.record import NONE
from erre.games.rok.components import (
    AUTO,
    BAG,
    BALANCE,
    BY_SKILL,
    BY_SLIDE,
    COLOURS,
    FARTHEST,
    HELD,
    KIND_COUNT,
    MOST_ATTEMPTS,
    MOST_ROUNDS,
    OUT,
    PLAYER,
    RADIUS,
    RUNE_COUNT,
    TABLE,
    TIE,
    TIE_SHARED,
    TIE_SLIDE,
    TREASURE,
    Options,
)
from erre.games.rok.events import Lying
from erre.games.rok.from_view import put_contest, put_lying, put_owned
from erre.games.rok.notation import (
    KINDS,
    RUNES,
    balance_runes,
    format_runes,
    parse_rune,
    radii,
    runes_at,
    runes_of,
    seats_in,
)
from erre.games.rok.physics import is_on_table
from erre.games.rok.rules.captures import is_pending
from erre.games.rok.rules.end import is_last_round, richest
from erre.games.rok.rules.play import advance, is_automatic
from erre.games.rok.rules.preparation import clear_table
from erre.games.rok.rules.runes import belongs, count_at, count_of, kind_of, next_seat, twin
from erre.games.rok.rules.scramble import is_anything_left
from erre.games.rok.rules.verdict import pairs_of
from erre.games.rok.state import (
    COUNTING,
    JUDGING,
    ORDERING,
    OVER,
    PENALIZED,
    PHASE_NAMES,
    SCRAMBLE,
    SLIDING,
    THROWING,
    Rok,
)
from erre.games.rok.views import Contest, contest_of

PHASES = {"throw": THROWING, "grab": SCRAMBLE, "penalty": PENALIZED, "slide": SLIDING, "order": ORDERING, "over": OVER}


class Placed(msgspec.Struct, forbid_unknown_fields=True):
    """A rune on the table, in radii from Destiny."""

    rune: str
    up: bool = True
    x: float = 0
    y: float = 0


class Position(Written, kw_only=True):
    """What a position of ROK says."""

    phase: Literal["throw", "grab", "penalty", "slide", "order", "over"] = "grab"
    round: Number = 1
    first: Number = 0
    bag: list[str] = msgspec.field(default_factory=list)
    table: list[Placed] = msgspec.field(default_factory=list)
    balance: list[str | None] | None = None
    treasure: list[list[str]] | None = None
    since: list[list[Number]] | None = None  # None: all treasure is from earlier rounds
    held: list[list[str]] | None = None
    done: list[Number] = msgspec.field(default_factory=list)
    due: list[Number] | None = None  # None: follows from what is held
    contest: Contest | None = None  # None: follows from what is held, or from the treasures
    chooser: Number | None = None
    champion: Number | None = None


def facts(s: Rok) -> dict[str, Any]:
    """What a position says of the runes and the round."""
    n = s.seats
    treasure = [runes_of(s, TREASURE, seat) for seat in range(n)]
    return {
        "round": s.round_no,
        "first": s.first,
        "phase": PHASE_NAMES[s.phase],
        "bag": format_runes(runes_at(s, BAG)),
        "table": [placed(s, rune) for rune in runes_at(s, TABLE)],
        "balance": balance_runes(s),
        "treasure": [format_runes(runes) for runes in treasure],
        "since": [[s.since[rune] for rune in runes] for runes in treasure],
        "held": [format_runes(runes_of(s, HELD, seat)) for seat in range(n)],
        "done": seats_in(s.finished, n),
        "due": s.due[:n].tolist(),
        "contest": msgspec.to_builtins(contest_of(s)),
        "chooser": s.turn if s.phase == ORDERING else None,
        "champion": None if s.champion == NONE else s.champion,
    }


def placed(s: Rok, rune: int) -> dict[str, Any]:
    """A rune on the table as JSON."""
    return {"rune": RUNES[rune], "up": bool(s.up[rune]), "x": radii(s.x[rune]), "y": radii(s.y[rune])}


def is_partial(s: Rok) -> bool:
    """Whether a position must be called partial."""
    return is_refused(lambda: check_whole(s))


def fill(s: Rok, w: Position) -> None:
    """Lay out the runes and the round, refusing what cannot be."""
    clear_table(s, OUT)
    s.phase = PHASES[w.phase]
    s.round_no, s.first = w.round, w.first
    put_table(s, w)
    check_pairs(s)
    put_phase(s, w)
    if not w.partial:
        check_whole(s)


def check(w: Position, _: Options) -> None:
    """Refuse what is out of its range, before anything is written."""
    check_numbers(w)
    check_lists(w)


def check_numbers(w: Position) -> None:
    """Refuse numbers out of their range, before anything is written."""
    demand(1 <= w.round <= MOST_ROUNDS, f"round: {w.round} is not from 1 to {MOST_ROUNDS}")
    demand_seats("first", [w.first], w.seats)
    demand_seats("done", w.done, w.seats)
    demand_seats("chooser", [w.chooser], w.seats)
    demand_seats("champion", [w.champion], w.seats)
    demand_seats("contest", w.contest.seats if w.contest else [], w.seats)
    for number in w.due or []:
        demand(0 <= number <= KIND_COUNT, f"due: {number} is not from 0 to {KIND_COUNT}")
    for one in w.table:
        check_place(f"table: {one.rune}", one.x, one.y)


def check_place(name: str, x: float, y: float) -> None:
    """Refuse a place that is far away, or none at all."""
    here = math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= FARTHEST / RADIUS
    demand(here, f"{name} is at most {FARTHEST // RADIUS} radii from Destiny, in each direction")


def check_lists(w: Position) -> None:
    """Refuse lists that do not fit the seats, before anything is written."""
    for name, of_seats in (
        ("balance", w.balance),
        ("treasure", w.treasure),
        ("since", w.since),
        ("held", w.held),
        ("due", w.due),
        ("contest.slides", w.contest.slides if w.contest else None),
    ):
        demand(of_seats is None or len(of_seats) == w.seats, f"{name}: one for each of the {w.seats} seats")
    if w.since is not None:
        sizes = [len(runes) for runes in w.treasure or [[]] * w.seats]
        demand([len(rounds) for rounds in w.since] == sizes, "since: one round for each rune of the treasure")
        early = all(0 <= number <= w.round for rounds in w.since for number in rounds)
        demand(early, f"since: rounds are from 0 to {w.round}")


def owned_runes(w: Position) -> Iterator[tuple[str, int, int, int]]:
    """The runes before the seats: name, place, seat, and the round that brought it."""
    for seat, one in enumerate(w.balance or []):
        if one is not None:
            yield one, BALANCE, seat, 0
    for seat, runes in enumerate(w.treasure or []):
        for k, name in enumerate(runes):
            yield name, TREASURE, seat, w.since[seat][k] if w.since else 0
    for seat, runes in enumerate(w.held or []):
        for name in runes:
            yield name, HELD, seat, 0


def put_table(s: Rok, w: Position) -> None:
    """Lay out the runes, each once."""
    for name, place, seat, since in owned_runes(w):
        put_owned(s, fresh(s, name), place, seat, since)
    for one in w.table:
        put_lying(s, fresh(s, one.rune), Lying(None, one.up, one.x, one.y))
    for name in w.bag:
        s.place[fresh(s, name)] = BAG


def fresh(s: Rok, name: str) -> int:
    """A rune that has no place yet."""
    rune = parse_rune(name)
    demand(s.place[rune] == OUT, f"{RUNES[rune]} is in two places")
    return rune


def check_pairs(s: Rok) -> None:
    """Refuse treasures with half a pair, and identical Balance Runes."""
    for rune in runes_at(s, TREASURE):
        whole = belongs(s, twin(rune), TREASURE, s.owner[rune])
        demand(whole, f"treasure: {RUNES[rune]} has no twin there, a treasure consists of pairs")
        demand(s.since[rune] == s.since[twin(rune)], f"since: the pair of {KINDS[kind_of(rune)]} came in two rounds")
    balance = runes_at(s, BALANCE)
    demand(len({kind_of(rune) for rune in balance}) == len(balance), "balance: two Balance Runes are identical")


def put_phase(s: Rok, w: Position) -> None:
    """Find out who may act; what the position does not say of it follows from the rules."""
    s.finished = sum(1 << seat for seat in w.done)
    demand(s.finished == 0 or s.phase == SCRAMBLE, "done: seats are done only in the scramble")
    follows = s.phase == THROWING
    if s.phase == SCRAMBLE:
        demand(s.finished != (1 << s.seats) - 1, "done: all are done, so the scramble is over")
    elif s.phase == PENALIZED:
        follows = w.due is None
    elif s.phase in (SLIDING, ORDERING):
        follows = w.contest is None
    elif s.phase == OVER:
        demand(count_at(s, HELD) == 0, "held: once the game is over nobody holds a rune")
    demand(follows or s.phase == SCRAMBLE or is_resolved(s), "held: these runes would be back in the bag by now")
    if follows:
        demand(w.contest is None and not any(w.due or []), "contest, due: they belong to a later phase")
        go_on(s, w)
    else:
        s.due[: s.seats] = w.due or [0] * s.seats
        put_details(s, w)


def is_resolved(s: Rok) -> bool:
    """Whether every rune in a hand has its twin where the phase allows it."""
    rivals = s.phase == PENALIZED
    for rune in runes_at(s, HELD):
        other = twin(rune)
        fits = s.place[other] == BALANCE or (s.place[other] == HELD and rivals)
        if not fits or s.owner[other] == s.owner[rune]:
            return False
    return True


def go_on(s: Rok, w: Position) -> None:
    """Let the rules find what the position leaves out: the throw, the verdict, or the tie-break."""
    if s.phase == THROWING:
        demand(count_at(s, HELD) == 0, "held: nobody holds a rune before the throw")
        down = any(not s.up[rune] for rune in runes_at(s, TABLE))
        demand(not down, "table: before the throw no rune lies face down")
        s.round_no -= 1
    elif s.phase == SLIDING and count_at(s, HELD) == 0:
        demand(w.partial or is_last_round(s), "slide: there is nothing to slide for")
        s.phase = COUNTING
    else:
        s.phase = JUDGING
    while is_automatic(s):
        advance(s)
    reached = PHASE_NAMES[s.phase]
    demand(w.phase in ("throw", reached), f"phase: by the rules the game is in {reached!r}, not in {w.phase!r}")


def put_details(s: Rok, w: Position) -> None:
    """Note what is going on within a phase."""
    owing = sum(1 << seat for seat in range(s.seats) if s.due[seat])
    demand((owing != 0) == (s.phase == PENALIZED), "due: pairs are owed in the phase 'penalty', and only then")
    if s.phase == PENALIZED:
        s.turn = next_seat(s, owing)
        choice = s.penalty_choice == PLAYER and pairs_of(s, s.turn) > s.due[s.turn]
        demand(choice, f"due: seat {s.turn} has no choice, so the pairs would have been given")
    if w.contest is not None:
        demand(s.phase in (SLIDING, ORDERING, OVER), f"contest: there is none in the phase {w.phase!r}")
        check_contest(s, w.contest)
        put_contest(s, w.contest)
    demand((w.chooser is not None) == (s.phase == ORDERING), "chooser: the phase 'order' has one, and no other")
    if s.phase == ORDERING:
        demand(bool(s.contesting >> int(w.chooser or 0) & 1), "chooser: takes no part in the contest")
        s.turn = int(w.chooser or 0)
    if s.phase == SLIDING:
        check_sliding(s)
        s.turn = next_seat(s, s.sliding)
    if w.champion is not None:
        demand(s.phase == OVER, "champion: nobody has won before the end")
        demand(bool(richest(s) >> w.champion & 1), f"champion: seat {w.champion} is not among the richest")
        s.champion = w.champion


def check_contest(s: Rok, contest: Contest) -> None:
    """Refuse a contest that the runes do not lead to."""
    demand(contest.colour is None or contest.colour in COLOURS, f"contest: there is no colour {quote(contest.colour)}")
    demand(contest.colour is None or len(contest.colour) == 1, f"contest: there is no colour {quote(contest.colour)}")
    demand(1 <= contest.attempt <= MOST_ATTEMPTS + 1, f"contest: attempts are from 1 to {MOST_ATTEMPTS}")
    seats = sum(1 << seat for seat in contest.seats)
    if contest.colour is None:
        demand(s.phase in (SLIDING, OVER), "contest: its colour is missing")
        demand(count_at(s, HELD) == 0, "held: before the tie-break all captures are made")
        demand(seats & ~richest(s) == 0, "contest: only the richest slide for the victory")
        demand(count_at(s, TABLE) == 0, "table: it is cleared for the tie-break")
    else:
        demand(s.phase != OVER, "contest: once the game is over no capture is left")
        check_takers(s, COLOURS.index(contest.colour), seats)
    for seat, slide in enumerate(contest.slides):
        if slide is not None:
            demand(bool(seats >> seat & 1), f"contest: seat {seat} takes no part in it")
            check_place("contest: a slid rune", slide.x, slide.y)
            aimed = math.isfinite(slide.degrees) and 0 <= slide.degrees < 360 and 0 <= slide.force <= 1
            demand(aimed, "contest: a slide has 0 to 359.9 degrees and a force from 0 to 1")
            demand(round(slide.degrees * 10) < 3600, "contest: a slide has 0 to 359.9 degrees")


def check_takers(s: Rok, colour: int, seats: int) -> None:
    """Refuse a contest over captures that are not due, or not yet."""
    for other in range(colour):
        early = any(is_pending(s, rune, other) for rune in range(RUNE_COUNT))
        demand(not early, f"contest: captures of {COLOURS[other]} come before")
    due = [rune for rune in range(RUNE_COUNT) if is_pending(s, rune, colour)]
    demand(len(due) > 1, "contest: an order is chosen only among several captures of the colour")
    takers = {s.owner[rune] for rune in due}
    demand(seats == sum(1 << seat for seat in takers), f"contest: the capturers are {sorted(takers)}")


def check_sliding(s: Rok) -> None:
    """Refuse slides where nobody has to slide."""
    demand(s.contesting & (s.contesting - 1) != 0, "contest: it takes two to slide")
    demand(s.sliding != 0, "contest: all have slid")
    demand(s.attempts < MOST_ATTEMPTS, f"contest: after {MOST_ATTEMPTS} attempts a lot is drawn")
    demand(s.slide_mode == BY_SKILL, "slideMode: chance aims, so the slides would have been made")
    slides = s.tie_break == TIE_SLIDE if s.contest == TIE else s.order_contest == BY_SLIDE
    demand(slides, "tieBreak, orderContest: by these options nobody slides")


def check_whole(s: Rok) -> None:
    """Refuse a position with runes missing, or one that no game could have led to."""
    missing = count_at(s, OUT)
    demand(missing == 0, f'{missing} of the {RUNE_COUNT} runes are missing: say "partial": true if that is meant')
    for rune in runes_at(s, TABLE):
        demand(is_on_table(s.x[rune], s.y[rune]), f"table: {RUNES[rune]} has fallen off: the radius is 20")
    for rune in runes_at(s, HELD):
        alone = s.owner[rune] != s.owner[twin(rune)]
        demand(alone, f"held: {RUNES[rune]} makes a pair before seat {s.owner[rune]}, so it is treasure")
    if s.phase == SCRAMBLE:
        left = s.grab_end != AUTO or is_anything_left(s)
        demand(left, "grab: nothing is left to take, so the scramble is over")
    if s.phase == OVER:
        several = richest(s) & (richest(s) - 1) != 0
        demand(s.champion != NONE or not several or s.tie_break == TIE_SHARED, "champion: the tie-break has a winner")
        demand(several or s.champion == NONE, "champion: there was no tie")
        demand(several or is_last_round(s), "over: there are runes enough in the bag for another round")
    check_rounds(s)


def check_rounds(s: Rok) -> None:
    """Refuse what the rounds so far cannot have led to."""
    late = all(s.since[rune] > 0 for rune in runes_at(s, TREASURE))
    demand(late or s.round_no > 1, "since: before the first round there is no treasure")
    without = [seat for seat in range(s.seats) if count_of(s, BALANCE, seat) == 0]
    early = s.round_no == 1 and s.phase == SCRAMBLE
    paired = {s.owner[rune] for rune in runes_at(s, TREASURE)}
    demand(not early or set(without) <= paired, "balance: in the first round every seat starts with a Balance Rune")


CODEC = PositionCodec(written=Position, facts=facts, is_partial=is_partial, check=check, fill=fill)
