"""The embedded storage: one SQLite file, no server, no set-up."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from pathlib import Path

from erre.core.gamefile import sealed
from erre.server.ratings import START_MU, START_SIGMA, rate, shown
from erre.server.sqlite_schema import VERSIONS
from erre.server.sqlite_thread import SqliteThread, write_alone
from erre.server.storage import (
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

TOUCH_EVERY = 10_000  # milliseconds
FORGOTTEN = "—"  # stands where a deleted name stood


class SqliteStore:
    """Everything in one file; see `Store` for what each call promises."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._touched: dict[str, int] = {}  # when the file was last told that a table lives

    async def open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(f"the folder {self.path.parent} cannot be made: {error.strerror}") from None
        self._writer = SqliteThread(self.path)
        await self._writer.start()
        try:
            await self._writer.run(bring_up_to_date)
        except BaseException:
            await self._writer.stop()
            raise

    async def close(self) -> None:
        await self._writer.stop()

    # -- tables

    async def append(self, table: str, number: int, *lines: bytes) -> None:
        rows = [(table, number + k, line) for k, line in enumerate(lines)]
        now = milliseconds()
        if now - self._touched.get(table, 0) < TOUCH_EVERY:
            await self._writer.write(rows)
            return

        def write(db: sqlite3.Connection) -> None:
            write_alone(db, rows)
            db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (table, now))

        await self._writer.run(write)
        self._touched[table] = now

    async def lines(self, table: str) -> list[bytes]:
        query = "SELECT line FROM entries WHERE table_id = ? ORDER BY number"
        return await self._writer.run(lambda db: [row[0] for row in db.execute(query, (table,))])

    async def live_tables(self) -> list[str]:
        query = "SELECT id FROM tables ORDER BY touched DESC, id"
        return await self._writer.run(lambda db: [row[0] for row in db.execute(query)])

    async def close_table(self, table: str) -> None:
        def forget(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM entries WHERE table_id = ?", (table,))
            db.execute("DELETE FROM tables WHERE id = ?", (table,))

        self._touched.pop(table, None)
        await self._writer.run(forget)

    # -- finished games

    async def finish(self, game: Finished) -> list[Standing]:
        return await self._writer.run(lambda db: keep_game(db, game))

    async def record(self, record: str) -> str | None:
        return await self._writer.run(lambda db: one(db, "SELECT text FROM records WHERE id = ?", record))

    async def records(self, limit: int = 50) -> list[RecordLine]:
        query = "SELECT id, NULL, NULL FROM records ORDER BY ended DESC, id LIMIT ?"
        return await self._writer.run(lambda db: record_lines(db, query, limit))

    # -- people

    async def make_person(self, token_hash: bytes, name: str) -> Person:
        person = Person(secrets.token_hex(16), name)

        def write(db: sqlite3.Connection) -> Person:
            db.execute("INSERT INTO people VALUES (?, ?, NULL, ?)", (person.id, name, milliseconds()))
            db.execute("INSERT INTO tokens VALUES (?, ?)", (token_hash, person.id))
            return person

        return await self._writer.run(write)

    async def person(self, token_hash: bytes) -> Person | None:
        query = "SELECT person FROM tokens WHERE hash = ?"

        def read(db: sqlite3.Connection) -> Person | None:
            person = one(db, query, token_hash)
            return None if person is None else person_of(db, person)

        return await self._writer.run(read)

    async def add_token(self, person: str, token_hash: bytes) -> None:
        await self._writer.run(lambda db: db.execute("INSERT INTO tokens VALUES (?, ?)", (token_hash, person)))

    async def rename(self, person: str, name: str) -> Person:
        def write(db: sqlite3.Connection) -> Person:
            db.execute("UPDATE people SET handle = NULL WHERE id = ? AND name <> ?", (person, name))
            db.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))
            return person_of(db, person)

        return await self._writer.run(write)

    async def claim(self, person: str) -> Person:
        def write(db: sqlite3.Connection) -> Person:
            name = person_of(db, person).name
            try:
                db.execute("UPDATE people SET handle = ? WHERE id = ?", (handle_of(name), person))
            except sqlite3.IntegrityError:
                raise NameTaken(f"the name {name} belongs to somebody else here: choose another") from None
            return person_of(db, person)

        return await self._writer.run(write)

    async def delete_person(self, person: str) -> None:
        await self._writer.run(lambda db: forget_person(db, person))

    # -- ratings

    async def ratings(self, game: str, limit: int = 100) -> list[Standing]:
        query = """
            SELECT player, game, mu, sigma, games FROM ratings WHERE game = ?
            ORDER BY mu - 3 * sigma DESC, player LIMIT ?
        """
        return await self._writer.run(
            lambda db: [standing_of(db, *row) for row in db.execute(query, (game, limit)).fetchall()]
        )

    async def standing(self, game: str, player: Player) -> Standing | None:
        query = "SELECT player, game, mu, sigma, games FROM ratings WHERE player = ? AND game = ?"

        def read(db: sqlite3.Connection) -> Standing | None:
            row = db.execute(query, (key_of(player), game)).fetchone()
            return None if row is None else standing_of(db, *row)

        return await self._writer.run(read)

    async def profile(self, name: str) -> Profile | None:
        return await self._writer.run(lambda db: profile_of(db, name))

    async def player(self, name: str) -> Player | None:
        return await self._writer.run(lambda db: player_named(db, name))

    async def chaired(self, player: Player, limit: int = 300) -> list[Chaired]:
        return await self._writer.run(lambda db: chaired_by(db, player, limit))

    async def backup(self, path: str) -> None:
        if Path(path).exists():
            raise StorageFailed(f"{path} exists already: a backup never writes over a file")

        def copy(db: sqlite3.Connection) -> None:
            db.execute("COMMIT")  # a copy cannot be made inside a transaction
            db.execute("VACUUM INTO ?", (path,))
            db.execute("BEGIN IMMEDIATE")
            db.execute("SAVEPOINT job")

        await self._writer.run(copy)


