"""Continuing on another device with a one-time code, at any worker."""

from __future__ import annotations

import asyncio

import pytest

from erre.server.bus.contract import Bus, Kept
from erre.server.bus.memory import MemoryBus
from erre.server.net.device_transfer import BUCKET, GOOD_FOR, DeviceTransfer, PassGone
from tests.server.bus.test_bus import KINDS, with_buses
from tests.server.running import run

TOKEN = "a-token-of-forty-three-letters-or-some-more"


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_is_good_once_and_at_every_worker(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        word = await DeviceTransfer(one).give(TOKEN)
        found = await asyncio.gather(*(DeviceTransfer(bus).take(word) for bus in (one, other)), return_exceptions=True)
        assert sorted(str(type(each).__name__) for each in found) == ["PassGone", "str"]
        assert TOKEN in found

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_word_ends_the_one_before(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        here, there = DeviceTransfer(one), DeviceTransfer(other)
        first, ben, second = await here.give(TOKEN), await there.give("ben"), await there.give(TOKEN)
        with pytest.raises(PassGone):
            await here.take(first)
        assert [await here.take(second), await here.take(ben)] == [TOKEN, "ben"]

    with_buses(kind, test)


def test_a_word_grows_old() -> None:
    now = 0.0

    async def test() -> None:
        nonlocal now
        passes = DeviceTransfer(MemoryBus(lambda: now))
        word = await passes.give(TOKEN)
        now = GOOD_FOR
        with pytest.raises(PassGone):
            await passes.take(word)

    run(test)


class Everything:
    """Takes down all that a bucket holds."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.is_whole = asyncio.Event()

    def restarted(self) -> None:
        self.kept.clear()

    def seen(self, key: str, kept: Kept | None) -> None:
        if kept is not None:
            self.kept[key] = kept.value

    def whole(self) -> None:
        self.is_whole.set()


def test_what_is_kept_is_of_no_use_without_the_word() -> None:
    async def test() -> None:
        bus, everything = MemoryBus(), Everything()
        word = await DeviceTransfer(bus).give(TOKEN)
        await (await bus.bucket(BUCKET, GOOD_FOR)).watch(everything)
        await everything.is_whole.wait()
        assert everything.kept
        for key, value in everything.kept.items():
            assert word not in key
            assert word.encode() not in value
            assert TOKEN.encode() not in value

    run(test)


@pytest.mark.parametrize("word", ["", "x", "a" * 5000, "\ud800", "a.b*>"])
def test_what_was_never_given_brings_nobody(word: str) -> None:
    async def test() -> None:
        with pytest.raises(PassGone):
            await DeviceTransfer(MemoryBus()).take(word)

    run(test)
