"""People find each other: the queue, friends, invitations, blocks and reports, each with two browsers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import Person, comes_to
from tests.e2e.served import Served
from tests.e2e.test_access import look
from tests.e2e.together import finish_game

PHONE = {"width": 390, "height": 844}
WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def arrive(person: Person) -> None:
    """Come to the lobby with a name."""
    person.open()
    person.take_name()


def test_two_who_look_for_players_meet_at_one_table(people: Person.Maker, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben", viewport=PHONE)
    for person in (ana, ben):
        arrive(person)
    ana.page.locator("[data-game=rurare] .find").click()
    waiting = ana.page.get_by_role("region", name="Looking for players: Ru-Ra-Re")
    expect(waiting.get_by_text("Bots take the free seats in")).to_be_visible()
    waiting.get_by_role("button", name="Wait for people").click()
    expect(waiting.get_by_text("You wait for people, without bots")).to_be_visible()
    look(ana, axe, "waiting in a queue")
    ana.page.reload()  # the place is kept
    expect(waiting.get_by_text("1 of 4 is here")).to_be_visible()
    ben.page.locator("[data-game=rurare] .find").click()
    also = ben.page.get_by_role("region", name="Looking for players: Ru-Ra-Re")
    expect(also.get_by_text("2 of 4 are here")).to_be_visible()
    assert not ben.page.evaluate(WIDE)
    ana.page.get_by_role("button", name="Leave", exact=True).click()
    expect(waiting).to_have_count(0)
    ana.page.locator("[data-game=rurare] .find").click()
    expect(waiting.get_by_text("2 of 4 are here")).to_be_visible()
    waiting.get_by_label("Players").select_option("2")
    expect(waiting.get_by_text("1 of 2 is here")).to_be_visible()
    waiting.get_by_label("Players").select_option("4")
    expect(waiting.get_by_text("2 of 4 are here")).to_be_visible()
    also.get_by_role("button", name="Start with bots").click()
    for person in (ana, ben):
        person.page.wait_for_url("**/t/*")
    assert ana.page.url == ben.page.url


def test_friends_invite_each_other(people: Person.Maker, server: Served, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben", viewport=PHONE)
    for person in (ana, ben):
        arrive(person)
    finish_game(server.address, ana, ben)
    ana.open("/people")
    ana.page.get_by_role("button", name="Add friend: Ben").click()
    expect(ana.page.get_by_role("heading", name="Requests sent")).to_be_visible()
    ben.open("/people")
    expect(ben.page.get_by_role("heading", name="They want to be your friend")).to_be_visible()
    ben.page.get_by_role("button", name="Accept").click()
    expect(ben.page.get_by_text("Here now")).to_be_visible()
    look(ben, axe, "people")
    ben.page.set_viewport_size({"width": 320, "height": 640})
    assert not ben.page.evaluate(WIDE)

    # Play again: the same game with the same people; the invitation waits in the lobby.
    ana.page.reload()
    ana.page.get_by_role("button", name="Play again with Ben").click()
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.get_by_text("Everybody from your last game together is invited.")).to_be_visible()
    ben.open("/")
    invitation = ben.page.get_by_text("Ana invites you to Ru-Ra-Re")
    expect(invitation).to_be_visible()
    look(ben, axe, "an invitation")
    ben.page.get_by_role("button", name="Accept").click()
    ben.page.wait_for_url("**/t/*")
    assert ben.page.url == ana.page.url
    comes_to(ana.page, lambda: ana.page.locator("[data-seat] strong").all_inner_texts()[:2], ["Ana", "Ben"])

    # An invitation that is declined is gone.
    ana.page.get_by_role("button", name="Invite", exact=False).first.click()
    ana.page.get_by_role("button", name="Invite: Ben").click()
    expect(ana.page.get_by_text("The invitation waits until they come back.")).to_be_visible()
    ben.open("/")
    ben.page.get_by_role("button", name="Decline").click()
    expect(invitation).to_have_count(0)


def test_the_blocked_are_not_heard_and_reports_reach_the_operator(people: Person.Maker, axe: str) -> None:
    ana, ben = people("Ana"), people("Ben")
    for person in (ana, ben):
        arrive(person)
    ana.page.locator("[data-game=rurare]").get_by_role("button", name="Invite").click()
    ana.page.wait_for_url("**/t/*")
    ana.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    ben.open(ana.page.url)
    ben.page.get_by_role("button", name="Sit here").first.click()
    say = ben.page.get_by_role("textbox", name="Write something")
    say.fill("rude words")
    say.press("Enter")
    heard = ana.page.get_by_role("log").get_by_text("rude words")
    expect(heard).to_be_visible()
    ana.page.get_by_role("button", name="More about Ben").click()
    ana.page.get_by_role("button", name="Report Ben").click()
    look(ana, axe, "a report")
    ana.page.get_by_role("textbox", name="In a sentence").fill("He is rude")
    ana.page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(ana.page.get_by_text("Thank you. The operator will look at it.")).to_be_visible()
    ana.page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    ana.page.get_by_role("button", name="More about Ben").click()
    ana.page.get_by_role("button", name="Block Ben").click()
    ana.page.get_by_role("button", name="Block", exact=True).click()
    expect(heard).to_have_count(0)
    ana.open("/people")
    expect(ana.page.get_by_role("heading", name="Blocked")).to_be_visible()
    ana.page.get_by_role("button", name="Unblock").click()
    expect(ana.page.get_by_role("heading", name="Blocked")).to_have_count(0)
