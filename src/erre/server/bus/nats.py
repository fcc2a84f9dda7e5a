"""The bus over NATS: core subjects for messages, JetStream's key-value buckets for shared values."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from typing import Any, TypeVar

from erre.core.errors import BadOptions
from erre.server.bus.contract import Answer, Beaten, BusFailed, Hear, Kept, NoAnswer, Stop, Watcher
from erre.server.logs import log, log_error

try:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.errors import Error, NoRespondersError
    from nats.js import JetStreamContext, api
    from nats.js.errors import BucketNotFoundError, KeyWrongLastSequenceError, NoStreamResponseError, NotFoundError
    from nats.js.kv import KeyValue
except ImportError:
    raise BadOptions("a bus over NATS needs another package: pip install '.[cluster]'") from None

T = TypeVar("T")
CONNECT_WITHIN = 3.0  # seconds
TIMEOUT = 1.0  # seconds for an operation on a bucket
AGAIN = 0.2  # seconds between attempts
STALE = 1  # seconds between two signs of life of the connection; it may owe two of them
MARKER = 600.0  # seconds for which a deleted key is remembered
HEADERS = {"KV-Operation": "PURGE", "Nats-Rollup": "sub"}
LAST = "Nats-Expected-Last-Subject-Sequence"


class NatsBucket:
    """A bucket in JetStream's key-value store."""

    def __init__(self, bus: NatsBus, name: str, seconds: float) -> None:
        self.since = 0
        self._bus, self._name, self._seconds = bus, name, seconds
        self._bucket: KeyValue | None = None
        self._watches: dict[Watcher, asyncio.Task[None]] = {}

    async def make(self) -> None:
        """Create the bucket if needed, and read when it was created."""
        js = self._bus.jetstream
        try:
            self._bucket = await js.key_value(self._name)
        except (BucketNotFoundError, NotFoundError):
            config = api.KeyValueConfig(bucket=self._name, ttl=self._seconds or None, replicas=self._bus.replicas)
            self._bucket = await js.create_key_value(config)
        created: Any = (await js.stream_info(f"KV_{self._name}")).created
        self.since = int(created.timestamp() if isinstance(created, datetime) else read_time(str(created)))

    async def read(self, key: str) -> Kept | None:
        try:
            entry = await self._do(lambda bucket: bucket.get(key))
        except NotFoundError:
            return None
        return Kept(entry.value or b"", entry.revision or 0)

    async def create(self, key: str, value: bytes) -> int:
        return await self._do(lambda bucket: bucket.create(key, value))

    async def update(self, key: str, value: bytes, revision: int) -> int:
        return await self._do(lambda bucket: bucket.update(key, value, last=revision))

    async def delete(self, key: str, revision: int) -> None:
        """Delete with a marker that expires, where nats-py would leave one forever."""

        async def mark(_: KeyValue) -> None:
            headers = {**HEADERS, LAST: str(revision)}
            await self._bus.jetstream.publish(f"$KV.{self._name}.{key}", b"", headers=headers, msg_ttl=MARKER)

        await self._do(mark)

    async def _do(self, work: Callable[[KeyValue], Awaitable[T]]) -> T:
        """Run an operation, and translate its errors into those of the contract."""
        if self._bucket is None or not self._bus.is_up:
            raise BusFailed("the bus is away")
        try:
            return await work(self._bucket)
        except KeyWrongLastSequenceError as error:
            raise Beaten(str(error)) from None
        except NotFoundError:
            raise
        except NoStreamResponseError:
            self._bus.come_back()
            raise BusFailed(f"the bucket {self._name} is gone") from None
        except (Error, TimeoutError, OSError) as error:
            if getattr(error, "err_code", 0) in (10071, 10164):
                raise Beaten(str(error)) from None
            raise BusFailed(f"the bus: {words_of(error)}") from None

    async def watch(self, watcher: Watcher) -> Stop:
        self._begin(watcher)

        def stop() -> None:
            self._watches.pop(watcher).cancel()

        return stop

    def _begin(self, watcher: Watcher) -> None:
        if watcher in self._watches:
            self._watches[watcher].cancel()
        self._watches[watcher] = self._bus.spawn(self._follow(watcher))

    def watch_again(self) -> None:
        """The server may have forgotten our watches: start them again."""
        for watcher in list(self._watches):
            self._begin(watcher)

    async def _follow(self, watcher: Watcher) -> None:
        """Send a watcher all existing keys, then all changes."""
        while True:
            try:
                assert self._bucket is not None
                watching = await self._bucket.watchall()
                break
            except (Error, TimeoutError, OSError):
                await asyncio.sleep(AGAIN)
        watcher.restarted()
        try:
            async for entry in watching:
                if entry is None:
                    watcher.whole()
                    continue
                kept = None if entry.operation else Kept(entry.value or b"", entry.revision or 0)
                watcher.seen(entry.key, kept)
        finally:
            with contextlib.suppress(Error, TimeoutError, OSError):
                await watching.stop()  # type: ignore[no-untyped-call]


