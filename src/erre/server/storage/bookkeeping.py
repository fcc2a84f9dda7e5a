"""Writes and reads what is stored about games and people, as pieces of work for every database."""

from __future__ import annotations

import json
import secrets
from itertools import groupby
from typing import Any

import msgspec

from erre.core.gamefile import sealed
from erre.server.storage import clubs
from erre.server.storage.contract import (
    Bids,
    Chaired,
    Finished,
    NameTaken,
    Person,
    Player,
    Profile,
    RecordLine,
    Standing,
    StorageFailed,
)
from erre.server.storage.personal import device_id, export_of, forget_rows
from erre.server.storage.ratings import SETTLED, START_MU, START_SIGMA, rate, shown
from erre.server.storage.work import Hold, Work, do, rows_of, value_of
from erre.table.clean_text import look_of
from erre.table.forgetting import FORGOTTEN

# -- finished games


def keep_game(game: Finished) -> Work[list[Standing]]:
    """Write a finished game once, with its ratings."""
    yield Hold(f"record {game.id}")
    if (yield from value_of("SELECT id FROM records WHERE id = ?", game.id)) is not None:
        return []
    for seat, player in enumerate(game.players):
        known = not player.person or (yield from value_of("SELECT id FROM people WHERE id = ?", player.person))
        if not known:  # forgotten since the game began: nothing of them comes back
            game = without_player(game, seat)
    yield from do(
        """
        INSERT INTO records (id, table_id, game, ended, scores, text, access, given, bids, sealed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        *(game.id, game.table, game.game, game.ended, json.dumps(game.scores), game.text),
        *(game.access, int(game.given), json.dumps(game.bids) if game.bids else "", game.sealed),
    )
    yield from clubs.note_game(game)
    rated = (yield from rate_game(game)) if game.rated else []
    for seat, player in enumerate(game.players):
        rating = rated[seat].rating if rated else None
        yield from do(
            "INSERT INTO players (record, seat, name, person, bot, rank, rating) VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(game.id, seat, player.name, player.person, player.bot, game.ranks[seat], rating),
        )
    return rated


def without_player(game: Finished, seat: int) -> Finished:
    """A finished game in which a seat's player has no name."""
    players = [Player(FORGOTTEN) if at == seat else player for at, player in enumerate(game.players)]
    return msgspec.structs.replace(game, players=players, text=without_name(game.text, seat))


def rate_game(game: Finished) -> Work[list[Standing]]:
    """New ratings for all who played; nobody is rated where somebody cannot be, or sits twice."""
    keys = [key for player in game.players if (key := key_of(player)) is not None]
    people = [player.person for player in game.players if player.person]
    if len(keys) < len(game.players) or len(set(people)) < len(people):
        return []
    for key in sorted(set(keys)):  # in one order, so that two games never wait for each other
        yield Hold(f"rating {game.game} {key}")
    before = []
    for key in keys:
        found = yield from rows_of("SELECT mu, sigma, games FROM ratings WHERE player = ? AND game = ?", key, game.game)
        before.append(tuple(found[0]) if found else (START_MU, START_SIGMA, 0))
    after = rate([(mu, sigma) for mu, sigma, _ in before], game.ranks)
    for key, (_, _, games) in zip(keys, before, strict=True):
        mine = [new for other, new in zip(keys, after, strict=True) if other == key]  # a bot may sit twice
        mu, sigma = (sum(part) / len(mine) for part in zip(*mine, strict=True))
        yield from do(
            """
            INSERT INTO ratings (player, game, mu, sigma, games) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (player, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
            """,
            *(key, game.game, mu, sigma, games + 1),
        )
    rated = []
    for key in keys:
        rated += yield from standings("player = ? AND game = ?", key, game.game)
    return rated


def record_text(record: str) -> Work[str | None]:
    """The text of a record."""
    text: str | None = yield from value_of("SELECT text FROM records WHERE id = ?", record)
    return text


READABLE = """
    (records.sealed = '' AND (records.access = 'open' OR EXISTS (
        SELECT 1 FROM players AS own WHERE own.record = records.id AND own.person = ?
    )))
"""


def may_read(record: str, person: str) -> Work[bool]:
    """Whether somebody may read a record."""
    query = f"SELECT 1 FROM records WHERE id = ? AND ({READABLE} OR (access = 'shared' AND sealed = ''))"
    return (yield from value_of(query, record, person)) is not None


def newest_records(person: str, limit: int) -> Work[list[RecordLine]]:
    """The newest finished games that somebody may read."""
    chosen = f"""
        SELECT id AS record, 0 AS seat, NULL AS rank, NULL AS rating FROM records
        WHERE {READABLE} ORDER BY ended DESC, id LIMIT ?
    """
    return (yield from record_lines(chosen, person, limit))


def record_lines(chosen: str, *values: object) -> Work[list[RecordLine]]:
    """Finished games whose record, seat, rank and rating a query gives, the newest first."""
    query = f"""
        SELECT chosen.record, chosen.seat, chosen.rank, chosen.rating, game, ended, scores, players.name
        FROM ({chosen}) AS chosen JOIN records ON records.id = chosen.record JOIN players ON players.record = records.id
        ORDER BY ended DESC, chosen.record, chosen.seat, players.seat
    """
    lines = []
    for _, together in groupby((yield from rows_of(query, *values)), key=lambda row: (row[0], row[1])):
        rows = list(together)
        record, _, rank, rating, game, ended, scores, _ = rows[0]
        lines.append(RecordLine(record, game, ended, [row[7] for row in rows], json.loads(scores), rank, rating))
    return lines


# -- people


def new_person(name: str) -> Person:
    """A person with a new id."""
    return Person(secrets.token_hex(16), name)


def make_person(person: Person, token_hash: bytes, device: str, now: int) -> Work[Person]:
    """Insert a new person with the token of their device."""
    yield from do(
        "INSERT INTO people (id, name, handle, seen) VALUES (?, ?, NULL, ?) ON CONFLICT (id) DO NOTHING",
        *(person.id, person.name, now),
    )
    yield from add_token(person.id, token_hash, device, now)
    return person


def add_token(person: str, token_hash: bytes, name: str, now: int) -> Work[None]:
    """Add the token of another device of a person."""
    yield from person_of(person)
    yield from do(
        "INSERT INTO tokens (hash, person, name, seen) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
        *(token_hash, person, name, now),
    )


def sign_out(person: str, device: str) -> Work[list[bytes]]:
    """Delete the tokens of a device."""
    rows = yield from rows_of("SELECT hash FROM tokens WHERE person = ?", person)
    gone = [bytes(row[0]) for row in rows if device_id(bytes(row[0])) == device]
    for token_hash in gone:
        yield from do("DELETE FROM tokens WHERE hash = ?", token_hash)
    return gone


def note_seen(token_hash: bytes, now: int) -> Work[None]:
    """Note when a device was last seen."""
    yield from do("UPDATE tokens SET seen = ? WHERE hash = ?", now, token_hash)
    yield from do("UPDATE people SET seen = ? WHERE id = (SELECT person FROM tokens WHERE hash = ?)", now, token_hash)


def owner_of(name: str) -> Work[str | None]:
    """The person who owns a name."""
    owner: str | None = yield from value_of(
        "SELECT id FROM people WHERE handle = ? OR handle = ? LIMIT 1", look_of(name), name.casefold()
    )
    return owner


def forget_strangers(before: int, seated: frozenset[str] = frozenset()) -> Work[int]:
    """Forget people who have no finished game, sit at no table and are long gone."""
    query = """
        SELECT id FROM people WHERE seen < ? AND handle IS NULL
        AND NOT EXISTS (SELECT 1 FROM players WHERE person = people.id)
    """
    strangers = [row[0] for row in (yield from rows_of(query, before)) if row[0] not in seated]
    for person in strangers:
        yield from forget_rows(person)
    return len(strangers)


def forget_records(before: int, of_bots_before: int) -> Work[int]:
    """Delete games that ended before a time, and games without a person that ended before another."""
    query = """
        SELECT id FROM records WHERE ended < ? OR (ended < ? AND id NOT IN
        (SELECT record FROM players WHERE bot = ''))
    """
    gone = [row[0] for row in (yield from rows_of(query, before, of_bots_before))]
    for record in gone:
        yield Hold(f"record {record}")
        yield from do("DELETE FROM players WHERE record = ?", record)
        yield from do("DELETE FROM records WHERE id = ?", record)
    return len(gone)


def person_by_token(token_hash: bytes) -> Work[Person | None]:
    """The person that a token belongs to."""
    query = "SELECT id, people.name, handle, portrait FROM tokens JOIN people ON people.id = person WHERE hash = ?"
    rows = yield from rows_of(query, token_hash)
    return Person(rows[0][0], rows[0][1], rows[0][2] is not None, rows[0][3]) if rows else None


def person_of(person: str) -> Work[Person]:
    """The person with this id."""
    rows = yield from rows_of("SELECT name, handle, portrait FROM people WHERE id = ?", person)
    if not rows:
        raise StorageFailed("there is no such person")
    return Person(person, rows[0][0], rows[0][1] is not None, rows[0][2])


def rename(person: str, name: str) -> Work[Person]:
    """Change a name; a claimed one becomes free again."""
    yield from do("UPDATE people SET handle = NULL WHERE id = ? AND name <> ?", person, name)
    yield from do("UPDATE people SET name = ? WHERE id = ?", name, person)
    return (yield from person_of(person))


def claim(person: str) -> Work[Person]:
    """Claim the present name."""
    name = (yield from person_of(person)).name
    yield Hold(f"name {look_of(name)}")
    if (yield from owner_of(name)) not in (None, person):
        raise NameTaken(f"the name {name} belongs to somebody else here: choose another")
    yield from do("UPDATE people SET handle = ? WHERE id = ? AND name = ?", look_of(name), person, name)
    return (yield from person_of(person))


def forget_person(person: str, now: int) -> Work[None]:
    """Delete a person; their games stay, without the name.

    The deletion stays noted until nothing of the person is left in the logs of live tables either.
    """
    yield from do("INSERT INTO gone (person, at) VALUES (?, ?) ON CONFLICT (person) DO NOTHING", person, now)
    played = yield from rows_of("SELECT record, seat FROM players WHERE person = ? ORDER BY record, seat", person)
    for record, seat in played:
        yield Hold(f"record {record}")
        text = yield from record_text(record)
        yield from do("UPDATE records SET text = ? WHERE id = ?", without_name(text or "", seat), record)
    yield from forget_rows(person)


def rename_in_records(person: str, name: str) -> Work[None]:
    """Give a person another name in the records of their games, where the operator took the old one away."""
    played = yield from rows_of("SELECT record, seat FROM players WHERE person = ? ORDER BY record, seat", person)
    for record, seat in played:
        yield Hold(f"record {record}")
        text = yield from record_text(record)
        yield from do("UPDATE records SET text = ? WHERE id = ?", with_name(text or "", seat, name), record)
    yield from do("UPDATE players SET name = ? WHERE person = ?", name, person)


def unfinished_deletions() -> Work[list[str]]:
    """People whose deletion was begun and not completed."""
    return [row[0] for row in (yield from rows_of("SELECT person FROM gone ORDER BY at, person"))]


def finish_deletion(person: str) -> Work[None]:
    """Drop the note of a deletion."""
    yield from do("DELETE FROM gone WHERE person = ?", person)


def without_name(text: str, seat: int) -> str:
    """A record whose header no longer names a seat's player; the proof of the deal does not need it."""
    return with_name(text, seat, FORGOTTEN)


def with_name(text: str, seat: int, name: str) -> str:
    """A record whose header has another name for a seat's player."""
    first, *rest = text.rstrip("\n").split("\n")
    header = json.loads(first)
    header["players"][seat] = name
    lines = [json.dumps(header, ensure_ascii=False, separators=(",", ":")), *rest]
    return "".join(f"{line}\n" for line in sealed(lines))


# -- ratings


def key_of(player: Player) -> str | None:
    """The key of a player's rating; None for a player without one."""
    if player.bot:
        return f"bot:{player.bot}"
    return player.person


def standing_of(player: str, game: str, mu: float, sigma: float, games: int, name: str | None) -> Standing:
    """A rating; of a person that is gone the name is not known."""
    is_bot = player.startswith("bot:")
    shown_name = player.removeprefix("bot:") if is_bot else name or FORGOTTEN
    return Standing(game, shown_name, is_bot, shown(mu), mu, sigma, games, games < SETTLED)


def standings(which: str, *values: object) -> Work[list[Standing]]:
    """Ratings with the names of their players."""
    rows = yield from rows_of(
        f"""
        SELECT player, game, mu, sigma, games, name FROM ratings LEFT JOIN people ON people.id = player WHERE {which}
        """,
        *values,
    )
    return [standing_of(*row) for row in rows]


def best_ratings(game: str, limit: int) -> Work[list[Standing]]:
    """The best ratings of a game."""
    return (yield from standings("game = ? ORDER BY mu - 3 * sigma DESC, player LIMIT ?", game, limit))


def standing_in(game: str, player: Player) -> Work[Standing | None]:
    """The rating of a player in a game."""
    found = yield from standings("player = ? AND game = ?", key_of(player), game)
    return found[0] if found else None


def profile_of(name: str, asking: str) -> Work[Profile | None]:
    """The page of a named person, or of a bot, with the games that somebody may read."""
    person = yield from owner_of(name)
    column, value, key = ("person", person, person) if person else ("bot", name, f"bot:{name}")
    rated = yield from standings("player = ? ORDER BY game", key)
    chosen = f"""
        SELECT record, seat, rank, rating FROM players JOIN records ON records.id = record
        WHERE {column} = ? AND {READABLE} ORDER BY ended DESC, record, seat LIMIT 200
    """
    records = yield from record_lines(chosen, value, asking)
    if person is None and not rated and not records:
        return None
    shown_name = (yield from person_of(person)).name if person else name
    return Profile(shown_name, person is None, rated, records)


def player_named(name: str) -> Work[Player | None]:
    """A named person, or a bot that has played."""
    person = yield from owner_of(name)
    if person:
        return Player((yield from person_of(person)).name, person)
    bot = (yield from value_of("SELECT bot FROM players WHERE bot = ? LIMIT 1", name)) if name else None
    return Player(name, bot=bot) if bot else None


def chaired_by(player: Player, limit: int) -> Work[list[Chaired]]:
    """The finished games of somebody, the newest first."""
    column, value = ("bot", player.bot) if player.bot else ("person", player.person)
    query = f"""
        SELECT record, game, ended, seat, rank, rating, scores, given, bids, access
        FROM players JOIN records ON records.id = record
        WHERE {column} = ? AND sealed = '' ORDER BY ended DESC, record, seat LIMIT ?
    """
    return [
        Chaired(
            *(record, game, ended, seat, rank, rating, json.loads(scores)[seat]),
            given=bool(given),
            bids=bids_in(bids),
            is_open=access == "open",
        )
        for record, game, ended, seat, rank, rating, scores, given, bids, access in (
            yield from rows_of(query, value, limit)
        )
    ]


def bids_in(text: str) -> Bids:
    """Bids as they are kept."""
    return [(announced, made) for announced, made in json.loads(text)] if text else []


# -- everything about one person


def data_of(person: str) -> Work[dict[str, Any]]:
    """Everything that is stored about a person, except for the logs of live tables."""
    about = yield from person_of(person)
    parts = yield from export_of(person)
    (own,) = parts.pop("person")
    seen = own.pop("seen")
    rated = yield from standings("player = ? ORDER BY game", person)
    return {
        "id": person,
        "name": about.name,
        "name_is_unique": about.is_named,
        "last_seen": seen,
        **own,
        **parts,
        "ratings": msgspec.to_builtins(rated),
    }
