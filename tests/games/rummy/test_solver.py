"""The solver: what it lays is allowed, and nobody can lay more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from erre.core.mode import INTERPRETED
from erre.games.rummy.components import JOKER_KIND, KINDS, OPENING_POINTS, Options
from erre.games.rummy.notation import kind_of, parse_meld, parse_melds
from erre.games.rummy.rules.no_meld import format_table, named
from erre.games.rummy.rules.tables_compared import keeps_rules
from erre.games.rummy.solver import Aim, Lay, Solver
from erre.games.rummy.solver.search import least_loss
from erre.games.rummy.workspace import HAVE, KEPT, MUST, WEIGHT
from tests.amounts import amount
from tests.games.rummy import model, oracle, plain
from tests.games.rummy.judge import is_allowed
from tests.games.rummy.positions import Bag, Cells, counted, from_melds, self_played

FREE = Options(joker_rule="free")
FROM_RACK = Options(joker_rule="replaceFromRack")
AGAIN = Options(joker_same_meld=True)
LOOSE = Options(joker_same_meld=True, joker_any_meld=True)
LOOSE_FROM_RACK = Options(joker_rule="replaceFromRack", joker_same_meld=True, joker_any_meld=True)
ANY_MELD = Options(joker_any_meld=True)
SOME = 8 if INTERPRETED else 1  # every eighth position where the rules are interpreted


def table(text: str) -> Cells:
    """A table from its text."""
    return [named([tile.cell for tile in meld]) for meld in parse_melds(text)]


def rack(text: str) -> list[int]:
    """A rack from its text."""
    counts = [0] * KINDS
    for tile in parse_meld(text):
        counts[tile.kind] += 1
    return counts


def best(before: str, tiles: str, options: Options | None = None) -> Lay:
    """The best lay."""
    return Solver(options).best_lay(table(before), rack(tiles))


# -- what is known


def known_optima() -> list[tuple[str, Cells, list[int], list[int]]]:
    """Turns and the most that can be laid in them."""
    lines = (Path(__file__).parent / "data" / "optima.txt").read_text("utf-8").splitlines()
    rows = [[part.strip() for part in line.split(";")] for line in lines if not line.startswith("#")]
    return [(name, table(before), rack(tiles), [int(n) for n in most.split()]) for name, before, tiles, most in rows]


def test_240_turns_whose_optimum_is_known() -> None:
    known = known_optima()
    assert len(known) == 240
    for name, before, tiles, (most, points, most_points, replaced, from_rack, by_letter) in known[::SOME]:
        counts = ((FREE, most), (LOOSE, replaced), (LOOSE_FROM_RACK, from_rack), (Options(), by_letter))
        for options, count in counts:
            lay = Solver(options).best_lay(before, tiles)
            assert lay.tiles == count, (name, options)
            assert is_allowed(before, tiles, lay.table, options), (name, options, format_table(lay.table))
        assert Solver(FREE).best_lay(before, tiles).points == points, name
        assert Solver(FREE).best_lay(before, tiles, Aim.POINTS).points == most_points, name


def test_a_mixed_integer_model_lays_no_more() -> None:
    assert oracle.compare_many(seed=11, positions=amount(24, 200) // SOME) == []


def test_the_plain_layered_programme_lays_no_more() -> None:
    stream = oracle.turns(seed=12)
    small = [turn for turn in (next(stream) for _ in range(amount(60, 120))) if turn.size + sum(turn.rack) <= 55]
    for turn in small[::SOME]:
        lay = Solver(FREE).best_lay(turn.table, turn.rack)
        assert (lay.tiles, lay.points) == plain.best_lay(counted(turn.table), turn.rack), format_table(turn.table)


def test_two_open_runs_of_a_colour_are_enough_for_two_copies_and_two_free_jokers() -> None:
    solver = Solver(FREE)
    work = solver.work
    for turn in [oracle.made(Random(f"runs-{i}")) for i in range(400 // SOME)]:
        on_table = counted(turn.table)
        losses = []
        for most in (2, 4):
            for kind in range(KINDS):
                work[HAVE + kind] = on_table[kind] + turn.rack[kind]
                work[MUST + kind] = on_table[kind]
                work[KEPT + kind] = 0
            for value in range(13):
                work[WEIGHT + value] = 1024 + value + 1
            losses.append(least_loss(work, work[HAVE + JOKER_KIND], 1 << 19, most))
        assert losses[0] == losses[1], format_table(turn.table)


# -- jokers


@pytest.mark.parametrize(
    ("before", "tiles", "options", "most"),
    [
        ("[R5 R6 R7 J=R8]", "B10 B11", Options(), 0),  # nothing replaces the joker
        ("[R5 R6 R7 J=R8]", "B10 B11", FREE, 2),
        ("[R5 R6 R7 J=R8]", "R8 B10 B11", Options(), 3),
        ("[R6 R7 J=R8] [G8 B8 Y8 R8]", "B10 B11", Options(), 2),  # the red 8 comes from the group
        ("[R6 R7 J=R8] [G8 B8 Y8 R8]", "B10 B11", FROM_RACK, 0),
        ("[R4 J R6]", "R5 B7 B9", Options(), 3),
        ("[R4 J R6]", "R5", Options(), 0),  # the joker would have to go back into its meld
        ("[R4 J R6]", "R5", AGAIN, 1),
        ("[R4 J R6] [B7 B8 B9]", "R5", Options(), 1),
        ("[R4 J R6] [B7 G7 Y7 R7]", "R5", Options(), 1),  # red 7 goes to the run, the joker takes its place
        ("[R7 B7 J]", "G7", Options(), 1),  # the joker is yellow then
        ("[R7 B7 J]", "G7 Y7", Options(), 1),
        ("[R7 B7 J] [G1 G2 G3]", "G7 Y7", Options(), 2),
        ("[R7 B7 G7 J]", "R8 R9", Options(), 2),  # red 7 leaves the group, the joker stays in it
        ("[R7 B7 G7 J]", "B10 B11", Options(), 0),
        ("[R7 B7 G7 J] [R8 R9 R10]", "Y7 Y8", Options(), 1),
        ("[R4 J=R5 R6 R7 R8 R9]", "R6", Options(), 1),  # split around the joker that stays
        ("[R3 R4 J=R5] [R5 R6 R7] [R5 R6 R7]", "R8", Options(), 1),  # three runs at red 5
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8", Options(), 1),  # no group with the joker as red 5
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8", ANY_MELD, 3),
        ("[R5 R6 R7 J=R8] [G8 B8 R8]", "R3", Options(), 1),  # by two exchanges it is red 4
        ("[R6 R7 J=R8] [G8 B8 Y8 R8]", "R5 B10 B11", Options(), 3),
        ("[R5 R6 J=R7] [B5 G5 Y5] [B6 G6 Y6]", "R8 R9", Options(), 2),
        ("[R5 R6 J=R7]", "R8 R9 B5 G5 B6 G6", Options(), 4),  # one of red 5 and 6 stays with the joker
        ("[R5 R6 J=R7]", "R8 R9 B5 G5 B6 G6", ANY_MELD, 6),
        ("[J=R5 R6 R7]", "R3 R4 B6 G6 B7 G7", Options(), 4),
        ("[R7 B7 J=Y7] [R8 R9 R10] [B8 B9 B10]", "Y8 Y9", Options(), 0),
        ("[R5 J=R6 J=R7]", "B5 G5 R8", Options(), 3),  # the two jokers stay together
        ("[R5 J=R6 J=R7]", "B5 G5 R8 R9", Options(), 4),
        ("[R5 R6 J=R7]", "J R9 R10 B5 G5 B6 G6", Options(), 5),
        ("[R13 B13 G13 Y13]", "J", Options(), 0),
        ("[R13 B13 G13 Y13] [R11 B11 G11 Y11]", "J", Options(), 1),  # R11 J R13
        ("[B5 G5 R5 Y5] [B5 G5 R5 Y5]", "J", Options(), 1),  # three groups of three
        ("[B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13]", "J J", Options(), 2),
        ("[B1 B2 B3]", "R5 J J", Options(), 3),
        ("[B1 B2 B3]", "R5 J J", Options(max_jokers_per_meld=1), 1),
        ("[B1 B2 B3] [R1 R2 R3]", "R5 J J", Options(max_jokers_per_meld=1), 3),  # R3 J R5 and one more
    ],
)
def test_a_lay_honours_the_rule_about_jokers(before: str, tiles: str, options: Options, most: int) -> None:
    lay = best(before, tiles, options)
    assert is_allowed(table(before), rack(tiles), lay.table, options), format_table(lay.table)
    assert lay.tiles == model.best_lay(table(before), rack(tiles), options).tiles
    assert lay.tiles == most, format_table(lay.table)


@pytest.mark.parametrize(
    ("before", "after", "options", "allowed"),
    [
        ("[R4 J R6]", "[R4 R5 R6] [B7 J B9]", Options(), True),
        ("[R4 J R6]", "[R4 R5 R6 J]", Options(), False),
        ("[R4 J R6]", "[R4 R5 R6 J]", AGAIN, True),
        ("[R4 J R6]", "[R4 J R6 R7]", Options(), True),
        ("[R4 J R6]", "[R3 R4 J] [R6 B6 G6]", Options(), True),  # still red 5
        ("[R4 J R6]", "[R4 R3 R2] [R6 J R8]", Options(), False),
        ("[R4 J R6] [R5 B5 G5 Y5]", "[R4 R5 R6] [B5 G5 Y5 J]", Options(), True),  # it stands for red 5 still
        ("[R4 J R6] [R5 B5 G5 Y5]", "[R4 R5 R6 R7] [B5 G5 Y5] [B8 J B10]", Options(), True),
        ("[R4 J R6] [R5 B5 G5 Y5]", "[R4 R5 R6 R7] [B5 G5 Y5] [B8 J B10]", FROM_RACK, False),
        ("[R7 B7 J]", "[R7 B7 G7] [B1 J B3]", Options(), True),
        ("[R7 B7 J]", "[R7 B7 Y7] [B1 J B3]", Options(), True),
        ("[R7 B7 G7 J]", "[R7 B7 G7] [B1 J B3]", Options(), False),
        ("[R7 B7 J J]", "[R7 B7 G7] [B1 J B3 J]", Options(), False),  # one tile frees one joker
        ("[R7 B7 J J]", "[R7 B7 G7 Y7] [B1 J B3 J]", Options(), True),
        ("[R7 B7 J J]", "[R7 B7 G7 J] [B1 J B3]", Options(), True),
        ("[R4 J R6] [G4 J G6]", "[R4 R5 R6] [G4 G5 G6] [B7 J J B10]", Options(), True),
        ("[R4 J R6] [G4 J G6]", "[R4 R5 R6 J] [G4 G5 G6 J]", Options(), True),  # each in the other's meld
        ("[R4 J R6] [R4 J R6]", "[R4 R5 R6 J J] [R4 R5 R6]", Options(), False),
        ("[R4 J R6] [R4 J R6]", "[R4 R5 R6 J] [R4 R5 R6 J]", Options(), True),
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "[R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]", Options(), False),
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "[R1 R2 R3 R4] [R6 R7 R8] [J=R5 B5 G5]", ANY_MELD, True),
        ("[R5 R6 R7 J=R8] [G8 B8 R8]", "[R3 J=R4 R5 R6 R7] [G8 B8 R8]", Options(), True),
        ("[J=R5 R6 R7] [R6 J=R7 R8]", "[J=R5 R6 J=R7] [R6 B6 G6] [R7 B7 G7] [R8 B8 G8]", Options(), True),
        ("[R5 R6 J=R7 R8] [R6 J=R7 R8]", "[R5 R6 J=R7] [R6 B6 G6] [J=R7 R8 R9] [R8 B8 G8]", Options(), True),
        ("[R5 J=R6 R7 J=R8]", "[R5 B5 G5] [J=R6 R7 R8] [R7 J=R8 R9]", Options(), True),  # red 8 has freed one
        ("[G5 J=G6 J=G7]", "[G5 B5 R5] [J=G6 J=G7 G8]", Options(), True),
        ("[G5 J=G6 J=G7]", "[G5 B5 R5] [G4 G5 J=G6] [J=G7 G8 G9]", Options(), False),
        ("[R7 J=B7 J=G7]", "[R7 R8 R9] [Y7 J=B7 J=G7]", Options(), True),
    ],
)
def test_the_joker_rule_is_judged_from_the_tables_before_and_after(
    before: str, after: str, options: Options, allowed: bool
) -> None:
    assert keeps_rules(table(before), table(after), options) is allowed


def test_a_table_with_a_row_that_is_no_meld_keeps_no_rules() -> None:
    after = [[tile.cell for tile in meld] for meld in parse_melds("[J=R3 R4 R6 R7]")]
    assert not keeps_rules(table("[R4 J R6]"), after, Options())


def test_the_judge_of_the_tests_agrees_on_random_changes() -> None:
    for i in range(600 // SOME):
        chance = Random(f"judge-{i}")
        turn = from_melds(chance, chance.randint(3, 14), chance.randint(1, 2), 6)
        after = Solver(FREE).best_lay(turn.table, turn.rack).table
        for options in oracle.RULES:
            expected = is_allowed(turn.table, turn.rack, after, options)
            assert keeps_rules(turn.table, after, options) is expected, format_table(turn.table)


# -- opening


@pytest.mark.parametrize(
    ("tiles", "most"),
    [
        ("R9 R10 R11", 3),
        ("R8 R9 R10", None),
        ("R8 R9 R10 B1 Y1 G1", 6),
        ("R10 J R12", 3),
        ("R10 B10 J", 3),
        ("R1 R2 J", None),
        ("R13 J J", 3),
        ("R9 J J", 3),  # J R9 J makes 27, J J R9 less: R9 J J is 30
        ("R8 J J", None),
        ("R1 R2 R4 R5 J R10 B10", 3),  # R1 R2 J R4 R5 would be more tiles, but only 15 points
        ("R1 R2 R3 B1 B2 B3 R13 G13 J", 9),
        ("", None),
        ("R1 R5 B9 J", None),
    ],
)
def test_an_opening_lays_the_most_tiles_for_30_points(tiles: str, most: int | None) -> None:
    lay = Solver().opening(rack(tiles))
    assert model.best_opening(rack(tiles), OPENING_POINTS, Options()) == most
    assert (lay and lay.tiles) == most


def test_a_mixed_integer_model_opens_no_better() -> None:
    solver = Solver()
    for i in range(amount(24, 80) // SOME):
        chance = Random(f"opening-{i}")
        tiles = Bag().draw(chance, chance.choice((6, 9, 14, 14, 18, 24)))
        tiles[JOKER_KIND] = max(tiles[JOKER_KIND], i % 3)
        lay = solver.opening(tiles)
        assert (lay and lay.tiles) == model.best_opening(tiles, OPENING_POINTS, Options()), tiles
        if lay:
            assert is_allowed([], tiles, lay.table, Options())
            assert sum(cell % 64 % 13 + 1 for meld in lay.table for cell in meld) >= OPENING_POINTS


# -- other questions


def test_no_lay_of_as_many_tiles_changes_fewer_melds_than_the_solver() -> None:
    assert oracle.compare_many(13, amount(24, 160) // SOME, oracle.compare_changes) == []


@pytest.mark.parametrize(
    ("before", "tiles", "options", "stay"),
    [
        ("[R1 R2 R3] [B7 G7 Y7]", "R4", Options(), 1),
        ("[R1 R2 R3] [B7 G7 Y7]", "G1 G2 G3", Options(), 2),
        ("[B7 G7 R7 Y7] [B8 G8 R8 Y8]", "Y5 Y6 J", Options(), 2),  # the joker is yellow 7, which stays in its group
        ("[G3 R3 Y3] [B5 B6 B7]", "G1 G2 G4 J", Options(), 2),
        ("[R7 B7 J=Y7]", "G1 G2 G3", Options(), 1),
        ("[R7 B7 J=Y7] [G4 J=G5 G6]", "Y7 Y8 Y9 G5", Options(), 1),  # one of them changes with green 5
        ("[R5 R6 R7] [B1 B2 B3]", "J", Options(), 1),
        ("[R5 R6 R7] [R5 R6 R7]", "R8", Options(), 1),
        ("[R5 R6 J=R7] [G8 G9 G10]", "B7", FREE, 2),  # nothing can be laid
        ("[R5 R6 R7 J=R8] [B1 B2 B3]", "R8", FREE, 1),
        ("[R5 R6 R7 J=R8] [B1 B2 B3]", "R8", Options(), 0),  # the joker goes to the blue run
        ("[R5 R6 R7 J=R8] [B1 B2 B3]", "R8", AGAIN, 1),
        ("[R4 J=R5 R6 R7] [R1 R2 R3]", "B5 G5 R8", Options(), 1),  # a free joker would lay more tiles
    ],
)
def test_a_lay_of_fewest_changes_keeps_melds_as_they_are(before: str, tiles: str, options: Options, stay: int) -> None:
    lay = Solver(options).minimal_change_lay(table(before), rack(tiles))
    assert oracle.staying(table(before), lay.table) == stay, format_table(lay.table)
    assert lay.tiles == best(before, tiles, options).tiles
    assert is_allowed(table(before), rack(tiles), lay.table, options)


def test_a_lay_of_fewest_changes_only_adds_where_adding_is_enough() -> None:
    before = "[R1 R2 R3] [R4 R5 R6] [B7 G7 Y7] [G1 G2 G3]"
    lay = Solver().minimal_change_lay(table(before), rack("R7 G10 G11 G12 Y13"))
    assert lay.tiles == 4
    assert [meld in lay.table for meld in table(before)].count(False) == 1


def test_tiles_that_would_help_are_told_with_how_many_more_could_be_laid() -> None:
    solver = Solver()
    more = solver.help(table("[R5 R6 R7] [B9 G9 Y9]"), rack("B1 B3 R9 R9"))
    assert more[kind_of(0, 2)] == 3  # B2 completes B1 B2 B3
    assert more[kind_of(2, 8)] == 2  # R8, and R9 behind it; the group takes the other R9 anyway
    assert more[kind_of(2, 4)] == 1
    assert more[kind_of(3, 1)] == 0
    assert more[kind_of(2, 9)] is None  # both are seen
    unopened = solver.help([], rack("R9 R10 B1"), opened=False)
    assert unopened[kind_of(2, 11)] == 3
    assert unopened[kind_of(2, 8)] == 0  # 27 points
    assert unopened[JOKER_KIND] == 3


def test_nothing_is_laid_where_nothing_can_be() -> None:
    assert best("", "") == Lay([], 0, 0)
    assert best("[R1 R2 R3]", "B7 G1").table == table("[R1 R2 R3]")


def test_one_workspace_serves_thousands_of_questions() -> None:
    solver = Solver()
    for turn in list(self_played(Random("many"), 3, 0.3))[:: 4 * SOME]:
        expected = Solver().best_lay(turn.table, turn.rack)
        for _ in range(1 if INTERPRETED else 300):
            assert solver.best_lay(turn.table, turn.rack) == expected
