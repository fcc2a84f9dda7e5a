"""The wire protocol as JSON Schema and the HTTP interface as OpenAPI, both generated from the types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from erre import __version__
from erre.server.after.lessons import Tried, Try
from erre.server.after.puzzle_types import (
    Graded,
    Mistakes,
    PuzzleAnswer,
    PuzzleDraft,
    PuzzleHome,
    PuzzleReport,
    Question,
    Reported,
)
from erre.server.after.replay_types import Brought, Losses, PlayOn, Replay
from erre.server.after.statistics import PlayerStatistics
from erre.server.clubs.club_types import (
    AnyStep,
    ComparedDeal,
    DayView,
    EveningView,
    MyClubs,
    NewEvening,
    NewSeason,
    PaperResult,
    PastDay,
    SeasonView,
)
from erre.server.company.types import (
    Again,
    Company,
    HidePresence,
    Invite,
    News,
    PersonLine,
    QueueState,
    QueueWish,
    ReportWish,
    SeatRelation,
    Whom,
)
from erre.server.net.http_types import (
    BanInfo,
    CodeEntry,
    DeviceEntry,
    DeviceInfo,
    DeviceName,
    DevicePass,
    GameInfo,
    MailWish,
    MailWord,
    Me,
    NewDaysOff,
    NewTable,
    NoticeChannels,
    NoticeList,
    Opened,
    PasskeyInfo,
    PasskeyMade,
    PasskeyProof,
    PasskeyTask,
    PortraitWish,
    Preparing,
    Problem,
    PushWish,
    RecordProof,
    RecoveryCode,
    RecoveryState,
    Rename,
    SignedOut,
    TableLine,
    TestWish,
    Vacations,
)
from erre.server.net.messages import PROTOCOL, AnyMessage, Update
from erre.server.notices.settings import NoticeSettings
from erre.server.storage.contract import Profile, RecordLine, Standing
from erre.table.requests import AnyRequest

# method, path, what it does, the body, the answer
PATHS: tuple[tuple[str, str, str, Any, Any], ...] = (
    ("get", "/api/games", "The games, their options and bots", None, list[GameInfo]),
    ("get", "/api/preparing", "The games that are still being compiled", None, Preparing),
    ("get", "/api/tables", "Open tables", None, list[TableLine]),
    ("post", "/api/tables", "Open a table", NewTable, Opened),
    ("get", "/api/me", "Who I am; the first time, somebody new", None, Me),
    ("put", "/api/me", "Take another name", Rename, Me),
    ("post", "/api/me/pass", "A word that brings me to another device, once, within ten minutes", None, DevicePass),
    ("post", "/api/me/enter", "Be here who I was on the other device", DeviceEntry, Me),
    ("post", "/api/me/claim", "Make my name unique, so that my games can be rated", None, Me),
    ("delete", "/api/me", "Delete everything that is kept of me", None, None),
    ("get", "/api/me/ban", "Why I am locked out", None, BanInfo),
    ("get", "/api/me/data", "Everything that is kept of me, as one file", None, None),
    ("get", "/api/me/devices", "Where I am signed in", None, list[DeviceInfo]),
    ("put", "/api/me/devices/{device}", "Give a device another name", DeviceName, None),
    ("delete", "/api/me/devices/{device}", "Sign a device out", None, None),
    ("get", "/api/me/notices", "What I was told while I was away; `language` chooses the words", None, NoticeList),
    ("post", "/api/me/notices/seen", "I have seen all my notices", None, None),
    ("get", "/api/me/notices/settings", "How I want to be told", None, NoticeSettings),
    ("put", "/api/me/notices/settings", "Change how I want to be told", NoticeSettings, NoticeSettings),
    ("get", "/api/me/notices/channels", "Where I can be told", None, NoticeChannels),
    ("post", "/api/me/notices/push", "Accept push messages in this browser", PushWish, NoticeChannels),
    ("delete", "/api/me/notices/push/{browser}", "No more push messages to a browser", None, NoticeChannels),
    ("post", "/api/me/notices/mail", "Give my address; a letter asks whether it is right", MailWish, NoticeChannels),
    ("delete", "/api/me/notices/mail", "Forget my address", None, NoticeChannels),
    ("post", "/api/me/notices/test", "Send me a notice over one channel, now", TestWish, None),
    ("post", "/api/mail/confirm", "Prove an address with the word of a letter", MailWord, None),
    ("post", "/api/mail/leave", "No more mail; `word` comes from a letter", None, None),
    ("get", "/api/me/vacations", "My days off, and how many are left", None, Vacations),
    ("post", "/api/me/vacations", "Take days off: my clocks stand still in games by the day", NewDaysOff, Vacations),
    ("delete", "/api/me/vacations/{begins}", "End days off now, or drop those to come", None, Vacations),
    ("delete", "/api/me/devices", "Sign out every device but this one", None, SignedOut),
    ("put", "/api/me/portrait", "Choose a portrait", PortraitWish, Me),
    ("get", "/api/me/recovery", "Whether I have a recovery code", None, RecoveryState),
    ("post", "/api/me/recovery", "A new recovery code; an earlier one is void", None, RecoveryCode),
    ("delete", "/api/me/recovery", "Delete my recovery code", None, None),
    ("post", "/api/recover", "Come back with a recovery code", CodeEntry, Me),
    ("post", "/api/restore", "Come back with a link of the operator", DeviceEntry, Me),
    ("get", "/api/me/passkeys", "My passkeys", None, list[PasskeyInfo]),
    ("post", "/api/me/passkeys/task", "What a device needs to make a passkey", None, PasskeyTask),
    ("post", "/api/me/passkeys", "Keep a passkey that a device has made", PasskeyMade, PasskeyInfo),
    ("delete", "/api/me/passkeys/{passkey}", "Forget a passkey", None, None),
    ("post", "/api/passkeys/task", "What a device needs to prove that it holds a passkey", None, PasskeyTask),
    ("post", "/api/passkeys/enter", "Come back with a passkey", PasskeyProof, Me),
    ("get", "/api/records", "The newest finished games of open tables, and my own", None, list[RecordLine]),
    ("get", "/api/records/{record}", "The record of a finished game, as JSON lines", None, None),
    (
        "get",
        "/api/records/{record}/proof",
        "Whether it was dealt as promised and played by the rules",
        None,
        RecordProof,
    ),
    ("get", "/api/records/{record}/replay", "A finished game step by step; `eyes`: a seat, or `all`", None, Replay),
    ("get", "/api/records/{record}/losses", "Where points were lost, and how far the bots have come", None, Losses),
    ("post", "/api/records/{record}/play_on", "A new table that goes on from there", PlayOn, Opened),
    ("post", "/api/replays", "Bring a record file to be looked at, as JSON lines", None, Brought),
    ("get", "/api/tables/{table}/past", "The updates of the present game, as I have seen them", None, list[Update]),
    ("get", "/api/players/{name}", "The page of a named player or of a bot", None, Profile),
    ("get", "/api/players/{name}/statistics", "Results, rating curves and bids of a player", None, PlayerStatistics),
    ("get", "/api/me/statistics", "The same of me", None, PlayerStatistics),
    ("get", "/api/puzzles", "The puzzles of today, and how I do", None, PuzzleHome),
    ("get", "/api/puzzles/next", "A puzzle of ?game that I have not answered, of a ?theme", None, Question),
    ("get", "/api/puzzles/mistakes/{record}", "My mistakes in a game, as puzzles", None, Mistakes),
    ("get", "/api/puzzles/one/{puzzle}", "A puzzle as it is asked", None, Question),
    ("post", "/api/puzzles/one/{puzzle}", "Answer it; no answer gives up", PuzzleAnswer, Graded),
    ("post", "/api/puzzles/one/{puzzle}/draft", "What the rules say to a turn under way", PuzzleDraft, None),
    ("post", "/api/puzzles/one/{puzzle}/report", "Report a bad puzzle", PuzzleReport, Reported),
    ("post", "/api/lessons/{game}/{chapter}", "Make a move in a lesson", Try, Tried),
    ("post", "/api/lessons/{game}/{chapter}/draft", "What the rules say to a turn of a lesson under way", Try, None),
    ("get", "/api/ratings/{game}", "The best of a game", None, list[Standing]),
    ("get", "/api/evenings", "The evenings and seasons of mine", None, MyClubs),
    ("post", "/api/evenings", "Create an evening", NewEvening, Opened),
    ("get", "/api/evenings/{evening}", "An evening; 304 for those who know it", None, EveningView),
    ("post", "/api/evenings/{evening}/join", "Take part", None, EveningView),
    ("post", "/api/evenings/{evening}/leave", "Go home", None, EveningView),
    ("post", "/api/evenings/{evening}/take_over", "Become the host, if the host has disappeared", None, EveningView),
    ("post", "/api/evenings/{evening}/step", "A step of the host", AnyStep, EveningView),
    ("post", "/api/evenings/{evening}/result", "The scores of a real table", PaperResult, EveningView),
    ("get", "/api/evenings/{evening}/deals", "How every table played each deal", None, list[ComparedDeal]),
    ("get", "/api/evenings/{evening}/standings.csv", "The standings as CSV", None, None),
    ("get", "/api/evenings/{evening}/results.csv", "All results as CSV", None, None),
    ("post", "/api/seasons", "Create a season", NewSeason, Opened),
    ("get", "/api/seasons/{season}", "A season with its standings", None, SeasonView),
    ("get", "/api/seasons/{season}/standings.csv", "The standings of a season as CSV", None, None),
    ("get", "/api/deal", "The deal of the day in every game that has one", None, DayView),
    ("post", "/api/deal/{game}", "Begin the deal of the day, or go on with it", None, Opened),
    ("get", "/api/deal/{game}/{day}", "A day that is over: its key, and how everybody played", None, PastDay),
    ("get", "/api/qr.svg", "A QR code of a page's address; `path` names the page", None, None),
    ("get", "/api/news", "Announcement, invitations, and my place in a queue", None, News),
    ("get", "/api/company", "Friends, people I played with, people I blocked", None, Company),
    ("get", "/api/company/named/{name}", "Who the owner of a claimed name is to me", None, PersonLine),
    ("get", "/api/tables/{table}/company", "Who the people at a table are to me", None, list[SeatRelation]),
    ("post", "/api/company/friends", "Want somebody as a friend, or agree to it", Whom, None),
    ("delete", "/api/company/friends/{person}", "End a friendship, or decline it", None, None),
    ("post", "/api/company/blocks", "Meet somebody no more", Whom, None),
    ("delete", "/api/company/blocks/{person}", "Meet somebody again", None, None),
    ("put", "/api/company/presence", "Show friends that I am here, or hide it", HidePresence, None),
    ("post", "/api/company/again", "Play again with the people of the last game with somebody", Again, Opened),
    ("post", "/api/invitations", "Ask somebody to come to a table", Invite, None),
    ("post", "/api/invitations/{invitation}/accept", "Follow an invitation", None, Opened),
    ("delete", "/api/invitations/{invitation}", "Drop an invitation", None, None),
    ("put", "/api/queue", "Play with whoever waits; repeat it to keep the place", QueueWish, QueueState),
    ("delete", "/api/queue", "Wait no longer", None, None),
    ("post", "/api/reports", "Tell the operator about somebody", ReportWish, None),
    ("get", "/health", "Whether the server is well", None, None),
    ("get", "/metrics", "Counters, as Prometheus reads them", None, None),
)


@cache
def schema() -> dict[str, Any]:
    """The messages of tables as JSON Schema."""
    (request, message), components = msgspec.json.schema_components([AnyRequest, AnyMessage])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Erre's tables, protocol {PROTOCOL}",
        "type": "object",
        "properties": {"request": request, "message": message},
        "$defs": components,
    }


@cache
def openapi() -> dict[str, Any]:
    """What is asked over HTTP."""
    kinds = [kind for _, _, _, body, result in PATHS for kind in (body, result) if kind is not None]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template="#/components/schemas/{name}")
    schema_of = iter(schemas)
    paths: dict[str, Any] = {}
    for method, path, words, body, result in PATHS:
        asked = next(schema_of) if body is not None else None
        given = next(schema_of) if result is not None else None
        paths.setdefault(path, {})[method] = operation(path, words, asked, given)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Erre", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(path: str, words: str, asked: Any, given: Any) -> dict[str, Any]:
    """One request and its answers."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    good: dict[str, Any] = {"description": "Done"}
    if given is not None:
        good["content"] = {"application/json": {"schema": given}}
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    found: dict[str, Any] = {
        "summary": words,
        "responses": {"2XX": good, "4XX": {"description": "Refused", "content": refused}},
    }
    if names:
        found["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if asked is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": asked}}}
    return found
