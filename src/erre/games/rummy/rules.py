"""Rummy: the rules, in the rulebook's order. RULES.md beside this file retells them.

What makes a meld stands in `melds`, what may become of jokers in `solver/jokers`, and what a whole lay must keep to in
`lays`, since a lay is the whole table and no number. Those that kernels play by number are in `adding`.
"""

from __future__ import annotations

from erre.core.chance import draw, shuffle
from erre.core.engine import wide_rule as rule
from erre.core.record import NONE, IntArray
from erre.games.rummy.adding import (
    add_tile,
    dearest_shape,
    kinds_of_shape,
    lacking,
    lay_shape,
    list_additions,
    list_shapes,
    rack_jokers,
    rack_kinds,
)
from erre.games.rummy.adding import cells_used as cells_used
from erre.games.rummy.components import (
    ADD,
    BY_LOT,
    CLOSING_FACTOR,
    DIFFERENCE,
    DRAW,
    FIRST_JOKER,
    JOKER_PENALTY,
    JOKERS,
    KINDS,
    MOST_HANDS,
    MOST_MELDS,
    NEW_MELD,
    OPEN,
    OPENING_POINTS,
    PASS,
    POOL,
    RACK_SIZE,
    RACKS,
    TILES,
    TIMEOUT,
    TO_THE_LEFT,
    UNSCORED,
)
from erre.games.rummy.melds import value_of
from erre.games.rummy.shapes import SHAPE_POINTS, SHAPE_SIZE
from erre.games.rummy.state import DEALING, OVER, SCORING, TURN, Rummy

# -- chapter 0: preparation


@rule
def set_up(s: Rummy) -> None:
    """§0.4 The lot says who begins."""
    s.hand_no = 1
    s.starter = draw(s, s.seats)
    s.phase = DEALING
    for hand in range(MOST_HANDS):
        for seat in range(s.seats):
            s.sheet[hand, seat] = 0


