"""Mail: an address is proven before anything else is sent, every letter has a way out, and nobody else sees it."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.server.config import read_config
from erre.server.logs import LOG
from erre.server.mail_settings import is_mail_address, read_mail_server
from erre.server.notices.mail import Item, letter
from erre.server.notices.notice import Notice
from erre.server.notices.words import Words
from tests.server.notices.receivers import MailServer
from tests.server.running import Running, read, run, running
from tests.server.test_day_scheduler import HandClock

ADDRESS = "ana.secret@example.org"
DAY = 86_400_000
BAD_ADDRESSES = (
    *("", "ana", "ana@", "@example.org", "a@b", "a b@example.org", "<a@example.org>", "a@-x.org", "a@@example.org"),
    *("a@example.org\r\nBcc: x@example.org", "a@example.org,b@example.org", "ä@example.org"),
)


def settings_for(server: MailServer) -> dict[str, Any]:
    return {"smtp": f"smtp://127.0.0.1:{server.port}", "smtp_sender": "Erre <erre@example.org>"}


async def given(here: Running, name: str = "Ana", address: str = ADDRESS) -> tuple[Any, str]:
    """A person who has given an address."""
    http = await here.person(name)
    async with http.put(f"{here.base}/api/me/notices/settings", json={"language": "de"}) as answer:
        assert answer.status == 200
    async with http.post(f"{here.base}/api/me/notices/mail", json={"address": address}) as answer:
        assert answer.status == 202, await answer.text()
    person = await here.server.identity.find_by(next(cookie.value for cookie in http.cookie_jar))
    assert person is not None
    return http, person.id


async def confirmed(here: Running, http: Any, server: MailServer) -> None:
    """The person opens the link in the letter."""
    await here.server.outbox.look()
    text = server.letters[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    word = re.search(r"/mail#confirm=(\w+)", text)
    assert word is not None
    async with http.post(f"{here.base}/api/mail/confirm", json={"word": word[1]}) as answer:
        assert answer.status == 204, await answer.text()


def turn(key: str, about: str = "t1", names: str = "Ben") -> Notice:
    return Notice("your_turn", about, key, f"/t/{about}", {"game": "Rage", "names": names})


def test_an_address_is_proven_and_letters_can_be_ended_by_one_click(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with MailServer() as server, running(tmp_path, clock, **settings_for(server)) as here:
            http, person = await given(here)
            await here.server.notices.tell(person, turn("t1.1"))
            clock.ms += 3_600_000
            await confirmed(here, http, server)
            assert [one["Subject"] for one in server.letters] == ["Erre: Ist das deine Adresse?"]  # nothing else
            assert (await read(http, f"{here.base}/api/me/notices/channels"))[1]["is_proven"] is True
            for about in ("t1", "t2"):
                await here.server.notices.tell(person, turn(f"{about}.2", about, "<b>Ben</b>"))
                await here.server.notices.tell(person, turn(f"{about}.2", about))  # the same turn
            clock.ms += 3_600_000
            await here.server.outbox.look()
            await here.server.outbox.look()
            found = server.letters[1:]
            assert [one["Subject"] for one in found] == ["Erre: 2 Nachrichten von Erre"]
            sent = found[0]
            assert sent["To"] == ADDRESS
            assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            plain, rich = (sent.get_body((kind,)).get_content() for kind in ("plain", "html"))  # type: ignore[union-attr]
            assert plain.count("Du bist dran") == 2
            assert "&lt;b&gt;Ben&lt;/b&gt;" in rich
            way_out = sent["List-Unsubscribe"].strip("<>").partition("/api/")[2]
            async with http.get(f"{here.base}/api/{way_out}", allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"].partition("=")[0]) == (303, "/mail#leave")
            for _ in range(2):
                form = {"List-Unsubscribe": "One-Click"}
                async with http.post(f"{here.base}/api/{way_out}", data=form) as answer:
                    assert answer.status == 204
            assert (await read(http, f"{here.base}/api/me/notices/channels"))[1]["address"] == ""
            await here.server.notices.tell(person, turn("t1.3"))
            clock.ms += 3_600_000
            await here.server.outbox.look()
            assert len(server.letters) == 2

    run(test)


def test_a_letter_waits_for_a_server_that_is_away_also_over_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with MailServer() as server:
            wanted = settings_for(server)
            server.rcpt_answer = "451 later"
            async with running(tmp_path, clock, **wanted) as here:
                await given(here)
                await here.server.outbox.look()
                assert await here.server.notices.store.waiting_deliveries() == 1
            server.rcpt_answer = "250 ok"
            clock.ms += 300_000
            async with running(tmp_path, clock, **wanted) as here:
                await here.server.outbox.look()
                assert len(server.letters) == 1

    run(test)


def test_an_address_that_does_not_exist_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with MailServer() as server, running(tmp_path, **settings_for(server)) as here:
            server.rcpt_answer = "550 unknown"
            http, _ = await given(here)
            await here.server.outbox.look()
            assert (await read(http, f"{here.base}/api/me/notices/channels"))[1]["address"] == ""

    run(test)


def test_a_link_expires_and_is_no_use_to_others(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with MailServer() as server, running(tmp_path, clock, **settings_for(server)) as here:
            http, _ = await given(here)
            await here.server.outbox.look()
            text = server.letters[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
            word = re.search(r"confirm=(\w+)", text)
            assert word is not None
            clock.ms += DAY + 1
            for bad in (word[1], "x" * 40, ""):
                async with http.post(f"{here.base}/api/mail/confirm", json={"word": bad}) as answer:
                    assert (await answer.json())["code"] == "word_gone"

    run(test)


def test_bad_addresses_and_floods_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with MailServer() as server, running(tmp_path, limits=1.0, **settings_for(server)) as here:
            http = await here.person("Ana")
            where = f"{here.base}/api/me/notices/mail"
            for bad in BAD_ADDRESSES:
                async with http.post(where, json={"address": bad}) as answer:
                    assert (await answer.json())["code"] == "bad_mail", bad
            statuses = []
            for _ in range(6):
                async with http.post(where, json={"address": ADDRESS}) as answer:
                    statuses.append(answer.status)
            assert statuses == [202] * 4 + [429] * 2
            async with http.post(f"{here.base}/api/me/notices/test", json={"channel": "mail"}) as answer:
                assert (await answer.json())["code"] == "bad_mail"  # nobody has proven it
            sent = 0
            for number in range(30):  # newcomers from one network cannot write to the whole world
                newcomer = await here.person(f"P{number}")
                async with newcomer.post(where, json={"address": f"p{number}@example.org"}) as answer:
                    sent += answer.status == 202
            assert sent == 16

    run(test)


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            http = await here.person("Ana")
            assert (await read(http, f"{here.base}/api/me/notices/channels"))[1]["sends_mail"] is False
            async with http.post(f"{here.base}/api/me/notices/mail", json={"address": ADDRESS}) as answer:
                assert (await answer.json())["code"] == "no_mail"

    run(test)


def test_an_address_is_in_no_log_and_in_nobody_elses_data(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        clock = HandClock()
        async with MailServer() as server, running(tmp_path, clock, **settings_for(server)) as here:
            LOG.setLevel("INFO")
            LOG.propagate = True
            http, person = await given(here)
            server.rcpt_answer = f"451 not now, {ADDRESS}"
            await here.server.outbox.look()
            clock.ms += 60_000
            server.rcpt_answer = f"550 no such user {ADDRESS}"
            await here.server.outbox.look()
            server.rcpt_answer = "250 ok"
            async with http.post(f"{here.base}/api/me/notices/mail", json={"address": ADDRESS}) as answer:
                assert answer.status == 202
            ben = await here.person("Ben")
            for path in ("/api/me/data", "/api/me/notices/channels", "/api/me", "/api/tables"):
                assert ADDRESS not in str(await read(ben, f"{here.base}{path}"))
            assert ADDRESS in str(await read(http, f"{here.base}/api/me/data"))  # it is theirs
            async with http.delete(f"{here.base}/api/me") as answer:
                assert answer.status == 204
            assert await here.server.notices.store.mail_address(person) is None
            assert await here.server.notices.store.waiting_deliveries() == 0

    with caplog.at_level(logging.DEBUG):
        run(test)
    assert "a notice waits" in caplog.text
    for record in caplog.records:
        assert ADDRESS not in f"{record.getMessage()} {record.__dict__}"


def test_a_header_cannot_be_smuggled_in() -> None:
    server = read_mail_server("smtp://127.0.0.1:25", "Erre <erre@example.org>", "")
    assert server is not None
    with pytest.raises(ValueError):
        letter(server, ADDRESS, "en", "Hi\r\nBcc: other@example.org", [], "")
    fine = letter(server, ADDRESS, "en", "Hi", [Item(Words("T", "line\r\nBcc: x@example.org"), "https://e.org/")], "")
    assert fine["Bcc"] is None


@pytest.mark.parametrize(
    ("smtp", "sender", "words"),
    [
        ("ftp://host", "a@example.org", "starttls://"),
        ("smtp://", "a@example.org", "starttls://"),
        ("smtp://host:x", "a@example.org", "port"),
        ("smtps://user:word@host", "a@example.org", "ERRE_SMTP_PASSWORD"),
        ("host", "", "sender"),
        ("host", "Erre <nowhere>", "sender"),
    ],
)
def test_settings_of_the_mail_server_are_checked_at_the_start(smtp: str, sender: str, words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        read_config({"smtp": smtp, "smtp_sender": sender}, {})


def test_the_password_comes_from_the_environment() -> None:
    flags = {"smtp": "smtps://erre%40example.org@mail.example.org", "smtp_sender": "erre@example.org"}
    server = read_config(flags, {"ERRE_SMTP_PASSWORD": "word"}).mail_server
    assert server is not None
    assert (server.security, server.port, server.user, server.password) == ("smtps", 465, "erre@example.org", "word")
    assert is_mail_address("a.b+c@mail.example.org")
