"""Records of games that were played elsewhere: stored with all others, under a table of their own."""

from __future__ import annotations

from erre.server.storage.work import Work, value_of

TABLE = "elsewhere"  # instead of a table's id
PREFIX = "own-"  # how the ids of such records begin


def count_of(person: str) -> Work[int]:
    """How many games from elsewhere are kept for somebody."""
    query = """
        SELECT count(*) FROM players JOIN records ON records.id = record WHERE person = ? AND table_id = ?
    """
    return int((yield from value_of(query, person, TABLE)) or 0)
