"""The page, served over http, that explains in two steps how to trust the certificate; other requests go to https."""

from __future__ import annotations

import base64
import hashlib
import io
import plistlib
import socket
import uuid
from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path

from aiohttp import web

from erre.core.errors import Refusal
from erre.server.config import Config
from erre.server.https.tls import Tls
from erre.server.https.trust_texts import DEVICE_NAMES, DEVICES, LANGUAGES, Words, device_of_agent, language_of
from erre.server.net.headers import check_host, is_host
from erre.server.net.http import problem

CERTIFICATE, PROFILE, CODE = "/erre.crt", "/erre.mobileconfig", "/qr.svg"
STYLE = Path(__file__).with_name("trust_page.css").read_text("utf-8")
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class TrustPage:
    """The application of the plain port."""

    def __init__(self, config: Config, tls: Tls, port: Callable[[], int]) -> None:
        self.config, self.tls, self._port = config, tls, port

    def app(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(middlewares=[self._guard])
        if not self.tls.is_given:
            app.router.add_get("/", self.page)
            app.router.add_get(CERTIFICATE, self.certificate)
            app.router.add_get(PROFILE, self.profile)
            app.router.add_get(CODE, self.code)
        app.router.add_get("/{path:.*}", self.redirect)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other names, as the server does, and keep browsers from guessing."""
        try:
            check_host(request, self.config)
            response = await handler(request)
        except Refusal as refusal:
            response = problem(refusal)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        response.headers["Server"] = "Erre"
        return response

    def _secure(self, request: web.Request, host: str = "") -> str:
        """The address of the server itself, under the name that the request used."""
        if self.config.address.startswith("https:"):
            return self.config.address.rstrip("/")
        name = host or (request.url.host or "localhost")
        return f"https://{f'[{name}]' if ':' in name else name}:{self._port()}"

    async def redirect(self, request: web.Request) -> web.StreamResponse:
        """Lead to the same page over https."""
        path = request.path_qs if request.path_qs.startswith("/") and not request.path_qs.startswith("//") else "/"
        return web.Response(status=307, headers={"Location": self._secure(request) + path})

    async def certificate(self, request: web.Request) -> web.Response:
        """The authority's certificate, as devices install it."""
        headers = {"Content-Disposition": 'attachment; filename="erre.crt"'}
        return web.Response(body=self._der(), content_type="application/x-x509-ca-cert", headers=headers)

    async def profile(self, request: web.Request) -> web.Response:
        """The same for Apple's devices."""
        headers = {"Content-Disposition": 'attachment; filename="erre.mobileconfig"'}
        body = profile_of(self._der(), authority_name(self._der()))
        return web.Response(body=body, content_type="application/x-apple-aspen-config", headers=headers)

    async def code(self, request: web.Request) -> web.Response:
        """A QR code of this page's address."""
        import segno

        host = request.host if is_host(request.host) else "localhost"
        picture = io.BytesIO()
        segno.make(f"http://{host}/", micro=False).save(
            picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
        )
        return web.Response(body=picture.getvalue(), content_type="image/svg+xml")

    async def page(self, request: web.Request) -> web.Response:
        """The page itself."""
        lang = language_of(request.headers.get("Accept-Language", ""), request.query.get("lang", ""))
        mine = device_of_agent(request.headers.get("User-Agent", ""))
        der, words = self._der(), LANGUAGES[lang]
        local = f"{socket.gethostname().lower().partition('.')[0]}.local"
        text = page_of(words, lang, mine, authority_name(der), fingerprint_of(der), self._secure(request), local)
        headers = {"Content-Security-Policy": POLICY, "Content-Language": lang}
        return web.Response(text=text, content_type="text/html", headers=headers)

    def _der(self) -> bytes:
        """The authority's certificate as bytes."""
        import ssl

        return ssl.PEM_cert_to_DER_cert(self.tls.files.authority.read_text("ascii"))


def authority_name(der: bytes) -> str:
    """What devices call the authority."""
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    subject = x509.load_der_x509_certificate(der).subject
    return str(subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def fingerprint_of(der: bytes) -> str:
    """The SHA-256 of a certificate, in groups that people can compare."""
    text = hashlib.sha256(der).hexdigest().upper()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def profile_of(der: bytes, name: str) -> bytes:
    """An Apple configuration profile with the authority's certificate."""
    own = uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(der).hexdigest())
    certificate = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"erre.{own}.root",
        "PayloadUUID": str(uuid.uuid5(own, "root")).upper(),
        "PayloadDisplayName": name,
        "PayloadCertificateFileName": "erre.crt",
        "PayloadContent": der,
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"erre.{own}",
            "PayloadUUID": str(own).upper(),
            "PayloadDisplayName": name,
            "PayloadDescription": "Lets this device trust the games server on your home network.",
            "PayloadRemovalDisallowed": False,
            "PayloadContent": [certificate],
        }
    )


def page_of(words: Words, lang: str, mine: str, authority: str, fingerprint: str, secure: str, local: str) -> str:
    """The page as HTML; the steps of this device come first."""
    links = " ".join(
        f'<a href="/?lang={one}" lang="{one}"{" aria-current=true" if one == lang else ""}>{one}</a>'
        for one in LANGUAGES
    )
    others = "".join(
        f"<details><summary>{DEVICE_NAMES[device]}</summary>{steps_of(words, device, authority)}</details>"
        for device in DEVICES
        if device != mine
    )
    port = secure.rpartition(":")[2]
    named = f"https://{local}:{port}" if port.isdigit() else secure
    return f"""<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(words.title)}</title><style>{STYLE}</style></head><body><main>
<nav aria-label="Language">{links}</nav>
<h1>{escape(words.title)}</h1><p>{escape(words.why)}</p>
<section><h2>{escape(words.yours)}: {DEVICE_NAMES[mine]}</h2>{steps_of(words, mine, authority)}
<p class="go">{escape(words.then)}: <a class="button" href="{escape(secure)}/">{escape(words.go)}</a></p>
<p class="soft">{escape(words.name)}: <a href="{escape(named)}/">{escape(named)}</a></p></section>
<section><h2>{escape(words.others)}</h2>{others}
<p>{escape(words.scan)}</p>
<img src="{CODE}" alt="{escape(words.qr)}" width="180" height="180"></section>
<section class="soft"><p>{escape(words.fingerprint)}</p><p><code>{fingerprint}</code></p>
<p>{escape(words.remove)}</p></section>
</main></body></html>
"""


def steps_of(words: Words, device: str, authority: str) -> str:
    """The two steps of a device, the first with its download."""
    first, second = (escape(step.format(authority=authority)) for step in words.steps[device])
    path, label = (PROFILE, words.profile) if device == "ios" else (CERTIFICATE, words.certificate)
    return (
        f'<ol><li><p>{first}</p><a class="button" href="{path}">{escape(label)}</a></li><li><p>{second}</p></li></ol>'
    )