class NatsBus:
    """A connection to NATS that reconnects by itself."""

    def __init__(self, url: str, name: str = "erre", replicas: int = 1) -> None:
        self.url, self.replicas = url, replicas
        self.is_up = False
        self._name = name
        self._client = Client()
        self._buckets: dict[str, NatsBucket] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._saying: asyncio.Task[None] | None = None
        self._coming: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.jetstream: JetStreamContext

    async def open(self) -> None:
        try:
            async with asyncio.timeout(CONNECT_WITHIN):  # it would try for ever by itself
                await self._client.connect(
                    self.url.split(","),
                    name=self._name,
                    connect_timeout=2,
                    reconnect_time_wait=AGAIN,  # type: ignore[arg-type]
                    max_reconnect_attempts=-1,
                    ping_interval=STALE,
                    max_outstanding_pings=2,
                    error_cb=self._failed,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._reconnected,
                )
                self.jetstream = self._client.jetstream(timeout=TIMEOUT)
                await self.jetstream.account_info()
        except (Error, TimeoutError, OSError) as error:
            with contextlib.suppress(Error, TimeoutError, OSError):
                await self._client.close()
            self._client = Client()
            raise BusFailed(f"no NATS with JetStream at {without_secret(self.url)}: {words_of(error)}") from None
        self.is_up = True

    async def close(self) -> None:
        self.is_up = False
        if self._saying is not None:
            await self._saying
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Error, TimeoutError, OSError):
            await self._client.flush(1)
        with contextlib.suppress(Error, TimeoutError, OSError):
            await self._client.close()

    # -- the connection

    async def _failed(self, error: Exception) -> None:
        """Ignore errors between two attempts to reconnect: they are known already."""

    async def _disconnected(self) -> None:
        if self.is_up:
            log("the bus is away")
        self.is_up = False

    async def _reconnected(self) -> None:
        self.come_back()

    def come_back(self) -> None:
        """Check the buckets, and watch them again."""
        if self._coming is None or self._coming.done():
            self.is_up = False
            self._coming = self.spawn(self._come_back())

    async def _come_back(self) -> None:
        while True:
            try:
                for bucket in self._buckets.values():
                    await bucket.make()
                break
            except (Error, TimeoutError, OSError):
                await asyncio.sleep(AGAIN)
        self.is_up = True
        for bucket in self._buckets.values():
            bucket.watch_again()
        log("the bus is back")

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a task in the background until the bus is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background that nobody waits for."""
        self.spawn(work).add_done_callback(lambda task: task.cancelled() or task.exception())

    # -- messages

    def say(self, subject: str, data: bytes) -> None:
        self._waiting.append((subject, data))
        if self._saying is None or self._saying.done():
            self._saying = asyncio.get_running_loop().create_task(self._say())

    async def _say(self) -> None:
        while self._waiting:
            subject, data = self._waiting.popleft()
            try:
                await self._client.publish(subject, data)
            except (Error, OSError):  # lost: receivers that count messages will notice
                self._waiting.clear()

    async def hear(self, subject: str, hear: Hear) -> Stop:
        is_over = False

        async def heard(message: Msg) -> None:
            if is_over:
                return
            try:
                hear(message.data)
            except Exception:
                log_error("a message of another worker was not understood", subject=subject)

        end = await self._subscribe(subject, heard)

        def stop() -> None:
            nonlocal is_over
            is_over = True
            end()

        return stop

    async def answer(self, subject: str, answer: Answer) -> Stop:
        async def reply(message: Msg) -> None:
            try:
                await message.respond(await answer(message.data))
            except (Error, OSError):
                pass  # the caller will retry
            except Exception:
                log_error("a question of another worker was not understood", subject=subject)

        async def heard(message: Msg) -> None:
            self.begin(reply(message))

        return await self._subscribe(subject, heard)

    async def _subscribe(self, subject: str, heard: Callable[[Msg], Awaitable[None]]) -> Stop:
        subscription = await self._client.subscribe(subject, cb=heard)
        await self._client.flush(2)  # heard from now on, also by those who connect elsewhere

        async def end() -> None:
            with contextlib.suppress(Error, TimeoutError, OSError):
                await subscription.unsubscribe()

        return lambda: self.begin(end())

    async def ask(self, subject: str, data: bytes, seconds: float = 1.0) -> bytes:
        try:
            return (await self._client.request(subject, data, timeout=seconds)).data
        except NoRespondersError:
            raise NoAnswer(subject) from None
        except (Error, TimeoutError, OSError) as error:
            raise BusFailed(f"no answer on {subject}: {words_of(error)}") from None

    async def bucket(self, name: str, seconds: float = 0.0) -> NatsBucket:
        if name not in self._buckets:
            bucket = NatsBucket(self, name, seconds)
            try:
                await bucket.make()
            except (Error, TimeoutError, OSError) as error:
                raise BusFailed(f"the bus keeps no bucket {name}: {words_of(error)}") from None
            self._buckets[name] = bucket
        return self._buckets[name]


def words_of(error: BaseException) -> str:
    """The message of an error, or its type."""
    return str(error) or type(error).__name__


def without_secret(url: str) -> str:
    """An address as it may be shown."""
    return re.sub(r"//[^/@,]*@", "//", url)


def read_time(text: str) -> float:
    """Seconds since 1970 of a time that NATS writes, with more digits than Python reads."""
    whole, _, rest = text.partition(".")
    return datetime.fromisoformat(whole + ("+00:00" if rest or whole.endswith("Z") is False else "")).timestamp()
