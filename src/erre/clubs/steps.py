"""What people may do with an evening. A step changes the evening in place, or refuses with a reason."""

from __future__ import annotations

from collections import Counter
from random import Random

from erre.clubs import pairing
from erre.clubs.deals import derived
from erre.clubs.evening import (
    BOT,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SCORE,
    Evening,
    Member,
    NotThisStage,
    Result,
    Round,
    Setup,
    TablePlan,
)
from erre.clubs.scoring import ranks_by_score, standings
from erre.core.errors import BadOptions

MINUTE = 60_000  # milliseconds


def check_setup(setup: Setup, least: int, most: int) -> None:
    """Refuse settings that make no evening; `least` and `most` are the seats that the game allows."""
    if not least <= setup.seats <= most:
        raise BadOptions(f"this game has {least} to {most} seats at a table")
    if not 1 <= setup.rounds <= MOST_ROUNDS:
        raise BadOptions(f"an evening has 1 to {MOST_ROUNDS} rounds")
    if not 0 <= setup.minutes <= MOST_MINUTES:
        raise BadOptions(f"a round lasts 1 to {MOST_MINUTES} minutes, or 0 for no timer")
    if setup.duplicate and setup.paper:
        raise BadOptions("the same deals cannot be dealt with real cards: play a duplicate tournament on this server")
    if setup.seating == "alone" and setup.paper:
        raise BadOptions("bots play only at tables of this server")
    if setup.seating == "alone" and not setup.bots:
        raise BadOptions("choose the level of the bots that everybody plays against")


def check_running(evening: Evening) -> None:
    """Refuse to change an evening that is over."""
    if evening.is_ended:
        raise NotThisStage("this evening is over")


# -- who is there


def join(evening: Evening, person: str, name: str) -> Member:
    """Somebody comes, or comes back."""
    check_running(evening)
    known = evening.member_of(person)
    if known is not None:
        known.is_out = False
        return known
    if len(evening.members) >= MOST_PLAYERS:
        raise BadOptions(f"an evening has at most {MOST_PLAYERS} players")
    taken = {member.name.casefold() for member in evening.members}
    shown, count = name, 2
    while shown.casefold() in taken:
        shown, count = f"{name} {count}", count + 1
    evening.members.append(Member(len(evening.members), shown, person, joined=len(evening.begun())))
    return evening.members[-1]


def set_out(evening: Evening, number: int, is_out: bool) -> None:
    """Somebody goes home, or is back: from the next round on."""
    check_running(evening)
    evening.member(number).is_out = is_out


# -- rounds


def plan_round(evening: Evening, least: int) -> Round:
    """Seat everybody for the next round; the host may still change it."""
    check_running(evening)
    if evening.stage == "planned":
        evening.rounds.pop()
    if evening.stage == "playing":
        raise NotThisStage("tables of this round are still playing")
    if len(evening.begun()) >= MOST_ROUNDS:
        raise BadOptions(f"an evening has at most {MOST_ROUNDS} rounds")
    setup, active = evening.setup, evening.active
    if len(active) < (1 if setup.bots and not setup.paper else 2):
        raise NotThisStage("nobody is here yet: players join by the link or the code")
    number = len(evening.begun())
    luck = Random(derived(evening.secret, f"seating {number} {len(active)}"))
    ranked = [line.number for line in standings(evening) if not evening.members[line.number].is_out]
    if not evening.begun():
        luck.shuffle(ranked)
    groups = groups_for(evening, ranked, least, luck)
    seated = {player for group in groups for player in group}
    if not groups:
        raise NotThisStage(f"too few players for a table: {least} are needed, or let bots fill the tables")
    played = [table.seats for one in evening.begun() for table in one.tables]
    sat = Counter((player, seat) for seats in played for seat, player in enumerate(seats))
    tables = [TablePlan(pairing.seat_order(group, size_of(setup, group), sat, luck)) for group in groups]
    if setup.seating == "alone":  # everybody on the same seat, another one in each round
        tables = [TablePlan(alone_at(number % setup.seats, setup.seats, player)) for (player,) in groups]
    evening.rounds.append(Round(tables, [player for player in active if player not in seated]))
    return evening.rounds[-1]


def alone_at(seat: int, seats: int, player: int) -> list[int]:
    """A table of one person and bots."""
    return [player if at == seat else BOT for at in range(seats)]


def size_of(setup: Setup, group: list[int]) -> int:
    """The seats of a table: all of them where bots fill up."""
    return setup.seats if setup.bots and not setup.paper else len(group)


