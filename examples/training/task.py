"""What is to be learned: a game as features and actions, and the tables at which it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import rage
import rurare

from erre.core.encoding import Encoding, Field, first_waiting_template
from erre.core.engine import bind
from erre.core.game import AnyGame
from erre.games import game as find_game

RAGE_SEATS = {3: 0.13, 4: 0.25, 5: 0.13, 6: 0.13, 7: 0.08, 8: 0.13}  # shares of the training
RAGE_VARIANTS: tuple[dict[str, Any], ...] = (
    {"plusMinusOne": True},
    {"bidding": "hidden"},
    {"bidding": "secret", "slam": True},
    {"slam": True, "sameTrick": "noTrumpDominates", "jollyOrder": "first"},
)
RURARE_SEATS = {2: 0.3, 3: 0.25, 4: 0.3}
RURARE_DECKS = {2: "reconstructed-b", 3: "reconstructed-c", 4: "reconstructed-d"}


@dataclass(frozen=True)
class Table:
    """Seats and options to train with, and how often."""

    seats: int
    options: Mapping[str, Any]
    weight: float


@dataclass(frozen=True)
class Task:
    """A game for the trainer."""

    game: AnyGame
    kernels: Any  # the module with its features and actions
    encoding: Encoding  # for the most seats; it serves all
    tables: tuple[Table, ...]
    ends_with_reward: bool  # decisions before a scoring do not affect what follows it
    rivalry: float  # how much of the others' mean counts against one's own points
    scale: float  # points that make a reward of 1
    steps: int  # decisions of each seat in a rollout


def rage_task() -> Task:
    """Rage with 3 to 8 seats and its variants. A match has 65 decisions for each seat, and a round is an episode."""
    tables = [Table(seats, {}, weight) for seats, weight in RAGE_SEATS.items()]
    tables += [Table(4, options, 0.0375) for options in RAGE_VARIANTS]
    return Task(find_game("rage"), rage, listing("rage", rage), tuple(tables), True, 0.5, 10.0, 65)


def rurare_task() -> Task:
    """Ru-Ra-Re with 2 to 4 seats and all decks; a whole game is an episode."""
    tables = [Table(seats, {}, weight) for seats, weight in RURARE_SEATS.items()]
    tables += [Table(seats, {"deck": deck}, 0.05) for seats, deck in RURARE_DECKS.items()]
    return Task(find_game("rurare"), rurare, listing("rurare", rurare), tuple(tables), False, 1.0, 20.0, 40)


TASKS = {"rage": rage_task, "rurare": rurare_task}


def listing(name: str, kernels: Any) -> Encoding:
    """An encoding whose observation lists the features that are true, those for the critic last."""
    game = find_game(name)
    return Encoding(
        game=game,
        seats=game.most_seats,
        fields=(
            Field("features", kernels.MOST_FEATURES, "true facts"),
            Field("hidden", kernels.MOST_HIDDEN, "facts that only the critic sees"),
        ),
        actions=kernels.ACTIONS,
        observe=kernels.observe,
        offer=kernels.offer,
        take=kernels.take,
        next_seat=bind(first_waiting_template, f"{name}_training", acting=game.kernels.acting),
        action_name=str,
    )
