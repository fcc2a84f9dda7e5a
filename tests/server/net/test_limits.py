"""Allowances: used up, filled again, counted for each address, and a whole /64 of IPv6 is one."""

from __future__ import annotations

import pytest

from erre.server.net.identity import TooMany, group_of
from erre.server.net.limits import MOST_KEPT, Limits


def test_an_allowance_is_used_up_and_fills_again() -> None:
    now = 0.0
    limits = Limits(1.0, lambda: now)
    for _ in range(3):
        limits.spend("ana", 1.0, 3.0, 0.5)
    with pytest.raises(TooMany):
        limits.spend("ana", 1.0, 3.0, 0.5)
    limits.spend("bo", 1.0, 3.0, 0.5)
    now = 2.0
    limits.spend("ana", 1.0, 3.0, 0.5)
    with pytest.raises(TooMany):
        limits.spend("ana", 1.0, 3.0, 0.5)


def test_no_scale_is_no_limit_and_memory_is_bounded() -> None:
    free = Limits(0.0)
    for _ in range(1000):
        free.spend("x", 1.0, 1.0, 0.0)
    limits = Limits(1.0)
    for k in range(MOST_KEPT + 10):
        limits.spend(str(k), 1.0, 1.0, 0.0)
    assert len(limits) == MOST_KEPT


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_addresses_are_counted_by_what_one_home_has(address: str, group: str) -> None:
    assert group_of(address) == group


def test_deleting_oneself_costs_more_than_asking_who_one_is() -> None:
    """Every log is searched for it, and every cache emptied."""
    limits = Limits(1.0, lambda: 0.0)
    for _ in range(6):
        limits.check_request("ana", "DELETE", "/api/me")
    with pytest.raises(TooMany):
        limits.check_request("ana", "GET", "/api/me")
    limits.check_request("bo", "GET", "/api/me")
