"""Handles `reset(options=…)` in Gymnasium's and PettingZoo's environments: changes the rules from then on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erre.core.batch import blank_states
from erre.core.encoding import Encoding
from erre.core.errors import BadOptions, quote

RULES = "rules"


def change_rules(blank: Any, encoding: Encoding, given: Mapping[str, Any] | None) -> None:
    """Write the rules of `given["rules"]` into the state with which games begin; without them nothing changes."""
    if given is None:
        return
    if not isinstance(given, Mapping):
        raise BadOptions(f'options of a reset are {{"{RULES}": {{…}}}} or None, not {quote(given)}')
    if RULES in given:
        played = encoding.game
        blank[:] = blank_states(played, encoding.seats, played.read_options(given[RULES]), 1)


def refuse_unknown(given: Mapping[str, Any] | None) -> None:
    """Refuse options that would change nothing."""
    if isinstance(given, Mapping) and (unknown := [key for key in given if key != RULES]):
        raise BadOptions(f'a reset has no option {quote(unknown[0])}; it has "{RULES}", with options of the game')
