"""Tiles and melds as text."""

from __future__ import annotations

import pytest

from erre.core.errors import BadNotation
from erre.core.record import NONE
from erre.games.rummy.components import FIRST_JOKER, JOKER_KIND, TILES
from erre.games.rummy.notation import (
    Written,
    format_meld,
    format_tile,
    format_written,
    name_of,
    parse_kind,
    parse_meld,
    parse_melds,
    parse_rack_tile,
    parse_tile,
    whole_tiles,
)


def test_every_tile_has_a_text_of_its_own_and_is_read_back() -> None:
    texts = [format_tile(tile) for tile in range(TILES)]
    assert len(set(texts)) == TILES
    assert whole_tiles(parse_tile(text) for text in texts) == list(range(TILES))


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("B1a", Written(0, 0)),
        ("B1b", Written(0, 1)),
        ("y13", Written(51)),  # the copy left off, a small letter
        (" R5 ", Written(30)),
        ("J", Written(JOKER_KIND)),
        ("J2", Written(JOKER_KIND, 1)),
        ("J1=R5", Written(JOKER_KIND, 0, 30)),
        ("j=b13", Written(JOKER_KIND, NONE, 12)),
    ],
)
def test_a_tile_is_read(text: str, tile: Written) -> None:
    assert parse_tile(text) == tile
    assert parse_tile(format_written(tile)) == tile


@pytest.mark.parametrize(
    "text",
    ["", "R", "R0", "R14", "R05", "P5", "R5c", "J3", "J0", "J=", "J=J", "J1=R5a", "J=R5=R5", "R٥", "R5 R6"],
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_tile(text)


def test_a_kind_has_neither_copy_nor_joker() -> None:
    assert parse_kind("G7") == 19
    for text in ("G7a", "J1"):
        with pytest.raises(BadNotation):
            parse_kind(text)


def test_only_on_the_table_a_joker_stands_for_a_tile() -> None:
    assert parse_rack_tile("J1") == Written(JOKER_KIND, 0)
    with pytest.raises(BadNotation):
        parse_rack_tile("J1=R5")


def test_melds_are_written_in_brackets() -> None:
    text = "[R5 R6a J1=R7] [G2 Y2 B2b]"
    melds = parse_melds(text)
    assert " ".join(format_meld(meld) for meld in melds) == text
    assert parse_melds("") == []
    assert parse_meld("R5 R6 R7") == parse_meld("[R5 R6 R7]")


@pytest.mark.parametrize("text", ["R5 R6 R7", "[R5 R6 R7", "[R5 R6 R7]]", "[R5 [R6] R7]", "[R5 R6 R7] x"])
def test_broken_brackets_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_melds(text)


def test_a_copy_left_off_is_one_that_is_not_written_elsewhere() -> None:
    assert whole_tiles(parse_meld("R5 R5a")) == [61, 60]
    assert whole_tiles(parse_meld("R5 R5")) == [60, 61]
    assert whole_tiles(parse_meld("J J1")) == [FIRST_JOKER + 1, FIRST_JOKER]
    with pytest.raises(BadNotation):
        whole_tiles(parse_meld("R5 R5 R5"))


def test_kinds_have_names() -> None:
    assert name_of(30) == "red 5"
    assert name_of(JOKER_KIND) == "joker"
