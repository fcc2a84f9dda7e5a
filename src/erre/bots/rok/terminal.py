"""ROK in the terminal: all hands grab at once, the player's by keys, the bots' when they have seen and reached.

Where single keys cannot be read (a pipe, Windows) the seats take their grabs in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters

from rich.control import Control
from rich.text import Text

from erre.bots import BOTS
from erre.bots.kernel_bot import KernelBot, fresh_luck
from erre.bots.levels import LevelBot
from erre.bots.rok import Place, Reach, is_upset, next_grab
from erre.core.errors import Refusal
from erre.core.game import Event, Position
from erre.core.record import IntArray
from erre.games.rok.moves import Done, RokMove, format_move
from erre.games.rok.screen import SCREEN
from erre.games.rok.views import RokView
from erre.terminal.keys import ESCAPE, Keys, are_readable, single_keys
from erre.terminal.screen import at_moment
from erre.terminal.table import Stopped, Table, TableBot

PATIENCE = 900  # milliseconds after which a bot from elsewhere makes its grab
DONE_KEYS = (" ", "\n", "\r")


def view_of(position: Position, seat: int) -> RokView:
    """The view of a seat, known as one of ROK."""
    view = position.view(seat)
    assert isinstance(view, RokView)
    return view


@dataclass(frozen=True)
class Grip:
    """A hand under way, and since when on the state's clock."""

    reach: Reach
    since: int

    @property
    def due(self) -> int:
        """When the hand arrives, in milliseconds of the record."""
        return self.since + self.reach.delay_ms


class Scramble:
    """One scramble in real time: the player's keys and the bots' hands, whichever comes first."""

    def __init__(self, table: Table, luck: IntArray, position: Position) -> None:
        self.table, self.luck, self.position, self.is_open = table, luck, position, True
        view = view_of(position, 0)
        self.round = view.round
        runes = [lying.rune for lying in view.table if lying.rune is not None]
        self.keys = dict(zip(runes, ascii_letters, strict=False))
        self.grips: dict[int, Grip] = {}
        self.told: list[tuple[int, list[Event]]] = []
        self.news: list[Text] = []
        self.draw()
        self.opened = table.now()  # from here on all eyes see the throw
        limit = view.options.grab_seconds
        self.closes = self.opened + 1000 * limit if limit else None
        for seat in position.turn:
            self.look(seat, self.opened, None)

    def run(self, keys: Keys) -> None:
        """Until the scramble is over."""
        while self.is_open:
            now = self.table.now()
            coming = min([grip.due for grip in self.grips.values()], default=now + 60_000)
            if self.closes is not None:
                coming = min(coming, self.closes)
            pressed = keys.wait((coming - now) / 1000)
            now = self.table.now()
            self.catch_up(now)  # a hand that arrived before the key was pressed was first
            for key in pressed:
                self.press(key, now)
            if pressed and self.is_open:
                self.draw()

    def catch_up(self, now: int) -> None:
        """All that the bots did until now, in the order of time; and the end, when the time is up."""
        while self.is_open and self.grips:
            seat = min(self.grips, key=lambda one: (self.grips[one].due, one))
            grip = self.grips[seat]
            if grip.due > now or (self.closes is not None and grip.due > self.closes):
                break
            self.make(seat, grip.reach.move, grip.due, grip.reach.end)
            if self.is_open:
                self.draw()
        if self.closes is not None and now >= self.closes:
            for seat in self.position.turn:
                if self.is_open:
                    self.make(seat, Done(), self.closes, None)

    def press(self, key: str, at: int) -> None:
        """What the player does with a key, pressed at that moment."""
        rune = next((rune for rune, own in self.keys.items() if own in (key, key.lower())), None)
        if key == ESCAPE:
            raise Stopped
        if not self.is_open:
            return
        if key == "?":
            self.news += [Text(line, style="cyan") for line in RACE_HELP]
        elif 0 not in self.position.turn:
            self.news.append(Text("You are done for this round.", style="dim"))
        elif key in DONE_KEYS:
            self.try_move("done", at)
        elif rune is not None:
            self.try_move(f"grab {rune}", at)

    def try_move(self, move: str, at: int) -> None:
        """The player's move; a rune that is gone is a race that was lost."""
        try:
            self.make(0, self.table.game.parse_move(move), at, None)
        except Refusal as refusal:
            self.news.append(Text(f"Too late. {refusal}", style="red"))

    def make(self, seat: int, move: RokMove, at: int, hand: Place | None) -> None:
        """A move at its moment; the hands it concerns look again."""
        played = self.table.play(self.position, seat, format_move(move), at)
        self.position = played.position
        # A move may end the scramble, and the next throw follows by itself.
        self.is_open = self.position.phase == "grab" and view_of(self.position, 0).round == self.round
        self.told.append((at - self.opened, played.events))
        self.news += self.words(at - self.opened, played.events[:2])
        self.grips.pop(seat, None)
        if self.is_open:
            if seat in self.position.turn:
                self.look(seat, at, hand)
            self.look_again(at)

    def look_again(self, at: int) -> None:
        """Bots whose rune is gone, or of no use any more, look again from where their hand is."""
        for seat, grip in list(self.grips.items()):
            view = view_of(self.position, seat)
            bot = self.table.bots[seat]
            if bot is not None and is_upset(view, grip.reach, level_of(bot), self.luck):
                self.look(seat, at, grip.reach.place_after(at - grip.since))

    def look(self, seat: int, at: int, hand: Place | None) -> None:
        """A bot looks at the table and reaches; the player does so without help."""
        bot = self.table.bots[seat]
        if bot is not None:
            self.grips[seat] = Grip(reach(bot, view_of(self.position, seat), hand), at)

    def words(self, ms: int, events: list[Event]) -> list[Text]:
        """What happened, for the news."""
        found = (SCREEN.tell(self.table.game.redact(event, 0), self.table.names) for event in events)
        return [at_moment(ms, words) for words in found if words is not None]

    def draw(self) -> None:
        """The screen as it is now, over the old one."""
        console = self.table.console
        view = view_of(self.position, 0)
        race = SCREEN.race(view, self.table.names, self.keys, self.news, console.height)
        with console.capture() as caught:
            console.print(race)
        lines = caught.get().split("\n")
        console.file.write("\x1b[H" + "\x1b[K\n".join(lines[: console.height - 1]) + "\x1b[J")
        console.file.flush()


