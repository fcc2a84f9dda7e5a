"""A live table, computed from its log. No clock, no randomness, no I/O: the same commits give the same table."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from erre.core.errors import BadRecord
from erre.core.game import AnyGame, Event, Outcome, Played, Position
from erre.core.gamefile import MoveLine
from erre.core.table_profile import COUNTDOWN
from erre.games import game as find_game
from erre.table.entries import (
    AccessSet,
    AnyEntry,
    Asked,
    AutopilotOff,
    AutopilotOn,
    BotSet,
    Commit,
    Created,
    HandedOn,
    HintsSet,
    Judged,
    Moved,
    Mover,
    Named,
    OptionsSet,
    PauseAsked,
    Paused,
    Readied,
    RematchAsked,
    Removed,
    Reopened,
    Resumed,
    Said,
    Sat,
    Signalled,
    Started,
    Stood,
    TimedOut,
    WentOn,
)
from erre.table.match import Answers, Decision, Effects, Foreseen, Happened, Match, Spoken
from erre.table.refusals import BadNumber
from erre.table.seats import Chair, People
from erre.table.table_info import Stage

KEPT_UPDATES = 200
KEPT_CHAT = 50
KEPT_PAGES = 32  # of each person, with their answers
KEPT_FLOORS = 10_000  # pages of which only the last request number is remembered


class Table:
    """A live table, as its log describes it."""

    def __init__(self, created: Created, levels: Sequence[str]) -> None:
        self.id = created.id
        self.game: AnyGame = find_game(created.game)
        self.access = created.access
        self.rated = created.rated
        self.invite = created.invite
        self.terms = created.terms
        self.hours = created.hours  # for a move; 0: a live game
        self.waits = created.waits and not created.hours
        self.club, self.sealed = created.club, created.sealed
        self.host, self.host_name = created.host, created.host_name
        self.set_options(created.options)
        self.chairs = [Chair() for _ in range(created.seats)]
        self.levels = levels  # the levels of bots to choose from
        self.match: Match | None = None
        self.matches = 0  # games begun
        self.next_commit = 0
        self.last_at = 0
        self.number = -1  # of the last update
        self.updates: deque[Happened] = deque(maxlen=KEPT_UPDATES)
        self.chat: deque[Spoken] = deque(maxlen=KEPT_CHAT)
        self.answers: dict[str, OrderedDict[str, Answers]] = {}  # by person and page
        self.floors: OrderedDict[tuple[str, str], int] = OrderedDict()  # of pages whose answers are forgotten
        self.paused_at: int | None = None
        self.resumed_at = 0  # when clocks last began to run again
        self.reopened_at = 0
        self.hints = True  # whether strong bots may be asked
        self.removed: set[str] = set()  # persons whom the host has removed
        self.wants_pause: set[str] = set()
        self.wants_rematch: set[str] = set()
        self.is_played = False  # a person has moved
        self.marker = 0
        self.missed: dict[int, int] = {}  # by seat: moves in a row whose time was up, in a game by the day
        self.people = People()
        self.vacations: dict[str, list[tuple[int, int]]] = {}  # not in the log: by person, when their clocks stand
        self.drafts: dict[int, str] = {}  # not in the log: what a seat has prepared, for the clock

    def set_options(self, options: dict[str, Any]) -> None:
        """Set the options of the game, and with them the clocks."""
        self.options = options
        self.profile = self.game.table_profile(self.game.read_options(options))

    @classmethod
    def replay(cls, commits: Iterable[Commit], levels: Sequence[str]) -> Table:
        """The table that a log describes."""
        table: Table | None = None
        for commit in commits:
            if table is None:
                first = commit.entries[0]
                if not isinstance(first, Created):
                    raise BadRecord("a table's log begins with its opening")
                table = cls(first, levels)
            table.apply(commit)
        if table is None:
            raise BadRecord("the table's log is empty")
        return table

    # -- what there is

    @property
    def stage(self) -> Stage:
        """Before, during or after a game."""
        if self.match is None:
            return "gathering"
        return "playing" if self.match.outcome is None else "over"

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended."""
        return self.match.outcome if self.match else None

    @property
    def record_id(self) -> str | None:
        """The name of the last game's record, once it is over."""
        return None if self.match is None or self.outcome is None else self.match.record

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.person == person]

    def persons(self) -> list[str]:
        """Everybody who holds a seat."""
        return list(dict.fromkeys(chair.person for chair in self.chairs if chair.kind == "person"))

    def answer_to(self, asked: Asked) -> tuple[int | None] | None:
        """The update that a repeated request made, as a tuple; None if the request is new.

        A request too old to be recognised is refused: it is neither acknowledged nor carried out.
        """
        pages = self.answers.get(asked.person)
        answers = None if pages is None else pages.get(asked.client)
        floor = answers.floor if answers is not None else self.floors.get((asked.person, asked.client), -1)
        if answers is not None and asked.n in answers.given:
            return (answers.given[asked.n],)
        if asked.n <= floor:
            raise BadNumber(f"request {asked.n} of this page is too old: nobody knows whether it was carried out")
        return None

    def missing(self, have: int) -> list[Happened] | None:
        """The updates after the one that a client has; None if they are no longer kept, or if the number is unknown."""
        if have > self.number or self.number - have > len(self.updates):
            return None
        return [update for update in self.updates if update.number > have]

    def history(self) -> list[Happened]:
        """The updates of the present game, as far as they are kept."""
        return [] if self.match is None else [update for update in self.updates if update.number >= self.match.first]

    # -- what happens

    def foresee(self, decision: Decision) -> Foreseen:
        """The result of a decision's deal or move; changes nothing, so any thread may call it.

        A move that was checked when it was decided is carried out without a second check.
        """
        for index, entry in enumerate(decision.commit.entries):
            if isinstance(entry, Started) and entry.position is None:
                return {index: Position.new(self.game, len(self.chairs), self.options, key=bytes.fromhex(entry.key))}
            if isinstance(entry, Moved | TimedOut) and self.match is not None:
                position = self.match.position
                if decision.move is None:
                    return {index: position.play(entry.seat, entry.move)}
                return {index: position.carry_out(entry.seat, decision.move)}
        return {}

    def apply(self, commit: Commit, foreseen: Foreseen | None = None) -> Effects:
        """Carry out a commit that was decided on this table as it stands.

        Without `foreseen`, as when a log is read, moves are parsed and checked here.
        """
        if commit.number != self.next_commit:
            raise BadRecord(f"commit {commit.number} does not follow: the next one is {self.next_commit}")
        effects = Effects()
        before = self.number
        speakers = [asked.person for asked in (commit.asked, *commit.also) if asked is not None]
        for index, entry in enumerate(commit.entries):
            if isinstance(entry, Said):  # lines of chat stand in the order of their requests
                self._say(entry, commit.at, speakers[index] if index < len(speakers) else "", effects)
            else:
                self._apply(entry, commit.at, effects, (foreseen or {}).get(index))
        self.next_commit += 1
        self.last_at = max(self.last_at, commit.at)
        if commit.asked is not None:
            self._remember(commit.asked, self.number if self.number > before else None)
        for asked in commit.also:
            self._remember(asked, None)
        return effects

    def _remember(self, asked: Asked, number: int | None) -> None:
        """Remember a request, so that a repeated one is recognised."""
        pages = self.answers.setdefault(asked.person, OrderedDict())
        answers = pages.setdefault(asked.client, Answers(floor=self.floors.pop((asked.person, asked.client), -1)))
        pages.move_to_end(asked.client)
        answers.add(asked.n, number)
        if len(pages) > KEPT_PAGES:
            page, forgotten = pages.popitem(last=False)
            self.floors[asked.person, page] = max(forgotten.floor, *forgotten.given)
            if len(self.floors) > KEPT_FLOORS:
                self.floors.popitem(last=False)

    def _apply(self, entry: AnyEntry, at: int, effects: Effects, played: Played | None) -> None:
        """Apply one entry."""
        match entry:
            case Moved(seat=seat, move=move, by=by):
                self.is_played |= by == "person"
                if by == "person":
                    self.missed.pop(seat, None)
                self._move(seat, move, by, at, effects, played)
            case Created() | Said():
                pass
            case Sat(seat=seat, person=person, name=name):
                self.chairs[seat] = Chair("person", person, name, is_named=entry.is_named)
                if self.match is not None and self.stage == "playing":
                    self.match.players[seat] = name  # the record names those who played in the end
                self._note_held(seat, person)
                self._restart_clock(seat, at)
            case Stood(seat=seat, level=level, name=name):
                self._stand(seat, level, name)
                self._signal_by_bot(seat, at)
            case HandedOn(person=person, name=name):
                self.host, self.host_name = person, name
            case BotSet(seat=seat, level=level, name=name):
                self.chairs[seat] = Chair("bot", "", name, level) if level else Chair()
            case OptionsSet(seats=seats, options=options):
                self.set_options(options)
                self.chairs = [*self.chairs[:seats], *(Chair() for _ in range(seats - len(self.chairs)))]
            case Named(seat=seat, name=name):
                self._rename(seat, name, entry.is_named)
            case AccessSet(access=access):
                self.access = access
            case HintsSet(allowed=allowed):
                self.hints = allowed
            case Removed(person=person):
                self.removed.add(person)
            case Started():
                self._start(entry, at, effects, played)
            case TimedOut(seat=seat, move=move):
                self._move(seat, move, None, at, effects, played)
            case Judged(receipt=receipt, marker=marker):
                self.marker = marker
                effects.receipts.append(receipt)
                if self.match:
                    self.match.receipts.append(receipt)
            case AutopilotOn(seat=seat, level=level, once=once):
                self._help(seat, level, once)
                self._signal_by_bot(seat, at)
            case AutopilotOff(seat=seat):
                self.chairs[seat].autopilot, self.chairs[seat].is_helped = False, False
                self.chairs[seat].level = ""
                self._restart_clock(seat, at)
            case PauseAsked(person=person):
                self.wants_pause.add(person)
            case Paused():
                self.paused_at = at
            case Resumed():
                self._resume(at)
            case Readied(person=person):
                if self.match is not None:
                    self.match.ready.add(person)
            case WentOn():
                self._go_on(at)
            case Signalled():
                self._signal(at)
            case RematchAsked(person=person):
                self.wants_rematch.add(person)
            case Reopened():
                self.reopened_at = at

    def _say(self, said: Said, at: int, person: str, effects: Effects) -> None:
        """Add a line to the chat."""
        effects.spoken.append(Spoken(at, said.name, said.text, person))
        self.chat.append(effects.spoken[-1])

    def _rename(self, seat: int, name: str, is_named: bool) -> None:
        """Rename a person, and the host of the table if that is the same person."""
        chair = self.chairs[seat]
        chair.name, chair.is_named = name, is_named
        if chair.person == self.host:
            self.host_name = name

    def _help(self, seat: int, level: str, once: bool) -> None:
        """Let a bot play for a person, for one move or until they are back."""
        chair = self.chairs[seat]
        chair.autopilot, chair.is_helped, chair.level = True, once, level
        self.missed[seat] = self.missed.get(seat, 0) + 1

    def _stand(self, seat: int, level: str, name: str) -> None:
        """Give up a seat; a host without a seat hands the table on."""
        chair = self.chairs[seat]
        person = chair.person
        if self.match is not None and self.stage == "playing" and seat not in self.match.left:
            self.match.left.append(seat)
        self.chairs[seat] = Chair("bot", "", name or chair.name, level, is_vacated=True) if level else Chair()
        self.drafts.pop(seat, None)
        others = self.persons()
        if person == self.host and person not in others and others:
            self.host = others[0]
            self.host_name = next(chair.name for chair in self.chairs if chair.person == self.host)

    def _note_held(self, seat: int, person: str) -> None:
        """Note that a person sees the secrets of a seat in the present game."""
        if person and self.match is not None and self.match.outcome is None:
            self.match.held.setdefault(person, set()).add(seat)

    def _start(self, started: Started, at: int, effects: Effects, played: Played | None) -> None:
        """Begin a game, from its key or from a given position."""
        options = self.game.options_under(started.rules, self.options)
        key = bytes.fromhex(started.key)
        events: list[Event] = []
        if started.position is None:
            played = played or Position.new(self.game, len(self.chairs), options, key=key)
            position, events = played.position, played.events
        else:
            position = Position.from_json(self.game, started.position)
        names = [f"{chair.name} ({chair.level})" if chair.kind == "bot" else chair.name for chair in self.chairs]
        salt = bytes.fromhex(started.salt)
        seated = [replace(chair) for chair in self.chairs]
        record = started.record or f"{self.id}-{self.matches}"  # as it was before records had names of their own
        first = self.number + 1
        given = started.position
        self.match = Match(self.matches, key, salt, at, names, seated, position, record, started.rules, given, first)
        for seat, chair in enumerate(self.chairs):
            self._note_held(seat, chair.person)
        self.match.outcome = position.outcome
        self.matches += 1
        self.wants_rematch.clear()
        self.wants_pause.clear()
        self.paused_at = None
        self.drafts.clear()
        self._enter_phase(at, events)
        self.match.wait(None, at)
        if self.profile.waits_at_start:
            self._break_off(at)
        self._update(None, None, None, at, events, effects)

    def _move(self, seat: int, move: str, by: Mover | None, at: int, effects: Effects, played: Played | None) -> None:
        """Make a move; `played` is its result if it is known already."""
        assert self.match is not None
        played = played or self.match.position.play(seat, move)
        before = self.match.position
        self.match.position = played.position
        self.match.outcome = played.position.outcome
        self.match.moves.append(MoveLine(seat, move, at - self.match.started))
        self._enter_phase(at, played.events)
        self.match.wait(seat, at)
        self.drafts.pop(seat, None)
        self._update(seat, move, by, at, played.events, effects)
        self.match.moved[seat] = self.number
        if self.waits and self.profile.waits_between and self.part_of(before) != self.part_of(played.position):
            self._break_off(at)

    def part_of(self, position: Position) -> int:
        """The number of the present part of the match."""
        return int(getattr(position.truth, self.game.part_field, 0))

    def _update(
        self, seat: int | None, move: str | None, by: Mover | None, at: int, events: list[Event], effects: Effects
    ) -> None:
        """Number an update, and keep it for pages that come back."""
        assert self.match is not None
        self.number += 1
        self.match.bids += self.game.bids(events)
        happened = Happened(self.number, at, seat, move, by, events, self.match.position)
        self.updates.append(happened)
        effects.updates.append(happened)

    def _enter_phase(self, at: int, events: Sequence[Event] = ()) -> None:
        """Note when a phase began; a new reveal restarts the race."""
        assert self.match is not None
        phase, race = self.match.position.phase, self.game.race
        is_reveal = any(race.begins(event) for event in events)
        if phase != self.match.phase or is_reveal:
            self.match.phase, self.match.phase_since, self.match.reveal = phase, at, self.number + 1
            self.match.pause = race.pause_before(events) if is_reveal else 0
            self.match.signal = self._signaller() if is_reveal else None

    def _signaller(self) -> int | None:
        """The seat of the person whose signal a reveal waits for; None where it waits for nobody."""
        assert self.match is not None
        if not (self.waits and self.profile.signal_time):
            return None
        seat = self.game.race.signaller(self.match.position.view(None))
        return seat if seat is not None and self.chairs[seat].is_played_by_person else None

    def _signal(self, at: int) -> None:
        """The signal is given: the reveal follows, once clients have shown what came before it."""
        if self.match is None or self.match.signal is None:
            return
        self.match.signal = None
        self.match.pause = max(0, self.match.pause - (at - self.match.phase_since))
        self.match.phase_since = at
        self.match.owed = dict.fromkeys(self.match.owed, at)

    def _signal_by_bot(self, seat: int, at: int) -> None:
        """A bot that takes a seat over gives the signal that waits for it."""
        if self.match is not None and self.match.signal == seat and self.chairs[seat].is_played_by_bot:
            self._signal(at)

    def _restart_clock(self, seat: int, at: int) -> None:
        """Restart the time for a move, for a person who takes over a seat in a running game."""
        if self.match is not None and seat in self.match.owed:
            self.match.owed[seat] = at

    def _break_off(self, at: int) -> None:
        """Begin an intermission, if there are people to wait for."""
        if self.waits and self.match is not None and self.match.outcome is None and self.persons():
            self.match.intermission, self.match.ready = at, set()

    def _go_on(self, at: int) -> None:
        """End the intermission and start the clocks."""
        if self.match is None or self.match.intermission is None:
            return
        self.match.intermission = self.match.signal = None  # a player who is ready has given the signal
        if self.match.reveal == self.match.first:
            self.match.pause = COUNTDOWN + self.game.race.pause_between(self.updates[-1].events)
        self.match.owed = dict.fromkeys(self.match.owed, at)
        self.resumed_at = at

    def _resume(self, at: int) -> None:
        """Let the clocks continue where they stopped."""
        if self.paused_at is not None and self.match is not None:
            stood = at - self.paused_at
            self.match.owed = {seat: since + stood for seat, since in self.match.owed.items()}
        self.paused_at, self.resumed_at = None, at
        self.wants_pause.clear()
