"""Leases and fences, in process and with a real NATS: a table has one owner; a worker that sleeps too long has none."""

from __future__ import annotations

import asyncio

import pytest

from erre.server.bus.contract import Bus
from erre.server.cluster.leases import WORKERS, Elsewhere, Leases, NoLease, weight
from tests.server.bus.test_bus import KINDS, until, with_buses

LEASE, SHORT, RENEW = 60.0, 4.0, 0.3  # a lease outlasts any pause of a busy machine, unless its end is what is tested
NEVER = 1e6  # a worker that is paused renews nothing


class Notes:
    """A listener that takes notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.rival: Leases | None = None
        self.was_early = False  # tables of the rival were offered while its lease was good

    def lost(self) -> None:
        self.notes.append("lost")

    def gained(self) -> None:
        self.notes.append("gained")

    def moved(self, table: str) -> None:
        self.notes.append(f"moved {table}")

    def orphaned(self, tables: list[str]) -> None:
        self.was_early |= self.rival is not None and self.rival.is_good
        self.notes.extend(f"orphan {table}" for table in sorted(tables))


def worker(bus: Bus, name: str, renew: float = RENEW, lease: float = LEASE) -> tuple[Leases, Notes]:
    """A worker on a bus."""
    notes = Notes()
    return Leases(bus, name, notes, lease, renew), notes


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_has_one_owner(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        (ana, _), (bo, notes) = worker(one, "ana"), worker(other, "bo")
        await ana.start()
        await bo.start()
        await until(lambda: "bo" in ana.heard and "ana" in bo.heard)
        await ana.claim("t1")
        with pytest.raises(Elsewhere) as caught:
            await bo.claim("t1")
        assert caught.value.worker == "ana"
        await ana.claim("t1")  # again
        await until(lambda: bo.owner("t1") == "ana")
        await ana.claim("t2")
        await ana.leave()
        await ana.give_back("t2")
        await until(lambda: "orphan t2" in notes.notes)
        await bo.claim("t2")
        await bo.drop("t2")
        await until(lambda: "t2" not in ana.owners)
        await ana.stop()
        await until(lambda: "ana" not in bo.heard)
        assert "orphan t1" in notes.notes
        await bo.stop()

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_two_who_claim_at_once_are_not_both_owners(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        (ana, _), (bo, _) = worker(one, "ana"), worker(other, "bo")
        await ana.start()
        await bo.start()
        await until(lambda: "bo" in ana.heard and "ana" in bo.heard)
        for number in range(10):
            found = await asyncio.gather(*(w.claim(f"t{number}") for w in (ana, bo)), return_exceptions=True)
            assert sorted(type(one).__name__ for one in found) == ["Elsewhere", "NoneType"]
        await ana.stop()
        await bo.stop()

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_paused_worker_loses_its_tables_and_learns_so_when_it_wakes(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        (ana, ana_notes), (bo, notes) = worker(one, "ana", NEVER, SHORT), worker(other, "bo", RENEW, SHORT)
        notes.rival = ana
        await ana.start()
        await bo.start()
        await until(lambda: "bo" in ana.heard and "ana" in bo.heard)
        await ana.claim("t1")
        await until(lambda: "orphan t1" in notes.notes)
        assert not notes.was_early  # as long as the lease is good nobody else takes over
        with pytest.raises(NoLease):
            await ana.claim("t9")
        await bo.claim("t1")
        assert bo.takeovers == 1
        await ana.renew_now()  # it wakes up: the lease is gone
        assert "lost" in ana_notes.notes
        await until(lambda: "moved t1" in ana_notes.notes)
        await ana.renew_now()
        assert ana.is_good
        assert ana_notes.notes.count("gained") == 2
        with pytest.raises(Elsewhere):
            await ana.claim("t1")
        await ana.stop()
        await bo.stop()

    with_buses(kind, test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_renewal_whose_answer_was_lost_is_no_loss(kind: str) -> None:
    async def test(one: Bus, other: Bus) -> None:
        ana, notes = worker(one, "ana", NEVER)
        await ana.start()
        bucket = await one.bucket(WORKERS, LEASE)
        lease = await bucket.read("ana")
        assert lease is not None
        await bucket.update("ana", b"", lease.revision)  # renewed, but the worker has not learnt of it
        await ana.renew_now()
        await ana.renew_now()
        assert notes.notes == ["gained"]
        assert ana.is_good
        await ana.stop()

    with_buses(kind, test)


def test_tables_are_divided_evenly_and_alike_by_all() -> None:
    names = [f"w{k}" for k in range(4)]
    chosen = [max(names, key=lambda name, table=table: weight(f"t{table}", name)) for table in range(2000)]  # type: ignore[misc]
    assert all(400 < chosen.count(name) < 600 for name in names)
    left = [name for name in names if name != "w2"]
    for table, before in enumerate(chosen):  # only what w2 had goes elsewhere
        if before != "w2":
            assert max(left, key=lambda name, table=table: weight(f"t{table}", name)) == before  # type: ignore[misc]
