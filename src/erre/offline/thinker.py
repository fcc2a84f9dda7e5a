"""The second worker of a page, in which bots think, so that the first one answers at once.

Both run Python with the same sources. A piece of work is a function and its values; it travels pickled, as does what
comes of it. `Thinker` is the server's end, `begin` and `think` are the other one.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

Work = Callable[[], Any]
PATIENCE = 6.0  # seconds in which the other worker is waited for: bots take their time anyway


class Thinker:
    """The server's end. Without the other worker, or while it takes too long to start, work is done here.

    `want` asks for the other worker, with the first piece of work.
    """

    def __init__(self, patience: float = PATIENCE, want: Callable[[], None] | None = None) -> None:
        self._patience = patience
        self._want = want
        self._send: Callable[[int, bytes], None] | None = None
        self._is_expected = False
        self._waiting: dict[int, tuple[Work, asyncio.Future[Any]]] = {}  # for the other worker, by number
        self._count = 0

    def start(self, work: Work) -> asyncio.Future[Any]:
        """Begin a piece of work."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        if self._want is not None and not self._is_expected:
            self.expect()
            self._want()
        if self._send is None and not self._is_expected:
            loop.call_soon(work_here, work, answer)  # what was said before goes out first
            return answer
        self._count += 1
        self._waiting[self._count] = (work, answer)
        if self._send is not None:
            self._send(self._count, pickle.dumps(work))
        else:
            loop.call_later(self._patience, self._wait_no_longer, self._count)
        return answer

    def expect(self) -> None:
        """The other worker starts."""
        self._is_expected = True

    def use(self, send: Callable[[int, bytes], None]) -> None:
        """The other worker is ready."""
        self._send = send
        for number, (work, _) in self._waiting.items():
            send(number, pickle.dumps(work))

    def answered(self, number: int, data: bytes) -> None:
        """What came of a piece of work."""
        _, answer = self._waiting.pop(number)
        result, error = pickle.loads(data)
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)

    def lost(self) -> None:
        """The other worker has failed: do here what it was asked to do, and everything from now on."""
        self._send, self._want, self._is_expected = None, None, False
        waiting, self._waiting = self._waiting, {}
        for work, answer in waiting.values():
            work_here(work, answer)

    def _wait_no_longer(self, number: int) -> None:
        """Do a piece of work here for which the other worker did not start in time."""
        if self._send is None and number in self._waiting:
            work_here(*self._waiting.pop(number))


def work_here(work: Work, answer: asyncio.Future[Any]) -> None:
    """Do a piece of work that somebody still waits for."""
    if answer.done():
        return
    try:
        answer.set_result(work())
    except Exception as error:
        answer.set_exception(error)


# -- the other end


def begin(modules: Any) -> None:
    """Put the stand-ins and the engine in place, in Python of a browser; before a game is imported."""
    from erre.offline import http, judging

    judging.begin(modules)
    http.install()


def think(given: Any) -> bytes:
    """Do a piece of work that the other worker sent; `given` is an array of JavaScript."""
    return carry_out(given.to_bytes())


def carry_out(data: bytes) -> bytes:
    """Do a piece of work; the result, or the exception, pickled."""
    result, error = None, None
    try:
        result = pickle.loads(data)()
    except Exception as found:
        error = found
    try:
        return pickle.dumps((result, error))
    except Exception:  # not everything can be pickled; the words of an exception always can
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
