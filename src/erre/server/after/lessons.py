"""A first game for each game: `python -m erre.server.after.lessons` plays the scripts and writes what is seen.

A script lies beside its game (`lesson.json`): a position, and steps with a text in every language, what to point at,
the move that is expected, and what the others do then. The browser gets the views: a lesson runs without a server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from erre.core.game import AnyGame, Event
from erre.core.position import Position
from erre.games import all_games

GAMES = Path(__file__).resolve().parents[4] / "web" / "src" / "games"
LEARNER = 0  # the seat of who learns
NAMES = ("", "Bruno", "Carla", "Dario")


def script_of(game: AnyGame) -> dict[str, Any]:
    """The script of a game's lesson."""
    script: dict[str, Any] = json.loads(game.files.joinpath("lesson.json").read_text("utf-8"))
    return script


def lesson_of(game: AnyGame) -> dict[str, Any]:
    """A lesson as the browser shows it: for every step what is seen on the way there."""
    script = script_of(game)
    position = Position.from_json(game, script["position"])
    frames = [frame(position, [])]
    steps = []
    for step in script["steps"]:
        steps.append({**plain(step), "frames": frames})
        frames = []
        if "expect" in step:
            for seat, move in [[LEARNER, step["expect"]], *step.get("then", [])]:
                played = position.play(seat, move)
                position = played.position
                frames.append(frame(position, played.events))
    return {"game": game.name, "names": list(NAMES[: position.seats]), "steps": steps}


def plain(step: Mapping[str, Any]) -> dict[str, Any]:
    """What the browser needs of a step."""
    return {"say": step["say"], "point": step.get("point"), "expect": step.get("expect")}


def frame(position: Position, events: list[Event]) -> dict[str, Any]:
    """What the learner sees after a move."""
    game = position.game
    legal = [] if position.outcome else [game.format_move(move) for move in position.legal(LEARNER)]
    offers = game.table_profile(game.options_of(position.truth)).offers
    return {
        "view": msgspec.to_builtins(position.shown(LEARNER)),
        "legal": legal if offers is None else [move for move in legal if move in offers],
        "events": [msgspec.to_builtins(game.redact(event, LEARNER)) for event in events],
    }


def file_of(game: AnyGame) -> Path:
    """Where the browser client finds a game's lesson."""
    return GAMES / game.name / "lesson.json"


def text_of(game: AnyGame) -> str:
    """The file of a lesson."""
    return json.dumps(lesson_of(game), ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    """Write all lessons, each into its game's folder of the client."""
    for game in all_games():
        file_of(game).write_text(text_of(game), "utf-8")


if __name__ == "__main__":
    main()
