"""Around the table: keys alone, hints, pauses, refusals, a bot that steps in, a big screen with hands on phones."""

from __future__ import annotations

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.late import open_last_rounds
from tests.e2e.people import DONE, OFTEN, CutLine, Person
from tests.e2e.served import Served
from tests.e2e.together import play_along

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def open_table(host: Person, game: str, seats: int) -> str:
    """A table with the host on its first seat; its address."""
    address = host.open_table(game, seats=seats)
    sit_down(host)
    return address


def join(guest: Person, address: str) -> None:
    """Come by the link and sit down."""
    guest.introduce()
    guest.open(address)
    sit_down(guest)


def sit_down(person: Person) -> None:
    """Take the first seat that is free."""
    person.press(person.page.get_by_role("button", name="Sit here").first)
    expect(person.page.locator("li.mine")).to_have_count(1)


def test_a_match_of_rage_without_a_mouse_is_told_in_words(people: Person.Maker) -> None:
    ana = people("Ana")
    open_last_rounds(ana)
    ana.play(ana.act_in_rage_by_keys, until=lambda: ana.page.locator(".held").count() < 3)
    expect(ana.page.get_by_test_id("spoken")).to_contain_text("plays")
    ana.play(ana.act_in_rage_by_keys)
    expect(ana.page.locator(DONE)).to_contain_text("Ana")


def test_a_hint_says_why_and_can_be_played(people: Person.Maker) -> None:
    ana = people("Ana", settings={"lang": "it"})
    ana.open()
    ana.press(ana.page.locator("[data-game=rurare] .main"))
    ana.page.wait_for_url("**/t/*")
    ana.sees("() => document.querySelector('.lane.may') !== null")
    ana.press(ana.page.get_by_role("button", name="Suggerimento", exact=True))
    hint = ana.page.get_by_test_id("hint")
    expect(hint).to_contain_text("serie")
    ana.press(hint.get_by_role("button").first)  # what the champion would do
    expect(hint).to_contain_text("Il campione")
    before = ana.number()
    ana.press(hint.get_by_role("button").first)
    ana.page.wait_for_function(f"() => document.querySelector('.play').dataset.number !== '{before}'")


def test_a_refusal_gives_its_reason_in_the_players_language_and_leaves_the_table_alone(people: Person.Maker) -> None:
    ana = people("Ana", settings={"lang": "de"})

    def spoil(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            server.send(json.dumps({**said, "move": "row 99"}) if said["type"] == "move" else message)

        line.on_message(pass_on)

    ana.page.route_web_socket("**/ws/*", spoil)
    ana.open()
    ana.press(ana.page.locator("[data-game=rurare] .main"))
    ana.page.wait_for_url("**/t/*")
    ana.sees("() => document.querySelector('.lane.may') !== null")
    ana.page.evaluate("() => { document.querySelector('.rurare').dataset.same = 'yes'; }")
    ana.page.keyboard.press("1")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("alert")).to_contain_text("Diese Reihe gibt es nicht")
    expect(ana.page.locator(".rurare[data-same=yes]")).to_be_visible()
    expect(ana.page.locator(".lane.may").first).to_be_visible()


