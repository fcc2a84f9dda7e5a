"""The bus: messages and shared keys of workers, in process or over NATS.

Messages are heard in the order in which one worker said them, by those who listen at that moment; one that is lost is
lost. What is kept is kept under a key, and changes only for those who know its present revision.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

MOST_BYTES = 900_000  # of one message; NATS takes a million unless configured otherwise

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]
Stop = Callable[[], None]


class BusFailed(Exception):
    """The bus did not answer in time: nobody knows whether it heard."""


class NoAnswer(BusFailed):
    """No worker listens to that subject."""


class Beaten(Exception):
    """Somebody else was quicker: the key is not what it was thought to be."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept under a key."""

    value: bytes
    revision: int  # higher than all before it in the bucket


class Watcher(Protocol):
    """Somebody who follows a bucket."""

    def restarted(self) -> None:
        """What was seen before counts no longer: everything comes again."""
        ...

    def seen(self, key: str, kept: Kept | None) -> None:
        """What is kept under a key; None if it was deleted. A key that grew too old goes without a word."""
        ...

    def whole(self) -> None:
        """All that was kept when the watch began has been seen."""
        ...


class Bucket(Protocol):
    """Keys and what is kept under them, the same for all workers."""

    @property
    def since(self) -> int:
        """When the bucket was made, in seconds since 1970: one that was lost and made again counts from 1 again."""
        ...

    async def read(self, key: str) -> Kept | None:
        """What is kept under a key now."""
        ...

    async def create(self, key: str, value: bytes) -> int:
        """Keep something under a key that is free, and return its revision; Beaten if it is not free."""
        ...

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Keep something else, if the revision is still the one that is known; else Beaten."""
        ...

    async def delete(self, key: str, revision: int) -> None:
        """Keep nothing any more, if the revision is still the one that is known; else Beaten."""
        ...

    async def watch(self, watcher: Watcher) -> Stop:
        """Follow all keys, until it is stopped."""
        ...


class Bus(Protocol):
    """Messages and shared keys between workers."""

    @property
    def is_up(self) -> bool:
        """Whether the bus is there at the moment."""
        ...

    async def open(self) -> None:
        """Connect; BusFailed in words if nobody is there."""
        ...

    async def close(self) -> None:
        """Say what still waits, and let go."""
        ...

    def say(self, subject: str, data: bytes) -> None:
        """Say something to all who hear a subject, without waiting."""
        ...

    async def hear(self, subject: str, hear: Hear) -> Stop:
        """Hear all that is said on a subject, in order; nothing more from the moment it is stopped."""
        ...

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """Answer what is asked on a subject, many at a time, until it is stopped."""
        ...

    async def ask(self, subject: str, data: bytes, seconds: float = 1.0) -> bytes:
        """The answer to a question; NoAnswer at once if nobody hears it, BusFailed if none comes in time."""
        ...

    async def bucket(self, name: str, seconds: float = 0.0) -> Bucket:
        """The bucket with this name, created if needed; its keys expire after `seconds` (0: never)."""
        ...
