"""ROK from the lobby to the final score: mouse, finger and keys, a contested rune, a false start, a slide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from erre.games import game as find_game
from tests.conformance.games import Setting
from tests.e2e.grid import PAINTED, SMALL, show_sample, walk
from tests.e2e.late import open_late
from tests.e2e.people import DONE, Person, comes_to
from tests.e2e.test_table import join, sit_down

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
LONG = 60_000  # milliseconds

# What a page could do now: the twin of what is in the hand, else a rune of the page's own choice whose twin lies there.
WANTED = """(choice) => {
  const here = (selector) => document.querySelector(selector);
  if (here('section.final')) return { what: 'end' };
  if (here('[data-testid=signal]')) return { what: 'signal' };
  if (here('.ask [data-kind]')) return { what: 'give' };
  if (here('.ask [data-owner]')) return { what: 'order' };
  if (here('.rok')?.dataset.scene !== 'open' || here('.mine .done')?.disabled !== false) return { what: '' };
  const kind = (rune) => rune.slice(0, 2);
  const runes = [...document.querySelectorAll('.rune[data-rune]')];
  const held = [...document.querySelectorAll('.mine [data-held]')].map((one) => kind(one.dataset.held));
  const kinds = runes.map((one) => kind(one.dataset.rune));
  const pairs = runes.filter((one, k) => kinds.indexOf(kinds[k]) !== kinds.lastIndexOf(kinds[k]));
  const wanted = runes.find((one) => held.includes(kind(one.dataset.rune))) ?? pairs[(2 * choice) % pairs.length];
  if (!wanted) return { what: 'done' };
  return { what: 'grab', place: wanted.dataset.place, letter: wanted.querySelector('.letter')?.textContent ?? '' };
}"""

# At every full second presses the first rune by name, until one was contested; all pages that are armed do the same.
ARM = """() => {
  const beat = () => setTimeout(press, 1000 - (Date.now() % 1000));
  const press = () => {
    if (document.querySelector('.tool .count')) return;
    const runes = [...document.querySelectorAll('.rok[data-scene=open] .rune[data-rune]')];
    const first = runes.sort((a, b) => (a.dataset.rune < b.dataset.rune ? -1 : 1))[0];
    first?.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
    beat();
  };
  beat();
}"""

# Notes what moved without being asked to, where a page is laid out again: how far, and what.
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, what: sources.map((one) => String(one.node?.className ?? one.node?.data)) });
  }).observe({ type: 'layout-shift' });
}"""

# Presses on a rune that still flies.
HASTE = """() => {
  const look = () => {
    const flying = document.querySelector('.rok')?.dataset.scene === 'flying' && document.querySelector('.rune.new');
    if (!flying) return requestAnimationFrame(look);
    flying.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
  };
  look();
}"""


def gather(
    people: Person.Maker, seats: int, options: dict[str, Any], names: list[tuple[str, dict[str, object]]]
) -> list[Person]:
    """Friends at a table of ROK with options of its own."""
    met = [people(name, **window) for name, window in names]
    host, *guests = met
    host.open_table("rok", seats=seats, options=options)
    sit_down(host)
    for person in guests:
        join(person, host.page.url)
    return met


def open_from_lobby(host: Person, seats: int, options: dict[str, Any]) -> None:
    """A table of ROK with options of its own, by the lobby and the form."""
    host.open()
    host.take_name()
    host.press(host.page.get_by_role("link", name="Options of ROK"))
    for _ in range(4 - seats):
        host.press(host.page.get_by_role("button", name="One fewer"))
    host.page.locator("details.options summary").click()
    for option, value in options.items():
        field = host.page.locator(f"#option-{option}")
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
            field.press("Tab")
    host.press(host.page.get_by_role("button", name="Open the table"))
    host.page.wait_for_url("**/t/*")
    expect(host.page.locator("li.mine")).to_contain_text(host.name)


