"""What a server stores: the logs of its tables, the records of finished games, people and their ratings.

Every storage has this interface. A call that writes returns when the data is on disk. If several workers share a
storage, a table is owned by the worker that took it last. Appends by any other worker are refused, whatever that worker
believes. A single process takes no tables, and its fence is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec

from erre.core.errors import Refusal
from erre.server.storage.work import Work
from erre.table.entries import Head

T = TypeVar("T")
Bids = list[tuple[list[int | None], list[int]]]


class Taken(Refusal):
    """A number of a table's log is written already: somebody else owns the table."""

    code = "taken"


class Fenced(Taken):
    """Another worker has taken the table: this one may not write to it any more."""


class NameTaken(Refusal):
    """The name belongs to another person."""

    code = "name_taken"


class StorageFailed(Exception):
    """The disk or the database did not take the data: nothing of the call was kept."""


class Away(StorageFailed):
    """The database cannot be reached at the moment, and may come by itself: nothing of the call was kept."""


class OutcomeUnknown(StorageFailed):
    """The database went away in the middle and has not come back: only reading again, later, tells what was kept."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who has been here; known by a token that only their device holds."""

    id: str
    name: str
    is_named: bool = False  # the name is claimed, and their games may be rated
    portrait: str = ""  # chosen from our own set; empty: their initials


class Standing(msgspec.Struct, frozen=True):
    """A rating in one game."""

    game: str
    name: str
    is_bot: bool
    rating: int  # what people see
    mu: float
    sigma: float
    games: int
    is_provisional: bool = False  # few games yet


class Player(msgspec.Struct, frozen=True):
    """Who sat on a chair of a finished game."""

    name: str
    person: str | None = None  # id
    bot: str = ""  # level


class Finished(msgspec.Struct, frozen=True):
    """A game that is over, as it is kept."""

    id: str
    table: str
    game: str
    ended: int  # milliseconds since 1970
    players: list[Player]
    ranks: list[int]  # by seat; 1 is best, equal ranks share
    scores: list[int]
    text: str  # the game file
    rated: bool = False
    access: str = "link"  # of the table: games of open tables are for everybody, others for those who played
    given: bool = False  # it began at a given position, or was played elsewhere: it does not count
    bids: Bids = []  # announced and made, by seat, where the game has bids
    sealed: str = ""  # what still plays the same deal: nobody may read the record until that is over


class RecordLine(msgspec.Struct, frozen=True):
    """A finished game in a list."""

    id: str
    game: str
    ended: int
    names: list[str]
    scores: list[int]
    rank: int | None = None  # of the player whose list it is
    rating: int | None = None  # after it, where it was rated


class Profile(msgspec.Struct, frozen=True):
    """What a player's page shows."""

    name: str
    is_bot: bool
    standings: list[Standing]
    records: list[RecordLine]  # the newest first


class Chaired(msgspec.Struct, frozen=True):
    """A finished game, from one of its chairs; without its text, so that many can be read at once."""

    record: str
    game: str
    ended: int
    seat: int
    rank: int
    rating: int | None  # after it, where it was rated
    score: int
    given: bool  # it began at a given position
    bids: Bids
    is_open: bool  # anybody may read it


