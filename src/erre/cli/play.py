"""Play in the terminal: one person against bots; unfinished games resume."""

from __future__ import annotations

import os
import sys
import time
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from erre.bots.contract import Bot
from erre.bots.meanwhile import PatientBot, is_too_strong
from erre.bots.roster import check_name, hint, make_bot, split_names
from erre.cli.catalogue import find_rule
from erre.core import chance
from erre.core.companions import companion
from erre.core.errors import BadOptions, BadRecord, Refusal
from erre.core.game import AnyGame, Event, Played, Position, View
from erre.core.gamefile import GameFile, MoveLine, close_file, new_file, read_file, replay
from erre.games import game as find_game
from erre.games import usual_seats
from erre.games.compiling import Workshop
from erre.table.bot_names import free_bot_names
from erre.terminal.screen import Screen, screen_of
from erre.terminal.table import OwnPhases, Stopped

ALWAYS = {
    "?": "this help",
    "hint": "what a strong player would do, and why",
    "rule 3.2": "a rule by its number",
    "quit": "stop; the game is kept",
}


def home() -> Path:
    """The folder of saved games; ERRE_HOME overrides it."""
    if chosen := os.environ.get("ERRE_HOME"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "erre"


def play_game(
    name: str,
    seats: int | None,
    bots: str,
    player: str,
    options: dict[str, Any],
    seed: int | None,
    new: bool,
    pause: float,
) -> None:
    """Begin a game or resume one, and play it to the end."""
    game = find_game(name)
    console = Console(highlight=False)
    saved = home() / f"{game.name}.jsonl"
    chosen = game.read_options(options)
    seats = usual_seats(game) if seats is None else seats
    game.check_seats(seats)
    opponents = opponents_of(game, bots, seats)
    clean_name(player)
    workshop = Workshop([game.name])
    workshop.open()
    if saved.exists() and not new:
        file = read_saved(saved)
        if options or seed is not None:
            raise BadOptions(f"a game of {game.title} was broken off; go on with it, or start another with --new")
        console.print("[bold]Going on with your game[/bold] (erre play … --new starts another).")
    else:
        key = chance.fresh_key() if seed is None else chance.key_from_seed(seed)
        bot_names = free_bot_names({clean_name(player)})
        players = [clean_name(player), *(f"{who} ({bot})" for who, bot in zip(bot_names, opponents, strict=False))]
        file = new_file(game, seats, chosen, players, key, datetime.now().astimezone().isoformat(timespec="seconds"))
        console.print(f"A new game of [bold]{game.title}[/bold]. Type ? for help at any time.")
        console.print(f"[dim]The deal is promised: {file.header.commitment}[/dim]", soft_wrap=True)
    if not workshop.is_ready(game.name) and any(map(is_too_strong, opponents)):
        console.print("[dim]The strong bots are still warming up: for the first minute they play casually.[/dim]")
    try:
        TerminalTable(game, file, saved, console, pause, workshop).run()
    finally:
        workshop.close()


def read_saved(path: Path) -> GameFile:
    """Read the unfinished game that was saved."""
    try:
        return read_file(path)
    except BadRecord as broken:
        raise BadRecord(f"the game kept before cannot be read ({broken}); --new starts another in its place") from None


def opponents_of(game: AnyGame, bots: str, seats: int) -> list[str]:
    """The opponents of the player."""
    names = split_names(bots)
    for bot in names:
        check_name(game, bot)
    if len(names) == 1:
        names *= seats - 1
    if len(names) != seats - 1:
        raise BadOptions(f"{seats} players are you and {seats - 1} bots; {len(names)} bots were named")
    return names


def clean_name(name: str) -> str:
    """A name of one line that can be shown."""
    plain = " ".join("".join(c for c in name if c.isprintable()).split())
    if not plain or len(plain) > 20:
        raise BadOptions("a name has 1 to 20 letters")
    return plain


class TerminalTable:
    """A person at seat 0, bots at the others."""

    def __init__(
        self,
        game: AnyGame,
        file: GameFile,
        saved: Path,
        console: Console,
        pause: float,
        workshop: Workshop | None = None,
    ) -> None:
        self.workshop = workshop or Workshop([])
        self.game, self.file, self.saved, self.console = game, file, saved, console
        self.pause = pause if console.is_terminal else 0.0
        self.screen: Screen = screen_of(game)
        self.names = [player.split(" (")[0] for player in file.header.players]
        self.bots: list[Bot | None] = [None, *(self.bot_of(player) for player in file.header.players[1:])]
        module = companion(game, "terminal")
        self.own_phases: OwnPhases | None = module.PHASES(self) if module else None
        self.started = time.monotonic()
        self.before = file.moves[-1].at if file.moves else 0

    def bot_of(self, player: str) -> Bot:
        """The bot that a record's player names."""
        name = player.partition(" (")[2].removesuffix(")")
        make = partial(make_bot, self.game, notice=lambda words: self.console.print(words, markup=False))
        return PatientBot(make, name, self.workshop) if is_too_strong(name) else make(name or "greedy")

    def now(self) -> int:
        """Milliseconds since the game began; the time between two sessions does not count."""
        return self.before + int((time.monotonic() - self.started) * 1000)

    def run(self) -> None:
        """Play to the end, or until the player leaves."""
        try:
            position = self.sit_down()
            if self.own_phases is not None:
                self.own_phases.sit_down(position)
            while position.outcome is None:
                position = self.one_move(position)
        except (Stopped, KeyboardInterrupt, EOFError):
            self.console.print(f"\nYour game is kept. [bold]erre play {self.game.name}[/bold] goes on with it.")
            return
        self.finish(position)

    def sit_down(self) -> Position:
        """The position to continue from; for a new game, print how it begins."""
        steps = list(replay(self.file, self.game))
        if not self.file.moves:
            self.save()
            self.tell(steps[0].position, steps[0].events)
        return steps[-1].position

    def one_move(self, position: Position) -> Position:
        """The next move, a bot's or the player's; some phases a game plays in its own way."""
        if self.own_phases is not None and self.own_phases.plays(position):
            return self.own_phases.one_move(position)
        waiting = position.turn
        bots = [seat for seat in waiting if seat != 0]
        seat = bots[0] if bots else 0
        bot = self.bots[seat]
        move = self.ask(position) if bot is None else self.game.format_move(bot.move(position.view(seat)))
        played = self.play(position, seat, move, self.now())
        self.tell(played.position, played.events)
        if bot is not None and self.pause:
            time.sleep(self.pause)
        return played.position

    def play(self, position: Position, seat: int, move: str, at: int) -> Played:
        """Make a move and save the game."""
        played = position.play(seat, move)
        self.file.moves.append(MoveLine(seat, move, at))
        self.save()
        return played

    def save(self) -> None:
        """Save the game, so that the next `erre play` can continue it."""
        try:
            self.file.write(self.saved)
        except OSError as error:
            raise BadRecord(f"the game cannot be kept in {self.saved}: {error.strerror}") from None

    def tell(self, position: Position, events: list[Event]) -> None:
        """What happened, as seat 0 may know it."""
        for event in events:
            told = self.screen.tell(self.game.redact(event, 0), self.names)
            if told is not None:
                self.console.print(told)
            if self.screen.pauses_after(event):
                self.console.print(self.screen.show("sheet", position.view(0), self.names))
                if position.outcome is None:
                    self.wait()

    def wait(self) -> None:
        """Pause so that the player can read what happened."""
        if sys.stdin.isatty():
            self.console.input("[dim]Press Enter to go on.[/dim] ")

    def ask(self, position: Position) -> str:
        """Ask the player for a move until it is legal; refusals are explained."""
        view = position.view(0)
        legal = [self.game.format_move(move) for move in position.legal(0)]
        self.console.print()
        self.console.print(self.screen.draw(view, self.names, legal))
        while True:
            entry = self.console.input(Text(f"{self.screen.ask(view)} (? for help): ", style="bold")).strip()
            if not entry or self.is_command(entry, view, legal):
                continue
            move = self.screen.expand(entry, view)
            try:
                position.check(0, self.game.parse_move(move))
            except Refusal as refusal:
                self.console.print(Text(f"That will not do. {refusal}", style="red"))
                continue
            return move

    def is_command(self, entry: str, view: View, legal: list[str]) -> bool:
        """Carry out an entry that is a command rather than a move."""
        word = entry.lower()
        if word in ("quit", "exit", "q"):
            raise Stopped
        if word in ("?", "help", "h"):
            self.console.print(self.screen.help(view), markup=False)
            for command, shows in {**self.screen.commands(), **ALWAYS}.items():
                self.console.print(f"  {command:9} {shows}", markup=False)
            if self.game.lists_all_moves:
                self.console.print(Text(f"You may play: {', '.join(legal)}"))
        elif word in self.screen.commands():
            self.console.print(self.screen.show(word, view, self.names))
        elif word.startswith("rule "):
            try:
                self.console.print(find_rule(self.game.name, word.removeprefix("rule ")), markup=False)
            except Refusal as refusal:
                self.console.print(Text(str(refusal), style="red"))
        elif (changed := self.screen.edit(entry)) is not None:
            self.console.print(changed)
        elif word == "hint":
            self.console.print(Text(f"Hint: {hint(self.game, view).why}", style="cyan"))
        else:
            return False
        return True

    def finish(self, position: Position) -> None:
        """Reveal the key, save the record, and print where it is."""
        close_file(self.file, position.outcome)
        kept = home() / "records" / f"{self.game.name}-{datetime.now():%Y%m%d-%H%M%S}.jsonl"
        self.file.write(kept)
        self.saved.unlink(missing_ok=True)
        self.console.print(f"The record: {kept}", markup=False, soft_wrap=True)
        self.console.print("[bold]erre verify[/bold] proves the deal, [bold]erre replay[/bold] shows the game again.")
