"""Replays: finished games through chosen eyes, files that somebody brings, playing on, and where points were lost."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.core.errors import Refusal
from erre.core.gamefile import EndLine, GameFile, MoveLine, parse_file, replay, verify
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after.replays import MOST_BYTES, begin_at, shown, tell
from erre.server.storage.contract import Finished, Player
from tests.conformance.games import Setting
from tests.server.after import proof_vectors
from tests.server.running import Running, read, run, running

GAMES = [game.name for game in all_games()]
OPTIONS: dict[str, dict[str, Any]] = {"rummy": {"hands": 1}, "rage": {"bidding": "hidden"}}


@cache
def text_of(game: str, seed: int = 3) -> str:
    """The record of a game between quick bots."""
    file = Setting(find_game(game), 3, OPTIONS.get(game, {}), seed).record()
    return "".join(f"{line}\n" for line in file.lines())


async def brought(here: Running, text: str) -> str:
    """A file that somebody brings; its name."""
    if not here.people:
        await here.person("Ana")
    async with here.people[0].post(f"{here.base}/api/replays", data=text.encode()) as answer:
        assert answer.status == 201, await answer.text()
        return str((await answer.json())["id"])


async def seen(here: Running, record: str, eyes: str) -> dict[str, Any]:
    """A replay through some eyes."""
    async with here.people[0].get(f"{here.base}/api/records/{record}/replay", params={"eyes": eyes}) as answer:
        assert answer.status == 200, await answer.text()
        found: dict[str, Any] = await answer.json()
        return found


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_each_pair_of_eyes_what_it_saw_in_the_game(game: str) -> None:
    told = tell(text_of(game))
    encode = msgspec.json.encode
    for seats, eyes in [([], [None]), ([1], [1]), (None, [0, 1, 2])]:
        replay = shown("r", told, seats)
        assert len(replay.steps) == len(told.file.moves) + 1
        assert replay.outcome is not None
        for step, truth in zip(replay.steps, told.steps, strict=True):
            assert [look.seat for look in step.eyes] == eyes
            for look in step.eyes:
                assert encode(look.view) == encode(told.game.shown(truth.position.view(look.seat)))
                assert look.legal == []
            known = truth.events
            if seats is not None:
                known = [told.game.redact(event, seats[0] if seats else None) for event in truth.events]
            assert encode(step.events) == encode(known)
        assert [step.part for step in replay.steps] == sorted(step.part for step in replay.steps)


def test_a_secret_choice_stays_secret_from_other_eyes_in_a_replay() -> None:
    told = tell(text_of("rurare"))
    own, other = shown("r", told, [0]), shown("r", told, [1])
    mine = [step for step in own.steps if step.seat == 0]
    assert all(step.move is not None for step in mine)
    assert any(step.move is None for step in other.steps if step.seat == 0)
    assert all(step.move is not None for step in shown("r", told, None).steps[1:])


def test_a_file_is_brought_looked_at_and_proven(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            record = await brought(here, text_of("rage"))
            assert await brought(here, text_of("rage")) == record
            replay = await seen(here, record, "all")
            assert (replay["game"], replay["kept"], replay["given"]) == ("rage", False, False)
            assert len(replay["steps"][0]["eyes"]) == 3
            assert (await seen(here, record, ""))["steps"][0]["eyes"][0]["seat"] is None
            for path, status in {
                f"/api/records/{record}": 200,
                f"/api/records/{record}/proof": 200,
                f"/api/records/{record}/replay?eyes=3": 400,
                f"/api/records/{record}/replay?eyes=-1": 400,
                f"/api/records/{record}/replay?eyes=9999999999": 400,
                "/api/records/file-00/replay": 404,
                "/api/records/nothing/replay": 404,
                "/api/records/nothing/losses": 404,
            }.items():
                async with here.people[0].get(here.base + path) as answer:
                    assert answer.status == status, path
            async with here.people[0].get(f"{here.base}/api/records") as answer:
                assert await answer.json() == []  # not kept as a game of this server

    run(test)


def rubbish() -> Iterator[tuple[bytes, str]]:
    """Files that are no record of a finished game, and a word of the reason."""
    text = text_of("rage")
    lines = text.splitlines()
    yield b"", "empty"
    yield b"\xff\xfe\x00", "not text"
    yield b"hello", "line 1"
    yield b"[" * 200_000, "line 1"
    yield text.replace("bid 1", "bid 2", 1).encode(), "seal"
    yield text.replace("bid 1", "bid 99", 1).encode(), "'bid 99"
    yield "\n".join([*lines[:5], lines[-2]]).encode(), "outcome"
    yield "\n".join([*lines[:1], *lines[2:-1]]).encode(), "no good record"
    yield "\n".join(lines[:-1]).replace('"salt":"', '"salt":"00', 1).encode(), "key and salt"
    yield (
        "\n".join([lines[0].replace('"commitment":"', '"commitment":"0')[:-1] + "}", *lines[1:-1]]).encode(),
        "commitment",
    )
    yield "\n".join(lines[:5]).encode(), "not over"
    yield lines[0].replace('"rage"', '"chess"').encode() + b"\n" + lines[-2].encode(), "chess"
    yield b"x" * (MOST_BYTES + 1), "too long"
    header, end = json.loads(lines[0]), lines[-2]
    yield (json.dumps({**header, "seats": 10**9}) + "\n" + end).encode(), "players"
    yield (json.dumps({**header, "position": {"seats": -1}}) + "\n" + end).encode(), "no good record"


def reasons() -> Iterator[tuple[str, dict[str, Any]]]:
    """Files, and the reason with its values that programs are told."""
    text = text_of("rage")
    lines = text.splitlines()
    number, bid = next((k, json.loads(one)["move"]) for k, one in enumerate(lines) if '"bid ' in one)
    changed = [*lines[:number], lines[number].replace(bid, "bid 99"), *lines[number + 1 :]]
    seat = json.loads(lines[number])["seat"]
    why = f"move {number}, 'bid 99' of seat {seat}: §2.2: a bid is a number of tricks, here from 0 to 10"
    yield "", {"reason": "empty", "values": {}}
    yield "\n".join([lines[0], "{}"]), {"reason": "line", "values": {"line": 2}}
    yield "\n".join(lines[:5]), {"reason": "not_over", "values": {}}
    yield "\n".join(changed), {"reason": "changed", "values": {"said": why}}
    yield "\n".join(changed[:-1]), {"reason": "move", "values": {"move": number, "rule": "§2.2", "said": why}}
    yield text.replace('"players":["', '"players":["x', 1), {"reason": "changed", "values": {"said": ""}}
    yield "x" * (MOST_BYTES + 1), {"reason": "too_long", "values": {"most": MOST_BYTES}}


def test_programs_are_told_the_reason_with_its_place(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            for text, expected in reasons():
                async with ana.post(f"{here.base}/api/replays", data=text.encode()) as answer:
                    told = await answer.json()
                    assert (answer.status, told["code"], told["reason"]) == (422, "bad_file", expected["reason"])
                    found, values = told.get("values", {}), expected["values"]
                    assert {name: found.get(name) for name in values} == values
                    assert str(values.get("said", "")) in told["why"]

    run(test)


def test_rubbish_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            for data, why in rubbish():
                async with ana.post(f"{here.base}/api/replays", data=data) as answer:
                    told = await answer.json()
                    assert answer.status == 422, (why, told)
                    assert why in told["why"]
                    assert told["code"] == "bad_file"
            away = {"Origin": "https://elsewhere.example"}
            async with ana.post(f"{here.base}/api/replays", data=text_of("rage").encode(), headers=away) as answer:
                assert answer.status == 403

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_one_can_go_on_from_every_point_with_what_one_seat_knew(game: str) -> None:
    told = tell(text_of(game))
    chance = random.Random(1)
    last = len(told.steps) - 1
    for at in sorted({0, last - 1, *(chance.randrange(last) for _ in range(40))}):
        for seat in range(3):
            start = begin_at(told, at, seat)
            position = told.game.read_position(start.position or {})
            before, after = told.steps[at].position.view(seat), told.game.view(position, seat)
            assert msgspec.json.encode(before) == msgspec.json.encode(after)
    for at, seat in [(last, 0), (-1, 0), (last + 1, 0), (0, 3), (0, -1)]:
        with pytest.raises(Refusal):
            begin_at(told, at, seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_on_ends_with_a_record_that_says_where_it_began(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            record = await brought(here, text_of(game))
            steps = len(parse_file(text_of(game)).moves)
            wish = {"at": steps - min(steps, 9), "seat": 1, "level": "beginner"}
            async with here.people[0].post(f"{here.base}/api/records/{record}/play_on", json=wish) as answer:
                assert answer.status == 201, await answer.text()
                table = (await answer.json())["id"]
            page = await here.page(here.people[0], table)
            assert page.mine == [1]
            assert page.info["commitment"] == ""
            assert page.info["played_on"]
            await page.play(random.Random(2))
            await page.until(lambda: page.info["record"])
            own = await seen(here, page.info["record"], "1")
            assert own["given"]
            async with here.people[0].get(f"{here.base}/api/records/{page.info['record']}") as answer:
                file = parse_file(await answer.text())
            proof = verify(file, find_game(game))
            assert proof.verdict == "proven"
            assert any("first deal is NOT proven" in words for _, words in proof.findings)
            await here.server.registry.find(table)

    run(test)


def test_a_wish_to_go_on_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            record = await brought(here, text_of("rurare"))
            for wish in (
                {"at": 0, "seat": 0, "level": "nobody"},
                {"at": 10**9, "seat": 0, "level": "solid"},
                {"at": 0, "seat": 7, "level": "solid"},
                {"at": 0, "seat": 0},
            ):
                async with here.people[0].post(f"{here.base}/api/records/{record}/play_on", json=wish) as answer:
                    assert answer.status == 400

    run(test)


@pytest.mark.parametrize("has_threads", [True, False], ids=["in a thread", "without threads, as in a page"])
def test_where_points_were_lost_is_worked_out_once_and_kept(tmp_path: Path, has_threads: bool) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            here.server.replays.thinks_in = None if has_threads else here.server.services.bots.pool
            record = await brought(here, text_of("rok"))
            while not (found := (await read(here.people[0], f"{here.base}/api/records/{record}/losses"))[1])["seats"]:
                await asyncio.sleep(0.05)
            assert found["done"] == found["total"] == len(parse_file(text_of("rok")).moves)
            assert [one["seat"] for one in found["seats"]] == [0, 1, 2]
            assert not found["failed"]

    run(test)


def test_looking_back_shows_what_this_seat_has_seen_so_far(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, bo = await here.person("Ana"), await here.person("Bo")
            table = await here.open(ana, game="rage", play_now=True)
            page = await here.page(ana, table)
            page.raw = []
            for _ in range(5):
                await page.until(lambda: page.due() or page.outcome)
                seat, legal = page.due() or (0, [])
                await page.move(seat, legal[0])
            await page.until(lambda: page.due())
            number = page.have
            async with ana.get(f"{here.base}/api/tables/{table}/past") as answer:
                past = await answer.json()
            told = {one["number"]: one for one in past}
            assert [one["number"] for one in past][:1] == [0]
            assert number in told
            for have, update in page.notes.updates.items():
                assert told[have]["eyes"][0]["view"] == update["eyes"][0]["view"]
                assert told[have]["events"] == update["events"]
            async with bo.get(f"{here.base}/api/tables/{table}/past") as answer:
                assert all(one["eyes"][0]["seat"] is None for one in await answer.json())

    run(test)


def test_an_imported_game_file_without_a_seal_is_still_looked_at() -> None:
    lines = text_of("rage").splitlines()
    assert not tell("\n".join(lines[:-1])).file.is_sealed
    file = parse_file(text_of("rage"))
    assert isinstance(file.end, EndLine)
    assert isinstance(file.moves[0], MoveLine)
    assert GameFile(file.header, file.moves, file.end) == file


def test_what_the_browser_s_proof_is_tested_against_is_what_the_engine_does() -> None:
    """After a change of a deal: change the game's deals.ts, then run `python -m tests.server.after.proof_vectors`."""
    kept = json.loads(proof_vectors.PRIMITIVES.read_text("utf-8"))
    assert kept == proof_vectors.primitives()
    files = [proof_vectors.file_of(name) for name in sorted({name for name, *_ in proof_vectors.GAMES})]
    games = [one for file in files for one in json.loads(file.read_text("utf-8"))]
    assert len(games) == len(proof_vectors.GAMES)
    for one in games:
        file = parse_file(one["record"])
        assert verify(file, find_game(file.header.game)).verdict == "proven"
        assert proof_vectors.dealt(file) == one["events"]


