"""Ru-Ra-Re: the rules, in the rulebook's order. RULES.md beside this file retells them."""

from __future__ import annotations

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.record import NONE, IntArray
from erre.games.rurare.components import (
    BOTH,
    CATEGORY_COUNT,
    CHURCH,
    CHURCH_POINTS,
    CHURCHES,
    DECK_SIZE,
    FARM,
    FARMER,
    FIRST,
    FIRST_ANIMAL,
    HOUSE,
    HOUSE_POINTS,
    KIND_COUNT,
    KING,
    KINGS,
    KNIGHT,
    KNIGHTS,
    LEAST_SEATS,
    MOST_CARDS,
    MOST_FOR_KINGS,
    MOST_ROWS,
    MOST_SEATS,
    PAIR_POINTS,
    POINTS,
    POINTS2,
    POINTS3,
    POINTS4,
    ROW_CARDS,
    ROWS_BEYOND_SEATS,
    SECOND,
    SHEEP,
    STAYS,
    THIRTEEN,
    USED,
    WIFE,
)
from erre.games.rurare.state import (
    CHOOSING,
    FINAL_SCORING,
    FIRST_SCORING,
    LAYING,
    OVER,
    REFILLING,
    REVEALING,
    RuRaRe,
)

# -- chapter 1: preparation


@rule
def set_up(s: RuRaRe) -> None:
    """An empty table."""
    clear_table(s)
    s.phase = LAYING


@rule
def clear_table(s: RuRaRe) -> None:
    """No card and no choice anywhere."""
    s.turn = NONE
    for row in range(MOST_ROWS):
        for i in range(ROW_CARDS):
            s.rows[row, i] = NONE
    for seat in range(MOST_SEATS):
        s.chosen[seat] = s.revealed[seat] = NONE
    for i in range(MOST_CARDS):
        s.pile[i] = NONE


@rule
def row_count(s: RuRaRe) -> int:
    """§1.1 Six rows with two seats, seven with three, eight with four."""
    return s.seats + ROWS_BEYOND_SEATS


@rule
def deck_size(s: RuRaRe) -> int:
    """The cards of the whole deck."""
    total = 0
    for kind in range(KIND_COUNT):
        total += s.counts[kind]
    return total


@rule
def cards_used(s: RuRaRe) -> int:
    """§1.2 §6.2 All 112 cards are used by four seats, 102 by three, 80 by two; another deck keeps these shares."""
    share: int = deck_size(s) * USED[s.seats - LEAST_SEATS] // DECK_SIZE
    return max(share, row_count(s) * ROW_CARDS)


@rule
def shuffle_deck(s: RuRaRe) -> None:
    """§1.3 The cards are shuffled; those that are not used go to the box unseen, the others are the face-down pile.

    Only the cards in use are drawn by lot: the box has no order.
    """
    total = 0
    for kind in range(KIND_COUNT):
        for _ in range(s.counts[kind]):
            s.pile[total] = kind
            total += 1
    used = cards_used(s)
    for i in range(used):
        at = i + draw(s, total - i)
        card = s.pile[at]
        s.pile[at] = s.pile[i]
        s.pile[i] = card
    for i in range(used, total):
        s.box[s.pile[i]] += 1
        s.pile[i] = NONE
    s.left = used
    s.boxed = total - used


@rule
def lay_out(s: RuRaRe) -> None:
    """§1.4 Three cards are laid open under every number card, so that each of them is seen."""
    shuffle_deck(s)
    fill_rows(s)
    start_turn(s)


# -- chapter 2: the turn


@rule
def start_turn(s: RuRaRe) -> None:
    """§2.1 In each turn every seat chooses one row, all of them in secret and at once.

    Where no row has a card (a partial position can come to that) nobody can choose, and the turn is over.
    """
    s.turn_no += 1
    if rows_left(s) > 0:
        let_choose(s, (1 << s.seats) - 1)
    else:
        end_turn(s)


@rule
def let_choose(s: RuRaRe, seats: int) -> None:
    """The seats of a set of bits shall choose."""
    s.active = s.waiting = seats
    s.phase = CHOOSING


@rule
def may_choose(s: RuRaRe, row: int) -> bool:
    """§2.2 Any row can be chosen that has a card left."""
    return 0 <= row < row_count(s) and s.depth[row] > 0


