"""Who may do what: a request becomes a commit, or is refused. Nothing changes here; `Table.apply` changes the table."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

import msgspec

from erre.core import chance
from erre.core.errors import BadOptions, quote
from erre.core.game import Move
from erre.table import hosting
from erre.table.bot_names import free_bot_names, is_nearly
from erre.table.clean_text import clean_line, clean_name
from erre.table.clocks import is_intermission, is_over_time, stand_in
from erre.table.entries import (
    AnyEntry,
    Asked,
    AutopilotOff,
    BotSet,
    Commit,
    Created,
    HandedOn,
    Moved,
    OptionsSet,
    PauseAsked,
    Paused,
    Readied,
    RematchAsked,
    Resumed,
    Said,
    Sat,
    Signalled,
    Started,
    Stood,
    WentOn,
)
from erre.table.match import Decision
from erre.table.refusals import (
    BadNumber,
    NameInUse,
    NoSuchSeat,
    NotClaimed,
    NotHost,
    NotInvited,
    NotNow,
    NotWanted,
    NotYourSeat,
    OneEach,
    SeatTaken,
    Stale,
    TooLate,
)
from erre.table.requests import (
    LetBot,
    MakeMove,
    Pause,
    Ready,
    Rematch,
    Remove,
    Resume,
    Say,
    SetAccess,
    SetBot,
    SetHints,
    SetName,
    SetOptions,
    Signal,
    Sit,
    Stand,
    Start,
    TakeBack,
)
from erre.table.table import Table

MOST_REQUESTS = 2**53  # beyond it a browser cannot count
LONGEST_MOVE = 4000
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
RECORD_LENGTH = 20  # 99 bits
RATED_LEVELS = ("beginner", "casual", "solid", "strong", "champion")

# The requests that change a table for good.
Arranging = SetName | SetAccess | SetHints | Remove | LetBot
Waiting = Pause | Resume | Ready | Signal
Standing = Sit | Stand | SetBot | SetOptions | Arranging | Start | TakeBack | Waiting | Rematch | Say
Lasting = Standing | MakeMove


class Who(msgspec.Struct, frozen=True):
    """Who asks: a person, known by a secret of their device, and the page they ask from."""

    person: str
    client: str
    is_invited: bool = False
    is_named: bool = False  # their name is unique, and comes from their account
    name: str = ""  # of the account


def open_table(created: Created, now: int) -> Commit:
    """The first line of a table's log."""
    return Commit(0, now, [created])


def decide(table: Table, who: Who, request: Lasting, now: int) -> Decision:
    """What a request leads to; a Refusal says why it leads to nothing."""
    check_number(request.n)
    at, asked = max(now, table.last_at), asked_by(who, request.n)
    if isinstance(request, MakeMove):
        move, entries = make_move(table, who, request, at)
        return Decision(Commit(table.next_commit, at, entries, asked), move)
    return Decision(Commit(table.next_commit, at, wanted(table, who, request), asked))


def asked_by(who: Who, n: int) -> Asked:
    """The identity of a request: person, page and number."""
    return Asked(who.person, who.client, n)


def check_number(n: int) -> None:
    """Refuse a number that no page counts to."""
    if not 0 <= n < MOST_REQUESTS:
        raise BadNumber("requests are counted from 0 up")


def wanted(table: Table, who: Who, request: Standing) -> list[AnyEntry]:
    """The entries that a request leads to."""
    match request:
        case Sit():
            return sit(table, who, request)
        case Stand(seat=seat):
            return stand(table, who, seat)
        case SetBot():
            return set_bot(table, who, request)
        case SetOptions():
            return set_options(table, who, request)
        case SetName() | SetAccess() | SetHints() | Remove() | LetBot():
            return arrange(table, who, request)
        case Start():
            return start(table, who)
        case TakeBack(seat=seat):
            return take_back(table, who, seat)
        case Pause():
            return ask_pause(table, who)
        case Resume():
            return resume(table, who)
        case Ready():
            return be_ready(table, who)
        case Signal(seat=seat):
            return give_signal(table, who, seat)
        case Rematch():
            return ask_rematch(table, who)
        case Say(text=text):
            return [Said(speaker(table, who), clean_line(text))]


def arrange(table: Table, who: Who, request: Arranging) -> list[AnyEntry]:
    """What people arrange around a game, once they may."""
    match request:
        case SetName():
            check_mine(table, who, request.seat)
            check_gathering(table)
            is_account = who.is_named and request.seat == table.seats_of(who.person)[0]
            named = hosting.set_name(table, request, who.name if is_account else "")
            return [named, *renamed_bots(table, request.seat, named.name)]
        case LetBot(seat=seat):
            check_mine(table, who, seat)
            return hosting.let_bot(table, seat)
        case SetAccess():
            check_host(table, who)
            check_gathering(table)
            return hosting.set_access(request)
        case SetHints():
            check_host(table, who)
            return hosting.set_hints(table, request)
        case Remove():
            check_host(table, who)
            check_seat(table, request.seat)
            return hosting.remove(table, who.person, request)


