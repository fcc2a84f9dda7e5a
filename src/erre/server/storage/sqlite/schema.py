"""The tables of the SQLite file; each version upgrades the one before it."""

from __future__ import annotations

import sqlite3

from erre.server.storage.contract import StorageFailed
from erre.table.entries import hash_of

VERSIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (id TEXT PRIMARY KEY, touched INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE records (
        id TEXT PRIMARY KEY, table_id TEXT NOT NULL, game TEXT NOT NULL, ended INTEGER NOT NULL,
        scores TEXT NOT NULL, text TEXT NOT NULL
    );
    CREATE INDEX records_by_end ON records (ended);
    CREATE TABLE players (
        record TEXT NOT NULL REFERENCES records (id), seat INTEGER NOT NULL, name TEXT NOT NULL, person TEXT,
        bot TEXT NOT NULL, rank INTEGER NOT NULL, rating INTEGER, PRIMARY KEY (record, seat)
    ) WITHOUT ROWID;
    CREATE INDEX players_by_person ON players (person);
    CREATE INDEX players_by_bot ON players (bot);
    CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, handle TEXT UNIQUE, seen INTEGER NOT NULL);
    CREATE TABLE tokens (hash BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id)) WITHOUT ROWID;
    CREATE INDEX tokens_by_person ON tokens (person);
    CREATE TABLE ratings (
        player TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID;
    """,
    # The index is empty where nobody takes tables, so that to look whether somebody did costs nothing.
    """
    ALTER TABLE tables ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX tables_fenced ON tables (id) WHERE fence <> 0;
    """,
    """
    CREATE TABLE fresh (number INTEGER PRIMARY KEY, lines BLOB NOT NULL);
    """,
    # Who may read a record, what lists and statistics need of it without its text; devices; idle tables; heartbeats.
    # Of older records nobody knows what kind of table they are from: only those who played may read them.
    """
    ALTER TABLE records ADD COLUMN access TEXT NOT NULL DEFAULT 'link';
    ALTER TABLE records ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE records ADD COLUMN bids TEXT NOT NULL DEFAULT '';
    UPDATE records SET given = instr(substr(text, 1, instr(text, char(10))), '"position":') > 0;
    ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE tokens ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN idle INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE beats (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    """,
    # Where each log ends, apart from its lines, so that a changed or missing end is noticed.
    """
    ALTER TABLE tables ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN head TEXT NOT NULL DEFAULT '';
    UPDATE tables SET
        length = coalesce((SELECT max(number) + 1 FROM entries WHERE table_id = id), 0),
        head = coalesce((SELECT hash_of(line) FROM entries WHERE table_id = id ORDER BY number DESC LIMIT 1), '');
    """,
    # People whose deletion is under way, by their id only: if it is interrupted, it is completed later.
    """
    CREATE TABLE gone (person TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    """,
    # Notices: what somebody is to be told, how they want to be told, and what waits to be sent. Secrets of the server.
    """
    CREATE TABLE notices (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL, key TEXT NOT NULL,
        path TEXT NOT NULL, details TEXT NOT NULL, at INTEGER NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
        UNIQUE (person, key)
    ) WITHOUT ROWID;
    CREATE TABLE notice_settings (person TEXT PRIMARY KEY, settings TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE endpoints (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, address TEXT NOT NULL, public_key TEXT NOT NULL,
        auth TEXT NOT NULL, device TEXT NOT NULL, made INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX endpoints_by_person ON endpoints (person);
    CREATE TABLE mail_addresses (
        person TEXT PRIMARY KEY, address TEXT NOT NULL, word TEXT NOT NULL, asked INTEGER NOT NULL,
        proven INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX mail_addresses_by_word ON mail_addresses (word);
    CREATE TABLE outbox (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, notice TEXT NOT NULL, channel TEXT NOT NULL, target TEXT NOT NULL,
        due INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX outbox_by_due ON outbox (due);
    CREATE INDEX outbox_by_person ON outbox (person);
    CREATE TABLE notice_counts (
        person TEXT NOT NULL, channel TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (person, channel)
    ) WITHOUT ROWID;
    CREATE TABLE server_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    # What people decide about each other, invitations, reports, and what operators decide.
    """
    CREATE TABLE ties (
        person TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (person, kind, other)
    ) WITHOUT ROWID;
    CREATE INDEX ties_by_other ON ties (other, kind);
    CREATE TABLE invitations (
        id TEXT PRIMARY KEY, host TEXT NOT NULL, guest TEXT NOT NULL, table_id TEXT NOT NULL, game TEXT NOT NULL,
        word TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX invitations_by_guest ON invitations (guest);
    CREATE INDEX invitations_by_host ON invitations (host);
    CREATE INDEX invitations_by_table ON invitations (table_id);
    CREATE TABLE reports (
        id TEXT PRIMARY KEY, at INTEGER NOT NULL, reporter TEXT NOT NULL, about TEXT NOT NULL, name TEXT NOT NULL,
        table_id TEXT NOT NULL, category TEXT NOT NULL, words TEXT NOT NULL, lines TEXT NOT NULL,
        state TEXT NOT NULL, answer TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX reports_about ON reports (about);
    CREATE TABLE refused_names (pattern TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE announcements (
        id TEXT PRIMARY KEY, text TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE operations (
        id TEXT PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX operations_by_time ON operations (at);
    """,
    # Games by the day: what sleeps and when it wakes, who sits there, and who has days off.
    """
    CREATE TABLE daily (
        table_id TEXT PRIMARY KEY, due INTEGER, asleep INTEGER NOT NULL, stage TEXT NOT NULL, open INTEGER NOT NULL,
        listed TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX daily_by_due ON daily (asleep, due);
    CREATE TABLE daily_people (
        person TEXT NOT NULL, table_id TEXT NOT NULL, hosts INTEGER NOT NULL, PRIMARY KEY (person, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX daily_people_by_table ON daily_people (table_id);
    CREATE TABLE vacations (
        person TEXT NOT NULL, begins INTEGER NOT NULL, ends INTEGER NOT NULL, days INTEGER NOT NULL,
        PRIMARY KEY (person, begins)
    ) WITHOUT ROWID;
    """,
    # What lets people come back: recovery codes, passkeys and links of the operator; and portraits.
    """
    ALTER TABLE people ADD COLUMN portrait TEXT NOT NULL DEFAULT '';
    CREATE TABLE recovery (
        person TEXT PRIMARY KEY REFERENCES people (id), hash BLOB NOT NULL UNIQUE, made INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE restores (
        hash BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), key BLOB NOT NULL, counter INTEGER NOT NULL,
        name TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkeys_by_person ON passkeys (person);
    """,
    # Puzzles: first answers, ratings of people and of puzzles, days on which the puzzle of the day was solved, reports.
    """
    CREATE TABLE puzzles (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rating REAL NOT NULL, answers INTEGER NOT NULL,
        reports INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE puzzle_answers (
        person TEXT NOT NULL, puzzle TEXT NOT NULL, game TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT NOT NULL,
        score REAL NOT NULL, solved INTEGER NOT NULL, milliseconds INTEGER, tries INTEGER NOT NULL,
        PRIMARY KEY (person, puzzle)
    ) WITHOUT ROWID;
    CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle, answer);
    CREATE TABLE puzzle_ratings (
        person TEXT NOT NULL, game TEXT NOT NULL, rating REAL NOT NULL, answers INTEGER NOT NULL,
        solved INTEGER NOT NULL, PRIMARY KEY (person, game)
    ) WITHOUT ROWID;
    CREATE TABLE puzzle_days (
        person TEXT NOT NULL, day TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (person, day, game)
    ) WITHOUT ROWID;
    CREATE TABLE puzzle_reports (
        person TEXT NOT NULL, puzzle TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (person, puzzle)
    ) WITHOUT ROWID;
    """,
    # Evenings of clubs, seasons, and the deal of the day. A sealed record waits until everybody has played its deal.
    """
    ALTER TABLE records ADD COLUMN sealed TEXT NOT NULL DEFAULT '';
    CREATE INDEX records_sealed ON records (sealed) WHERE sealed <> '';
    CREATE TABLE evenings (
        id TEXT PRIMARY KEY, host TEXT NOT NULL, season TEXT NOT NULL, revision INTEGER NOT NULL,
        created INTEGER NOT NULL, touched INTEGER NOT NULL, host_seen INTEGER NOT NULL, state TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX evenings_by_host ON evenings (host);
    CREATE INDEX evenings_by_season ON evenings (season) WHERE season <> '';
    CREATE TABLE evening_players (
        evening TEXT NOT NULL, number INTEGER NOT NULL, person TEXT, name TEXT NOT NULL, is_out INTEGER NOT NULL,
        joined INTEGER NOT NULL, PRIMARY KEY (evening, number)
    ) WITHOUT ROWID;
    CREATE INDEX evening_players_by_person ON evening_players (person);
    CREATE TABLE evening_tables (table_id TEXT PRIMARY KEY, evening TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE evening_steps (
        evening TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, before TEXT NOT NULL,
        PRIMARY KEY (evening, number)
    ) WITHOUT ROWID;
    CREATE TABLE seasons (
        id TEXT PRIMARY KEY, host TEXT NOT NULL, name TEXT NOT NULL, best INTEGER NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX seasons_by_host ON seasons (host);
    CREATE TABLE day_plays (
        day TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
        started INTEGER NOT NULL, ended INTEGER NOT NULL, score INTEGER NOT NULL, rank INTEGER NOT NULL,
        record TEXT NOT NULL, PRIMARY KEY (day, game, person)
    ) WITHOUT ROWID;
    CREATE INDEX day_plays_by_person ON day_plays (person);
    """,
    # People who are locked out, and addresses from which no guests come in.
    """
    CREATE TABLE bans (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, reason TEXT NOT NULL,
        at INTEGER NOT NULL, until INTEGER NOT NULL, address_until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX bans_by_person ON bans (person);
    """,
    # When somebody saw a puzzle whose time counts; kept until their first answer.
    """
    CREATE TABLE puzzle_starts (
        person TEXT NOT NULL, puzzle TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, puzzle)
    ) WITHOUT ROWID;
    """,
)


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Give the file the newest tables; a file from a newer program is refused."""
    version = version_of(db)
    if version > len(VERSIONS):
        raise StorageFailed(f"the data is of version {version}, this program knows {len(VERSIONS)}: update Erre")
    db.create_function("hash_of", 1, hash_of, deterministic=True)
    for script in VERSIONS[version:]:
        for statement in script.split(";"):
            if statement.strip():
                db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(VERSIONS)}")


def version_of(db: sqlite3.Connection) -> int:
    """Which version of the tables a file has; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
