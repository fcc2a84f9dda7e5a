"""Settings of the whole test run."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

# Derandomised: a failure on one machine is a failure on every machine. No deadline: the first call may compile.
settings.register_profile(
    "erre", derandomize=True, deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("erre")
# Nor do examples depend on the modules that a process has imported so far: Hypothesis looks for constants in them.
NO_CONSTANTS = Constants()
providers._get_local_constants = lambda: NO_CONSTANTS


# What these compile has much in common, and a process shares it: neighbours in the order go to the same one.
COMPILING = ("tests/bots/", "tests/lab/envs/", "tests/conformance/", "tests/games/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what compiles most."""
    place = {folder: number for number, folder in enumerate(COMPILING)}
    items.sort(key=lambda item: next((place[one] for one in COMPILING if item.nodeid.startswith(one)), len(place)))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    """One command rewrites the golden files: ./erre test --rewrite-golden tests/conformance"""
    parser.addoption(
        "--rewrite-golden", action="store_true", help="rewrite the golden files; review the diff like code"
    )


@pytest.fixture
def rewrite_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--rewrite-golden"))