# -- chairs


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that is not there."""
    if not 0 <= seat < len(table.chairs):
        raise NoSuchSeat(f"there is no seat {seat}: the seats are 0 to {len(table.chairs) - 1}")


def check_mine(table: Table, who: Who, seat: int) -> None:
    """Refuse a seat of somebody else."""
    check_seat(table, seat)
    if seat not in table.seats_of(who.person):
        raise NotYourSeat(f"seat {seat} is not yours")


def check_host(table: Table, who: Who) -> None:
    """Refuse anybody but the host."""
    if who.person != table.host:
        raise NotHost(f"only {table.host_name}, the host of this table, may do that")


def check_gathering(table: Table) -> None:
    """Refuse what is for the time before a game."""
    if table.stage != "gathering":
        raise NotNow("the game has begun")


def sit(table: Table, who: Who, request: Sit) -> list[AnyEntry]:
    """Take a free chair."""
    check_seat(table, request.seat)
    chair = table.chairs[request.seat]
    if table.access == "closed" and not who.is_invited and who.person != table.host:
        raise NotInvited("this table is closed: its host can send you a link with an invitation")
    if table.club:
        raise NotNow("the seats of this table are given out on the page that it belongs to")
    if table.profile.is_race and table.seats_of(who.person):
        raise OneEach("players race here: every player needs a device of their own")
    if who.person in table.removed:
        raise NotWanted("the host of this table does not want you to sit here")
    if table.rated and not who.is_named:
        raise NotClaimed("this table is rated: claim your name first")
    if chair.kind == "person":
        mine = chair.person == who.person
        raise SeatTaken("you hold this seat already" if mine else f"{chair.name} sits there")
    if table.stage == "playing" and not (chair.is_vacated and not table.rated):
        raise NotNow("the game has begun: only a seat that somebody left can be taken now")
    if table.stage == "playing" and knows_another(table, who.person, request.seat):
        raise NotNow("you know the hand of another seat in this game: wait for the next one")
    name = who.name if uses_account_name(table, who) else clean_name(request.name)
    others = [seat for seat in range(len(table.chairs)) if seat != request.seat]
    namesake = next((seat for seat in others if table.chairs[seat].name == name), None)
    if namesake is not None and table.chairs[namesake].kind == "person":
        raise NameInUse(f"somebody called {name} sits at this table already: take another name")
    sat = Sat(request.seat, who.person, name, who.is_named)
    return [sat] if table.stage == "playing" else [sat, *renamed_bots(table, request.seat, name)]


def renamed_bots(table: Table, newcomer: int, name: str) -> list[AnyEntry]:
    """Other names for bots that are called nearly like somebody who sits down, or takes another name."""
    alike = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "bot" and is_nearly(chair.name, name)]
    renamed: list[BotSet] = []
    for seat in alike:
        if seat != newcomer:
            taken = {name, *(bot.name for bot in renamed)}
            renamed.append(new_bot(table, seat, table.chairs[seat].level, taken))
    return list(renamed)


def knows_another(table: Table, person: str, seat: int) -> bool:
    """Whether somebody has seen the secrets of another seat in the present game."""
    return table.match is not None and bool(table.match.held.get(person, set()) - {seat})


def uses_account_name(table: Table, who: Who) -> bool:
    """Whether somebody sits under the name of their account; further seats of one device have names of their own."""
    return who.is_named and bool(who.name) and not table.seats_of(who.person)


def stand(table: Table, who: Who, seat: int) -> list[AnyEntry]:
    """Give up a chair."""
    check_mine(table, who, seat)
    return [Stood(seat, stand_in(table.levels) if table.stage == "playing" else "")]


def forget(table: Table, person: str, now: int) -> Commit:
    """Somebody wants to be forgotten: their chairs are free, or played on by bots with names of their own."""
    level = stand_in(table.levels)
    playing = table.stage == "playing"
    seats = table.seats_of(person)
    entries: list[AnyEntry] = [
        Stood(seat, level, new_bot(table, seat, level).name) if playing else Stood(seat) for seat in seats
    ]
    if person == table.host and not seats:  # a host who sits hands the table on by standing up
        entries += [HandedOn(one.person, one.name) for one in table.chairs if one.kind == "person"][:1]
    return Commit(table.next_commit, max(now, table.last_at), entries)


def set_bot(table: Table, who: Who, request: SetBot) -> list[AnyEntry]:
    """Put a bot on a chair, or take it away."""
    check_host(table, who)
    check_gathering(table)
    check_seat(table, request.seat)
    if table.chairs[request.seat].kind == "person":
        raise SeatTaken(f"{table.chairs[request.seat].name} sits there")
    if not request.level:
        return [BotSet(request.seat, "", "")]
    check_level(table, request.level)
    return [new_bot(table, request.seat, request.level)]


def check_level(table: Table, level: str) -> None:
    """Refuse a bot that is not rated at a rated table."""
    if table.rated and level not in RATED_LEVELS:
        raise BadOptions(f"rated games are played with bots of the usual levels: {', '.join(RATED_LEVELS)}")


def new_bot(table: Table, seat: int, level: str, newcomers: Collection[str] = ()) -> BotSet:
    """A bot with a name of its own, little like those of the people at the table and of newcomers."""
    if level not in table.levels:
        raise BadOptions(f"{table.game.title} has no bot {quote(level)}; it has {', '.join(table.levels)}")
    others = [chair for other, chair in enumerate(table.chairs) if other != seat]
    people = {*newcomers, *(chair.name for chair in others if chair.kind == "person")}
    return BotSet(seat, level, free_bot_names(people, {chair.name for chair in others}, seat)[0])


def set_options(table: Table, who: Who, request: SetOptions) -> list[AnyEntry]:
    """Change the rules of the table, and its size."""
    check_host(table, who)
    check_gathering(table)
    table.game.check_seats(request.seats)
    if any(chair.kind == "person" for chair in table.chairs[request.seats :]):
        raise SeatTaken("somebody sits on a seat that would be taken away")
    return [OptionsSet(request.seats, plain_options(table, request.options))]


def plain_options(table: Table, given: dict[str, Any]) -> dict[str, Any]:
    """Options as they are kept: every one of them, checked."""
    chosen: dict[str, Any] = msgspec.to_builtins(table.game.read_options(given))
    return chosen


# -- games


def start(table: Table, who: Who) -> list[AnyEntry]:
    """Begin; bots take the free chairs."""
    check_host(table, who)
    check_gathering(table)
    return [*fill_chairs(table), new_deal(table)]


def fill_chairs(table: Table) -> list[AnyEntry]:
    """Bots of the game's usual level for the free chairs, each with a name that nobody has."""
    usual = table.game.usual_level
    level = usual if usual in table.levels else stand_in(table.levels)
    people = {chair.name for chair in table.chairs if chair.kind == "person"}
    names = iter(free_bot_names(people, {chair.name for chair in table.chairs}))
    return [BotSet(seat, level, next(names)) for seat, chair in enumerate(table.chairs) if chair.kind == "empty"]


