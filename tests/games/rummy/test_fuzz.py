"""Commits by the hundred: what the rules allow is accepted, each single corruption is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from erre.core.errors import IllegalMove
from erre.core.game import Position
from erre.core.mode import INTERPRETED
from erre.games.rummy import GAME
from erre.games.rummy.components import FIRST_JOKER, JOKER_AS, JOKER_KIND, KIND_BITS, Options
from erre.games.rummy.events import TilesLaid
from erre.games.rummy.moves import Lay
from erre.games.rummy.notation import format_kind, format_tile
from erre.games.rummy.solver import Aim, Solver
from tests.games.rummy import judge
from tests.games.rummy.oracle import made
from tests.games.rummy.positions import Turn, self_played

Melds = list[list[str]]
TURNS = 12 if INTERPRETED else 120


def turns(seed: str) -> Iterator[Turn]:
    """Turns in which something can be laid, made and self-played."""
    number = 0
    while True:
        chance = Random(f"{seed}-{number}")
        number += 1
        found = [made(chance), *list(self_played(chance, 2 + number % 3, 0.3))[::7]]
        yield from (turn for turn in found if sum(turn.rack) > 1)


def named_tiles(turn: Turn) -> tuple[Melds, list[str]]:
    """The table and the rack of a turn with a copy for every tile."""
    seen: dict[int, int] = {}

    def name(kind: int) -> str:
        seen[kind] = seen.get(kind, -1) + 1
        return format_tile(2 * kind + seen[kind])

    table = [
        [name(cell) if cell < JOKER_KIND else f"{name(JOKER_KIND)}={format_kind(cell & KIND_BITS)}" for cell in meld]
        for meld in turn.table
    ]
    return table, [name(kind) for kind, count in enumerate(turn.rack) for _ in range(count)]


def position_of(turn: Turn, options: dict[str, Any]) -> Position:
    """The turn as a position; the other player holds what is left of yellow 13 or a 1, so that a tile is theirs."""
    table, rack = named_tiles(turn)
    used = {tile.partition("=")[0] for tile in [*rack, *(tile for meld in table for tile in meld)]}
    other = [format_tile(tile) for tile in range(FIRST_JOKER) if format_tile(tile) not in used][:3]
    given = {"seats": 2, "racks": [rack, other], "table": table, "pool": [], "opened": [True, True], "turn": 0}
    return Position.from_json(GAME, {**given, "partial": True, "options": options})


def texts(cells: list[list[int]]) -> Melds:
    """A table of cells as it is written, without copies."""
    return [
        [f"J={format_kind(cell & KIND_BITS)}" if cell >= JOKER_AS else format_kind(cell) for cell in meld]
        for meld in cells
    ]


def rearranged(turn: Turn, chance: Random, solver: Solver) -> list[list[int]] | None:
    """A table that the turn may leave: some of the rack laid, then melds cut, swapped and reordered at random."""
    rack = [chance.randint(0, count) for count in turn.rack]
    lay = solver.best_lay(turn.table, rack, chance.choice((Aim.TILES, Aim.POINTS)))
    if lay.tiles == 0:
        lay = solver.best_lay(turn.table, turn.rack)
    table = [list(meld) for meld in lay.table]
    for meld in list(table):
        if len(meld) >= 6 and chance.random() < 0.5:
            at = chance.randint(3, len(meld) - 3)
            table.remove(meld)
            table += [meld[:at], meld[at:]]
    for meld in table:
        if len({cell % JOKER_AS % 13 for cell in meld}) == 1:
            chance.shuffle(meld)
    chance.shuffle(table)
    return table if lay.tiles else None


OPTIONS: list[dict[str, Any]] = [
    {},
    {"jokerRule": "free"},
    {"jokerRule": "replaceFromRack"},
    {"jokerSameMeld": True},
    {"maxJokersPerMeld": 1},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_every_rearrangement_that_the_rules_allow_is_accepted(options: dict[str, Any]) -> None:
    rules: Options = GAME.read_options(options)
    solver = Solver(rules)
    chance = Random(str(options))
    stream = turns(f"accepted {options}")
    accepted = 0
    while accepted < TURNS // 2:
        turn = next(stream)
        if any(sum(cell >= JOKER_AS for cell in meld) > rules.max_jokers_per_meld for meld in turn.table):
            continue
        after = rearranged(turn, chance, solver)
        if after is None:
            continue
        position = position_of(turn, options)
        allowed = judge.is_allowed(turn.table, turn.rack, after, rules)
        try:
            events = position.play(0, Lay(texts(after))).events
        except IllegalMove:
            assert not allowed, (turn, after)
        else:
            assert allowed, (turn, after)
            (told,) = [event for event in events if isinstance(event, TilesLaid)]
            assert told.left == sum(turn.rack) - (sum(map(len, after)) - turn.size)
            accepted += 1


# -- corruptions: each takes a right lay, and spoils it in one way; None where it cannot


def lose_a_rack_tile(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A tile of the rack is missing from a meld, and what is left is none."""
    for meld in melds:
        for tile in meld:
            rest = [other for other in meld if other != tile]
            if tile.partition("=")[0] not in table and len(meld) == 3:
                return [rest if other is meld else other for other in melds]
    return None


