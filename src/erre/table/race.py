"""A race at a live table: a throw is shown to all at the same instant, hands grab, and the judge decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from erre.games.rok.notation import RUNES, parse_rune
from erre.games.rok.paths import throw_paths
from erre.games.rok.state import THROWING
from erre.table.asking import checked
from erre.table.clocks import LEAST_LEAD, LONGEST_LEAD, is_racing
from erre.table.entries import AnyEntry, Asked, AutopilotOff, Commit, Judged, Moved, Mover, Started, TimedOut
from erre.table.grabs import AnyRuling, Grab, Leave, NoReveal, Ping, Return, Reveal, RevealSet, Tick, Verdict
from erre.table.judge import Judge, Setup
from erre.table.lines import GrabSettings
from erre.table.table import THROWN, Foreseen, Table

Flight = list[list[tuple[float, float]]]  # points of each rune

SETTINGS = GrabSettings(least_lead=LEAST_LEAD, most_lead=LONGEST_LEAD)


class Lying(Protocol):
    """A rune on the table."""

    rune: str | None
    up: bool


@dataclass(frozen=True)
class Pressed:
    """A press that the judge holds: who asked for it."""

    rune: int
    asked: Asked | None  # None: a bot


class Race:
    """The judge of one table; all its times are milliseconds on the server's own steady clock."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.judge = Judge(Setup(seats, 0, SETTINGS))
        self.throw = -1
        self.t0 = 0.0
        self.away: set[int] = set()
        self.counts = [0] * seats
        self.pressed: dict[tuple[int, int], Pressed] = {}  # by seat and the judge's number

    @property
    def due(self) -> float | None:
        """When the judge wants to be woken."""
        return self.judge.due

    def follow(self, table: Table, at: float) -> RevealSet | None:
        """Keep up with the table: who is there, and whether a new throw is to be shown."""
        self._note_absent(table, at)
        if table.round is None or not is_racing(table) or table.round.throw == self.throw:
            return None
        return self._show(table, table.round.throw, at)

    def _note_absent(self, table: Table, at: float) -> None:
        """Nobody waits for a hand that is not there."""
        away = {seat for seat in range(self.seats) if is_absent(table, seat)}
        for seat in sorted(away - self.away):
            self.judge.hear(Leave(at, seat))
        for seat in sorted(self.away - away):
            self.judge.hear(Return(at, seat))
        self.away = away

    def _show(self, table: Table, throw: int, at: float) -> RevealSet | None:
        """A new throw has a judge of its own, who knows the lines from before."""
        lines = [hand.line for hand in self.judge.hands]
        self.judge = Judge(Setup(self.seats, table.marker % self.seats, SETTINGS))
        for seat, hand in enumerate(self.judge.hands):
            hand.line, hand.is_away = lines[seat], seat in self.away
        self.throw, self.pressed = throw, {}
        for ruling in self.judge.hear(Reveal(at, throw, [parse_rune(rune) for rune in shown_runes(table)])):
            if isinstance(ruling, RevealSet):
                self.t0 = ruling.t0
                return ruling
        return None

    def measure(self, seat: int, at: float, rtt: float) -> None:
        """A line was measured."""
        self.judge.hear(Ping(at, seat, rtt))

    def grab(
        self, seat: int, throw: int, rune: str, reaction: float, at: float, asked: Asked | None = None
    ) -> list[AnyRuling]:
        """A hand presses; what the judge says at once."""
        if throw != self.throw:
            raise NoReveal(f"throw {throw} is over" if throw < self.throw else f"there is no throw {throw} yet")
        number = self.counts[seat]
        self.counts[seat] += 1
        wanted = parse_rune(rune)
        self.pressed[seat, number] = Pressed(wanted, asked)
        return self.judge.hear(Grab(at, seat, number, throw, wanted, reaction))

    def tick(self, at: float) -> list[AnyRuling]:
        """Time goes by."""
        return self.judge.hear(Tick(at))

    def holds(self, asked: Asked) -> bool:
        """Whether a request is with the judge, so that its answer is still to come."""
        return any(press.asked == asked for press in self.pressed.values())

    def settle(self, verdict: Verdict) -> None:
        """The presses on a decided rune are answered now."""
        if verdict.reveal == self.throw:
            self.pressed = {key: press for key, press in self.pressed.items() if press.rune != verdict.rune}

    def commit(self, table: Table, verdict: Verdict, now: int, asked: Asked | None) -> Commit:
        """The verdict as a move of the winner; a Refusal where the rules forbid it by now."""
        seat = verdict.winner
        move = checked(table, seat, f"{table.customs.race_word} {RUNES[verdict.rune]}", judged=True)
        chair = table.chairs[seat]
        by: Mover = "bot" if chair.kind == "bot" else "autopilot" if chair.autopilot else "person"
        entries: list[AnyEntry] = [Judged(verdict.receipt, verdict.marker)]
        if chair.autopilot and asked is not None:  # the person is back, and was quicker than the bot
            entries.append(AutopilotOff(seat))
            by = "person"
        return Commit(table.next_commit, max(now, table.last_at), [*entries, Moved(seat, move, by)], asked)

    def asked_for(self, seat: int, rune: int) -> Asked | None:
        """The request behind a seat's last press on a rune."""
        presses = [press for (who, _), press in self.pressed.items() if who == seat and press.rune == rune]
        return presses[-1].asked if presses else None

    def losers(self, verdict: Verdict) -> list[tuple[int, Asked | None]]:
        """Who pressed on a rune and did not get it; None where it was a bot."""
        seats = [press.seat for press in verdict.receipt.presses if press.seat != verdict.winner]
        return [(seat, self.asked_for(seat, verdict.rune)) for seat in seats]


def is_absent(table: Table, seat: int) -> bool:
    """Whether nobody, not even a bot, plays a seat just now."""
    chair = table.chairs[seat]
    return chair.is_played_by_person and not table.people.of(chair.person).is_here


def shown_runes(table: Table) -> list[str]:
    """The runes that lie face up."""
    assert table.round is not None
    lying: list[Lying] = getattr(table.round.position.view(None), "table", [])
    return [one.rune for one in lying if one.up and one.rune is not None]


def flight_of(table: Table, commit: Commit, foreseen: Foreseen) -> Flight:
    """The way of every rune that a commit throws; none where the table began in the middle of a game."""
    for index, played in foreseen.items():
        entry = commit.entries[index]
        if isinstance(entry, Started):
            return fly(table, table.game.start(len(table.chairs), read_options(table), bytes.fromhex(entry.key)))
        is_thrown = any(type(event).__name__ == THROWN for event in played.events)
        if isinstance(entry, Moved | TimedOut) and is_thrown and table.round is not None and table.round.is_provable:
            s = table.round.position.truth
            table.game.apply(s, entry.seat, table.game.parse_move(entry.move))
            return fly(table, s)
    return []


def read_options(table: Table) -> Any:
    """The options of a table, as its game knows them."""
    return table.game.read_options(table.options)


def fly(table: Table, s: Any) -> Flight:
    """Let a game go on by itself, and note how its runes fly."""
    flown: Flight = []
    while table.game.kernels.is_automatic(s):
        if s.phase == THROWING:
            flown = [path.points for path in throw_paths(s)]
        table.game.kernels.advance(s)
    return flown
