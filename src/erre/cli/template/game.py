"""New Game: roll a die as often as you dare, and be the first to reach the goal."""

from __future__ import annotations

from typing import Annotated

import msgspec

from erre.core.chance import draw
from erre.core.engine import rule
from erre.core.errors import BadPosition, IllegalMove
from erre.core.game import Event, Kernels, Move, View
from erre.core.imagining import renew_chance
from erre.core.options import GameOptions, option
from erre.core.record import NONE, GameState, IntArray, i8, i16
from erre.core.small_game import SmallGame

# Every number of the rules has a name.
LEAST_SEATS, MOST_SEATS = 2, 4
SIDES = 6
MOST_GOAL = 200
ROLL, HOLD = range(2)  # moves as the kernels know them
CHOOSING, ROLLING, OVER = range(3)  # phases; seats act in CHOOSING, the others run by themselves


class Options(GameOptions, frozen=True, kw_only=True):
    """What a table may agree on. Each option is also a field of the record."""

    goal: Annotated[int, option("points that win the game", least=10, most=MOST_GOAL)] = 50


class NewGame(GameState):
    """The whole truth of a game, in a few bytes."""

    goal: int = i16()
    gathered: int = i16()  # points of this turn
    die: int = i8()  # the last roll; NONE before
    totals: IntArray = i16(MOST_SEATS)


# -- moves: what a player asks for. The text of a move is its tag and its fields.


class Roll(Move, frozen=True, tag="roll"):
    """Roll the die."""


class Hold(Move, frozen=True, tag="hold"):
    """Take the points of this turn."""


# -- events: what happened, in the past tense.


class DieRolled(Event, frozen=True):
    seat: int
    die: int


class PointsTaken(Event, frozen=True):
    seat: int
    points: int


class GameEnded(Event, frozen=True):
    winner: int


AnyMove = Roll | Hold
AnyEvent = DieRolled | PointsTaken | GameEnded


class NewGameView(View, frozen=True, tag="newgame"):
    """What a seat may see: there is no field for what is hidden. Bounded lists can be read by learners."""

    seat: int | None
    seats: int
    options: Options
    phase: str
    turn: list[int]
    die: int | None
    gathered: int
    totals: Annotated[list[int], msgspec.Meta(max_length=MOST_SEATS)]


# -- rules: plain functions over the state, compiled for the CPU. Signed integers, no Python objects.


@rule
def set_up(s: NewGame) -> None:
    """§1.1 Everybody begins with nothing; seat 0 rolls first."""
    s.phase, s.turn, s.moves_made = CHOOSING, 0, 0
    s.gathered, s.die = 0, NONE
    for seat in range(MOST_SEATS):
        s.totals[seat] = 0


@rule
def acting(s: NewGame) -> int:
    """The seats that play waits for, as bits."""
    return 1 << s.turn if s.phase == CHOOSING else 0


@rule
def legal(s: NewGame, seat: int, moves: IntArray) -> int:
    """§2.1 A turn begins with a roll; then there is a choice."""
    if s.phase != CHOOSING or seat != s.turn:
        return 0
    moves[0], moves[1] = ROLL, HOLD
    return 2 if s.gathered > 0 else 1


@rule
def apply(s: NewGame, seat: int, move: int) -> None:
    """§2.3 Holding takes the points of the turn."""
    s.moves_made += 1
    if move == ROLL:
        s.phase = ROLLING
        return
    s.totals[seat] += s.gathered
    if s.totals[seat] >= s.goal:
        s.phase, s.turn = OVER, NONE
    else:
        end_turn(s)


@rule
def is_automatic(s: NewGame) -> bool:
    """Whether the game goes on by itself."""
    return s.phase == ROLLING


@rule
def advance(s: NewGame) -> None:
    """§2.2 A 1 loses the points of the turn; any other roll is added to them."""
    s.die = 1 + draw(s, SIDES)
    s.phase = CHOOSING
    if s.die == 1:
        end_turn(s)
    else:
        s.gathered += s.die


@rule
def end_turn(s: NewGame) -> None:
    """The next seat begins with nothing."""
    s.gathered = 0
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0


@rule
def scores(s: NewGame, seat: int) -> int:
    """Points so far."""
    return s.totals[seat]


@rule
def is_winner(s: NewGame, seat: int) -> bool:
    """§3.1 The first seat that reaches the goal."""
    return s.totals[seat] >= s.goal


@rule
def imagine(s: NewGame, seat: int, luck: IntArray, scratch: IntArray) -> None:
    """Deal what the seat cannot see: nothing here but the rolls to come."""
    renew_chance(s, luck)


# -- the game


class NewGameGame(SmallGame[NewGame, Options, AnyMove, AnyEvent, NewGameView]):
    """What the rest of Erre needs to know."""

    name, title = "newgame", "New Game"
    least_seats, most_seats, rules_version, minutes = LEAST_SEATS, MOST_SEATS, 1, 10
    options_type, record_type, move_type, event_type, view_type = Options, NewGame, AnyMove, AnyEvent, NewGameView
    phases = ("choosing", "rolling", "over")
    ending_rule = "§3.1 somebody has reached the goal"
    uncovering = (DieRolled,)  # chance decides what these events say
    move_codes = 2  # moves are the numbers below this
    kernels = Kernels(set_up, acting, legal, apply, is_automatic, advance, scores, is_winner, imagine, 2, 1)

    def encode(self, move: AnyMove) -> int:
        return ROLL if isinstance(move, Roll) else HOLD

    def decode(self, code: int) -> AnyMove:
        return Roll() if code == ROLL else Hold()

    def check_move(self, s: NewGame, seat: int, move: AnyMove) -> None:
        if isinstance(move, Hold) and s.gathered == 0:
            raise IllegalMove("§2.1", "roll at least once before you hold")

    def tell(self, before: NewGame, after: NewGame, seat: int | None, move: AnyMove | None) -> list[AnyEvent]:
        if before.phase == ROLLING:
            return [DieRolled(before.turn, after.die)]
        if seat is None or isinstance(move, Roll):
            return []
        ended: list[AnyEvent] = [GameEnded(seat)] if after.phase == OVER else []
        return [PointsTaken(seat, before.gathered), *ended]

    def view(self, s: NewGame, seat: int | None) -> NewGameView:
        die = None if s.die == NONE else s.die
        facts = (seat, s.seats, self.options_of(s), self.phase(s), self.turn(s), die, s.gathered)
        return NewGameView(*facts, s.totals[: s.seats].tolist())

    def state_from_view(self, view: NewGameView) -> NewGame:
        s = self.blank_record(view.seats, view.options)
        s.phase, s.turn = self.phases.index(view.phase), view.turn[0] if view.turn else NONE
        s.die, s.gathered = NONE if view.die is None else view.die, view.gathered
        for seat, points in enumerate(view.totals):
            s.totals[seat] = points
        return s

    def check_position(self, s: NewGame) -> None:
        won = [seat for seat in range(s.seats) if is_winner(s, seat)]
        fits = not won and s.turn >= 0 if s.phase == CHOOSING else s.phase == OVER and len(won) == 1 and s.turn == NONE
        if not fits or s.gathered < 0 or min(s.totals.tolist()) < 0:
            raise BadPosition("position of New Game: points, turn and phase contradict each other")


GAME = NewGameGame()
