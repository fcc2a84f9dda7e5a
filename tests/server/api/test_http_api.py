"""What is asked over HTTP, who may ask it, and what every answer carries."""

from __future__ import annotations

from pathlib import Path

import pytest

from erre.core.errors import Refusal
from erre.server.config import read_config
from erre.server.metrics import Histogram
from erre.server.net.client_files import file_of
from tests.server.running import run, running


def test_the_first_visit_gives_a_secret_that_no_script_can_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(f"{here.base}/api/me") as answer:
                assert "Set-Cookie" not in answer.headers
                assert (await answer.json())["name"] == "Ana"
                assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
            cookie = next(iter(ana.cookie_jar))
            assert cookie["httponly"]
            assert cookie["samesite"] == "Lax"
            assert len(cookie.value) >= 43
            async with ana.delete(f"{here.base}/api/me") as answer:
                assert answer.status == 204

    run(test)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "rage"}, 201),
        ({"game": "rage", "seats": 99}, 400),
        ({"game": "chess"}, 404),
        ({"game": "rage", "options": {"slam": "perhaps"}}, 400),
        ({"game": "rage", "bots": ["nobody"]}, 400),
        ({"game": "rage", "bots": ["greedy"] * 9}, 400),
        ({"game": "rage", "surprise": 1}, 400),
        ([], 400),
    ],
)
def test_a_table_is_opened_or_the_reason_is_told(wish: object, status: int, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.post(f"{here.base}/api/tables", json=wish) as answer:
                assert answer.status == status
                told = await answer.json()
                assert told["path"] == f"/t/{told['id']}" if status == 201 else told["why"]

    run(test)


def test_other_sites_and_strangers_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            elsewhere = {"Origin": "https://elsewhere.example"}
            tables = f"{here.base}/api/tables"
            async with ana.post(tables, json={"game": "rage"}, headers=elsewhere) as answer:
                assert answer.status == 403
            async with ana.post(tables, data='{"game": "rage"}') as answer:
                assert answer.status == 400
            async with ana.delete(f"{here.base}/api/me", headers=elsewhere) as answer:
                assert answer.status == 403
            ana.cookie_jar.clear()
            async with ana.post(tables, json={"game": "rage"}) as answer:
                assert answer.status == 401

    run(test)


def test_the_lobby_lists_open_tables_and_where_i_can_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            await here.open(ana, game="rage", access="open")
            await here.open(ana, game="rurare", access="link")
            async with bo.get(f"{here.base}/api/tables") as answer:
                assert [line["game"] for line in await answer.json()] == ["rage"]
            async with ana.get(f"{here.base}/api/me") as answer:
                assert len((await answer.json())["tables"]) == 2
            async with bo.get(f"{here.base}/api/me") as answer:
                assert (await answer.json())["tables"] == []

    run(test)


@pytest.mark.parametrize(
    "path",
    [
        *("/api/games", "/api/tables", "/api/records", "/api/schema.json", "/api/openapi.json", "/api/ratings/rage"),
        *("/api/qr.svg?path=/t/x", "/health", "/metrics"),
    ],
)
def test_everything_that_can_be_read_is_there(path: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(here.base + path) as answer:
                assert answer.status == 200
                assert await answer.read()

    run(test)


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/nothing.js", "/api/qr.svg?path=//evil", "/api/records/x"])
def test_what_is_not_there_is_refused_in_words(path: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(here.base + path) as answer:
                assert answer.status in (400, 404)
                assert (await answer.json())["why"]

    run(test)


@pytest.mark.parametrize("path", ["../app.py", "assets/../../app.py", "/etc/passwd", "..", "", "a\0b"])
def test_no_file_outside_the_client_is_served(path: str) -> None:
    assert file_of(path) is None


def test_a_server_that_stops_says_so_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rurare", seats=2, play_now=True)
            async with ana.ws_connect(f"{here.base}/ws/{table}") as line:
                await line.send_json({"type": "hello", "protocol": 1, "client": "a"})
                welcome = await line.receive_json()
                await here.server.registry.close()
                said = [message.json() async for message in line]
            assert said[-1]["type"] == "bye"
            assert said[-1]["come_back_in"] > 0
            here.server.registry.tables.clear()
        async with running(tmp_path) as here:
            live = await here.server.registry.find(table)
            assert live.table.stage == "playing"
            assert live.table.number >= welcome["number"]

    run(test)


def test_flags_come_before_the_environment() -> None:
    config = read_config({"port": 1234, "host": None}, {"ERRE_PORT": "99", "ERRE_TEMPO": "0.5", "ERRE_HOST": "::1"})
    assert (config.port, config.tempo, config.host) == (1234, 0.5, "::1")
    for wrong in ({"ERRE_PORT": "x"}, {"ERRE_PORT": "70000"}):
        with pytest.raises(Refusal):
            read_config({}, wrong)


def test_a_histogram_tells_its_quantiles() -> None:
    histogram = Histogram((0.001, 0.01))
    for seconds in (0.0005, 0.0005, 0.005, 5.0):
        histogram.add(seconds)
    assert [histogram.quantile(share) for share in (0.5, 0.75, 1.0)] == [0.001, 0.01, float("inf")]
    assert list(histogram.lines("x"))[-1] == "x_count 4"


def test_a_listed_table_says_its_seats_and_whether_its_rules_are_its_own(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            usual = await here.open(ana, game="rummy", seats=3, access="open")
            own = await here.open(ana, game="rummy", seats=4, access="open", options={"hands": 1})
            async with bo.get(f"{here.base}/api/tables") as answer:
                lines = {line["id"]: line for line in await answer.json()}
            assert (lines[usual]["seats"], lines[usual]["own_rules"], lines[usual]["rated"]) == (3, False, False)
            assert (lines[own]["seats"], lines[own]["own_rules"]) == (4, True)

    run(test)
