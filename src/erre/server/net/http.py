"""Request bodies and responses of the HTTP API."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from erre.core.errors import BadOptions, Refusal
from erre.core.explain import explain
from erre.server.net.headers import check_origin
from erre.server.net.http_types import Problem

MOST_BODY = 8192  # bytes
BODY_WITHIN = 10.0  # seconds
STATUSES = {  # of refusals, by their codes; all others are 400
    "unknown": 401,
    "not_operator": 401,
    "bad_origin": 403,
    "banned": 403,
    "bad_host": 421,
    "no_game": 404,
    "no_table": 404,
    "no_person": 404,
    "name_taken": 409,
    "no_days_off": 409,
    "bad_record": 410,
    "bad_file": 422,
    "too_fast": 429,
    "away": 503,  # another worker has it, or will have it: retry
    "taken": 503,
}

encode = msgspec.json.Encoder().encode


def answer(value: object, status: int = 200) -> web.Response:
    """A JSON response that is never cached."""
    return web.Response(
        body=encode(value), status=status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def problem(refusal: Refusal) -> web.Response:
    """A refusal as a JSON response."""
    reason, values = getattr(refusal, "reason", ""), getattr(refusal, "values", {})
    return answer(Problem(refusal.code, refusal.why, reason, values), STATUSES.get(refusal.code, 400))


async def read_bytes(request: web.Request, most: int, refusal: Callable[[str], Refusal] = BadOptions) -> bytes:
    """The whole body of a request; refused if it is too long or too slow."""
    data = b""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while piece := await request.content.read(most + 1 - len(data)):
                data += piece
                if len(data) > most:
                    raise refusal(f"this is too long: {most} bytes are the most")
    except TimeoutError:
        raise BadOptions("the rest of this request did not come") from None
    return data


async def read_body(request: web.Request, kind: type[Any]) -> Any:
    """The body of a request; pages of other sites cannot send one."""
    if request.content_type != "application/json":
        raise BadOptions("send JSON, with the content type application/json")
    check_origin(request, "")
    data = await read_bytes(request, MOST_BODY)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadOptions(f"this cannot be read: {explain(error, kind, data)}") from None
