"""One game for learners, step by step: the base of the adapters to other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.core.batch import blank_states
from erre.core.record import ints
from erre.lab.envs.encodings import encoding_of
from erre.lab.envs.kernels import loops_of
from erre.lab.envs.vector import BadAction, Reward, numbers, read_reward


class OneGame:
    """One game; it does not restart by itself."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
    ) -> None:
        self.encoding = encoding_of(game, seats)
        self.game, self.seats = self.encoding.game, self.encoding.seats
        self.by_points = read_reward(reward)
        self.loops = loops_of(self.encoding)
        self.blank = blank_states(self.game, self.seats, self.game.read_options(options), 1)
        self.states = self.blank.copy()
        self.luck = numbers((2,), np.int32)
        self.moves, self.work = ints(self.game.kernels.most_legal), ints(self.encoding.work, np.int64)
        self.points = numbers((self.seats,), np.int32)
        self.record: Any = self.game.record_type(self.states)  # the truth

    def __getstate__(self) -> dict[str, Any]:
        """Make a copy; the handle on the state cannot be copied and is created again."""
        return {name: value for name, value in vars(self).items() if name != "record"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.record = self.game.record_type(self.states)

    def begin(self, seed: int, number: int = 0) -> None:
        """Game `number` of a seed."""
        rows, blank = self.encoding.rows(self.states), self.encoding.rows(self.blank)
        self.loops.begin(rows, blank, 0, self.luck, seed, number)

    def waiting(self) -> list[int]:
        """The seats that play waits for."""
        return self.game.turn(self.record)

    def next_seat(self) -> int:
        """The seat to act: the first of several that choose simultaneously, a random one in a race; -1 at the end."""
        return int(self.encoding.next_seat(self.record, self.luck))

    def observe(self, seat: int) -> npt.NDArray[np.int16]:
        """What a seat sees, in an array of its own."""
        out = numbers((self.encoding.size,), np.int16)
        self.encoding.observe(self.record, seat, out)
        return np.asarray(out)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """What a seat can do, in an array of its own; nothing if play does not wait for it."""
        mask = numbers((self.encoding.actions,), np.int8)
        if seat in self.waiting():
            self.encoding.offer(self.record, seat, mask, self.moves, self.work)
        return np.asarray(mask)

    def look(self) -> tuple[int, npt.NDArray[np.int16], npt.NDArray[np.int8]]:
        """The seat to act, what it sees and what it can do, each in an array of its own; not after the end."""
        seen, mask = numbers((self.encoding.size,), np.int16), numbers((self.encoding.actions,), np.int8)
        seat = int(self.loops.look(self.record, self.luck, seen, mask, self.moves, self.work))
        return seat, np.asarray(seen), np.asarray(mask)

    def act(self, seat: int, action: int) -> npt.NDArray[np.float32]:
        """Carry out an action; what it brought to each seat. What is not possible is refused, and changes nothing."""
        if not 0 <= action < self.encoding.actions or not self.mask(seat)[action]:
            raise BadAction(f"seat {seat} cannot do {action} here; look at the mask")
        return self.carry_out(seat, action)[0]

    def carry_out(self, seat: int, action: int) -> tuple[npt.NDArray[np.float32], bool]:
        """The same for an action that is known to be possible; what it brought, and whether the game is over."""
        reward = np.zeros(self.seats, np.float32)
        over = self.loops.act(self.record, seat, action, self.by_points, reward, self.points, self.moves, self.work)
        return reward, bool(over)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting()
