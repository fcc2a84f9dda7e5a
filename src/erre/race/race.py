"""A race at a live table: a throw is shown to all at the same instant, hands grab, and the judge decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from msgspec.structs import replace

from erre.games import game as find_game
from erre.games.rok.components import SLIDE_BASE
from erre.games.rok.notation import RUNES, parse_rune
from erre.games.rok.paths import slide_path, throw_paths
from erre.games.rok.state import SLIDING, THROWING, Rok
from erre.race.grabs import (
    AnyRuling,
    Grab,
    HandBusy,
    Leave,
    NoReveal,
    Ping,
    Return,
    Reveal,
    RevealSet,
    Tick,
    Verdict,
)
from erre.race.judge import Judge, Setup
from erre.race.latency import GrabSettings, lead, slow_round_trip
from erre.table.clocks import LEAST_LEAD, LONGEST_LEAD, is_racing, preparation
from erre.table.decide import checked
from erre.table.entries import AnyEntry, Asked, AutopilotOff, Commit, Judged, Moved, Mover, Started, TimedOut
from erre.table.fairness import USUAL, Terms
from erre.table.table import THROWN, Foreseen, Table

Way = list[tuple[float, float]]  # points of one rune
Flight = list[Way]

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
        self.terms: Terms = USUAL
        self.judge = Judge(Setup(seats, 0, SETTINGS))
        self.throw = -1
        self.t0 = 0.0
        self.prepared = 0.0  # of the time before T0, what goes by before the runes fly
        self.needed = 0.0  # of the time before T0, what the faces need to reach everybody
        self.reaching: dict[int, Grab] = {}  # by seat: a press that counts later, by the seat's handicap
        self.away: set[int] = set()
        self.counts = [0] * seats
        self.pressed: dict[tuple[int, int], Pressed] = {}  # by seat and the judge's number
        self.ruled: list[AnyRuling] = []  # what the judge said when nobody asked: the next tick tells it

    @property
    def due(self) -> float | None:
        """When the judge wants to be woken, or a hand arrives that reaches longer."""
        if self.ruled:
            return self.judge.now
        times = [grab.at for grab in self.reaching.values()]
        return min([*times, *([] if self.judge.due is None else [self.judge.due])], default=None)

    def follow(self, table: Table, at: float, tempo: float = 1.0) -> RevealSet | None:
        """Keep up with the table: who is there, and whether a new throw is to be shown; tempo 0 leaves no breath."""
        self._note_absent(table, at)
        if table.match is None or not is_racing(table) or table.match.throw == self.throw:
            return None
        self.terms = table.terms
        self.prepared = table.match.telling * table.terms.pace * min(tempo, 1.0)
        return self._show(table, table.match.throw, at, preparation(table) * min(tempo, 1.0))

    def _note_absent(self, table: Table, at: float) -> None:
        """Nobody waits for a hand that is not there."""
        away = {seat for seat in range(self.seats) if is_absent(table, seat)}
        for seat in sorted(away - self.away):
            self.ruled += self.judge.hear(Leave(at, seat))
        for seat in sorted(self.away - away):
            self.ruled += self.judge.hear(Return(at, seat))
        self.away = away

    def _show(self, table: Table, throw: int, at: float, wait: float) -> RevealSet | None:
        """A new throw has a judge of its own, who knows the lines from before."""
        lines = [hand.latency for hand in self.judge.hands]
        settings = replace(SETTINGS, least_lead=SETTINGS.least_lead + wait, most_lead=SETTINGS.most_lead + wait)
        self.judge = Judge(Setup(self.seats, table.marker % self.seats, settings))
        for seat, hand in enumerate(self.judge.hands):
            hand.latency, hand.is_away = lines[seat], seat in self.away
        self.throw, self.pressed, self.reaching, self.ruled = throw, {}, {}, []
        slow = [slow_round_trip(line.recent(at - SETTINGS.window)) for line in lines]
        self.needed = lead(GrabSettings(), slow)
        for ruling in self.judge.hear(Reveal(at, throw, [parse_rune(rune) for rune in shown_runes(table)])):
            if isinstance(ruling, RevealSet):
                self.t0 = ruling.t0
                return ruling
        return None

    def measure(self, seat: int, at: float, rtt: float) -> None:
        """A line was measured; a verdict that fell due in the meantime waits for the next tick."""
        self.ruled += self.judge.hear(Ping(at, seat, rtt))

    def grab(
        self, seat: int, throw: int, rune: str, reaction: float, at: float, asked: Asked | None = None
    ) -> list[AnyRuling]:
        """A hand presses; what the judge says at once."""
        if throw != self.throw:
            raise NoReveal(f"throw {throw} is over" if throw < self.throw else f"there is no throw {throw} yet")
        number = self.counts[seat]
        self.counts[seat] += 1
        wanted = parse_rune(rune)
        grab, late = Grab(at, seat, number, throw, wanted, reaction), self.terms.handicap(seat)
        arrived = self._arrive(at)
        if not late or reaction < SETTINGS.fastest:  # a false start is one in any case
            self.pressed[seat, number] = Pressed(wanted, asked)
            return arrived + self.judge.hear(grab)
        if seat in self.reaching:
            raise HandBusy("your hand is on its way: one rune at a time")
        self.pressed[seat, number] = Pressed(wanted, asked)
        self.reaching[seat] = replace(grab, at=at + late, r=reaction + late)
        return arrived

    def _arrive(self, at: float) -> list[AnyRuling]:
        """The hands that reach longer and are there by now."""
        rulings: list[AnyRuling] = []
        for grab in sorted(self.reaching.values(), key=lambda one: (one.at, one.seat)):
            if grab.at <= at:
                del self.reaching[grab.seat]
                rulings += self.judge.hear(grab)
        return rulings

    def tick(self, at: float) -> list[AnyRuling]:
        """Time goes by."""
        ruled, self.ruled = self.ruled, []
        return ruled + self._arrive(at) + self.judge.hear(Tick(at))

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
        move = checked(table, seat, f"{table.profile.race_word} {RUNES[verdict.rune]}", judged=True)
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
    assert table.match is not None
    lying: list[Lying] = getattr(table.match.position.view(None), "table", [])
    return [one.rune for one in lying if one.up and one.rune is not None]


def flight_of(table: Table, commit: Commit, foreseen: Foreseen) -> Flight:
    """The way of every rune that a commit throws; none where the table began in the middle of a game."""
    for index, played in foreseen.items():
        entry = commit.entries[index]
        if isinstance(entry, Started):
            return fly(table, table.game.start(len(table.chairs), read_options(table), bytes.fromhex(entry.key)))
        is_thrown = any(type(event).__name__ == THROWN for event in played.events)
        if isinstance(entry, Moved | TimedOut) and is_thrown and table.match is not None and table.match.is_provable:
            s = table.match.position.truth
            table.game.apply(s, entry.seat, table.game.parse_move(entry.move))
            return fly(table, s)
    return []


def first_flight(table: Table) -> Flight:
    """The way of every rune of a game's first throw; none where the game did not begin with one."""
    game = table.match
    if game is None or not game.is_provable or not table.profile.is_race or game.throw != game.first:
        return []
    return fly(table, table.game.start(len(table.chairs), read_options(table), game.key))


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


def slide_of(table: Table, commit: Commit) -> Way:
    """The way of the rune that a commit slides; none where it slides nothing."""
    for entry in commit.entries:
        if isinstance(entry, Moved | TimedOut) and table.match is not None:
            s = table.match.position.truth
            if isinstance(s, Rok) and s.phase == SLIDING:
                return slide_path(s, entry.seat, table.game.encode(table.game.parse_move(entry.move))).points
    return []


def warm_flights() -> None:
    """Load the machine code that draws throws and slides, so that no table waits for it."""
    game = find_game("rok")
    s = game.start(game.least_seats, game.read_options({}), bytes(32))
    while game.kernels.is_automatic(s):
        if s.phase == THROWING:
            throw_paths(s)
        game.kernels.advance(s)
    s.phase = SLIDING
    slide_path(s, 0, SLIDE_BASE)