def start(met: list[Person]) -> None:
    """The host starts, and everybody says that they are ready."""
    met[0].press(met[0].page.get_by_test_id("start"))
    for person in met:
        person.press(person.page.get_by_role("button", name="Ready", exact=True))


def act(person: Person, choice: int, by_keys: bool) -> str:
    """Whatever can be done, once; what it was."""
    found = person.page.evaluate(WANTED, choice)
    what: str = found["what"]
    if what in ("give", "order") and person.page.locator(TREASURE).count() > 0:
        person.page.keyboard.press("Escape")  # a finger for a rune that was gone met a seat, which opened
    if what == "signal":
        person.page.evaluate("() => document.querySelector('[data-testid=signal]')?.click()")
    elif what == "give":
        person.press(person.page.locator(".ask [data-kind]").first)
    elif what == "order":
        person.press(person.page.locator(".ask [data-owner]").first)
        person.press(person.page.locator(".ask .main"))
    elif what == "done":
        if by_keys:
            person.page.keyboard.press(" ")
        else:
            person.page.evaluate("() => document.querySelector('.mine .done')?.click()")
    elif what == "grab" and by_keys:
        person.page.keyboard.press(found["letter"])
    elif what == "grab":
        box = person.page.evaluate(BOX, found["place"])
        if box:
            (person.page.touchscreen.tap if person.touch else person.page.mouse.click)(box["x"], box["y"])
    return what


TREASURE = "dialog[open][aria-label^=Treasure]"
BOX = """(place) => {
  const box = document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}"""


def test_a_whole_game_by_mouse_by_finger_and_by_keys(people: Person.Maker) -> None:
    options = {"faceUpProbability": 1, "grabSeconds": 20, "orderContest": "seat", "tieBreak": "shared"}
    met = [people("Ana"), people("Ben", **PHONE), people("Cleo")]
    open_from_lobby(met[0], 3, options)
    for person in met[1:]:
        join(person, met[0].page.url)
    wall = people("Wall")
    wall.open(f"{met[0].page.url}/screen")
    start(met)
    expect(wall.page.locator(".rok .seat")).to_have_count(3)
    assert wall.page.locator(".rok .mine").count() == 0
    ended = 0
    while ended < len(met):
        ended = 0
        for choice, person in enumerate(met):
            ended += act(person, choice, by_keys=person.name == "Cleo") == "end"
        met[0].page.wait_for_timeout(60)
    for person in met:
        expect(person.page.locator(f"{DONE} tbody tr")).to_have_count(3)
    expect(met[0].page.locator(".log")).to_contain_text("has a pair of")
    scores = [int(text) for text in met[1].page.locator(f"{DONE} .score").all_inner_texts()]
    assert sum(scores) > 0
    assert all(score % 2 == 0 for score in scores)


def test_a_game_on_a_phone_on_its_side_against_bots_like_you(people: Person.Maker) -> None:
    ana = people("Ana", **SIDEWAYS)
    ana.open("/new/rok")
    for _ in range(2):
        ana.press(ana.page.get_by_role("button", name="One fewer"))
    ana.page.locator("details.options summary").click()
    for option, value in {"faceUpProbability": "1", "grabSeconds": "4"}.items():
        ana.page.locator(f"#option-{option}").fill(value)
        ana.page.locator(f"#option-{option}").press("Tab")
    ana.page.locator("select.all").select_option("likeyou")
    expect(ana.page.get_by_label("Seat 2", exact=True)).to_have_value("likeyou")
    ana.press(ana.page.get_by_role("button", name="Start now"))
    ana.page.wait_for_url("**/t/*")
    ana.press(ana.page.get_by_role("button", name="Ready", exact=True))
    done: set[str] = set()
    while not done >= {"grab", "signal"}:
        done.add(act(ana, 0, by_keys=False))
        ana.page.wait_for_timeout(60)
    open_late(ana, "rok", left=4)
    while "end" not in done:
        done.add(act(ana, 0, by_keys=False))
        if ana.page.locator(".grip.mine").count() > 0:
            ana.page.locator(".panel-slide .button").tap()
        ana.page.wait_for_timeout(60)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(2)


