"""Rage next to the nearest game of OpenSpiel, oh_hell, in the same run."""

from __future__ import annotations

import random

from erre.core.comparison import Comparison, decisions_per_second

# Four players and the ten deals of 10 down to 1 cards: 260 decisions, as in a match of Rage.
SEATS, DECISIONS = 4, 260
DEALS = [f"oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed={cards})" for cards in range(10, 0, -1)]
MISSING = "OpenSpiel is not installed, so oh_hell was not measured: pip install open_spiel adds it"


def compare(seconds: float, rate: float | None) -> Comparison:
    """Decisions per second of OpenSpiel's own loop and of its Python interface."""
    try:
        rates = open_spiel_rates(seconds)
    except ImportError:
        return Comparison("", [], [], {"open_spiel": {}}, {}, MISSING)
    rows = [[name, f"{value:,.0f}"] for name, value in rates.items()]
    ratios = {f"rage on one core / oh_hell {name}": rate / theirs for name, theirs in rates.items()} if rate else {}
    return Comparison("OpenSpiel oh_hell", ["interface", "decisions/s"], rows, {"open_spiel": rates}, ratios)


def open_spiel_rates(seconds: float) -> dict[str, float]:
    """Decisions per second of its C++ loop and of its Python interface."""
    import pyspiel

    deals = [pyspiel.load_game(text) for text in DEALS]
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(SEATS)]

    def by_loop(first: int, count: int) -> int:
        for match in range(count):
            for deal in deals:
                pyspiel.evaluate_bots(deal.new_initial_state(), bots, first + match)
        return count * DECISIONS

    def by_interface(first: int, count: int) -> int:
        luck, decisions = random.Random(first), 0
        for deal in deals * count:
            state = deal.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(luck.choices(actions, chances)[0])
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return {
        "C++ loop": decisions_per_second(by_loop, seconds),
        "Python interface": decisions_per_second(by_interface, seconds),
    }
