"""Live tables for tests: people who ask, a clock that is moved by hand, and bots that play anything legal."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec

from erre.games import game as find_game
from erre.table.clocks import is_running, tick
from erre.table.decide import Lasting, Who, bot_moves, decide
from erre.table.entries import Commit, Created, format_commit, parse_commit
from erre.table.match import Decision, Effects
from erre.table.projection import eyes, info, look, told_events, told_move
from erre.table.requests import MakeMove, SetBot, Sit, Start
from erre.table.table import Table

LEVELS = ("random", "greedy")
START = 1_000_000


@dataclass
class Sitting:
    """A table under test, and the log that it writes."""

    game: str = "rage"
    seats: int = 3
    options: dict[str, Any] = field(default_factory=dict)
    access: str = "link"
    rated: bool = False
    now: int = START
    waits: bool = False
    hours: int = 0

    def __post_init__(self) -> None:
        options = msgspec.to_builtins(find_game(self.game).read_options(self.options))
        host = ("ana", "Ana", "word")
        given = (self.access, self.rated, *host)
        created = Created("t", self.game, self.seats, options, *given, waits=self.waits, hours=self.hours)  # type: ignore[arg-type]
        self.log = [Commit(0, self.now, [created])]
        self.table = Table.replay(self.log, LEVELS)
        self.counts: dict[str, int] = {}

    def ask(self, person: str, request: Lasting, **who: Any) -> Effects:
        """A request of somebody; a Refusal says why not."""
        return self.add(decide(self.table, Who(person, f"{person}-page", **who), request, self.now))

    def n(self, person: str) -> int:
        """The next number of a person's page."""
        self.counts[person] = self.counts.get(person, -1) + 1
        return self.counts[person]

    def add(self, decided: Commit | Decision) -> Effects:
        """Write a commit down and carry it out."""
        decision = decided if isinstance(decided, Decision) else Decision(decided)
        self.log.append(decision.commit)
        return self.table.apply(decision.commit, self.table.foresee(decision))

    def sit(self, *people: str) -> None:
        """Some people take the first seats, and are here."""
        for seat, person in enumerate(people):
            self.ask(person, Sit(self.n(person), seat, person.title()))
            self.come(person)

    def start(self, *people: str) -> None:
        """People sit down, bots take the rest, and it begins."""
        self.sit(*people)
        self.ask("ana", Start(self.n("ana")))

    def come(self, person: str) -> None:
        self.table.people.put(person, True, self.now)

    def go(self, person: str) -> None:
        self.table.people.put(person, False, self.now)

    def wait(self, seconds: float) -> list[Commit]:
        """Time goes by; what the clock brought."""
        until, heard = self.now + int(seconds * 1000), []
        while self.now < until:
            self.now += min(1000, until - self.now)
            while (commit := tick(self.table, self.now, lambda below: 0)) is not None:
                self.add(commit)
                heard.append(commit)
        return heard

    def move(self, person: str, seat: int, move: str | None = None) -> Effects:
        """A person's move; any legal one if none is named."""
        text = self.legal(seat)[0] if move is None else move
        return self.ask(person, MakeMove(self.n(person), seat, text, self.table.number))

    def bot(self, seat: int, move: str | None = None) -> Effects:
        """A bot's move."""
        return self.add(bot_moves(self.table, seat, move or self.legal(seat)[0], self.now))

    def legal(self, seat: int) -> list[str]:
        """The moves that a seat is offered."""
        assert self.table.match is not None
        return look(self.table, self.table.match.position, seat).legal

    def turn(self) -> list[int]:
        """The seats that play waits for."""
        return self.table.match.position.turn if self.table.match else []

    def play_bots(self, most: int = 500) -> None:
        """Bots move until it is a person's turn, or it is over."""
        for _ in range(most):
            seats = [seat for seat in self.turn() if self.table.chairs[seat].is_played_by_bot]
            if not seats or not is_running(self.table):
                return
            self.bot(seats[0])


def shown(table: Table) -> bytes:
    """All that anybody is shown of a table."""
    people = [None, *range(len(table.chairs))]
    position = table.match.position if table.match else None
    parts: list[object] = [info(table, 0, 0), list(table.chat)]
    for seat in people:
        mine = () if seat is None else (seat,)
        if position is not None:
            parts.append(eyes(table, position, mine))
        for update in table.updates:
            parts += [update.number, update.at, update.seat, told_move(table, update, mine)]
            parts += [update.by, told_events(table, update, mine), eyes(table, update.position, mine)]
    return msgspec.json.encode(parts)


def standing(table: Table) -> bytes:
    """Where a table stands, in short."""
    truth = table.match.position.truth.to_bytes() if table.match else b""
    return msgspec.json.encode([info(table, 0, 0), table.next_commit, table.number, len(table.answers)]) + truth


def reread(sitting: Sitting) -> Table:
    """The table again, from the text of its log."""
    table = Table.replay([parse_commit(format_commit(commit)) for commit in sitting.log], LEVELS)
    table.people = sitting.table.people
    return table


def any_request(chance: random.Random, n: int, sitting: Sitting) -> Lasting:
    """Some request, sensible or not."""
    from erre.table import requests as r

    seat = chance.choice([0, 1, 2, 3, -1, 99])
    moves = ["", "draw", "timeout", "bid 3", "row 1", "\0", "x" * 5000, "lay [R5 R6 R7]", "grab W1a"]
    if sitting.table.stage == "playing" and 0 <= seat < len(sitting.table.chairs):
        moves += sitting.legal(seat) * 3
    options: dict[str, Any] = chance.choice([{}, {"bidding": "hidden"}, {"nonsense": 1}, {"slam": 3}])
    table = sitting.table
    made: list[Lasting] = [
        Sit(n, seat, chance.choice(["Ana", "Bo", "", "\u202e", "x" * 99, "Zoë"])),
        r.Stand(n, seat),
        SetBot(n, seat, chance.choice(["greedy", "", "nobody"])),
        r.SetOptions(n, chance.choice([2, 3, 4, 0, 10**9]), options),
        r.SetName(n, seat, chance.choice(["Ana", "", "Zoë"])),
        r.SetAccess(n, chance.choice(["open", "link", "closed"])),
        r.SetHints(n, chance.choice([True, False])),
        r.Remove(n, seat, chance.choice([True, False])),
        r.LetBot(n, seat),
        Start(n),
        r.TakeBack(n, seat),
        r.Pause(n),
        r.Resume(n),
        r.Rematch(n),
        r.Say(n, chance.choice(["hello", "", "<b>", "y" * 400])),
    ]
    made += [MakeMove(n, seat, chance.choice(moves), chance.choice([table.number, table.number, 0, 10**6, -5]))] * 8
    return chance.choice(made)
