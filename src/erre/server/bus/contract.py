"""The interface of the bus: messages and shared keys of workers, in process or over NATS.

Messages from one worker reach those who are subscribed at that moment, in the order in which they were sent. A lost
message is not repeated. Shared values are stored under a key, and only a caller that knows the current revision can
change them.
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
    """The bus did not answer in time, so it is unknown whether it received the message."""


class NoAnswer(BusFailed):
    """No worker listens to that subject."""


class Beaten(Exception):
    """Another worker was faster: the key has another revision."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept under a key."""

    value: bytes
    revision: int  # higher than all before it in the bucket


class Watcher(Protocol):
    """Follows the changes of a bucket."""

    def restarted(self) -> None:
        """Everything seen before is void: all keys are sent again."""
        ...

    def seen(self, key: str, kept: Kept | None) -> None:
        """What is kept under a key; None if it was deleted. Keys that expire are not reported."""
        ...

    def whole(self) -> None:
        """All keys that existed when the watch began have been seen."""
        ...


class Bucket(Protocol):
    """Keys and values, shared by all workers."""

    @property
    def since(self) -> int:
        """When the bucket was created, in seconds since 1970; one that is created again restarts its revisions."""
        ...

    async def read(self, key: str) -> Kept | None:
        """What is kept under a key now."""
        ...

    async def create(self, key: str, value: bytes) -> int:
        """Create a key, and return its revision; Beaten if it exists."""
        ...

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Change a key if it still has this revision; otherwise Beaten."""
        ...

    async def delete(self, key: str, revision: int) -> None:
        """Delete a key if it still has this revision; otherwise Beaten."""
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
        """Connect; BusFailed says why if that is impossible."""
        ...

    async def close(self) -> None:
        """Send what is queued, and disconnect."""
        ...

    def say(self, subject: str, data: bytes) -> None:
        """Publish a message on a subject, without waiting."""
        ...

    async def hear(self, subject: str, hear: Hear) -> Stop:
        """Subscribe to a subject; messages arrive in order until the subscription is stopped."""
        ...

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """Answer requests on a subject, several at a time, until it is stopped."""
        ...

    async def ask(self, subject: str, data: bytes, seconds: float = 1.0) -> bytes:
        """The answer to a question; NoAnswer at once if nobody hears it, BusFailed if none comes in time."""
        ...

    async def bucket(self, name: str, seconds: float = 0.0) -> Bucket:
        """The bucket with this name, created if needed; its keys expire after `seconds` (0: never)."""
        ...
