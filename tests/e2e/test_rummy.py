"""Rummy from the lobby to the final score: by mouse, by keys and by finger; hints, jokers, refusals, and the clock."""

from __future__ import annotations

import contextlib
import json
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, TimeoutError, WebSocket, expect

from tests.e2e.late import open_late
from tests.e2e.people import DONE, OFTEN, Person, comes_to
from tests.e2e.served import Served
from tests.e2e.together import play_along

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
RICH = 21  # tiles on a rack with which one can mostly open
# Not only lit: while a move is on its way the table still shows the turn in which it was made.
MY_TURN = "() => document.querySelector('.actions .done:enabled, section.final') !== null"
MOVED = "(before) => document.querySelector('.play')?.dataset.number !== before"


class Player:
    """A person at a table of Rummy."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.heard: list[dict[str, Any]] = []
        self.finger: CDPSession | None = None
        self.page.on("websocket", self.listen)

    def listen(self, line: WebSocket) -> None:
        """Note what the server says to this page."""
        line.on("framereceived", lambda data: self.heard.append(json.loads(data)))

    # -- what is seen

    def tile(self, name: str) -> Locator:
        """A tile, wherever it lies."""
        return self.page.locator(f"[data-tile='{name}']")

    def rack(self) -> list[str]:
        """The tiles on the rack, as they lie there."""
        return self.names(self.page.locator("[data-area=rack] [data-tile]"))

    def melds(self) -> list[list[str]]:
        """The melds on the table."""
        return [self.names(meld.locator("[data-tile]")) for meld in self.page.locator("[data-meld]").all()]

    def names(self, tiles: Locator) -> list[str]:
        """Which tiles these are."""
        found: list[str] = tiles.evaluate_all("(nodes) => nodes.map((node) => node.dataset.tile)")
        return found

    @property
    def prompt(self) -> Locator:
        """What the table says."""
        return self.page.get_by_test_id("prompt")

    @property
    def new_meld(self) -> Locator:
        """The place for a new meld."""
        return self.page.locator("[data-new]")

    def button(self, name: str) -> Locator:
        """A button of the table."""
        return self.page.locator(".rummy").get_by_role("button", name=name, exact=True)

    # -- what is done

    def drag(self, tile: str, to: Locator, part: float = 0.5) -> None:
        """Drag a tile by mouse or finger to a part of something on the table."""
        to.scroll_into_view_if_needed()
        box, end = self.person.at_rest(self.tile(tile)), self.person.at_rest(to)
        start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        goal = (end["x"] + end["width"] * part, end["y"] + end["height"] / 2)
        if self.person.touch:
            self.swipe(start, goal)
        else:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*goal, steps=4)
            self.page.mouse.up()
        expect(self.page.locator(f"[data-meld] [data-tile='{tile}']")).to_be_visible()

    def swipe(self, start: tuple[float, float], goal: tuple[float, float]) -> None:
        """A finger from one point to another."""
        finger = self.finger = self.finger or self.page.context.new_cdp_session(self.page)
        for kind, share in (("touchStart", 0.0), *[("touchMove", share) for share in (0.3, 0.7, 1.0, 1.0, 1.0)]):
            x, y = (a + (b - a) * share for a, b in zip(start, goal, strict=True))
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            self.page.wait_for_timeout(25)  # as a finger moves: after a fling the next tap would only end it
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def hint(self) -> str:
        """The move that a strong bot would make here."""
        count = len(self.heard)
        self.person.press(self.page.locator("header").get_by_role("button", name="Hint"))
        expect(self.page.get_by_test_id("hint")).to_be_visible()

        def hints() -> list[str]:
            return [message["move"] for message in self.heard[max(0, count - 1) :] if message["type"] == "hint"]

        comes_to(self.page, lambda: bool(hints()), True)
        return hints()[0]

    def wait(self) -> bool:
        """Until it is my turn; False where the match is over."""
        self.page.wait_for_function(MY_TURN, polling=OFTEN)
        return self.page.locator(DONE).count() == 0

    def moved(self, before: str) -> None:
        """Until the table has gone on."""
        try:
            self.page.wait_for_function(MOVED, arg=before, polling=OFTEN)
        except TimeoutError as error:
            raise AssertionError(f"the table does not go on: {self.heard[-3:]}") from error

    def first_lay(self, melds: str) -> list[list[str]]:
        """The melds of a lay that are not on the table yet."""
        lying = {frozenset(meld) for meld in self.melds()}
        wanted = [re.sub(r"=\w+", "", meld).split() for meld in re.findall(r"\[([^]]*)]", melds)]
        return [meld for meld in wanted if frozenset(meld) not in lying]

    def draws_until_a_lay(self) -> str:
        """Draw until the hint is to lay something; that lay."""
        while self.wait():
            before = self.person.number()
            if len(self.rack()) < RICH:  # there is rarely anything to lay yet, and bots take their time
                self.person.press(self.button("Draw"))
            elif (move := self.hint()).startswith("lay"):
                return move
            else:
                self.person.press(self.page.get_by_test_id("hint").get_by_role("button", name="Draw"))
            self.moved(before)
        raise AssertionError("the match was over before there was anything to lay")


def open_table(person: Person, **wish: Any) -> str:
    """A table with wishes of its own; its address."""
    return person.open_table("rummy", **{"waits": False, **wish})


def test_a_hand_of_two_people_and_bots_from_the_lobby_to_the_final_score(people: Person.Maker, server: Served) -> None:
    ana, ben = Player(people("Ana")), Player(people("Ben"))
    ana.person.open()
    ana.person.take_name()
    expect(ana.page.locator("[data-game=rummy]")).not_to_contain_text("soon")
    ana.page.goto("/new/rummy")
    for seat in (1, 2):
        ana.page.locator("select").nth(seat).select_option("solid")
    ana.person.press(ana.page.locator("summary"))
    ana.page.get_by_label("Hands of a match").fill("1")
    ana.page.get_by_label("Hands of a match").blur()
    ana.person.press(ana.page.get_by_role("button", name="Open the table"))
    ana.page.wait_for_url("**/t/*")
    ben.person.open(ana.page.url)
    ben.person.take_name()
    ben.person.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("Ben")
    ana.person.press(ana.page.get_by_test_id("start"))
    expect(ana.page.locator("[data-area=rack] [data-tile]")).to_have_count(14)

    laid = 0
    while laid < 2 and ana.page.locator(DONE).count() == 0:
        for player, act in ((ana, by_mouse), (ben, by_keys)):
            # The buttons wait for the move that was just sent; the felt still shows the turn before it.
            if player.page.locator(".felt.mine").count() > 0 and player.page.locator(".ends .draw:enabled").count() > 0:
                before = player.person.number()
                laid += act(player, laid)
                player.moved(before)
        with contextlib.suppress(TimeoutError):
            ana.page.wait_for_function("() => document.querySelector('.felt.mine, section.final')", timeout=200)
    play_along(server.address, ana.person, ben.person)  # what else there is to draw
    for player in (ana, ben):
        expect(player.page.locator(f"{DONE} tbody tr")).to_have_count(4)
        expect(player.page.locator(".reckoning li")).to_have_count(4)


def by_mouse(player: Player, laid: int) -> int:
    """A turn by clicks: a hint is played back and taken over, now and then; otherwise a tile is drawn."""
    if laid == 0 and len(player.rack()) >= RICH and player.hint().startswith("lay"):
        hint = player.page.get_by_test_id("hint")
        expect(hint).to_contain_text("You can lay")
        hint.get_by_role("button", name="Show me").click()
        expect(hint).to_contain_text("Step 1 of")
        if hint.get_by_role("button", name="Play all").count() > 0:
            hint.get_by_role("button", name="Play all").click()
            hint.get_by_role("button", name="Play all").wait_for(state="detached")
        expect(hint).to_contain_text("Step")
        hint.get_by_role("button", name="Take over").click()
        expect(player.prompt).to_have_text("All melds are right. Press Done.")
        player.button("Done").click()
        return 1
    if player.page.get_by_test_id("hint").count() > 0:
        player.page.get_by_role("button", name="Dismiss the hint").click()
    player.page.locator(".ends .draw").click()  # a draw, or a pass
    return 0


def by_keys(player: Player, laid: int) -> int:
    """A turn by keys: tiles that can open are walked to, taken and put; otherwise a tile is drawn."""
    keyboard = player.page.keyboard
    move = player.hint() if laid < 2 and len(player.rack()) >= RICH else "draw"
    if player.page.get_by_test_id("hint").count() > 0:
        player.page.get_by_role("button", name="Dismiss the hint").click()
    fresh = player.first_lay(move)
    if not move.startswith("lay") or not {tile for meld in fresh for tile in meld} <= set(player.rack()):
        keyboard.press("d")
        return 0
    for meld in fresh:
        for tile in meld:
            walk_to(player, tile)
            keyboard.press("Enter")
        keyboard.press("n")
    expect(player.prompt).to_have_text("All melds are right. Press Done.")
    held = len(player.rack())
    keyboard.press("u")  # the last meld; what is left may be right without it
    expect(player.page.locator("[data-area=rack] [data-tile]")).to_have_count(held + len(fresh[-1]))
    keyboard.press("r")
    expect(player.page.locator("[data-area=rack] [data-tile]")).to_have_count(held)
    expect(player.prompt).to_have_text("All melds are right. Press Done.")
    keyboard.press("f")
    return 1


def walk_to(player: Player, tile: str) -> None:
    """Move with the arrows until a tile of the rack has the focus."""
    here = "() => document.activeElement?.dataset.tile ?? null"
    rack = player.rack()
    if player.page.evaluate(here) not in rack:
        player.tile(rack[0]).focus()
    for _ in range(40):
        standing = player.page.evaluate(here)
        if standing == tile:
            return
        at = rack.index(standing) if standing in rack else 0
        player.page.keyboard.press("ArrowRight" if at < rack.index(tile) else "ArrowLeft")
    raise AssertionError(f"the arrows never come to {tile}")


@pytest.mark.parametrize("window", [PHONE, SIDEWAYS, {}], ids=["upright", "sideways", "keys"])
def test_a_hand_is_played_to_its_end_by(people: Person.Maker, window: dict[str, Any]) -> None:
    ana = people("Ana", **window)
    player = Player(ana)
    open_late(ana, "rummy", left=4)
    while player.wait():
        before = ana.number()
        if window:
            ana.press(player.page.get_by_role("button", name=re.compile("^(Draw|Pass)$")))
        else:
            ana.sees("() => document.activeElement?.matches('[data-area=rack] [data-tile]') ?? false")
            for _ in range(10):  # what was pressed while the table was still moving is pressed again
                ana.page.keyboard.press("d")
                with contextlib.suppress(TimeoutError):
                    ana.page.wait_for_function(MOVED, arg=before, polling=OFTEN, timeout=1_000)
                    break
        player.moved(before)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(4)


def test_a_turn_by_finger_taps_for_one_meld_and_drags_for_the_next(people: Person.Maker) -> None:
    ana = Player(people("Ana", **PHONE))
    open_table(ana.person, seats=2, play_now=True, options={"hands": 1})
    move = ana.draws_until_a_lay()
    first, *others = ana.first_lay(move)
    held = len(ana.rack())
    hint = ana.page.get_by_test_id("hint")
    hint.get_by_role("button", name="Show me").tap()  # the hint is played back, and taken away again
    expect(hint).to_contain_text("Step 1 of")
    comes_to(ana.page, lambda: len(ana.rack()) < held, True)
    hint.get_by_role("button", name="Dismiss the hint").tap()
    expect(ana.page.locator("[data-area=rack] [data-tile]")).to_have_count(held)
    for tile in first:  # tap, tap, tap the place
        ana.tile(tile).tap()
    expect(ana.prompt).to_contain_text("chosen")
    ana.new_meld.tap()
    for meld in others:  # drag one after the other
        ana.drag(meld[0], ana.new_meld)
        for before, tile in pairwise(meld):
            ana.drag(tile, ana.tile(before), 0.9)
    left = held - len(first) - sum(map(len, others))
    expect(ana.page.locator("[data-area=rack] [data-tile]")).to_have_count(left)
    expect(ana.prompt).to_have_text("All melds are right. Press Done.")
    before = ana.person.number()
    ana.button("Done").tap()
    ana.moved(before)
    ana.wait()
    comes_to(ana.page, lambda: set(first) <= {tile for meld in ana.melds() for tile in meld}, True)


def test_done_says_in_words_why_not_and_the_turn_can_be_undone(people: Person.Maker) -> None:
    ana = Player(people("Ana"))
    open_table(ana.person, seats=2, play_now=True)
    ana.wait()
    expect(ana.page.get_by_label("0 of 30 points for the first lay")).to_be_visible()
    number, rack, lying = ana.person.number(), ana.rack(), len(ana.melds())
    laid = ana.page.locator("[data-meld].changed [data-tile]")
    ana.button("Done").click()
    expect(ana.prompt).to_have_text("Lay at least one tile from your rack.")
    ana.drag(rack[0], ana.new_meld)
    expect(ana.page.locator(".meld.wrong")).to_have_count(1)
    expect(ana.prompt).to_have_text("A meld has at least three tiles.")
    ana.drag(rack[1], ana.tile(rack[0]), 0.9)
    comes_to(ana.page, lambda: set(ana.melds()[-1]), set(rack[:2]))
    ana.button("Done").click()
    expect(ana.prompt).to_have_text("A meld has at least three tiles.")
    ana.page.reload()  # a page that is loaded anew has the turn as it was
    expect(laid).to_have_count(2)
    ana.button("Start over").click()
    expect(ana.page.locator("[data-meld]")).to_have_count(lying)
    ana.button("Undo").click()
    expect(laid).to_have_count(2)
    ana.button("Redo").click()
    expect(ana.page.locator("[data-meld]")).to_have_count(lying)
    comes_to(ana.page, lambda: sorted(ana.rack()), sorted(rack))
    ana.button("Sort by number").click()
    numbers = sorted(int(tile[1:-1]) for tile in rack if not tile.startswith("J"))
    comes_to(ana.page, lambda: [int(tile[1:-1]) for tile in ana.rack() if not tile.startswith("J")], numbers)
    assert ana.person.number() == number  # nothing was sent


def test_a_joker_is_freed_by_its_tile_and_must_be_laid_again(people: Person.Maker) -> None:
    ana = Player(people("Ana"))
    ana.person.open("/gallery/rummy/middle")
    ana.drag("R5a", ana.tile("J1"))
    hand = ana.page.get_by_role("group", name="In your hand")
    expect(hand.locator("[data-tile=J1]")).to_be_visible()
    comes_to(ana.page, lambda: ana.melds()[0], ["R4a", "R5a", "R6a", "R7a"])
    for tile in ("B7a", "J1", "B9a"):
        ana.tile(tile).click()
    ana.new_meld.click()
    comes_to(ana.page, lambda: ana.melds()[-1], ["B7a", "J1", "B9a"])
    expect(hand).to_have_count(0)
    ana.drag("B4b", ana.tile("B4a"))  # a tile that the run has already divides it
    for meld in (["B2a", "B3a", "B4a"], ["B4b", "B5a", "B6a"]):
        comes_to(ana.page, lambda meld=meld: meld in ana.melds(), True)  # type: ignore[misc]


def test_ninety_tiles_on_a_phone_grow_under_two_fingers_and_none_is_lost(people: Person.Maker) -> None:
    ana = Player(people("Ana", **PHONE))
    ana.person.open("/gallery/rummy/ninety")
    tiles = ana.page.locator("[data-meld] [data-tile]")
    expect(tiles).to_have_count(90)
    before = ana.person.at_rest(tiles.first)
    finger = ana.page.context.new_cdp_session(ana.page)
    for kind, apart in (("touchStart", 30), ("touchMove", 45), ("touchMove", 60)):
        points = [{"x": 180, "y": 200 - apart, "id": 0}, {"x": 180, "y": 200 + apart, "id": 1}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    comes_to(ana.page, lambda: ana.person.at_rest(tiles.first)["width"] > 1.5 * before["width"], True)
    while ana.button("Smaller tiles").is_enabled():
        ana.button("Smaller tiles").tap()
    expect(tiles.last).to_be_in_viewport()  # all of them are in sight at once
    expect(tiles).to_have_count(90)
    felt = ana.page.locator("[data-area=table]")
    comes_to(ana.page, lambda: felt.evaluate("(node) => node.scrollWidth <= node.clientWidth"), True)


def test_when_the_time_is_up_the_tiles_go_back_and_one_is_drawn(people: Person.Maker) -> None:
    ana, ben = Player(people("Ana")), Player(people("Ben"))
    address = open_table(ana.person, seats=2, options={"turnSeconds": 20, "nextStarter": "left"})
    for player, seat in ((ana, 0), (ben, 1)):
        if player is ben:
            ben.person.introduce()
            ben.person.open(address)
        player.person.press(player.page.get_by_role("button", name="Sit here").first)
        expect(player.page.locator(f"[data-seat='{seat}'].mine, li.mine[data-seat='{seat}']")).to_have_count(1)
    ana.person.press(ana.page.get_by_test_id("start"))
    for player in (ana, ben):
        expect(player.page.locator("[data-area=rack] [data-tile]")).to_have_count(14)
    turn = "() => document.querySelector('.felt.mine') !== null"
    comes_to(ana.page, lambda: [player.page.evaluate(turn) for player in (ana, ben)].count(True), 1)
    mine, other = (ana, ben) if ana.page.evaluate(turn) else (ben, ana)
    rack = mine.rack()
    mine.drag(rack[0], mine.new_meld)
    expect(mine.page.get_by_role("img", name="left! Right melds stay")).to_be_visible()
    expect(mine.page.locator(".bar.soon")).to_contain_text("at least three tiles")  # why it is not right stays in sight
    said = mine.page.get_by_role("status").filter(has_text="Time is up.")
    expect(said).to_have_text("Time is up. Your tiles are back on the rack, and you have drawn one.")
    expect(mine.page.locator("[data-area=rack] [data-tile]")).to_have_count(15)
    comes_to(mine.page, lambda: set(rack) < set(mine.rack()), True)
    expect(other.page.get_by_test_id("spoken")).to_contain_text("is up.")


def test_two_on_one_device_and_a_big_screen(people: Person.Maker) -> None:
    ana, screen = Player(people("Ana")), people("Eva")
    address = open_table(ana.person, seats=2)
    ana.person.press(ana.page.get_by_role("button", name="Sit here").first)
    ana.page.get_by_label("Add another player on this device").fill("Ben")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("li.mine")).to_have_count(2)
    screen.open(f"{address}/screen")
    ana.person.press(ana.page.get_by_test_id("start"))
    racks = []
    for _ in range(2):
        ana.person.press(ana.page.get_by_role("alertdialog").get_by_role("button"))
        racks.append(ana.rack())
        before = ana.person.number()
        ana.button("Draw").click()
        ana.moved(before)
    assert not set(racks[0]) & set(racks[1])
    expect(screen.page.locator(".rummy.screen")).to_be_visible()
    expect(screen.page.locator("[data-area=rack]")).to_have_count(0)


def test_a_spectator_sees_the_table_and_no_rack_and_takes_a_seat_that_was_left(people: Person.Maker) -> None:
    ana, ben, eva = Player(people("Ana")), Player(people("Ben")), Player(people("Eva"))
    address = open_table(ana.person, seats=3, bots=["", "", "solid"])
    ben.person.introduce()
    ben.person.open(address)
    for player in (ana, ben):
        player.person.press(player.page.get_by_role("button", name="Sit here").first)
        expect(player.page.locator("li.mine")).to_have_count(1)
    ana.person.press(ana.page.get_by_test_id("start"))
    eva.person.open(address)
    expect(eva.page.locator("header")).to_contain_text("You are watching")
    expect(eva.page.locator("[data-area=rack]")).to_have_count(0)
    take_over = eva.page.get_by_role("button", name="Take over this seat")
    expect(take_over).to_have_count(0)  # a bot keeps the seat that it was given

    waits = "() => document.querySelector('.felt.mine') !== null"
    ana.page.wait_for_function(f"() => ({waits})() || document.querySelector('.status')?.textContent.includes('Ben')")
    mover, other = (ana, ben) if ana.page.evaluate(waits) else (ben, ana)
    rack, before = mover.rack(), eva.person.number()
    mover.button("Draw").click()
    eva.moved(before)
    name = mover.person.name
    expect(eva.page.get_by_role("region", name="What happened")).to_contain_text(f"{name} draws a tile.")
    seen = json.dumps([message for message in eva.heard if message["type"] in ("welcome", "update")])
    assert not [tile for tile in rack if f'"{tile}"' in seen]

    other.page.wait_for_function(waits)
    mover.page.get_by_role("button", name="Leave").click()
    mover.page.get_by_role("button", name="Give up my seat").click()
    take_over.click()
    expect(eva.page.locator("[data-area=rack] [data-tile]")).to_have_count(15)
    expect(eva.page.locator("header")).not_to_contain_text("You are watching")
