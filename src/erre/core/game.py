"""The contract: what every game provides, so that tables, bots, tests and the lab need not know which game it is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar, cast

import msgspec

from erre.core import chance
from erre.core.entries import INTS, LISTS, SHORTS, Entry, entries, entry
from erre.core.errors import BadOptions, BadRecord, GameOver, NotYourTurn, Refusal, quote
from erre.core.explain import explain
from erre.core.modules import Modules
from erre.core.options import GameOptions, declared
from erre.core.puzzle_rules import NO_PUZZLES, PuzzleRules
from erre.core.race_rules import NO_RACE, RaceRules
from erre.core.record import NONE, GameRecord, IntArray, ints
from erre.core.sketch import Sketch, sketch_of, words_for_event
from erre.core.table_profile import TableProfile


class Move(msgspec.Struct, frozen=True, tag=True):
    """A request of a seat."""


class Event(msgspec.Struct, frozen=True, tag=True):
    """A fact, as a seat or the referee may know it."""


class View(msgspec.Struct, frozen=True, tag=True):
    """What one seat, or a spectator, may see."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    ending: str  # the number of the rule that ended it, and its words


S = TypeVar("S", bound=GameRecord)
O = TypeVar("O", bound=GameOptions)
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=View)
Kernel = Callable[..., Any]
GLOBAL = "GAME"  # what a module calls its game
OVER = "over"  # the name of the last phase


@dataclass(frozen=True)
class Kernels:
    """A game's rules as the engines run them: moves are numbers, nothing is checked, nothing allocated."""

    set_up: Kernel  # (s): a record with seats, options and key, up to its first automatic step
    acting: Kernel  # (s): the seats that play waits for, as bits
    legal: Kernel  # (s, seat, moves): writes the legal moves, says how many
    apply: Kernel  # (s, seat, move)
    is_automatic: Kernel  # (s): whether the game goes on by itself
    advance: Kernel  # (s): one automatic step
    scores: Kernel  # (s, seat): points so far
    is_winner: Kernel  # (s, seat), once it is over
    imagine: (
        Kernel  # (s, seat, luck, scratch): re-deal what the seat cannot see, consistent with everything it has seen
    )
    most_legal: int  # room that `legal` needs
    scratch: int  # room that `imagine` needs

    def rules(self) -> dict[str, Kernel]:
        """The names that the templates of `arena` leave open."""
        names = ("set_up", "acting", "legal", "apply", "is_automatic", "advance")
        return {name: getattr(self, name) for name in names}

    def entries(self, record: type[GameRecord]) -> list[Entry]:
        """The signatures with which Python calls these kernels."""
        return [
            *entries((self.set_up, self.acting, self.is_automatic, self.advance), record),
            *entries((self.scores, self.is_winner), record, int),
            entry(self.legal, record, int, SHORTS),
            entry(self.apply, record, int, int),
            entry(self.imagine, record, int, INTS, SHORTS),
        ]


