"""The client's own checks: types, accessibility warnings, and the tests of its logic."""

from __future__ import annotations

import pytest
from hatch_build import run_node

from tests.e2e.served import ROOT

# The second check of the same sources takes a quarter of the time: what it worked out is kept in web/.svelte-check.
TYPES = "node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --incremental"


@pytest.mark.parametrize(
    "tool", [TYPES.split(), ["node_modules/vitest/vitest.mjs", "run"]], ids=["svelte-check", "vitest"]
)
def test_the_client_passes(tool: list[str]) -> None:
    """`run_node` ends with the tool's own words where it fails."""
    run_node(ROOT / "web", *tool)
