"""ROK over real sockets: a throw is shown to all at once, players race, the judge decides, and all are told why."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from erre.core.gamefile import parse_file, verify
from erre.games import game as find_game
from erre.games.rok.race import RokRace
from erre.race.adapting import LIKE_YOU
from erre.race.latency import GrabSettings
from erre.race.receipts import Press
from erre.server.tables import race_runner as races
from erre.table.finished_game import game_file
from tests.server.running import run, running


def hurry(monkeypatch: pytest.MonkeyPatch, reaction: float) -> None:
    """Short flights, and bots that are quick at it."""
    monkeypatch.setattr(RokRace, "least_lead", GrabSettings().least_lead)
    monkeypatch.setattr(RokRace, "longest_lead", GrabSettings().most_lead)
    monkeypatch.setattr(races, "REACTIONS", dict.fromkeys(races.REACTIONS, reaction))
    monkeypatch.setattr(races, "LEAST", 101.0)


def test_rok_is_played_by_people_and_bots_through_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 300.0)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rok", seats=3, options={"grabSeconds": 2})
            pages = [await here.page(http, table) for http in (ana, bo)]
            for seat, page in enumerate(pages):
                await page.ask("sit", seat=seat, name=f"P{seat}")
            await pages[0].ask("start")
            for page in pages:
                await page.until(lambda page=page: page.reveal)  # type: ignore[misc]
            assert pages[0].reveal == pages[1].reveal
            live = here.server.registry.tables[table]
            assert live.table.match is not None
            rounds = live.table.match
            async with asyncio.timeout(120):
                players = [asyncio.create_task(page.play(random.Random(k))) for k, page in enumerate(pages)]
                while not all(any(v["winner"] == seat for v in pages[0].verdicts) for seat in range(2)):
                    await asyncio.sleep(0.1)
                    assert live.table.stage == "playing"
                for player in players:
                    player.cancel()
            told = {(verdict["reveal"], verdict["rune"]): verdict for verdict in pages[1].verdicts}
            for verdict in pages[0].verdicts[:5]:
                assert told[verdict["reveal"], verdict["rune"]] == verdict
                assert "took piece" in verdict["receipt"]
            assert all(page.notes.gaps == [] for page in pages)
            assert rounds.receipts
            refused = await pages[0].move(0, "grab W1a")
            assert refused["code"] in ("not_now", "stale")

    run(test)


def test_a_bot_table_of_rok_ends_with_a_record_that_proves_the_throws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch, 101.0)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rok", seats=2, bots=["greedy", "greedy"])
            page = await here.page(ana, table)
            await page.ask("start")
            await page.until(lambda: page.outcome, 100)
            live = here.server.registry.tables[table]
            text = "\n".join(game_file(live.table).lines())
            assert verify(parse_file(text), find_game("rok")).verdict == "proven"

    run(test)


def test_nobody_is_sent_a_face_before_it_is_nearly_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "REACTIONS", dict.fromkeys(races.REACTIONS, 5000.0))

    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            terms = {"slow": True, "announced": True, "handicaps": [0, 200]}
            options = {"faceUpProbability": 1, "grabEnd": "allDone"}
            table = await here.open(ana, game="rok", seats=2, options=options, terms=terms)
            page, watching = await here.page(ana, table), await here.page(bo, table)
            await page.ask("sit", seat=0, name="Ana")
            await page.ask("start")
            for one in (page, watching):
                await one.until(lambda one=one: one.reveal)  # type: ignore[misc]
                assert one.eyes[0]["legal"] == []
                assert not any(lying["up"] for lying in one.eyes[0]["view"]["table"])
                thrown = next(event for event in one.notes.updates[0]["events"] if event["type"] == "RunesThrown")
                assert not any(lying["up"] for lying in thrown["runes"])
            assert len(page.reveal["paths"]) == 10
            assert page.info["terms"] == terms
            late = await here.page(bo, table)  # who comes now learns no more
            assert not any(lying["up"] for lying in late.eyes[0]["view"]["table"])
            for one in (page, watching, late):
                await one.until(lambda one=one: any(lying["up"] for lying in one.eyes[0]["view"]["table"]))  # type: ignore[misc]
                assert time.time() * 1000 > page.reveal["show_at"] - 1000
            assert any(move.startswith("grab") for move in page.eyes[0]["legal"])

    run(test)


def test_runes_fly_also_where_the_throw_waited_for_people_to_be_ready(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            wish = {"seats": 2, "bots": ["", "solid"], "play_now": True, "waits": True}
            table = await here.open(ana, game="rok", options={"faceUpProbability": 1}, **wish)
            page = await here.page(ana, table)
            await page.ask("ready")
            await page.until(lambda: page.reveal)
            assert len(page.reveal["paths"]) == 10

    run(test)


def test_a_bot_like_you_keeps_the_pace_of_the_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 300.0)

    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            options = {"faceUpProbability": 1, "grabEnd": "allDone"}
            table = await here.open(ana, game="rok", seats=2, options=options, bots=["", LIKE_YOU])
            page = await here.page(ana, table)
            await page.ask("sit", seat=0, name="Ana")
            await page.ask("start")
            live = here.server.registry.tables[table]
            race = live.race
            assert isinstance(race, races.RaceRunner)
            assert race.pace() == races.REACTIONS["beginner"]  # nothing is known yet
            async with asyncio.timeout(120):
                player = asyncio.create_task(page.play(random.Random(3)))
                while race.reactions.pace([0]) is None or not any(v["winner"] == 1 for v in page.verdicts):
                    await asyncio.sleep(0.05)
                    assert live.table.stage == "playing"
                player.cancel()
            assert race.reactions.pace([1]) is None  # bots do not follow each other
            assert race.pace() == race.reactions.pace([0])

    run(test)


@pytest.mark.parametrize(("reaction", "level"), [(300.0, "champion"), (900.0, "solid"), (3000.0, "beginner")])
def test_a_bot_like_you_sees_as_much_as_the_level_of_your_pace(tmp_path: Path, reaction: float, level: str) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            table = await here.open(ana, game="rok", seats=2, bots=["", LIKE_YOU])
            page = await here.page(ana, table)
            await page.ask("sit", seat=0, name="Ana")
            race = here.server.registry.tables[table].race
            assert isinstance(race, races.RaceRunner)
            for reveal in range(3):
                race.reactions.add(reveal, Press(0, reaction, reaction, 0.0, reaction))
            assert race.level_of(LIKE_YOU) == level
            assert race.level_of("strong") == "strong"
            reactions = sorted(race.reaction(LIKE_YOU) for _ in range(101))
            assert 0.8 * reaction < reactions[50] < 1.25 * reaction

    run(test)
