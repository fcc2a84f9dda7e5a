"""ROK, chapters 4 and 5: the verdict of a round, and the end. RULES.md beside this file retells them."""

from __future__ import annotations

from erre.core.engine import wide_rule as rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    BAG,
    BALANCE,
    BY_SEAT,
    BY_SLIDE,
    COLOUR_COUNT,
    GIVE_BASE,
    HELD,
    KIND_COUNT,
    MOST_ROUNDS,
    MOST_SEATS,
    OLDEST,
    ORDER_BASE,
    ORDER_DIGIT,
    PENALTY,
    RUNE_COUNT,
    TABLE,
    TIE,
    TIE_LOT,
    TIE_SLIDE,
    TREASURE,
    WHOLE,
)
from erre.games.rok.contest import open_slides, win_contest
from erre.games.rok.runes import (
    balance_of,
    belongs,
    clear_contest,
    colour_of,
    count_at,
    count_of,
    draw_seat,
    is_face_up,
    next_seat,
    pair_up,
    put,
    twin,
)
from erre.games.rok.state import (
    CAPTURING,
    CLEANING,
    COUNTING,
    OVER,
    PENALIZED,
    PUNISHING,
    REBALANCING,
    SPLITTING,
    THROWING,
    Rok,
)

# -- chapter 4: the verdict


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
        wrong = 0
        for rune in range(RUNE_COUNT):
            if belongs(s, rune, HELD, seat):
                if is_wrong(s, rune):
                    wrong += 1
                    put(s, rune, BAG, NONE)
                elif is_left_alone(s, rune):
                    put(s, rune, BAG, NONE)
        s.due[seat] = (wrong + 1) >> 1
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


@rule
def is_pending(s: Rok, rune: int, colour: int) -> bool:
    """Whether a rune in a hand captures a Balance Rune of that colour."""
    return s.place[rune] == HELD and colour_of(rune) == colour and s.place[twin(rune)] == BALANCE


@rule
def capture(s: Rok, rune: int) -> None:
    """§4.4 Who took the twin of another's Balance Rune gets both, and all runes of that colour in his treasure.

    By option only what came there in earlier rounds. Twins still in hands are in nobody's treasure (§6.3).
    """
    taker, victim = s.owner[rune], s.owner[twin(rune)]
    for other in range(RUNE_COUNT):
        in_scope = s.capture_scope == WHOLE or s.since[other] < s.round_no
        if in_scope and belongs(s, other, TREASURE, victim) and colour_of(other) == colour_of(rune):
            put(s, other, TREASURE, taker)
    put(s, twin(rune), TREASURE, taker)
    put(s, rune, TREASURE, taker)


@rule
def resolve_captures(s: Rok) -> None:
    """§6.3 Captures of different colours do not touch each other: white comes first, then grey, then black.

    A twin in a hand is locked until its own capture: it is no part of the treasure that others capture from.
    """
    for colour in range(COLOUR_COUNT):
        count = 0
        takers = 0
        last = NONE
        for rune in range(RUNE_COUNT):
            if is_pending(s, rune, colour):
                count += 1
                takers |= 1 << s.owner[rune]
                last = rune
        if count == 1:
            capture(s, last)
            return
        if count > 1:
            contend(s, colour, takers)
            return
    s.phase = REBALANCING


@rule
def contend(s: Rok, colour: int, takers: int) -> None:
    """§4.5 If several Balance Runes of one colour are captured, every capturer slides one of them towards Destiny.

    Who comes nearest without touching it wins. A single capturer need not slide; by option a lot, or the order of
    the seats, decides instead.
    """
    s.contest = colour
    s.contesting = takers
    if takers & (takers - 1) == 0 or s.order_contest == BY_SEAT:
        win_contest(s, next_seat(s, takers))
    elif s.order_contest == BY_SLIDE:
        open_slides(s, takers)
    else:
        win_contest(s, draw_seat(s, takers))


@rule
def victims(s: Rok) -> int:
    """The seats, as bits, whose Balance Runes of the contest's colour are captured."""
    seats = 0
    for rune in range(RUNE_COUNT):
        if is_pending(s, rune, s.contest):
            seats |= 1 << s.owner[twin(rune)]
    return seats


@rule
def order_moves(s: Rok, moves: IntArray) -> int:
    """Every order of the seats that are captured from: a number whose digits use up the set of seats."""
    count = 0
    seats = victims(s)
    size = 0
    top = 1
    for seat in range(s.seats):
        size += seats >> seat & 1
        top *= ORDER_DIGIT if seats >> seat & 1 else 1
    for digits in range(top):
        if is_order(seats, digits, size):
            moves[count] = ORDER_BASE + digits
            count += 1
    return count


