"""The puzzles that come with Erre: legal, with a solution that holds, and nothing that a seat cannot see."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import msgspec
import pytest

from erre.bots.kernel_bot import fresh_luck
from erre.core.errors import Refusal
from erre.core.game import Position
from erre.core.puzzles import Maker, Puzzle, need_maker
from erre.games import game as find_game
from erre.games.rummy.notation import parse_tile
from erre.puzzles.choosing import of_the_day
from erre.puzzles.files import shipped, shipped_data

GAMES = ("rage", "rok", "rummy", "rurare")
MOST_BYTES = 1_500_000
SAMPLE = 12


def of_game(name: str, count: int | None = None) -> list[tuple[Maker, Puzzle]]:
    """All puzzles of a game, or a sample of them."""
    found = shipped()
    ids = [line.id for line in found.lines[name]]
    chosen = ids if count is None else random.Random(3).sample(ids, count)
    puzzles = [found.puzzle(one) for one in chosen]
    return [(need_maker(find_game(name)), puzzle) for puzzle in puzzles if puzzle is not None]


def test_there_are_a_thousand_of_each_game_and_they_are_small() -> None:
    found = shipped()
    assert len(shipped_data()) <= MOST_BYTES
    for name in GAMES:
        maker = need_maker(find_game(name))
        assert len(found.lines[name]) >= 1000
        kinds = Counter(line.kind for line in found.lines[name])
        assert kinds.keys() == maker.kinds.keys()
        assert {theme for line in found.lines[name] for theme in line.themes} <= set(maker.themes)
        ratings = [line.rating for line in found.lines[name]]
        assert max(ratings) - min(ratings) >= 500


@pytest.mark.parametrize("name", GAMES)
def test_every_solution_is_legal_and_right(name: str) -> None:
    for maker, puzzle in of_game(name):
        view = maker.view_of(puzzle)
        assert view.seat in view.turn
        assert maker.judge(puzzle, puzzle.solution).right, puzzle.id
        assert not puzzle.fine or puzzle.solution == puzzle.fine[0] or puzzle.solution in puzzle.fine
        assert len(puzzle.fine) < max(2, len(puzzle.weighed))


@pytest.mark.parametrize("name", GAMES)
def test_solutions_are_found_again_with_other_chance(name: str) -> None:
    for maker, puzzle in of_game(name, SAMPLE):
        assert maker.is_sound(puzzle, maker.view_of(puzzle), 11), puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_what_a_seat_sees_and_no_more(name: str) -> None:
    for maker, puzzle in of_game(name, SAMPLE):
        game, view = maker.game, maker.view_of(puzzle)
        for seed in (1, 2):  # whatever is hidden, the seat sees the same
            world = Position(game, game.imagine(view, fresh_luck(seed)))
            again = msgspec.to_builtins(world.view(view.seat))
            assert {**again, "options": {}} == {**msgspec.to_builtins(view), "options": {}}, puzzle.id


def test_no_rummy_lay_beats_the_solution_by_brute_force() -> None:
    """On the smallest racks every set of tiles is tried: melds of the rack, and additions to a meld of the table."""
    small = sorted(of_game("rummy"), key=lambda one: len(one[1].view["rack"]))[:6]
    for maker, puzzle in small:
        view = maker.view_of(puzzle)
        for size in range(int(puzzle.goal) + 1, len(view.rack) + 1):
            for tiles in itertools.combinations(view.rack, size):
                assert not any(is_allowed(maker, puzzle, table) for table in simple_tables(view.table, tiles))


def simple_tables(table: list[list[str]], tiles: tuple[str, ...]) -> list[list[list[str]]]:
    """The table with some tiles as a new meld, or all of them added to one meld."""
    ordered = sorted(tiles, key=lambda tile: (0, 0) if tile[0] == "J" else (parse_tile(tile).kind, 0))
    added = [[*table[:i], [*ordered, *meld], *table[i + 1 :]] for i, meld in enumerate(table)]
    after = [[*table[:i], [*meld, *ordered], *table[i + 1 :]] for i, meld in enumerate(table)]
    return [[*table, ordered], *added, *after]


def is_allowed(maker: Maker, puzzle: Puzzle, table: list[list[str]]) -> bool:
    """Whether the rules allow a table, and it lays more than the goal."""
    try:
        grade = maker.judge(puzzle, "lay " + " ".join(f"[{' '.join(meld)}]" for meld in table))
    except Refusal:
        return False
    return (grade.reached or 0) > puzzle.goal


def test_all_puzzles_come_before_one_is_that_of_the_day_again() -> None:
    from datetime import date, timedelta

    lines = shipped().lines["rok"]
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(len(lines))]
    assert len({of_the_day(lines, day).id for day in days}) == len(lines)
