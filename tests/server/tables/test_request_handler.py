"""Requests are carried out once and answered in order; impossible ones are refused and change nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from erre.server.tables.live_table import MOST_ASKING
from erre.table.requests import Draft, Hint, Leave, MakeGrab, MakeMove, React, Say, Sit, Start
from tests.server.running import run
from tests.server.tables.seated import Seated, opened, registry_at


def test_a_request_sent_twice_is_carried_out_once_and_answered_twice(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana = Seated(live, "ana")
            first = await ana.ask(MakeMove, 0, "row 1", live.table.number, n=7)
            again = await ana.ask(MakeMove, 0, "row 1", live.table.number, n=7)
            assert first == again == {"type": "ok", "n": 7, "number": live.table.number}
            assert ana.kinds().count("update") == 1
            assert registry.services.metrics.counted["resent"] == 1

    run(test)


def test_a_move_is_checked_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana, checked = Seated(live, "ana"), 0
            game, check = live.table.game, live.table.game.check

            def count(*values: object) -> None:
                nonlocal checked
                checked += 1
                check(*values)  # type: ignore[arg-type]

            game.check = count  # type: ignore[method-assign,assignment]
            try:
                assert (await ana.ask(MakeMove, 0, "row 1", live.table.number))["type"] == "ok"
            finally:
                del game.check
            assert checked == 1

    run(test)


def test_what_cannot_be_is_refused_with_its_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2)
            ana, cleo = Seated(live, "ana"), Seated(live, "cleo")
            assert (await ana.ask(MakeMove, 0, "row 1", 0))["code"] == "not_your_seat"
            assert (await ana.ask(Sit, 0, "Ana"))["type"] == "ok"
            assert (await ana.ask(MakeMove, 0, "row 1", 0))["code"] == "not_now"
            assert (await cleo.ask(Start))["code"] == "not_host"
            assert (await cleo.ask(Say, "hello"))["code"] == "not_your_seat"
            assert (await ana.ask(MakeGrab, 0, 0, "x", 0.0))["code"] == "not_now"
            assert (await ana.ask(Draft, 0, "x"))["code"] == "not_now"
            assert (await ana.ask(Hint, 0))["code"] == "not_now"
            assert (await ana.ask(Start, n=-1))["code"] == "bad_number"
            assert live.table.stage == "gathering"

    run(test)


def test_too_many_requests_at_once_are_refused_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana = Seated(live, "ana")
            for number in range(MOST_ASKING + 5):
                live.ask(ana.session, React(number, "clap"))
            refused = [message for message in ana.said if message["type"] == "refused"]
            assert [message["n"] for message in refused] == list(range(MOST_ASKING, MOST_ASKING + 5))
            assert {message["code"] for message in refused} == {"too_fast"}
            while ana.session.asking:
                await asyncio.sleep(0)
            assert (await ana.ask(React, "clap", n=100))["type"] == "ok"

    run(test)


def test_lines_of_chat_that_wait_together_are_one_commit(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana, before = Seated(live, "ana"), live.table.next_commit
            for number in range(3):
                live.ask(ana.session, Say(number, f"line {number}"))
            await ana.ask(Say, "line 2", n=2)  # sent twice
            said = [message["text"] for message in ana.said if message["type"] == "chat"]
            assert said == ["line 0", "line 1", "line 2"]
            assert live.table.next_commit == before + 1

    run(test)


def test_leaving_closes_the_session_and_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_at(tmp_path) as registry:
            live = await opened(registry, seats=2, play_now=True)
            ana = Seated(live, "ana")
            assert (await ana.ask(Leave))["type"] == "ok"
            assert ana.kinds()[-1] == "bye"
            assert ana.recorder.is_closing
            assert not live.sessions
            assert live.table.seats_of("ana") == [0]

    run(test)
