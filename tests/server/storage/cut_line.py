"""A connection to a server that can be cut in the middle of an answer, as networks do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator


class CutLine:
    """DeviceTransfer bytes on in both directions until it is told to stop."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_deaf = False  # questions go on, answers are lost
        self.is_closed = False  # nobody gets through
        self.tried = 0  # how often somebody connected
        self.asked = asyncio.Event()  # something was asked while answers are lost
        self._ends: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def start(self) -> int:
        """Listen; the port."""
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """All lines break."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.tried += 1
        if self.is_closed:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._ends += [writer, far_writer]
        for pair, is_answer in (((reader, far_writer), False), ((far_reader, writer), True)):
            task = asyncio.create_task(self._pass(*pair, is_answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.is_deaf and is_answer:
                    self.asked.set()
                    continue
                writer.write(data)
        with contextlib.suppress(OSError):
            writer.close()

    async def stop(self) -> None:
        """Let go."""
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.server is not None:
            self.server.close()


@contextlib.asynccontextmanager
async def cut_line(url: str, port: int) -> AsyncIterator[tuple[CutLine, str]]:
    """A line to a server's port, and the address that goes over it."""
    line = CutLine(port)
    new_port = await line.start()
    try:
        yield line, url.replace(f":{port}/", f":{new_port}/")
    finally:
        await line.stop()
