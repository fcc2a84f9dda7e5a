"""Behind a reverse proxy: people are distinguished by the address that the proxy reports."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from erre.server.net import identity
from erre.server.net.round_trip import KERNEL_SLACK, true_trip
from tests.server.running import run, running


async def statuses(base: str, addresses: list[str]) -> list[int]:
    """What newcomers hear who come one after the other."""
    answers = []
    for address in addresses:
        headers = {"X-Forwarded-For": address} if address else {}
        async with aiohttp.ClientSession() as http, http.get(f"{base}/api/me", headers=headers) as answer:
            answers.append(answer.status)
    return answers


@pytest.mark.parametrize("proxied", [True, False])
def test_a_flood_of_newcomers_is_refused_to_its_own_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxied: bool
) -> None:
    monkeypatch.setattr(identity, "MOST_NEW", 2)

    async def test() -> None:
        async with running(tmp_path, proxied=proxied, limits=1.0) as here:
            flood = ["192.0.2.1", "9.9.9.9, 192.0.2.1", "192.0.2.1", "192.0.2.2"]  # what a client claims comes first
            heard = [status == 200 for status in await statuses(here.base, flood)]
            assert heard == ([True, True, False, True] if proxied else [True, True, False, False])

    run(test)


@pytest.mark.parametrize(("limits", "welcome"), [(1.0, 2), (1.5, 3), (0.0, 8)])
def test_the_operator_says_how_many_newcomers_there_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: float, welcome: int
) -> None:
    monkeypatch.setattr(identity, "MOST_NEW", 2)

    async def test() -> None:
        async with running(tmp_path, limits=limits) as here:
            assert (await statuses(here.base, [""] * 8)).count(200) == welcome

    run(test)


@pytest.mark.parametrize(("proxied", "trip"), [(True, 80.0), (False, 0.5 + KERNEL_SLACK)])
def test_the_kernel_bounds_a_line_only_where_it_is_the_pages_own(
    monkeypatch: pytest.MonkeyPatch, proxied: bool, trip: float
) -> None:
    monkeypatch.setattr("erre.server.net.round_trip.kernel_rtt", lambda _: 0.5)
    assert true_trip(80.0, None, proxied) == trip