def test_a_pause_needs_everybody_and_the_log_survives_a_reload(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben", **PHONE)
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ana.press(ana.page.get_by_role("button", name="Table menu"))
    ana.press(ana.page.get_by_role("button", name="Pause", exact=True))
    expect(ana.page.get_by_text("waiting for the others")).to_be_visible()
    ben.press(ben.page.get_by_role("button", name="Agree"))
    for person in (ana, ben):
        expect(person.page.locator(".paused")).to_contain_text("The clocks are stopped.")
    ben.press(ben.page.get_by_role("button", name="Resume"))
    expect(ana.page.locator(".paused")).to_have_count(0)
    ana.act_in_rurare()
    expect(ana.page.locator(".log li").first).to_contain_text("rows")
    lines = ana.page.locator(".log li")
    expect(lines).to_have_count(2)
    ana.page.reload()
    expect(lines).to_have_count(2)


def test_a_bot_steps_in_for_who_is_gone_and_hands_back_at_once(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben")
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ben.sees("() => document.querySelector('.lane.may') !== null")
    ben.open("/settings")
    ana.act_in_rurare()
    expect(ana.page.locator("h1")).to_contain_text("Ben is away: bot in 0:")
    expect(ana.page.locator("aside")).to_contain_text("A bot is playing for Ben")
    ana.play(ana.act_in_rurare, until=lambda: ana.page.locator(".log li").count() > 6)
    ben.open(address)
    ben.sees("() => document.querySelector('.lane.may') !== null")  # his seat is his again as soon as he looks
    expect(ana.page.locator("aside")).not_to_contain_text("A bot is playing for Ben")


def test_what_was_said_while_the_line_was_cut_is_heard_exactly_once(people: Person.Maker) -> None:
    ana, ben = people("Ana"), people("Ben", **PHONE)
    line = CutLine(ana)
    address = open_table(ana, "rurare", 2)
    join(ben, address)
    ana.press(ana.page.get_by_test_id("start"))
    ana.press(ana.page.get_by_role("tab", name="Chat"))
    ben.press(ben.page.get_by_role("button", name="Chat"))
    for text, is_cut in (("before", False), ("meanwhile", True), ("meanwhile", True)):
        if is_cut and not line.is_cut:
            expect(ana.page.locator(".chat .lines")).to_contain_text("before")
            line.cut()
            expect(ana.page.get_by_test_id("reconnecting")).to_be_visible()
        ben.page.get_by_placeholder("Write something").fill(text)
        ben.page.keyboard.press("Enter")
        expect(ben.page.locator(".chat .lines p").last).to_contain_text(text)
    line.mend()
    expect(ana.page.get_by_test_id("reconnecting")).to_have_count(0)
    expect(ana.page.locator(".chat .lines p")).to_have_count(3)
    expect(ana.page.locator(".chat .lines p").get_by_text("meanwhile")).to_have_count(2)


def test_a_player_goes_on_where_they_were_on_another_device(people: Person.Maker) -> None:
    desk, phone, thief = people("Ana"), people("Ana", **PHONE), people("Eve")
    desk.play_now("rurare")
    desk.act_in_rurare()
    desk.press(desk.page.get_by_role("button", name="Table menu"))
    desk.press(desk.page.get_by_role("button", name="Continue on another device"))
    expect(desk.page.get_by_alt_text("QR code").first).to_be_visible()
    link = desk.page.locator(".share input").input_value()
    phone.open(link)
    phone.press(phone.page.get_by_role("button", name="Continue here"))
    phone.page.wait_for_url("**/t/*")
    assert phone.page.url == desk.page.url
    phone.press_in_rurare()
    expect(phone.page.locator(".seat.me .name")).to_have_text("Ana")
    thief.open(link)  # the word was good once
    thief.press(thief.page.get_by_role("button", name="Continue here"))
    expect(thief.page.get_by_role("alert")).to_contain_text("has been used")
    thief.errors.clear()  # the browser's own words about the refusal


def test_a_big_screen_shows_the_table_and_phones_hold_the_hands(people: Person.Maker, server: Served) -> None:
    ana, ben, wall = people("Ana", **PHONE), people("Ben", **PHONE), people("Wall")
    address = open_table(ana, "rage", 2 + 1)
    join(ben, address)
    wall.open(f"{address}/screen")
    expect(wall.page.locator("figure img")).to_be_visible()
    ana.press(ana.page.get_by_test_id("start"))
    for person in (ana, ben):
        expect(person.page.locator(".held")).to_have_count(10)
    play_along(server.address, ana, ben, moves=1 + 10)  # a bid, and all cards
    while wall.page.get_by_text("Round 2/10").count() == 0:
        assert wall.page.locator(".held").count() == 0
        wall.page.wait_for_timeout(OFTEN)
    expect(wall.page.locator("aside tbody tr").first).to_be_visible()  # the sheet with the first round
    for person in (ana, ben):
        expect(person.page.locator(".pad, .held").first).to_be_visible()
