"""Requests to other workers. Each kind of request is registered with the function that answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from erre.server.bus.contract import NoAnswer

T = TypeVar("T")
Handler = Callable[..., Awaitable[Any]]


class Peers(Protocol):
    """The other workers; `NoPeers` where there are none."""

    @property
    def me(self) -> str:
        """The name of this worker."""
        ...

    def answer_with(self, what: str, handler: Handler) -> None:
        """Answer a question of other workers."""
        ...

    async def ask(self, worker: str, kind: type[T], what: str, *values: Any) -> T:
        """Ask one worker; what it refuses is refused here."""
        ...

    async def ask_all(self, kind: type[T], what: str, *values: Any) -> list[T]:
        """Ask all other workers; one that does not answer is left out."""
        ...

    def owner(self, table: str) -> str:
        """The worker that has a table; this one where nobody does."""
        ...

    def choose(self, key: str) -> str:
        """The worker that should do something: the same answer in every worker."""
        ...


class NoPeers:
    """The peers of a single process: there are none, so it does everything itself."""

    me = ""

    def answer_with(self, what: str, handler: Handler) -> None: ...

    async def ask(self, worker: str, kind: type[T], what: str, *values: Any) -> T:
        raise NoAnswer(worker)

    async def ask_all(self, kind: type[T], what: str, *values: Any) -> list[T]:
        return []

    def owner(self, table: str) -> str:
        return self.me

    def choose(self, key: str) -> str:
        return self.me
