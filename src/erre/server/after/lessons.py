"""Lessons: `python -m erre.server.after.lessons` plays the scripts and writes the views; the rules judge learners.

A script is next to its game (`lesson.json`): chapters, each with a position and steps. A step has a text in every
language and something to point at. It expects a move (`expect`, with alternatives under `accept`) or a `goal` that any
legal move may reach, and says what the others do `then`. The browser has the views along the path of the script. A
learner may make any legal move; the server plays it and says whether the step is completed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from erre.core.errors import BadOptions, Refusal
from erre.core.game import AnyGame, Event, Position
from erre.games import all_games
from erre.games import game as find_game
from erre.server.net.http import answer, read_body
from erre.server.tables.ownership import NoTable

GAMES = Path(__file__).resolve().parents[4] / "web" / "src" / "games"
LEARNER = 0  # the learner's seat
NAMES = ("", "Bruno", "Carla", "Dario")
MOST_TRIES = 40  # moves in one chapter
MOST_REPLIES = 20  # moves of the others in a row
LONGEST = 2000  # characters of a move

Script = Mapping[str, Any]


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves that a learner has made in a chapter, the last of them new: the step each belongs to, and the move."""

    moves: list[tuple[int, str]]
    draft: str = ""  # a turn that is being built, to be judged


class Tried(msgspec.Struct, frozen=True):
    """The result of a learner's move: the step it leads to, and what is seen on the way."""

    step: int
    frames: list[dict[str, Any]]


class Lessons:
    """The HTTP handlers of lessons."""

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.post("/api/lessons/{game}/{chapter}", self.attempt),
            web.post("/api/lessons/{game}/{chapter}/draft", self.draft),
        ]

    async def attempt(self, request: web.Request) -> web.Response:
        """Make a move in a lesson."""
        chapter, tried = await read_try(request)
        if not tried.moves:
            raise BadOptions("there is no move to try")
        return answer(tried_of(*chapter, tried.moves))

    async def draft(self, request: web.Request) -> web.Response:
        """What the rules say about a turn that is being built."""
        (game, chapter), tried = await read_try(request)
        position, _, _ = played(game, chapter, tried.moves)
        return answer(game.judge_draft(position.view(LEARNER), tried.draft))


async def read_try(request: web.Request) -> tuple[tuple[AnyGame, Script], Try]:
    """The chapter that a request is about, and what is tried in it."""
    game, number = find_game(request.match_info["game"]), request.match_info["chapter"]
    chapters = chapters_of(script_of(game))
    if not (number.isascii() and number.isdigit() and len(number) < 3 and int(number) < len(chapters)):
        raise NoTable("there is no such chapter")
    tried: Try = await read_body(request, Try)
    if len(tried.moves) > MOST_TRIES or any(len(move) > LONGEST for _, move in tried.moves):
        raise BadOptions("no lesson is so long: begin it again")
    return (game, chapters[int(number)]), tried


# -- scripts


def script_of(game: AnyGame) -> dict[str, Any]:
    """The script of a game's lesson."""
    return dict(_script(game))


@cache
def _script(game: AnyGame) -> Script:
    found: dict[str, Any] = json.loads(game.files.joinpath("lesson.json").read_text("utf-8"))
    return found


def chapters_of(script: Script) -> list[Script]:
    """The chapters of a script; a short one is a single chapter without a title."""
    return list(script.get("chapters", [script]))


# -- playing


def tried_of(game: AnyGame, chapter: Script, moves: Sequence[tuple[int, str]]) -> Tried:
    """What the last of some moves brought, and the step that comes then."""
    position, frames, reached = played(game, chapter, moves)
    step = moves[-1][0]
    if reached:
        return Tried(next_step(chapter, step + 1, position), frames)
    return Tried(
        step, frames if "goal" in chapter["steps"][step] else []
    )  # where one move is meant, nothing is changed


def played(
    game: AnyGame, chapter: Script, moves: Sequence[tuple[int, str]]
) -> tuple[Position, list[dict[str, Any]], bool]:
    """The position after a learner's moves; what is seen after the last one, and whether it did what its step asks."""
    position = Position.from_json(game, chapter["position"])
    frames: list[dict[str, Any]] = []
    reached = False
    for number, move in moves:
        step = step_of(chapter, number)
        position, frames, reached = play_one(game, chapter, step, position, move)
    return position, frames, reached


