"""ROK: the rules up to the end of the scramble, and the three verbs. RULES.md beside this file retells them."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rok.components import (
    AUTO,
    BAG,
    BALANCE,
    BY_CHANCE,
    DONE,
    HELD,
    LEAST_SEATS,
    RUNE_COUNT,
    SPREAD,
    TABLE,
    THOUSANDTHS,
    THROWN_EACH,
)
from erre.games.rok.contest import apply_slide, list_lying, measure, slide_by_chance, slide_moves
from erre.games.rok.physics import put_in_hand, roll_out, throw_at
from erre.games.rok.runes import balance_of, count_at, draw_from_bag, is_face_up, pair_up, put, twin
from erre.games.rok.state import (
    CAPTURING,
    CLEANING,
    COMPARING,
    COUNTING,
    DRAWING,
    JUDGING,
    MEASURING,
    ORDERING,
    OVER,
    PENALIZED,
    PUNISHING,
    REBALANCING,
    SCRAMBLE,
    SLIDING,
    SPLITTING,
    THROWING,
    Rok,
)
from erre.games.rok.verdict import (
    apply_order,
    apply_penalty,
    clean,
    clear_round,
    finish,
    judge,
    order_moves,
    penalty_moves,
    punish,
    rebalance,
    resolve_captures,
    split,
)

# -- chapter 1: preparation


@rule
def set_up(s: Rok) -> None:
    """§1.1 Destiny lies in the middle of the table, all other runes are in the bag."""
    clear_table(s, BAG)
    s.phase = DRAWING


@rule
def clear_table(s: Rok, place: int) -> None:
    """All runes in one place, and nothing under way."""
    s.round_no = 0
    for rune in range(RUNE_COUNT):
        put(s, rune, place, NONE)
    s.first = first_of_all(s)
    s.turn = s.champion = NONE
    clear_round(s)


@rule
def first_of_all(s: Rok) -> int:
    """§1.4 The youngest begins; by our reading the youngest sits on seat 0. Play goes clockwise, seat by seat."""
    return 0


@rule
def draw_balance(s: Rok) -> None:
    """§1.2 Each seat draws a rune and lays it face up before it: its Balance Rune."""
    for seat in range(s.seats):
        if balance_of(s, seat) == NONE:
            put(s, draw_from_bag(s, count_at(s, BAG)), BALANCE, seat)
    s.phase = COMPARING


@rule
def compare_balance(s: Rok) -> None:
    """§1.3 Seats with identical ones, all of them, put them back and draw again until all differ."""
    s.phase = THROWING
    for rune in range(0, RUNE_COUNT, 2):
        if s.place[rune] == BALANCE and s.place[twin(rune)] == BALANCE:
            put(s, rune, BAG, NONE)
            put(s, twin(rune), BAG, NONE)
            s.phase = DRAWING


# -- chapter 2: the throw


@rule
def thrown_each(s: Rok) -> int:
    """§2.1 Two seats throw five runes each, three four, four three, and five two."""
    return int(THROWN_EACH[s.seats - LEAST_SEATS])


@rule
def thrown_together(s: Rok) -> int:
    """§2.3 When the bag runs short all that is in it is thrown, and some throw fewer."""
    return min(thrown_each(s) * s.seats, count_at(s, BAG))


@rule
def take_runes(s: Rok) -> int:
    """§2.2 The runes are drawn unseen, one by one from the first player clockwise; how many."""
    size = count_at(s, BAG)
    count = thrown_together(s)
    for disc in range(count):
        rune = draw_from_bag(s, size - disc)
        s.place[rune] = HELD  # so that it is not drawn again
        s.discs[disc] = rune
    return count


@rule
def aim_throw(s: Rok, count: int) -> None:
    """§2.5 Every rune is thrown from its seat's edge at a place by lot around the middle, each as likely as any other.

    Chance decides as well which side will be up.
    """
    each = thrown_each(s)
    for disc in range(count):
        seat = (s.first + disc) % s.seats
        put_in_hand(s, disc, seat, 2 * (disc // s.seats) + 1 - each)
        x = y = SPREAD
        while x * x + y * y > SPREAD * SPREAD:
            x = draw(s, 2 * SPREAD + 1) - SPREAD
            y = draw(s, 2 * SPREAD + 1) - SPREAD
        throw_at(s, disc, x, y)
        s.up[s.discs[disc]] = draw(s, THOUSANDTHS) < s.face_up_probability


@rule
def prepare_throw(s: Rok) -> int:
    """A new round: runes in all hands, and where they will be thrown; how many they are."""
    s.round_no += 1
    count = take_runes(s)
    aim_throw(s, count)
    return count


@rule
def join_table(s: Rok, count: int) -> int:
    """The runes in the air are on the table, beside those that lie there already; how many these are."""
    lying = list_lying(s, count)
    for disc in range(count):
        s.place[s.discs[disc]] = TABLE
    return lying


@rule
def throw(s: Rok) -> None:
    """§2.4 At the first player's signal all throw at once; then the scramble is open."""
    count = prepare_throw(s)
    roll_out(s, count, join_table(s, count))
    s.phase = SCRAMBLE
    if s.grab_end == AUTO and not is_anything_left(s):
        end_scramble(s)


