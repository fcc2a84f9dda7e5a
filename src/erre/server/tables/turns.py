"""Tells people at a table by the day that it is their turn, that a bot moved for them, and that the game is over."""

from __future__ import annotations

from erre.server.notices.notice import Kind, Notice
from erre.server.tables.live import Live
from erre.table.match import Effects, Happened
from erre.table.table import Table


class Turns:
    """The notices of one table; a table without days tells nobody."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._waiting: set[str] = set()  # persons whom play waited for, when this was last looked at

    @property
    def table(self) -> Table:
        return self.live.table

    def follow(self, effects: Effects) -> None:
        """Tell what a commit brought to people who are not here."""
        if not self.table.hours or not effects.updates:
            return
        for update in effects.updates:
            self._follow(update)
        if self.table.stage == "over":
            for person in self.table.persons():
                self._tell(person, "game_over", "over")
            self._waiting = set()
            return
        waiting = self.owing()
        for person in self._waiting - waiting:
            self.live.services.notices.settle_soon(person, self.table.id)
        self._waiting = waiting
        self.tell_absent()

    def _follow(self, update: Happened) -> None:
        """A move settles the notice about it; one that a bot made for somebody is told."""
        chair = self.table.chairs[update.seat] if update.seat is not None else None
        if chair is None or not chair.person or update.by not in ("person", "autopilot"):
            return
        self.live.services.notices.settle_soon(chair.person, self.table.id)
        if update.by == "autopilot":  # a bot that plays on until somebody is back is told once
            missed = self.table.missed.get(update.seat or 0, 0)
            self._tell(chair.person, "missed", f"on.{missed}" if chair.autopilot else f"missed.{update.number}")

    def owing(self) -> set[str]:
        """Everybody whom play waits for."""
        match, chairs = self.table.match, self.table.chairs
        if match is None or match.outcome is not None:
            return set()
        return {chairs[seat].person for seat in match.owed if chairs[seat].is_played_by_person}

    def tell_absent(self, *, everybody: bool = False) -> None:
        """Tell those who owe a move; people who look at the table know it."""
        match = self.table.match
        for person in sorted(self.owing()):
            if match is not None and (everybody or not self.table.people.of(person).is_here):
                seats = [seat for seat in match.owed if self.table.chairs[seat].person == person]
                since = min(match.owed[seat] for seat in seats)
                self._tell(person, "your_turn", f"{match.number}.{since}")

    def _tell(self, person: str, kind: Kind, occasion: str) -> None:
        """Tell a person something about this table, once for each occasion."""
        table = self.table
        number = table.match.number if table.match else 0
        others = [chair.name for chair in table.chairs if chair.kind != "empty" and chair.person != person]
        details = {"game": table.game.title, "names": ", ".join(others)}
        about = table.id if kind == "your_turn" else f"{table.id} {kind}"
        key = f"{table.id}.{occasion}" if kind == "your_turn" else f"{table.id}.{number}.{occasion}"
        if kind == "game_over":
            self.live.services.notices.settle_soon(person, table.id)
        if kind == "your_turn" or not table.people.of(person).is_here:
            self.live.services.notices.tell_soon(person, Notice(kind, about, key, f"/t/{table.id}", details))