@rule
def left_of(s: Rummy, seat: int) -> int:
    """§0.5 Play goes clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def deal(s: Rummy) -> None:
    """§0.3 The tiles are mixed face down; everybody takes fourteen, and the rest is the pool."""
    clear_hand(s)
    for tile in range(TILES):
        s.pool[tile] = tile
        s.place[tile] = POOL
    shuffle(s, s.pool, TILES)
    s.left = TILES
    for seat in range(s.seats):
        for _ in range(RACK_SIZE):
            take_tile(s, seat)
    s.turn = s.starter
    s.phase = TURN


@rule
def clear_hand(s: Rummy) -> None:
    """Everything that belongs to one hand alone goes back to empty."""
    s.passes = s.closed_from_hand = s.melds = s.left = 0
    s.winner = NONE
    for seat in range(s.seats):
        s.opened[seat] = s.held[seat] = 0
    for i in range(TILES):
        s.cells[i] = s.pool[i] = NONE
    for i in range(MOST_MELDS):
        s.lengths[i] = 0
    for i in range(JOKERS):
        s.stands[i] = NONE


# -- chapter 1: the turn


@rule
def take_tile(s: Rummy, seat: int) -> None:
    """The top tile of the pool goes to a rack."""
    s.left -= 1
    tile = s.pool[s.left]
    s.pool[s.left] = NONE
    s.place[tile] = RACKS + seat
    s.held[seat] += 1


@rule
def may_draw(s: Rummy) -> bool:
    """§1.1 Who is on turn lays or draws, as they like: nobody has to lay."""
    return s.left > 0


@rule
def apply_draw(s: Rummy, seat: int) -> None:
    """§1.2 A draw is one tile from the pool and ends the turn: the tile waits for the next one."""
    take_tile(s, seat)
    s.passes = 0
    end_turn(s)


@rule
def end_turn(s: Rummy) -> None:
    """The next seat is on turn."""
    s.turn = left_of(s, s.turn)


@rule
def apply_timeout(s: Rummy, seat: int) -> None:
    """§8.10 Who has laid nothing when the time is up draws a tile (or more, by option); without a pool it is a pass."""
    if s.left == 0:
        apply_pass(s)
        return
    for _ in range(min(s.timeout_draw, s.left)):
        take_tile(s, seat)
    s.passes = 0
    end_turn(s)


# -- chapter 2: the first lay


@rule
def is_opening(points: int) -> bool:
    """§2.1 The first lay of a seat is worth 30 points at least."""
    return points >= OPENING_POINTS


@rule
def must_open(s: Rummy, seat: int) -> bool:
    """§2.4 Until then a seat draws in every turn."""
    return not s.opened[seat]


@rule
def may_use_table(s: Rummy, seat: int) -> bool:
    """§4.4 §5.1 The melds on the table belong to all who have laid their first points, and so do the jokers in them."""
    return not must_open(s, seat)


@rule
def opening_jokers(s: Rummy, seat: int) -> int:
    """How many jokers the first lay of a rack takes that has the dearest meld first; NONE if it has no first lay."""
    for jokers in range(rack_jokers(s, seat) + 1):
        once, twice = rack_kinds(s, seat, 1), rack_kinds(s, seat, 2)
        points = tiles = used = 0
        while True:
            shape = dearest_shape(once, min(jokers - used, s.max_jokers_per_meld))
            if shape == NONE:
                break
            used += lacking(once, shape)
            points += SHAPE_POINTS[shape]
            tiles += SHAPE_SIZE[shape]
            kinds = kinds_of_shape(shape)
            once, twice = once & ~kinds | twice & kinds, twice & ~kinds
        if is_opening(points) or (s.close_from_hand and tiles == s.held[seat]):
            return jokers
    return NONE


@rule
def lay_opening(s: Rummy, seat: int, jokers: int) -> None:
    """The first lay of a rack, the dearest meld first, with so many jokers at most."""
    held = rack_jokers(s, seat)
    while True:
        left = jokers - held + rack_jokers(s, seat)
        shape = dearest_shape(rack_kinds(s, seat, 1), min(left, s.max_jokers_per_meld))
        if shape == NONE:
            return
        lay_shape(s, seat, shape)


# -- chapter 5: using the table


@rule
def end_lay(s: Rummy, seat: int) -> None:
    """§6.1 Who lays the last tile of a rack ends the hand and wins it; otherwise the turn passes on."""
    from_hand = may_close(s, seat)
    s.opened[seat] = 1
    s.passes = 0
    if s.held[seat] == 0:
        s.winner = seat
        s.closed_from_hand = from_hand
        s.phase = SCORING
    else:
        end_turn(s)


# -- chapter 6: the end of a hand


@rule
def penalty(s: Rummy, seat: int) -> int:
    """§6.2 Who has not won counts the tiles on the rack, and writes them down as minus points."""
    points = 0
    for tile in range(TILES):
        if s.place[tile] == RACKS + seat:
            points += JOKER_PENALTY if tile >= FIRST_JOKER else value_of(tile >> 1)
    return points


@rule
def hand_points(s: Rummy, seat: int) -> int:
    """§6.3 The winner gets as plus points what all others write down as minus points."""
    if s.winner == NONE:
        return blocked_points(s, seat)
    if seat != s.winner:
        return -closing_factor(s) * penalty(s, seat)
    points = 0
    for other in range(s.seats):
        points += closing_factor(s) * penalty(s, other)
    return points


@rule
def score_hand(s: Rummy) -> None:
    """The points of a hand go on the sheet and into the totals."""
    for seat in range(s.seats):
        points = hand_points(s, seat)
        s.sheet[s.hand_no - 1, seat] = points
        s.totals[seat] += points
    if is_match_over(s):
        s.turn = NONE
        s.phase = OVER
    else:
        s.starter = next_starter(s)
        s.hand_no += 1
        s.phase = DEALING


@rule
def is_match_over(s: Rummy) -> bool:
    """§6.4 A match is a number of hands agreed beforehand.

    §8.12 By default there are as many as players.
    """
    return s.hand_no >= (s.hands if s.hands > 0 else s.seats)


@rule
def total(s: Rummy, seat: int) -> int:
    """The points of a seat in all scored hands."""
    return s.totals[seat]


@rule
def is_winner(s: Rummy, seat: int) -> bool:
    """§6.5 The highest total wins the match.

    §8.14 Equal totals share the victory.
    """
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
    return True


# -- chapter 7: the variant


@rule
def may_close(s: Rummy, seat: int) -> bool:
    """§7.1 Closing from the hand: a first lay that empties the rack needs no 30 points; call it after the lay."""
    return bool(s.close_from_hand and must_open(s, seat) and s.held[seat] == 0)


@rule
def closing_factor(s: Rummy) -> int:
    """§7.2 Then the minus points of the others count double, and so do the winner's points."""
    return CLOSING_FACTOR if s.closed_from_hand else 1


