"""What a person sees of an evening, field by field: nothing about a running deal, no person's id, no secret."""

from __future__ import annotations

from erre.clubs.deals import commitment_to, deal_of, derived
from erre.clubs.evening import BOT, Evening, Round
from erre.clubs.scoring import WIN, all_shares, is_shown, rounded, standings
from erre.clubs.steps import seat_of
from erre.server.clubs.club_types import (
    DealProof,
    EveningLine,
    EveningView,
    JournalLine,
    PlayerInfo,
    RoundInfo,
    SeasonInfo,
    TableResult,
)
from erre.server.storage.clubs import Season, Step, Stored

HOST_AWAY = 10 * 60_000  # milliseconds without a sign of the host, after which a player may take over
SHOWN_STEPS = 30


def sheet_word(evening: Evening, table: int) -> str:
    """The word on the result sheet of a table, the same in every round."""
    return derived(evening.secret, f"sheet {table}").hex()[:12]


def deal_name(round_no: int) -> str:
    """The name of a round's deal under the evening's secret."""
    return f"deal {round_no}"


def club_of(evening: str) -> str:
    """The page that the tables of an evening belong to."""
    return f"/evenings/{evening}"


def is_host_away(stored: Stored, now: int) -> bool:
    """Whether the host has disappeared."""
    return not stored.evening.is_ended and now - stored.host_seen > HOST_AWAY


def name_of(evening: Evening, number: int) -> str:
    """A player's name; empty for a bot."""
    return "" if number == BOT else evening.members[number].name


def line_of(stored: Stored, person: str) -> EveningLine:
    """An evening in a list."""
    evening = stored.evening
    setup, is_host = evening.setup, bool(person) and evening.host == person
    count = len(evening.members)
    return EveningLine(
        evening.id, setup.name, setup.game, evening.stage, evening.created, count, is_host, setup.duplicate
    )


def season_info(season: Season) -> SeasonInfo:
    """A season in a list."""
    return SeasonInfo(season.id, season.name, season.best)


def view_of(
    stored: Stored,
    person: str,
    now: int,
    season: Season | None = None,
    journal: list[Step] | None = None,
    mine: list[Season] | None = None,
) -> EveningView:
    """An evening as a person sees it."""
    evening, setup = stored.evening, stored.evening.setup
    is_host = bool(person) and evening.host == person
    me, place = evening.member_of(person), seat_of(evening, person)
    table = evening.find_table(place[0], place[1]) if place and evening.stage == "playing" else None
    host = next((member.name for member in evening.members if member.person == evening.host and evening.host), "")
    steps = journal or []
    may_undo = is_host and not (evening.is_ended and setup.duplicate)
    return EveningView(
        id=evening.id,
        revision=stored.revision,
        now=now,
        name=setup.name,
        game=setup.game,
        options=setup.options,
        seats=setup.seats,
        round_count=setup.rounds,
        seating=setup.seating,
        minutes=setup.minutes,
        time_up=setup.time_up,
        bots=setup.bots,
        duplicate=setup.duplicate,
        paper=setup.paper,
        stage=evening.stage,
        host=host,
        is_host=is_host,
        host_away=is_host_away(stored, now),
        me=me.number if me else None,
        my_table=table.table if table and table.result is None else "",
        my_table_number=place[1] if place and table and table.result is None else None,
        players=[PlayerInfo(one.number, one.name, one.is_out, bool(one.person)) for one in evening.members],
        rounds=[round_info(evening, number, person, is_host) for number in range(len(evening.rounds))],
        standings=standings(evening),
        season=season_info(season) if season else None,
        my_seasons=[season_info(one) for one in mine or []],
        undoes=next((step.what for step in steps if step.can_undo), "") if may_undo else "",
        journal=[JournalLine(step.at, step.what) for step in steps[:SHOWN_STEPS]] if is_host else [],
        promise=commitment_to(evening.secret),
        secret=evening.secret if evening.is_ended else "",
        deals=proofs_of(evening),
    )


def proofs_of(evening: Evening) -> list[DealProof]:
    """The promises about all deals of a tournament, with the keys once it is over."""
    if not evening.setup.duplicate:
        return []
    found = []
    for number in range(max(evening.setup.rounds, len(evening.rounds))):
        deal = deal_of(evening.secret, deal_name(number))
        is_open = evening.is_ended
        found.append(DealProof(deal.commitment, deal.key.hex() if is_open else "", deal.salt.hex() if is_open else ""))
    return found


def round_info(evening: Evening, number: int, person: str, is_host: bool) -> RoundInfo:
    """A round as a person sees it."""
    one = evening.rounds[number]
    tables = [table_result(evening, one, number, at, person, is_host) for at in range(len(one.tables))]
    return RoundInfo(number, tables, list(one.byes), one.started, one.ends, one.is_closed, one.is_done)


def table_result(evening: Evening, one: Round, round_no: int, table_no: int, person: str, is_host: bool) -> TableResult:
    """A table of a round as a person sees it."""
    plan, duplicate = one.tables[table_no], evening.setup.duplicate
    shown = plan.result if is_shown(evening, one, plan.result) else None
    me = evening.member_of(person)
    is_mine = me is not None and me.number in plan.seats
    unit = 100 if duplicate else WIN
    earned = all_shares(evening)[round_no] if one.started else {}
    points = [rounded(unit * earned[player]) if player in earned and shown else None for player in plan.seats]
    return TableResult(
        number=table_no,
        seats=list(plan.seats),
        names=[name_of(evening, player) for player in plan.seats],
        is_done=plan.result is not None,
        table=plan.table if is_mine or not duplicate else "",
        scores=list(shown.scores) if shown else [],
        points=points,
        record=shown.record if shown and (evening.is_ended or not duplicate) else "",
        by=shown.by if shown else "",
        word=sheet_word(evening, table_no) if is_host and evening.setup.paper else "",
    )
