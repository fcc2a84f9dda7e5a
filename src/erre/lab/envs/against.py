"""One seat against bots that play inside the kernel, in one game or in many: what the Gymnasium environments use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.bots import BEGINNER, brain
from erre.bots.kernel_bot import has_quick_loop
from erre.core.batch import blank_states, bots_of
from erre.core.encoding import Encoding, bind_plain
from erre.core.engine import bind
from erre.core.entries import BYTES, LONGS, SHORTS, Array, declare, entry
from erre.core.game import Kernel
from erre.core.record import ints
from erre.lab.envs import against_loops
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.vector import loops_of, numbers


@dataclass(frozen=True)
class AgainstLoops:
    """A game's loops with bots inside."""

    begin: Kernel
    step: Kernel
    room: int  # 64-bit words of workspace that the bots need


@cache
def against_loops_of(encoding: Encoding, *, levels: bool) -> AgainstLoops:
    """The loops of a game; those with the five levels need a wide workspace and take longer to compile."""
    game, module = encoding.game, brain(encoding.game)
    rules, quick = game.kernels, has_quick_loop(module) and not levels
    made: Any = partial(bind, name=f"{game.name}_{'against' if quick else 'levels'}")
    if not encoding.is_compiled:
        made = bind_plain
    if quick:
        play_bot = made(against_loops.choose_template, legal=rules.legal, apply=rules.apply, choose=module.choose)
    else:
        template = against_loops.act_afresh_template if hasattr(module, "next_seat") else against_loops.act_template
        play_bot = made(template, act=module.act)
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance, "next_seat": encoding.next_seat}
    others = made(against_loops.let_others_play_template, play_bot=play_bot, **run)
    look = made(against_loops.look_from_template, observe=encoding.observe, offer=encoding.offer)
    shared = {"begin": loops_of(encoding).begin, "let_others_play": others, "look_from": look}
    ends = {"scores": rules.scores, "is_winner": rules.is_winner}
    begin = made(against_loops.begin_against_template, **shared)
    step = made(against_loops.step_against_template, take=encoding.take, observe=encoding.observe, **shared, **ends)
    if encoding.is_compiled:
        rows, seen, masks, many = Array(game.record_type), Array(np.int16, 2), Array(np.int8, 2), Array(np.int32, 2)
        memory, rooms = (rows, rows, many, LONGS, LONGS, int, BYTES), (SHORTS, LONGS, LONGS)
        answers = (seen, masks, Array(np.float32), BYTES, BYTES, many, seen)
        listed = [
            entry(begin, *memory, seen, masks, *rooms),
            entry(step, *memory, LONGS, bool, bool, *answers, *rooms),
        ]
        declare(f"{game.name}.{'against' if quick else 'against_levels'}", listed)
    return AgainstLoops(begin, step, 1 if quick else module.WORK)


class Against:
    """Some games in which one seat is a learner's and bots of the kernel hold the others."""

    def __init__(
        self,
        encoding: Encoding,
        games: int,
        me: int,
        bots: list[int],
        options: Mapping[str, Any] | None,
        *,
        restarts: bool,
    ) -> None:
        self.encoding, self.me, self.restarts = encoding, me, restarts
        self.levels = max(bots) >= BEGINNER
        played = encoding.game
        self.blank = blank_states(played, encoding.seats, played.read_options(options), 1)
        self.states = np.repeat(self.blank, games)
        self.luck, self.numbers = numbers((games, 2), np.int32), numbers((games,), np.int64)
        self.seeds, self.bots = numbers((games,), np.int64), bots_of(bots)
        self.seen = numbers((games, encoding.size), np.int16)
        self.last = numbers((games, encoding.size), np.int16)
        self.mask = numbers((games, encoding.actions), np.int8)
        self.reward = np.zeros(games, np.float32)
        self.done, self.refused = numbers((games,), np.int8), numbers((games,), np.int8)
        self.points = numbers((games, encoding.seats), np.int32)
        self.moves, self.work = ints(played.kernels.most_legal), ints(encoding.work, np.int64)
        self.prepare()

    def prepare(self) -> None:
        """What a copy makes again: the kernels, and the states as they take them."""
        self.loops = against_loops_of(self.encoding, levels=self.levels)
        self.room = ints(self.loops.room, np.int64)
        rows, blank = self.encoding.rows(self.states), self.encoding.rows(self.blank)
        self.memory = (rows, blank, self.luck, self.numbers, self.seeds, self.me, self.bots)

    def __getstate__(self) -> dict[str, Any]:
        made_again = ("loops", "room", "memory", "encoding")
        kept = {name: value for name, value in vars(self).items() if name not in made_again}
        return {**kept, "name": (self.encoding.game.name, self.encoding.seats)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        name = kept.pop("name")
        vars(self).update(kept)
        self.encoding = encoding_of(*name)
        self.prepare()

    def begin(self, seeds: npt.NDArray[np.int64], first: npt.NDArray[np.int64]) -> None:
        """Begin a game in every place: number `first` of its seed."""
        self.seeds[:] = seeds
        self.numbers[:] = first
        self.loops.begin(*self.memory, self.seen, self.mask, self.moves, self.work, self.room)

    def step(self, actions: npt.NDArray[np.int64], by_points: bool) -> None:
        """One action of the learner in every place, and everything until its next turn."""
        answers = (self.seen, self.mask, self.reward, self.done, self.refused, self.points, self.last)
        rooms = (self.moves, self.work, self.room)
        self.loops.step(*self.memory, actions, by_points, self.restarts, *answers, *rooms)