@rule
def is_order(seats: int, digits: int, size: int) -> bool:
    """Whether digits to the base of six name each seat of a set once."""
    for _ in range(size):
        seat = digits % ORDER_DIGIT - 1
        if seat < 0 or not seats >> seat & 1:
            return False
        seats &= ~(1 << seat)
        digits //= ORDER_DIGIT
    return digits == 0


@rule
def apply_order(s: Rok, move: int) -> None:
    """§4.6 The winner chooses the order in which all captures of the colour are carried out."""
    digits = move - ORDER_BASE
    while digits > 0:
        capture_from(s, digits % ORDER_DIGIT - 1)
        digits //= ORDER_DIGIT
    s.turn = NONE
    clear_contest(s)
    s.phase = CAPTURING


@rule
def capture_from(s: Rok, victim: int) -> None:
    """The capture that a seat suffers."""
    capture(s, twin(balance_of(s, victim)))


@rule
def rebalance(s: Rok) -> None:
    """§4.7 From the first player clockwise, who has no Balance Rune takes the face-up rune nearest to Destiny.

    §4.9 If there is none, he plays the next round without one.
    """
    for i in range(s.seats):
        seat = (s.first + i) % s.seats
        if balance_of(s, seat) == NONE:
            rune = nearest_balance(s)
            if rune != NONE:
                put(s, rune, BALANCE, seat)
    s.phase = CLEANING


@rule
def nearest_balance(s: Rok) -> int:
    """§4.8 The nearest face-up rune that differs from every Balance Rune, the lower of two equally near; or NONE."""
    best = NONE
    near = 0
    for rune in range(RUNE_COUNT):
        if is_face_up(s, rune) and s.place[twin(rune)] != BALANCE:
            here = s.x[rune] * s.x[rune] + s.y[rune] * s.y[rune]
            if best == NONE or here < near:
                best = rune
                near = here
    return best


@rule
def clean(s: Rok) -> None:
    """§4.10 All face-down runes go back to the bag; Destiny and the face-up ones stay where they are."""
    for rune in range(RUNE_COUNT):
        if s.place[rune] == TABLE and not s.up[rune]:
            put(s, rune, BAG, NONE)
    if is_last_round(s):
        s.phase = COUNTING
    else:
        pass_bag(s)


@rule
def pass_bag(s: Rok) -> None:
    """§4.11 The bag goes to the left neighbour, who is first player of the next round."""
    s.first = (s.first + 1) % s.seats
    s.phase = THROWING


# -- chapter 5: the end


@rule
def is_last_round(s: Rok) -> bool:
    """§5.1 The game ends when the bag, with the face-down runes back in it, has no more runes than there are seats."""
    return count_at(s, BAG) <= s.seats or s.round_no >= MOST_ROUNDS


@rule
def wealth(s: Rok, seat: int) -> int:
    """§5.2 Each counts the runes of his treasure, and by option the Balance Rune; the richest wins."""
    count = count_of(s, TREASURE, seat)
    if s.count_balance_at_end:
        count += count_of(s, BALANCE, seat)
    return count


@rule
def richest(s: Rok) -> int:
    """The seats with most runes, as bits."""
    most = 0
    seats = 0
    for seat in range(s.seats):
        here = wealth(s, seat)
        if here > most:
            most = here
            seats = 0
        if here == most:
            seats |= 1 << seat
    return seats


@rule
def finish(s: Rok) -> None:
    """§5.3 The richest, if they are several, slide a rune of their own: the nearest that has not touched Destiny wins.

    By option they share the victory, or a lot is drawn. For the slide the table is cleared.
    """
    seats = richest(s)
    s.phase = OVER
    if seats & (seats - 1) == 0:
        return
    if s.tie_break == TIE_LOT:
        s.champion = draw_seat(s, seats)
    elif s.tie_break == TIE_SLIDE:
        for rune in range(RUNE_COUNT):
            if s.place[rune] == TABLE:
                put(s, rune, BAG, NONE)
        s.contest = TIE
        open_slides(s, seats)


@rule
def is_winner(s: Rok, seat: int) -> bool:
    """Whether a seat has won: the tie-break's winner, or one of the richest."""
    return seat == s.champion if s.champion != NONE else bool(richest(s) >> seat & 1)


@rule
def clear_round(s: Rok) -> None:
    """Nobody is done, owes a pair or slides."""
    s.finished = 0
    for seat in range(MOST_SEATS):
        s.due[seat] = 0
    clear_contest(s)
