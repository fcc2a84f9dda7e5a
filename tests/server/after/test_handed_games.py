"""Games that were played offline and are handed to a server: verified, kept once, unrated, and of a limited number."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from erre.core.gamefile import GameFile
from erre.games import all_games
from erre.games import game as find_game
from erre.server.after import handed_games
from tests.conformance.games import Setting
from tests.server.running import Running, run, running

GAMES = [game.name for game in all_games()]


def played(game: str, seed: int = 3) -> GameFile:
    """A game of a person against bots."""
    least = find_game(game).least_seats
    file = Setting(find_game(game), least, {"hands": 1} if game == "rummy" else {}, seed).record()
    file.header.players[:] = ["Ana", *["Rosa (champion)"] * (least - 1)]
    return file


def text_of(file: GameFile) -> str:
    return "".join(f"{line}\n" for line in file.lines())


async def hand(here: Running, text: str, who: int = 0) -> tuple[int, dict[str, Any]]:
    async with here.people[who].post(f"{here.base}/api/me/games", data=text.encode()) as answer:
        return answer.status, await answer.json()


async def told(here: Running, path: str, who: int = 0) -> Any:
    async with here.people[who].get(f"{here.base}{path}") as answer:
        return await answer.json()


def test_games_are_kept_once_for_the_one_who_hands_them_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            await here.person("Ben")
            ids = []
            for game in GAMES:
                text = text_of(played(game))
                status, found = await hand(here, text)
                assert status == 201, found
                assert (await hand(here, text)) == (200, found)
                ids.append(found["id"])
                assert (await told(here, f"/api/records/{found['id']}/proof"))["verdict"] == "proven"
            assert {line["id"] for line in await told(here, "/api/records")} == set(ids)
            assert await told(here, "/api/records", who=1) == []
            assert (await told(here, f"/api/records/{ids[0]}/replay?eyes=0", who=1))["code"] == "no_table"
            statistics = await told(here, "/api/me/statistics")
            assert all(one["given"] for one in statistics["results"])
            for game in GAMES:
                assert await told(here, f"/api/ratings/{game}") == []

    run(test)


def forged() -> dict[str, str]:
    """Records that no server keeps."""
    file = played("rage")
    assert file.end is not None
    moved, broken_off, bots, scored = (copy.deepcopy(file) for _ in range(4))
    moved.moves[5].move = "play Y99"
    assert broken_off.end is not None
    broken_off.end.outcome = None
    bots.header.players[0] = "Rita (beginner)"
    assert scored.end is not None
    assert scored.end.outcome is not None
    scored.end.outcome.scores[0] += 1
    lines = list(file.lines())
    texts = {name: text_of(one) for name, one in {"moved": moved, "bots": bots, "scored": scored}.items()}
    texts |= {"broken off": text_of(broken_off), "unsealed": "\n".join(lines[:-1])}
    return texts | {"changed": text_of(file).replace("Ana", "Ada", 1), "rubbish": "rubbish", "empty": ""}


@pytest.mark.parametrize(("what", "text"), forged().items(), ids=list(forged()))
def test_what_is_not_proven_is_not_kept(what: str, text: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            status, found = await hand(here, text)
            assert status >= 400
            assert found["code"] == "bad_file", (what, found)
            assert await told(here, "/api/records") == []

    run(test)


def test_a_person_hands_in_a_limited_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_games, "MOST_HANDED", 1)

    async def test() -> None:
        async with running(tmp_path) as here:
            await here.person("Ana")
            await here.person("Ben")
            assert (await hand(here, text_of(played("rage"))))[0] == 201
            assert (await hand(here, text_of(played("rage", 4))))[1]["code"] == "too_many_games"
            assert (await hand(here, text_of(played("rage", 4)), who=1))[0] == 201

    run(test)