def test_a_player_s_page_adds_up_their_games_and_bids(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana = await here.person("Ana")
            async with ana.get(f"{here.base}/api/me/statistics") as answer:
                assert (await answer.json())["games"] == []
            file = parse_file(text_of("rage"))
            assert file.end is not None
            assert file.end.outcome is not None
            async with ana.post(f"{here.base}/api/me/claim") as answer:
                assert answer.status == 200
            person = await here.server.store.player("ana")
            assert person is not None
            players = [person, Player("Bot", bot="solid"), Player("Bot", bot="casual")]
            scores = file.end.outcome.scores
            game = Finished("r1", "t", "rage", 1000, players, [1, 2, 3], scores, text_of("rage"), rated=True)
            steps = replay(file, find_game("rage"))
            bids = find_game("rage").bids([event for step in steps for event in step.events])
            game = msgspec.structs.replace(game, bids=bids)
            await here.server.store.finish(game)
            position = shown_given(text_of("rurare"))
            await here.server.store.finish(
                Finished("r2", "t", "rurare", 2000, players, [3, 1, 2], [0, 9, 5], position, rated=False, given=True)
            )
            async with ana.get(f"{here.base}/api/players/Ana/statistics") as answer:
                found = await answer.json()
            assert [(one["record"], one["given"]) for one in found["results"]] == [("r2", True), ("r1", False)]
            (rage,) = found["games"]
            assert (rage["played"], rage["won"], rage["best_score"]) == (1, 1, scores[0])
            assert len(rage["curve"]) == 1
            assert sum(line["times"] for line in rage["bids"]) == 10
            assert all(0 <= line["kept"] <= line["times"] for line in rage["bids"])
            for path, status in {"/api/players/solid/statistics": 200, "/api/players/nobody/statistics": 404}.items():
                async with ana.get(here.base + path) as answer:
                    assert answer.status == status

    run(test)


def shown_given(text: str) -> str:
    """A record as if it had begun at a position."""
    first, rest = text.split("\n", 1)
    return json.dumps({**json.loads(first), "position": {}}, separators=(",", ":")) + "\n" + rest