def milliseconds() -> int:
    """Now."""
    return time.time_ns() // 1_000_000


def handle_of(name: str) -> str:
    """Names that look alike are the same handle."""
    return name.casefold()


def one(db: sqlite3.Connection, query: str, *values: object) -> str | None:
    """The first value of the first row."""
    row = db.execute(query, values).fetchone()
    return None if row is None else row[0]


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Give the file the newest tables; a file from a newer program is refused."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(VERSIONS):
        raise StorageFailed(f"the data is of version {version}, this program knows {len(VERSIONS)}: update Erre")
    for script in VERSIONS[version:]:
        for statement in script.split(";"):
            if statement.strip():
                db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(VERSIONS)}")


def person_of(db: sqlite3.Connection, person: str) -> Person:
    """A person by id."""
    row = db.execute("SELECT name, handle FROM people WHERE id = ?", (person,)).fetchone()
    if row is None:
        raise StorageFailed("there is no such person")
    return Person(person, row[0], row[1] is not None)


def key_of(player: Player) -> str | None:
    """Under which name a rating is kept; None for somebody who has none."""
    if player.bot:
        return f"bot:{player.bot}"
    return player.person


def keep_game(db: sqlite3.Connection, game: Finished) -> list[Standing]:
    """Write a finished game once, with its ratings."""
    if one(db, "SELECT id FROM records WHERE id = ?", game.id) is not None:
        return []
    db.execute(
        "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)",
        (game.id, game.table, game.game, game.ended, json.dumps(game.scores), game.text),
    )
    standings = rate_game(db, game) if game.rated else []
    for seat, player in enumerate(game.players):
        rating = standings[seat].rating if standings else None
        values = (game.id, seat, player.name, player.person, player.bot, game.ranks[seat], rating)
        db.execute("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    return standings


def rate_game(db: sqlite3.Connection, game: Finished) -> list[Standing]:
    """New ratings for all who played; nobody is rated where somebody cannot be, or sits twice."""
    keys = [key for player in game.players if (key := key_of(player)) is not None]
    people = [player.person for player in game.players if player.person]
    if len(keys) < len(game.players) or len(set(people)) < len(people):
        return []
    query = "SELECT mu, sigma, games FROM ratings WHERE player = ? AND game = ?"
    before = [db.execute(query, (key, game.game)).fetchone() or (START_MU, START_SIGMA, 0) for key in keys]
    after = rate([(mu, sigma) for mu, sigma, _ in before], game.ranks)
    rows = []
    for key, (_, _, games) in zip(keys, before, strict=True):
        mine = [new for other, new in zip(keys, after, strict=True) if other == key]  # a bot may sit twice
        mu, sigma = (sum(part) / len(mine) for part in zip(*mine, strict=True))
        rows.append((key, game.game, mu, sigma, games + 1))
        db.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?)", rows[-1])
    return [standing_of(db, *row) for row in rows]


