"""What profiles show beyond a person's own games: their results against each opponent."""

from __future__ import annotations

from collections import Counter

import msgspec

from erre.server.storage.contract import Player
from erre.server.storage.work import Work, rows_of, value_of
from erre.table.forgetting import FORGOTTEN

MOST_MEETINGS = 5000  # with one opponent in one game each; the newest


class Rival(msgspec.Struct, frozen=True):
    """An opponent in one game, counted from the player's side."""

    name: str
    is_bot: bool
    has_page: bool  # a bot, or a person with a claimed name
    portrait: str
    game: str
    played: int
    won: int  # the player was placed before the opponent
    lost: int


def rivals_of(player: Player, *, is_own: bool) -> Work[list[Rival]]:
    """All opponents of a player, those met most first.

    Others learn only of games at open tables, and of opponents who have a page themselves.
    """
    column, value = ("bot", player.bot) if player.bot else ("person", player.person)
    query = f"""
        SELECT other.person, other.bot, other.name, people.name, people.handle, people.portrait, game,
            own.rank, other.rank
        FROM players AS own JOIN players AS other ON other.record = own.record AND other.seat <> own.seat
        JOIN records ON records.id = own.record LEFT JOIN people ON people.id = other.person
        WHERE own.{column} = ? AND records.given = 0 {"" if is_own else "AND records.access = 'open'"}
        ORDER BY ended DESC, own.record, other.seat LIMIT {MOST_MEETINGS}
    """
    found: dict[tuple[str, str], Rival] = {}
    counts: Counter[tuple[str, str, str]] = Counter()
    for person, bot, then, now, handle, portrait, game, rank, other in (yield from rows_of(query, value)):
        has_page = bool(bot) or handle is not None
        if then == FORGOTTEN or person == player.person or not (has_page or (is_own and person)):
            continue
        key = (f"bot:{bot}" if bot else person, game)
        found.setdefault(key, Rival(bot or now or then, bool(bot), has_page, portrait or "", game, 0, 0, 0))
        counts[(*key, "played")] += 1
        counts[(*key, "won")] += rank < other
        counts[(*key, "lost")] += rank > other
    told = [
        msgspec.structs.replace(rival, **{what: counts[(*key, what)] for what in ("played", "won", "lost")})
        for key, rival in found.items()
    ]
    return sorted(told, key=lambda one: (-one.played, one.name, one.game))


def portrait_of(person: str | None) -> Work[str]:
    """The portrait that somebody has chosen."""
    portrait: str | None = yield from value_of("SELECT portrait FROM people WHERE id = ?", person or "")
    return portrait or ""
