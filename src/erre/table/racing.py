"""A race at a table: tells the judge what it needs to know, and turns its verdicts into commits."""

from __future__ import annotations

from typing import TypeVar

from erre.core.race_rules import Path
from erre.race.grabs import RevealSet, Verdict
from erre.race.race import Race
from erre.table.clocks import is_racing, preparation
from erre.table.decide import checked
from erre.table.entries import AnyEntry, Asked, AutopilotOff, Commit, Judged, Moved, Mover, Started, TimedOut
from erre.table.match import Decision, Foreseen
from erre.table.table import Table

Flight = list[Path]
A = TypeVar("A")


def race_at(table: Table) -> Race[Asked]:
    """A race for the seats of a table."""
    rules = table.game.race
    return Race(len(table.chairs), rules.least_lead, rules.longest_lead, table.profile.press_gap)


def follow(race: Race[A], table: Table, at: float, tempo: float = 1.0) -> RevealSet | None:
    """Keep a race up to date with its table; returns the new reveal to be shown, if any. Tempo 0 leaves no pause."""
    race.note_absent({seat for seat in range(race.seats) if is_absent(table, seat)}, at)
    match = table.match
    if match is None or not is_racing(table) or match.reveal == race.reveal:
        return None
    speed = min(tempo, 1.0)
    pieces = [table.game.race.parse_piece(piece) for piece in grabbable(table)]
    pause, wait = match.pause * table.terms.pace * speed, preparation(table) * speed
    return race.show(match.reveal, pieces, table.marker % race.seats, table.terms, at, pause, wait)


def is_absent(table: Table, seat: int) -> bool:
    """Whether nobody, not even a bot, plays a seat just now."""
    chair = table.chairs[seat]
    return chair.is_played_by_person and not table.people.of(chair.person).is_here


def grabbable(table: Table) -> list[str]:
    """The pieces that can be grabbed."""
    assert table.match is not None
    return table.game.race.grabbable(table.match.position.view(None))


def award(table: Table, verdict: Verdict, now: int, asked: Asked | None) -> Decision:
    """A verdict as a move of the winner; a Refusal where the rules forbid it by now."""
    seat, game = verdict.winner, table.game
    move = checked(table, seat, f"{table.profile.race_word} {game.race.format_piece(verdict.piece)}", judged=True)
    chair = table.chairs[seat]
    by: Mover = "bot" if chair.kind == "bot" else "autopilot" if chair.autopilot else "person"
    entries: list[AnyEntry] = [Judged(verdict.receipt, verdict.marker)]
    if chair.autopilot and asked is not None:  # the person is back, and was quicker than the bot
        entries.append(AutopilotOff(seat))
        by = "person"
    entries.append(Moved(seat, game.format_move(move), by))
    return Decision(Commit(table.next_commit, max(now, table.last_at), entries, asked), move)


# -- pictures


def flight_of(table: Table, decision: Decision, foreseen: Foreseen) -> Flight:
    """How the pieces of a decision's reveal fly; no paths where the game began at a given position."""
    game, match = table.game, table.match
    for index, played in foreseen.items():
        entry = decision.commit.entries[index]
        if isinstance(entry, Started):
            options = game.read_options(table.options)
            return game.race.flight(game.start(len(table.chairs), options, bytes.fromhex(entry.key)))
        is_reveal = any(game.race.begins(event) for event in played.events)
        if isinstance(entry, Moved | TimedOut) and is_reveal and match is not None and match.is_provable:
            s = match.position.truth
            game.apply(s, entry.seat, decision.move or game.parse_move(entry.move))
            return game.race.flight(s)
    return []


def first_flight(table: Table) -> Flight:
    """How the pieces of a game's first reveal fly; no paths where the game did not begin with one."""
    match, game = table.match, table.game
    if match is None or not match.is_provable or not table.profile.is_race or match.reveal != match.first:
        return []
    return game.race.flight(game.start(len(table.chairs), game.read_options(table.options), match.key))


def glide_of(table: Table, decision: Decision) -> Path:
    """How the piece that a decision slides moves; no points where it slides none."""
    for entry in decision.commit.entries:
        if isinstance(entry, Moved | TimedOut) and table.match is not None:
            move = decision.move or table.game.parse_move(entry.move)
            return table.game.race.glide(table.match.position.truth, entry.seat, move)
    return []
