"""Removes a person from a table's log: replaces their identity everywhere, without changing the game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from erre.table.entries import (
    AnyEntry,
    Asked,
    Commit,
    Created,
    HandedOn,
    Named,
    PauseAsked,
    Readied,
    RematchAsked,
    Removed,
    Said,
    Sat,
    chained,
    format_commit,
    hash_of,
)

FORGOTTEN = "—"  # stands where a name, or what somebody said, stood


def without_person(commits: Iterable[Commit], person: str, alias: str) -> list[bytes]:
    """The lines of a log with a person's id replaced and their name and chat removed; the hash chain is recomputed."""
    lines: list[bytes] = []
    before = ""
    for commit in commits:
        lines.append(format_commit(chained(forget_in(commit, person, alias), before)))
        before = hash_of(lines[-1])
    return lines


def forget_in(commit: Commit, person: str, alias: str) -> Commit:
    """One commit without a person."""
    asked = [commit.asked, *commit.also]
    entries: list[AnyEntry] = []
    for index, entry in enumerate(commit.entries):
        # Lines of chat are written in the order of the requests that the commit answers.
        asking = asked[index] if isinstance(entry, Said) and index < len(asked) else None
        if asking is not None and asking.person == person:
            entries.append(Said(FORGOTTEN, FORGOTTEN))
        elif isinstance(entry, Named) and commit.asked is not None and commit.asked.person == person:
            entries.append(replace(entry, name=FORGOTTEN))  # people name their own seats
        else:
            entries.append(forget_entry(entry, person, alias))
    others = tuple(forget_asked(one, person, alias) for one in commit.also)
    mine = None if commit.asked is None else forget_asked(commit.asked, person, alias)
    return replace(commit, entries=entries, asked=mine, also=others)


def forget_asked(asked: Asked, person: str, alias: str) -> Asked:
    """A request without the person who made it."""
    return replace(asked, person=alias, client=alias) if asked.person == person else asked


def forget_entry(entry: AnyEntry, person: str, alias: str) -> AnyEntry:
    """An entry without a person."""
    match entry:
        case Created(host=host) if host == person:
            return replace(entry, host=alias, host_name=FORGOTTEN)
        case Sat(person=who) | HandedOn(person=who) if who == person:
            return replace(entry, person=alias, name=FORGOTTEN)
        case PauseAsked(person=who) | RematchAsked(person=who) | Readied(person=who) if who == person:
            return replace(entry, person=alias)
        case Removed(person=who) if who == person:
            return replace(entry, person=alias)
        case _:
            return entry
