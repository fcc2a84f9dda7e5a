"""A person in front of a screen: what they see, and what they do with mouse, finger or keys."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from playwright.sync_api import Browser, FloatRect, Locator, Page, TimeoutError, WebSocketRoute, expect

from erre.games import own_names
from tests.e2e.windows import Windows

# Whoever is not new here was offered the lessons before.
KNOWS_ALL = f"""localStorage.setItem('erre.offered', '{json.dumps(own_names())}')"""
# The banner of an action card that is met for the first time lies over the plates until it is read or goes by itself.
MET_ALL = "localStorage.setItem('erre.rage.met', JSON.stringify(['J', 'NT', 'CT', '+5', '-5']))"
SETTINGS = {"lang": "en", "theme": "system", "speed": 4, "motion": False, "sound": False}
# Scenes wait for a press or for the test, however slow the machine is: no long time passes by itself.
SLOWLY = {"motion": True, "speed": 0.5}
LASTING_SCENES = """
  const [start, stop, held] = [window.setTimeout, window.clearTimeout, new Map()];
  let last = 0;
  window.setTimeout = (work, time, ...more) => {
    if (!(time > 720)) return start.call(window, work, time, ...more);
    held.set(--last, () => work(...more));
    return last;
  };
  window.clearTimeout = (timer) => held.delete(timer) || stop.call(window, timer);
  window.endScenes = () => {
    const due = [...held.values()];
    held.clear();
    due.forEach((work) => work());
  };
"""
# Laid out and pressed as ever, but not painted, which is a third of a browser's work: nobody looks at most pages.
UNPAINTED = """
  window.unpainted = new CSSStyleSheet();
  window.unpainted.replaceSync('html { will-change: opacity; opacity: 0 }');
  document.adoptedStyleSheets.push(window.unpainted);
"""
PAINT = "(wanted) => { if (window.unpainted) window.unpainted.disabled = wanted; }"
# What a browser itself says of a line that was cut; every other error is ours.
LINE_ERRORS = ("WebSocket connection", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK")
DONE = "section.final"
PATIENCE = 60_000  # milliseconds: longer than the busiest machine needs; what is there sooner is not waited for
expect.set_options(timeout=PATIENCE)
OFTEN = 50  # milliseconds between two looks: to look at every frame costs a page more than its own work
# The button below the score of a round or below a scoring, which wait to be read.
SCORE = ".rage .over .button.main, .rurare .over .button.main"

Value = TypeVar("Value")


@contextlib.contextmanager
def painted(page: Page) -> Iterator[None]:
    """Meanwhile the page is painted: for pictures, and for whoever asks whether things are visible."""
    page.evaluate(PAINT, True)
    yield
    page.evaluate(PAINT, False)


def comes_to(page: Page, read: Callable[[], Value], wanted: Value) -> None:
    """Wait until what is read is as wanted: what stands on a page at one moment may still change."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(OFTEN)
    assert found == wanted


