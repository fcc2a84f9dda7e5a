"""`erre dataset`: decisions that say what happened, the same files for the same seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars
import pytest

from erre.bots.contract import Budget
from erre.core.errors import BadOptions
from erre.core.game import Position
from erre.games import game, own_names
from erre.lab.dataset import NO_ACTION, Settings, batches, read_manifest, scan, settings_of, write_dataset
from erre.lab.envs.one import OneGame


def settings(
    name: str, *, bots: str = "greedy", games: int = 3, seed: int = 1, budget: Budget | None = None
) -> Settings:
    """A small dataset."""
    one = game(name)
    plain = one.read_options({})
    return settings_of(one, bots, one.least_seats, games, plain, seed=seed, games_per_file=2, budget=budget)


@pytest.mark.parametrize("name", own_names())
def test_the_moves_of_a_game_lead_to_its_points(name: str, tmp_path: Path) -> None:
    chosen = settings(name)
    write_dataset(chosen, tmp_path)
    rows = scan(tmp_path).filter(polars.col("game") == 1).collect()
    one = OneGame(name, seats=chosen.seats)
    one.begin(1, 1)
    position = Position(one.game, one.record)
    for row in rows.iter_rows(named=True):
        position = position.play(row["seat"], row["move"]).position
    assert position.outcome is not None
    for row in rows.iter_rows(named=True):
        assert row["points"] == position.outcome.scores[row["seat"]]
        assert row["won"] == (row["seat"] in position.outcome.winners)


@pytest.mark.parametrize("name", own_names())
def test_an_action_is_one_that_was_possible(name: str, tmp_path: Path) -> None:
    write_dataset(settings(name), tmp_path)
    encoding = OneGame(name, seats=game(name).least_seats).encoding
    found = 0
    for batch in batches(tmp_path, 64):
        known = batch["action"] != NO_ACTION
        found += int(known.sum())
        assert batch["legal"][known, batch["action"][known]].all()
        assert batch["observation"].shape[1] == encoding.size
        assert batch["legal"].shape[1] == encoding.actions
    assert found > 0
    assert len(read_manifest(tmp_path).actions) == encoding.actions


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    for folder, seed in (("one", 1), ("two", 1), ("three", 2)):
        write_dataset(settings("rage", bots="random", seed=seed), tmp_path / folder)
    files = [path.name for path in sorted((tmp_path / "one").glob("*.parquet"))]
    assert files == ["rage-00000.parquet", "rage-00001.parquet"]
    one, two, three = (
        [(tmp_path / folder / file).read_bytes() for file in files] for folder in ("one", "two", "three")
    )
    assert one == two != three


def test_what_is_missing_is_made_and_nothing_else(tmp_path: Path) -> None:
    chosen = settings("rurare")
    assert write_dataset(chosen, tmp_path) == 3
    before = (tmp_path / "rurare-00001.parquet").read_bytes()
    (tmp_path / "rurare-00001.parquet").unlink()
    assert write_dataset(chosen, tmp_path) == 1
    assert (tmp_path / "rurare-00001.parquet").read_bytes() == before
    with pytest.raises(BadOptions, match="holds another dataset"):
        write_dataset(settings("rurare", seed=2), tmp_path)


def test_bots_that_think_say_what_they_expect(tmp_path: Path) -> None:
    write_dataset(settings("rage", bots="casual", games=1, budget=Budget(playouts=4)), tmp_path)
    assert scan(tmp_path).select(polars.col("value").is_not_null().any()).collect().item()


def test_batches_are_shuffled_by_a_seed(tmp_path: Path) -> None:
    write_dataset(settings("rage"), tmp_path)
    plain, mixed, again = (
        np.concatenate([batch["action"] for batch in batches(tmp_path, 50, seed=seed)]) for seed in (None, 3, 3)
    )
    assert np.array_equal(mixed, again)
    assert not np.array_equal(plain, mixed)
    assert np.array_equal(np.sort(plain), np.sort(mixed))


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(BadOptions, match="is not empty"):
        write_dataset(settings("rage"), tmp_path)
    with pytest.raises(BadOptions, match="holds no dataset"):
        read_manifest(tmp_path)


def test_the_sample_is_what_its_settings_give(tmp_path: Path) -> None:
    """After a change in play: remove it and run `erre dataset` with the settings of its manifest."""
    sample = Path(__file__).parents[2] / "examples" / "dataset"
    write_dataset(read_manifest(sample).settings, tmp_path)
    assert scan(tmp_path).collect().equals(scan(sample).collect())
