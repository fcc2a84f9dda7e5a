"""What people may do with an evening. A step changes the evening in place, or refuses with a reason."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

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
    Result,
    Round,
    Setup,
    TablePlan,
    TimeUp,
)
from erre.clubs.refusals import BadEvening, NotThisStage
from erre.clubs.scoring import ranks_by_score, standings

MINUTE = 60_000  # milliseconds


def check_setup(setup: Setup, least: int, most: int) -> None:
    """Refuse settings that make no evening; `least` and `most` are the seats that the game allows."""
    if not least <= setup.seats <= most:
        raise BadEvening("seats", least=least, most=most)
    if not 1 <= setup.rounds <= MOST_ROUNDS:
        raise BadEvening("rounds", most=MOST_ROUNDS)
    check_timer(setup, setup.minutes, setup.time_up)
    if setup.duplicate and setup.paper:
        raise BadEvening("duplicate_paper")
    if setup.seating == "alone" and setup.paper:
        raise BadEvening("alone_paper")
    if setup.seating == "alone" and not setup.bots:
        raise BadEvening("alone_bots")


def check_timer(setup: Setup, minutes: int, time_up: TimeUp) -> None:
    """Refuse a timer that cannot be."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise BadEvening("minutes", most=MOST_MINUTES)
    if setup.paper and time_up == "close":
        raise BadEvening("close_paper")


def check_running(evening: Evening) -> None:
    """Refuse to change an evening that is over."""
    if evening.is_ended:
        raise NotThisStage("over")


# -- who is there


def join(evening: Evening, person: str, name: str) -> Member:
    """Somebody comes, or comes back."""
    check_running(evening)
    known = evening.member_of(person)
    if known is not None:
        known.is_out = False
        return known
    if len(evening.members) >= MOST_PLAYERS:
        raise BadEvening("most_players", most=MOST_PLAYERS)
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
        raise NotThisStage("still_playing")
    if len(evening.begun()) >= MOST_ROUNDS:
        raise BadEvening("rounds", most=MOST_ROUNDS)
    setup, active = evening.setup, evening.active
    if len(active) < (1 if setup.bots and not setup.paper else 2):
        raise NotThisStage("nobody_here")
    number = len(evening.begun())
    luck = Random(derived(evening.secret, f"seating {number} {len(active)}"))
    ranked = [line.number for line in standings(evening) if not evening.members[line.number].is_out]
    if not evening.begun():
        luck.shuffle(ranked)
    groups = groups_for(evening, ranked, least, luck)
    seated = {player for group in groups for player in group}
    if not groups:
        raise NotThisStage("too_few", least=least)
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
        raise NotThisStage("swap_when_planned")
    evening.member(one), evening.member(other)
    planned = evening.rounds[-1]
    places = [*(table.seats for table in planned.tables), planned.byes]
    if not all(any(player in place for place in places) for player in (one, other)):
        raise BadEvening("not_in_round")
    trade = {one: other, other: one}
    for table in planned.tables:
        table.seats = [trade.get(player, player) for player in table.seats]
    planned.byes = [trade.get(player, player) for player in planned.byes]


def start_round(evening: Evening, now: int, tables: list[str]) -> None:
    """The planned round begins; `tables` are the ids of its live tables, none for real ones."""
    if evening.stage != "planned":
        raise NotThisStage("draw_first")
    planned = evening.rounds[-1]
    for plan, table in zip(planned.tables, tables, strict=bool(tables)):
        plan.table = table
    planned.started = now
    planned.ends = now + evening.setup.minutes * MINUTE if evening.setup.minutes else 0


def extend(evening: Evening, minutes: int, now: int) -> None:
    """Give the running round more time, or less."""
    if evening.stage != "playing":
        raise NotThisStage("no_round")
    if not -MOST_MINUTES <= minutes <= MOST_MINUTES:
        raise BadEvening("minutes", most=MOST_MINUTES)
    running = evening.rounds[-1]
    running.ends = max(now, (running.ends or now) + minutes * MINUTE)


def set_timer(evening: Evening, minutes: int, time_up: TimeUp) -> None:
    """How long the rounds from the next one on last, and what happens from now on when the time of a round is up."""
    check_running(evening)
    check_timer(evening.setup, minutes, time_up)
    evening.setup = msgspec.structs.replace(evening.setup, minutes=minutes, time_up=time_up)


def must_close(evening: Evening, now: int) -> bool:
    """Whether bots have to finish the tables of the running round."""
    if evening.stage != "playing" or evening.setup.time_up != "close":
        return False
    running = evening.rounds[-1]
    return running.is_closed or (bool(running.ends) and now >= running.ends)


def close_round(evening: Evening, now: int) -> None:
    """The time of the running round is up."""
    if not must_close(evening, now):
        raise NotThisStage("no_round")
    evening.rounds[-1].is_closed = True


def end(evening: Evening) -> None:
    """The evening is over: a planned round is dropped, one that is being played must be over."""
    check_running(evening)
    if evening.stage == "playing":
        raise NotThisStage("still_playing")
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
        raise NotThisStage("not_begun")
    if by != "host" and (plan.result is not None or not evening.setup.paper):
        raise NotThisStage("has_result")
    if len(scores) != len(plan.seats) or not all(abs(score) <= MOST_SCORE for score in scores):
        raise BadEvening("scores", seats=len(plan.seats))
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
