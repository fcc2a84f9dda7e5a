"""ROK: what a bot would do at a table, and why."""

from __future__ import annotations

import math

from erre.bots import BOTS
from erre.bots.contract import Advice, Budget, Choice
from erre.bots.rok.acts import decide_move
from erre.bots.rok.contests import value_of_order, way_left
from erre.bots.rok.levels import SHREWD
from erre.bots.rok.targets import makes_pair, riches, time_for, worth
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    BALANCE,
    GIVE_BASE,
    HELD,
    ORDER_BASE,
    RADIUS,
    RUNE_COUNT,
    SLIDE_BASE,
    TREASURE,
)
from erre.games.rok.from_view import state_from_view
from erre.games.rok.moves import Done, Give, Grab, Order, RokMove, Slide, encode, format_move
from erre.games.rok.notation import KINDS, RUNES
from erre.games.rok.rules.runes import belongs, colour_of, count_of, is_face_up, twin
from erre.games.rok.state import Rok
from erre.games.rok.views import RokView

Numbers = dict[str, float | str]
COLOUR_WORDS = ("white", "grey", "black")

REASONS = {
    "rok.finish": "take {rune}: you hold its twin, so it is a pair in {ms} ms",
    "rok.balance": "take {rune}, the twin of your Balance Rune: 2 runes, and {safe} {colour} ones of yours are safe",
    "rok.capture": "take {rune}: it captures {spoils} runes from seat {victim}, {treasure} of them treasure",
    "rok.pair": "take {rune}, then {twin}: 2 runes, {way} radii apart, in {ms} ms",
    "rok.split": "take {rune}: seat {victim} holds its twin and would have 2 runes",
    "rok.wrong": "take {rune}: taken for the twin of another, {pairs} pairs are at stake",
    "rok.done": "done: {face_up} runes lie face up and none of them was seen to make a pair",
    "rok.give": "give {kind}: {held} {colour} runes are in the treasure, {captured} of them in danger of capture",
    "rok.slide": "slide at {degrees}° with force {force}: it stops {way} radii from Destiny",
    "rok.touch": "slide at {degrees}° with force {force}: the hand was not steady, and it touches Destiny",
    "rok.order": "from seat {order}: {lead} runes of that colour ahead of the next",
}


def advise(view: RokView, level: str, budget: Budget | None, luck: IntArray) -> Advice:
    """A move with its reason. There is nothing to search for here, so a budget is never used up."""
    s, seat, bot = state_from_view(view), view.seat or 0, BOTS[level]
    move = decide_move(s, seat, bot, luck)
    reason, numbers = reason_of(s, seat, bot, move)
    text = format_move(move)
    choices = [Choice(text, value_of(s, seat, encode(move)), 1.0)]
    others = ((format_move(one), value_of(s, seat, encode(one))) for one in alternatives(s, seat))
    rest = [Choice(words, value, 0.0) for words, value in others if words != text]
    choices += sorted(rest, key=lambda choice: -choice.value)
    return Advice(move, reason, numbers, REASONS[reason].format(**numbers), choices)


def alternatives(s: Rok, seat: int) -> list[RokMove]:
    """The moves that are weighed against each other; of slides none, for there are too many."""
    from erre.games.rok import GAME

    return [move for move in GAME.legal(s, seat) if not isinstance(move, Slide)]


def value_of(s: Rok, seat: int, code: int) -> float:
    """Runes that a move is worth: its gain, and its part of what others lose."""
    if code < RUNE_COUNT:
        return worth(s, seat, code, SHREWD) / 100
    if code >= SLIDE_BASE:
        way = way_left(s, seat, code)
        return -math.inf if way == NONE else -math.sqrt(way) / RADIUS
    if code >= ORDER_BASE:
        return float(value_of_order(s, seat, code - ORDER_BASE))
    return -2.0 if code >= GIVE_BASE else 0.0


def reason_of(s: Rok, seat: int, bot: int, move: RokMove) -> tuple[str, Numbers]:
    """Why a bot makes a move: the name of the sentence, and its numbers."""
    match move:
        case Grab():
            return reason_of_grab(s, seat, bot, encode(move))
        case Done():
            return "rok.done", {"face_up": sum(bool(is_face_up(s, rune)) for rune in range(RUNE_COUNT))}
        case Give(kind=kind):
            return "rok.give", numbers_of_give(s, seat, KINDS.index(kind))
        case Slide(degrees=degrees, force=force):
            aim = round(degrees - 360 if degrees > 180 else degrees, 1)
            way = way_left(s, seat, encode(move))
            if way == NONE:
                return "rok.touch", {"degrees": aim, "force": force}
            return "rok.slide", {"degrees": aim, "force": force, "way": round(math.sqrt(way) / RADIUS, 1)}
        case Order(seats=seats):
            lead = int(value_of_order(s, seat, encode(move) - ORDER_BASE))
            return "rok.order", {"order": ", then ".join(map(str, seats)), "lead": lead}


def reason_of_grab(s: Rok, seat: int, bot: int, rune: int) -> tuple[str, Numbers]:
    """Why a rune is taken."""
    other = twin(rune)
    owner, colour = int(s.owner[other]), colour_of(rune)
    ms, word = int(time_for(s, rune, bot, 0, 0)), COLOUR_WORDS[colour]
    said: Numbers = {"rune": RUNES[rune]}
    if belongs(s, other, HELD, seat):
        return "rok.finish", {**said, "ms": ms}
    if belongs(s, other, BALANCE, seat):
        return "rok.balance", {**said, "safe": int(riches(s, seat, colour)), "colour": word}
    if s.place[other] == BALANCE:
        treasure = int(riches(s, owner, colour))
        return "rok.capture", {**said, "victim": owner, "treasure": treasure, "spoils": treasure + 2}
    if makes_pair(s, seat, rune):
        way = math.hypot(s.x[rune] - s.x[other], s.y[rune] - s.y[other]) / RADIUS
        return "rok.pair", {**said, "twin": RUNES[other], "way": round(way, 1), "ms": 2 * ms}
    if s.place[other] == HELD:
        return "rok.split", {**said, "victim": owner}
    return "rok.wrong", {**said, "pairs": int(count_of(s, TREASURE, seat)) // 2}


def numbers_of_give(s: Rok, seat: int, kind: int) -> Numbers:
    """What stands behind a pair that is given."""
    colour = colour_of(2 * kind)
    held = int(riches(s, seat, colour))
    balance = next((rune for rune in range(RUNE_COUNT) if belongs(s, rune, BALANCE, seat)), None)
    captured = held if balance is not None and colour_of(balance) == colour else 0
    return {"kind": KINDS[kind], "held": held, "colour": COLOUR_WORDS[colour], "captured": captured}
