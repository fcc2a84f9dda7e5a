"""Equal terms: how a race is made fair for eyes and hands that differ; agreed when a table is opened."""

from __future__ import annotations

import msgspec

from erre.core.errors import BadOptions

MOST_HANDICAP = 3000  # milliseconds
SLOWER = 1.6  # factor for flights and pauses at a slow table
SLOWER_BOTS = 2.0  # and how long its bots take to see and to reach


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed at a real-time table; everybody sees it."""

    slow: bool = False  # pieces fly longer, more time between the rounds, slower bots
    announced: bool = False  # pieces are also announced by sound
    handicaps: list[int] = []  # by seat: milliseconds by which its presses count later; 0 for seats beyond

    def handicap(self, seat: int) -> int:
        """By how much the presses of a seat count later."""
        return self.handicaps[seat] if seat < len(self.handicaps) else 0

    @property
    def pace(self) -> float:
        """How much longer everything takes."""
        return SLOWER if self.slow else 1.0


USUAL = Terms()


def check_terms(terms: Terms, seats: int, is_race: bool) -> None:
    """Refuse terms that no race can be judged by."""
    if terms == USUAL:
        return
    if not is_race:
        raise BadOptions("equal terms are for games in which players race")
    if len(terms.handicaps) > seats:
        raise BadOptions(f"{len(terms.handicaps)} handicaps for {seats} seats")
    if not all(0 <= late <= MOST_HANDICAP for late in terms.handicaps):
        raise BadOptions(f"a handicap is from 0 to {MOST_HANDICAP} milliseconds")