@rule
def choosing_moves(s: RuRaRe, seat: int, moves: IntArray) -> int:
    """§2.13 Rows are all that a seat may ask for: cards once taken are not passed on to anybody."""
    count = 0
    if s.active >> seat & 1:
        for row in range(row_count(s)):  # without a branch to guess
            moves[count] = row
            count += s.depth[row] > 0
    return count


@rule
def apply_choice(s: RuRaRe, seat: int, row: int) -> None:
    """§2.3 A choice may be changed until the last seat has chosen; then all are shown."""
    s.chosen[seat] = row
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        s.phase = REVEALING


@rule
def count_choices(s: RuRaRe) -> int:
    """How many seats chose each row, four bits for a row."""
    choices = 0
    for seat in range(s.seats):
        if s.chosen[seat] != NONE:
            choices += 1 << (s.chosen[seat] << 2)
    return choices


@rule
def times_chosen(choices: int, row: int) -> int:
    """How many seats chose a row."""
    return choices >> (row << 2) & 15


@rule
def reveal(s: RuRaRe) -> None:
    """§2.4 All choices are shown at the same moment, for everybody to see."""
    choices = count_choices(s)
    again = 0
    for seat in range(s.seats):
        row = s.chosen[seat]
        s.revealed[seat] = row
        s.chosen[seat] = NONE
        if row != NONE:
            if times_chosen(choices, row) == 1:
                take_row(s, seat, row)
            else:
                again |= 1 << seat
    if again == 0:
        end_turn(s)
    else:
        for row in range(row_count(s)):
            if times_chosen(choices, row) > 1:
                remove_outermost(s, row)
        choose_again(s, again)


@rule
def take_row(s: RuRaRe, seat: int, row: int) -> None:
    """§2.5 Who is alone in choosing a row takes all its cards and lays them open in front, by kind."""
    count = s.depth[row]
    for i in range(count):
        s.displays[seat, s.rows[row, i]] += 1
        s.rows[row, i] = NONE
    s.shown[seat] += count
    s.depth[row] = 0


@rule
def remove_outermost(s: RuRaRe, row: int) -> None:
    """§2.6 From a row that several chose nobody takes a card: the outermost one goes to the box."""
    s.depth[row] -= 1
    last = s.depth[row]
    put_in_box(s, s.rows[row, last], 1)
    s.rows[row, last] = NONE


@rule
def put_in_box(s: RuRaRe, kind: int, count: int) -> None:
    """Cards go to the box before everybody's eyes."""
    s.box[kind] += count
    s.seen[kind] += count
    s.boxed += count


@rule
def choose_again(s: RuRaRe, seats: int) -> None:
    """§2.7 The seats that met on a row, and only they, choose again, all together, out of the rows still there."""
    if is_cut_short(s):
        end_turn(s)
    else:
        let_choose(s, seats)


@rule
def rows_left(s: RuRaRe) -> int:
    """Rows that have a card."""
    count = 0
    for row in range(row_count(s)):
        count += s.depth[row] > 0
    return count


@rule
def end_turn(s: RuRaRe) -> None:
    """§2.8 A turn ends when every seat has received a row; the rows are filled up, unless a scoring comes first."""
    s.active = s.waiting = 0
    if is_first_phase_over(s) or is_first_scoring_made_up(s):
        s.phase = FIRST_SCORING
    else:
        go_on(s)


@rule
def go_on(s: RuRaRe) -> None:
    """What comes after a turn, apart from the first scoring."""
    s.phase = FINAL_SCORING if s.last_turn else REFILLING


@rule
def fill_rows(s: RuRaRe) -> bool:
    """§2.9 §2.10 Row 1 is filled up to three cards, then row 2, and so on; whether the pile was enough.

    Cards still there stay where they are, next to the number card; the new ones go to the outside.
    """
    enough = True
    for row in range(row_count(s)):
        while s.depth[row] < ROW_CARDS:
            if s.left > 0:
                card = draw_from_pile(s)
            else:
                enough = False
                card = draw_from_box(s)
                if card == NONE:
                    return enough
            s.rows[row, s.depth[row]] = card
            s.depth[row] += 1
    return enough


@rule
def draw_from_pile(s: RuRaRe) -> int:
    """The top card of the pile."""
    s.left -= 1
    card = s.pile[s.left]
    s.pile[s.left] = NONE
    return card