def new_deal(table: Table) -> Started:
    """A key that nobody can foresee, and the salt of its promise."""
    key, salt = chance.fresh_key().hex(), chance.fresh_salt().hex()
    return Started(key, salt, table.game.rules_version, record=new_record_id())


def new_record_id() -> str:
    """The id of a record: nobody guesses it, and it says nothing of its table."""
    return "".join(secrets.choice(LETTERS) for _ in range(RECORD_LENGTH))


def make_move(table: Table, who: Who, request: MakeMove, now: int) -> tuple[Move, list[AnyEntry]]:
    """A move of a person, checked; it also ends the autopilot."""
    check_mine(table, who, request.seat)
    check_playing(table)
    assert table.match is not None
    if request.seen > table.number:
        raise Stale(f"update {request.seen} has not been yet: the last one is {table.number}")
    if table.match.moved.get(request.seat, -1) > request.seen:
        raise Stale("this seat has moved since: look again")
    if is_over_time(table, request.seat, now):
        raise TooLate("the time for this move is up")
    move = checked(table, request.seat, request.move)
    moved = Moved(request.seat, table.game.format_move(move), "person")
    entries: list[AnyEntry] = be_ready(table, who) if is_intermission(table) else []  # a seat that moves is ready
    if table.chairs[request.seat].autopilot:
        entries.append(AutopilotOff(request.seat))
    return move, [*entries, moved]


def check_playing(table: Table) -> None:
    """Refuse a move where there is no game."""
    if table.stage == "gathering":
        raise NotNow("the game has not begun")
    if table.paused_at is not None:
        raise NotNow("the table is paused")


