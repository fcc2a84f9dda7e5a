"""No barriers: axe finds nothing serious on any screen, in light and dark; nothing is known by its colour alone."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from erre.games import own_names
from tests.e2e.grid import PAINTED, samples_of, show_sample
from tests.e2e.late import open_late
from tests.e2e.people import DONE, SETTLED, Person, painted
from tests.e2e.test_table import join, open_table

GAMES = list(own_names())
PAGES = ["/", "/settings", "/rules", "/nowhere", *(f"/{page}/{game}" for page in ("new", "rules") for game in GAMES)]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 800}
# Without the slowest of the rules whose findings are not serious: those are passed over anyway. Style sheets are
# loaded again for no rule that is on.
ALL = '{ preload: false, resultTypes: ["violations"], rules: { region: { enabled: false } } }'
CONTRAST = '{ preload: false, runOnly: ["color-contrast"], resultTypes: ["violations"] }'
# All styles are worked out anew: where the scheme changes under a busy page, Chromium may keep an inherited colour.
ANEW = """() => {
  const root = document.documentElement;
  root.style.display = 'none';
  root.offsetHeight;
  root.style.display = '';
}"""


def barriers(page: Page, axe: str, scope: str = ALL) -> list[str]:
    """What axe holds against a page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    with painted(page):
        found: list[dict[str, Any]] = page.evaluate(f"async () => (await axe.run({scope})).violations")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in serious for node in one["nodes"][:4]]


def look(person: Person, axe: str, where: str) -> None:
    """Everything in the light, on a desk; then what a phone in the dark might make unreadable."""
    page = person.page
    page.evaluate(SETTLED)
    assert (where, barriers(page, axe)) == (where, [])
    page.set_viewport_size(PHONE if page.viewport_size == DESK else DESK)
    assert (where, "dark", barriers_in_the_dark(page, axe)) == (where, "dark", [])
    page.set_viewport_size(PHONE if page.viewport_size == DESK else DESK)


def barriers_in_the_dark(page: Page, axe: str) -> list[str]:
    """What is hard to read in the dark scheme, in the window as it is."""
    page.emulate_media(color_scheme="dark")
    page.evaluate(ANEW)
    page.evaluate(SETTLED)
    found = barriers(page, axe, CONTRAST)
    page.emulate_media(color_scheme="light")
    return found


PALE = """() => document.querySelectorAll('main *').forEach((one) => {
  Object.assign(one.style, { color: '#777', background: '#888' });
})"""


def test_barriers_are_found_where_nothing_is_painted(people: Person.Maker, axe: str) -> None:
    page = people("Ana").open("/settings")
    expect(page.locator("h1").first).to_be_visible()
    page.evaluate(PALE)
    assert "color-contrast" in {one.split(":")[0] for one in barriers(page, axe)}