class Game(Generic[S, O, M, E, V]):
    """One game: its pieces, its rules and its texts.

    A game declares the fields below. What it does is in its `modules`; a game without them overrides the methods that
    would look there (see `erre.core.small_game` for a game in one file).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]
    rules_version: ClassVar[int]
    former_rules: ClassVar[Mapping[int, Mapping[str, Any]]] = {}  # older versions, each as options of this one
    minutes: ClassVar[int] = 30  # that a game takes at a table of people
    usual_level: ClassVar[str] = "solid"  # the default level of bots
    part_field: ClassVar[str] = ""  # the field of the record that counts the parts of a match, such as its rounds
    analysis_playouts: ClassVar[int] = 100  # for each decision: enough to find a mistake, few enough to wait for
    move_codes: ClassVar[int] = 0  # moves have numbers below this one; 0: the game brings its own encoding for learners
    longest_game: ClassVar[int] = 0  # moves that no game exceeds; 0: not known
    public_fields: ClassVar[tuple[str, ...]] = ()  # history that everybody has seen and a view does not repeat
    memory_fields: ClassVar[tuple[str, ...]] = ()  # of a view: what a player has to remember, and no table shows
    puzzles: ClassVar[PuzzleRules] = NO_PUZZLES
    has_bids: ClassVar[bool] = False  # whether players announce what they will make: see `bids`
    race: ClassVar[RaceRules] = NO_RACE  # its races, if seats grab at the same time
    is_race: ClassVar[bool] = False  # True if the instant of a move counts: tables and records then show it
    has_client: ClassVar[bool] = False  # True where the browser client has a screen for the game
    uncovering: ClassVar[tuple[type[Event], ...]] = ()  # events that show what was hidden, such as a card turned up
    random_play_ends: ClassVar[bool] = True  # False if games of random players go on until a guard stops them
    lists_all_moves: ClassVar[bool] = True  # False where moves cannot be listed and `check` is the law
    options_type: type[O]
    record_type: type[S]
    move_type: Any
    event_type: Any
    view_type: type[V]
    draft_type: Any = None  # what `judge_draft` returns, if a turn is built step by step
    kernels: Kernels
    modules: Modules[S, O, M, E, V]
    entries: ClassVar[str] = ""  # the module that lists the rules which Python calls (see core.entries)

    def __init_subclass__(cls) -> None:
        if "entries" in vars(cls):
            LISTS[sys.modules[cls.__module__].__package__ or cls.__module__] = cls.entries
            LISTS[cls.entries.rpartition(".")[0]] = cls.entries

    def __repr__(self) -> str:
        return f"<{self.title}: {self.least_seats} to {self.most_seats} seats, rules version {self.rules_version}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickle and copy the game of a module by its name, so that there is one of it in a process."""
        if getattr(sys.modules.get(type(self).__module__), GLOBAL, None) is self:
            return GLOBAL
        return super().__reduce_ex__(protocol)

    @property
    def package(self) -> str:
        """The package that the game lives in."""
        return sys.modules[type(self).__module__].__package__ or type(self).__module__

    @property
    def files(self) -> Traversable:
        """The folder of that package, with RULES.md and whatever else the game brings."""
        return files(self.package)

    # -- setting up

    def read_options(self, given: Mapping[str, Any] | None) -> O:
        """Options from names and values; unknown names and contradictions are refused."""
        pairs: Any = {} if given is None else given
        if not isinstance(pairs, Mapping) or not all(isinstance(key, str) for key in pairs):
            raise BadOptions(f"options of {self.title}: names and values are expected, not {quote(given)}")
        plain: dict[str, Any] = {}
        for key, value in pairs.items():
            name = _plain_name(key, self.name)
            if name in plain:
                raise BadOptions(f"options of {self.title}: {quote(name)} is given twice, in two spellings")
            plain[name] = value
        known = [one.written for one in declared(self.options_type)]
        for name in plain:
            if name not in known:
                raise BadOptions(f"{self.title} has no option {quote(name)}; it has {', '.join(known)}")
        try:
            return msgspec.convert(plain, self.options_type)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            if isinstance(error.__cause__, Refusal):
                raise error.__cause__ from None
            raise BadOptions(
                f"options of {self.title}: {self._why_not(plain) or explain(error, self.options_type)}"
            ) from None

    def _why_not(self, given: Mapping[str, Any]) -> str:
        """What is wrong with the first option that has an invalid value."""
        for one in declared(self.options_type):
            value = given.get(one.written, one.default)
            if one.choices and value not in one.choices:
                return f"{one.written} is one of {', '.join(one.choices)}, not {quote(value)}"
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if is_number and one.least is not None and one.most is not None and not one.least <= value <= one.most:
                return f"{one.written} is from {one.least} to {one.most}, not {quote(value)}"
        return ""

    def options_under(self, version: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Options of a game that was begun under another version of the rules, as this version reads them."""
        if version == self.rules_version:
            return given
        if version in self.former_rules:
            return {**given, **self.former_rules[version]}
        here = f"here is version {self.rules_version}"
        raise BadRecord(f"it was played by rules version {version} of {self.title}, {here}")

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the game does not allow."""
        if type(seats) is not int or not self.least_seats <= seats <= self.most_seats:
            raise BadOptions(f"{self.title} is for {self.least_seats} to {self.most_seats} players, not {quote(seats)}")

    def start(self, seats: int, options: O, key: bytes) -> S:
        """A record just before its first automatic step."""
        self.check_seats(seats)
        s = self.record_type.new()
        s.seats = seats
        options.put(s)
        chance.put_key(s, key)
        self.kernels.set_up(s)
        return s

    def options_of(self, s: S) -> O:
        """The options a record was set up with."""
        return self.options_type.of(s)

    @property
    def option_help(self) -> dict[str, str]:
        """What each option does, by its name in JSON."""
        return {one.written: one.what for one in declared(self.options_type)}

    def table_profile(self, options: O) -> TableProfile:
        """How a live table runs the game under these options."""
        return TableProfile()

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
        if not 0 <= seat < s.seats:
            raise BadOptions(f"there is no seat {seat}: the seats are 0 to {s.seats - 1}")
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
        """What happened between two records one step apart."""
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
        """A record that holds what the view shows; everything else is empty."""
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
        """A record from JSON; impossible positions are refused."""
        return self.modules.positions.CODEC.read(self, given)

    # -- for screens that know nothing of the game

    def sketch(self, view: V) -> Sketch:
        """What a view shows, place by place, as text and pieces."""
        return sketch_of(view, self.most_seats)

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


def _plain_name(key: str, game: str) -> str:
    """An option's name as JSON has it: `turn_seconds` and `game.turnSeconds` are `turnSeconds`."""
    first, *rest = key.removeprefix(f"{game}.").split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
