"""Two tables that a seat cannot tell apart send it, over the real socket, the same bytes; spectators too."""

from __future__ import annotations

import asyncio
import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from erre.bots.contract import Advice
from erre.bots.kernel_bot import fresh_luck
from erre.core.game import AnyGame, Played, Position
from erre.core.gamefile import parse_file, verify
from erre.games import game as find_game
from erre.server.clock import Clock
from erre.server.net.http_types import NewTable
from erre.server.tables.live_table import LiveTable
from erre.server.tables.race_runner import RaceRunner
from erre.table.decide import bot_moves
from erre.table.entries import Commit, Moved, Started
from erre.table.match import Decision
from erre.trials.client import Page
from tests.amounts import amount
from tests.server.running import Running, run, running

pytestmark = pytest.mark.usefixtures("both_ways")

NOW = 1_800_000_000_000
ATTEMPTS = 40  # to find a move that looks the same in both worlds
LEAST_STEPS = 2
COUNTED = re.compile(rb'"(revision|watching)":\d+,')
Step = tuple[int, str]  # a seat and its move

CASES = [
    ("rage", {}, 3),
    ("rage", {"bidding": "hidden"}, 4),
    ("rage", {"bidding": "secret"}, 3),
    ("rurare", {}, 3),
    ("rummy", {}, 3),
    ("rok", {}, 3),
    ("rok", {"faceUpProbability": 0.4}, 2),
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
        for _ in range(ATTEMPTS):
            seat = chance.choice(worlds[0].turn)
            here, there = (texts(world, seat) for world in worlds)
            shared = sorted(set(here) & set(there))
            alike = seat == eye or (shared and chance.random() < 0.5)
            pair = [chance.choice(shared or here)] * 2 if alike else [chance.choice(here), chance.choice(there)]
            if pair[1] not in there:
                continue
            played = [world.play(seat, move) for world, move in zip(worlds, pair, strict=True)]
            if looks_alike(played, eye):
                break
        else:
            return steps
        worlds = [one.position for one in played]
        for one, move in zip(steps, pair, strict=True):
            one.append((seat, move))
        if worlds[0].outcome is not None:
            return steps
    return steps


def twins(
    game: AnyGame, seats: int, options: dict[str, Any], eye: int, chance: random.Random
) -> tuple[list[Position], list[list[Step]]]:
    """Two worlds that a seat cannot tell apart, and moves after which it still cannot."""
    for _ in range(ATTEMPTS):
        truth = any_position(game, seats, options, chance)
        other = Position(game, game.imagine(truth.view(eye), fresh_luck(chance.randrange(10**6))))
        assert truth.view(eye) == other.view(eye)
        steps = lockstep([truth, other], eye, chance)
        if truth != other and len(steps[0]) >= LEAST_STEPS:
            return [truth, other], steps
    raise AssertionError("no such worlds were found")


def looks_alike(played: list[Played], eye: int) -> bool:
    """Whether a seat sees no difference between what happened in two worlds."""
    told = [[one.position.game.redact(event, eye) for event in one.events] for one in played]
    views = [one.position.view(eye) for one in played]
    return told[0] == told[1] and views[0] == views[1]


async def stream(here: Running, position: Position, eye: int, steps: list[Step]) -> list[list[bytes]]:
    """All that comes to the seat, to a spectator and to the big screen: moves, chat, hints, returns, fresh starts."""
    ana, cleo = await here.person("Ana"), await here.person("Cleo")
    person = await here.known(ana)
    game = position.game
    bots = ["" if seat == eye else "greedy" for seat in range(position.seats)]
    started = Started("00" * 32, "00" * 32, game.rules_version, position.to_json())
    wish = NewTable(game.name, position.seats, position.to_json()["options"], bots=bots, play_now=True)
    while not here.server.health()["ok"]:  # a busy machine may be late to renew its lease
        await asyncio.sleep(0.02)
    live: LiveTable = await here.server.registry.open(wish, person, started)
    pages = [await here.page(ana, live.table.id), await here.page(cleo, live.table.id)]
    pages.append(await here.page(ana, live.table.id, screen=True))
    for page in pages:
        page.patience = 60.0  # a request that is sent again is answered again
    seen = [await coming_back(page, None) for page in pages]
    for page in pages:
        page.raw = []
    await ask_all(live, pages[0], eye)
    for seat, move in steps:
        number = live.table.number + 1
        if seat == eye and not live.race.is_race:
            assert (await pages[0].move(seat, move))["type"] == "ok"
        else:
            live.put(partial(live.commit, made_move(live, seat, move)))
        for page in pages:
            await page.until(lambda page=page, number=number: page.have == number)  # type: ignore[misc]
        await ask_all(live, pages[0], eye)
    for page in pages:
        await settled(page)
    seen += [list(page.raw or []) for page in pages]
    seen += [await coming_back(page, 0) for page in pages]
    seen += [await coming_back(page, None) for page in pages]
    name = live.table.id.encode()
    return [[raw.replace(name, b"the table") for raw in one] for one in seen]


async def ask_all(live: LiveTable, page: Page, eye: int) -> None:
    """Whatever a player may ask beside a move: chat, a reaction, a hint, and what the rules say to a draft."""
    assert (await page.ask("say", text="well"))["type"] == "ok"
    assert (await page.ask("react", reaction="clap"))["type"] == "ok"
    await page.ask("hint", seat=eye)
    await page.ask("draft", seat=eye, draft="")
    await settled(page)


async def settled(page: Page) -> None:
    """Everything that was on its way has come: the answer to a ping comes after it."""
    assert page.socket is not None
    before = page.pongs
    await page.socket.send_json({"type": "ping", "at": 1.0})
    await page.until(lambda: page.pongs > before)


async def coming_back(page: Page, have: int | None) -> list[bytes]:
    """What a page gets that comes back with an old number, or afresh; without how many others come and go."""
    page.raw, page.have, page.info = [], have, {}
    page.cut()
    await page.until(lambda: page.info)
    await settled(page)
    return [COUNTED.sub(b"", raw) for raw in page.raw if b'"type":"table"' not in raw[:20]]


def made_move(live: LiveTable, seat: int, move: str) -> Decision:
    """A move that is written down as a bot's; where players race, as the judge's word."""
    if not live.race.is_race:
        return bot_moves(live.table, seat, move, NOW)
    return Decision(Commit(live.table.next_commit, NOW, [Moved(seat, move, "bot")]))


async def advise(game: AnyGame, view: Any, owner: str = "") -> Advice:
    """Advice that shows all that an adviser is given."""
    move = game.legal(game.state_from_view(view), game.seat_of(view))[0]
    return Advice(move, "seen", {"view": msgspec.json.encode(view).decode()}, "", [])


class StillClock(Clock):
    """A clock that stands still."""

    def now(self) -> int:
        return NOW

    def steady(self) -> float:
        return 1_000_000.0


def stop_races(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where seats race, no latency is shown, no face is uncovered, and no bot grabs."""
    monkeypatch.setattr(RaceRunner, "pings", lambda self: {})
    monkeypatch.setattr(RaceRunner, "uncover_in", lambda self, seconds: None)
    monkeypatch.setattr(RaceRunner, "wait_for", lambda self, level: 1e9)


@pytest.mark.parametrize(("name", "options", "seats"), CASES)
@pytest.mark.parametrize("seed", range(amount(2, 3)))
def test_a_seat_gets_the_same_bytes_from_states_it_cannot_tell_apart(
    name: str, options: dict[str, Any], seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = find_game(name), random.Random(f"{name}{options}{seed}")
    eye = chance.randrange(seats)
    worlds, steps = twins(game, seats, options, eye, chance)
    stop_races(monkeypatch)
    seen: list[list[list[bytes]]] = []

    async def test() -> None:
        for world, made in zip(worlds, steps, strict=True):
            async with running(tmp_path / str(len(seen)), StillClock()) as here:
                bots = here.server.services.bots
                bots.tempo = 1e9  # bots wait: the test moves for them
                bots.advise = advise  # type: ignore[method-assign]
                seen.append(await stream(here, world, eye, made))

    run(test)
    assert [len(raw) for raw in seen[0]] == [len(raw) for raw in seen[1]]
    for mine, others in zip(*seen, strict=True):
        assert mine == others


@pytest.mark.parametrize("name", ["rage", "rurare", "rummy"])
def test_the_key_stays_until_the_end_and_then_proves_the_deal(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as here:
            ana, cleo = await here.person("Ana"), await here.person("Cleo")
            table = await here.open(ana, game=name, seats=find_game(name).least_seats, play_now=True)
            live = here.server.registry.tables[table]
            pages = [
                await here.page(ana, table),
                await here.page(cleo, table),
                await here.page(ana, table, screen=True),
            ]
            for page in pages:
                page.raw = []
            assert live.table.match is not None
            secrets = [live.table.match.key.hex().encode(), live.table.match.salt.hex().encode()]
            record = live.table.match.record
            chance = random.Random(1)
            while pages[0].outcome is None:
                await pages[0].until(lambda: pages[0].due() or pages[0].outcome)
                if (found := pages[0].due()) is not None:
                    await pages[0].act(found[0], chance.choice(found[1]), chance)
                async with ana.get(f"{here.base}/api/records/{record}") as answer:
                    is_shown = answer.status != 404
                if is_shown:  # it is on disk just before anybody hears of the end
                    await pages[0].until(lambda: live.table.outcome)
            for page in pages:
                await page.until(lambda page=page: page.outcome)  # type: ignore[misc]
                assert page.raw
                assert not any(secret in raw for secret in secrets for raw in page.raw)
            await pages[0].until(lambda: pages[0].info["record"])
            async with ana.get(f"{here.base}/api/records/{record}") as answer:
                text = await answer.text()
            assert all(secret.decode() in text for secret in secrets)
            assert verify(parse_file(text), find_game(name)).verdict == "proven"

    run(test)