def lose_a_table_tile(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A tile of the table goes to the rack: the end of a run of four or more, or one of a group of four."""
    for meld in melds:
        if len(meld) > 3 and meld[-1].partition("=")[0] in table:
            return [meld[:-1] if other is meld else other for other in melds]
    return None


def lose_a_meld(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A whole meld with tiles of the table is gone."""
    for meld in melds:
        if any(tile.partition("=")[0] in table for tile in meld):
            return [other for other in melds if other is not meld]
    return None


def double_a_tile(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A meld is there twice, with the same tiles."""
    return [*melds, list(chance.choice(melds))]


def lay_a_strange_tile(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A meld of tiles that nobody has given the player."""
    there = {tile for meld in melds for tile in meld}
    free = [f"{colour}{value}" for value in range(1, 14) for colour in "BGRY"]
    kinds = [k for k in free if f"{k}a" not in there and f"{k}b" not in there]
    same = [[k for k in kinds if k[1:] == str(value)] for value in range(1, 14)]
    group = next((group for group in same if len(group) >= 3), None)
    return None if group is None else [*melds, group[:3]]


def break_a_meld(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A run is written in falling order."""
    for meld in melds:
        numbers = [tile.partition("=")[2].lstrip("BGRY") or tile[1:-1] for tile in meld]
        if len(set(numbers)) > 1:
            return [meld[::-1] if other is meld else other for other in melds]
    return None


def split_too_short(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A meld is cut so that one part has less than three tiles."""
    meld = chance.choice(melds)
    return [*(other for other in melds if other is not meld), meld[:1], meld[1:]]


def mix_two_melds(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """Two melds of different numbers and colours lie as one."""
    for meld in melds:
        for other in melds:
            if meld is not other and set(meld) != set(other):
                joined = [*meld, *other]
                if len({tile[0] for tile in joined}) > 1 and len({tile.rstrip("ab")[1:] for tile in joined}) > 1:
                    return [*(m for m in melds if m is not meld and m is not other), joined]
    return None


def lie_about_a_joker(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """A joker is said to stand for a tile that its place does not ask for."""
    for meld in melds:
        for i, tile in enumerate(meld):
            if tile.startswith("J"):
                name, _, stands = tile.partition("=")
                value = int(stands[1:]) % 13 + 1
                wrong = f"{name}={stands[0]}{value}"
                return [[*meld[:i], wrong, *meld[i + 1 :]] if other is meld else other for other in melds]
    return None


def take_back_everything(melds: Melds, table: set[str], chance: Random) -> Melds | None:
    """Nothing at all lies on the table."""
    return []


Corruption = Callable[[Melds, set[str], Random], Melds | None]
CORRUPTIONS: list[tuple[Corruption, set[str]]] = [
    (lose_a_rack_tile, {"§3.1", "§3.2", "§5.4"}),
    (lose_a_table_tile, {"§5.4"}),
    (lose_a_meld, {"§5.4", "§5.5"}),
    (double_a_tile, {"§5.4"}),
    (lay_a_strange_tile, {"§5.4"}),
    (break_a_meld, {"§3.2", "§3.1"}),
    (split_too_short, {"§3.1", "§3.2"}),
    (mix_two_melds, {"§3.1", "§3.2", "§8.1"}),
    (lie_about_a_joker, {"§3.1", "§3.2"}),
    (take_back_everything, {"§5.4", "§5.5"}),
]


@pytest.mark.parametrize(("corrupt", "rules"), CORRUPTIONS)
def test_each_single_corruption_is_refused_with_its_rule_and_changes_nothing(
    corrupt: Corruption, rules: set[str]
) -> None:
    stream = turns(corrupt.__name__)
    chance = Random(corrupt.__name__)
    refused = tries = 0
    while refused < TURNS // 6 and tries < 20 * TURNS:
        tries += 1
        turn = next(stream)
        position = position_of(turn, {})
        lays = [move for move in position.legal(0) if isinstance(move, Lay)]
        if not lays:
            continue
        table = {tile.partition("=")[0] for meld in position.to_json()["table"] for tile in meld}
        melds = corrupt(lays[0].melds, table, chance)
        if melds is None:
            continue
        before = position.truth.to_bytes()
        with pytest.raises(IllegalMove) as caught:
            position.play(0, Lay(melds))
        assert caught.value.rule in rules, caught.value
        assert position.truth.to_bytes() == before
        refused += 1
    assert refused >= TURNS // 12


def test_a_tile_of_anothers_rack_is_refused() -> None:
    refused = 0
    for turn in turns("theirs"):
        position = position_of(turn, {})
        theirs = position.to_json()["racks"][1]
        kinds = [tile[:-1] for tile in theirs]
        if len(set(kinds)) == 3 and len({kind[0] for kind in kinds}) == 1:
            melds = [*position.to_json()["table"], theirs]
            before = position.truth.to_bytes()
            with pytest.raises(IllegalMove) as caught:
                position.play(0, Lay(melds))
            assert caught.value.rule == "§5.4"
            assert position.truth.to_bytes() == before
            refused += 1
        if refused == TURNS // 12:
            return