def standing_of(db: sqlite3.Connection, player: str, game: str, mu: float, sigma: float, games: int) -> Standing:
    """A rating with its player's name."""
    is_bot = player.startswith("bot:")
    name = player.removeprefix("bot:") if is_bot else one(db, "SELECT name FROM people WHERE id = ?", player)
    return Standing(game, name or FORGOTTEN, is_bot, shown(mu, sigma), mu, sigma, games)


def record_lines(db: sqlite3.Connection, query: str, *values: object) -> list[RecordLine]:
    """Finished games whose id, rank and rating a query gives."""
    return [record_line(db, *row) for row in db.execute(query, values).fetchall()]


def record_line(db: sqlite3.Connection, record: str, rank: int | None, rating: int | None) -> RecordLine:
    """A finished game in a list."""
    game, ended, scores = db.execute("SELECT game, ended, scores FROM records WHERE id = ?", (record,)).fetchone()
    names = [row[0] for row in db.execute("SELECT name FROM players WHERE record = ? ORDER BY seat", (record,))]
    return RecordLine(record, game, ended, names, json.loads(scores), rank, rating)


def profile_of(db: sqlite3.Connection, name: str) -> Profile | None:
    """The page of a named person, or of a bot."""
    person = one(db, "SELECT id FROM people WHERE handle = ?", handle_of(name))
    column, value, key = ("person", person, person) if person else ("bot", name, f"bot:{name}")
    rated = db.execute("SELECT player, game, mu, sigma, games FROM ratings WHERE player = ? ORDER BY game", (key,))
    standings = [standing_of(db, *row) for row in rated.fetchall()]
    query = f"""
        SELECT record, rank, rating FROM players JOIN records ON records.id = record
        WHERE {column} = ? ORDER BY ended DESC, record LIMIT 200
    """
    records = record_lines(db, query, value)
    if person is None and not standings and not records:
        return None
    shown_name = person_of(db, person).name if person else name
    return Profile(shown_name, person is None, standings, records)


def player_named(db: sqlite3.Connection, name: str) -> Player | None:
    """A named person, or a bot that has played."""
    person = one(db, "SELECT id FROM people WHERE handle = ?", handle_of(name))
    if person:
        return Player(person_of(db, person).name, person)
    bot = one(db, "SELECT bot FROM players WHERE bot = ? LIMIT 1", name) if name else None
    return Player(name, bot=bot) if bot else None


def chaired_by(db: sqlite3.Connection, player: Player, limit: int) -> list[Chaired]:
    """The finished games of somebody, the newest first."""
    column, value = ("bot", player.bot) if player.bot else ("person", player.person)
    query = f"""
        SELECT record, game, ended, seat, rank, rating, scores, text
        FROM players JOIN records ON records.id = record
        WHERE {column} = ? ORDER BY ended DESC, record, seat LIMIT ?
    """
    return [
        Chaired(record, game, ended, seat, rank, rating, json.loads(scores)[seat], text)
        for record, game, ended, seat, rank, rating, scores, text in db.execute(query, (value, limit)).fetchall()
    ]


def forget_person(db: sqlite3.Connection, person: str) -> None:
    """Remove somebody; games they played stay, without their name."""
    played = db.execute("SELECT record, seat FROM players WHERE person = ?", (person,)).fetchall()
    for record, seat in played:
        text = one(db, "SELECT text FROM records WHERE id = ?", record) or ""
        db.execute("UPDATE records SET text = ? WHERE id = ?", (without_name(text, seat), record))
    db.execute("UPDATE players SET name = ?, person = NULL WHERE person = ?", (FORGOTTEN, person))
    db.execute("DELETE FROM ratings WHERE player = ?", (person,))
    db.execute("DELETE FROM tokens WHERE person = ?", (person,))
    db.execute("DELETE FROM people WHERE id = ?", (person,))


def without_name(text: str, seat: int) -> str:
    """A record whose header no longer names a seat's player; the proof of the deal does not need it."""
    first, *rest = text.rstrip("\n").split("\n")
    header = json.loads(first)
    header["players"][seat] = FORGOTTEN
    lines = [json.dumps(header, ensure_ascii=False, separators=(",", ":")), *rest]
    return "".join(f"{line}\n" for line in sealed(lines))
