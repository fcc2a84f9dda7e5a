"""A server over https: pages, sockets and cookies work, and the plain page explains the certificate."""

from __future__ import annotations

import plistlib
import ssl
from pathlib import Path

import aiohttp
import pytest

from erre.server.https.trust_texts import DEVICES, LANGUAGES, device_of_agent, language_of
from tests.server.running import Running, run, running


def test_a_game_is_played_over_https(tmp_path: Path) -> None:
    async def body() -> None:
        async with running(tmp_path, https=True) as here:
            trusting = ssl.create_default_context(cafile=str(tmp_path / "https" / "authority.crt"))
            base = f"https://localhost:{here.server.port}"
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trusting)) as http:
                async with http.get(f"{base}/api/me") as answer:
                    assert answer.status == 200
                    assert answer.cookies["erre"]["secure"]
                async with http.post(f"{base}/api/tables", json={"game": "rurare", "play_now": True}) as answer:
                    table = (await answer.json())["id"]
                async with http.ws_connect(f"{base}/ws/{table}") as line:
                    await line.send_json({"type": "hello", "n": 0, "client": "page", "protocol": 1})
                    assert (await line.receive_json())["type"]
                assert here.server.address().startswith("https://")
            await check_plain_page(here)

    run(body)


async def check_plain_page(here: Running) -> None:
    plain = f"http://127.0.0.1:{here.server.plain_port}"
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{plain}/erre.crt") as answer:
            der = await answer.read()
            assert answer.content_type == "application/x-x509-ca-cert"
        async with http.get(f"{plain}/erre.mobileconfig") as answer:
            assert plistlib.loads(await answer.read())["PayloadContent"][0]["PayloadContent"] == der
        async with http.get(f"{plain}/t/abc?x=1", allow_redirects=False) as answer:
            assert answer.headers["Location"] == f"https://127.0.0.1:{here.server.port}/t/abc?x=1"
        for path in ("//evil.example", "/%2f/evil.example"):
            async with http.get(f"{plain}{path}", allow_redirects=False) as answer:
                assert answer.headers["Location"].startswith(f"https://127.0.0.1:{here.server.port}/")
        async with http.get(f"{plain}/", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421
        phone = {"User-Agent": "Mozilla/5.0 (iPhone)", "Accept-Language": "de-AT,en;q=0.5"}
        async with http.get(f"{plain}/", headers=phone) as answer:
            page = await answer.text()
            assert "Dein Gerät: iPhone" in page
            assert "/erre.mobileconfig" in page
        async with http.get(f"{plain}/qr.svg") as answer:
            assert (await answer.text()).startswith("<svg")
        for secret in ("https/server.key", "https/authority.key", "..%2fhttps%2fserver.key"):
            async with http.get(f"{plain}/{secret}", allow_redirects=False) as answer:
                assert answer.status == 307


def test_a_given_certificate_needs_no_explanation(tmp_path: Path) -> None:
    async def body() -> None:
        async with running(tmp_path / "first", https=True):
            pass
        files = tmp_path / "first" / "https"
        cert, key = str(files / "server.crt"), str(files / "server.key")
        async with running(tmp_path / "second", cert=cert, key=key) as here, aiohttp.ClientSession() as http:
            plain = f"http://127.0.0.1:{here.server.plain_port}"
            for path in ("/", "/erre.crt"):
                async with http.get(f"{plain}{path}", allow_redirects=False) as answer:
                    assert answer.status == 307

    run(body)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_device_has_two_steps_in_every_language(lang: str) -> None:
    words = LANGUAGES[lang]
    assert set(words.steps) == set(DEVICES)
    assert all(step.strip() for steps in words.steps.values() for step in steps)


def test_language_and_device_are_guessed_from_what_browsers_say() -> None:
    assert language_of("fr, ro;q=0.8, en") == "ro"
    assert language_of("fr", "it") == "it"
    assert language_of("", "<script>") == "en"
    assert [device_of_agent(agent) for agent in ("Android 15", "Macintosh", "Windows NT", "iPad", "")] == [
        *("android", "mac", "windows", "ios", "linux")
    ]
