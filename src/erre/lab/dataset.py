"""Data for imitation and offline learning: every decision of games between bots, in Parquet files.

A row is a decision: what the seat saw (one column for each field of the game's encoding), which actions were legal,
which was chosen, and how the game ended. A file holds consecutive games of a seed, so it depends only on the settings
and its number. Files can therefore be written in any order, and an interrupted run resumes with those that are missing.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

from erre.bots import BEGINNER
from erre.bots.contract import Budget, check_budget
from erre.bots.kernel_bot import bot_move, fresh_luck
from erre.bots.roster import kernel_numbers, make_bot, seat_names
from erre.core.chance import check_seed
from erre.core.errors import BadOptions, quote
from erre.core.game import AnyGame, Move, check_game
from erre.core.whole import counted, limited
from erre.lab.envs.one import OneGame
from erre.lab.plan import Shard, check_games, plain_options
from erre.lab.result_files import load_polars, read_path

if TYPE_CHECKING:
    import polars

MANIFEST = "dataset.json"
FORMAT = 1
NO_ACTION = -1  # a move that is not among the encoding's actions; its text is in `move`


class Settings(msgspec.Struct, frozen=True):
    """What a dataset is made of; the same settings give the same files."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    games: int
    games_per_file: int
    budget: Budget | None = None
    format: int = FORMAT


# Makes the files of some shards, in any order; it can be closed before its end.
MakeFiles = Callable[[Settings, Iterator[Shard]], Generator[tuple[Shard, bytes], None, None]]


class Column(msgspec.Struct, frozen=True):
    """A column for readers of the manifest."""

    name: str
    meaning: str


class Manifest(msgspec.Struct, frozen=True):
    """What lies next to the files."""

    settings: Settings
    columns: list[Column]
    actions: list[str]  # the name of every action, by its number


def settings_of(
    game: AnyGame,
    bots: str,
    seats: int,
    games: int,
    options: msgspec.Struct,
    *,
    seed: int = 0,
    games_per_file: int = 1000,
    budget: Budget | None = None,
) -> Settings:
    """The settings, if they can be."""
    seats = check_game(game).check_seats(seats)
    check_games(games)
    check_budget(budget)
    games_per_file = limited(games_per_file, "games in a file", 1, 1_000_000)
    names, chosen = seat_names(game, seats, bots), plain_options(game, options)
    version = game.rules_version
    return Settings(game.name, version, seats, chosen, names, check_seed(seed), games, games_per_file, budget)


def write_dataset(
    settings: Settings,
    folder: Path,
    progress: Callable[[int], None] | None = None,
    make: MakeFiles | None = None,
) -> int:
    """Write the files that are missing, made here or by `make`; how many games were played."""
    load_polars()
    given: object = settings
    if not isinstance(given, Settings):
        raise BadOptions(f"the settings of a dataset are needed, as settings_of returns them, not {quote(given)}")
    folder = read_path(folder)
    prepare_folder(folder, msgspec.json.format(msgspec.json.encode(Maker(settings).manifest()), indent=1))
    paths = {shard: folder / f"{settings.game}-{number:05}.parquet" for number, shard in enumerate(parts_of(settings))}
    missing = [shard for shard, path in paths.items() if not path.exists()]
    played = 0
    if progress:
        progress(settings.games - sum(shard.size for shard in missing))
    with closing((make or make_here)(settings, iter(missing))) as made:
        for shard, content in made:
            draft = paths[shard].with_suffix(".new")
            draft.write_bytes(content)
            draft.replace(paths[shard])
            played += shard.size
            if progress:
                progress(shard.size)
    return played


def make_here(settings: Settings, shards: Iterator[Shard]) -> Generator[tuple[Shard, bytes], None, None]:
    """Make files in this process, one after the other."""
    maker = Maker(settings)
    for shard in shards:
        yield shard, maker.file(shard)


def prepare_folder(folder: Path, manifest: bytes) -> None:
    """Create the folder; one with another dataset is refused."""
    path = folder / MANIFEST
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            if path.read_bytes() != manifest:
                raise BadOptions(f"{folder} holds another dataset: choose another folder")
        elif any(folder.iterdir()):
            raise BadOptions(f"{folder} is not empty, and holds no dataset")
        else:
            path.write_bytes(manifest)
    except OSError as error:
        raise BadOptions(f"{folder}: it cannot be written ({error.strerror})") from None


def parts_of(settings: Settings) -> Iterator[Shard]:
    """The games of each file."""
    for first in range(0, settings.games, settings.games_per_file):
        yield Shard(0, first, min(settings.games_per_file, settings.games - first))


