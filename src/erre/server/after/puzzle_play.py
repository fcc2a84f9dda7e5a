"""Plays a solution on the table, in a world that fits what the seat sees."""

from __future__ import annotations

from typing import Any

from erre.bots.kernel_bot import KernelBot, fresh_luck
from erre.core.errors import Refusal
from erre.core.game import AnyGame, Event, Position
from erre.core.puzzles import Maker
from erre.server.after.replay_types import ReplayStep
from erre.table.projection import shown_event, shown_view
from erre.table.table_info import SeatView

WORLD = 1  # the chance of the world in which solutions are played
MOST_STEPS = 12
OTHERS = "greedy"


def played(maker: Maker, view: Any, moves: list[str]) -> list[ReplayStep]:
    """The moves of a seat one after the other, then those of the others until the seat has to act again.

    What the seat cannot see is dealt at random, so the end is one of many that are possible.
    """
    game, seat = maker.game, maker.game.seat_of(view)
    position = Position(game, game.imagine(view, fresh_luck(WORLD)))
    steps = [step_of(game, position, seat, 0, None, "", [])]
    try:
        for move in moves:
            position, events = position.play(seat, move)
            steps.append(step_of(game, position, seat, len(steps), seat, move, events))
        while maker.plays_on and goes_on(position, seat) and len(steps) < MOST_STEPS:
            other = position.turn[0]
            bot = KernelBot(game, OTHERS, seed=WORLD + other)
            move = game.format_move(bot.move(position.view(other)))
            position, events = position.play(other, move)
            steps.append(step_of(game, position, seat, len(steps), other, move, events))
    except Refusal:
        pass  # what was played so far is shown
    return steps


def goes_on(position: Position, seat: int) -> bool:
    """Whether the others move before the seat does."""
    return position.outcome is None and bool(position.turn) and seat not in position.turn


def step_of(
    game: AnyGame, position: Position, seat: int, number: int, mover: int | None, move: str, events: list[Event]
) -> ReplayStep:
    """A step as the seat sees it."""
    names = [str(other) for other in range(position.seats)]
    return ReplayStep(
        number=number,
        at=0,
        seat=mover,
        move=move if mover == seat else None,
        part=int(getattr(position.truth, game.part_field, 0)),
        events=[shown_event(game, game.redact(event, seat), names) for event in events],
        eyes=[SeatView(seat, shown_view(game, position.shown(seat)), [], False)],
    )
