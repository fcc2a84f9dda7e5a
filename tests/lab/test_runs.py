"""Runs: shards in any order, files that go on where they stopped, and none taken for another."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erre.cli.lab_runs import write_page
from erre.core.errors import BadOptions, BadRecord
from erre.core.gamefile import new_file
from erre.games import game
from erre.lab.columns import Columns
from erre.lab.plan import Job, Shard, Table, Truth, job_of, shard_size, shards
from erre.lab.results import Results, gaps
from erre.lab.simulate import Run, simulate
from erre.lab.threads import Executor, Played, on_threads
from erre.lab.tournament import Tournament
from erre.lab.whatif import Study, rule_sets, what_if
from tests.cli.command import erre

RURARE = game("rurare")
PLAIN = RURARE.read_options({})
KINDS = (".csv", ".jsonl", ".parquet")
DOC = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text("utf-8")


def small(out: Path | None = None, games: int = 100, **more: Any) -> Run:
    """A simulation of Ru-Ra-Re."""
    return Run(RURARE, 3, games, "greedy,random,random", PLAIN, **{"seed": 5, "out": out, **more})


def kept(out: Path) -> int:
    """How many games of the same simulation a file holds."""
    run = small(out)
    assert run.results is not None
    run.results.release()
    return run.played


def job(tables: int = 1, bots: str = "greedy", **more: Any) -> Job:
    """A job of as many tables."""
    return job_of("games", RURARE, 2, [Table(str(number), {}, [bots] * 2) for number in range(tables)], 0, **more)


def out_of_order(seed: int) -> Executor:
    """An executor that plays shards in an order of its own."""

    def play(job: Job, shards: Iterator[Shard]) -> Played:
        left = list(shards)
        random.Random(seed).shuffle(left)
        with closing(on_threads(1)(job, iter(left))) as played:
            yield from played

    return play


def interrupted_after(games: int) -> Executor:
    """An executor that is interrupted."""

    def play(job: Job, shards: Iterator[Shard]) -> Played:
        done = 0
        with closing(out_of_order(games)(job, shards)) as played:
            for shard, rows in played:
                yield shard, rows
                done += shard.size
                if done >= games:
                    raise KeyboardInterrupt

    return play


@given(st.integers(1, 5), st.integers(1, 200), st.integers(1, 70))
def test_shards_are_every_game_once(tables: int, rounds: int, size: int) -> None:
    met = [(shard.table, shard.first + game) for shard in shards(tables, rounds, size) for game in range(shard.size)]
    assert sorted(met) == [(table, game) for table in range(tables) for game in range(rounds)]


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_gaps_are_what_is_not_done(done: list[bool]) -> None:
    import numpy as np

    array: Truth = np.array(done)
    left = [game for start, count in gaps(array) for game in range(start, start + count)]
    assert left == [game for game, played in enumerate(done) if not played]


def test_bots_that_think_have_smaller_shards() -> None:
    assert shard_size(job(), 10_000_000) == 4096
    assert shard_size(job(), 1000) == 16
    assert shard_size(job(bots="champion"), 1000) == 1
    assert shard_size(job(bots="champion"), 20_000) == 4
    assert shard_size(job(bots="cmd:true"), 1_000_000) == 1
    assert shard_size(job(), 1000, "gpu") > 100_000


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_the_same_in_whatever_order_shards_end(kind: str, tmp_path: Path) -> None:
    found = set()
    for number, executor in enumerate((on_threads(1), on_threads(3), out_of_order(1), out_of_order(2))):
        path = tmp_path / f"{number}{kind}"
        run = small(path)
        run.play(executor)
        assert run.result().results == simulate(RURARE, 3, 100, "greedy,random,random", PLAIN, seed=5).results
        found.add(path.read_bytes())
    assert len(found) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupted_run_shows_what_is_there_and_goes_on(kind: str, tmp_path: Path) -> None:
    whole, path = tmp_path / f"whole{kind}", tmp_path / f"games{kind}"
    simulate(RURARE, 3, 100, "greedy,random,random", PLAIN, seed=5, out=whole)
    for games in (30, 40):
        first = small(path)
        with pytest.raises(KeyboardInterrupt):
            first.play(interrupted_after(games))
        found = first.result()
        assert not found.complete
        assert games <= found.games < 100
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith("games")] == [path.name]
        assert kept(path) == found.games
    last = small(path)
    last.play(on_threads(2))
    assert last.result().complete
    assert path.read_bytes() == whole.read_bytes()


def test_more_games_may_be_asked_for_and_not_fewer(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for games in (20, 50):
        run = small(path, games)
        run.play(on_threads(1))
        assert run.result().games == games
    again = small(path, 50)
    again.play(on_threads(1))
    assert again.result().games == 50
    with pytest.raises(BadRecord, match="at least 50"):
        small(path, 20)


def test_a_run_killed_in_its_middle_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path, whole = tmp_path / "games.csv", tmp_path / "whole.csv"
    words = ["simulate", "rurare", "--seats", "2", "--seed", "3", "--playouts", "1", "--threads", "1"]
    words += ["--bots", "random,greedy", "--games", "30"]
    command = [sys.executable, "-m", "erre", *words, "--out", str(path)]
    journal = tmp_path / "games.csv.part"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 12):
            pass
        process.send_signal(signal.SIGKILL)
    assert not path.exists()
    with journal.open("ab") as file:
        file.write(b'{"line":"games","table":0,"first":29,"points":[[1')  # as a kill in the middle of a write leaves it
    done = erre(*words, "--out", str(path), "--json")
    assert done.returncode == 0, done.stderr
    assert "of 30 games were played before" in done.stderr
    assert json.loads(done.stdout)["games"] == 30
    assert not journal.exists()
    erre(*words, "--out", str(whole))
    assert path.read_bytes() == whole.read_bytes()


def test_ctrl_c_shows_the_table_so_far_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    words = ["simulate", "rurare", "--seats", "2", "--playouts", "1", "--bots", "greedy", "--games", "9000000"]
    command = [sys.executable, "-m", "erre", *words, "--out", str(path), "--html", str(tmp_path / "page.html")]
    journal = tmp_path / "games.parquet.part"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 6):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "games of Ru-Ra-Re, 2 seats" in out
    assert "the same command goes on from there" in err
    assert "Traceback" not in err
    assert polars.read_parquet(path).height >= 5
    assert "Interrupted" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_of_another_run_is_refused_and_left_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{kind}"
    run = small(path)
    run.play(on_threads(1))
    run.result()
    before = path.read_bytes()
    for more in ({"seed": 6}, {"budget": None, "games": 100, "seed": 7}):
        with pytest.raises(BadRecord, match="another run"):
            small(path, **more)
    with pytest.raises(BadRecord, match="columns are not those"):
        Run(RURARE, 2, 100, "greedy", PLAIN, out=path)
    with pytest.raises(BadRecord, match="columns are not those"):
        Tournament(RURARE, "greedy,random", 3, 60, PLAIN, out=path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_at_the_end_loses_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"games{kind}"
    run = small(path)
    run.play(on_threads(1))
    with monkeypatch.context() as patch:
        patch.setattr("erre.lab.result_files.os.fsync", full_disk)
        with pytest.raises(BadRecord, match="No space left on device"):
            run.result()
    assert [one.name for one in tmp_path.iterdir()] == [f"{path.name}.part"]
    assert run.results is not None
    run.results.release()
    again = small(path)
    assert again.played == 100
    again.result()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def full_disk(_file: int) -> None:
    """What the system says then."""
    raise OSError(28, "No space left on device")


def test_the_book_of_another_run_is_refused_and_says_where_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run = small(path)
    assert run.results is not None
    with pytest.raises(BadRecord, match="being written by another run"):
        small(path)
    with pytest.raises(KeyboardInterrupt):
        run.play(interrupted_after(20))
    run.results.release()  # as if the process had been killed
    with pytest.raises(BadRecord, match="its seed: 5; here: 6"):
        small(path, seed=6)
    assert kept(path) >= 20


GOOD = {"line": "games", "table": 0, "first": 0, "points": [[1, 2, 3]], "wins": [[True, False, False]], "facts": [[9]]}


@pytest.mark.parametrize(
    "change",
    [
        {"table": 99},
        {"table": -1},
        {"first": -4},
        {"first": 2**70},
        {"first": 100},
        {"points": [[1, 2]], "wins": [[True, False]]},
        {"wins": []},
        {"facts": [[1, 2]]},
        {"points": [[1, 2, 9999999999999]]},
        {"points": [["1", 2, 3]]},
        {"line": "poem"},
        {"more": 1},
    ],
)
def test_a_book_with_games_that_cannot_be_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    run = small(tmp_path / "games.csv")
    assert run.results is not None
    assert run.results.journal is not None
    run.results.journal.close(remove=False)
    with (tmp_path / "games.csv.part").open("a") as file:
        file.write(json.dumps(GOOD) + "\n" + json.dumps(GOOD | change) + "\n")
    with pytest.raises(BadRecord):
        small(tmp_path / "games.csv")


def written(tmp_path: Path, kind: str) -> Path:
    """A file of six games."""
    path = tmp_path / f"games{kind}"
    simulate(RURARE, 3, 6, "greedy,random,random", PLAIN, seed=5, out=path)
    return path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("true", "perhaps"),
        (",greedy,", ","),
        ("\n5,", "\nfive,"),
        ("\n5,", "\n-5,"),
        ("\n5,", "\n55555555555555555555555,"),
        ("\n5,", '\n"5,'),
        ("game,", "match,"),
    ],
)
def test_a_csv_that_was_changed_is_refused(old: str, new: str, tmp_path: Path) -> None:
    path = written(tmp_path, ".csv")
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(BadRecord, match=r"games\.csv"):
        small(path)


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_csv_cut_short_anywhere_never_yields_half_a_row(cut: int, tmp_path: Path) -> None:
    path = written(tmp_path, ".csv")
    text = path.read_text()
    path.write_text(text[:-cut])
    if cut == 1:  # the end of the line alone: the row is whole
        assert kept(path) == 6
        return
    with pytest.raises(BadRecord):
        small(path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content", [b"nonsense\n", b"\xff\xfe\x00\x01" * 40, b"PAR1", b"{}\n", b'{"game":1}\n', b"[1]\n"]
)
def test_rubbish_is_no_file_of_results(kind: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"games{kind}"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match="games"):
        small(path)
    assert path.read_bytes() == content


def test_a_parquet_with_columns_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, ".parquet")
    frame = polars.read_parquet(path)
    for column in (
        polars.col("game").cast(polars.String),
        polars.lit(None).alias("won_0"),
        polars.lit(1.5).alias("moves"),
    ):
        frame.with_columns(column).write_parquet(path)
        with pytest.raises(BadRecord, match="of another kind"):
            small(path)


def test_without_polars_the_command_that_adds_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(BadOptions, match=r"pip install '\.\[lab\]'"):
        small(tmp_path / "games.parquet")


def test_rows_of_a_tournament_name_the_bot_of_every_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    one = Tournament(RURARE, "greedy,random,casual", 2, 12, PLAIN, out=path)
    one.run(threads=1)
    one.standings()
    frame = polars.read_parquet(path)
    assert frame.columns == [
        "table",
        "game",
        "moves",
        "bot_0",
        "points_0",
        "won_0",
        "bot_1",
        "points_1",
        "won_1",
        "run",
    ]
    assert {(row["bot_0"], row["bot_1"]) for row in frame.iter_rows(named=True)} == {
        (a, b) for a in one.names for b in one.names if a != b
    }
    assert frame["game"].max() == one.rounds - 1


def test_a_study_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    path, sets = tmp_path / "games.csv", rule_sets(RURARE, [("deck", "reconstructed-b")])
    first = Study(RURARE, 2, sets, 40, "greedy", out=path)
    with pytest.raises(KeyboardInterrupt):
        first.run(interrupted_after(60))
    assert first.is_telling()
    assert first.result().complete is False
    assert what_if(RURARE, 2, sets, 40, "greedy", out=path) == what_if(RURARE, 2, sets, 40, "greedy")
    with path.open() as file:
        assert next(file).startswith("table,rules,game,moves,comeback,mattered,bot_0,")
        assert next(file).startswith("0,as printed,0,")


@pytest.mark.parametrize("kind", ["games", "study"])
def test_every_column_is_documented(kind: Any) -> None:
    two = [Table("a", {}, ["greedy"] * 2), Table("b", {}, ["greedy"] * 2)]
    for name in Columns(job_of(kind, RURARE, 2, two, 0)).kinds:
        assert f"`{name.rstrip('01') + 'N' if name[-1].isdigit() else name}`" in DOC


def test_an_empty_ledger_leaves_nothing_behind(tmp_path: Path) -> None:
    results = Results(job(), 10, tmp_path / "games.csv")
    results.save()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", ["simulate", "tournament", "whatif"])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "0"], "at least"),
        (["--games", "-5"], "at least"),
        (["--games", "1" + "0" * 30], "games: at most"),
        (["--games", "many"], "many"),
        (["--out", "games.xlsx"], "ends with .parquet, .csv or .jsonl"),
        (["--out", "games"], "ends with .parquet, .csv or .jsonl"),
        (["--out", "nowhere/games.csv"], "there is no folder nowhere"),
        (["--out", "/proc/games.csv"], "nothing can be written there"),
        (["--out", "x" * 300 + ".csv"], "nothing can be written there"),
        (["--html", "."], "that is a folder"),
        (["--html", "nowhere/page.html"], "there is no folder nowhere"),
        (["--html", "/proc/page.html"], "nothing can be written there"),
        (["--html", "same.csv", "--out", "same.csv"], "both name same.csv"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
        (["--seed", str(2**63)], "a seed is a whole number from 0"),
        (["--bots", "greedy,nobody,greedy,greedy"], "no bot 'nobody'"),
        (["--threads", "0"], "threads: 1 to 1024"),
        (["--ray", "nowhere"], "write local, auto, HOST:PORT or ray"),
        (["--ray", "127.0.0.1:1"], "nobody answers there"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    verb: str, words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from erre.cli.main import main

    changes = ["-o", "deck=reconstructed-b"] if verb == "whatif" else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["erre", verb, "rurare", *changes, *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert why in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_a_folder_is_no_file_of_results(tmp_path: Path) -> None:
    (tmp_path / "games.csv").mkdir()
    with pytest.raises(BadOptions, match="that is a folder"):
        small(tmp_path / "games.csv")


def test_a_file_holds_ten_million_games_and_no_more(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="at most 10,000,000"):
        small(tmp_path / "games.csv", 10_000_001)
    assert small(None, 10_000_001).games == 10_000_001


def test_the_commands_of_the_documents_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    block = re.search(r"## Runs.*?```sh\n(.*?)```", DOC, re.DOTALL)
    assert block
    for line in block[1].splitlines():
        done = erre(*shlex.split(line)[1:])
        assert done.returncode == 0, done.stderr
    names = {"games.csv", "games.html", "tournament.parquet", "tournament.html", "decks.jsonl", "decks.html"}
    assert {path.name for path in tmp_path.iterdir()} == names


def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    """For the superuser it would be: `--html /dev/null` made the device a file."""
    for option, name in (("--out", "games.csv"), ("--html", "games.html")):
        pipe = tmp_path / name
        os.mkfifo(pipe)
        done = erre("simulate", "rurare", "--seats", "2", "--games", "2", option, str(pipe))
        assert (done.returncode, "that is no plain file" in done.stderr) == (2, True)
        assert pipe.is_fifo()
    with pytest.raises(BadOptions, match="no plain file"):
        write_page(tmp_path / "games.html", "")
    with pytest.raises(BadOptions, match="no plain file"):
        new_file(game("rage"), 3, game("rage").read_options({}), ["a", "b", "c"], bytes(32), "").write(
            tmp_path / "games.csv"
        )


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_a_path_that_cannot_be_is_refused_in_words(option: str) -> None:
    done = erre("simulate", "rurare", "--seats", "2", "--games", "2", option, "\0.csv")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