def checked(table: Table, seat: int, text: str, judged: bool = False) -> Move:
    """A move from its text, once the rules of the game allow it. Moves are checked here and nowhere else."""
    assert table.match is not None
    if len(text) > LONGEST_MOVE:
        raise BadOptions("no move is so long")
    word = table.profile.clock_word
    if word and text.strip().lower().startswith(word):
        raise NotNow("that is the clock's move: nobody makes it by hand")
    race = table.profile.race_word
    if race and not judged and text.strip().lower().startswith(race):
        raise NotNow("players race for this: grab it, and the judge decides")
    move: Move = table.game.parse_move(text)
    table.match.position.check(seat, move)
    return move


def bot_moves(table: Table, seat: int, text: str, now: int) -> Decision:
    """A bot's move, on its own seat or for an absent person."""
    check_playing(table)
    if is_intermission(table):
        raise NotNow("bots wait until everybody is ready")
    chair = table.chairs[seat]
    if not chair.is_played_by_bot:
        raise NotYourSeat(f"no bot plays seat {seat}")
    move = checked(table, seat, text)
    moved = Moved(seat, table.game.format_move(move), "autopilot" if chair.autopilot else "bot")
    entries: list[AnyEntry] = [moved, AutopilotOff(seat)] if chair.is_helped else [moved]
    return Decision(Commit(table.next_commit, max(now, table.last_at), entries), move)


def take_back(table: Table, who: Who, seat: int) -> list[AnyEntry]:
    """Take a seat back from the bot that plays for it."""
    check_mine(table, who, seat)
    if not table.chairs[seat].autopilot:
        raise NotNow("no bot plays for you")
    return [AutopilotOff(seat)]


def hand_back(table: Table, person: str, now: int) -> Commit | None:
    """Somebody is back: the bots that play for them stop; None where none does, or where they have gone again."""
    if not table.people.of(person).is_here:
        return None
    seats = [seat for seat in table.seats_of(person) if table.chairs[seat].autopilot]
    entries: list[AnyEntry] = [AutopilotOff(seat) for seat in seats]
    return Commit(table.next_commit, max(now, table.last_at), entries) if entries else None


# -- what needs consent


def check_seated(table: Table, who: Who) -> None:
    """Refuse a spectator."""
    if not table.seats_of(who.person):
        raise NotYourSeat("you hold no seat here")


def all_agree(table: Table, who: Who, wishes: set[str]) -> bool:
    """Whether everybody present, the asking person included, wants the same; by the day, everybody at the table."""
    present = {person for person in table.persons() if table.hours or table.people.of(person).is_here}
    return present <= wishes | {who.person}


def ask_pause(table: Table, who: Who) -> list[AnyEntry]:
    """A pause begins when all present have asked for it."""
    check_seated(table, who)
    if table.hours:
        raise NotNow("a game by the day has no pauses: take days off instead")
    if table.stage != "playing" or table.paused_at is not None:
        raise NotNow("there is nothing to pause")
    asked: list[AnyEntry] = [PauseAsked(who.person)]
    return [*asked, Paused()] if all_agree(table, who, table.wants_pause) else asked


def resume(table: Table, who: Who) -> list[AnyEntry]:
    """One player is enough to go on, or to take the wish for a pause from the table."""
    check_seated(table, who)
    if table.paused_at is None and not table.wants_pause:
        raise NotNow("the table is not paused")
    return [Resumed()]


def be_ready(table: Table, who: Who) -> list[AnyEntry]:
    """The intermission ends when all present are ready."""
    check_seated(table, who)
    if not is_intermission(table) or table.match is None:
        raise NotNow("nobody waits for you")
    ready: list[AnyEntry] = [Readied(who.person)]
    return [*ready, WentOn()] if all_agree(table, who, table.match.ready) else ready


def give_signal(table: Table, who: Who, seat: int) -> list[AnyEntry]:
    """The reveal that waits for a seat follows its signal."""
    check_mine(table, who, seat)
    check_playing(table)
    if table.match is None or table.match.signal != seat or is_intermission(table):
        raise NotNow("nobody waits for your signal")
    return [Signalled(seat)]


def ask_rematch(table: Table, who: Who) -> list[AnyEntry]:
    """The next game begins when all present have asked for it."""
    check_seated(table, who)
    if table.stage != "over":
        raise NotNow("this game is not over")
    if table.club:
        raise NotNow("this table plays one game: go back to where it belongs")
    asked: list[AnyEntry] = [RematchAsked(who.person)]
    if not all_agree(table, who, table.wants_rematch):
        return asked
    return [*asked, *fill_chairs(table), new_deal(table)]


def speaker(table: Table, who: Who) -> str:
    """The name under which somebody speaks: players and the host may."""
    if who.person in table.removed:
        raise NotWanted("the host of this table has removed you")
    mine = table.seats_of(who.person)
    if mine:
        return table.chairs[mine[0]].name
    if who.person == table.host:
        return table.host_name
    raise NotYourSeat("spectators listen: take a seat to speak")
