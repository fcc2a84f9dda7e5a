"""Chapter 0: the players, the cards and the deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.core.option_files import read_value
from erre.games.rurare import GAME
from erre.games.rurare.components import ANIMALS, DECK_NAMES, DECKS, KINDS, STAYS, Options
from erre.games.rurare.deck import help_text
from tests.games.rurare.table import look, new, shown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_0_1_two_three_or_four_play(seats: int) -> None:
    assert new(seats).turn == list(range(seats))


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 8])
def test_0_1_no_other_number_plays(seats: int) -> None:
    with pytest.raises(BadOptions, match="2 to 4 players"):
        new(seats)


def test_0_2_there_are_eight_number_cards_and_112_playing_cards() -> None:
    position = new(4)
    assert len(shown(position, "rows")) == 8
    assert sum(len(row) for row in shown(position, "rows")) + len(shown(position, "pile")) == 112


@pytest.mark.parametrize("deck", DECK_NAMES)
def test_0_3_ten_kings_eight_farmers_and_five_of_each_animal_are_certain(deck: str) -> None:
    counts = DECKS[deck]
    assert (counts["king"], counts["farmer"]) == (10, 8)
    assert [counts[animal] for animal in ANIMALS] == [5] * 8
    assert sum(counts.values()) - 10 - 8 - 40 == 54  # churches, points, knights, wives and houses


@pytest.mark.parametrize("deck", DECK_NAMES)
@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("church", 5),
        ("knight", 10),
        ("points4", 2),
        ("points3", 1),
        ("king", 4),
        ("farmer", 3),
        ("wife", 2),
        ("house", 1),
    ],
)
def test_0_3_every_deck_has_the_cards_of_the_examples(deck: str, kind: str, least: int) -> None:
    assert DECKS[deck][kind] >= least


@pytest.mark.parametrize(
    ("deck", "church", "points", "knight", "wife", "house"),
    [
        ("reconstructed-a", 8, 5, 15, 8, 8),
        ("reconstructed-b", 8, 6, 12, 8, 8),
        ("reconstructed-c", 10, 5, 15, 8, 6),
        ("reconstructed-d", 8, 6, 14, 8, 6),
    ],
)
def test_0_3_the_four_decks(deck: str, church: int, points: int, knight: int, wife: int, house: int) -> None:
    position = new(4, deck=deck)
    found = [*(card for row in shown(position, "rows") for card in row), *shown(position, "pile")]
    numbers = [found.count(kind) for kind in ("church", "points2", "points3", "points4", "knight", "wife", "house")]
    assert numbers == [church, points, points, points, knight, wife, house]
    assert found.count("king") == 10


def test_0_3_reconstructed_a_is_what_a_table_plays_with_unless_told_otherwise() -> None:
    assert Options().deck == "reconstructed-a"
    assert Options().cards() == DECKS["reconstructed-a"]


def test_0_3_counts_by_kind_take_the_place_of_the_decks_own() -> None:
    position = new(4, counts={"knight": 14, "church": 9})
    found = [*(card for row in shown(position, "rows") for card in row), *shown(position, "pile")]
    assert (found.count("knight"), found.count("church"), found.count("king")) == (14, 9, 10)


def test_0_3_counts_that_the_deck_has_anyway_are_not_kept() -> None:
    assert Options(counts={"knight": 15, "king": 10}) == Options()


def test_0_3_the_help_says_what_is_certain_and_what_is_not() -> None:
    text = help_text()
    assert "Certain: 10 kings, 8 farmers, 5 of each of the 8 animals" in text
    assert "Not known" in text
    assert all(deck in text for deck in DECK_NAMES)


def test_0_3_a_file_gives_the_counts(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("knight = 14\nchurch = 9  # counted\n", "utf-8")
    options = GAME.read_options({"counts": read_value(file)})
    assert options.counts == {"knight": 14, "church": 9}


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        (["knight"], "counts: an object is expected, not a list"),
        ({"knight": 1.5}, "counts: a whole number is expected, not a fraction"),
        ({"knight": True}, "counts: a whole number is expected, not true or false"),
        ({"counts": {"knight": 14}}, "counts: a whole number is expected, not an object"),
        ({"dragon": 3}, "no kind 'dragon'"),
        ({"knight": -1}, "cannot have -1"),
        ({"knight": 1000}, "cannot have 1000"),
    ],
)
def test_0_3_counts_that_make_no_sense_are_refused(counts: object, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        GAME.read_options({"counts": counts})


def test_0_4_kings_knights_and_animals_have_a_green_tick_and_all_others_a_red_cross() -> None:
    ticks = {kind for kind, stays in zip(KINDS, STAYS, strict=True) if stays}
    assert ticks == {"king", "knight", *ANIMALS}
    assert set(KINDS) - ticks == {"church", "points2", "points3", "points4", "farmer", "wife", "house"}


@pytest.mark.parametrize("deck", DECK_NAMES)
def test_0_5_every_deck_adds_up_to_112(deck: str) -> None:
    assert sum(DECKS[deck].values()) == 112


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"counts": {"king": 11}}, "adds up to 113 cards, not 112"),
        ({"counts": {"king": 9}}, "adds up to 111 cards, not 112"),
        ({"counts": {"king": 0, "knight": 0}}, "adds up to 87 cards, not 112"),
        ({"counts": dict.fromkeys(KINDS, 1), "allowCustomTotal": True}, "17 cards: too few to lay out the rows"),
        ({"counts": {"king": 59}, "allowCustomTotal": True}, "161 cards: 160 are the most"),
        ({"counts": {"dragon": 1}}, "no kind 'dragon'"),
        ({"counts": {"king": -1, "knight": 26}}, "king: a deck cannot have -1"),
        ({"counts": {"king": 161}, "allowCustomTotal": True}, "king: a deck cannot have 161"),
        ({"counts": {"king": 10**5000}, "allowCustomTotal": True}, "counts: the number is too large"),
        ({"counts": {"king": "ten"}}, "counts: a whole number is expected, not a text"),
        ({"counts": ["king"]}, "counts: an object is expected, not a list"),
        ({"counts": None}, "counts: an object is expected, not null"),
        ({"deck": "printed"}, "printed"),
    ],
)
def test_0_5_another_sum_is_refused_and_named(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        Position.new(GAME, 3, options, seed=1)


@pytest.mark.parametrize(
    ("counts", "total"),
    [({"king": 58}, 160), ({"king": 11}, 113), (dict.fromkeys(KINDS, 0) | {"king": 24}, 24)],
)
def test_0_5_a_table_may_ask_for_another_sum(counts: dict[str, int], total: int) -> None:
    position = new(4, counts=counts, allowCustomTotal=True)
    assert sum(len(row) for row in shown(position, "rows")) + len(shown(position, "pile")) == total
    assert look(position).options.cards()["king"] == counts["king"]