@rule
def is_cut_short(s: RuRaRe) -> bool:
    """§2.11 With cards in one row only, or in none, the turn ends at once; who has taken nothing gets nothing."""
    return rows_left(s) <= 1


# -- chapter 3: the end of the first phase


@rule
def is_first_phase_over(s: RuRaRe) -> bool:
    """§3.1 The first phase ends, once, when after a whole turn somebody has thirteen cards or more in front."""
    if s.first_scored or s.last_turn:
        return False
    most = 0
    for seat in range(s.seats):
        most = max(most, s.shown[seat])
    return most >= THIRTEEN


@rule
def score_first(s: RuRaRe) -> None:
    """§3.2 The game pauses for the first scoring, and then goes on as before."""
    score(s, FIRST)
    for seat in range(s.seats):
        s.first_scores[seat] = s.totals[seat]
    s.first_scored = 1
    discard(s)
    go_on(s)


@rule
def discard(s: RuRaRe) -> None:
    """§3.3 Cards with a red cross go to the box, before the rows are filled; those with a green tick stay in front."""
    for seat in range(s.seats):
        for kind in range(KIND_COUNT):
            if not STAYS[kind]:
                count = s.displays[seat, kind]
                put_in_box(s, kind, count)
                s.shown[seat] -= count
                s.displays[seat, kind] = 0


# -- chapter 4: the end of the game


@rule
def refill(s: RuRaRe) -> None:
    """§4.1 When filling the rows uses up the pile, be it exactly, the turn that follows is the last."""
    if not fill_rows(s):
        forget_box(s)
    s.last_turn = s.left == 0
    start_turn(s)


@rule
def draw_from_box(s: RuRaRe) -> int:
    """§4.2 Where the pile is not enough, the whole box is shuffled and the rows are filled from it.

    The box keeps no order, so shuffling it and drawing any card that is in it, each equally likely, are the same.
    """
    if is_box_empty(s):
        return NONE
    at = draw(s, s.boxed)
    kind = 0
    while at >= s.box[kind]:
        at -= s.box[kind]
        kind += 1
    s.box[kind] -= 1
    s.boxed -= 1
    return kind


@rule
def is_box_empty(s: RuRaRe) -> bool:
    """§4.3 Where the box is not enough either, the rows are filled as far as the cards go."""
    return s.boxed == 0


@rule
def forget_box(s: RuRaRe) -> None:
    """Once the box is shuffled, nobody knows any more which of the cards put there are still in it."""
    for kind in range(KIND_COUNT):
        s.seen[kind] = 0


@rule
def score_last(s: RuRaRe) -> None:
    """§4.4 After the last turn comes the second scoring, of all cards in front, and the game is over."""
    score(s, SECOND)
    s.phase = OVER


@rule
def total(s: RuRaRe, seat: int) -> int:
    """The points of a seat in the scorings so far."""
    return s.totals[seat]


@rule
def is_winner(s: RuRaRe, seat: int) -> bool:
    """§4.5 §4.6 Who has most points from both scorings together wins; equal totals share the victory."""
    for other in range(s.seats):
        if s.totals[other] > s.totals[seat]:
            return False
    return True


# -- chapter 5: the scorings. Each is asked with a row that the seat would take before, or with NONE.


@rule
def held(s: RuRaRe, seat: int, kind: int, row: int) -> int:
    """Cards of a kind in front of a seat, with those of the row."""
    count = s.displays[seat, kind]
    if row != NONE:
        for i in range(s.depth[row]):
            count += s.rows[row, i] == kind
    return count


@rule
def has_most(s: RuRaRe, seat: int, kind: int, count: int) -> bool:
    """Whether no other seat has more cards of a kind than these."""
    for other in range(s.seats):
        if other != seat and s.displays[other, kind] > count:
            return False
    return True


@rule
def king_points(kings: int) -> int:
    """§5.2 Kings: the square of one less than their number (0, 1, 4, 9, 16, 25, 36), and never more than 36."""
    return min((kings - 1) * (kings - 1), MOST_FOR_KINGS) if kings > 0 else 0


@rule
def church_points(s: RuRaRe, seat: int, churches: int) -> int:
    """§5.3 Churches: ten points for who has most, for each of several who have most, and nothing for others."""
    return CHURCH_POINTS if has_church(churches) and has_most(s, seat, CHURCH, churches) else 0


