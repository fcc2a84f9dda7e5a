"""Requests and answers of the operator's page."""

from __future__ import annotations

import msgspec

from erre.server.net.http_types import TableLine
from erre.server.storage.operator import Announcement, Operation


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one-time code from the terminal, or the secret of the server."""

    word: str


class OperatorTable(msgspec.Struct, frozen=True):
    """A table as the operator sees it; nothing of its hands."""

    line: TableLine
    touched: int  # milliseconds since 1970
    access: str = ""
    is_asleep: bool = False  # in the storage only, until somebody comes or a move is due


class ReportLine(msgspec.Struct, frozen=True):
    """A report with what it is about."""

    id: str
    at: int
    about: str  # the id of a person
    name: str
    reporter: str  # name
    table: str
    category: str
    words: str
    lines: list[tuple[int, str, str]]  # of chat: when, who, what
    is_open: bool
    answer: str


class BanLine(msgspec.Struct, frozen=True):
    """Somebody who is locked out."""

    id: str
    name: str
    reason: str
    at: int
    until: int | None  # None: for good
    address_until: int | None  # until when no guests come in from the same address; None: they do


class PuzzleReport(msgspec.Struct, frozen=True):
    """A puzzle that people find wrong."""

    puzzle: str
    game: str
    reasons: list[str]
    reports: int
    is_offered: bool  # to people who ask for the next puzzle


class BackupLine(msgspec.Struct, frozen=True):
    """A copy of everything, in one file."""

    name: str
    bytes: int
    at: int


class Health(msgspec.Struct, frozen=True):
    """How the server is, in numbers."""

    is_well: bool
    version: str
    python: str
    storage: str  # sqlite or postgresql
    schema: int
    workers: int
    uptime: int  # seconds, of this worker
    storage_bytes: int  # of the file; 0 where a database server has the data
    disk_free: int
    disk_total: int
    lag_ms: float  # 99 of 100 turns of the event loop are late by no more
    commit_ms: float  # 99 of 100 moves are on disk within
    pages: int  # connected to tables of this worker
    counts: dict[str, int]  # rows by table of the storage


class Overview(msgspec.Struct, frozen=True):
    """Everything on the operator's page, except for the search for people."""

    who: str
    child_safe: bool
    tables: list[OperatorTable]
    reports: list[ReportLine]
    puzzle_reports: list[PuzzleReport]
    bans: list[BanLine]
    names: list[str]
    announcement: Announcement | None
    backups: list[BackupLine]
    operations: list[Operation]
    health: Health


class RenameWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for somebody; without one they get a plain one."""

    name: str = ""


class RecoveryLink(msgspec.Struct, frozen=True):
    """A link that signs a person in on one device, once."""

    path: str
    hours: int


class BanWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lock somebody out."""

    hours: int | None = None  # None: for good
    reason: str = ""  # shown to them
    with_address: bool = False  # and let no guests in from where they come from


class PuzzleVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a puzzle that was reported."""

    is_offered: bool


class PatternWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names to refuse."""

    pattern: str


class AnnouncementWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line for everybody."""

    text: str
    hours: int = 24


class ResolveWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was done about a report."""

    answer: str = ""
