"""Result files: Parquet, CSV or JSON lines, chosen by file name; the same run gives the same bytes."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

from erre.core.errors import BadOptions, BadRecord, quote
from erre.core.explain import explain
from erre.core.files import check_plain
from erre.lab.columns import TRUTH, WHOLE, WORDS, Column, Columns
from erre.lab.plan import Rows

if TYPE_CHECKING:
    import polars

Block = tuple[int, npt.NDArray[np.int64], Rows]  # a table, the numbers of its games, and what came of them
Read = Iterator[dict[str, Column]]

KINDS = (".parquet", ".csv", ".jsonl")
LINES = 50_000  # read at once
ROW_GROUP = 250_000  # of Parquet
SAID = {True: "true", False: "false"}


def read_path(given: object) -> Path:
    """The path of a file or folder; anything else is refused."""
    if not isinstance(given, str | os.PathLike) or "\0" in str(given):
        raise BadOptions(f"the path of a file or folder is needed, not {quote(given)}")
    return Path(given)


def check_out(path: Path) -> None:
    """Refuse a file of results that could not be written, before hours are played for it."""
    if path.suffix.lower() not in KINDS:
        raise BadOptions(f"--out {path}: the name ends with .parquet, .csv or .jsonl, and says so what it is")
    check_writable("--out", path)
    if path.suffix.lower() == ".parquet":
        load_polars()


def check_writable(option: str, path: Path) -> None:
    """Refuse a folder, and a file in a folder that is not there or not ours to write in."""
    try:
        if path.is_dir():
            raise BadOptions(f"{option} {path}: that is a folder")
        if not path.parent.is_dir():
            raise BadOptions(f"{option} {path}: there is no folder {path.parent}")
        check_plain(path)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name + "."):
            pass
    except (OSError, ValueError) as error:  # the latter of a path that cannot be
        why = getattr(error, "strerror", None) or error
        raise BadOptions(f"{option} {quote(str(path))}: nothing can be written there ({why})") from None


def load_polars() -> Any:
    """The package that reads and writes Parquet."""
    try:
        import polars
    except ImportError:
        raise BadOptions("Parquet needs the lab's extra: pip install '.[lab]' (or name a .csv)") from None
    return polars


def write_results(path: Path, columns: Columns, blocks: Iterable[Block]) -> None:
    """Write a file, whole or not at all."""
    writers = {".csv": write_csv, ".jsonl": write_lines, ".parquet": write_parquet}
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            writers[path.suffix.lower()](file, columns, blocks)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        new.unlink(missing_ok=True)


def listed(columns: Columns, block: Block) -> dict[str, list[Any]]:
    """A block as columns of plain values."""
    table, games, _ = block
    numbers = columns.numbers(*block)
    words = {name: [columns.words(name)[table]] * len(games) for name, kind in columns.kinds.items() if kind == WORDS}
    return {name: words[name] if kind == WORDS else numbers[name].tolist() for name, kind in columns.kinds.items()}


def write_csv(file: IO[bytes], columns: Columns, blocks: Iterable[Block]) -> None:
    """Comma-separated values with a line of names; true and false are words."""
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns.kinds)
    for block in blocks:
        found = listed(columns, block)
        for name, kind in columns.kinds.items():
            if kind == TRUTH:
                found[name] = [SAID[value] for value in found[name]]
        writer.writerows(zip(*found.values(), strict=True))
    text.detach()


def write_lines(file: IO[bytes], columns: Columns, blocks: Iterable[Block]) -> None:
    """JSON lines, an object a game."""
    for block in blocks:
        names = list(columns.kinds)
        for row in zip(*listed(columns, block).values(), strict=True):
            file.write(msgspec.json.encode(dict(zip(names, row, strict=True))) + b"\n")


def write_parquet(file: IO[bytes], columns: Columns, blocks: Iterable[Block]) -> None:
    """Parquet, compressed with zstd."""
    pl = load_polars()
    frames = [parquet_frame(pl, columns, block) for block in blocks]
    whole = io.BytesIO()  # not the file itself: a full disk would raise one of Rust's messages
    pl.concat(frames, rechunk=True).write_parquet(whole, compression="zstd", row_group_size=ROW_GROUP)
    file.write(whole.getbuffer())


def parquet_frame(pl: Any, columns: Columns, block: Block) -> polars.DataFrame:
    """A block as a frame."""
    table, _, _ = block
    numbers = columns.numbers(*block)
    frame: polars.DataFrame = pl.DataFrame(numbers).select(
        pl.lit(columns.words(name)[table]).alias(name) if kind == WORDS else pl.col(name)
        for name, kind in columns.kinds.items()
    )
    return frame


def read_results(path: Path, columns: Columns) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Rows]]:
    """Tables, games and rows of a file that was written before; nothing where there is none."""
    readers = {".csv": read_csv, ".jsonl": read_lines, ".parquet": read_parquet}
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
        for found in readers[path.suffix.lower()](path, columns):
            yield columns.rows(found)
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror or error}") from None
    except BadRecord as refusal:
        raise BadRecord(f"{path}: {refusal.why}") from None


def check_names(found: Iterable[str], columns: Columns) -> None:
    """Refuse a file with other columns."""
    if list(found) != list(columns.kinds):
        raise BadRecord("its columns are not those of this run. Name another file")


def read_csv(path: Path, columns: Columns) -> Read:
    """Read rows from a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            check_names(next(reader, []), columns)
            while lines := list(islice(reader, LINES)):
                if any(len(line) != len(columns.kinds) for line in lines):
                    raise BadRecord("there is a row that is not whole")
                found: dict[str, Column] = dict(zip(columns.kinds, zip(*lines, strict=True), strict=True))
                for name, kind in columns.kinds.items():
                    if kind == TRUTH:
                        found[name] = truths(found[name])
                yield found
        except (csv.Error, UnicodeDecodeError) as error:
            raise BadRecord(f"it is no CSV: {error}") from None


