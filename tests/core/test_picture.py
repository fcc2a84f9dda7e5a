"""Pictures of positions: what fits, what is cut, and that nothing in them can do harm."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from erre.core.picture import MARGIN, WIDTH, Lies, Picture, Piece, Place, amount, places_of
from erre.core.picture_layout import draw, strip
from erre.core.sketch import Sketch, Zone
from erre.core.stills import Still, Stills

SVG = "{http://www.w3.org/2000/svg}"
ONE = Stills(
    ["<linearGradient id='{id}a'/>", "<rect width='10' height='20' fill='url(#{id}a)'/>"],
    {"stone": Still("0 0 10 20", [0, 1]), "other": Still("0 0 10 20", [0, 1])},
)
NONE = Stills()


def table(*pieces: Piece, **more: object) -> Picture:
    """A picture of one place."""
    return Picture("Title", "about it", [Place("table", [], [list(pieces)], **more)])  # type: ignore[arg-type]


def numbers(element: ElementTree.Element) -> tuple[float, float, float, float]:
    """The box of an element."""
    left, top, wide, tall = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return left, top, wide, tall


@pytest.mark.parametrize("still", ["stone", ""])
def test_pieces_lie_next_to_each_other_in_rows_that_fit(still: str) -> None:
    root = ElementTree.fromstring(draw(ONE, table(*[Piece(f"piece {k}", still) for k in range(60)])))
    boxes = [numbers(one) for one in root.iter(f"{SVG}use" if still else f"{SVG}rect") if one.get("x") != ".5"]
    assert len(boxes) == 60
    for left, top, wide, tall in boxes:
        assert 0 <= left <= left + wide <= WIDTH
        assert 0 <= top <= top + tall <= float(root.attrib["height"])
    for k, (left, top, wide, _) in enumerate(boxes[:-1]):
        assert boxes[k + 1][0] >= left + wide or boxes[k + 1][1] > top


def test_a_group_stays_in_one_row() -> None:
    groups = [[Piece("x", "stone")] * 6] * 4
    root = ElementTree.fromstring(draw(ONE, Picture("", "", [Place("table", [], groups)])))
    tops = [one.attrib["y"] for one in root.iter(f"{SVG}use")]
    assert [len(set(tops[k : k + 6])) for k in range(0, 24, 6)] == [1] * 4
    assert len(set(tops)) == 2


def test_pieces_on_a_plane_lie_as_they_lie() -> None:
    lies = [Lies(0, 0), Lies(19, 5, 90), Lies(-19, -12)]
    root = ElementTree.fromstring(draw(ONE, table(*[Piece("x", "stone", lies=one) for one in lies], is_plane=True)))
    middle, right, left = (numbers(one) for one in root.iter(f"{SVG}use"))
    assert left[0] < middle[0] < right[0] <= WIDTH - right[2]
    assert right[1] < middle[1] < left[1]
    assert "rotate(-90 " in list(root.iter(f"{SVG}use"))[1].attrib["transform"]


def test_a_picture_has_the_drawings_that_it_uses_each_once() -> None:
    text = draw(ONE, table(Piece("a", "stone"), Piece("b", "stone"), Piece("c", "other")))
    root = ElementTree.fromstring(text)
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids)) == 3
    assert [one.attrib["href"][1:] in ids for one in root.iter(f"{SVG}use")] == [True] * 3
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert "<symbol" not in draw(ONE, table(Piece("a")))


def test_two_pictures_share_no_ids() -> None:
    found = [set(re.findall(r"id='([^']+)'", draw(ONE, table(Piece(name, "stone"))))) for name in ("a", "b", "a")]
    assert found[0]
    assert not found[0] & found[1]
    assert found[0] == found[2]


def test_a_strip_has_each_drawing_once_for_all_its_pictures() -> None:
    root = ElementTree.fromstring(
        strip(ONE, [(name, table(Piece(name, "stone", height=height))) for height, name in enumerate("abc", 60)])
    )
    assert len(list(root.iter(f"{SVG}symbol"))) == 1
    assert len(list(root.iter(f"{SVG}use"))) == 3
    grounds = [float(one.attrib["height"]) + 1 for one in root.iter(f"{SVG}rect") if one.get("x") == ".5"]
    gaps = float(root.attrib["height"]) - sum(grounds)
    assert gaps == 2 * MARGIN


@pytest.mark.parametrize(
    "words", ["<script>alert(1)</script>", "a' onload='b", "&amp; \x00\x1b\ud800", "x" * 500, "{id}"]
)
@pytest.mark.parametrize("stills", [ONE, NONE])
def test_words_stay_words(words: str, stills: Stills) -> None:
    places = [Place(words, [words], [[Piece(words, "stone", words)]], 0)]
    for text in (draw(stills, Picture(words, words, places, [0], [words])), strip(stills, [(words, table())])):
        root = ElementTree.fromstring(text)
        assert not [one for one in root.iter() if one.tag.endswith("script") or "onload" in one.attrib]
        assert all(len(one.text or "") <= 120 for one in root.iter(f"{SVG}text"))


def test_a_seat_has_the_name_of_its_player_and_a_mark_on_its_turn() -> None:
    places = [Place("", [], [], seat) for seat in range(3)]
    root = ElementTree.fromstring(draw(NONE, Picture("", "", places, [1], ["Ada", "Bruno"])))
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert words[2:] == ["seat 0 · Ada", "seat 1 · Bruno", "seat 2"]
    assert [one.text for one in root.iter(f"{SVG}title")] == ["to act"]


def test_a_sketch_becomes_places_with_boxes_of_words() -> None:
    places = places_of(Sketch([Zone("round", None, "3"), Zone("hand", 1, "", ["A", "B"])]), [[], ["C"]])
    assert [(one.title, one.seat) for one in places] == [("round", None), ("hand", 1), ("holds", 1)]
    words = [one.text for one in ElementTree.fromstring(draw(NONE, Picture("", "", places))).iter(f"{SVG}text")]
    assert {"round", "3", "A", "B", "C", "seat 1 · hand", "seat 1 · holds"} <= set(words)


def test_amounts_of_things() -> None:
    assert [amount(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
