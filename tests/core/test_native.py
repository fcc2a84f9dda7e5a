"""Rules as machine code: what Python sees of them is what the interpreter does."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from erre.core.engine import narrow_rule, rule
from erre.core.entries import (
    INTS,
    LISTS,
    NOBODY_WAITS,
    SHORTS,
    Module,
    declare,
    entries,
    entry,
    functions_of,
    inside,
    rules_in,
    without_waiting,
)
from erre.core.game import AnyGame
from erre.core.mode import INTERPRETED
from erre.core.record import IntArray, Ints, Record, i8, i16, ints
from erre.games import all_games
from erre.games.compiling import modules_of
from tests.forked import python


@pytest.fixture(autouse=True, scope="module")
def own_cache(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is compiled here is kept from run to run, but not beside the code that people play with."""
    kept = getattr(pytestconfig, "cache", None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ERRE_CACHE", str(kept.mkdir("rules") if kept else tmp_path_factory.mktemp("rules")))
        yield


class Pile(Record):
    """A record to try things on."""

    cards: IntArray = i16(4)
    count: int = i8()


@rule
def top(s: Pile) -> int:
    """The last card; there must be one."""
    if s.count == 0:
        raise IndexError("the pile is empty")
    return s.cards[s.count - 1]


@rule
def take(s: Pile, most: int) -> int:
    """Take some cards; what they add up to."""
    total = 0
    for _ in range(min(most, 4)):
        total += top(s)
        s.count -= 1
    return total


@rule
def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


@rule
def is_even(n: int) -> bool:
    return True if n == 0 else is_odd(n - 1)


@rule
def is_odd(n: int) -> bool:
    return False if n == 0 else is_even(n - 1)


@rule
def parity(numbers: IntArray) -> int:
    """How many of some numbers are odd: another way into the circle."""
    odd = 0
    for number in numbers:
        if is_odd(number):
            odd += 1
    return odd


def pile(*cards: int) -> Pile:
    """A pile of these cards."""
    s = Pile.new()
    for at, card in enumerate(cards):
        s.cards[at] = card
    s.count = len(cards)
    return s


def test_a_rule_that_nobody_listed_is_compiled_on_its_own() -> None:
    s = pile(3, 5, 7)
    assert top(s) == 7
    assert take(s, 2) == 12
    assert (s.count, top(s)) == (1, 3)


def test_what_an_inner_rule_raises_reaches_python() -> None:
    s = pile(3)
    with pytest.raises(IndexError, match="the pile is empty"):
        take(s, 2)
    assert s.count == 0, "the card before it was taken"
    with pytest.raises(IndexError, match="the pile is empty"):
        top(s)


def test_rules_may_call_themselves_and_each_other() -> None:
    assert factorial(10) == 3628800
    assert is_even(10)
    assert is_odd(7)
    assert not is_even(7)
    numbers = ints(3)
    numbers[:] = np.array([1, 2, 3])
    assert parity(numbers) == 2


def test_defaults_and_names_of_arguments_work_from_python() -> None:
    @rule
    def add(a: int, b: int = 5) -> int:
        return a + b

    assert (add(1), add(1, 2), add(b=1, a=3)) == (6, 3, 4)


@rule
def doubled(n: int) -> int:
    """A function inside a rule."""

    def twice(x: int) -> int:
        return 2 * x

    return twice(n) + twice(1)


@rule
def last_odd(numbers: IntArray) -> int:
    """Variables that are set in some rounds of a loop only keep what they held."""
    found = -1
    for number in numbers:
        is_one = number & 1 == 1
        if is_one:
            found = number
    return found


def test_rules_with_functions_inside_go_through_all_of_numba() -> None:
    assert doubled(4) == 10


def test_variables_keep_their_values_from_round_to_round() -> None:
    numbers = ints(4)
    numbers[:] = np.array([3, 2, 5, 4])
    assert last_odd(numbers) == 5
    numbers[:] = 2
    assert last_odd(numbers) == -1


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_numbers_of_every_width_are_taken(kind: type[np.signedinteger[Any]]) -> None:
    assert factorial(int(kind(5))) == 120
    array: Any = np.array([1, 2, 3], kind).view(Ints)
    assert parity(array) == 2


@narrow_rule
def words(word: Any) -> Any:
    """Thirty-two bits wrap around."""
    return np.uint32(word * np.uint32(2654435761))


def test_words_stay_words() -> None:
    assert int(words(np.uint32(3))) == 3 * 2654435761 % 2**32


COUNT = """
import numpy as np
from erre.core.engine import rule
from erre.core.record import ints

@rule
def inner(a: int, b: int) -> int:
    return a + b

@rule
def outer(short: object, long: object) -> int:
    return inner(short[0], 1) + inner(long[0], 2) + inner(3, 4) + inner(short[0], long[0])

print(outer(ints(1), ints(1, np.int64)), len(inner.overloads), len(inner.entries), len(outer.entries))
print(inner(1, 2), len(inner.overloads), len(inner.entries))
"""
FROM_NUMBA = """
import numba
from erre.core.engine import rule
from erre.core.record import ints

@rule
def double(a: int) -> int:
    return twice(a)

@rule
def twice(a: int) -> int:
    return 2 * a

@numba.njit
def ours(a):
    return double(a) + 1

print(ours(20), double(20))
"""
ALLOCATES = """
import numpy as np
from erre.core.engine import rule

@rule
def careless(n: int) -> int:
    return np.zeros(n).size

try:
    careless(3)
except Exception as error:
    print(type(error).__name__)
"""


def printed(program: str, tmp_path: Path, *arguments: str) -> list[str]:
    """What a program prints in a process of its own, compiled."""
    env = {**os.environ, "ERRE_CACHE": str(tmp_path)}
    env.pop("NUMBA_DISABLE_JIT", None)
    path = tmp_path / "program.py"
    path.write_text(program, "utf-8")
    done = python(str(path), *arguments, env=env, check=True)
    return done.stdout.splitlines()


def test_one_version_of_a_rule_does_for_all_constants_and_widths(tmp_path: Path) -> None:
    assert printed(COUNT, tmp_path) == ["10 1 0 1", "3 1 1"]
    assert printed(COUNT, tmp_path) == ["10 0 0 1", "3 0 1"], "what was kept is loaded, and nothing is typed again"


def test_functions_that_numba_compiles_may_call_rules(tmp_path: Path) -> None:
    assert printed(FROM_NUMBA, tmp_path) == ["41 40"]


def test_a_rule_that_allocates_is_refused(tmp_path: Path) -> None:
    assert printed(ALLOCATES, tmp_path) == ["TypingError"]


LOADED = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.core import test_native
test_native.test_a_rule_that_nobody_listed_is_compiled_on_its_own()
test_native.test_what_an_inner_rule_raises_reaches_python()
test_native.test_rules_may_call_themselves_and_each_other()
print(sum(len(found.overloads) for found in vars(test_native).values() if hasattr(found, "overloads")))
"""


def test_code_from_the_disk_does_the_same(tmp_path: Path) -> None:
    """Exceptions and circles included; the second process types nothing."""
    root = Path(__file__).parents[2]
    env = {**os.environ, "ERRE_CACHE": str(tmp_path)}
    env.pop("NUMBA_DISABLE_JIT", None)
    typed = [int(python("-c", LOADED, str(root), env=env, check=True).stdout) for _ in range(2)]
    assert typed[0] > 0
    assert typed[1] == 0


def test_entry_points_that_are_listed_together_are_loaded_together() -> None:
    @rule
    def first(numbers: IntArray, at: int) -> int:
        return numbers[at]

    @rule
    def second(numbers: IntArray, at: int) -> int:
        return -first(numbers, at)

    both: tuple[Callable[..., Any], ...] = (first, second)
    declare("together", [*entries(both, SHORTS, int), entry(first, INTS, int)])
    assert second(ints(3), 1) == 0
    if not INTERPRETED:
        known: Any = first
        assert len(known.entries) == 2
        module: Module = next(iter(known.homes.values()))
        assert len(module.entries) == 3
        assert module.is_loaded


NAMESAKES = """
import sys
from erre.core.engine import bind

def add_template(a: int) -> int:
    if a < 0:
        raise ValueError(WORD)
    return a + NUMBER

for number in map(int, sys.argv[1:]):
    add = bind(add_template, "same", NUMBER=number, WORD=f"not below {number}")
    try:
        print(add(1))
        add(-1)
    except ValueError as error:
        print(error)
"""


def test_rules_of_the_same_name_keep_apart(tmp_path: Path) -> None:
    """Compiled in two processes, loaded in a third."""
    ten, twenty = ["11", "not below 10"], ["21", "not below 20"]
    assert printed(NAMESAKES, tmp_path, "10") == ten
    assert printed(NAMESAKES, tmp_path, "20") == twenty
    assert printed(NAMESAKES, tmp_path, "10", "20", "10") == [*ten, *twenty, *ten]
    assert printed(NAMESAKES, tmp_path, "30", "20") == ["31", "not below 30", *twenty]


@pytest.mark.parametrize("one", [one for one in all_games() if one.entries], ids=lambda one: one.name)
def test_every_rule_that_python_calls_at_a_table_is_listed(one: AnyGame) -> None:
    """A rule that is not in the list would be compiled in the middle of a game."""
    listed = {entry.rule for module in modules_of(one.name) for entry in module.entries}
    packages = [package for package, place in LISTS.items() if place == one.entries and package.startswith("erre.")]
    assert len(packages) == 2
    called = {
        rule: function
        for package in packages
        for module in inside(package)
        for function in functions_of(module)
        for rule in rules_in(function)
    }
    assert {rule: function for rule, function in called.items() if listed and rule not in listed} == {}


def test_nobody_waits_only_where_that_was_asked_for() -> None:
    """A process that shows a record and then plays must not go on interpreted."""
    with without_waiting():
        assert NOBODY_WAITS.is_set()
        with without_waiting():
            assert NOBODY_WAITS.is_set()
        assert NOBODY_WAITS.is_set()
    assert not NOBODY_WAITS.is_set()


def test_every_package_with_a_list_of_entry_points_is_known() -> None:
    import erre.games

    assert len(erre.games.all_games()) >= 4
    for name in erre.games.own_names():
        assert LISTS[f"erre.games.{name}"] == LISTS[f"erre.bots.{name}"]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_code_that_must_be_compiled_is_announced(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ERRE_CACHE", str(tmp_path))
    monkeypatch.setattr(logging.getLogger("erre"), "propagate", True)  # a server in another test may have changed it
    caplog.set_level("WARNING", logger="erre")

    @rule
    def twice(number: int) -> int:
        return 2 * number

    assert twice(21) == 42
    assert "Compiling" in caplog.text
    assert "once" in caplog.text
