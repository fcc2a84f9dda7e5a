"""Ru-Ra-Re: what is known about the printed deck."""

from __future__ import annotations

from erre.games.rurare.components import DECK_NAMES, DECK_SIZE, DECKS

HELP = f"""\
The deck has {DECK_SIZE} cards. Certain: 10 kings, 8 farmers, 5 of each of the 8 animals. Which kinds leave after the
first scoring (church, points, farmer, wife, house) is printed in the rulebook for kings and farmers only; the others
are taken from a published review of the game. Not known: how many churches, points cards (2, 3 and 4), knights, wives
and houses there are; together they are 54. The decks {DECK_NAMES[0]} to {DECK_NAMES[-1][-1]} are
reconstructions. If you own the game, give the numbers printed at the top left of the cards as the option "counts", for
example `-o counts=@mydeck.toml` with a file of lines such as `knight = 14`."""


def help_text() -> str:
    """Which counts of the deck are certain, which are reconstructed, and how to give one's own."""
    lines = [f"{name}: {', '.join(f'{count} {kind}' for kind, count in DECKS[name].items())}" for name in DECK_NAMES]
    return "\n".join([HELP, *lines])
