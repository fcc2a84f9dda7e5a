"""Protection against other sites: security headers, and the check of a request's origin."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from aiohttp import web

from erre.core.errors import Refusal
from erre.server.config import Config

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # scripts of ours only, and the rules as WebAssembly
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self' {sockets}",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class StrangeOrigin(Refusal):
    """The request comes from a page of another site."""

    code = "bad_origin"


def put_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Keep other sites out of our pages, and our pages out of other sites."""
    host = request.host if is_host(request.host) else ""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", POLICY.format(sockets=f"ws://{host} wss://{host}" if host else ""))
    headers["Server"] = "Erre"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Frame-Options"] = "DENY"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"


class StrangeHost(Refusal):
    """The request is for a host name that is not this server's."""

    code = "bad_host"


def check_host(request: web.Request, config: Config) -> None:
    """Refuse unknown host names, since another site could point its own name at a home network (DNS rebinding)."""
    name = (request.url.host or "").lower()
    if config.hosts == "*" or name in config.hosts.lower().split() or is_own_name(name):
        return
    if config.address:
        if name != (urlsplit(config.address).hostname or "").lower():
            raise StrangeHost("this server is not reached under that name")
    elif not config.proxied:
        raise StrangeHost("this server is not reached under that name: see ERRE_HOSTS and ERRE_ADDRESS")


def is_own_name(name: str) -> bool:
    """Whether a name is safe from DNS rebinding: an address, this machine, or its name in a home network."""
    try:
        ipaddress.ip_address(name.strip("[]"))
        return True
    except ValueError:
        return name in ("localhost", "", socket.gethostname().lower()) or name.endswith((".local", ".home.arpa"))


def is_host(host: str) -> bool:
    """Whether a Host header can stand in a policy."""
    return bool(host) and all(letter.isascii() and (letter.isalnum() or letter in ".-:[]") for letter in host)


def check_origin(request: web.Request, allowed: str) -> None:
    """Refuse a page of another site; programs other than browsers send no origin."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed.split():
        return
    if urlsplit(origin).netloc.lower() != request.host.lower():
        raise StrangeOrigin("this request comes from a page of another site")
