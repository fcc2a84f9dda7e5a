"""Why an evening refuses something: a reason that pages say in the reader's language, and the same in English."""

from __future__ import annotations

from typing import Literal

from erre.core.errors import BadOptions, Refusal

Reason = Literal[
    "over",
    "still_playing",
    "nobody_here",
    "too_few",
    "swap_when_planned",
    "draw_first",
    "no_round",
    "not_begun",
    "has_result",
    "enter_scores",
    "compare_later",
    "not_a_player",
    "host_is_here",
    "own_device",
    "seats_changed",
    "no_paper_round",
    "other_round",
    "nothing_to_undo",
    "deals_are_open",
    "day_is_not_over",
    "host_only",
    "players_only",
    "season_host_only",
    "sheet_needed",
    "seats",
    "rounds",
    "minutes",
    "duplicate_paper",
    "alone_paper",
    "alone_bots",
    "close_paper",
    "no_such_bot",
    "no_shared_deal",
    "race_alone",
    "most_players",
    "not_in_round",
    "scores",
    "no_such_player",
    "no_such_table",
    "no_device",
    "best_evenings",
    "most_evenings",
    "most_seasons",
]

WORDS: dict[Reason, str] = {
    "over": "this evening is over",
    "still_playing": "tables of this round are still playing",
    "nobody_here": "nobody is here yet: players join by the link or the code",
    "too_few": "too few players for a table: {least} are needed, or let bots fill the tables",
    "swap_when_planned": "seats are changed after they are drawn and before the round begins",
    "draw_first": "draw the seats first",
    "no_round": "no round is being played",
    "not_begun": "this round has not begun",
    "has_result": "this table has a result already: the host can correct it",
    "enter_scores": "this table has a result, or is played with real cards: enter its scores",
    "compare_later": "the deals can be compared when the tournament is over",
    "not_a_player": "you do not take part in this evening",
    "host_is_here": "the host is here, or was a moment ago",
    "own_device": "players of live tables join with their own device: show them the code",
    "seats_changed": "the seats have changed meanwhile: look again",
    "no_paper_round": "no round with real cards is being played",
    "other_round": "another round has begun meanwhile: look again",
    "nothing_to_undo": "there is nothing to undo",
    "deals_are_open": "the deals are open now: this tournament stays as it ended",
    "day_is_not_over": "the deals of a day are opened when the day is over",
    "host_only": "only the host of this evening may do that",
    "players_only": "only players of this evening can become its host",
    "season_host_only": "only the host of a season adds evenings to it",
    "sheet_needed": "the code of this table is needed: scan its sheet",
    "seats": "this game has {least} to {most} seats at a table",
    "rounds": "an evening has 1 to {most} rounds",
    "minutes": "a round lasts 1 to {most} minutes, or 0 for no timer",
    "duplicate_paper": "the same deals cannot be dealt with real cards: play a duplicate tournament on this server",
    "alone_paper": "bots play only at tables of this server",
    "alone_bots": "choose the level of the bots that everybody plays against",
    "close_paper": "bots cannot finish a table with real cards: choose a signal",
    "no_such_bot": "{game} has no such bot; it has {levels}",
    "no_shared_deal": "{game} has no deal that two tables could share",
    "race_alone": "{game} is a race: nobody plays it alone for points",
    "most_players": "an evening has at most {most} players",
    "not_in_round": "both players must be part of this round",
    "scores": "a whole number for each of the {seats} seats is needed",
    "no_such_player": "there is no such player here",
    "no_such_table": "there is no such table in this evening",
    "no_device": "the host needs a device of their own",
    "best_evenings": "0 to {most} evenings count",
    "most_evenings": "you host {most} evenings already: end one of them first",
    "most_seasons": "you have {most} seasons already",
}


class ClubRefusal(Refusal):
    """A refusal with a reason and its numbers."""

    def __init__(self, reason: Reason, **values: int | str) -> None:
        super().__init__(WORDS[reason].format(**values))
        self.reason, self.values = reason, values


class NotTheHost(ClubRefusal):
    """Only the host of an evening may do that."""

    code = "not_host"


class NotThisStage(ClubRefusal):
    """The evening is not at that point."""

    code = "not_now"


class BadEvening(ClubRefusal, BadOptions):
    """Settings or numbers that make no evening."""

    rule = None


class TooManyEvenings(ClubRefusal):
    """A host has as many evenings or seasons as one may have."""

    code = "too_many_tables"