class Maker:
    """Plays games and keeps their decisions."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.one = OneGame(settings.game, seats=settings.seats, options=settings.options)
        self.game, self.encoding = self.one.game, self.one.encoding
        inside = kernel_numbers(self.game, settings.bots) if settings.budget is None else None
        self.quick = inside if inside is not None and max(inside) < BEGINNER else None

    def manifest(self) -> Manifest:
        """What the columns and actions mean."""
        own = [
            Column("game", "number of the game under the seed"),
            Column("decision", "number of the decision in its game"),
            Column("seat", "who decides"),
            Column("bot", "the bot at that seat"),
            *(Column(field.name, field.meaning) for field in self.encoding.fields),
            Column("legal", "1 for every action that is possible"),
            Column("action", f"the action that was chosen; {NO_ACTION}: the move is none of the actions"),
            Column("move", "the move that was chosen, in the game's notation"),
            Column("value", "what the bot expected of it, in its own measure; null where it says nothing"),
            Column("points", "points of the seat at the end of the game"),
            Column("won", "whether the seat won, alone or with others"),
        ]
        return Manifest(self.settings, own, [self.encoding.action_name(code) for code in range(self.encoding.actions)])

    def file(self, shard: Shard) -> bytes:
        """The decisions of some games as a Parquet file."""
        memory = io.BytesIO()
        self.frame(load_polars(), shard.first, shard.first + shard.size).write_parquet(memory, compression="zstd")
        return memory.getvalue()

    def frame(self, pl: Any, first: int, end: int) -> polars.DataFrame:
        """The decisions of some games."""
        rows: list[dict[str, Any]] = []
        seen: list[npt.NDArray[np.int16]] = []
        legal: list[npt.NDArray[np.int8]] = []
        for number in range(first, end):
            self.play(number, rows, seen, legal)
        plain = {"game": pl.Int64, "decision": pl.Int32, "seat": pl.Int8, "bot": pl.String}
        chosen = {"action": pl.Int32, "move": pl.String, "value": pl.Float32, "points": pl.Int32, "won": pl.Boolean}
        numbers = np.stack(seen)
        columns = [pl.Series(name, [row[name] for row in rows], kind) for name, kind in plain.items()]
        for name, place in self.encoding.slices().items():
            part = numbers[:, place]
            columns.append(pl.Series(name, np.ascontiguousarray(part[:, 0] if part.shape[1] == 1 else part)))
        columns.append(pl.Series("legal", np.stack(legal)))
        columns += [pl.Series(name, [row[name] for row in rows], kind) for name, kind in chosen.items()]
        found: polars.DataFrame = pl.DataFrame(columns)
        return found

    def play(self, number: int, rows: list[dict[str, Any]], seen: list[Any], legal: list[Any]) -> None:
        """One game; its decisions are added."""
        one, game = self.one, self.game
        one.begin(self.settings.seed, number)
        choosers = [self.chooser(number, seat) for seat in range(one.seats)]
        own: list[dict[str, Any]] = []
        while not one.is_over():
            seat = one.next_seat()
            mask = one.mask(seat)
            seen.append(one.observe(seat))
            legal.append(mask)
            move, value = choosers[seat]()
            row = {"game": number, "decision": len(own), "seat": seat, "bot": self.settings.bots[seat], "value": value}
            own.append({**row, "action": self.action_of(seat, move, mask), "move": game.format_move(move)})
            game.apply(one.record, seat, move)
            while game.kernels.is_automatic(one.record):
                game.kernels.advance(one.record)
        points = game.scores(one.record)
        won = [bool(game.kernels.is_winner(one.record, seat)) for seat in range(one.seats)]
        rows += [{**row, "points": points[row["seat"]], "won": won[row["seat"]]} for row in own]

    def chooser(self, number: int, seat: int) -> Callable[[], tuple[Move, float | None]]:
        """What asks the bot of a seat, with luck of its own for every game."""
        mixed = hashlib.sha256(f"{self.settings.seed} {number} {seat}".encode()).digest()
        seed = int.from_bytes(mixed[:7], "little")
        if self.quick is not None:
            bot, luck = self.quick[seat], fresh_luck(seed)
            return lambda: (bot_move(self.game, self.one.record, seat, bot, luck), None)
        player = make_bot(self.game, self.settings.bots[seat], seed)

        def ask() -> tuple[Move, float | None]:
            advice = player.advise(self.game.view(self.one.record, seat), self.settings.budget)
            self.game.check(self.one.record, seat, advice.move)
            return advice.move, advice.choices[0].value if advice.choices else None

        return ask

    def action_of(self, seat: int, move: Move, mask: npt.NDArray[np.int8]) -> int:
        """The action that is this move: by its number where numbers are those of moves, or by what comes of it."""
        record, encoding = self.one.record, self.encoding
        if encoding.actions == self.game.move_codes:
            return self.game.encode(move)
        wanted = record.copy()
        self.game.apply(wanted, seat, move)
        for action in np.flatnonzero(mask).tolist():
            tried = record.copy()
            encoding.take(tried, seat, action, self.one.moves, self.one.work)
            if tried.to_bytes() == wanted.to_bytes():
                return int(action)
        return NO_ACTION


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a dataset."""
    try:
        return msgspec.json.decode((read_path(folder) / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadOptions(f"{folder} holds no dataset: {error}") from None


def scan(folder: Path) -> polars.LazyFrame:
    """A dataset for polars: nothing is read before it is asked for."""
    name = read_manifest(folder).settings.game
    found: polars.LazyFrame = load_polars().scan_parquet(sorted(Path(folder).glob(f"{name}-*.parquet")))
    return found


def batches(folder: Path, size: int, *, seed: int | None = None) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """A dataset as arrays of some decisions at a time, for torch and others; shuffled file by file with a seed.

    `observation` has all fields of the encoding next to each other, as the environments return them.
    """
    pl = load_polars()
    manifest, size = read_manifest(folder), counted(size, "decision")
    outside = {"game", "decision", "seat", "bot", "legal", "action", "move", "value", "points", "won"}
    fields = [column.name for column in manifest.columns if column.name not in outside]
    chance = None if seed is None else np.random.default_rng(check_seed(seed))
    files = sorted(Path(folder).glob(f"{manifest.settings.game}-*.parquet"))
    for at in range(len(files)) if chance is None else chance.permutation(len(files)):
        frame = pl.read_parquet(files[at])
        order = np.arange(len(frame)) if chance is None else chance.permutation(len(frame))
        arrays = {name: frame[name].to_numpy() for name in ("seat", "legal", "action", "points", "won")}
        seen = [frame[name].to_numpy().reshape(len(frame), -1) for name in fields]
        arrays["observation"] = np.concatenate(seen, axis=1)
        for start in range(0, len(frame), size):
            yield {name: values[order[start : start + size]] for name, values in arrays.items()}
