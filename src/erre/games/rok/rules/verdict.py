"""ROK, chapter 4: wrong pairs and their penalties, and pairs that were split."""

from __future__ import annotations

from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import BAG, BALANCE, GIVE_BASE, HELD, KIND_COUNT, OLDEST, PENALTY, RUNE_COUNT, TREASURE
from erre.games.rok.rules.runes import belongs, count_of, is_face_up, next_seat, pair_up, put, twin
from erre.games.rok.state import CAPTURING, PENALIZED, PUNISHING, SPLITTING, Rok


@rule
def is_wrong(s: Rok, rune: int) -> bool:
    """§6.2 A rune in a hand is right if its twin is a Balance Rune, or is in another hand. If its twin lies face up
    on the table it goes back without penalty, or, by option, is wrong as well. All others are wrong.
    """
    other = twin(rune)
    if s.place[other] == BALANCE or s.place[other] == HELD:
        return False
    return not is_face_up(s, other) or s.lone_rune == PENALTY


@rule
def is_left_alone(s: Rok, rune: int) -> bool:
    """Whether a rune in a hand goes back because its twin still lies on the table."""
    return is_face_up(s, twin(rune)) and not is_wrong(s, rune)


@rule
def judge(s: Rok) -> None:
    """§4.1 The runes of wrong pairs go back to the bag. Two wrong runes are a wrong pair, and so is an odd one."""
    for rune in range(RUNE_COUNT):
        if s.place[rune] == HELD:
            pair_up(s, s.owner[rune], rune)
    for seat in range(s.seats):
        s.due[seat] = 0
    for rune in range(RUNE_COUNT):
        if s.place[rune] == HELD:
            seat = s.owner[rune]
            if is_wrong(s, rune):
                s.due[seat] += 1  # wrong runes so far
                put(s, rune, BAG, NONE)
            elif is_left_alone(s, rune):
                put(s, rune, BAG, NONE)
    for seat in range(s.seats):
        s.due[seat] = (s.due[seat] + 1) >> 1
    s.finished = 0
    s.phase = PUNISHING


@rule
def pairs_of(s: Rok, seat: int) -> int:
    """Pairs in a seat's treasure."""
    return count_of(s, TREASURE, seat) >> 1


@rule
def punish(s: Rok) -> None:
    """§4.2 For every wrong pair one pair of one's own treasure goes back too, as long as there is one.

    Who has a choice is asked, unless by option it is always the oldest pair.
    """
    owing = 0
    for seat in range(s.seats):
        if pairs_of(s, seat) == 0:
            s.due[seat] = 0
        if s.due[seat] > 0:
            owing |= 1 << seat
    seat = next_seat(s, owing)
    if seat == NONE:
        s.phase = SPLITTING
    elif s.penalty_choice == OLDEST or pairs_of(s, seat) <= s.due[seat]:
        give(s, seat, oldest_pair(s, seat))
    else:
        s.turn = seat
        s.phase = PENALIZED


@rule
def oldest_pair(s: Rok, seat: int) -> int:
    """The kind of the pair that came into a treasure in the earliest round, the lowest kind of several."""
    best = NONE
    for kind in range(KIND_COUNT):
        if belongs(s, 2 * kind, TREASURE, seat) and (best == NONE or s.since[2 * kind] < s.since[2 * best]):
            best = kind
    return best


@rule
def give(s: Rok, seat: int, kind: int) -> None:
    """A pair goes back to the bag for a wrong one."""
    put(s, 2 * kind, BAG, NONE)
    put(s, 2 * kind + 1, BAG, NONE)
    s.due[seat] -= 1


@rule
def penalty_moves(s: Rok, seat: int, moves: IntArray) -> int:
    """Every pair of the treasure may be given."""
    count = 0
    for kind in range(KIND_COUNT):
        if belongs(s, 2 * kind, TREASURE, seat):
            moves[count] = GIVE_BASE + kind
            count += 1
    return count


@rule
def apply_penalty(s: Rok, seat: int, move: int) -> None:
    """The pair that was chosen is given."""
    give(s, seat, move - GIVE_BASE)
    s.turn = NONE
    s.phase = PUNISHING


@rule
def split(s: Rok) -> None:
    """§4.3 If two seats hold one rune each of the same pair, both runes go back to the bag, without penalty."""
    for rune in range(0, RUNE_COUNT, 2):
        if s.place[rune] == HELD and s.place[twin(rune)] == HELD:
            put(s, rune, BAG, NONE)
            put(s, twin(rune), BAG, NONE)
    s.phase = CAPTURING
