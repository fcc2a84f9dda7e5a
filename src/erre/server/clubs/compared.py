"""Compares how several tables played the same deal, from records that are no longer sealed."""

from __future__ import annotations

import json

import msgspec

from erre.clubs.evening import Evening
from erre.clubs.scoring import matchpoints, rounded
from erre.core.errors import BadRecord
from erre.core.gamefile import parse_file
from erre.server.clubs.club_types import ComparedDeal, ComparedTable
from erre.server.clubs.evening_view import name_of
from erre.server.storage.contract import Store
from erre.server.storage.work import Work, rows_of

MOST_MOVES = 40  # of each table, to compare the opening at a glance; the replay has them all


def record_of(record: str) -> Work[tuple[str, str] | None]:
    """The text and the bids of a record that may be read."""
    rows = yield from rows_of("SELECT text, bids FROM records WHERE id = ? AND sealed = ''", record)
    return (rows[0][0], rows[0][1]) if rows else None


async def compared_deals(store: Store, evening: Evening) -> list[ComparedDeal]:
    """Every deal of a tournament with all its tables."""
    found = []
    for number, one in enumerate(evening.begun()):
        results = [table.result for table in one.tables]
        if any(result is None for result in results):
            continue
        done = [result for result in results if result is not None]
        by_seat = [matchpoints([result.scores[seat] for result in done]) for seat in range(len(one.tables[0].seats))]
        tables = []
        for at, table in enumerate(one.tables):
            names = [name_of(evening, player) for player in table.seats]
            points = [rounded(100 * shares[at]) for shares in by_seat]
            tables.append(await compared_table(store, at, names, done[at].scores, points, done[at].record))
        found.append(ComparedDeal(number, tables))
    return found


async def compared_table(
    store: Store, number: int, names: list[str], scores: list[int], points: list[float], record: str
) -> ComparedTable:
    """One table: scores, bids and the first moves."""
    kept = await store.look(lambda: record_of(record))
    moves: list[str] = []
    bids: list[list[str]] = []
    if kept is not None:
        text, bid_text = kept
        try:
            moves = [f"{move.seat + 1} {move.move}" for move in parse_file(text).moves[:MOST_MOVES]]
        except (BadRecord, msgspec.MsgspecError):
            moves = []
        bids = [
            [f"{'–' if said is None else said}/{made}" for said, made in zip(announced, taken, strict=True)]
            for announced, taken in (json.loads(bid_text) if bid_text else [])
        ]
    return ComparedTable(number, names, list(scores), points, record if kept else "", bids, moves)
