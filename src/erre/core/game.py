"""The contract: what every game provides, so that tables, bots, tests and the lab need not know which game it is.

`Game` works on states, which only referees and kernels hold; `Position` is the immutable handle for everything else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar, cast, overload

import msgspec

from erre.core import chance
from erre.core.declaration import Declaration, Event, Kernel, Kernels, Move, Outcome, View
from erre.core.errors import BadNotation, BadOptions, GameOver, NotYourTurn, Refusal, quote
from erre.core.modules import Modules
from erre.core.options import GameOptions
from erre.core.picture import Picture, Place, places_of
from erre.core.picture_layout import draw
from erre.core.record import NONE, GameState, IntArray, ints
from erre.core.sketch import Sketch, sketch_of, words_for_event
from erre.core.stills import Stills, read_stills
from erre.core.whole import seat_number

__all__ = ["AnyGame", "Event", "Game", "Kernel", "Kernels", "Move", "Outcome", "Played", "Position", "View"]

S = TypeVar("S", bound=GameState)
O = TypeVar("O", bound=GameOptions)
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)
OVER = "over"  # the name of the last phase


class Game(Declaration[O], Generic[S, O, M, E, V]):
    """One game: its pieces, its rules and its texts.

    A game declares the fields below and those of `Declaration`. What it does is in its `modules`; a game without them
    overrides the methods that would look there (see `erre.core.small_game` for a game in one file).
    """

    record_type: type[S]
    move_type: Any
    event_type: Any
    view_type: type[V]
    draft_type: Any = None  # what `judge_draft` returns, if a turn is built step by step
    modules: Modules[S, O, M, E, V]

    # -- setting up

    def start(self, seats: int, options: O, key: bytes) -> S:
        """A state just before its first automatic step."""
        seats = self.check_seats(seats)
        s = self.record_type.new()
        s.seats = seats
        options.put(s)
        chance.put_key(s, key)
        self.kernels.set_up(s)
        return s

    def options_of(self, s: S) -> O:
        """The options a state was set up with."""
        return self.options_type.of(s)

    # -- the three verbs

    def legal(self, s: S, seat: int) -> list[M]:
        """The legal moves of a seat, in the order of their numbers."""
        moves = ints(self.kernels.most_legal)
        count = self.kernels.legal(s, seat, moves)
        return [self.move_of(s, seat, code) for code in sorted(moves[:count].tolist())]

    def move_of(self, s: S, seat: int, code: int) -> M:
        """A move from its number, at a table: some numbers mean a move only there."""
        return self.decode(code)

    def check(self, s: S, seat: int, move: M) -> None:
        """Refuse a move, with the rule and the reason; nothing changes."""
        if self.outcome(s) is not None:
            raise GameOver(f"this game of {self.title} is over")
        seat_number(seat, s.seats)
        turn = self.turn(s)
        if seat not in turn and not self.kernels.legal(s, seat, ints(self.kernels.most_legal)):
            raise self.out_of_turn(s, seat)
        self.check_move(s, seat, move)

    def overtime_move(self, s: S, seat: int) -> M:
        """What is done for a seat whose time is up, where its table profile says BY_RULE."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is done when the time is up")

    def out_of_turn(self, s: S, seat: int) -> Refusal:
        """Why a seat without a legal move may not act; a game overrides it where one of its rules says more."""
        waiting = " and ".join(f"seat {other}" for other in self.turn(s))
        return NotYourTurn(f"it is not seat {seat}'s turn: play waits for {waiting}")

    def check_move(self, s: S, seat: int, move: M) -> None:
        """Refuse a move of a seat whose turn it is."""
        self.modules.moves.check_move(s, seat, move)

    def apply(self, s: S, seat: int, move: M) -> None:
        """Carry out a legal move, up to the next automatic step."""
        self.kernels.apply(s, seat, self.encode(move))

    def act(self, s: S, seat: int, move: M) -> list[E]:
        """Carry out a legal move and all that follows by itself; what happened."""
        before = s.copy()
        self.apply(s, seat, move)
        return [*self.tell(before, s, seat, move), *self.settle(s)]

    def settle(self, s: S) -> list[E]:
        """Let the game go on by itself; what happened."""
        events: list[E] = []
        while self.kernels.is_automatic(s):
            before = s.copy()
            self.kernels.advance(s)
            events += self.tell(before, s, None, None)
        return events

    def turn(self, s: S) -> list[int]:
        """The seats that play waits for."""
        waiting = self.kernels.acting(s)
        return [seat for seat in range(s.seats) if waiting >> seat & 1]

    def imagine(self, view: V, luck: IntArray) -> S:
        """A complete state that fits a view: what the seat cannot see is re-dealt at random."""
        s = self.state_from_view(view)
        self.kernels.imagine(s, self.seat_of(view), luck, ints(self.kernels.scratch))
        return s

    # -- words, numbers and eyes

    def phase(self, s: S) -> str:
        """The name of the phase; "over" after the end."""
        return self.modules.state.PHASE_NAMES[s.phase]

    def encode(self, move: M) -> int:
        """A move as kernels know it."""
        return self.modules.moves.encode(move)

    def decode(self, code: int) -> M:
        """A move from its number."""
        return self.modules.moves.decode(code)

    def parse_move(self, text: str) -> M:
        """A move from its text."""
        return self.modules.moves.parse_move(text)

    def format_move(self, move: M) -> str:
        """The text of a move."""
        return self.modules.moves.format_move(move)

    def tell(self, before: S, after: S, seat: int | None, move: M | None) -> list[E]:
        """What happened between two states one step apart."""
        return self.modules.events.tell(before, after, seat, move)

    def redact(self, event: E, seat: int | None) -> E:
        """The event as a seat may know it; None is a spectator."""
        return self.modules.events.redact(event, seat)

    def view(self, s: S, seat: int | None) -> V:
        """What a seat may see; None is a spectator."""
        return self.modules.views.look(s, seat)

    def shown(self, view: V) -> V:
        """A view as a table shows it to people: without what they have to remember."""
        return msgspec.structs.replace(view, **dict.fromkeys(self.memory_fields)) if self.memory_fields else view

    def seat_of(self, view: V) -> int:
        """The seat of a view; NONE for a spectator's."""
        seat: int | None = cast(Any, view).seat
        return NONE if seat is None else seat

    def state_from_view(self, view: V) -> S:
        """A state that holds what the view shows; everything else is empty."""
        return self.modules.from_view.state_from_view(view)

    def judge_draft(self, view: V, text: str) -> Any:
        """What the rules say about a turn that is being built; only the seat's own view is used."""
        raise BadOptions(f"in {self.title} no turn is built step by step")

    def outcome(self, s: S) -> Outcome | None:
        """How it ended, or None."""
        if self.phase(s) != OVER:
            return None
        winners = [seat for seat in range(s.seats) if self.kernels.is_winner(s, seat)]
        return Outcome(self.scores(s), winners, self.ending(s))

    def ending(self, s: S) -> str:
        """The number and the name of the rule that ended a game, such as "§5.1 the tenth round is scored"."""
        raise NotImplementedError(f"{type(self).__name__} does not say which rule ends a game")

    def write_position(self, s: S) -> dict[str, Any]:
        """The whole truth as JSON."""
        return self.modules.positions.CODEC.write(self, s)

    def read_position(self, given: Mapping[str, Any]) -> S:
        """A state from JSON; impossible positions are refused."""
        return self.modules.positions.CODEC.read(self, given)

    # -- for screens that know nothing of the game

    def sketch(self, view: V) -> Sketch:
        """What a view shows, place by place, as text and pieces."""
        return sketch_of(view, self.most_seats, self.seat_fields)

    def places(self, view: V, hands: Sequence[Sequence[str]]) -> list[Place]:
        """What a picture shows, place by place: what the view knows, and these pieces of each seat."""
        return places_of(self.sketch(view), hands)

    @property
    def stills(self) -> Stills:
        """The drawings of its pieces, where the game brings them (`has_stills`)."""
        return read_stills(self.package) if self.has_stills else Stills()

    def event_words(self, event: E, names: Sequence[str]) -> str:
        """A redacted event as an English sentence; `names` are those of the seats."""
        return words_for_event(event, names)

    # -- for statistics

    def bids(self, events: Sequence[E]) -> list[tuple[list[int | None], list[int]]]:
        """The bids and the results, by seat, of every round that these events score."""
        return []

    # -- for bots and those who watch them

    def held_pieces(self, s: S, seat: int) -> list[str]:
        """The pieces a seat holds, in the game's notation; empty if players hold none."""
        return []

    def pieces(self, position: Mapping[str, Any]) -> Counter[str]:
        """All pieces of a position given as JSON, for the check that none gets lost. Empty: not counted."""
        return Counter()

    def is_plainly_forced(self, s: S, seat: int) -> bool:
        """Whether everybody at the table can see that a seat has one move; it may depend on nothing hidden."""
        return False

    def scores(self, s: S) -> list[int]:
        """The points of each seat so far."""
        return [int(self.kernels.scores(s, seat)) for seat in range(s.seats)]