def truths(column: Iterable[str]) -> list[bool]:
    """A column of true and false."""
    meant = {"true": True, "false": False}
    try:
        return [meant[word] for word in column]
    except KeyError as error:
        raise BadRecord(f"{error} is neither true nor false") from None


def read_lines(path: Path, columns: Columns) -> Read:
    """Read rows from a file of JSON lines."""
    kinds = {WORDS: str, WHOLE: int, TRUTH: bool}
    decoder = msgspec.json.Decoder(dict[str, str | bool | int])
    with path.open("rb") as file:
        while lines := list(islice(file, LINES)):
            try:
                rows = [decoder.decode(line) for line in lines]
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise BadRecord(f"it is no JSON of this run: {explain(error)}") from None
            for row in rows:
                check_names(row, columns)
                if any(type(row[name]) is not kinds[kind] for name, kind in columns.kinds.items()):
                    raise BadRecord("there is a value of another kind")
            yield {name: [row[name] for row in rows] for name in columns.kinds}


def read_parquet(path: Path, columns: Columns) -> Read:
    """Rows of a Parquet file."""
    pl = load_polars()
    try:
        frame = pl.read_parquet(path, use_pyarrow=False)
    except pl.exceptions.PolarsError as error:
        raise BadRecord(f"it is no Parquet: {str(error).splitlines()[0]}") from None
    check_names(frame.columns, columns)
    for name, kind in columns.kinds.items():
        there = frame.schema[name]
        right = {WORDS: there == pl.String, TRUTH: there == pl.Boolean, WHOLE: there.is_integer()}
        if not right[kind] or frame[name].null_count():
            raise BadRecord(f"its column {name} is of another kind")
    yield {name: frame[name].to_numpy() if kind != WORDS else frame[name] for name, kind in columns.kinds.items()}