def test_the_pages_have_no_barriers(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", color_scheme="light")
    for path in PAGES:
        ana.open(path)
        expect(ana.page.locator("h1").first).to_be_visible()
        look(ana, axe, path)


def test_the_table_and_its_panels_have_no_barriers(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", color_scheme="light", viewport=PHONE)
    ana.play_now("rage")
    ana.sees("() => document.querySelector('.pad') !== null")
    look(ana, axe, "bidding")
    for panel in ("Chat", "Table menu", "Score sheet", "Last trick", "Leave"):
        ana.press(ana.page.get_by_role("button", name=panel).first)
        look(ana, axe, panel)
        ana.page.keyboard.press("Escape")
    for panel in ("People", "What happened", "Settings", "Share"):
        ana.press(ana.page.get_by_role("button", name="Table menu"))
        ana.press(ana.page.get_by_role("dialog").get_by_role("button", name=panel))
        look(ana, axe, panel)
        ana.page.keyboard.press("Escape")
    ana.press(ana.page.get_by_role("button", name="Hint"))
    expect(ana.page.get_by_test_id("hint")).to_be_visible()
    look(ana, axe, "hint")
    ana.press(ana.page.get_by_role("button", name="Table menu"))
    ana.press(ana.page.get_by_role("button", name="Pause", exact=True))
    expect(ana.page.locator(".paused")).to_be_visible()
    look(ana, axe, "pause")


def test_gathering_curtain_big_screen_and_final_score_have_no_barriers(people: Person.Maker, axe: str) -> None:
    ana, ben, wall = people("Ana"), people("Ben"), people("Wall")
    address = open_table(ana, "rurare", 3)
    join(ben, address)
    look(ben, axe, "gathering")
    wall.open(f"{address}/screen")
    expect(wall.page.locator("figure img")).to_be_visible()
    look(wall, axe, "big screen, gathering")
    ana.page.get_by_label("Add another player on this device").fill("Carla")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("li.mine")).to_have_count(2)
    ana.press(ana.page.get_by_test_id("start"))
    expect(ana.page.get_by_role("alertdialog")).to_be_visible()
    look(ana, axe, "curtain")
    expect(wall.page.locator(".rurare")).to_be_visible()
    look(wall, axe, "big screen")
    open_late(ben, "rurare", left=1)
    ben.play(ben.act_in_rurare)
    expect(ben.page.locator(DONE)).to_be_visible()
    look(ben, axe, "final score")


def test_the_samples_of_the_plain_table_have_no_barriers(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", color_scheme="light")
    for path in samples_of(ana.page, "plain"):
        show_sample(ana.page, path)
        expect(ana.page.locator("main section").first).to_be_visible()
        look(ana, axe, path)


# What would change softly. The shortest time for everything is no way out: each change would begin many transitions.
SOFT = """() => [...new Set([...document.querySelectorAll('*')].filter((one) => {
  const { transitionProperty, transitionDuration } = getComputedStyle(one);
  return transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => time !== '0s');
}).map((one) => one.tagName))]"""


def test_nothing_changes_softly_where_nothing_shall_move(people: Person.Maker) -> None:
    ana = people("Ana", settings={"motion": True})
    page = ana.open("/gallery/rage/lead4")
    expect(page.locator(".held").first).to_be_visible()
    assert page.evaluate(SOFT) != []
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(SOFT) == []
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("() => { document.documentElement.dataset.motion = 'off'; }")
    assert page.evaluate(SOFT) == []


# The shapes of the drawings that stand for a colour or a kind, by its name; colours are left out of them.
SHAPES = """(found) => Object.fromEntries(found.map((one) => {
  const words = (part) => (part.tagName === 'text' ? part.textContent : part.getAttribute('d')) ?? '';
  const paths = [...one.querySelectorAll('svg *')].map((part) => part.tagName + words(part));
  return [one.dataset.card ?? one.title ?? one.textContent.trim(), paths.join(' ')];
}))"""


def test_every_colour_of_rage_has_a_shape_of_its_own(people: Person.Maker) -> None:
    ana = people("Ana")
    colours: dict[str, str] = {}
    for sample in ("bidding8", "lead4", "follow4", "trickWon4", "bidding3"):
        show_sample(ana.page, f"/gallery/rage/{sample}")
        expect(ana.page.locator(".held").first).to_be_visible()
        expect(ana.page.locator(".held .drawing:empty")).to_have_count(0)  # a hand is drawn over several frames
        for card, shape in ana.page.locator(".held").evaluate_all(SHAPES).items():
            if card[0] in "BGRYPO" and card[1:].isdigit():
                colours[card[0]] = max(shape.split(" path"), key=len)  # the silhouette, not the number
    assert sorted(colours) == sorted("BGRYPO")
    assert len(set(colours.values())) == 6


def test_every_kind_of_rurare_has_a_shape_and_a_name_of_its_own(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rurare/last4")
    kinds = ana.page.locator(".seat").first.locator("ul li")
    expect(kinds).to_have_count(17)
    shapes = ana.page.locator(".seat").first.locator("ul li").evaluate_all(SHAPES)
    assert len(shapes) == 17
    assert len(set(shapes.values())) == 17


LEAST_APART = 0.06  # of a badge's points: its shape covers about a quarter of them, so a good part of the shape
# How far the two most alike of some pictures are apart: the part of their points that differ clearly in lightness.
NEAREST = """async (pictures) => {
  const greys = await Promise.all(pictures.map(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(40, 40);
    const brush = canvas.getContext('2d');
    brush.drawImage(image, 0, 0, 40, 40);
    const { data } = brush.getImageData(0, 0, 40, 40);
    return Array.from({ length: 1600 }, (_, k) => 0.3 * data[4 * k] + 0.59 * data[4 * k + 1] + 0.11 * data[4 * k + 2]);
  }));
  const apart = (one, other) => one.filter((grey, k) => Math.abs(grey - other[k]) > 50).length / 1600;
  return Math.min(...greys.flatMap((one, k) => greys.slice(k + 1).map((other) => apart(one, other))));
}"""


def test_the_six_colours_are_told_apart_by_every_eye(people: Person.Maker, browser: Browser) -> None:
    ana = people("Ana", is_painted=True)
    ana.open("/gallery/rage/lead4")
    for _ in range(2):
        ana.press(ana.page.locator(".held[data-card=J]"))
    badges = ana.page.locator(".picker .colour svg")
    expect(badges).to_have_count(6)
    ana.page.wait_for_function("document.getAnimations().every((one) => one.playState !== 'running')")
    desk = browser.new_page()  # an empty one: the policy of our pages allows no pictures from elsewhere
    eyes = ana.page.context.new_cdp_session(ana.page)
    for sight in ("achromatopsia", "deuteranopia", "protanopia", "tritanopia"):
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        ana.page.evaluate(PAINTED)
        pictures = [b64encode(badges.nth(k).screenshot()).decode() for k in range(6)]
        assert (sight, desk.evaluate(NEAREST, pictures) > LEAST_APART) == (sight, True)
    desk.close()
