"""The rule numbers in RULES.md, in the code and in the names of tests are the same set."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import erre.games
from erre.games import game_names

PACKAGE = Path(erre.games.__file__).parent
TESTS = Path(__file__).parent.parent / "games"
NUMBER = r"§(\d+\.\d+)"


def in_rulebook(name: str) -> list[str]:
    """Numbers of the lines of RULES.md."""
    text = (PACKAGE / name / "RULES.md").read_text("utf-8")
    return re.findall(rf"^\s*[-*] \*\*{NUMBER}\*\*", text, re.MULTILINE)


def in_code(name: str) -> Counter[str]:
    """Numbers that a docstring or a comment begins with: the homes of the rules."""
    homes: Counter[str] = Counter()
    for path in sorted((PACKAGE / name).rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (doc := ast.get_docstring(node)):
                for line in doc.splitlines():
                    if leading := re.match(rf"({NUMBER}\s+)+", line):
                        homes.update(re.findall(NUMBER, leading[0]))
        homes.update(re.findall(rf"#\s*{NUMBER}\b", text))
    return homes


def in_tests(name: str) -> set[str]:
    """Numbers that names of tests begin with."""
    names = [
        m for path in TESTS.joinpath(name).glob("test_*.py") for m in re.findall(r"def (test_\w+)", path.read_text())
    ]
    return {f"{found[1]}.{found[2]}" for m in names if (found := re.match(r"test_(\d+)_(\d+)_", m))}


@pytest.mark.parametrize("name", game_names())
def test_the_three_sets_are_equal(name: str) -> None:
    rulebook = in_rulebook(name)
    assert len(rulebook) == len(set(rulebook)) > 10
    assert set(rulebook) == set(in_code(name))
    assert set(rulebook) == in_tests(name)


@pytest.mark.parametrize("name", game_names())
def test_every_rule_has_one_home(name: str) -> None:
    assert {number: count for number, count in in_code(name).items() if count > 1} == {}


@pytest.mark.parametrize("name", game_names())
def test_refusals_name_rules_that_exist(name: str) -> None:
    text = "".join(path.read_text("utf-8") for path in sorted((PACKAGE / name).rglob("*.py")))
    named = set(re.findall(rf'IllegalMove\(\s*"{NUMBER}"', text))
    assert named
    assert named <= set(in_rulebook(name))
