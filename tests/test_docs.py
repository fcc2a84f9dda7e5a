"""What the documents show works when it is typed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest

import erre.games
from erre.games import all_games, game_names, own_names
from erre.lab.envs.encodings import encoding_of
from tests.test_tutorials import site_builder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) >= 2
    exec(compile("\n".join(blocks), "README.md", "exec"), {})
    assert "Bid" in capsys.readouterr().out


def test_the_python_of_the_lab_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "lab.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 10
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo's and Gymnasium's own
        exec(compile("\n".join(blocks), "lab.md", "exec"), {})
    said = capsys.readouterr().out
    assert "slice(15, 121" in said
    assert "bid 0" in said
    for name, numbers, actions in re.findall(r"\| (R[\w-]+) \| (\d+) \| (\d+)", text):
        encoding = encoding_of(name.lower().replace("-", ""), 4)
        assert (encoding.size, encoding.actions) == (int(numbers), int(actions))


def test_the_readme_names_both_commands_and_every_game() -> None:
    assert "./erre " in README
    assert "./erre test" in README
    for one in all_games():
        assert f"**{one.title}**" in README


@pytest.mark.parametrize("name", game_names())
def test_every_option_is_explained(name: str) -> None:
    one = erre.games.game(name)
    assert one.option_help
    for option, what in one.option_help.items():
        assert len(what) > 10, option


def pages() -> list[Path]:
    """All documents but those of the games."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/tutorials/*.md")])


@pytest.mark.parametrize("path", pages(), ids=lambda p: p.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_no_figure_is_missing(path: Path) -> None:
    assert re.findall(r"(?<!\S)@\w+@", path.read_text("utf-8")) == []


def test_the_site_is_built_without_a_broken_link_and_without_anything_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "docs/site/build.py", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    made = {page.relative_to(tmp_path / "site").as_posix() for page in (tmp_path / "site").rglob("*")}
    assert {f"rules/{name}.html" for name in game_names()} | {"index.html", "tutorials/bot.ipynb"} <= made
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.findall(r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//|<link[^>]*href="(?:https?:)?//', text), (
            page
        )
    reference = (tmp_path / "site" / "reference" / "core.html").read_text("utf-8")
    assert 'id="erre.core.game.Position.play"' in reference


def test_every_page_is_in_the_menu(tmp_path: Path) -> None:
    builder = site_builder()
    builder.gather(tmp_path / "docs")
    nav = str(tomllib.loads(builder.settings_for(tmp_path / "docs"))["project"]["nav"])
    for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/tutorials/*.md")]:
        assert f"'{path.relative_to(ROOT / 'docs').as_posix()}'" in nav
    for name in own_names():
        assert f"'rules/{name}.md'" in nav
        assert f"'reference/games.{name}.md'" in nav


def test_the_menu_of_the_site_lists_no_game_by_hand() -> None:
    settings = (ROOT / "docs" / "site" / "zensical.toml").read_text("utf-8")
    assert not [game.name for game in all_games() if f"/{game.name}.md" in settings or f".{game.name}.md" in settings]
