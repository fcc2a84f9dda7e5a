"""The steps of an evening's host, one at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from erre.clubs import steps
from erre.clubs.evening import Evening
from erre.clubs.refusals import BadEvening, NotThisStage
from erre.games import game as find_game
from erre.server.clubs.club_types import (
    Add,
    AnyStep,
    Begin,
    End,
    Extend,
    Finish,
    HandOn,
    Out,
    Plan,
    Score,
    SetSeason,
    SetTimer,
    Swap,
    Undo,
)
from erre.server.clubs.evening_book import Change, EveningBook, by_host_only
from erre.server.clubs.evening_view import club_of
from erre.server.clubs.rounds import Rounds, notice_of
from erre.server.storage import clubs
from erre.table.clean_text import clean_name

MOST_KEPT = 500  # locks


class HostSteps:
    """Carries out what a host wants; who asks has been checked."""

    def __init__(self, book: EveningBook, rounds: Rounds) -> None:
        self.book, self.rounds = book, rounds
        self._locks: OrderedDict[str, asyncio.Lock] = OrderedDict()

    async def carry_out(self, evening: Evening, wish: AnyStep, host: str) -> None:
        """A step of the host; another one of this evening waits until it is done."""
        async with self._lock(evening.id):
            match wish:
                case Begin():
                    await self.rounds.begin(evening.id, host)
                case Finish(table=table):
                    await self.rounds.finish(evening, table)
                case Undo():
                    for left in await self.book.undo(evening.id):
                        await self.rounds.release(left)
                case End():
                    await self._end(evening.id, host)
                case _:
                    change = by_host_only(host, doing(wish, self.book.now()))
                    await self.book.change(evening.id, journal_of(wish), change, not isinstance(wish, SetSeason))

    async def _end(self, evening: str, host: str) -> None:
        """The evening is over: nobody is called any more, and deals may be compared."""
        stored = await self.book.change(evening, "end", by_host_only(host, steps.end), True)
        for member in stored.evening.members:
            if member.person:
                self.rounds.notices.settle_soon(member.person, notice_of(evening))
        if stored.evening.setup.duplicate:
            await self.book.store.run(lambda: clubs.unseal(club_of(evening)))

    def _lock(self, evening: str) -> asyncio.Lock:
        """One step of an evening at a time, at this worker."""
        lock = self._locks.setdefault(evening, asyncio.Lock())
        self._locks.move_to_end(evening)
        for name in list(self._locks)[:-MOST_KEPT]:
            if not self._locks[name].locked():
                del self._locks[name]
        return lock


def doing(wish: AnyStep, now: int) -> Change:
    """What a plain step changes."""

    def change(found: Evening) -> None:
        match wish:
            case Plan():
                steps.plan_round(found, find_game(found.setup.game).least_seats)
            case Swap(one=one, other=other):
                steps.swap(found, one, other)
            case Extend(minutes=minutes):
                steps.extend(found, minutes, now)
            case SetTimer(minutes=minutes, time_up=time_up):
                steps.set_timer(found, minutes, time_up)
            case Score(round=round_no, table=table, scores=scores):
                steps.enter_scores(found, round_no, table, scores, "host")
            case Add(name=name):
                if not found.setup.paper:
                    raise NotThisStage("own_device")
                steps.join(found, "", clean_name(name))
            case Out(number=number, is_out=is_out):
                steps.set_out(found, number, is_out)
            case HandOn(number=number):
                found.host = device_owner(found, number)
            case SetSeason(season=season):
                found.season = season
            case Begin() | Finish() | Undo() | End():
                raise AssertionError("these steps do more than change the evening")

    return change


def device_owner(evening: Evening, number: int) -> str:
    """The person that a player is; refused where somebody has no device of their own."""
    person = evening.member(number).person
    if not person:
        raise BadEvening("no_device")
    return person


def journal_of(wish: AnyStep) -> str:
    """A step as a line of the journal: its name and its numbers, never a name."""
    plain = msgspec.to_builtins(wish)
    values = [str(value).replace(" ", "") for key, value in plain.items() if key not in ("step", "name", "season")]
    return " ".join([plain["step"], *values])
