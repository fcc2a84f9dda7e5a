"""Addresses that lead to nothing: each page says what is not there, and leads on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.people import Person


def test_rules_of_no_game_say_so_and_lead_to_the_list(people: Person.Maker) -> None:
    ana = people("Ana")
    page = ana.open("/rules/zzz")
    expect(page.get_by_role("heading")).to_have_text("There is no game “zzz” here")
    expect(page).to_have_title(re.compile("There is no game “zzz” here"))
    expect(page.locator("main")).not_to_contain_text("erre rules")
    page.get_by_role("link", name="To the list of games").click()
    expect(page.get_by_role("heading")).to_have_text("Rules")


def test_a_player_whom_nobody_knows_is_named(people: Person.Maker) -> None:
    ana = people("Ana")
    page = ana.open("/player/Nemo")
    expect(page.get_by_role("heading")).to_have_text("Nobody called Nemo is known here")
    expect(page).to_have_title(re.compile("Nemo"))
    ana.errors.clear()  # the browser notes that the server knows nobody


def test_an_empty_list_of_games_says_which_ones_it_would_have(people: Person.Maker) -> None:
    ana = people("Ana")
    ana.page.route("**/api/records", lambda route: route.fulfill(json=[]))
    ana.open("/replay")
    expect(ana.page.locator("main")).to_contain_text("tables that were open to everyone, and your own")