# -- chapter 3: the scramble


@rule
def may_grab(s: Rok, rune: int) -> bool:
    """§3.2 §3.3 Only face-up runes of the table are taken: none that lies face down, none from before a seat."""
    return is_face_up(s, rune)


@rule
def is_worth_taking(s: Rok, rune: int) -> bool:
    """Whether a face-up rune makes a pair: with one that lies there, one in a hand, or a Balance Rune."""
    other = twin(rune)
    return s.place[other] == BALANCE or s.place[other] == HELD or is_face_up(s, other)


@rule
def is_anything_left(s: Rok) -> bool:
    """Whether there is still something to take."""
    for rune in range(RUNE_COUNT):
        if is_face_up(s, rune) and is_worth_taking(s, rune):
            return True
    return False


@rule
def scramble_moves(s: Rok, seat: int, moves: IntArray) -> int:
    """Any face-up rune, right or wrong, or to be done."""
    if s.finished >> seat & 1:
        return 0
    count = 0
    for rune in range(RUNE_COUNT):
        if may_grab(s, rune):
            moves[count] = rune
            count += 1
    moves[count] = DONE
    return count + 1


@rule
def apply_grab(s: Rok, seat: int, rune: int) -> None:
    """§3.1 All take at once, each with one hand: one rune at a time; who comes first has it.

    §3.6 A rune that makes no pair for its taker, such as the twin of another's Balance Rune, is kept until the verdict.
    """
    was_left = is_anything_left(s)
    put(s, rune, HELD, seat)
    pair_up(s, seat, rune)
    if s.grab_end == AUTO and was_left and not is_anything_left(s):
        end_scramble(s)


@rule
def apply_done(s: Rok, seat: int) -> None:
    """§3.7 Who is done takes nothing more in this round."""
    s.finished |= 1 << seat
    if s.finished == (1 << s.seats) - 1:
        end_scramble(s)


@rule
def end_scramble(s: Rok) -> None:
    """§3.8 The scramble ends when nothing that makes a pair is left, or when all are done; the verdict follows.

    A live table ends it by a timer too: all seats are then done.
    """
    s.phase = JUDGING


# -- the three verbs, and the run of the game between moves


@rule
def acting(s: Rok) -> int:
    """The seats that play waits for, as bits."""
    if s.phase == SCRAMBLE:
        return ((1 << s.seats) - 1) & ~s.finished
    return 1 << s.turn if s.turn != NONE else 0


@rule
def legal(s: Rok, seat: int, moves: IntArray) -> int:
    """The moves of a seat; of slides only some."""
    if s.phase == SCRAMBLE:
        return scramble_moves(s, seat, moves)
    if seat != s.turn:
        return 0
    if s.phase == PENALIZED:
        return penalty_moves(s, seat, moves)
    if s.phase == SLIDING:
        return slide_moves(moves)
    return order_moves(s, moves) if s.phase == ORDERING else 0


@rule
def apply(s: Rok, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    if s.phase == SCRAMBLE:
        if move == DONE:
            apply_done(s, seat)
        else:
            apply_grab(s, seat, move)
    elif s.phase == PENALIZED:
        apply_penalty(s, seat, move)
    elif s.phase == SLIDING:
        apply_slide(s, seat, move)
    else:
        apply_order(s, move)


@rule
def is_automatic(s: Rok) -> bool:
    """Whether the game goes on by itself."""
    if s.phase == SLIDING:
        return s.slide_mode == BY_CHANCE
    return not (s.phase == SCRAMBLE or s.phase == PENALIZED or s.phase == ORDERING or s.phase == OVER)


@rule
def advance(s: Rok) -> None:
    """One step that needs no player."""
    if s.phase == THROWING:
        throw(s)
    elif s.phase == JUDGING:
        judge(s)
    elif s.phase == PUNISHING:
        punish(s)
    elif s.phase == SPLITTING:
        split(s)
    elif s.phase == CAPTURING:
        resolve_captures(s)
    elif s.phase == REBALANCING:
        rebalance(s)
    elif s.phase == CLEANING:
        clean(s)
    elif s.phase == COUNTING:
        finish(s)
    elif s.phase == SLIDING:
        slide_by_chance(s)
    elif s.phase == MEASURING:
        measure(s)
    elif s.phase == DRAWING:
        draw_balance(s)
    else:
        compare_balance(s)
