"""What a game declares about itself: facts, options, rules as kernels, and the bases of its moves, events and views."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar

import msgspec

from erre.core.entries import INTS, LISTS, SHORTS, Entry, entries, entry
from erre.core.errors import BadOptions, BadRecord, Refusal, quote
from erre.core.explain import explain
from erre.core.options import GameOptions, declared
from erre.core.race_rules import NO_RACE, RaceRules
from erre.core.record import GameState
from erre.core.table_profile import TableProfile
from erre.core.whole import whole


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


O = TypeVar("O", bound=GameOptions)
Kernel = Callable[..., Any]
GLOBAL = "GAME"  # what a module calls its game


@dataclass(frozen=True)
class Kernels:
    """A game's rules as the engines run them: moves are numbers, nothing is checked, nothing allocated."""

    set_up: Kernel  # (s): a state with seats, options and key, up to its first automatic step
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

    def entries(self, record: type[GameState]) -> list[Entry]:
        """The signatures with which Python calls these kernels."""
        return [
            *entries((self.set_up, self.acting, self.is_automatic, self.advance), record),
            *entries((self.scores, self.is_winner), record, int),
            entry(self.legal, record, int, SHORTS),
            entry(self.apply, record, int, int),
            entry(self.imagine, record, int, INTS, SHORTS),
        ]


class Declaration(Generic[O]):
    """The facts of a game, and its options. `Game` adds what can be done with it."""

    name: ClassVar[str]
    title: ClassVar[str]
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]
    rules_version: ClassVar[int]
    former_rules: ClassVar[Mapping[int, Mapping[str, Any]]] = {}  # older versions, each as options of this one
    minutes: ClassVar[int] = 30  # that a game takes at a table of people
    usual_level: ClassVar[str] = "solid"  # the default level of bots
    part_field: ClassVar[str] = ""  # the field of the state that counts the parts of a match, such as its rounds
    analysis_playouts: ClassVar[int] = 100  # for each decision: enough to find a mistake, few enough to wait for
    move_codes: ClassVar[int] = 0  # moves have numbers below this one; 0: the game brings its own encoding for learners
    longest_game: ClassVar[int] = 0  # moves that no game exceeds; 0: not known
    public_fields: ClassVar[tuple[str, ...]] = ()  # history that everybody has seen and a view does not repeat
    memory_fields: ClassVar[tuple[str, ...]] = ()  # of a view: what a player has to remember, and no table shows
    seat_fields: ClassVar[tuple[str, ...]] = ()  # of a view: lists with an entry for each seat, drawn at that seat
    has_bids: ClassVar[bool] = False  # whether players announce what they will make: see `bids`
    race: ClassVar[RaceRules] = NO_RACE  # its races, if seats grab at the same time
    is_race: ClassVar[bool] = False  # True if the instant of a move counts: tables and records then show it
    plays_by_day: ClassVar[bool] = False  # True if it can be played with hours or days for a move
    has_stills: ClassVar[bool] = False  # True where its folder has drawings of its pieces: see `core.stills`
    has_client: ClassVar[bool] = False  # True where the browser client has a screen for the game
    can_duplicate: ClassVar[bool] = (
        False  # True if many tables may play one deal: what differs is then how it is played
    )
    uncovering: ClassVar[tuple[type[Event], ...]] = ()  # events that show what was hidden, such as a card turned up
    random_play_ends: ClassVar[bool] = True  # False if games of random players go on until a guard stops them
    lists_all_moves: ClassVar[bool] = True  # False where moves cannot be listed and `check` is the law
    options_type: type[O]
    kernels: Kernels
    entries: ClassVar[str] = ""  # the module that lists the rules which Python calls (see core.entries)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
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
        except (msgspec.ValidationError, UnicodeEncodeError, AttributeError) as error:
            if isinstance(error.__cause__, Refusal):
                raise error.__cause__ from None
            raise BadOptions(
                f"options of {self.title}: {self._why_not(plain) or explain(error, self.options_type)}"
            ) from None

    def _why_not(self, given: Mapping[str, Any]) -> str:
        """What is wrong with the first option that has an invalid value."""
        for one in declared(self.options_type):
            value = given.get(one.written, one.default)
            if one.choices and not (isinstance(value, str) and value in one.choices):
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

    def check_seats(self, given: object) -> int:
        """A number of seats as Python's own; refused if the game does not allow it."""
        seats = whole(given)
        if seats is None or not self.least_seats <= seats <= self.most_seats:
            shown = quote(given if seats is None else seats)
            raise BadOptions(f"{self.title} is for {self.least_seats} to {self.most_seats} players, not {shown}")
        return seats

    @property
    def option_help(self) -> dict[str, str]:
        """What each option does, by its name in JSON."""
        return {one.written: one.what for one in declared(self.options_type)}

    def table_profile(self, options: O) -> TableProfile:
        """How a live table runs the game under these options."""
        return TableProfile()


def _plain_name(key: str, game: str) -> str:
    """An option's name as JSON has it: `turn_seconds` and `game.turnSeconds` are `turnSeconds`."""
    first, *rest = key.removeprefix(f"{game}.").split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
