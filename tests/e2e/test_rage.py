"""Rage from the lobby on: whole matches, several people, a finger, a cut line, a dead server; what its table shows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from tests.e2e.grid import PAINTED, show_sample, walk
from tests.e2e.late import open_last_rounds
from tests.e2e.people import DONE, GONE_ON, OFTEN, SCORE, SLOWLY, SOMETHING, CutLine, Person, comes_to
from tests.e2e.served import Served
from tests.e2e.test_access import CONTRAST, barriers

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}


def test_a_match_by_clicks_from_the_lobby_and_a_rematch_on_the_same_link(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_from_lobby("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 10)
    open_last_rounds(ana)
    address = ana.page.url
    ana.play(ana.act_in_rage)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(4)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")
    ana.press(ana.page.get_by_role("button", name="Play again"))
    expect(ana.page.locator(DONE)).to_have_count(0)
    expect(ana.page.locator(".pad")).to_be_visible()
    assert ana.page.url == address


def test_two_friends_a_bot_and_a_spectator_meet_at_a_table_by_its_link(people: Person.Maker) -> None:
    ana, ben, eva = people("Ana"), people("Ben", **PHONE), people("Eva")
    ana.open()
    ana.take_name()
    ana.press(ana.page.locator("[data-game=rage]").get_by_role("button", name="invite"))
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.locator("li.mine")).to_contain_text("Ana")
    expect(ana.page.get_by_alt_text("QR code").first).to_be_visible()  # the invitation lies open at once
    ana.page.keyboard.press("Escape")
    ben.open(ana.page.url)
    ben.take_name()
    ben.press(ben.page.get_by_role("button", name="Sit here").first)
    expect(ana.page.locator("[data-seat='1']")).to_contain_text("Ben")
    eva.open(ana.page.url)
    expect(eva.page.locator("[data-seat='0']")).to_contain_text("Ana")
    ana.press(ana.page.get_by_test_id("start"))

    ben.press(ben.page.get_by_role("button", name="Chat"))
    ben.page.get_by_placeholder("Write something").fill("<b>hi</b> all")
    ben.page.keyboard.press("Enter")
    ben.press(ben.page.get_by_role("button", name="Bravo!"))
    ben.page.keyboard.press("Escape")
    expect(ana.page.locator(".bubbles")).to_contain_text("<b>hi</b> all")
    expect(ana.page.locator(".bubbles")).to_contain_text("Bravo!")

    for _ in range(3):
        for person in (ana, ben):
            if person.page.locator(".status.mine").count() > 0:
                person.act_in_rage()
    expect(eva.page.locator(".rage")).to_be_visible()
    assert eva.page.locator(".held").count() == 0
    expect(eva.page.locator("header")).to_contain_text("You are watching")


@pytest.mark.parametrize("window", [PHONE, SIDEWAYS, {}], ids=["upright", "sideways", "keys"])
def test_a_match_is_played_to_its_end_by(people: Person.Maker, window: dict[str, object]) -> None:
    ana = people("Ana", **window)
    open_last_rounds(ana)
    ana.play(ana.act_in_rage if window else ana.act_in_rage_by_keys)
    expect(ana.page.locator(f"{DONE} tbody tr")).to_have_count(4)
    ana.press(ana.page.get_by_role("button", name="Look at the table"))
    expect(ana.page.locator(DONE)).to_have_count(0)


def test_a_card_is_dragged_onto_the_table_and_one_beside_it_goes_back(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.sees(SOMETHING) == "card")
    card = ana.page.locator(".held.lit").first
    name = card.get_attribute("data-card")
    ana.drag(card, ana.page.locator(".mine .prompt"))
    expect(ana.page.locator(".held")).to_have_count(10)
    before = ana.number()
    for _ in range(5):  # what was carried while the table was still moving is carried again
        ana.drag(card, ana.page.locator(".felt"))
        with contextlib.suppress(TimeoutError):
            ana.page.wait_for_function(GONE_ON, arg=before, polling=OFTEN, timeout=10_000)
            break
    if name == "J":
        ana.press(ana.page.locator(".picker .colour").first)
    ana.page.wait_for_function(f"() => document.querySelector('.play').dataset.number !== '{before}'")
    expect(ana.page.locator(".held")).to_have_count(9)


def test_an_action_card_is_explained_when_it_is_asked_for(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rage/lead4")
    ana.page.locator("[data-card=CT]").focus()
    expect(ana.page.locator("[data-card=CT]")).to_be_focused()
    expect(ana.page.locator(".tip")).to_have_count(0)  # not with the focus
    ana.page.keyboard.press("ArrowLeft")
    ana.page.keyboard.press("ArrowRight")
    expect(ana.page.get_by_role("tooltip")).to_contain_text("A new trump is turned at once")
    ana.page.keyboard.press("ArrowLeft")
    expect(ana.page.get_by_role("tooltip").get_by_text("A new trump")).to_have_count(0)
    box = ana.at_rest(ana.page.locator("[data-card=CT]"))
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 14)
    ana.page.mouse.down()
    expect(ana.page.get_by_role("tooltip")).to_contain_text("A new trump is turned at once")
    ana.page.mouse.up()
    expect(ana.page.get_by_test_id("sent")).to_be_empty()  # to read is not to play


def test_the_number_that_was_pressed_stays_readable_under_the_pointer(people: Person.Maker, axe: str) -> None:
    ana = people("Ana", color_scheme="light")
    ana.open("/gallery/rage/bidding3")
    key = ana.page.locator(".pad .key").nth(3)
    key.click()
    expect(key).to_have_class(re.compile("chosen"))
    assert barriers(ana.page, axe, CONTRAST) == []


def test_a_refused_card_gives_its_reason_also_to_those_who_listen(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rage/follow4")
    ana.page.locator(".held.dim").first.click()
    reason = "cannot be played: you hold orange, so follow it"
    expect(ana.page.locator(".mine .prompt")).to_contain_text(reason)
    expect(ana.page.get_by_test_id("refusal")).to_contain_text(reason)


def test_a_trick_says_why_it_was_won_until_a_press(people: Person.Maker) -> None:
    ana = people("Ana", settings=SLOWLY)
    ana.open("/gallery/rage/trickWon4")
    why = ana.page.locator(".why")
    expect(why).to_contain_text("Ana takes the trick Blue 11: no trump, so the highest blue wins")
    ana.page.locator(".played").first.click()
    expect(why).to_have_count(0)


def test_a_round_ends_with_its_trick_its_verdict_its_score_and_only_then_the_deal(people: Person.Maker) -> None:
    ana = people("Ana", settings=SLOWLY)
    ana.open("/gallery/rage/roundEnd4")
    felt = ana.page.locator(".felt")
    expect(ana.page.locator(".why")).to_contain_text("Ben takes the trick Green 15: the only green · +5 points")
    expect(ana.page.locator(".played")).to_have_count(4)
    expect(ana.page.get_by_role("button", name="Round 4/10")).to_be_visible()
    expect(ana.page.locator(".held")).to_have_count(0)
    ana.page.locator(".played").first.click()
    felt.click()  # the trick is on its way to the winner
    expect(ana.page.locator(".verdict")).to_contain_text("Promise broken: 1 of 2. −4 points")
    expect(ana.page.locator(".plate.kept")).to_contain_text("+11")
    expect(ana.page.locator(SCORE)).to_have_count(0)
    felt.click()
    expect(ana.page.get_by_role("dialog", name="Round 4 is over")).to_be_visible()
    expect(ana.page.locator(".pad, .held")).to_have_count(0)
    ana.page.locator(SCORE).click()
    expect(ana.page.get_by_role("button", name="Round 5/10")).to_be_visible()
    expect(ana.page.locator(".pad")).to_be_visible()
    expect(ana.page.locator(".held")).to_have_count(6)
    ana.page.get_by_role("button", name="Last trick").click()
    expect(ana.page.get_by_role("dialog", name="Last trick of round 4")).to_contain_text("Ben takes the trick")


def test_points_below_zero_have_a_minus_sign(people: Person.Maker) -> None:
    ana = people("Ana")
    table = ana.page.locator(".rage")
    for sample in ("bidding4last", "roundEnd4", "over4", "spectator6"):
        show_sample(ana.page, f"/gallery/rage/{sample}")
        expect(table).to_contain_text("−")
        assert (sample, re.findall(r"(?<!\w)-\d", table.inner_text())) == (sample, [])


def test_the_joker_asks_for_its_colour_without_hiding_the_trick(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rage/lead4")
    for _ in range(2):
        ana.press(ana.page.locator(".held[data-card=J]"))
    for width, height in ((360, 740), (740, 360), (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.evaluate(PAINTED)
        picker, felt = ana.at_rest(ana.page.locator(".picker")), ana.at_rest(ana.page.locator(".felt"))
        assert picker["y"] >= felt["y"] + felt["height"] - 1
        expect(ana.page.locator(".picker .colour.trump")).to_contain_text("trump")


def test_an_action_card_is_introduced_once(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open("/gallery/rage/changes4")
    expect(ana.page.locator(".banner")).to_contain_text("A new trump is turned at once")
    ana.page.reload()
    expect(ana.page.locator(".felt")).to_be_visible()
    expect(ana.page.locator(".banner")).to_have_count(0)


def test_the_banner_of_an_action_card_leaves_the_trick_in_sight(people: Person.Maker) -> None:
    ana = people("Ana", settings=SLOWLY)  # so that the banner stays
    ana.open("/gallery/rage/changes4")
    for width, height in ((320, 568), (390, 844), (740, 360), (844, 390), (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.evaluate(PAINTED)
        banner = ana.at_rest(ana.page.locator(".banner"))
        for card in ana.page.locator(".played").all():
            lies = ana.at_rest(card)
            is_below = lies["y"] >= banner["y"] + banner["height"] - 8
            assert is_below or lies["x"] >= banner["x"] + banner["width"], (width, height)
        if (width, height) in ((740, 360), (844, 390)):  # plates at both sides: there is room for a line of its own
            assert ana.at_rest(ana.page.locator(".felt"))["y"] >= banner["y"] + banner["height"], (width, height)


def test_signs_say_at_a_press_what_they_mean(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.open("/gallery/rage/follow4")
    tip = ana.page.locator(".tip")
    for sign, meaning in {
        ".pile": "Trump is blue: it beats every other colour.",
        ".facts": "7 of 10 tricks promised. 3 tricks nobody promised.",
        ".plate >> nth=1": "Ana: 0 of 2 tricks, 2 to go. 0 points in all.",
        ".mine .led": "Orange was led: whoever holds it must play it.",
    }.items():
        ana.press(ana.page.locator(sign))
        expect(tip).to_contain_text(meaning)
    expect(ana.page.get_by_text("Trump", exact=True)).to_be_visible()


def test_everything_is_in_reach_in_every_window_while_a_round_is_played(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.know_every_card()
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.sees(SOMETHING) == "bid")
    assert walk(ana.page, "bidding") == {}
    ana.play(ana.act_in_rage, until=lambda: ana.sees(SOMETHING) == "card")
    assert walk(ana.page, "playing") == {}


def test_the_keyboard_stands_on_the_decision(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.open()
    ana.take_name()
    ana.walk_to("[data-game=rage] .main")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url("**/t/*")
    ana.sees("() => document.activeElement?.matches('.pad .key') ?? false")
    ana.act_in_rage_by_keys()
    ana.sees("() => document.activeElement?.matches('.held.lit') ?? false")


def test_a_bid_stays_on_the_pad_while_the_line_is_cut(people: Person.Maker) -> None:
    ana = people("Ana")
    line = CutLine(ana)
    ana.play_now("rage")
    ana.sees("() => document.querySelector('.pad .key:enabled') !== null")
    line.cut()
    expect(ana.page.get_by_test_id("reconnecting")).to_be_visible()
    key = ana.page.locator(".pad .key:enabled").nth(2)
    ana.press(key)
    ana.press(ana.page.locator(".pad .button.main"))
    expect(ana.page.locator(".pad .key.chosen")).to_have_text("2")
    expect(ana.page.locator(".pad .button.main")).to_contain_text("sending")
    line.mend()
    expect(ana.page.locator(".pad")).to_have_count(0)
    expect(ana.page.locator(".rage .me .badge")).to_contain_text("2")


def test_a_hint_first_says_what_can_be_done_then_what_the_champion_would_do(people: Person.Maker) -> None:
    ana = people("Ana", **PHONE)
    ana.play_now("rage")
    ana.sees("() => document.querySelector('.pad .key:enabled') !== null")
    ana.press(ana.page.get_by_role("button", name="Hint"))
    hint = ana.page.get_by_test_id("hint")
    expect(hint).to_contain_text("You may bid 0 to 10.")
    expect(ana.page.locator(".hinted")).to_have_count(0)
    ana.press(hint.get_by_role("button", name="What would the champion do?"))
    expect(hint).to_contain_text("The champion: Bid")
    expect(ana.page.locator(".pad .hinted")).to_have_count(1)
    for button in hint.get_by_role("button").all():
        box = ana.at_rest(button)
        assert min(box["width"], box["height"]) >= 40
    before = ana.number()
    ana.press(hint.get_by_role("button", name="Bid it"))
    ana.page.wait_for_function(f"() => document.querySelector('.play').dataset.number !== '{before}'")


def test_a_line_that_was_cut_resumes_where_it_was(people: Person.Maker) -> None:
    ana = people("Ana")
    line = CutLine(ana)
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 10)
    line.cut()
    badge = ana.page.get_by_test_id("reconnecting")
    expect(badge).to_be_visible()
    expect(ana.page.locator(".held")).to_have_count(9)  # the board stays
    line.mend()
    expect(badge).to_have_count(0)
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 9)
    expect(ana.page.locator(".held")).to_have_count(8)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server for one test, which may kill it."""
    served = Served(tmp_path)
    served.start()
    yield served
    served.stop()


def test_a_server_that_was_killed_goes_on_in_mid_game(browser: Browser, own_server: Served) -> None:
    ana = Person(browser, own_server.address, "Ana")
    ana.play_now("rage")
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < 9)
    ana.sees("() => document.querySelector('.held.lit') !== null")

    def hand() -> list[str]:
        found: list[str] = ana.page.locator(".held").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
        return found

    held = hand()
    own_server.kill()
    badge = ana.page.get_by_test_id("reconnecting")
    expect(badge).to_be_visible()
    own_server.start()
    expect(badge).to_have_count(0)
    comes_to(ana.page, hand, held)
    ana.play(ana.act_in_rage, until=lambda: ana.page.locator(".held").count() < len(held))
    expect(ana.page.locator(".held")).to_have_count(len(held) - 1)
    assert ana.errors == []
    ana.leave()
