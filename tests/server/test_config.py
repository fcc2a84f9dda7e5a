"""The configuration: which numbers a server takes, as flags and as environment variables."""

from __future__ import annotations

import pytest

from erre.core.errors import BadOptions
from erre.server.config import BOUNDS, Config, read_config
from tests.cli.command import erre

NUMBERS = [name for name, kind in Config.__annotations__.items() if kind in ("int", "float")]


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "-1", "1e400", "1e18", "99999999999999999999", "", "x"])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_cannot_be_meant_is_refused(name: str, text: str) -> None:
    with pytest.raises(BadOptions, match=name):
        read_config({}, {f"ERRE_{name.upper()}": text})
    with pytest.raises(BadOptions, match=name):
        read_config({name: text}, {})


def test_the_refusal_says_what_can_be() -> None:
    for given in ("nan", "inf", "-1"):
        with pytest.raises(BadOptions, match=f"tempo is from 0 to 1000, not {given}"):
            read_config({}, {"ERRE_TEMPO": given})


def test_every_number_has_bounds_that_allow_its_default() -> None:
    assert sorted(BOUNDS) == sorted(NUMBERS)
    config = read_config({}, {})
    for name, (least, most) in BOUNDS.items():
        assert least <= getattr(config, name) <= most


def test_bounds_themselves_can_be() -> None:
    for name in ("tempo", "limits", "rate", "bot_threads", "most_watching"):
        for value in BOUNDS[name]:
            assert getattr(read_config({name: value}, {}), name) == value


@pytest.mark.parametrize("given", ["nan", "inf", "-1"])
def test_the_command_ends_with_2(given: str) -> None:
    by_flag = erre("serve", "--tempo", given)
    assert (by_flag.returncode, "tempo is from 0 to 1000" in by_flag.stderr) == (2, True)