class Person:
    """Somebody with a browser window of their own."""

    Maker = Callable[..., "Person"]

    def __init__(self, place: Browser | Windows, address: str, name: str, **window: Any) -> None:
        self.windows = place if isinstance(place, Windows) else Windows(place, most_free=0)
        settings = {**SETTINGS, **window.pop("settings", {})}
        window.setdefault("viewport", {"width": 1280, "height": 800})
        scripts = [] if window.pop("is_new", False) else [KNOWS_ALL]
        if not window.pop("is_painted", True):
            scripts.append(UNPAINTED)
        kept = json.dumps(settings)
        scripts += [f"localStorage.getItem('erre.settings') ?? localStorage.setItem('erre.settings', '{kept}')"]
        if settings["speed"] == SLOWLY["speed"]:
            scripts.append(LASTING_SCENES)
        self.window = self.windows.open(address, scripts, window)
        self.context, self.page = self.window.context, self.window.page
        self.context.set_default_timeout(PATIENCE)
        self.touch = bool(window.get("has_touch"))
        self.name = name
        self.has_left = False
        self.errors: list[str] = []
        self.window.listen(pageerror=lambda error: self.errors.append(str(error)), console=self.hear)

    def know_every_card(self) -> None:
        """Get no banner that explains a card, from the next page on."""
        self.page.add_init_script(MET_ALL)

    def hear(self, message: Any) -> None:
        """Note what a page complains about; a cut line is no mistake of it."""
        if message.type == "error" and not any(words in message.text for words in LINE_ERRORS):
            self.errors.append(f"{message.text} {message.location['url']}")

    def leave(self) -> None:
        """Close the window, or leave it to the next one; whoever has left stays away."""
        if not self.has_left:
            self.has_left = True
            self.windows.leave(self.window)

    # -- the shell

    def open(self, path: str = "/") -> Page:
        """Go to a page."""
        self.page.goto(path)
        return self.page

    def take_name(self) -> None:
        """Say who I am, in the lobby or at a table."""
        field = self.page.locator("#my-name")
        field.fill(self.name)
        field.press("Enter")
        expect(self.page.get_by_role("button", name="Save")).to_have_count(0)

    def press(self, what: Locator) -> None:
        """Click it, or touch it."""
        if self.touch:
            what.tap()
        else:
            what.click()

    def introduce(self) -> None:
        """Say who I am without a page: where the form is not what is tested."""
        self.page.request.get("/api/me")
        answer = self.page.request.put("/api/me", data={"name": self.name})
        assert answer.ok, answer.text()

    def open_table(self, game: str, **wish: Any) -> str:
        """Open a table with some wishes, without the form; its address."""
        self.introduce()
        answer = self.page.request.post("/api/tables", data={"game": game, "waits": True, **wish})
        assert answer.ok, answer.text()
        self.open(answer.json()["path"])
        return self.page.url

    def play_now(self, game: str) -> str:
        """A table against bots, as the lobby opens it; its address."""
        return self.open_table(game, play_now=True)

    def play_from_lobby(self, game: str) -> str:
        """From the lobby to a table against bots; its address."""
        self.open()
        self.take_name()
        self.press(self.page.locator(f"[data-game={game}] .main"))
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def walk_to(self, selector: str) -> None:
        """Move the focus with the tabulator until it stands there."""
        for _ in range(80):
            if self.page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator never comes to {selector}")

    # -- playing: whatever is allowed will do

    def play(self, act: Callable[[], None], until: Callable[[], bool] | None = None) -> None:
        """Act again and again, to the end or as long as wanted."""
        while self.sees(SOMETHING) != "end" and not (until and until()):
            act()

    def sees(self, looked_for: str) -> str:
        """Wait until there is something to do, and say what."""
        found: str = self.page.wait_for_function(looked_for, polling=OFTEN).json_value()
        return found

    def act_in_rage(self) -> None:
        """A bid, a card or a colour, by mouse or finger."""
        page = self.page
        what, before = self.sees(SOMETHING), self.number()
        if what == "read":
            self.press(page.locator(SCORE).first)
            return
        if what == "bid":
            self.press(page.locator(".pad .key:enabled").first)
            self.press(page.locator(".pad .button.main"))
        elif what == "colour":
            self.press(page.locator(".picker .colour").first)
        elif what == "card":
            if page.locator(".held.lit.picked").count() == 0:  # the first press lifts it, the second plays it
                self.press(page.locator(".held.lit").first)
            self.press(page.locator(".held.picked").first)
        page.wait_for_function(GONE_ON, arg=before, polling=OFTEN)

    def act_in_rage_by_keys(self) -> None:
        """A bid by its digit, a card by arrows and Enter, a colour by tabulator and Enter."""
        page = self.page
        what, before = self.sees(SOMETHING), self.number()
        if what == "read":  # the score of a round, whose button has the focus
            expect(page.locator(SCORE)).to_be_focused()
            page.keyboard.press("Enter")
            return
        if what == "bid":
            page.keyboard.press(page.locator(".pad .key:enabled").first.inner_text())
            page.keyboard.press("Enter")
        elif what == "colour":
            self.walk_to(".picker .colour")
            page.keyboard.press("Enter")
        elif what == "card":
            self.stand_on_card()
            page.keyboard.press("Enter")
            if page.locator(".held.picked").count() > 0 and page.locator(".picker").count() == 0:
                page.keyboard.press("Enter")
        with contextlib.suppress(TimeoutError):  # what was pressed too early is pressed again
            page.wait_for_function(GONE_ON, arg=before, polling=OFTEN, timeout=1_000)

    def stand_on_card(self) -> None:
        """Move with the arrows to a card that may be played."""
        for key in ["ArrowRight", "Home", *["ArrowRight"] * 10]:
            if self.page.evaluate("() => document.activeElement?.matches('.held.lit') ?? false"):
                return
            if not self.page.evaluate("() => document.activeElement?.matches('.held') ?? false"):
                self.walk_to(".held")
            else:
                self.page.keyboard.press(key)

    def press_in_rurare(self, *, from_end: bool = False) -> None:
        """A row, the first or the last, by mouse or finger: one press picks it, another chooses it."""
        page = self.page
        while self.sees(SOMETHING) == "read":  # a scoring lies over the rows until it is read
            self.press(page.locator(SCORE))
        if self.sees(SOMETHING) != "row":
            return
        before, rows = self.number(), page.locator(".lane.may")
        self.press(rows.last if from_end else rows.first)
        self.press(page.locator(".lane.picked"))
        page.wait_for_function(GONE_ON, arg=before, polling=OFTEN)

    def drag(self, what: Locator, to: Locator) -> None:
        """Press it, carry it over there, let go."""
        start, end = self.at_rest(what), self.at_rest(to)
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + 14)
        mouse.down()
        mouse.move(start["x"] + start["width"] / 2, start["y"], steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()

    def at_rest(self, what: Locator) -> FloatRect:
        """Where it is, once it does not move any more."""
        before = None
        for _ in range(100):
            now = what.bounding_box()
            if now is not None and now == before:
                return now
            before = now
            self.page.wait_for_timeout(60)
        raise AssertionError(f"{what} does not come to rest")

    def act_in_rurare(self) -> None:
        """A row, by its digit and Enter."""
        page = self.page
        if self.sees(SOMETHING) == "read":  # a scoring, whose button has the focus
            page.locator(SCORE).focus()
            page.keyboard.press("Enter")
            return
        if self.sees(SOMETHING) != "row":
            return
        before = self.number()
        row = page.locator(".lane.may").first.get_attribute("data-row") or ""
        for _ in range(5):  # the first Enter may close a scoring that lies over the table
            page.keyboard.press(row)
            page.keyboard.press("Enter")
            with contextlib.suppress(TimeoutError):
                page.wait_for_function(GONE_ON, arg=before, polling=OFTEN, timeout=2_000)
                return
        raise AssertionError(f"row {row} cannot be chosen by its digit and Enter")

    def number(self) -> str:
        """Of the last update that the page has got."""
        return self.page.locator(".play").get_attribute("data-number") or ""


class CutLine:
    """The line of somebody's page, which can be cut and mended."""

    def __init__(self, person: Person) -> None:
        self.lines: list[WebSocketRoute] = []
        self.is_cut = False
        person.page.route_web_socket("**/ws/*", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        """Through to the server, or nowhere."""
        if self.is_cut:
            line.close()
        else:
            line.connect_to_server()
            self.lines.append(line)

    def cut(self) -> None:
        """Nothing passes any more."""
        self.is_cut = True
        self.lines[-1].close()

    def mend(self) -> None:
        """The next attempt gets through."""
        self.is_cut = False


# Some frames have been painted: what changes softly has changed.
SETTLED = """async () => {
  for (let k = 0; k < 4; k += 1) await new Promise(requestAnimationFrame);
  const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
  for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame);
}"""
# What can be done now: a word, or false.
SOMETHING = """() => {
  const here = (selector) => document.querySelector(selector) !== null;
  if (here('section.final')) return 'end';
  if (here('[role=alertdialog]')) return 'curtain';
  if (here('.rage .over .button.main, .rurare .over .button.main')) return 'read';
  if (here('.picker .colour')) return 'colour';
  if (here('.pad .key:enabled')) return 'bid';
  if (here('.held.lit')) return 'card';
  if (here('.lane.may') && !here('.lane.mine') && !here('button.count')) return 'row';
  return false;
}"""
# Something has happened at the table, or the card asks for its colour.
GONE_ON = """(before) => document.querySelector('.play')?.dataset.number !== before
  || document.querySelector('.picker .colour, section.final') !== null"""
