"""The tables in PostgreSQL; each version upgrades the one before it, once, however many workers start."""

from __future__ import annotations

from typing import Any

from erre.server.storage.contract import StorageFailed

SCHEMA = "erre"  # so that the database may hold other things too
STARTING = 0x65727265  # the lock that workers hold while they bring the tables up to date

# Texts are compared byte by byte, as SQLite does it: lists have the same order everywhere.
VERSIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (id TEXT COLLATE "C" PRIMARY KEY, touched BIGINT NOT NULL, fence BIGINT NOT NULL DEFAULT 0);
    CREATE TABLE entries (
        table_id TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL, line BYTEA NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE TABLE records (
        id TEXT COLLATE "C" PRIMARY KEY, table_id TEXT NOT NULL, game TEXT NOT NULL, ended BIGINT NOT NULL,
        scores TEXT NOT NULL, text TEXT NOT NULL
    );
    CREATE INDEX records_by_end ON records (ended);
    CREATE TABLE players (
        record TEXT COLLATE "C" NOT NULL REFERENCES records (id), seat INTEGER NOT NULL, name TEXT NOT NULL,
        person TEXT, bot TEXT NOT NULL, rank INTEGER NOT NULL, rating INTEGER, PRIMARY KEY (record, seat)
    );
    CREATE INDEX players_by_person ON players (person);
    CREATE INDEX players_by_bot ON players (bot);
    CREATE TABLE people (
        id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, handle TEXT COLLATE "C" UNIQUE, seen BIGINT NOT NULL
    );
    CREATE TABLE tokens (hash BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL REFERENCES people (id));
    CREATE INDEX tokens_by_person ON tokens (person);
    CREATE TABLE ratings (
        player TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL, mu DOUBLE PRECISION NOT NULL,
        sigma DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, PRIMARY KEY (player, game)
    );
    """,
    # Who may read a record, what lists and statistics need of it without its text; devices; idle tables; heartbeats.
    # Of older records nobody knows what kind of table they are from: only those who played may read them.
    """
    ALTER TABLE records ADD COLUMN access TEXT NOT NULL DEFAULT 'link';
    ALTER TABLE records ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE records ADD COLUMN bids TEXT NOT NULL DEFAULT '';
    UPDATE records SET given = CASE WHEN split_part(text, chr(10), 1) LIKE '%"position":%' THEN 1 ELSE 0 END;
    ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE tokens ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN idle BIGINT NOT NULL DEFAULT 0;
    CREATE TABLE beats (name TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL);
    """,
    # Where each log ends, apart from its lines, so that a changed or missing end is noticed. Rows change with every
    # append, so their pages keep room for newer versions of them.
    """
    ALTER TABLE tables ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN head TEXT NOT NULL DEFAULT '';
    ALTER TABLE tables SET (fillfactor = 50);
    UPDATE tables SET length = number + 1, head = left(encode(sha256(line), 'hex'), 16)
    FROM (SELECT DISTINCT ON (table_id) * FROM entries ORDER BY table_id, number DESC) AS newest
    WHERE table_id = id;
    """,
    # People whose deletion is under way, by their id only: if it is interrupted, it is completed later.
    """
    CREATE TABLE gone (person TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL);
    """,
    # Notices: what somebody is to be told, how they want to be told, and what waits to be sent. Secrets of the server.
    """
    CREATE TABLE notices (
        id TEXT COLLATE "C" PRIMARY KEY, person TEXT COLLATE "C" NOT NULL, kind TEXT NOT NULL,
        about TEXT NOT NULL, key TEXT COLLATE "C" NOT NULL, path TEXT NOT NULL, details TEXT NOT NULL,
        at BIGINT NOT NULL, seen BIGINT NOT NULL DEFAULT 0, UNIQUE (person, key)
    );
    CREATE TABLE notice_settings (person TEXT COLLATE "C" PRIMARY KEY, settings TEXT NOT NULL);
    CREATE TABLE endpoints (
        id TEXT COLLATE "C" PRIMARY KEY, person TEXT COLLATE "C" NOT NULL, address TEXT NOT NULL,
        public_key TEXT NOT NULL, auth TEXT NOT NULL, device TEXT NOT NULL, made BIGINT NOT NULL
    );
    CREATE INDEX endpoints_by_person ON endpoints (person);
    CREATE TABLE mail_addresses (
        person TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, word TEXT NOT NULL, asked BIGINT NOT NULL,
        proven BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX mail_addresses_by_word ON mail_addresses (word);
    CREATE TABLE outbox (
        id TEXT COLLATE "C" PRIMARY KEY, person TEXT COLLATE "C" NOT NULL, notice TEXT NOT NULL,
        channel TEXT COLLATE "C" NOT NULL, target TEXT NOT NULL, due BIGINT NOT NULL, tries BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX outbox_by_due ON outbox (due);
    CREATE INDEX outbox_by_person ON outbox (person);
    CREATE TABLE notice_counts (
        person TEXT COLLATE "C" NOT NULL, channel TEXT COLLATE "C" NOT NULL, day BIGINT NOT NULL,
        count BIGINT NOT NULL, PRIMARY KEY (person, channel)
    );
    CREATE TABLE server_secrets (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL);
    """,
    # What people decide about each other, invitations, reports, and what operators decide.
    """
    CREATE TABLE ties (
        person TEXT COLLATE "C" NOT NULL, other TEXT COLLATE "C" NOT NULL, kind TEXT COLLATE "C" NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (person, kind, other)
    );
    CREATE INDEX ties_by_other ON ties (other, kind);
    CREATE TABLE invitations (
        id TEXT COLLATE "C" PRIMARY KEY, host TEXT NOT NULL, guest TEXT NOT NULL, table_id TEXT NOT NULL,
        game TEXT NOT NULL, word TEXT NOT NULL, at BIGINT NOT NULL, until BIGINT NOT NULL
    );
    CREATE INDEX invitations_by_guest ON invitations (guest);
    CREATE INDEX invitations_by_host ON invitations (host);
    CREATE INDEX invitations_by_table ON invitations (table_id);
    CREATE TABLE reports (
        id TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL, reporter TEXT NOT NULL, about TEXT NOT NULL,
        name TEXT NOT NULL, table_id TEXT NOT NULL, category TEXT NOT NULL, words TEXT NOT NULL,
        lines TEXT NOT NULL, state TEXT NOT NULL, answer TEXT NOT NULL
    );
    CREATE INDEX reports_about ON reports (about);
    CREATE TABLE refused_names (pattern TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL);
    CREATE TABLE announcements (
        id TEXT COLLATE "C" PRIMARY KEY, text TEXT NOT NULL, at BIGINT NOT NULL, until BIGINT NOT NULL
    );
    CREATE TABLE operations (
        id TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL
    );
    CREATE INDEX operations_by_time ON operations (at);
    """,
    # Games by the day: what sleeps and when it wakes, who sits there, and who has days off.
    """
    CREATE TABLE daily (
        table_id TEXT COLLATE "C" PRIMARY KEY, due BIGINT, asleep BIGINT NOT NULL, stage TEXT NOT NULL,
        open BIGINT NOT NULL, listed TEXT NOT NULL
    );
    CREATE INDEX daily_by_due ON daily (asleep, due);
    CREATE TABLE daily_people (
        person TEXT COLLATE "C" NOT NULL, table_id TEXT COLLATE "C" NOT NULL, hosts BIGINT NOT NULL,
        PRIMARY KEY (person, table_id)
    );
    CREATE INDEX daily_people_by_table ON daily_people (table_id);
    CREATE TABLE vacations (
        person TEXT COLLATE "C" NOT NULL, begins BIGINT NOT NULL, ends BIGINT NOT NULL, days BIGINT NOT NULL,
        PRIMARY KEY (person, begins)
    );
    """,
    # What lets people come back: recovery codes, passkeys and links of the operator; and portraits.
    """
    ALTER TABLE people ADD COLUMN portrait TEXT NOT NULL DEFAULT '';
    CREATE TABLE recovery (
        person TEXT COLLATE "C" PRIMARY KEY REFERENCES people (id), hash BYTEA NOT NULL UNIQUE, made BIGINT NOT NULL
    );
    CREATE TABLE restores (
        hash BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL REFERENCES people (id), until BIGINT NOT NULL
    );
    CREATE TABLE passkeys (
        id BYTEA PRIMARY KEY, person TEXT COLLATE "C" NOT NULL REFERENCES people (id), key BYTEA NOT NULL,
        counter BIGINT NOT NULL, name TEXT NOT NULL, made BIGINT NOT NULL, seen BIGINT NOT NULL
    );
    CREATE INDEX passkeys_by_person ON passkeys (person);
    """,
    # Puzzles: first answers, ratings of people and of puzzles, days on which the puzzle of the day was solved, reports.
    """
    CREATE TABLE puzzles (
        id TEXT COLLATE "C" PRIMARY KEY, game TEXT COLLATE "C" NOT NULL, rating DOUBLE PRECISION NOT NULL,
        answers INTEGER NOT NULL, reports INTEGER NOT NULL
    );
    CREATE TABLE puzzle_answers (
        person TEXT COLLATE "C" NOT NULL, puzzle TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL,
        at BIGINT NOT NULL, answer TEXT COLLATE "C" NOT NULL, score DOUBLE PRECISION NOT NULL,
        solved INTEGER NOT NULL, milliseconds BIGINT, tries INTEGER NOT NULL, PRIMARY KEY (person, puzzle)
    );
    CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle, answer);
    CREATE TABLE puzzle_ratings (
        person TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL, rating DOUBLE PRECISION NOT NULL,
        answers INTEGER NOT NULL, solved INTEGER NOT NULL, PRIMARY KEY (person, game)
    );
    CREATE TABLE puzzle_days (
        person TEXT COLLATE "C" NOT NULL, day TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (person, day, game)
    );
    CREATE TABLE puzzle_reports (
        person TEXT COLLATE "C" NOT NULL, puzzle TEXT COLLATE "C" NOT NULL, reason TEXT NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (person, puzzle)
    );
    """,
    # Evenings of clubs, seasons, and the deal of the day. A sealed record waits until everybody has played its deal.
    """
    ALTER TABLE records ADD COLUMN sealed TEXT NOT NULL DEFAULT '';
    CREATE INDEX records_sealed ON records (sealed) WHERE sealed <> '';
    CREATE TABLE evenings (
        id TEXT COLLATE "C" PRIMARY KEY, host TEXT NOT NULL, season TEXT NOT NULL,
        revision BIGINT NOT NULL, created BIGINT NOT NULL, touched BIGINT NOT NULL,
        host_seen BIGINT NOT NULL, state TEXT NOT NULL
    );
    CREATE INDEX evenings_by_host ON evenings (host);
    CREATE INDEX evenings_by_season ON evenings (season) WHERE season <> '';
    CREATE TABLE evening_players (
        evening TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL, person TEXT, name TEXT NOT NULL,
        is_out BIGINT NOT NULL, joined BIGINT NOT NULL, PRIMARY KEY (evening, number)
    );
    CREATE INDEX evening_players_by_person ON evening_players (person);
    CREATE TABLE evening_tables (table_id TEXT COLLATE "C" PRIMARY KEY, evening TEXT COLLATE "C" NOT NULL);
    CREATE TABLE evening_steps (
        evening TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL, at BIGINT NOT NULL, what TEXT NOT NULL,
        before TEXT NOT NULL,
        PRIMARY KEY (evening, number)
    );
    CREATE TABLE seasons (
        id TEXT COLLATE "C" PRIMARY KEY, host TEXT NOT NULL, name TEXT NOT NULL, best BIGINT NOT NULL,
        created BIGINT NOT NULL
    );
    CREATE INDEX seasons_by_host ON seasons (host);
    CREATE TABLE day_plays (
        day TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL, person TEXT COLLATE "C" NOT NULL,
        name TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
        started BIGINT NOT NULL, ended BIGINT NOT NULL, score BIGINT NOT NULL, rank BIGINT NOT NULL,
        record TEXT NOT NULL, PRIMARY KEY (day, game, person)
    );
    CREATE INDEX day_plays_by_person ON day_plays (person);
    """,
    # People who are locked out, and addresses from which no guests come in.
    """
    CREATE TABLE bans (
        id TEXT COLLATE "C" PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL,
        reason TEXT NOT NULL, at BIGINT NOT NULL, until BIGINT NOT NULL, address_until BIGINT NOT NULL
    );
    CREATE INDEX bans_by_person ON bans (person);
    """,
    # When somebody saw a puzzle whose time counts; kept until their first answer.
    """
    CREATE TABLE puzzle_starts (
        person TEXT COLLATE "C" NOT NULL, puzzle TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (person, puzzle)
    );
    """,
)


async def bring_up_to_date(connection: Any) -> None:
    """Give the database the newest tables; one from a newer program is refused."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", STARTING)
        version = await version_of(connection)
        if version == 0:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await connection.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
        if version > len(VERSIONS):
            raise StorageFailed(f"the data is of version {version}, this program knows {len(VERSIONS)}: update Erre")
        for script in VERSIONS[version:]:
            await connection.execute(script)
        if version < len(VERSIONS):
            await connection.execute("DELETE FROM version")
            await connection.execute("INSERT INTO version VALUES ($1)", len(VERSIONS))


async def version_of(connection: Any) -> int:
    """Which version of the tables a database has; 0 for an empty one."""
    if await connection.fetchval("SELECT to_regclass($1)", f"{SCHEMA}.version") is None:
        return 0
    return int(await connection.fetchval(f"SELECT number FROM {SCHEMA}.version") or 0)