# -- chapter 8: readings that have a rule of their own


@rule
def apply_pass(s: Rummy) -> None:
    """§8.7 With the pool empty, who cannot or will not lay passes; when all have, one after another, the hand ends."""
    s.passes += 1
    if s.passes == s.seats:
        s.phase = SCORING
    else:
        end_turn(s)


@rule
def has_lowest_rack(s: Rummy, seat: int) -> bool:
    """§8.9 The lowest rack wins a hand that nobody closed; of equal ones that with fewer tiles, and then both."""
    own = penalty(s, seat)
    for other in range(s.seats):
        theirs = penalty(s, other)
        if theirs < own or (theirs == own and s.held[other] < s.held[seat]):
            return False
    return True


@rule
def blocked_points(s: Rummy, seat: int) -> int:
    """§8.8 In such a hand the others pay what they hold above the lowest rack (or all, or nothing, by option)."""
    if s.blocked_scoring == UNSCORED:
        return 0
    lowest = penalty(s, seat)
    winners = paid = 0
    for other in range(s.seats):
        lowest = min(lowest, penalty(s, other))
        winners += has_lowest_rack(s, other)
    for other in range(s.seats):
        if not has_lowest_rack(s, other):
            paid += penalty(s, other) - (lowest if s.blocked_scoring == DIFFERENCE else 0)
    if has_lowest_rack(s, seat):
        return paid // winners
    return -penalty(s, seat) + (lowest if s.blocked_scoring == DIFFERENCE else 0)


@rule
def next_starter(s: Rummy) -> int:
    """§8.13 The lot says who begins each hand (or it is the seat to the left, or the winner, by option)."""
    if s.next_starter == BY_LOT:
        return draw(s, s.seats)
    if s.next_starter == TO_THE_LEFT:
        return left_of(s, s.starter)
    if s.winner != NONE:
        return s.winner
    seat = s.starter
    while not has_lowest_rack(s, seat):
        seat = left_of(s, seat)
    return seat


# -- the three verbs, and the run of the game between moves


@rule
def acting(s: Rummy) -> int:
    """The seats that play waits for, as bits."""
    return 1 << s.turn if s.phase == TURN else 0


@rule
def legal(s: Rummy, seat: int, moves: IntArray) -> int:
    """The moves that kernels know: draw or pass, and lays that only add to the table."""
    if s.phase != TURN or s.turn != seat:
        return 0
    if not may_use_table(s, seat):
        moves[0] = DRAW if may_draw(s) else PASS
        moves[1] = OPEN
        return 1 if opening_jokers(s, seat) == NONE else 2
    moves[0] = DRAW if may_draw(s) else PASS
    return list_additions(s, seat, moves, list_shapes(s, seat, moves, 1))


@rule
def apply(s: Rummy, seat: int, move: int) -> None:
    """Carry out a legal move that has a number."""
    s.moves_made += 1
    if move == DRAW:
        apply_draw(s, seat)
    elif move == PASS:
        apply_pass(s)
    elif move == TIMEOUT:
        apply_timeout(s, seat)
    else:
        apply_simple_lay(s, seat, move)


@rule
def apply_simple_lay(s: Rummy, seat: int, move: int) -> None:
    """Carry out a lay that only adds to the table."""
    if move == OPEN:
        lay_opening(s, seat, opening_jokers(s, seat))
    elif move < ADD:
        lay_shape(s, seat, move - NEW_MELD)
    else:
        add_tile(s, seat, (move - ADD) // KINDS, (move - ADD) % KINDS)
    end_lay(s, seat)


@rule
def is_automatic(s: Rummy) -> bool:
    """Whether the game goes on by itself."""
    return s.phase == DEALING or s.phase == SCORING


@rule
def advance(s: Rummy) -> None:
    """One step that needs no player."""
    if s.phase == SCORING:
        score_hand(s)
    else:
        deal(s)
