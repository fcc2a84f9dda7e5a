"""What this folder promises about its own tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
OWN = {"self", "cls", "os", "sys"}  # os._exit is documented


def private_fields(source: str) -> list[str]:
    """Private fields of other objects that a module reads or sets; names such as `_repr_svg_` are protocols."""
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.endswith("_")
        and not (isinstance(node.value, ast.Name) and node.value.id in OWN)
    ]


def test_tests_use_only_what_callers_may_use() -> None:
    found = {path.name: private_fields(path.read_text(encoding="utf-8")) for path in TESTS.rglob("*.py")}
    assert {name: fields for name, fields in found.items() if fields} == {}


@pytest.mark.parametrize(
    ("source", "count"), [("store._writer.x", 1), ("self._kept", 0), ("a.__class__", 0), ("f()._x = 1", 1)]
)
def test_private_fields_are_found(source: str, count: int) -> None:
    assert len(private_fields(source)) == count
