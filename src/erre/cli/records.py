"""`erre replay` and `erre verify`: show finished games again and check their deals."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from erre.core.entries import without_waiting
from erre.core.errors import BadOptions, quote
from erre.core.gamefile import describe, read_file, replay, verify
from erre.games import game as find_game
from erre.terminal.screen import at_moment, screen_of


@without_waiting()  # replaying a game is faster than compiling its rules
def show_replay(path: Path, seat: int | None, all_hands: bool) -> None:
    """Tell a record event by event, with the table drawn at the end of each move group."""
    file = read_file(path)
    game = find_game(file.header.game)
    if seat is not None and not 0 <= seat < file.header.seats:
        raise BadOptions(f"there is no seat {seat}: the seats are 0 to {file.header.seats - 1}")
    console = Console(highlight=False)
    screen = screen_of(game)
    names = [player.split(" (")[0] for player in file.header.players]
    console.print(Text(f"{game.title}: {', '.join(file.header.players)}", style="bold"))
    for step in replay(file, game):
        at = step.move.at if step.move is not None and game.is_race else None
        for number, event in enumerate(step.events):
            seen = event if all_hands else game.redact(event, seat)
            told = screen.tell(seen, names) or Text(describe(seen), style="dim")
            console.print(told if at is None or number > 0 else at_moment(at, told))
            if all_hands and step.move is None:
                console.print(Text(describe(event), style="dim"))
            if screen.pauses_after(event):
                console.print(screen.show("sheet", step.position.view(seat), names))


def write_page(path: Path, out: Path) -> None:
    """Write a record as a page of proofs."""
    from erre.offline.one_page import one_page

    read_file(path)  # refuses what is no record
    if out.exists() and out.samefile(path):
        raise BadOptions(f"--page {out}: that is the record itself")
    try:
        out.write_text(one_page(path.name, path.read_text("utf-8")), "utf-8")
    except (OSError, ValueError) as error:  # the latter of a path that cannot be
        why = getattr(error, "strerror", None) or error
        raise BadOptions(f"{quote(str(out))} cannot be written: {why}") from None
    Console(stderr=True, highlight=False).print(f"{out}: {out.stat().st_size / 1e6:.1f} MB", soft_wrap=True)


@without_waiting()
def show_proof(path: Path, json: bool) -> None:
    """Print whether a record is proven; the exit code says so too."""
    file = read_file(path)
    game = find_game(file.header.game)
    proof = verify(file, game)
    if json:
        print(msgspec.json.encode({"verdict": proof.verdict, "findings": [w for _, w in proof.findings]}).decode())
    else:
        console = Console(highlight=False)
        for good, words in proof.findings:
            console.print(Text(f"{'✓' if good else '✗'} {words}", style="green" if good else "red"))
        verdict = {"proven": "Proven: nothing was rigged.", "broken": "NOT proven.", "open": "Not yet to be proven."}
        console.print(Text(verdict[proof.verdict], style="bold"))
    if proof.verdict != "proven":
        sys.exit(1)
