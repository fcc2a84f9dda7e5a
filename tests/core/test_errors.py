"""Refusals: what they say, and how they travel between processes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import erre
from erre.clubs import refusals as of_clubs
from erre.clubs.refusals import ClubRefusal, NotTheHost
from erre.core import errors, puzzles
from erre.core.errors import BadOptions, IllegalMove, Refusal
from erre.games.rummy import reasons
from erre.games.rummy.reasons import Broken, Reason
from erre.race import grabs
from erre.table import refusals

MODULES = (errors, puzzles, reasons, of_clubs, grabs, refusals)


def kinds(base: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Every class of refusals of the package."""
    yield base
    for one in base.__subclasses__():
        yield from kinds(one)


def example(kind: type[Refusal]) -> Refusal:
    """A refusal of a class, with a value for everything it holds."""
    if issubclass(kind, Broken):
        return kind(Reason("§3.1", "short", "too short", ["R5a"], [3]))
    if issubclass(kind, ClubRefusal):
        return kind("most_evenings", most=3)
    if issubclass(kind, IllegalMove):
        return kind("§3.1", "the colour is followed")
    return kind("no such thing", rule="§2.2") if kind is BadOptions else kind("no such thing")


def all_kinds() -> list[type[Refusal]]:
    """Every class of refusals in the modules that declare them for everybody."""
    found = {one for one in kinds() if one.__module__ in {module.__name__ for module in MODULES}}
    return sorted(found, key=lambda one: one.__qualname__)


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda one: one.__qualname__)
def test_a_refusal_is_pickled_and_copied_with_all_it_holds(kind: type[Refusal]) -> None:
    refusal = example(kind)
    refusal.add_note("seen on the way")
    copies = [pickle.loads(pickle.dumps(refusal, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in [*copies, copy.copy(refusal), copy.deepcopy(refusal)]:
        assert type(other) is kind
        assert vars(other) == vars(refusal)
        assert (str(other), other.args, other.to_json()) == (str(refusal), refusal.args, refusal.to_json())


def test_what_a_class_adds_is_kept() -> None:
    refusal = pickle.loads(pickle.dumps(IllegalMove("§3.1", "the colour is followed")))
    assert (refusal.rule, refusal.why, str(refusal)) == (
        "§3.1",
        "the colour is followed",
        "§3.1: the colour is followed",
    )
    assert pickle.loads(pickle.dumps(NotTheHost("most_evenings", most=3))).values == {"most": 3}


def test_a_refused_move_comes_out_of_another_process() -> None:
    position = erre.new("rage", seats=4, seed=7)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, pytest.raises(IllegalMove) as refused:
        pool.submit(position.play, "bid 11").result(timeout=120)
    with pytest.raises(IllegalMove) as here:
        position.play("bid 11")
    assert refused.value.to_json() == here.value.to_json()