RACE_HELP = (
    "Every face-up rune has its key. Take both of two identical runes, or the twin of a Balance Rune.",
    "The twin of your own makes a pair; another's captures its treasure of that colour. A wrong rune costs a pair.",
    "Space: you are done for this round. Esc: stop; the game is kept.",
)


def level_of(bot: TableBot) -> str:
    """The level whose eyes a bot has."""
    return bot.name if bot.name in BOTS else "solid"


def reach(bot: TableBot, view: RokView, hand: Place | None) -> Reach:
    """What a bot's hand does next; a bot from elsewhere has no hand of its own, and takes its time."""
    if isinstance(bot, KernelBot | LevelBot):
        return next_grab(view, bot.name, bot.luck, hand)
    move = bot.move(view)
    assert isinstance(move, RokMove)
    place = hand or (0.0, 0.0)
    return Reach(PATIENCE, move, PATIENCE, place, place)


class Scrambles:
    """The scrambles of a game: in real time where single keys can be read, else in turn."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.luck = fresh_luck(None)
        self.last = 0

    def sit_down(self, position: Position) -> None:
        """Nothing is thrown before the player is ready."""
        if self.plays(position) and are_readable():
            self.table.wait()

    def plays(self, position: Position) -> bool:
        """A scramble is not played in turn."""
        return position.phase == "grab"

    def one_move(self, position: Position) -> Position:
        """A whole scramble, or the next grab."""
        return self.scramble(position) if are_readable() else self.grab_in_turn(position)

    def scramble(self, position: Position) -> Position:
        """A scramble on a screen of its own; what happened is printed again afterwards."""
        console = self.table.console
        console.control(Control.alt_screen(True))
        try:
            with single_keys() as keys:
                race = Scramble(self.table, self.luck, position)
                race.run(keys)
        finally:
            console.control(Control.alt_screen(False))
        for ms, events in race.told:
            for words in race.words(ms, events[:1]):
                console.print(words)
            self.table.tell(race.position, events[1:])
        return race.position

    def grab_in_turn(self, position: Position) -> Position:
        """The next grab where all take turns: from seat to seat, none twice before the others."""
        table, seats = self.table, self.table.file.header.seats
        seat = min(position.turn, key=lambda one: (one - self.last - 1) % seats)
        self.last, bot = seat, table.bots[seat]
        move = table.ask(position) if bot is None else format_move(reach(bot, view_of(position, seat), (0, 0)).move)
        played = table.play(position, seat, move, table.now())
        table.tell(played.position, played.events)
        return played.position


PHASES = Scrambles