def groups_for(evening: Evening, ranked: list[int], least: int, luck: Random) -> list[list[int]]:
    """The players of each table of the next round."""
    setup = evening.setup
    if setup.seating == "alone":
        return [[player] for player in ranked]
    has_bots = bool(setup.bots) and not setup.paper
    least = setup.seats if setup.duplicate else least  # matchpoints compare seats of equal tables
    byes = Counter(player for one in evening.begun() for player in one.byes)
    sizes = pairing.table_sizes(len(ranked), setup.seats, least, has_bots)
    out = pairing.sitting_out(ranked, byes, len(ranked) - sum(sizes))
    players = [player for player in ranked if player not in out]
    met = pairing.meetings(table.seats for one in evening.begun() for table in one.tables)
    match setup.seating:
        case "swiss":
            return pairing.swiss(players, sizes, met, luck)
        case "all":
            return pairing.meeting_all(players, sizes, met, luck)
        case "fixed":
            return pairing.in_order(sorted(players), sizes)
        case _:
            return pairing.at_random(players, sizes, luck)


def swap(evening: Evening, one: int, other: int) -> None:
    """The host exchanges two players of a planned round, or one who plays with one who sits out."""
    if evening.stage != "planned":
        raise NotThisStage("seats are changed after they are drawn and before the round begins")
    evening.member(one), evening.member(other)
    planned = evening.rounds[-1]
    places = [*(table.seats for table in planned.tables), planned.byes]
    if not all(any(player in place for place in places) for player in (one, other)):
        raise BadOptions("both players must be part of this round")
    trade = {one: other, other: one}
    for table in planned.tables:
        table.seats = [trade.get(player, player) for player in table.seats]
    planned.byes = [trade.get(player, player) for player in planned.byes]


def start_round(evening: Evening, now: int, tables: list[str]) -> None:
    """The planned round begins; `tables` are the ids of its live tables, none for real ones."""
    if evening.stage != "planned":
        raise NotThisStage("draw the seats first")
    planned = evening.rounds[-1]
    for plan, table in zip(planned.tables, tables, strict=bool(tables)):
        plan.table = table
    planned.started = now
    planned.ends = now + evening.setup.minutes * MINUTE if evening.setup.minutes else 0


def extend(evening: Evening, minutes: int, now: int) -> None:
    """Give the running round more time, or less."""
    if evening.stage != "playing":
        raise NotThisStage("no round is being played")
    if not -MOST_MINUTES <= minutes <= MOST_MINUTES:
        raise BadOptions("that is too long")
    running = evening.rounds[-1]
    running.ends = max(now, (running.ends or now) + minutes * MINUTE)


def end(evening: Evening) -> None:
    """The evening is over: a planned round is dropped, one that is being played must be over."""
    check_running(evening)
    if evening.stage == "playing":
        raise NotThisStage("tables of this round are still playing")
    if evening.stage == "planned":
        evening.rounds.pop()
    evening.is_ended = True


# -- results


def note_game(evening: Evening, table: str, result: Result) -> bool:
    """Enter the result of a live table; False where it is none of a table that waits for one."""
    for one in evening.begun():
        for plan in one.tables:
            if plan.table == table and plan.result is None:
                plan.result = result
                return True
    return False


def enter_scores(evening: Evening, round_no: int, table_no: int, scores: list[int], by: str) -> None:
    """Enter or correct the scores of a table by hand."""
    check_running(evening)
    plan = evening.find_table(round_no, table_no)
    if not evening.rounds[round_no].started:
        raise NotThisStage("this round has not begun")
    if by != "host" and (plan.result is not None or not evening.setup.paper):
        raise NotThisStage("this table has a result already: the host can correct it")
    if len(scores) != len(plan.seats) or not all(abs(score) <= MOST_SCORE for score in scores):
        raise BadOptions(f"a whole number for each of the {len(plan.seats)} seats is needed")
    record = plan.result.record if plan.result else ""
    plan.result = Result(scores, ranks_by_score(scores), record, by)


def seat_of(evening: Evening, person: str) -> tuple[int, int, int] | None:
    """The round, table and seat of a person in the round that is on, each from 0."""
    member = evening.member_of(person)
    if member is None or not evening.begun():
        return None
    round_no = len(evening.begun()) - 1
    for table_no, plan in enumerate(evening.rounds[round_no].tables):
        if member.number in plan.seats:
            return round_no, table_no, plan.seats.index(member.number)
    return None


def is_bot(number: int) -> bool:
    """Whether a number stands for a bot."""
    return number == BOT
