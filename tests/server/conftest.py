"""Before the first server: all rules and bots are loaded, so that no test waits for a compiler; and real servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from erre.server.tables.bot_runner import warm_up
from tests.real_servers import RealNats, RealPostgres, real_nats, real_postgres
from tests.server import running
from tests.server.storage.backends import KINDS, Backend


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Load the machine code of all games and bots once."""
    warm_up()


@pytest.fixture(autouse=True)
def patient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers in this process keep their leases while the machine is busy; what ends a lease is tested on its own."""
    monkeypatch.setattr("erre.server.cluster.worker.LEASE", 60.0)
    monkeypatch.setattr("erre.server.cluster.worker.STORE_WITHIN", 60.0)


@pytest.fixture(scope="session")
def postgres() -> Iterator[RealPostgres]:
    """A PostgreSQL for all tests of this process that ask for one."""
    with real_postgres(waits_for_disk=False) as server:
        yield server


@pytest.fixture(scope="session")
def nats() -> Iterator[RealNats]:
    """A NATS for all tests of this process that ask for one."""
    with real_nats() as server:
        yield server


@pytest.fixture(params=KINDS)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """Each kind of storage in turn, empty."""
    if request.param == "sqlite":
        return Backend(request.param, str(tmp_path / "data" / "erre.sqlite"))
    server: RealPostgres = request.getfixturevalue("postgres")
    return Backend(request.param, server.emptied_database())


@pytest.fixture(params=[False, True], ids=["here", "relayed"])
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With pages where their table is, and with pages at another worker than their table."""
    monkeypatch.setattr(running, "is_relayed", request.param)
