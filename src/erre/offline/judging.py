"""Judges a record with the rules themselves, for a page: every move, and the outcome. The page's words are its own."""

from __future__ import annotations

import os
from typing import Any, Literal

import msgspec

from erre.core.errors import Refusal

Kind = Literal["legal", "illegal", "unknown"]


class Judged(msgspec.Struct, omit_defaults=True):
    """What a replay finds, as `web/src/lib/engine/replay.ts` has it; `moves` is how many were legal."""

    kind: Kind
    moves: int = 0
    outcome: str = ""  # true, false or broken off
    rule: str = ""  # that the next move breaks
    why: str = ""


def judge(text: str) -> str:
    """Play a record again; the findings as JSON."""
    return msgspec.json.encode(judged(text)).decode()


def judged(text: str) -> Judged:
    """Play a record again."""
    from erre.core.gamefile import opening, parse_file
    from erre.games import game as find_game

    done = 0
    try:
        file = parse_file(text)
        game = find_game(file.header.game)
        if file.end is None or file.key is None:
            return Judged("unknown", why="the game is not over: its key is still secret")
        position = opening(file, game, file.key).position
    except Refusal as refusal:
        return Judged("unknown", why=refusal.why)
    try:
        for line in file.moves:
            position = position.play(line.seat, line.move).position
            done += 1
    except Refusal as refusal:
        return Judged("illegal", done, rule=getattr(refusal, "rule", None) or "", why=refusal.why)
    is_same = position.outcome == file.end.outcome
    return Judged("legal", done, outcome="broken off" if is_same and position.outcome is None else str(is_same).lower())


def begin(modules: Any) -> None:
    """Put the stand-ins and the engine in place, in Python of a browser; before a game is imported."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    from erre.wasm import arrays

    arrays.install()
    from erre.wasm import calls

    by_game: dict[str, list[Any]] = {}
    for one in modules:
        by_game.setdefault(one.game, []).append(one)
    calls.install(by_game)
