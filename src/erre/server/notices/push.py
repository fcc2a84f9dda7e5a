"""Sends push messages to the services of browsers: only over https, and never into the server's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from erre.core.errors import Refusal
from erre.server.notices.sending import Gone, NotNow, Refused
from erre.server.storage.notice_types import Endpoint

if TYPE_CHECKING:
    from erre.server.notices.push_crypto import Vapid

WITHIN = 20.0  # seconds for a push service to answer
KEPT_BY_SERVICE = 24 * 3600  # seconds that a service tries to reach a browser
LONGEST_ADDRESS = 1000
NAME = re.compile(r"([a-z0-9_-]+\.)+[a-z][a-z0-9-]*")  # of a host; one that ends in a number is an address in disguise
HOME = (".local", ".internal", ".home.arpa", ".localhost", ".lan", ".home")
UNICAST = ipaddress.ip_network("2000::/3")  # where all public addresses of IPv6 are
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # addresses of IPv4, as networks without it write them


class BadEndpoint(Refusal):
    """No push message can be sent there."""

    code = "bad_endpoint"


class PushMessage(msgspec.Struct, frozen=True):
    """What the service worker of a browser gets."""

    title: str
    body: str
    path: str
    tag: str  # a newer message with the same tag replaces this one
    unread: int


def check_address(address: str, allows_private: bool) -> None:
    """Refuse an endpoint that is no push service on the internet."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadEndpoint("this is not an address") from None
    host = (parts.hostname or "").rstrip(".")
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or not host:
        raise BadEndpoint("this is not an address")
    if allows_private and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https" or parts.username or parts.password or port not in (None, 443):
        raise BadEndpoint("push services are reached over https")
    if is_literal(host):
        check_public(host)
    elif not NAME.fullmatch(host) or host.endswith(HOME):
        raise BadEndpoint("push services are on the internet")


def is_literal(host: str) -> bool:
    """Whether a host is an address and no name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def check_public(address: str) -> None:
    """Refuse an address that does not belong to the internet."""
    if not all(is_public(one) for one in reached_by(address)):
        raise BadEndpoint("push services are on the internet")


def reached_by(address: str) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Where a connection to an address ends: in IPv6, addresses of IPv4 can be hidden."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv4Address):
        return [parsed]
    inner = ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF) if parsed in TRANSLATED else parsed.ipv4_mapped
    if inner is not None:
        return [inner]
    return [parsed] if parsed.sixtofour is None else [parsed, parsed.sixtofour]


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address belongs to the internet."""
    is_home = address.version == 6 and address not in UNICAST
    return address.is_global and not address.is_multicast and not is_home


def checking_resolver(allows_private: bool) -> Any:
    """A resolver for aiohttp whose answers were checked: the connection goes to exactly these addresses."""
    from aiohttp.abc import AbstractResolver

    class CheckingResolver(AbstractResolver):
        async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[Any]:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
            addresses = []
            for kind, _, proto, _, (address, *_) in found:
                if not allows_private:
                    check_public(str(address))
                addresses.append(
                    {"hostname": host, "host": address, "port": port, "family": kind, "proto": proto, "flags": 0}
                )
            return addresses

        async def close(self) -> None: ...

    return CheckingResolver()


class PushChannel:
    """One client for all push services."""

    def __init__(self, vapid: Vapid, allows_private: bool) -> None:
        self.vapid, self.allows_private = vapid, allows_private
        self._client: Any = None

    def _session(self) -> Any:
        """The client: no cookies, no proxy, no redirects, and only checked addresses."""
        import aiohttp

        if self._client is None:
            connector = aiohttp.TCPConnector(
                resolver=checking_resolver(self.allows_private), use_dns_cache=False, limit=20
            )
            self._client = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=WITHIN),
            )
        return self._client

    async def send(self, endpoint: Endpoint, message: PushMessage) -> None:
        """Send a message; Gone if the browser no longer wants any, NotNow if it can be tried again."""
        import aiohttp

        from erre.server.notices.push_crypto import encrypt, read_keys

        try:
            check_address(endpoint.address, self.allows_private)
            body = encrypt(msgspec.json.encode(message), read_keys(endpoint.public_key, endpoint.auth))
        except (BadEndpoint, ValueError):
            raise Gone("this endpoint cannot be used") from None
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_BY_SERVICE),
            "Urgency": "normal",
            "Authorization": self.vapid.header(endpoint.address, int(time.time())),
        }
        try:
            async with self._session().post(
                endpoint.address, data=body, headers=headers, allow_redirects=False
            ) as response:
                status, wait = response.status, response.headers.get("Retry-After", "")
        except BadEndpoint:
            raise Gone("its name leads into a private network") from None
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            if isinstance(error.__cause__, BadEndpoint) or isinstance(error.__context__, BadEndpoint):
                raise Gone("its name leads into a private network") from None
            raise NotNow("the push service cannot be reached") from None
        if status in (404, 410):
            raise Gone("the browser wants no more messages")
        if status in (429, 500, 502, 503, 504):
            raise NotNow(f"the push service answered {status}", int(wait) if wait.isascii() and wait.isdigit() else 0)
        if not 200 <= status < 300:
            raise Refused(f"the push service answered {status}")

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.close()