def test_the_first_player_gives_the_signal_and_the_other_reads_who_does(people: Person.Maker) -> None:
    options = {"faceUpProbability": 0, "grabEnd": "allDone", "signalSeconds": 60}
    ana, ben = gather(people, 2, options, [("Ana", {}), ("Ben", PHONE)])
    start([ana, ben])
    ben.press(ben.page.locator(".mine .done:enabled"))
    ben.press(ben.page.locator(".mine .seat"))  # there is time to read until all are done
    expect(ben.page.locator(TREASURE)).to_be_visible()
    ana.press(ana.page.locator(".mine .done:enabled"))
    signal = ben.page.get_by_test_id("signal")  # the second round is his
    signal.wait_for(timeout=LONG)
    expect(ana.page.get_by_test_id("line")).to_contain_text("Ben gives the signal")
    expect(ana.page.get_by_test_id("signal")).to_have_count(0)
    expect(ben.page.locator(TREASURE)).to_have_count(0)  # it has closed by itself
    ben.press(ben.page.locator(".mine .seat"))
    expect(ben.page.locator(TREASURE)).to_be_visible()  # who wants to read meanwhile, can
    ben.page.keyboard.press("Escape")
    ben.press(signal)
    for person in (ana, ben):
        expect(person.page.locator(".rok")).to_have_attribute("data-scene", "open", timeout=LONG)


def test_a_contested_rune_has_its_receipt_on_both_pages_and_a_false_start_is_told(people: Person.Maker) -> None:
    options = {"faceUpProbability": 1, "grabEnd": "allDone", "grabSeconds": 60}
    ana, ben = gather(people, 2, options, [("Ana", {}), ("Ben", PHONE)])
    ben.page.evaluate(HASTE)
    start([ana, ben])
    expect(ben.page.get_by_test_id("line")).to_contain_text("False start", timeout=LONG)
    for person in (ana, ben):
        person.page.evaluate(ARM)
    for person in (ana, ben):
        person.page.locator(".tool:has(.count)").click(timeout=LONG)
    # Both have seen a contest and press no more: now both lists come to the same end.
    here, there = (person.page.locator(".receipts li").last for person in (ana, ben))
    comes_to(ana.page, lambda: here.inner_text() == there.inner_text(), True)
    line = here.inner_text()
    for person in (ana, ben):
        person.page.keyboard.press("Escape")
    assert " before " in line or " apart " in line
    assert "Ana" in line
    assert "Ben" in line
    expect(ana.page.locator(".mine .ping")).to_have_count(1)
    expect(ana.page.locator(".seat .marker")).to_have_count(1)


def test_a_tie_is_slid_out_by_drag_and_by_keys(people: Person.Maker) -> None:
    # No rune ever lies face up: nobody gets any, and all are tied.
    ana, ben = gather(people, 2, {"faceUpProbability": 0}, [("Ana", {}), ("Ben", PHONE)])
    start([ana, ben])
    ben.page.locator(".grip.mine").wait_for(timeout=LONG)  # the first player of the last round begins
    for person in (ana, ben):  # both see how long he has
        expect(person.page.get_by_role("timer")).to_be_visible()
    ben.page.locator(".grip.mine").focus()
    ben.page.keyboard.press("ArrowRight")
    ben.page.keyboard.press("ArrowDown")
    expect(ben.page.locator(".grip.mine")).to_have_attribute(
        "aria-valuetext", re.compile("^Direction 1.0°, force 48 %. About 10 of 22")
    )
    ben.page.keyboard.press("Enter")

    grip = ana.page.locator(".grip.mine")
    grip.wait_for(timeout=LONG)
    hand, destiny = ana.at_rest(grip), ana.at_rest(ana.page.locator(".destiny"))
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + (destiny["y"] + destiny["height"] / 2 - y) * 0.62, steps=6)
    expect(ana.page.locator(".panel-slide")).to_contain_text("force 6")
    ana.page.mouse.up()
    for person in (ana, ben):
        expect(person.page.locator(DONE)).to_contain_text("Ana", timeout=LONG)
    expect(ana.page.locator(f"{DONE} .wins")).to_contain_text("Ana")


