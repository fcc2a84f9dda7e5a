"""Requests and answers of the HTTP interface."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from erre.race.fairness import Terms
from erre.table.table_info import Access, Stage


class OptionInfo(msgspec.Struct, frozen=True):
    """One option of a game."""

    name: str
    kind: Literal["switch", "number", "choice", "text"]
    default: Any
    choices: list[str]
    help: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game as the lobby shows it."""

    name: str
    title: str
    least_seats: int
    most_seats: int
    usual_seats: int
    minutes: int
    usual_level: str  # the default level of bots
    is_race: bool  # seats grab at the same time: every player needs a device
    plays_by_day: bool  # it can be played with hours or days for a move
    options: list[OptionInfo]
    bots: list[str]
    can_duplicate: bool = False  # many tables may play the same deal


class Preparing(msgspec.Struct, frozen=True):
    """How far the server is with compiling its games; the remaining ones can be played already."""

    left: list[str]
    total: int


class TableLine(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    id: str
    game: str
    stage: Stage
    host: str
    names: list[str]
    seats: int
    free: int
    watching: int
    mine: bool  # I hold a seat there
    my_turn: bool
    rated: bool = False
    own_rules: bool = False  # other than the usual ones
    levels: list[str] = []  # of the bots that sit there
    options: dict[str, Any] = {}  # those that differ from the usual ones
    clock: int | None = None  # seconds for a move, where a move is made for those who take longer
    hours: int = 0  # for a move, in a game by the day; 0: a live game
    deadline: int | None = None  # of my move in a game by the day, milliseconds since 1970


class Me(msgspec.Struct, frozen=True):
    """The person who asks, as `/api/me` returns it."""

    name: str
    tables: list[TableLine]  # tables where I hold a seat
    is_named: bool = False  # the name is unique, and my games may be rated
    portrait: str = ""  # one of our set; empty: my initials
    can_recover: bool = False  # there is a recovery code or a passkey


class BanInfo(msgspec.Struct, frozen=True):
    """Why I cannot come in."""

    until: int | None  # milliseconds since 1970; None: for good
    reason: str = ""
    is_mine: bool = True  # else the ban of somebody at the same address, which keeps guests out


class NoticeLine(msgspec.Struct, frozen=True):
    """Something that I was told while I was away."""

    id: str
    kind: str
    title: str
    body: str
    path: str  # of the page to open
    at: int  # milliseconds since 1970
    is_seen: bool


class NoticeList(msgspec.Struct, frozen=True):
    """My notices, the newest first."""

    notices: list[NoticeLine]
    unread: int  # what a badge shows: unseen ones, and turns that wait for me


class PushKeys(msgspec.Struct, frozen=True):
    """What a message to a browser is encrypted with, in base64 of URLs."""

    p256dh: str
    auth: str


class PushWish(msgspec.Struct, frozen=True):
    """A push subscription, as a browser writes it."""

    endpoint: str
    keys: PushKeys


class PushBrowser(msgspec.Struct, frozen=True):
    """A browser of mine that accepts push messages."""

    id: str
    device: str  # browser and system, as far as known


class NoticeChannels(msgspec.Struct, frozen=True):
    """Where I can be told."""

    push_key: str  # the public key of this server, for a push subscription
    browsers: list[PushBrowser]
    sends_mail: bool  # whether the operator has named a mail server
    address: str  # my e-mail address; empty if I gave none
    is_proven: bool  # I have opened the link that was sent there


class MailWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody wants to receive mail."""

    address: str


class MailWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word in the link of a letter."""

    word: str


class TestWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which channel to try."""

    __test__ = False  # pytest takes names like this one for tests

    channel: Literal["push", "mail"]


class NewDaysOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days off that somebody wants to take, in milliseconds since 1970."""

    begins: int  # a time in the past means now
    ends: int


class DaysOff(msgspec.Struct, frozen=True):
    """Days off, in which my clocks stand still in games by the day; milliseconds since 1970."""

    begins: int
    ends: int


class Vacations(msgspec.Struct, frozen=True):
    """My days off that are not over."""

    vacations: list[DaysOff]
    left: int  # days that I may still take
    most: int  # in a year


class DevicePass(msgspec.Struct, frozen=True):
    """A one-time code that signs me in on another device."""

    word: str


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device on which I am signed in."""

    id: str
    name: str  # browser and system, as far as known
    seen: int  # milliseconds since 1970, to the day; 0: not known
    is_this: bool


class DeviceName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What I call one of my devices."""

    name: str


class SignedOut(msgspec.Struct, frozen=True):
    """How many devices were signed out."""

    devices: int


class PortraitWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The portrait I want; empty: my initials."""

    portrait: str


class RecoveryState(msgspec.Struct, frozen=True):
    """Whether I have a recovery code; the code itself is shown only once."""

    made: int  # milliseconds since 1970; 0: there is none


class RecoveryCode(msgspec.Struct, frozen=True):
    """A new recovery code, shown once."""

    words: list[str]
    link: str  # the address of the page that takes it, with the code
    qr: str  # the same as an SVG picture
    made: int


class CodeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, in any spelling."""

    code: str


class PasskeyInfo(msgspec.Struct, frozen=True):
    """One of my passkeys."""

    id: str
    name: str  # the device on which it was made
    made: int  # milliseconds since 1970
    seen: int  # when it was last used; 0: never


class PasskeyTask(msgspec.Struct, frozen=True):
    """What a device needs to make or to use a passkey; bytes are base64url."""

    challenge: str
    site: str  # the relying party's id
    user: str = ""  # a handle that says nothing about me
    name: str = ""
    known: list[str] = []  # passkeys that I have already
    algorithms: list[int] = []


class PasskeyMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device's answer to the task of making a passkey."""

    client_data: str
    attestation: str


class PasskeyProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device's proof that it holds a passkey."""

    id: str
    client_data: str
    authenticator: str
    signature: str
    user: str = ""


class DeviceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that was entered on another device."""

    word: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened: `bots` names a level for each seat that a bot takes from the start, '' a free seat."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    access: Access = "link"
    bots: list[str] = []
    play_now: bool = False  # I sit at seat 0, bots take the rest, and it begins
    rated: bool = False
    terms: Terms = Terms()  # for races: equal terms
    waits: bool = False  # for people to be ready, before the game or between its parts
    hours: int = 0  # for a move, in a game by the day; 0: a live game


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened."""

    id: str
    path: str


class Finding(msgspec.Struct, frozen=True):
    """One check of a record."""

    good: bool
    words: str


class RecordProof(msgspec.Struct, frozen=True):
    """What `erre verify` says of a record: whether it was dealt as promised and played by the rules."""

    verdict: str  # proven, broken, open
    findings: list[Finding]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out; with a reason, pages say it in the reader's language."""

    code: str
    why: str
    reason: str = ""
    values: dict[str, int | str] = {}  # what the reason speaks of


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that somebody wants to have from now on."""

    name: str
