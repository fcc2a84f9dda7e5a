"""Analysis of a finished game: the costliest decisions, with the better move and the reason.

Every decision is analysed from the point of view of the seat that made it: the bot gets that seat's view at that moment
and knows no more. It uses the same random numbers as a hint, so a hint and the analysis agree. The cost of a move is
the value that the bot expected from its own choice, minus the value it expected from the move made.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator

import msgspec

from erre.bots import BEGINNER, bot_number, brain
from erre.bots.contract import Advice, Budget, Choice
from erre.bots.kernel_bot import fresh_luck
from erre.bots.roster import HINT_SEED
from erre.core.errors import BadOptions, BadRecord
from erre.core.game import AnyGame, Move, Position, View
from erre.core.gamefile import GameFile, replay
from erre.core.record import IntArray

PLAYOUTS = 2000  # default number for each decision
MOST_PLAYOUTS = 10_000_000


class Decision(msgspec.Struct, frozen=True):
    """A move that was made, and the one that the bot would have made."""

    number: int  # of the move in the record, from 1 on
    seat: int
    phase: str
    played: str
    better: str
    cost: float | None  # None where the bot did not weigh the move made
    why: str
    reason: str
    numbers: dict[str, float | str]
    gain: float = 0.0  # over the next best move, where the best one was made


class SeatAnalysis(msgspec.Struct, frozen=True):
    """How much a seat gave away, and where."""

    seat: int
    player: str
    decisions: int  # in which there was a choice
    agreed: int  # those in which the bot would have done the same
    cost: float
    by_phase: dict[str, float]
    worst: list[Decision]
    best: Decision | None = None  # the one that gained most over the next best move


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a whole game."""

    game: str
    level: str
    playouts: int
    seed: int
    seats: list[SeatAnalysis]
    complete: bool  # False: interrupted


def analyse(
    game: AnyGame,
    file: GameFile,
    *,
    level: str = "champion",
    playouts: int = PLAYOUTS,
    seed: int = 0,
    worst: int = 5,
    progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Analyse every decision of a finished game; an interrupt ends it early with the results so far."""
    if file.end is None:
        raise BadRecord("the game is not over: looking at it would show what the others hold")
    if bot_number(game, level) < BEGINNER:
        raise BadOptions(f"the {level} bot cannot say what a move is worth; the five levels can")
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadOptions(f"playouts: 1 to {MOST_PLAYOUTS:,}, not {playouts}")
    found: list[Decision] = []
    complete = True
    try:
        for decision in decisions(game, file, level.strip().lower(), Budget(playouts=playouts), seed, progress):
            found.append(decision)
    except KeyboardInterrupt:
        complete = False
    seats = [seat_analysis(file, seat, found, worst) for seat in range(file.header.seats)]
    return Analysis(game.name, level, playouts, seed, seats, complete)


class Question(msgspec.Struct, frozen=True):
    """A decision as its seat saw it, and the move that was made."""

    game: AnyGame
    number: int  # of the move in the record, from 1 on
    phase: str
    view: View
    move: Move


def decisions(
    game: AnyGame,
    file: GameFile,
    level: str,
    budget: Budget,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Decision]:
    """Every decision in which there was a choice, in the order of the record."""
    for question in questions(game, file, progress):
        yield decided(question, level, budget, seed)


def questions(game: AnyGame, file: GameFile, progress: Callable[[int], None] | None = None) -> Iterator[Question]:
    """Every moment in which there was a choice, in the order of the record."""
    before: Position | None = None
    for number, step in enumerate(replay(file, game)):
        if before is not None and step.move is not None:
            seat = step.move.seat
            if len(before.legal(seat)) > 1 or not game.lists_all_moves:
                yield Question(game, number, before.phase, before.view(seat), game.parse_move(step.move.move))
            if progress:
                progress(1)
        before = step.position


def judged(game: AnyGame, view: View, move: Move, level: str, budget: Budget, luck: IntArray) -> Advice:
    """The advice of a level; where it does not weigh every move on its own, it is asked to weigh this one too."""
    brains = brain(game)
    advice: Advice = (
        brains.weigh(view, move, level, budget, luck)
        if hasattr(brains, "weigh")
        else brains.advise(view, level, budget, luck)
    )
    return advice


def decided(question: Question, level: str, budget: Budget, seed: int) -> Decision:
    """A move that was made, next to the advice of a level."""
    game, view, number = question.game, question.view, question.number
    luck = fresh_luck(HINT_SEED + seed)
    advice = judged(game, view, question.move, level, budget, luck)
    return decision_of(game, view, number, question.phase, question.move, advice)


def decision_of(game: AnyGame, view: View, number: int, phase: str, move: Move, advice: Advice) -> Decision:
    """A move and the bot's advice for it."""
    played, better = game.format_move(move), game.format_move(advice.move)
    cost = 0.0 if played == better else cost_of(game, view, move, advice)
    if cost == 0.0:
        better = played
    gain = gain_of(game, view, move, advice) if cost == 0.0 else 0.0
    return Decision(
        number, game.seat_of(view), phase, played, better, cost, advice.why, advice.reason, advice.numbers, gain
    )


def gain_of(game: AnyGame, view: View, move: Move, advice: Advice) -> float:
    """How much better a move was than the next best one that leads elsewhere, by the bot's own figures."""
    made = choice_of(game, view, move, advice.choices)
    if made is None or not math.isfinite(made.value):
        return 0.0
    others = [one.value for one in advice.choices if one is not made and math.isfinite(one.value)]
    return max(0.0, made.value - max(others)) if others else 0.0


def cost_of(game: AnyGame, view: View, move: Move, advice: Advice) -> float | None:
    """What a move gave away by the bot's own figures; None where it did not weigh the move."""
    if not advice.choices:
        return None
    best = choice_of(game, view, advice.move, advice.choices) or advice.choices[0]
    made = choice_of(game, view, move, advice.choices)
    if made is None or not math.isfinite(best.value) or not math.isfinite(made.value):
        return None
    return max(0.0, best.value - made.value)


def choice_of(game: AnyGame, view: View, move: Move, choices: list[Choice]) -> Choice | None:
    """The choice that is a move, or that leads to the same."""
    text = game.format_move(move)
    for choice in choices:
        if choice.move == text:
            return choice
    after = outlook(game, view, move)
    return next((choice for choice in choices if outlook(game, view, game.parse_move(choice.move)) == after), None)


def outlook(game: AnyGame, view: View, move: Move) -> bytes:
    """The outcome of a move as the mover sees it, in a sampled state that fits the view."""
    s = game.imagine(view, fresh_luck(0))
    game.apply(s, game.seat_of(view), move)
    return msgspec.json.encode(game.view(s, game.seat_of(view)))


def seat_analysis(file: GameFile, seat: int, found: list[Decision], worst: int) -> SeatAnalysis:
    """Sum up the decisions of a seat."""
    own = [decision for decision in found if decision.seat == seat]
    by_phase: defaultdict[str, float] = defaultdict(float)
    for decision in own:
        by_phase[decision.phase] += decision.cost or 0.0
    costly = sorted((one for one in own if one.cost), key=lambda one: -(one.cost or 0.0))
    return SeatAnalysis(
        seat,
        file.header.players[seat],
        len(own),
        sum(one.played == one.better for one in own),
        sum(by_phase.values()),
        dict(by_phase),
        costly[:worst],
        max((one for one in own if one.gain > 0), key=lambda one: one.gain, default=None),
    )