def test_a_second_player_on_one_device_is_refused_with_words(people: Person.Maker) -> None:
    (ana,) = gather(people, 2, {}, [("Ana", {})])
    expect(ana.page.locator(".one-each")).to_contain_text("everyone needs their own device")
    assert ana.page.get_by_label("Add another player on this device").count() == 0


def test_everything_is_in_reach_in_every_window(people: Person.Maker) -> None:
    ana, found = people("Ana", device_scale_factor=SMALL), dict[str, list[str]]()
    for sample in ("ready", "signal", "scramble", "five", "penalty", "slide", "order", "end"):
        show_sample(ana.page, f"/gallery/rok/{sample}")
        expect(ana.page.locator(".rok")).to_be_visible()
        found |= walk(ana.page, sample)
    assert found == {}


def test_all_wait_for_the_last_one_and_the_header_says_so(people: Person.Maker) -> None:
    options = {"faceUpProbability": 1, "grabEnd": "allDone", "grabSeconds": 60}
    ana, ben = gather(people, 2, options, [("Ana", {}), ("Ben", PHONE)])
    ana.press(ana.page.get_by_test_id("start"))
    expect(ana.page.locator("header h1")).to_contain_text("Ready?")
    ana.press(ana.page.get_by_role("button", name="Ready", exact=True))
    expect(ana.page.locator(".ready")).to_contain_text("Waiting for Ben.")
    expect(ana.page.locator(".rok")).to_have_attribute("data-scene", "telling")  # no rune flies before all are ready
    ben.press(ben.page.get_by_role("button", name="Ready", exact=True))
    header = ana.page.locator("header h1")
    expect(header).to_contain_text("Grab pairs!", timeout=LONG)
    ben.page.locator(".mine .done:enabled").tap(timeout=LONG)
    expect(ben.page.locator("header h1")).to_contain_text("Done: the others still grab")
    expect(header).to_contain_text("All wait for you")
    expect(ana.page.get_by_test_id("line")).to_contain_text("All wait for you")
    expect(ana.page.locator(".mine .done.lit")).to_be_visible()


def test_signs_are_explained_on_touch(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.open("/gallery/rok/scramble")
    ana.page.locator(".others .seat").first.tap()
    expect(ana.page.get_by_role("dialog")).to_contain_text("wins the next tie")
    ana.page.get_by_role("button", name="Close").tap()
    ana.page.get_by_role("button", name="All signs").tap()
    expect(ana.page.get_by_role("dialog").locator("li")).to_have_count(24)
    expect(ana.page.get_by_role("dialog")).to_contain_text("Othala")


def test_the_rules_page_shows_all_signs_as_the_game_draws_them(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.open("/rules/rok")
    signs = ana.page.locator("ul.signs li")
    expect(signs).to_have_count(24)
    expect(signs.first).to_contain_text("Fehu")
    expect(ana.page.locator("main")).to_contain_text("All 24 signs with their names")


def test_nothing_jumps_while_the_cloth_is_seen_from_afar_for_a_slide(people: Person.Maker, tmp_path: Path) -> None:
    file = tmp_path / "rok.jsonl"
    Setting(find_game("rok"), 4, {}, 1).record().write(file)
    assert '"slide ' in file.read_text()
    ana = people("Ana")
    page = ana.open("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".replay[data-at='0'] .rok").wait_for()
    page.evaluate(SHIFTS)
    forward = page.get_by_role("button", name="One step forward")
    far = 0
    while forward.is_enabled():
        page.keyboard.press("ArrowRight")
        page.evaluate(PAINTED)
        far += page.locator(".cloth.far").count()
    assert far > 0
    shifts = page.evaluate("() => window.shifts")
    assert sum(one["value"] for one in shifts) < 0.01, shifts
