"""A game from another package: installed, it is played everywhere that a game of Erre itself is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.examples.installed import ROOT, environment, erre, install
from tests.forked import python

EXAMPLE = ROOT / "examples" / "erre-goofspiel"
LEARNER = """
from erre.lab.envs.vector import VectorEnv
env = VectorEnv("goofspiel", games=8, seats=3, seed=1, options={"cards": 5})
now = env.reset()
assert now.observation.shape == (8, env.encoding.size)
ended = 0
for _ in range(60):
    now = env.step(env.sample())
    ended += int(now.done.sum())
assert ended == 8 * 4, ended
assert env.encoding.action_name(5) == "bid 5"
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The game is installed; rules are interpreted, which is quick enough for one game."""
    folder = tmp_path_factory.mktemp("goofspiel")
    return environment(install(EXAMPLE, folder / "site"), NUMBA_DISABLE_JIT="1", ERRE_HOME=str(folder / "home"))


def test_the_package_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 250


def test_it_is_listed_with_its_options_bots_and_rules(env: dict[str, str]) -> None:
    listed = erre(env, "games")
    assert "Goofspiel (goofspiel), 2 to 6 players" in listed.stdout
    assert "how many cards each player has" in listed.stdout
    assert listed.stderr == ""
    assert "The highest card takes the prize" in erre(env, "rules", "goofspiel", "2.3").stdout


def test_it_is_simulated_with_random_and_greedy_bots(env: dict[str, str]) -> None:
    words = ("simulate", "goofspiel", "--seats", "2", "--games", "6", "-o", "cards=4", "--json")
    for bots in ("random", "greedy,random"):
        done = erre(env, *words, "--bots", bots)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 6


def test_greedy_wins_its_tournament(env: dict[str, str]) -> None:
    words = ("tournament", "goofspiel", "--seats", "2", "--games", str(amount(12, 24)), "-o", "cards=5", "--json")
    done = erre(env, *words, "--bots", "random,greedy")
    assert done.returncode == 0, done.stderr
    rating = {one["bot"]: one["rating"] for one in json.loads(done.stdout)["bots"]}
    assert rating["greedy"] > rating["random"] + 100


def test_it_is_played_in_the_terminal_kept_and_proven(env: dict[str, str]) -> None:
    typed = "\n".join(["?", "bid 99", "2.2", *map(str, range(1, 6))])
    done = erre(env, "play", "goofspiel", "--seats", "3", "-o", "cards=5", "--seed", "4", "--pause", "0", given=typed)
    assert done.returncode == 0, done.stderr
    assert "§2.2: you do not hold the 99" in done.stdout
    assert "You may play: bid 1" in done.stdout
    assert "Game ended" in done.stdout
    record = next((Path(env["ERRE_HOME"]) / "records").iterdir())
    assert "Proven" in erre(env, "verify", str(record)).stdout
    assert "prize taken" in erre(env, "replay", str(record)).stdout


def test_the_referee_knows_it(env: dict[str, str]) -> None:
    asked = [
        {"op": "new", "game": "goofspiel", "seats": 2, "seed": 1},
        {"op": "play", "seat": 0, "move": "bid 3"},
        {"op": "play", "seat": 0, "move": "bid 99"},
        {"op": "view", "seat": 1},
    ]
    done = erre(env, "referee", given="".join(json.dumps(one) + "\n" for one in asked))
    new, chosen, refused, view = map(json.loads, done.stdout.splitlines())
    assert new["ok"]
    assert chosen["events"] == [{"type": "CardChosen", "seat": 0, "card": 3}]
    assert refused["error"]["rule"] == "§2.2"
    assert view["view"]["has_chosen"] == [True, False]
    assert view["view"]["choice"] is None


def test_learners_play_it_in_the_vector_environment(env: dict[str, str]) -> None:
    python("-c", LEARNER, env=env, check=True)


def test_it_conforms(env: dict[str, str]) -> None:
    done = erre(env, "conformance", "goofspiel", "--settings", str(amount(2, 3)))
    assert done.returncode == 0, done.stdout
    assert "Goofspiel conforms." in done.stdout
