"""What researchers call from Python: whatever has the wrong type is refused in words, before anything is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.core.batch import play_batch
from erre.core.errors import BadOptions
from erre.games import game
from erre.lab.calibration import calibrate
from erre.lab.dataset import batches, scan, settings_of, write_dataset
from erre.lab.exploit.measuring import exploit
from erre.lab.judge import Judge
from erre.lab.simulate import Run, simulate
from erre.lab.threads import on_threads
from erre.lab.tournament import Tournament
from erre.lab.whatif import Study, rule_sets

RAGE = game("rage")
PLAIN = RAGE.read_options({})
SETS = rule_sets(RAGE, [("slam", True)])
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "judge": (Judge, {"game": RAGE, "bots": "greedy,random", "seats": 3, "options": PLAIN}),
    "run": (Run, {"game": RAGE, "seats": 3, "games": 2, "bots": "greedy", "options": PLAIN}),
    "tournament": (Tournament, {"game": RAGE, "bots": "greedy,random", "seats": 3, "games": 2, "options": PLAIN}),
    "study": (Study, {"game": RAGE, "seats": 3, "sets": SETS, "games": 2, "bots": "greedy"}),
    "rule_sets": (rule_sets, {"game": RAGE, "changes": []}),
    "settings": (settings_of, {"game": RAGE, "bots": "greedy", "seats": 3, "games": 2, "options": PLAIN}),
    "exploit": (exploit, {"game": RAGE, "bot": "greedy", "seats": 3, "options": {}, "decisions": 8192, "deals": 32}),
    "calibrate": (calibrate, {"game": RAGE, "level": "solid", "seats": 3, "matches": 1}),
    "batch": (play_batch, {"game": RAGE, "seats": 3, "options": PLAIN, "count": 2}),
}
# The argument, and what it cannot be; everything named here is an argument of some of the calls above.
WRONG: list[tuple[str, list[Any]]] = [
    ("game", [None, "rage", 3, {}]),
    ("seats", [None, "3", 2.5, -1, 99, True]),
    ("options", [None, {"slam": True}, "slam", 1]),
    ("seed", [None, -1, 2**63, 1.5, "1", True]),
    ("games", [None, "2", 2.5, -1, 0, 2**70, float("nan")]),
    ("bots", [None, 7, ["greedy", "random"], "", "nobody,greedy", "x" * 200_000]),
    ("bot", [None, 7, ["greedy"], "nobody"]),
    ("level", [None, 7, "nobody", "greedy"]),
    ("deals", [None, "32", 32.5, 0, -1, 2**70, float("nan")]),
    ("decisions", [None, "9000", 0, 2**70]),
    ("matches", [None, "1", 1.5, 0, 2**70]),
    ("playouts", ["1", 1.5, 0, -1]),
    ("error", [None, "0.05", 0, 1, float("nan"), float("inf"), True]),
    ("by", [None, 1, "fame", []]),
    ("budget", [20, "20", {"playouts": 20}]),
    ("design", [None, 1, "three", []]),
    ("control", [7, "nobody"]),
    ("stop", [None, "no", 0]),
    ("sets", [None, [], {}, "slam", [1], [("slam", {"slam": 7})], [("slam", None, 1)]]),
    ("changes", [None, "slam", [1], [("slam",)], [(["slam"], True)], [("slam", object())]]),
    ("games_per_file", [None, "1", 0, 1.5, 2**70]),
    ("out", [7, True, "games.txt", "nowhere/games.csv", "\0.csv"]),
    ("count", [None, "2", 2.5, -1, 2**70, 10**17]),
    ("first", [None, -1, 0.5]),
    ("threads", ["1", 1.5, -1, True]),
    ("chunk", [None, 0, -1, 0.5]),
    ("engine", [None, "tpu", 1]),
]
OTHERS: dict[tuple[str, str], list[Any]] = {
    ("batch", "bots"): [7, "greedy", [-1], [300], [1.5], [1] * 9, [[1], [2, 3]]],
    ("exploit", "options"): [7, "slam", {"slam": 7}],
    ("calibrate", "options"): [{"slam": True}, "slam", 1],
    ("exploit", "by"): ["fame", None],
}


def wrong_calls() -> list[Any]:
    """Every call with one wrong argument."""
    found = []
    for name, (call, right) in CALLS.items():
        code = call.__init__.__code__ if isinstance(call, type) else call.__code__  # type: ignore[misc]
        for argument, values in WRONG:
            if argument in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
                for number, value in enumerate(OTHERS.get((name, argument), values)):
                    found.append(pytest.param(call, {**right, argument: value}, id=f"{name}-{argument}-{number}"))
    return found


@pytest.mark.parametrize(("call", "given"), wrong_calls())
def test_what_has_the_wrong_type_is_refused_in_words(call: Callable[..., Any], given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as refusal:
        call(**given)
    assert len(str(refusal.value)) <= 500


def test_a_path_may_be_text(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    simulate(RAGE, 3, 2, "random", PLAIN, out=str(out), executor=on_threads(1))  # type: ignore[arg-type]
    assert len(out.read_text("utf-8").splitlines()) == 3
    folder: Any = str(tmp_path / "decisions")
    assert write_dataset(settings_of(RAGE, "random", 3, 1, PLAIN), folder) == 1
    assert len(next(batches(folder, 4))["action"]) == 4
    assert scan(folder).collect().height > 4


def test_what_is_no_dataset_is_refused_in_words(tmp_path: Path) -> None:
    wrong: Any
    settings = settings_of(RAGE, "random", 3, 1, PLAIN)
    write_dataset(settings, tmp_path / "decisions")
    for wrong in (None, 7, "\0", tmp_path):
        with pytest.raises(BadOptions):
            scan(wrong)
    for wrong in (None, 0, -1, 1.5, "4"):
        with pytest.raises(BadOptions, match="decision"):
            next(batches(tmp_path / "decisions", wrong))
    for wrong in (None, {}, "rage"):
        with pytest.raises(BadOptions, match="settings_of"):
            write_dataset(wrong, tmp_path / "decisions")


def test_numbers_of_numpy_are_numbers() -> None:
    whole: Any = np.int64(32)
    judge = Judge(RAGE, "greedy,random", 3, PLAIN, deals=whole, error=np.float32(0.25), seed=np.int64(5))  # type: ignore[arg-type]
    assert judge.run(on_threads(1)).winner == "greedy"
    assert len(play_batch(RAGE, np.int8(3), PLAIN, whole, seed=whole, threads=1).moves) == 32  # type: ignore[arg-type]
    assert len(play_batch(RAGE, 3, PLAIN, 0, threads=1).moves) == 0
