"""Two tables that a seat cannot tell apart send it, over the real socket, the same bytes; spectators too."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from erre.bots.kernel_bot import fresh_luck
from erre.core.game import AnyGame
from erre.core.position import Position
from erre.games import game as find_game
from erre.server import hub as hub_module
from erre.server import live as live_module
from erre.server.live import LiveTable
from erre.server.rest import NewTable
from erre.server.storage import Person
from erre.table.asking import bot_moves
from erre.table.entries import Started
from tests.server.running import Running, run, running

NOW = 1_800_000_000_000
Step = tuple[int, str]  # a seat and its move

CASES = [
    ("rage", {}, 3),
    ("rage", {"bidding": "hidden"}, 4),
    ("rage", {"bidding": "secret"}, 3),
    ("rurare", {}, 3),
    ("rummy", {}, 3),
]


def any_position(game: AnyGame, seats: int, options: dict[str, Any], chance: random.Random) -> Position:
    """A game after some moves."""
    position = Position.new(game, seats, options, seed=chance.randrange(10**6)).position
    for _ in range(chance.randrange(12)):
        seat = chance.choice(position.turn)
        following = position.play(seat, chance.choice(position.legal(seat))).position
        if following.outcome is not None:
            break
        position = following
    return position


def texts(position: Position, seat: int) -> list[str]:
    """What a seat may play."""
    return [position.game.format_move(move) for move in position.legal(seat)]


def lockstep(worlds: list[Position], eye: int, chance: random.Random) -> list[list[Step]]:
    """Moves in both worlds that look the same to one seat; hidden ones may differ as they like."""
    steps: list[list[Step]] = [[], []]
    for _ in range(6):
        seat = chance.choice(worlds[0].turn)
        here, there = (texts(world, seat) for world in worlds)
        shared = sorted(set(here) & set(there))
        pairs = [(chance.choice(here), chance.choice(there))] + [
            (move, move) for move in chance.sample(shared, min(len(shared), 3))
        ]
        for pair in pairs:
            played = [world.play(seat, move) for world, move in zip(worlds, pair, strict=True)]
            if seat == eye and pair[0] != pair[1]:
                continue
            told = [
                [world.game.redact(event, eye) for event in one.events]
                for world, one in zip(worlds, played, strict=True)
            ]
            views = [one.position.view(eye) for one in played]
            if told[0] == told[1] and views[0] == views[1]:
                break
        else:
            return steps
        worlds = [one.position for one in played]
        for one, move in zip(steps, pair, strict=True):
            one.append((seat, move))
        if worlds[0].outcome is not None:
            return steps
    return steps


async def stream(here: Running, position: Position, eye: int, steps: list[Step]) -> list[list[bytes]]:
    """All that comes to the seat, to a spectator and to the big screen while these moves are made."""
    ana, cleo = await here.person("Ana"), await here.person("Cleo")
    person: Person = next(iter(here.server.visitors._known.values()))
    game = position.game
    bots = ["" if seat == eye else "greedy" for seat in range(position.seats)]
    started = Started("00" * 32, "00" * 32, game.rules_version, position.to_json())
    wish = NewTable(game.name, position.seats, position.to_json()["options"], bots=bots, play_now=True)
    live: LiveTable = await here.server.hub.open(wish, person, started)
    pages = [await here.page(ana, live.table.id), await here.page(cleo, live.table.id)]
    pages.append(await here.page(ana, live.table.id, screen=True))
    for page in pages:
        page.raw = []
        page.cut()
        page.have = None
    for page in pages:
        await page.until(lambda page=page: page.have is not None)  # type: ignore[misc]
        await asyncio.sleep(0.05)
    for page in pages:
        page.raw = []
    for seat, move in steps:
        if seat == eye:
            await pages[0].move(seat, move)
        else:
            live.put(partial(live.commit, bot_moves(live.table, seat, move, NOW)))
        number = live.table.number + (seat != eye)
        for page in pages:
            await page.until(lambda page=page, number=number: page.have == number)  # type: ignore[misc]
    welcome = await here.page(ana, live.table.id)
    await asyncio.sleep(0.05)
    return [page.raw or [] for page in pages] + [[str(welcome.eyes).encode()]]


@pytest.mark.parametrize(("name", "options", "seats"), CASES)
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_gets_the_same_bytes_from_states_it_cannot_tell_apart(
    name: str, options: dict[str, Any], seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = find_game(name), random.Random(f"{name}{options}{seed}")
    eye = chance.randrange(seats)
    truth = any_position(game, seats, options, chance)
    other = Position(game, game.imagine(truth.view(eye), fresh_luck(seed)))
    assert truth.view(eye) == other.view(eye)
    steps = lockstep([truth, other], eye, chance)
    monkeypatch.setattr(live_module, "milliseconds", lambda: NOW)
    monkeypatch.setattr(hub_module, "milliseconds", lambda: NOW)
    monkeypatch.setattr(hub_module, "new_id", lambda: "sametable")
    seen: list[list[list[bytes]]] = []

    async def test() -> None:
        for world, made in zip((truth, other), steps, strict=True):
            async with running(tmp_path / str(len(seen))) as here:
                here.server.hub.bots.tempo = 1e9  # bots wait: the test moves for them
                seen.append(await stream(here, world, eye, made))

    run(test)
    assert [len(raw) for raw in seen[0]] == [len(raw) for raw in seen[1]]
    for mine, others in zip(*seen, strict=True):
        assert mine == others
