"""The seats of a table and who holds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from erre.table.table_info import SeatKind

BOT_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")


@dataclass
class Chair:
    """A chair at a table, and who sits there."""

    kind: SeatKind = "empty"
    person: str = ""  # id, never shown
    name: str = ""
    level: str = ""  # of the bot, also of one that plays for an absent person
    is_named: bool = False
    is_vacated: bool = False  # a person left it in a running game
    autopilot: bool = False
    is_helped: bool = False  # the autopilot makes one move, and then the seat is the person's again

    @property
    def is_played_by_bot(self) -> bool:
        """Whether moves of this seat come from a bot."""
        return self.kind == "bot" or self.autopilot

    @property
    def is_played_by_person(self) -> bool:
        """Whether play waits for a person here."""
        return self.kind == "person" and not self.autopilot


@dataclass
class Presence:
    """Whether a person is connected, and since when."""

    is_here: bool = False
    since: int = 0


@dataclass
class People:
    """Who is connected; not in the log, since nobody is after a restart."""

    known: dict[str, Presence] = field(default_factory=dict)
    opened: int = 0  # before anybody was here

    def of(self, person: str) -> Presence:
        """Whether and since when a person is here."""
        return self.known.get(person) or Presence(False, self.opened)

    def put(self, person: str, is_here: bool, now: int) -> bool:
        """Note that a person comes or goes; returns whether that is a change."""
        if self.of(person).is_here == is_here:
            return False
        self.known[person] = Presence(is_here, now)
        return True