class Device(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in."""

    id: str
    name: str  # what it said it was when it came
    seen: int  # milliseconds since 1970, to the day; 0: not known


class Log(msgspec.Struct, frozen=True):
    """The log of a table as it is stored, which is to be checked against its head."""

    lines: list[bytes]
    head: Head


class Store(Protocol):
    """The interface of every storage."""

    async def open(self) -> None:
        """Open the storage; older schema versions are upgraded."""
        ...

    async def close(self) -> None:
        """Write everything to disk and close."""
        ...

    async def run(self, work: Callable[[], Work[T]]) -> T:
        """Carry out a piece of bookkeeping in one transaction; the answer comes when it is on disk."""
        ...

    async def look(self, work: Callable[[], Work[T]]) -> T:
        """The same for bookkeeping that asks few things and writes nothing."""
        ...

    async def read(self, work: Callable[[], Work[T]]) -> T:
        """The same for bookkeeping that reads much and writes nothing."""
        ...

    async def take(self, table: str) -> int:
        """Give a table to its caller: from now on only appends with the returned fence are accepted.

        The storage itself issues the fence, one higher than the one before, so that no two owners ever have the same.
        """
        ...

    async def take_all(self) -> None:
        """Take over every table under the fence 0, for a process that uses the storage alone."""
        ...

    async def append(self, table: str, number: int, *lines: bytes, fence: int = 0) -> None:
        """Add lines to a table's log, counted from a number; Taken if one of them is there, and then none is added.

        Fenced if the table was taken with another fence, or is closed.
        """
        ...

    async def lines(self, table: str) -> list[bytes]:
        """A table's log in order; empty if there is no such table."""
        ...

    async def log(self, table: str) -> Log:
        """A table's log and its head, which every append writes too, as they were at one moment."""
        ...

    async def live_tables(self) -> list[str]:
        """Tables that are neither closed nor asleep, the one touched last first."""
        ...

    async def tables_with(self, person: str) -> list[str]:
        """Tables whose log names a person."""
        ...

    async def rewrite(self, table: str, lines: list[bytes], fence: int = 0) -> None:
        """Replace a table's whole log; nothing of the old lines is left. Fenced like an append."""
        ...

    async def idle_time(self, table: str) -> int:
        """For how many seconds nobody was at a table while a server ran."""
        ...

    async def note_idle(self, idle: dict[str, int]) -> None:
        """Note for how many seconds nobody was at tables."""
        ...

    def is_alive(self) -> bool:
        """Whether the storage's own threads run."""
        ...

    async def beat(self, name: str) -> None:
        """Write something, to show that writing works."""
        ...

    async def close_table(self, table: str, fence: int = 0) -> None:
        """Delete a table and its log; the records of its games stay. Fenced like an append."""
        ...

    async def finish(self, game: Finished) -> list[Standing]:
        """Keep a finished game, once, and rate it where it is rated; the new standings by seat, none if it was kept."""
        ...

    async def record(self, record: str) -> str | None:
        """The text of a record."""
        ...

    async def may_read(self, record: str, person: str) -> bool:
        """Whether somebody may read a record: it is from an open table, or they took part in the game."""
        ...

    async def records(self, person: str = "", limit: int = 50) -> list[RecordLine]:
        """The newest finished games that somebody may read."""
        ...

    async def make_person(self, token_hash: bytes, name: str, device: str = "") -> Person:
        """Create a person, with the description of their device."""
        ...

    async def person(self, token_hash: bytes) -> Person | None:
        """The person that a token belongs to."""
        ...

    async def add_token(self, person: str, token_hash: bytes, name: str = "") -> None:
        """Add another device of a person."""
        ...

    async def devices(self, person: str) -> list[Device]:
        """The devices on which a person is signed in."""
        ...

    async def sign_out(self, person: str, device: str) -> list[bytes]:
        """Forget a device; the hashes of its tokens."""
        ...

    async def seen(self, token_hash: bytes) -> None:
        """Note that a device, and its person, were here today."""
        ...

    async def owner_of(self, name: str) -> str | None:
        """The person who has claimed a name, in any spelling; None if it is free."""
        ...

    async def forget_strangers(self, before: int, seated: frozenset[str] = frozenset()) -> int:
        """Forget people who were last here before that time and have no finished game; how many they were.

        People in `seated` are kept: they have a seat at a table.
        """
        ...

    async def forget_records(self, before: int, of_bots_before: int) -> int:
        """Delete games that ended before a time, and games without a person from before another; how many."""
        ...

    async def data_of(self, person: str) -> dict[str, Any]:
        """Everything that is stored about a person, except for the logs of live tables."""
        ...

    async def rename(self, person: str, name: str) -> Person:
        """Change a name; a claimed one becomes free again."""
        ...

    async def claim(self, person: str) -> Person:
        """Claim the present name; NameTaken if it belongs to somebody else."""
        ...

    async def delete_person(self, person: str) -> None:
        """Delete a person: tokens, name and ratings. Records keep the seat without the name."""
        ...

    async def unfinished_deletions(self) -> list[str]:
        """People who were deleted and whose deletion is not finished: live tables may still name them."""
        ...

    async def finish_deletion(self, person: str) -> None:
        """Note that no table names a deleted person any more."""
        ...

    async def scrub(self) -> None:
        """Remove deleted data from the files of the storage, as far as possible."""
        ...

    async def ratings(self, game: str, limit: int = 100) -> list[Standing]:
        """The best ratings of a game."""
        ...

    async def standing(self, game: str, player: Player) -> Standing | None:
        """The rating of a player in a game; None for those who have none yet."""
        ...

    async def profile(self, name: str, person: str = "") -> Profile | None:
        """The page of a named player or of a bot, with the games that the asking person may read."""
        ...

    async def player(self, name: str) -> Player | None:
        """Who is meant by a name: a named person, or a bot that has played."""
        ...

    async def chaired(self, player: Player, limit: int = 300) -> list[Chaired]:
        """The finished games of a player, the newest first."""
        ...