@rule
def has_church(churches: int) -> bool:
    """§5.4 Where nobody has a church, nobody has most of them."""
    return churches > 0


@rule
def victory_points(twos: int, threes: int, fours: int) -> int:
    """§5.5 Points cards: as many points as are printed on them."""
    return 2 * twos + 3 * threes + 4 * fours


@rule
def knight_points(s: RuRaRe, seat: int, knights: int) -> int:
    """§5.6 Knights: two points each for who has most, and for each of several who have most; one each for others."""
    return 2 * knights if has_most(s, seat, KNIGHT, knights) else knights


@rule
def animal_points(animals: int) -> int:
    """§5.7 Animals: 1, 3, 6, 10 or 15 points for one to five of a kind, every kind for itself."""
    return animals * (animals + 1) >> 1


@rule
def farm_points(farmers: int, wives: int, houses: int) -> int:
    """§5.8 §5.9 Seven points for each farmer with a wife, fourteen with a house as well; nothing for what is left."""
    pairs = min(farmers, wives)
    return PAIR_POINTS * pairs + HOUSE_POINTS * min(pairs, houses)


@rule
def category_points(s: RuRaRe, seat: int, category: int, row: int) -> int:
    """The points of a seat in one category."""
    if FIRST_ANIMAL <= category < FARM:
        return animal_points(held(s, seat, category - FIRST_ANIMAL + SHEEP, row))
    if category == KINGS:
        return king_points(held(s, seat, KING, row))
    if category == CHURCHES:
        return church_points(s, seat, held(s, seat, CHURCH, row))
    if category == POINTS:
        return victory_points(held(s, seat, POINTS2, row), held(s, seat, POINTS3, row), held(s, seat, POINTS4, row))
    if category == KNIGHTS:
        return knight_points(s, seat, held(s, seat, KNIGHT, row))
    return farm_points(held(s, seat, FARMER, row), held(s, seat, WIFE, row), held(s, seat, HOUSE, row))


@rule
def standing(s: RuRaRe, seat: int, row: int) -> int:
    """The points of a seat if there were a scoring now, after it had taken the row (NONE: as it stands)."""
    points = 0
    for category in range(CATEGORY_COUNT):
        points += category_points(s, seat, category, row)
    return points


@rule
def worth(s: RuRaRe, seat: int, row: int) -> int:
    """How many points more a seat would have, were there a scoring now, by taking a row."""
    return standing(s, seat, row) - standing(s, seat, NONE)


@rule
def score(s: RuRaRe, which: int) -> None:
    """§5.1 Both scorings go alike, kind after kind, and what each seat gets is written down and added up."""
    for seat in range(s.seats):
        points = 0
        for category in range(CATEGORY_COUNT):
            here = category_points(s, seat, category, NONE)
            s.sheet[which, seat, category] = here
            points += here
        s.totals[seat] += points
    s.written |= 1 << which


# -- chapter 6: readings that have a rule of their own


@rule
def is_first_scoring_made_up(s: RuRaRe) -> bool:
    """§6.1 Nobody had thirteen cards before the last turn: one scoring ends the game; or, by option, both are made."""
    return bool(s.last_turn and not s.first_scored and s.missed_first_scoring == BOTH)


# -- the three verbs, and the run of the game between moves


@rule
def acting(s: RuRaRe) -> int:
    """The seats that play waits for, as bits."""
    return s.waiting


@rule
def legal(s: RuRaRe, seat: int, moves: IntArray) -> int:
    """All moves of a seat, also of one that has chosen and may think again."""
    return choosing_moves(s, seat, moves) if s.phase == CHOOSING else 0


@rule
def apply(s: RuRaRe, seat: int, move: int) -> None:
    """Carry out a legal move."""
    s.moves_made += 1
    apply_choice(s, seat, move)


@rule
def is_automatic(s: RuRaRe) -> bool:
    """Whether the game goes on by itself."""
    return s.phase != CHOOSING and s.phase != OVER


@rule
def advance(s: RuRaRe) -> None:
    """One step that needs no player."""
    if s.phase == REVEALING:
        reveal(s)
    elif s.phase == REFILLING:
        refill(s)
    elif s.phase == FIRST_SCORING:
        score_first(s)
    elif s.phase == FINAL_SCORING:
        score_last(s)
    else:
        lay_out(s)
