"""Push messages: encrypted for one browser, signed by this server, sent to public addresses only, and tried again."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from erre.server.notices import outbox
from erre.server.notices.notice import Notice
from erre.server.notices.push import BadEndpoint, PushChannel, PushMessage, check_address, checking_resolver
from erre.server.notices.push_crypto import Keys, Vapid, decode, encode, encrypt, new_private_key
from erre.server.notices.sending import Gone
from erre.server.storage.notice_types import Endpoint
from tests.server.notices.receivers import Browser, PushService, verified
from tests.server.running import Running, read, run, running
from tests.server.test_day_scheduler import HandClock


def test_example_of_rfc_8291() -> None:
    own = ec.derive_private_key(int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    keys = Keys(decode(theirs), decode("BTBZMqHH6r4Tts7J_aSIgg"))
    message = encrypt(b"When I grow up, I want to be a watermelon", keys, own, decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encode(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_reads_its_message() -> None:
    ana, ben = Browser(), Browser()
    message = encrypt(b"Tocca a te", Keys(ana.public_key, ana.auth))
    assert ana.decrypt(message).decode() == "Tocca a te"
    with pytest.raises(InvalidTag):
        ben.decrypt(message)


def test_the_signature_names_the_service_and_ends() -> None:
    vapid = Vapid(new_private_key(), "mailto:op@example.org")
    key, claims = verified(vapid.header("https://push.example.net/abc?d=1", 1000))
    assert key == vapid.public_key
    assert claims == {"aud": "https://push.example.net", "exp": 1000 + 12 * 3600, "sub": "mailto:op@example.org"}


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.net/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://10.1.2.3/a",
        "https://192.168.1.1/a",
        "https://169.254.169.254/latest",
        "https://[fe80::1]/a",
        "https://[fd00::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://100.64.0.1/a",
        "https://[64:ff9b::a00:1]/a",  # 10.0.0.1, as a network without IPv4 writes it
        "https://[::7f00:1]/a",
        "https://[::ffff:0:7f00:1]/a",
        "https://[64:ff9b:1::1]/a",
        "https://[fec0::1]/a",
        "https://[2002:a00:1::]/a",
        "https://127.1/a",
        "https://0177.0.0.1/a",
        "https://127.0.0.1./a",
        "https://localhost./a",
        "https://printer.local./a",
        "https://router.lan/a",
        "https://push.example .net/a",
        "https://0.0.0.0/",
        "https://localhost/a",
        "https://printer.local/a",
        "https://intranet/a",
        "https://user:word@push.example.net/a",
        "https://push.example.net:8443/a",
        "https://push.example.net:x/a",
        "https://push.example.net/\n",
        "file:///etc/passwd",
        "",
        "https://" + "a" * 2000,
    ],
)
def test_endpoints_are_public_services(address: str) -> None:
    with pytest.raises(BadEndpoint):
        check_address(address, allows_private=False)


def test_a_service_on_the_internet_is_accepted() -> None:
    check_address("https://updates.push.services.example/wpush/v2/abc", allows_private=False)
    for number in ("8.8.8.8", "[2a00:1450:4001::1]", "[64:ff9b::808:808]", "[::ffff:8.8.8.8]"):
        check_address(f"https://{number}/a", allows_private=False)
    check_address("http://127.0.0.1:99/a", allows_private=True)


def test_a_name_that_leads_home_is_refused_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()

        async def at_home(*_: Any, **__: Any) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.168.1.7", 443))]

        monkeypatch.setattr(loop, "getaddrinfo", at_home, raising=False)
        with pytest.raises(BadEndpoint):
            await checking_resolver(False).resolve("push.example.net", 443)
        channel = PushChannel(Vapid(new_private_key(), "mailto:x@example.org"), allows_private=False)
        browser = Browser()
        keys = browser.subscription("")["keys"]
        endpoint = Endpoint("e", "p", "https://push.example.net/a", keys["p256dh"], keys["auth"], "")
        with pytest.raises(Gone):
            await channel.send(endpoint, PushMessage("", "", "", "", 0))
        await channel.close()

    asyncio.run(test())


async def subscribed(here: Running, service: PushService) -> tuple[Any, str, Browser]:
    """A person whose browser accepts push messages."""
    http, browser = await here.person("Ana"), Browser()
    wish = browser.subscription(f"{service.base}/secret-endpoint")
    async with http.post(f"{here.base}/api/me/notices/push", json=wish) as answer:
        assert answer.status == 201, await answer.text()
        assert "secret-endpoint" not in await answer.text()
    async with http.put(f"{here.base}/api/me/notices/settings", json={"language": "it"}) as answer:
        assert answer.status == 200
    person = await here.server.identity.find_by(next(cookie.value for cookie in http.cookie_jar))
    assert person is not None
    return http, person.id, browser


def turn(key: str = "t1.1") -> Notice:
    return Notice("your_turn", "t1", key, "/t/t1", {"game": "Rage", "names": "Ben"})


def test_a_notice_is_pushed_in_the_language_of_its_person(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        clock = HandClock()
        async with PushService() as service, running(tmp_path, clock, push_private=True) as here:
            http, person, browser = await subscribed(here, service)
            _, channels = await read(http, f"{here.base}/api/me/notices/channels")
            await here.server.notices.tell(person, turn())
            assert await here.server.outbox.look() == 0  # it may settle itself
            clock.ms += 6000
            await here.server.outbox.look()
            headers, body = service.received[-1]
            message = json.loads(browser.decrypt(body))
            assert message == {
                "title": "Tocca a te",
                "body": "Rage con Ben aspetta la tua mossa.",
                "path": "/t/t1",
                "tag": "t1",
                "unread": 1,
            }
            key, claims = verified(headers["Authorization"])
            assert (key, claims["aud"]) == (channels["push_key"], service.base)
            assert headers["Content-Encoding"] == "aes128gcm"
            await here.server.outbox.look()
            assert len(service.received) == 1
            await here.server.notices.tell(person, turn("t1.2"))
            await here.server.notices.store.settle(person, "t1")  # they moved meanwhile
            clock.ms += 6000
            await here.server.outbox.look()
            assert len(service.received) == 1
            _, data = await read(http, f"{here.base}/api/me/data")
            assert "secret-endpoint" not in str(data)
            async with http.post(f"{here.base}/api/me/notices/test", json={"channel": "push"}) as answer:
                assert answer.status == 202
            await here.server.outbox.look()
            assert json.loads(browser.decrypt(service.received[-1][1]))["title"] == "Funziona"

    run(test)
    assert "secret-endpoint" not in caplog.text


def test_a_busy_service_is_tried_again_and_a_gone_browser_is_dropped(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with PushService() as service, running(tmp_path, clock, push_private=True) as here:
            http, person, _ = await subscribed(here, service)
            service.status, service.headers = 503, {"Retry-After": "100"}
            await here.server.notices.tell(person, turn())
            clock.ms += 6000
            await here.server.outbox.look()
            clock.ms += 99_000
            await here.server.outbox.look()
            assert len(service.received) == 1
            clock.ms += 2000
            await here.server.outbox.look()
            assert len(service.received) == 2
            for _ in range(10):  # and not for ever
                clock.ms += 86_400_000
                await here.server.outbox.look()
            assert len(service.received) == outbox.MOST_TRIES
            assert await here.server.notices.store.waiting_deliveries() == 0
            service.status = 410
            await here.server.notices.tell(person, turn("t1.2"))
            clock.ms += 6000
            await here.server.outbox.look()
            assert (await read(http, f"{here.base}/api/me/notices/channels"))[1]["browsers"] == []

    run(test)


def test_a_day_has_only_so_many_pushes_and_quiet_hours_hold_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_PUSHES", 3)

    async def test() -> None:
        clock = HandClock()
        async with PushService() as service, running(tmp_path, clock, push_private=True) as here:
            http, person, _ = await subscribed(here, service)
            for k in range(6):
                await here.server.notices.tell(person, turn(f"k{k}"))
                clock.ms += 6000
                await here.server.outbox.look()
            assert len(service.received) == 3
            minute = clock.ms // 60_000 % 1440
            quiet = [(minute - 5) % 1440, (minute + 60) % 1440]
            async with http.put(f"{here.base}/api/me/notices/settings", json={"quiet": quiet}) as answer:
                assert answer.status == 200
            await here.server.notices.tell(person, turn("late"))
            clock.ms += 600_000
            await here.server.outbox.look()
            assert await here.server.notices.store.waiting_deliveries() == 1

    run(test)


def test_subscriptions_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            http, browser = await here.person("Ana"), Browser()
            good = browser.subscription("https://push.example.net/x")
            for change in (
                {"endpoint": "https://127.0.0.1/x"},
                {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
                {"keys": {"p256dh": encode(b"\x04" + b"\x01" * 64), "auth": encode(b"x" * 16)}},
                {"keys": {"p256dh": "!!", "auth": "é"}},
                {"endpoint": 3},
            ):
                async with http.post(f"{here.base}/api/me/notices/push", json={**good, **change}) as answer:
                    assert answer.status == 400, change
            async with http.post(f"{here.base}/api/me/notices/test", json={"channel": "push"}) as answer:
                assert answer.status == 400

    run(test)
