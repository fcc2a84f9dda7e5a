"""How a game runs at a live table: clocks, moves that the clock makes, and races. Each game declares its own."""

from __future__ import annotations

import msgspec

SECOND = 1000  # milliseconds
COUNTDOWN = 3 * SECOND  # before the first reveal of a race, once all are ready
AT_RANDOM = "?"  # in place of a move: any legal one, each equally likely
BY_RULE = "!"  # in place of a move: the one that the game's `overtime_move` gives


class TableProfile(msgspec.Struct, frozen=True, kw_only=True):
    """What a live table needs to know of a game besides its rules."""

    move_time: int = 60 * SECOND  # for a move, while other people wait
    is_timed_alone: bool = False  # whether that time also runs for one person among bots
    overtime: str = ""  # the move made when that time is up; without one the table goes on waiting
    clock_word: str = ""  # the first word of moves that only the clock may make
    drafts: bool = False  # whether the clock's move counts what the player had prepared so far
    offers: tuple[str, ...] | None = None  # the moves to offer, where not all legal ones can be listed
    waits_at_start: bool = False  # whether a game begins when all people at the table are ready
    waits_between: bool = False  # whether each part of a match does
    is_race: bool = False  # seats grab at the same time, and a judge decides
    race_phase: str = ""  # the phase in which they do
    race_word: str = ""  # the first word of moves that go to the judge
    race_seconds: int = 0  # after which the race ends for all; 0: no limit
    race_end: str = ""  # the move that ends it for a seat
    signal_time: int = 0  # how long a reveal waits for the signal of a person; 0: it waits for none
    press_gap: int = 0  # the least milliseconds between two presses of one seat
