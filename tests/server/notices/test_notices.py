"""People are told things once, over the channels that they chose, and not in their quiet hours."""

from __future__ import annotations

import aiohttp
import pytest

from erre.core.errors import BadOptions
from erre.server.notices.notice import KINDS, Notice
from erre.server.notices.settings import NoticeSettings, check_settings, not_quiet, read_settings
from erre.server.notices.words import LANGUAGES, WORDS, words_for
from erre.server.storage.notice_types import Endpoint
from tests.server.running import Running, read, served

HOUR = 3_600_000


def turn(key: str, about: str = "t1") -> Notice:
    return Notice("your_turn", about, key, f"/t/{about}", {"game": "Rage", "names": "Ben"})


def test_every_kind_has_words_in_every_language() -> None:
    assert set(WORDS) == set(KINDS)
    for kind in KINDS:
        assert set(WORDS[kind]) == set(LANGUAGES)
        names = {words.body.count("{") for words in WORDS[kind].values()}
        assert len(names) == 1
    assert words_for("your_turn", {"game": "{x}", "names": "{0}"}, "de").body == "{x} mit {0} wartet auf deinen Zug."
    assert "…" in words_for("invitation", {"name": "Ana"}, "it").body


@pytest.mark.parametrize(
    ("quiet", "hour", "waits"),
    [
        (None, 3, 0),
        ((22 * 60, 7 * 60), 23, 8),  # over midnight
        ((22 * 60, 7 * 60), 3, 4),
        ((22 * 60, 7 * 60), 7, 0),
        ((13 * 60, 15 * 60), 14, 1),
        ((13 * 60, 15 * 60), 12, 0),
        ((60, 60), 1, 0),  # no hours at all
    ],
)
def test_what_comes_in_quiet_hours_waits(quiet: tuple[int, int] | None, hour: int, waits: int) -> None:
    settings = NoticeSettings(quiet=quiet, offset=120, zone="Nowhere/Atlantis")
    at = (hour - 2) * HOUR % (24 * HOUR)
    assert not_quiet(settings, at) == at + waits * HOUR


def test_settings_that_make_no_sense_are_refused() -> None:
    for bad in (NoticeSettings(quiet=(0, 1440)), NoticeSettings(offset=10_000), NoticeSettings(zone="x" * 100)):
        with pytest.raises(BadOptions):
            check_settings(bad)
    assert read_settings('{"from": "the future"}') == NoticeSettings()


@served()
async def test_a_notice_is_a_badge_in_the_language_of_the_page_until_it_settles(here: Running) -> None:
    http = await here.person("Ana")
    notices, store = here.server.notices, here.server.notices.store
    person = await here.server.identity.find_by(next(cookie.value for cookie in http.cookie_jar))
    assert person is not None
    address = f"{here.base}/api/me/notices"
    assert (await read(http, address))[1] == {"notices": [], "unread": 0}
    assert await notices.tell(person.id, turn("t1.1"))
    assert not await notices.tell(person.id, turn("t1.1"))
    invited = Notice("invitation", "i1", "i1", "/t/x", {"name": "Ben " * 50, "game": "Rummy"})
    assert await notices.tell(person.id, invited)
    _, told = await read(http, f"{address}?language=it")
    assert {line["title"] for line in told["notices"]} == {"Tocca a te", "Un invito"}
    assert told["unread"] == 2
    assert max(len(line["body"]) for line in told["notices"]) < 200
    async with http.post(f"{address}/seen") as answer:
        assert answer.status == 204
    assert (await read(http, address))[1]["unread"] == 1  # the turn still waits
    notices.settle_soon(person.id, "t1")
    await notices.idle()
    assert (await read(http, address))[1]["unread"] == 0
    assert await store.waiting_deliveries() == 0


@served()
async def test_a_page_of_nobody_asks_too_and_there_is_nothing_to_tell(here: Running) -> None:
    async with aiohttp.ClientSession() as nobody:
        assert await read(nobody, f"{here.base}/api/me/notices") == (200, {"notices": [], "unread": 0})


@served()
async def test_deliveries_follow_the_settings(here: Running) -> None:
    http = await here.person("Ana")
    notices, store = here.server.notices, here.server.notices.store
    person = await here.server.identity.find_by(next(cookie.value for cookie in http.cookie_jar))
    assert person is not None
    await store.add_endpoint(Endpoint("e1", person.id, "https://push.example/1", "k", "a", "Firefox"), 5)
    address = f"{here.base}/api/me/notices/settings"
    assert (await read(http, address))[1]["push"] is True
    await notices.tell(person.id, turn("t1.1"))
    assert await store.waiting_deliveries() == 1
    async with http.put(address, json={"muted": ["your_turn"], "language": "ro", "quiet": [1320, 420]}) as answer:
        assert answer.status == 200
    await notices.tell(person.id, turn("t2.1", "t2"))
    assert await store.waiting_deliveries() == 1
    assert (await read(http, address))[1]["language"] == "ro"
    for bad in ({"quiet": [0, 5000]}, {"language": "xx"}, {"muted": ["nonsense"]}, {"other": 1}):
        async with http.put(address, json=bad) as answer:
            assert answer.status == 400