AnyGame = Game[Any, Any, Any, Any, Any]


def check_game(game: object) -> AnyGame:
    """A game; anything else is refused, its name too."""
    if not isinstance(game, Game):
        raise BadOptions(f"a game is needed here, as erre.game(NAME) returns it, not {quote(game)}")
    return game


def check_options(game: AnyGame, options: object) -> GameOptions:
    """Options of a game; anything else is refused, names and values too."""
    if not isinstance(options, game.options_type):
        needed = f"options of {game.title} are needed, as read_options({{…}}) of the game returns them"
        raise BadOptions(f"{needed}, not {quote(options)}")
    found: GameOptions = options
    return found


@dataclass(frozen=True, slots=True)
class Played:
    """A move's result: where the game stands now, and what happened. It unpacks: `position, events = …`."""

    position: Position
    events: list[Event]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.position, self.events))


class Position:
    """Where a game stands. `play` returns a new position; this one stays as it is.

    Positions of one game are equal if everything about them is, the cards to come included; they can be hashed, copied
    and pickled. Types of views, moves and events belong to each game, so a type checker sees them as `Any` here;
    `erre.new` with the name of one of our games returns a position whose types are known.
    """

    __slots__ = ("_s", "game")

    def __init__(self, game: AnyGame, s: GameState) -> None:
        self.game = game
        self._s = s

    @classmethod
    def new(
        cls,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any] | None = None,
        *,
        key: bytes | None = None,
        seed: int | None = None,
    ) -> Played:
        """The first position and its events; chance from a key, from a seed, or from the operating system."""
        check_game(game)
        if key is not None and seed is not None:
            raise BadOptions("give a key or a seed, not both: each of them alone says how everything is dealt")
        if key is None:
            key = chance.fresh_key() if seed is None else chance.key_from_seed(seed)
        s = game.start(seats, game.read_options(options), chance.check_key(key))
        events = game.settle(s)
        return Played(cls(game, s), events)

    @classmethod
    def from_json(cls, game: AnyGame, given: Mapping[str, Any]) -> Position:
        """A position from its JSON form; BadPosition if it cannot be."""
        return cls(game, game.read_position(given))

    @property
    def truth(self) -> GameState:
        """A copy of the state, for referees and kernels."""
        return self._s.copy()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._s.seats

    @property
    def phase(self) -> str:
        """The name of the present phase, as in the rulebook."""
        return self.game.phase(self._s)

    @property
    def turn(self) -> list[int]:
        """The seats that play waits for; several where all choose at once."""
        return self.game.turn(self._s)

    @property
    def scores(self) -> list[int]:
        """Points so far, by seat."""
        return self.game.scores(self._s)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self._s)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def legal(self, seat: int | None = None) -> list[Any]:
        """The legal moves of a seat; without one, of the seat whose turn it is."""
        if seat is None:
            return self.game.legal(self._s, self.seat_to_act()) if not self.is_over else []
        return self.game.legal(self._s, self._seat(seat))

    def check(self, seat: int, move: Move) -> None:
        """Raise a Refusal if the move is not allowed."""
        self.game.check(self._s, self._seat(seat), move)

    def _seat(self, given: int) -> int:
        """A seat of this position, as a plain number; anything else is refused."""
        return seat_number(given, self._s.seats)

    @overload
    def play(self, move: Move | str, /) -> Played: ...
    @overload
    def play(self, seat: int, move: Move | str) -> Played: ...
    def play(self, *given: Any, **named: Any) -> Played:
        """Check a move, carry it out, and return the new position with what happened.

        `play(move)` is for the seat whose turn it is, `play(seat, move)` for any; a move may be text. Where several
        seats choose at once, the seat must be named.
        """
        seat, wanted = self._read_play(*given, **named)
        move = self.game.parse_move(wanted) if isinstance(wanted, str) else wanted
        if not isinstance(move, Move):
            raise BadNotation(f"a move of {self.game.title} or its text is needed, not {quote(move)}")
        self.game.check(self._s, seat, move)
        return self.carry_out(seat, move)

    def _read_play(self, *given: Any, **named: Any) -> tuple[int, Any]:
        """The seat and the move that `play` was called with."""
        if len(given) == 1 and not named:
            return self.seat_to_act(), given[0]
        seat, move = _seat_and_move(*given, **named)
        return self._seat(seat), move

    def seat_to_act(self) -> int:
        """The one seat that play waits for; refused if there are several or none."""
        turn = self.turn
        if not turn:
            raise GameOver(f"this game of {self.game.title} is over")
        if len(turn) > 1:
            raise BadOptions(f"seats {', '.join(map(str, turn))} all choose now: say which seat is meant")
        return turn[0]

    def carry_out(self, seat: int, move: Move) -> Played:
        """Like `play`, for a move that `check` has allowed at this position; it is not checked again."""
        s = self._s.copy()
        events = self.game.act(s, seat, move)
        return Played(Position(self.game, s), events)

    def view(self, seat: int | None) -> Any:
        """What a seat may see; None is a spectator."""
        return self.game.view(self._s, None if seat is None else self._seat(seat))

    def shown(self, seat: int | None) -> Any:
        """What a seat is shown at a table: its view without what it would have to remember."""
        return self.game.shown(self.view(seat))

    def to_json(self) -> dict[str, Any]:
        """The whole truth as JSON; `from_json` gives an equal position."""
        return self.game.write_position(self._s)

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def __repr__(self) -> str:
        turn = self.turn
        waits = f"seat {turn[0]} to act" if len(turn) == 1 else f"seats {', '.join(map(str, turn))} to act"
        outcome = self.outcome
        winners = ", ".join(f"seat {seat}" for seat in outcome.winners) if outcome else "nobody"
        state = waits if turn else f"won by {winners}"
        where = f"{self.phase}, {self.seats} seats, {self._s.moves_made} moves made"
        return f"<{self.game.title}: {where}, {state}, scores {self.scores}>"

    def picture(self, seat: int | None = None, names: Sequence[str] = ()) -> Picture:
        """What `svg` draws; the pieces are those of the client where the game brings them."""
        if seat is None:
            hands = [self.game.held_pieces(self._s, other) for other in range(self.seats)]
            title, _, about = repr(self).strip("<>").partition(", ")
        else:
            hands, title = [], f"{self.game.title}: {self.phase}"
            about = f"as seat {self._seat(seat)} sees it"
        return Picture(title, about, self.game.places(self.shown(seat), hands), self.turn, list(names))

    def svg(self, *, seat: int | None = None) -> str:
        """A picture for notebooks: what all see and the pieces of every seat, or only what one seat sees."""
        return draw(self.game.stills, self.picture(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.name == other.game.name and self._s.to_bytes() == other._s.to_bytes()

    def __hash__(self) -> int:
        return hash(self._s.to_bytes())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self._s)


def _seat_and_move(seat: int, move: Any) -> tuple[int, Any]:
    """Two arguments by position or by name, as Python reads them."""
    return seat, move
