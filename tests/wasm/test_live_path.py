"""Tables with other people never judge by themselves: the client reaches no engine and no local server there."""

from __future__ import annotations

import re
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "web" / "src"
ENGINE, OFFLINE = CLIENT / "lib" / "engine", CLIENT / "offline"
REPLAYS = CLIENT / "shell" / "replay"  # finished games only
PROOFS, GATE = REPLAYS / "VerifyPage.svelte", OFFLINE / "Gate.svelte"
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""")


def test_only_the_page_of_proofs_and_offline_play_load_the_engine() -> None:
    assert {path for path in users_of(ENGINE) if OFFLINE not in path.parents} == {PROOFS, REPLAYS / "Verifier.svelte"}


def test_only_the_root_leads_to_offline_play_and_only_by_its_gate() -> None:
    assert users_of(OFFLINE) == {CLIENT / "App.svelte", PROOFS, REPLAYS / "SavePage.svelte"}
    root = (CLIENT / "App.svelte").read_text("utf-8")
    assert [name for name in IMPORT.findall(root) if "offline" in name] == ["./offline/Gate.svelte"]
    assert "hasServer = $state(!router.isLocal)" in root


def test_both_are_loaded_on_demand() -> None:
    for page, what in ((PROOFS, "lib/engine"), (PROOFS, "offline/"), (CLIENT / "App.svelte", "offline/")):
        assert not re.search(rf"^\s*import (?!type)[^(].*{what}", page.read_text("utf-8"), re.MULTILINE)


def test_nothing_but_the_gate_changes_where_questions_go() -> None:
    assert [path for path in files() if "transport.use(" in path.read_text("utf-8")] == [GATE]


def files() -> list[Path]:
    return [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte")]


def users_of(folder: Path) -> set[Path]:
    """The files outside of a folder that import something from it."""
    outside = [path for path in files() if folder not in path.parents]
    return {path for path in outside for name in IMPORT.findall(path.read_text("utf-8")) if reaches(path, name, folder)}


def reaches(path: Path, name: str, folder: Path) -> bool:
    """Whether an import leads into a folder."""
    return name.startswith(".") and folder in (path.parent / name).resolve().parents
