"""Tables with other people never judge by themselves: no page but /verify reaches the engine of the client."""

from __future__ import annotations

import re
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "web" / "src"
ENGINE = CLIENT / "lib" / "engine"
MAY = {CLIENT / "shell" / "replay" / "VerifyPage.svelte"}
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""")


def test_only_the_page_of_proofs_loads_the_engine() -> None:
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte") and ENGINE not in path.parents]
    users = {path for path in files for name in IMPORT.findall(path.read_text("utf-8")) if reaches(path, name)}
    assert users == MAY


def reaches(path: Path, name: str) -> bool:
    """Whether an import leads into the engine's folder."""
    return name.startswith(".") and ENGINE in (path.parent / name).resolve().parents


def test_it_is_loaded_on_demand() -> None:
    (page,) = MAY
    assert not re.search(r"^\s*import [^(].*lib/engine", page.read_text("utf-8"), re.MULTILINE)
