"""The judge's log: JSON lines from which its rulings can be reproduced."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from erre.core.errors import BadRecord
from erre.core.explain import explain
from erre.race.grabs import AnyHeard, AnyRuling
from erre.race.judge import Judge, Setup

# Not strict: a time that is no number stands in the log as a text.
_decoder: msgspec.json.Decoder[Setup | AnyHeard] = msgspec.json.Decoder(Setup | AnyHeard, strict=False)


def format_line(line: Setup | AnyHeard) -> str:
    """One line of the log: the setup comes first, then one line for each message."""
    facts: dict[str, Any] = msgspec.to_builtins(line)
    return json.dumps({name: plain(value) for name, value in facts.items()}, separators=(",", ":"))


def plain(value: Any) -> Any:
    """Values for JSON: infinite times and NaN become texts."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def parse_log(text: str, name: str = "the log") -> tuple[Setup, list[AnyHeard]]:
    """A log from its text; BadRecord says which line is broken."""
    setup: Setup | None = None
    heard: list[AnyHeard] = []
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            line = _decoder.decode(raw)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise BadRecord(f"{name}, line {number}: {explain(error)}") from None
        if isinstance(line, Setup) != (setup is None):
            raise BadRecord(f"{name}, line {number}: a log has its setup in the first line and nowhere else")
        if isinstance(line, Setup):
            setup = line
        else:
            heard.append(line)
    if setup is None:
        raise BadRecord(f"{name} is empty")
    return setup, heard


def replay(setup: Setup, heard: Iterable[AnyHeard]) -> Iterator[AnyRuling]:
    """All rulings of a judge that hears the messages of a log again."""
    judge = Judge(setup)
    for line in heard:
        yield from judge.hear(line)
