"""The referee: one JSON request per line in, one JSON answer per line out, for bots and tests in any language."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import TextIOWrapper
from typing import Any, TextIO

import msgspec

from erre.core.errors import NoGame, Refusal, quote
from erre.core.game import AnyGame, Position
from erre.games import all_games, game

MOST_CHARACTERS = 1_000_000  # in a request

Request = Mapping[str, Any]
Answer = dict[str, Any]


class BadRequest(Refusal):
    """A request that is not one of those the referee knows."""


class BadJson(Refusal):
    """A line that is not JSON."""

    code = "bad_json"


class Referee:
    """One conversation, with at most one running game."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.verbs: dict[str, Callable[[Request], Answer]] = {
            "games": self.games,
            "new": self.new,
            "load": self.load,
            "position": self.tell_position,
            "turn": self.turn,
            "legal": self.legal,
            "check": self.check,
            "play": self.play,
            "view": self.view,
            "score": self.score,
            "outcome": self.outcome,
        }

    def answer(self, line: str) -> str:
        """The answer to one line; every line gets one."""
        identity: Answer = {}
        try:
            request = read_request(line)
            if "id" in request:
                identity = {"id": request["id"]}
            if "op" not in request:
                raise BadRequest(f"a request says what it wants with op, one of {', '.join(self.verbs)}")
            verb = request["op"]
            if not isinstance(verb, str) or verb not in self.verbs:
                raise BadRequest(f"op {quote(verb)} is not known; the requests are {', '.join(self.verbs)}")
            reply = {"ok": True, **self.verbs[verb](request)}
        except Refusal as refusal:
            reply = {"ok": False, "error": refusal.to_json()}
        except RecursionError:
            reply = {"ok": False, "error": {"code": "bad_request", "why": "the request is nested too deeply"}}
        return json.dumps({**reply, **identity}, separators=(",", ":"), ensure_ascii=False)

    # -- the requests

    def games(self, _request: Request) -> Answer:
        """All games, their seats and the defaults of their options."""
        return {"games": [describe_game(one) for one in all_games()]}

    def new(self, request: Request) -> Answer:
        """Start a new game."""
        chosen = named_game(request)
        seed = whole_number(request, "seed", 0, 2**63 - 1) if request.get("seed") is not None else None
        seats = whole_number(request, "seats")
        self.position = Position.new(chosen, seats, request.get("options"), seed=seed).position
        return {"position": self.position.to_json()}

    def load(self, request: Request) -> Answer:
        """A position from its JSON form."""
        given = request.get("position")
        if not isinstance(given, dict):
            raise BadRequest("load needs a position")
        chosen = named_game(request if "game" in request else given)
        self.position = Position.from_json(chosen, given)
        return {}

    def tell_position(self, _request: Request) -> Answer:
        """The whole position, hidden pieces included."""
        return {"position": self.current.to_json()}

    def turn(self, _request: Request) -> Answer:
        """The seats that play waits for."""
        return {"phase": self.current.phase, "seats": self.current.turn}

    def legal(self, request: Request) -> Answer:
        """The legal moves of a seat."""
        here = self.current
        moves = here.legal(self.seat(request))
        answer: Answer = {"moves": [here.game.format_move(move) for move in moves]}
        return answer if here.game.lists_all_moves else {**answer, "complete": False}

    def check(self, request: Request) -> Answer:
        """Whether a move would be accepted."""
        here, seat = self.current, self.seat(request)
        here.check(seat, here.game.parse_move(text_of(request, "move")))
        return {}

    def play(self, request: Request) -> Answer:
        """Check a move and carry it out."""
        played = self.current.play(self.seat(request), text_of(request, "move"))
        self.position = played.position
        return {"events": [msgspec.to_builtins(event) for event in played.events]}

    def view(self, request: Request) -> Answer:
        """What a seat, or a spectator, may see."""
        if "seat" not in request:
            raise BadRequest("view needs a seat; null is a spectator")
        seat = None if request["seat"] is None else self.seat(request)
        return {"view": msgspec.to_builtins(self.current.shown(seat))}

    def score(self, _request: Request) -> Answer:
        """The scores so far."""
        return {"scores": self.current.scores}

    def outcome(self, _request: Request) -> Answer:
        """How it ended, or null."""
        return {"outcome": msgspec.to_builtins(self.current.outcome)}

    # -- what requests refer to

    @property
    def current(self) -> Position:
        """The running game; refused if there is none."""
        if self.position is None:
            raise NoGame("no game is under way: start one with new or load")
        return self.position

    def seat(self, request: Request) -> int:
        """The seat a request names."""
        return whole_number(request, "seat", 0, self.current.seats - 1)


def read_request(line: str) -> dict[str, Any]:
    """A request from its line."""
    if len(line) > MOST_CHARACTERS:
        raise BadRequest(f"a request has at most {MOST_CHARACTERS} characters")
    try:
        request = json.loads(line, parse_constant=no_number, parse_float=finite)
    except ValueError as error:
        where = f" from character {error.pos + 1} on" if isinstance(error, json.JSONDecodeError) else ""
        raise BadJson(f"this is not JSON{where}") from None
    if not isinstance(request, dict):
        raise BadRequest('a request is an object, as in {"op":"games"}')
    return request


def no_number(name: str) -> float:
    """Refuse NaN and Infinity, which Python reads but JSON does not have."""
    raise ValueError(name)


def finite(text: str) -> float:
    """A finite number that JSON can carry."""
    number = float(text)
    return number if math.isfinite(number) else no_number(text)


def named_game(request: Request) -> AnyGame:
    """The game a request names."""
    name = request.get("game")
    if not isinstance(name, str):
        raise BadRequest("game: the name of a game is expected")
    return game(name)


def whole_number(request: Request, name: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number of a request, in its range if it has one."""
    value = request.get(name)
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        got = "true or false" if isinstance(value, bool) else quote(value)
        raise BadRequest(f"{name}: a whole number is expected" + ("" if value is None else f", not {got}"))
    if least is not None and most is not None and not least <= value <= most:
        raise BadRequest(f"{name}: {quote(value)} is not from {least} to {most}")
    return value


def text_of(request: Request, name: str) -> str:
    """A text of a request."""
    value = request.get(name)
    if not isinstance(value, str):
        raise BadRequest(f"{name}: a text is expected")
    return value


def describe_game(one: AnyGame) -> Answer:
    """A game's name, seats and default options."""
    return {
        "name": one.name,
        "title": one.title,
        "seats": [one.least_seats, one.most_seats],
        "options": msgspec.to_builtins(one.options_type()),
        "rules_version": one.rules_version,
    }


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The answers of one conversation; empty lines are passed over."""
    referee = Referee()
    return (referee.answer(line) for line in lines if line.strip())


def serve(source: Iterable[str], target: TextIO) -> None:
    """Answer every line of the source, each as soon as it is read."""
    from erre.cli.kernels import prepare_kernels

    prepare_kernels()
    for stream, errors in ((source, "replace"), (target, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)  # no byte that comes in may end the conversation
    for answer in answers(source):
        target.write(answer + "\n")
        target.flush()
