"""Rummy's table stands still: melds keep their places, tiles their size, and a finger that pans moves nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.grid import SMALL, show_sample, walk
from tests.e2e.late import open_given
from tests.e2e.people import SETTLED, Person, comes_to
from tests.e2e.records import write_game
from tests.e2e.test_rummy import PHONE, SIDEWAYS, Player, open_table
from tests.games.rummy.table import laid_out

SAMPLES = ["opening", "joker", "ninety", "scored", "over"]
# Every meld with its column and row on the table, counted in tiles; where it lies, not where its tiles still fly.
PLACES = """() => {
  const size = parseFloat(document.querySelector('[data-area=table]').style.getPropertyValue('--tile'));
  return Object.fromEntries([...document.querySelectorAll('[data-meld]')].map((meld) => {
    const row = Math.round(size * 1.36 + 18);
    const place = [parseFloat(meld.style.left) / (size * 1.05), parseFloat(meld.style.top) / row];
    return [[...meld.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile).join(' '), place];
  }));
}"""


def test_every_button_is_in_reach_in_every_window(people: Person.Maker) -> None:
    ana, found = people("Ana", device_scale_factor=SMALL), dict[str, list[str]]()
    for sample in SAMPLES:
        show_sample(ana.page, f"/gallery/rummy/{sample}")
        expect(ana.page.locator(".rummy")).to_be_visible()
        found |= walk(ana.page, sample)
    assert found == {}


# What is wrong with an open hint: a table that must scroll, a line of it under another part, a word at a button's edge.
CROWDED = """() => {
  const [table, felt, hint, text] = ['.table', '.felt', '.hint', '.hint p'].map((one) => document.querySelector(one));
  const found = [];
  if (table.scrollHeight > table.clientHeight + 1) found.push(`${table.scrollHeight} in ${table.clientHeight}`);
  const [above, box, line] = [felt, hint, text].map((one) => one.getBoundingClientRect());
  if (box.top < above.bottom - 1 || line.top < box.top || line.bottom > box.bottom)
    found.push('the hint is covered');
  if (line.height < 30 || text.scrollTop !== 0) found.push('no two lines of the hint');
  if (text.scrollHeight > text.clientHeight + 1 && !text.matches('.scrolled[tabindex]'))
    found.push('nothing says that it scrolls');
  for (const button of document.querySelectorAll('.ends .button, .hint .button')) {
    const words = document.createRange();
    words.selectNodeContents(button);
    if (words.getBoundingClientRect().width > button.clientWidth - 6)
      found.push(`${button.textContent} touches its edges`);
  }
  return found;
}"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_hint_pushes_nothing_out_of_the_window(people: Person.Maker, lang: str) -> None:
    ana, found = people("Ana", device_scale_factor=SMALL, settings={"lang": lang}), dict[str, list[str]]()
    page = ana.page
    for sample in ("hintWait", "hintLay"):
        show_sample(page, f"/gallery/rummy/{sample}")
        for step in ("why", "shown"):
            if step == "shown":
                page.get_by_test_id("hint").locator(".main").click()
            for size in ((740, 316), (640, 316), (320, 568), (360, 696)):  # without the line above a table
                where = f"{sample} {step} {lang}"
                found |= walk(page, where, sizes=(size,), also=lambda page: list(page.evaluate(CROWDED)))
    assert found == {}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hand of Rummy between three bots."""
    return write_game(tmp_path_factory.mktemp("records") / "rummy.jsonl", "rummy", 3, {"hands": 1}, 5)


@pytest.mark.parametrize("window", [(360, 740), (844, 390), (1280, 800)])
def test_melds_keep_their_places_through_a_whole_hand(
    people: Person.Maker, record: Path, window: tuple[int, int]
) -> None:
    ana = people("Ana", viewport={"width": window[0], "height": window[1]})
    page = ana.open("/replay")
    page.locator("input[type=file]").set_input_files(record)
    replay = page.locator(".replay")
    expect(replay).to_have_attribute("data-at", "0")
    last = int(replay.get_attribute("data-last") or page.locator("input[type=range]").get_attribute("max") or 0)
    before: dict[str, Any] = {}
    stood = 0
    for at in range(1, last):
        page.keyboard.press("ArrowRight")
        expect(replay).to_have_attribute("data-at", str(at))
        now = page.evaluate(PLACES)
        for meld in before.keys() & now.keys():
            assert (at, meld, now[meld]) == (at, meld, pytest.approx(before[meld], abs=0.1))
            stood += 1
        before = now
    assert stood > 20


def test_freed_tiles_and_a_shorter_rack_move_nothing(people: Person.Maker) -> None:
    ana = Player(people("Ana"))
    ana.person.open("/gallery/rummy/middle")
    felt, rack = ana.page.locator(".felt"), ana.page.locator("[data-area=rack]")
    page = ana.page
    ana.person.at_rest(felt)
    page.evaluate(SETTLED)
    before, boxes = page.evaluate(PLACES), (felt.bounding_box(), rack.bounding_box())
    ana.drag("R5a", ana.tile("J1"))
    expect(ana.page.get_by_role("group", name="In your hand").locator("[data-tile=J1]")).to_be_visible()
    for tile in ("B7a", "B9a", "G11a", "R1a", "Y2a", "Y7a"):
        ana.drag(tile, ana.new_meld)
    page.evaluate(SETTLED)
    after = page.evaluate(PLACES)
    assert (felt.bounding_box(), rack.bounding_box()) == boxes
    for meld, place in before.items():
        if meld in after:
            assert after[meld] == pytest.approx(place, abs=0.02)
    assert len(before.keys() & after.keys()) == 5
    for _ in range(7):
        ana.button("Undo").click()
    comes_to(page, lambda: page.evaluate(PLACES), before)


def test_a_new_meld_lies_where_it_was_put_down(people: Person.Maker) -> None:
    ana = Player(people("Ana"))
    ana.person.open("/gallery/rummy/opening")
    ground = ana.page.locator("[data-area=table]")
    box, start = ana.person.at_rest(ground), ana.person.at_rest(ana.tile("G8a"))
    goal = (box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6)
    mouse = ana.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(*goal, steps=4)
    mouse.up()
    expect(ana.page.locator("[data-meld] [data-tile='G8a']")).to_be_visible()
    ana.page.evaluate(SETTLED)
    lies = ana.person.at_rest(ana.tile("G8a"))
    assert lies["x"] == pytest.approx(goal[0] - lies["width"] / 2, abs=lies["width"])
    assert lies["y"] == pytest.approx(goal[1] - lies["height"] / 2, abs=lies["height"])


def test_a_finger_pans_the_table_up_and_down_and_lifts_to_the_side_or_after_a_while(people: Person.Maker) -> None:
    ana = Player(people("Ana", **PHONE))
    ana.person.open("/gallery/rummy/ninety")
    ground = ana.page.locator("[data-area=table]")
    expect(ana.tile("B8a")).to_be_visible()
    before = ana.melds()
    box = ana.person.at_rest(ana.tile("B8a"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ana.swipe((x, y + 60), (x, y - 30))
    expect(ana.page.locator("[data-meld]").first).to_be_visible()
    comes_to(ana.page, lambda: ground.evaluate("(node) => node.scrollTop") > 20, True)
    assert ana.melds() == before

    ground.evaluate("(node) => { node.scrollTop = 0; }")
    ana.swipe((x, y), (x + 70, y))  # to the side: the tile is lifted, and let go on the next meld
    expect(ana.page.locator(".meld.wrong, .meld.changed").first).to_be_visible()
    comes_to(ana.page, lambda: ana.melds() != before, True)
    assert sorted(tile for meld in ana.melds() for tile in meld) == sorted(tile for meld in before for tile in meld)
    ana.button("Undo").tap()
    expect(ana.page.locator(".meld.changed")).to_have_count(0)
    comes_to(ana.page, ana.melds, before)

    finger = ana.page.context.new_cdp_session(ana.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    ana.page.locator(".air").wait_for()  # it is lifted by itself
    for step in range(1, 6):
        point = {"x": x, "y": y + step * 14}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    assert ground.evaluate("(node) => node.scrollTop") == 0  # a finger that carries a tile pans nothing
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ana.page.locator(".air")).to_have_count(0)


def test_the_end_of_a_hand_stays_until_continue_and_bots_wait_for_it(people: Person.Maker) -> None:
    ana = Player(people("Ana"))
    open_table(ana.person, seats=2, play_now=True, waits=True, options={"hands": 2})
    page = ana.page
    over = page.locator(".reckoning")
    # Not only lit: while a move is on its way the table still shows the turn in which it was made.
    while page.wait_for_selector(".rummy:has(.felt.mine) .ends .draw:enabled, .reckoning") and over.count() == 0:
        before = ana.person.number()
        page.locator(".ends .draw").click()
        ana.moved(before)
    expect(over.locator("li")).to_have_count(2)
    expect(over).to_contain_text("hand 1")
    assert len(ana.melds()) > 0  # the last table lies there
    number = ana.person.number()
    expect(page.locator(".log li").last).not_to_contain_text("Hand 2")
    page.reload()  # whoever comes back finds the next hand, and bots that have not played on
    expect(page.locator("[data-area=rack] [data-tile]")).to_have_count(14)
    assert int(ana.person.number()) <= int(number) + 1
    ana.wait()


def open_rack(player: Player, rack: str) -> None:
    """A table of two that nobody has laid anything on, with this rack."""
    pool = "G12 G11 R1 R2 B3 B4 R5 Y6 Y9 B7 G4"
    open_given(player.person, laid_out("", rack, "Y2 Y4", pool=pool, opened=[False, True]).position)


@pytest.mark.parametrize("words", [False, True], ids=["drawn", "in words"])
def test_a_hint_says_first_what_could_be_laid_at_most(people: Person.Maker, words: bool) -> None:
    ana = Player(people("Ana", settings={"text": words}))
    open_rack(ana, "R10 R11 R12 B1 B2 B3 G9 Y5")
    assert ana.first_lay(ana.hint()) == [["R10a", "R11a", "R12a"]]  # a champion lays half of it
    expect(ana.page.get_by_test_id("hint")).to_contain_text("You can lay 6 tiles. A champion would open with 3")


@pytest.mark.parametrize("window", [PHONE, SIDEWAYS, {}], ids=["upright", "sideways", "desk"])
def test_done_in_the_middle_of_a_hint_says_why_not(people: Person.Maker, window: dict[str, Any]) -> None:
    ana = Player(people("Ana", **window))
    open_rack(ana, "R4 R5 R6 B5 B6 B7 G9 Y5")
    ana.hint()
    hint = ana.page.get_by_test_id("hint")
    ana.person.press(hint.get_by_role("button", name="Show me"))
    expect(hint).to_contain_text("Step 1 of 2")
    expect(ana.page.get_by_label("15 of 30 points for the first lay")).to_be_visible()
    expect(ana.prompt).to_have_text("")  # the turn is not finished yet: nothing is wrong with it
    ana.person.press(ana.button("Done"))
    expect(ana.prompt).to_have_text("Your first lay needs 30 points; this is 15.")
    expect(ana.prompt).to_be_in_viewport(ratio=1)
    ana.person.press(hint.get_by_role("button", name="Next"))
    expect(ana.prompt).to_have_text("All melds are right. Press Done.")
