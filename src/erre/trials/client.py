"""Clients that behave like browser pages, for tests and `erre soak`: they resend until answered, and keep notes."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec

from erre.server.net.messages import PROTOCOL

Json = dict[str, Any]
RETRY = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)  # seconds between attempts to come back
CONNECT_WITHIN = 8.0  # seconds for a handshake
LOOK_AGAIN = 0.25  # seconds after which a page that waits for something looks again, though it heard nothing
PATIENCE = 2.0  # seconds without an answer, after which a request is sent again


@dataclass
class Notes:
    """What a page has received."""

    moves: dict[int, tuple[int, str, int]] = field(default_factory=dict)  # by n: seat, move, number of its update
    updates: dict[int, Json] = field(default_factory=dict)  # by number
    refusals: list[Json] = field(default_factory=list)
    welcomes: int = 0
    comebacks: int = 0
    resent: int = 0
    gaps: list[str] = field(
        default_factory=list
    )  # updates that were skipped, or that came twice with different contents


class Page:
    """One page at one table, with the cookie of one person."""

    def __init__(
        self, http: aiohttp.ClientSession, base: str, table: str, client: str, *, screen: bool = False
    ) -> None:
        self.http, self.base, self.table = http, base, table
        self.client, self.screen = client, screen
        self.notes = Notes()
        self.n = 0
        self.have: int | None = None
        self.info: Json = {}
        self.mine: list[int] = []
        self.eyes: list[Json] = []
        self.outcome: Json | None = None
        self.pending: Json | None = None
        self.answered = asyncio.Event()
        self.changed = asyncio.Event()
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.raw: list[bytes] | None = None  # everything that came in, where a test wants it
        self.answer: Json = {}
        self.reveal: Json = {}
        self.verdicts: list[Json] = []
        self.chat: list[Json] = []
        self.history: list[Json] = []
        self.pongs = 0
        self.patience = PATIENCE
        self._ended = True
        self._task: asyncio.Task[None] | None = None

    # -- the connection

    def start(self) -> None:
        """Connect, and reconnect whenever the connection is lost; a page that was stopped comes back this way too."""
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._stay())

    async def stop(self) -> None:
        """Close the page, until it is started again."""
        self._ended = True
        if self.socket is not None:
            await self.socket.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def cut(self) -> None:
        """Cut the connection without a closing frame."""
        if self.socket is not None:
            wire = self.socket.get_extra_info("socket")
            with contextlib.suppress(OSError, AttributeError):
                wire.shutdown(socket.SHUT_RDWR)

    async def _stay(self) -> None:
        attempt = 0
        while not self._ended:
            try:
                connecting = self.http.ws_connect(f"{self.base}/ws/{self.table}", max_msg_size=0)
                async with await asyncio.wait_for(connecting, CONNECT_WITHIN) as wire:
                    attempt = 0
                    self.socket = wire
                    heard = self.chat[-1]["at"] if self.chat else 0
                    hello = {"type": "hello", "protocol": PROTOCOL, "client": self.client, "have": self.have}
                    hello["heard"] = heard
                    await wire.send_json({**hello, "screen": self.screen})
                    if self.pending is not None:
                        self.notes.resent += 1
                        await wire.send_json(self.pending)
                    async for message in wire:
                        if message.type is not aiohttp.WSMsgType.TEXT:
                            break
                        if self.raw is not None:
                            self.raw.append(message.data.encode())
                        self._hear(msgspec.json.decode(message.data))
            except (aiohttp.ClientError, OSError, TimeoutError):
                pass
            if self.http.closed:
                return
            self.socket = None
            self.notes.comebacks += 1
            await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
            attempt += 1

    # -- what comes in

    def _hear(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                self.notes.welcomes += 1
                self.info, self.mine, self.eyes = message["table"], message["mine"], message["eyes"]
                self.have, self.outcome = message["number"], message["outcome"]
                self.chat, self.history = message["chat"], message["history"]
            case "chat" if message not in self.chat:
                self.chat.append(message)
            case "update":
                self._update(message)
            case "table":
                self.info, self.mine = message["table"], message["mine"]
            case "reveal":
                self.reveal = message
            case "faces":
                self.eyes = message["eyes"]
            case "verdict":
                self.verdicts.append(message)
            case "ok" | "refused":
                self._answer(message)
            case "pong":
                self.pongs += 1
            case _:
                pass
        self.changed.set()

    def _update(self, message: Json) -> None:
        number = message["number"]
        if self.have is not None and number != self.have + 1:
            self.notes.gaps.append(f"update {number} came after {self.have}")
        self.have, self.eyes, self.outcome = number, message["eyes"], message["outcome"]
        self.notes.updates[number] = message

    def _answer(self, message: Json) -> None:
        asked = self.pending
        if message["type"] == "refused":
            self.notes.refusals.append(message)
        if asked is None or message["n"] != asked["n"]:
            return
        if message["type"] == "ok" and asked["type"] in ("move", "grab"):
            move = asked["move"] if asked["type"] == "move" else f"grab {asked['rune']}"
            self.notes.moves[asked["n"]] = (asked["seat"], move, message["number"])
        self.pending, self.answer = None, message
        self.answered.set()

    # -- what goes out

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a request until it is answered, over new sockets if need be."""
        self.pending = {"type": kind, "n": self.n, **fields}
        self.n += 1
        self.answered.clear()
        await self._send()
        while True:
            try:
                async with asyncio.timeout(self.patience):
                    await self.answered.wait()
                return self.answer
            except TimeoutError:
                self.notes.resent += 1
                await self._send()

    async def _send(self) -> None:
        if self.socket is not None and self.pending is not None:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await self.socket.send_json(self.pending)

    async def move(self, seat: int, move: str) -> Json:
        """A move of a seat."""
        return await self.ask("move", seat=seat, move=move, seen=self.have)

    async def until(self, wanted: Callable[[], object], seconds: float = 120.0) -> None:
        """Wait until a condition holds, of this page or of anything else: what others hear does not wake this page."""
        async with asyncio.timeout(seconds):
            while not wanted():
                self.changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN):
                        await self.changed.wait()

    def due(self) -> tuple[int, list[str]] | None:
        """A seat of this page that play waits for, and its moves."""
        for look in self.eyes:
            if look["seat"] in look["view"]["turn"] and look["legal"]:
                return look["seat"], look["legal"]
        return None

    async def play(self, chance: random.Random, pause: float = 0.0) -> None:
        """Play anything legal until the game is over."""
        while self.outcome is None:
            found = self.due()
            if found is None:
                self.changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await self.changed.wait()
                continue
            seat, legal = found
            await self.act(seat, chance.choice(legal), chance)
            if pause:
                await asyncio.sleep(pause)

    async def act(self, seat: int, move: str, chance: random.Random) -> Json:
        """Make a move (by a grab in a race), and wait for its update."""
        before = self.have
        word, _, rune = move.partition(" ")
        if word == "grab":
            return await self.grab(seat, rune, chance.uniform(0.2, 0.5))
        given = await self.move(seat, move)
        if given["type"] == "ok":
            with contextlib.suppress(TimeoutError):
                await self.until(lambda: self.have != before, 2.0)
        return given

    async def grab(self, seat: int, rune: str, reaction: float) -> Json:
        """Press a piece a number of seconds after it was shown, or at once if that time has passed."""
        with contextlib.suppress(TimeoutError):
            await self.until(lambda: self.reveal, 2.0)
        if not self.reveal:
            return {}
        shown = self.reveal["show_at"] / 1000
        await asyncio.sleep(max(0.0, shown + reaction - time.time()))
        reacted = (time.time() - shown) * 1000
        return await self.ask("grab", seat=seat, reveal=self.reveal["reveal"], rune=rune, reaction=reacted)


async def known_person(base: str, name: str) -> aiohttp.ClientSession:
    """A browser with a cookie and a name."""
    http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(http.close)  # unless all goes well
        async with http.get(f"{base}/api/me") as answer:
            answer.raise_for_status()
        async with http.put(f"{base}/api/me", json={"name": name}) as answer:
            answer.raise_for_status()
        stack.pop_all()
    return http


async def open_table(http: aiohttp.ClientSession, base: str, **wish: Any) -> str:
    """Open a table, and return its id."""
    async with http.post(f"{base}/api/tables", json=wish) as answer:
        answer.raise_for_status()
        return str((await answer.json())["id"])
