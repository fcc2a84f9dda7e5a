"""Tables that begin near the end of a game, for tests that play to the end and need no long way there."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from erre.core import chance
from erre.core.game import Position
from erre.core.gamefile import GameFile, close_file, new_file, replay
from erre.games import game as find_game
from tests.conformance.games import Setting
from tests.e2e.people import Person

LAST_ROUNDS = 8  # of Rage: three cards in hand, then two, then one
SEED = 12
SEATS = {"rage": 4, "rurare": 4, "rummy": 4, "rok": 2}
OPTIONS: dict[str, dict[str, Any]] = {
    "rummy": {"hands": 1},
    "rok": {"grabSeconds": 4, "signalSeconds": 1, "tieBreak": "shared"},
}


def open_last_rounds(person: Person) -> None:
    """A table of Rage against three bots that goes on from a record, when its eighth round is dealt."""
    open_at(person, "rage", in_last_rounds())


def open_late(person: Person, game: str, left: int = 2) -> None:
    """A table against bots that goes on from a record, when this person has so many decisions left."""
    own = [at for at, line in enumerate(record(game).moves) if line.seat == 0]
    open_at(person, game, own[-left])


def open_at(person: Person, game: str, at: int, level: str = "casual") -> None:
    """A table that goes on from a record after so many moves."""
    play_on(person, record(game), at, level)


def open_given(person: Person, position: Position) -> None:
    """A table that goes on from a position, which this person sees as its first seat."""
    game, key = position.game, chance.key_of(position.truth)
    players = [f"seat {seat}" for seat in range(position.seats)]
    file = new_file(game, position.seats, game.options_of(position.truth), players, key, "")
    file.header = msgspec.structs.replace(file.header, position=position.to_json())
    close_file(file, None)
    play_on(person, file, 0)


def play_on(person: Person, file: GameFile, at: int, level: str = "casual") -> None:
    """A table that goes on from a record that this person brings."""
    person.introduce()
    asked = person.page.request
    text = "".join(f"{line}\n" for line in file.lines())
    brought = asked.post("/api/replays", data=text, headers={"Content-Type": "text/plain"}).json()["id"]
    opened = asked.post(f"/api/records/{brought}/play_on", data={"at": at, "seat": 0, "level": level})
    assert opened.ok, opened.text()
    person.open(opened.json()["path"])


@cache
def record(game: str) -> GameFile:
    """A record of a game."""
    return Setting(find_game(game), SEATS[game], OPTIONS.get(game, {}), SEED).record()


@cache
def in_last_rounds() -> int:
    """After how many moves of the record of Rage its last rounds begin."""
    rounds = [step.position.view(None).round for step in replay(record("rage"), find_game("rage"))]
    return rounds.index(LAST_ROUNDS)
