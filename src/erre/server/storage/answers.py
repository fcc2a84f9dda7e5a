"""Delivers the storage's answers to the callers that wait for them."""

from __future__ import annotations

import asyncio
from typing import Any

AT_ONCE = 8  # answers that are handed over before others get their turn

Answer = tuple["asyncio.Future[Any]", Any, "BaseException | None"]


def deliver(loop: asyncio.AbstractEventLoop, answers: list[Answer]) -> None:
    """Hand answers to those who still wait for them, a few in each turn of the loop, so that others get theirs."""
    for answer, result, error in answers[:AT_ONCE]:
        if answer.done():
            continue
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)
    if len(answers) > AT_ONCE:
        loop.call_soon(deliver, loop, answers[AT_ONCE:])
