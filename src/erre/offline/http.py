"""What our HTTP handlers use of `aiohttp.web`, for Python in a browser: requests come from the page, not from a socket.

`install` takes aiohttp's place before the server is imported. So the handlers of `/api` run as they are.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

HOST = "offline"
PARAMETER = re.compile(r"{(\w+)(?::([^}]+))?}")


class Headers(dict[str, str]):
    """Headers by name, in any spelling."""

    def __init__(self, given: dict[str, str] | None = None) -> None:
        super().__init__()
        for name, value in (given or {}).items():
            self[name] = value

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name.lower(), value)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(str(name).lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)

    def setdefault(self, name: str, default: str = "") -> str:
        return super().setdefault(name.lower(), default)


class Body:
    """The body of a request, which is all there already."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    async def read(self, most: int) -> bytes:
        """The next piece of it."""
        piece, self._left = self._left[:most], self._left[most:]
        return piece


class MatchInfo(dict[str, str]):
    """The parameters of a path, and the route that matched it."""

    def __init__(self, given: dict[str, str], canonical: str) -> None:
        super().__init__(given)
        self.route = SimpleNamespace(resource=SimpleNamespace(canonical=canonical))


class Request:
    """A request of the page."""

    host, scheme, secure, remote, transport, protocol = HOST, "http", False, "page", None, None
    url = SimpleNamespace(host=HOST)

    def __init__(self, method: str, target: str, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        parts = urlsplit(target)
        self.method, self.path, self.query = method, parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))
        self.headers, self.content = Headers(headers), Body(body)
        self.cookies: dict[str, str] = {}
        self.match_info = MatchInfo({}, "")

    @property
    def content_type(self) -> str:
        """What kind of body it has."""
        return str(self.headers.get("content-type", "application/octet-stream")).partition(";")[0].strip()


class StreamResponse:
    """A response, and its headers."""

    def __init__(self, *, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.status, self.headers, self.body = status, Headers(headers), b""

    def set_status(self, status: int) -> None:
        """Give it another status."""
        self.status = status

    def enable_compression(self) -> None:
        """Nothing is sent over a wire."""

    def set_cookie(self, *_: Any, **__: Any) -> None:
        """The page belongs to one person, who needs no cookie."""

    def del_cookie(self, *_: Any, **__: Any) -> None:
        """The page belongs to one person, who has no cookie."""


class Response(StreamResponse):
    """A whole response."""

    def __init__(
        self,
        *,
        body: bytes | None = None,
        text: str | None = None,
        status: int = 200,
        content_type: str = "application/octet-stream",
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(status=status, headers=headers)
        self.body = body if body is not None else (text or "").encode()
        self.headers.setdefault("content-type", content_type)


class HTTPException(Exception):
    """A response that is raised."""

    status = 500


class HTTPNotFound(HTTPException):
    """There is nothing at this address."""

    status = 404


def json_response(
    value: Any, *, status: int = 200, headers: dict[str, str] | None = None, dumps: Callable[[Any], str] = json.dumps
) -> Response:
    """A value as JSON."""
    return Response(text=dumps(value), status=status, content_type="application/json", headers=headers)


Handler = Callable[[Any], Awaitable[Any]]


@dataclass(frozen=True)
class RouteDef:
    """An address, and what answers it."""

    method: str
    path: str
    handler: Handler

    def match(self, method: str, path: str) -> MatchInfo | None:
        """The parameters in a path of this address; None for another one."""
        pattern = PARAMETER.sub(lambda found: f"(?P<{found[1]}>{found[2] or '[^/]+'})", self.path)
        found = re.fullmatch(pattern, path) if method == self.method else None
        return found and MatchInfo({name: unquote(value) for name, value in found.groupdict().items()}, self.path)


def route(method: str) -> Callable[..., RouteDef]:
    """`web.get` and the like."""
    return lambda path, handler, **_: RouteDef(method, path, handler)


@dataclass
class Application:
    """All routes of a server."""

    middlewares: Any = ()
    routes: list[RouteDef] = field(default_factory=list)
    on_response_prepare: list[Any] = field(default_factory=list)

    @property
    def router(self) -> Application:
        """Where single routes are added."""
        return self

    def add_routes(self, routes: list[RouteDef]) -> None:
        """Add routes; the first that matches answers."""
        self.routes.extend(routes)

    def add_get(self, path: str, handler: Handler) -> None:
        """Add one route."""
        self.routes.append(RouteDef("GET", path, handler))

    def find(self, request: Request) -> Handler:
        """What answers a request, which then knows its parameters."""
        for one in self.routes:
            found = one.match(request.method, request.path)
            if found is not None:
                request.match_info = found
                return one.handler
        raise HTTPNotFound


def stand_in() -> ModuleType:
    """A module with the names of `aiohttp.web`."""
    made: Any = ModuleType("aiohttp.web")
    kinds = (Request, StreamResponse, Response, HTTPException, HTTPNotFound, RouteDef, Application)
    made.__dict__.update({kind.__name__: kind for kind in kinds}, json_response=json_response)
    made.__dict__.update({method.lower(): route(method) for method in ("GET", "POST", "PUT", "DELETE")})
    made.middleware = lambda handler: handler
    for name in ("FileResponse", "AppRunner", "TCPSite", "Server"):  # of which only the name is used
        setattr(made, name, StreamResponse)
    return made  # type: ignore[no-any-return]


def install() -> None:
    """Take aiohttp's place in this process, before the server is imported."""
    if "aiohttp" in sys.modules:
        raise RuntimeError("aiohttp is loaded already")
    package: Any = ModuleType("aiohttp")
    package.web = sys.modules["aiohttp.web"] = stand_in()
    sys.modules["aiohttp"] = package