def step_of(chapter: Script, number: int) -> Script:
    """A step by its number."""
    if not 0 <= number < len(chapter["steps"]) or not asks(chapter["steps"][number]):
        raise BadOptions("this step asks for no move")
    step: Script = chapter["steps"][number]
    return step


def asks(step: Script) -> bool:
    """Whether a step asks for a move."""
    return "expect" in step


def play_one(
    game: AnyGame, chapter: Script, step: Script, position: Position, move: str
) -> tuple[Position, list[dict[str, Any]], bool]:
    """One move of the learner, and what the others do then."""
    if position.outcome is not None or LEARNER not in position.turn:
        raise BadOptions("it is not your turn")
    position.check(LEARNER, game.parse_move(move))
    done = position.play(LEARNER, move)
    events, frames = list(done.events), [frame(done.position, done.events)]
    position = done.position
    reached = is_reached(game, step, move, position, events)
    replies = list(step.get("then", [])) if reached else []
    while position.outcome is None and len(frames) < MOST_REPLIES and (replies or LEARNER not in position.turn):
        seat, text = replies.pop(0) if replies else (position.turn[0], chapter.get("others", ""))
        done = position.play(seat, possible(game, position, seat, text))
        position = done.position
        events += done.events
        frames.append(frame(position, done.events))
    return position, frames, is_reached(game, step, move, position, events)


def possible(game: AnyGame, position: Position, seat: int, text: str) -> str:
    """A move for somebody else: the one that is meant, or any other that the rules allow."""
    try:
        position.check(seat, game.parse_move(text))
    except Refusal:
        return game.format_move(position.legal(seat)[0])
    return text


def is_reached(game: AnyGame, step: Script, move: str, position: Position, events: Sequence[Event]) -> bool:
    """Whether a move did what a step asks."""
    goal = step.get("goal")
    if goal is None:
        wanted = [step["expect"], *step.get("accept", [])]
        return any(game.parse_move(move) == game.parse_move(one) for one in wanted)
    if "event" in goal:
        return any(type(event).__name__ == goal["event"] for event in events)
    return stands(goal, msgspec.to_builtins(position.view(LEARNER)))


def stands(goal: Mapping[str, Any], view: Any) -> bool:
    """Whether a view is as a goal wants it: `most` and `least` count, `has` looks into a list, `is` compares."""
    ((what, (path, wanted)),) = goal.items()
    for name in path.split("."):
        view = view[int(name)] if isinstance(view, list | tuple) else view[name]
    match what:
        case "most":
            return bool(len(view) <= wanted)
        case "least":
            return bool(len(view) >= wanted)
        case "has":
            return bool(wanted in view)
        case _:
            return bool(view == wanted)


def next_step(chapter: Script, number: int, position: Position) -> int:
    """The next step whose goal has not been reached on the way."""
    view = msgspec.to_builtins(position.view(LEARNER))
    while number < len(chapter["steps"]) - 1:
        goal = chapter["steps"][number].get("goal")
        if goal is None or "event" in goal or not stands(goal, view):
            break
        number += 1
    return number


# -- what the browser gets


def lesson_of(game: AnyGame) -> dict[str, Any]:
    """A lesson as the browser shows it: for every step what is seen on the way there."""
    return {"game": game.name, "chapters": [chapter_of(game, chapter) for chapter in chapters_of(script_of(game))]}


def chapter_of(game: AnyGame, chapter: Script) -> dict[str, Any]:
    """One chapter, along the way that its script takes."""
    position = Position.from_json(game, chapter["position"])
    frames = [frame(position, [])]
    steps = []
    for step in chapter["steps"]:
        steps.append({**plain(step), "frames": frames})
        frames = []
        if asks(step):
            position, frames, reached = play_one(game, chapter, step, position, step["expect"])
            if not reached:
                raise ValueError(f"{step['expect']} does not do what its step asks")
    return {"title": chapter.get("title"), "names": list(NAMES[: position.seats]), "steps": steps}


def plain(step: Script) -> dict[str, Any]:
    """What the browser needs of a step."""
    return {"say": step["say"], "point": step.get("point"), "expect": step.get("expect")}


def frame(position: Position, events: Sequence[Event]) -> dict[str, Any]:
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
        if game.has_client:
            file_of(game).write_text(text_of(game), "utf-8")


if __name__ == "__main__":
    main()
