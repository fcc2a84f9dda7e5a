"""Build the documentation site: gather its pages, then run Zensical on them. `./erre docs` calls this.

    python docs/site/build.py [FOLDER] [--serve]      # into site/ by default

Pages that live next to their subject (the rules next to the code) stay there and are never copied. Links point to the
site's page wherever a file has one. The reference is generated from docstrings, module by module, and each tutorial is
also available as a notebook. A broken link fails the build.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from erre.games import game, own_names

ROOT = Path(__file__).resolve().parents[2]
DOCS, SOURCE = ROOT / "docs", ROOT / "src"
GAMES = {name: game(name).title for name in own_names()}

OUTSIDE = {  # where a page of the site lives, for those that are not in docs/
    **{f"rules/{name}.md": SOURCE / "erre" / "games" / name / "RULES.md" for name in GAMES},
    "architecture.md": ROOT / "ARCHITECTURE.md",
    "contributing.md": ROOT / "CONTRIBUTING.md",
    "changelog.md": ROOT / "CHANGELOG.md",
    **{path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / "examples").rglob("*.py"))},
}

REFERENCE = {  # the packages that have a page, and what stands above it
    "api": "The functions of `import erre`.",
    "core": "What all games share: records, chance, positions, whole games in one call.",
    "games": "The registry: every game by its name.",
    **{f"games.{name}": f"{title}: its record, rules, moves, events and views." for name, title in GAMES.items()},
    "bots": "Advice from a view within a budget; bots from elsewhere.",
    "lab": "Simulations, tournaments, house rules, analysis.",
    "lab.envs": "The games for learners, in arrays and in the interfaces of others.",
    "table": "A live table without any input or output.",
}

LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
BLOCK = re.compile(r'^```(python|sh|toml)(?: title="([^"]*)")?\n(.*?)^```\n', re.DOTALL | re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Build the site and print where it is; with --serve, serve it locally so that its search works."""
    if not (find_spec("zensical") and find_spec("mkdocstrings_handlers")):
        sys.exit("The site needs two packages: pip install zensical mkdocstrings-python (./erre docs has them)")
    folders = [argument for argument in arguments if argument != "--serve"]
    site = Path(folders[0] if folders else ROOT / "site").resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        gather(work / "docs")
        (work / "zensical.toml").write_text(settings_for(work / "docs"), "utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(command, cwd=work, env={**os.environ, "NO_COLOR": "1"})
        if done.returncode:
            return done.returncode
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(work / "site", site)
    print(f"Site built. Open {site / 'index.html'} (search needs a server: ./erre docs --serve)")
    return serve(site) if "--serve" in arguments else 0


def serve(site: Path, port: int = 8378) -> int:
    """Show the site on this machine until Ctrl-C."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    with ThreadingHTTPServer(("127.0.0.1", port), partial(SimpleHTTPRequestHandler, directory=site)) as server:
        print(f"http://127.0.0.1:{port}/ serves it until Ctrl-C", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


def gather(folder: Path) -> None:
    """Copy all pages into one folder and adapt the links between them."""
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.py", "*.toml"))
    for uri, path in OUTSIDE.items():
        (folder / uri).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / uri)
    for path in sorted(folder.rglob("*.md")):
        uri = path.relative_to(folder).as_posix()
        path.write_text(linked(path.read_text("utf-8"), uri), "utf-8")
    (folder / "reference").mkdir()
    for uri, text in reference_pages().items():
        (folder / uri).write_text(text, "utf-8")
    for path in sorted((folder / "tutorials").glob("*.md")):
        page = path.read_text("utf-8")
        path.with_suffix(".ipynb").write_text(json.dumps(notebook_of(page), indent=1), "utf-8")
        path.write_text(f"{page}\n[This page as a notebook]({path.stem}.ipynb)\n", "utf-8")


def menu() -> dict[str, list[str]]:
    """The entries of the menu that follow from the games and packages, by their mark in zensical.toml."""
    return {
        "# RULES:": [f'{{ "{title}" = "rules/{name}.md" }},' for name, title in GAMES.items()],
        "# REFERENCE:": [f'{{ "{package}" = "reference/{package}.md" }},' for package in REFERENCE],
    }


def settings_for(folder: Path) -> str:
    """The settings of the site with the whole menu; a page that does not exist has no entry."""
    given = (DOCS / "site" / "zensical.toml").read_text("utf-8").replace("SOURCE", SOURCE.as_posix()).splitlines()
    entries = menu()
    lines = [entry for line in given for entry in next((entries[mark] for mark in entries if mark in line), [line])]
    pages = [re.search(r'= "(.*\.md)" }', line) for line in lines]
    kept = [line for line, page in zip(lines, pages, strict=True) if page is None or (folder / page[1]).exists()]
    return "\n".join([*kept, ""])


def linked(markdown: str, uri: str) -> str:
    """A page with links to the pages of the site, wherever their files live."""
    lives = OUTSIDE.get(uri, DOCS / uri)
    uris = {path: other for other, path in OUTSIDE.items()}

    def led(match: re.Match[str]) -> str:
        target = Path(os.path.normpath(lives.parent / match[2]))
        other = uris.get(target) or (target.relative_to(DOCS).as_posix() if target.is_relative_to(DOCS) else "")
        return match[1] + (posixpath.relpath(other, posixpath.dirname(uri) or ".") if other else match[2]) + match[3]

    return LINK.sub(led, markdown)


def reference_pages() -> dict[str, str]:
    """A page for each package, made of the docstrings of all its modules."""
    listed = "\n".join(f"- [erre.{package}]({package}.md): {about}" for package, about in REFERENCE.items())
    pages = {"reference/index.md": f"# Reference\n\nWritten from the docstrings at every build.\n\n{listed}\n"}
    for package, about in REFERENCE.items():
        modules = "\n\n".join(f"::: {module}" for module in modules_of(package))
        pages[f"reference/{package}.md"] = f"# erre.{package}\n\n{about}\n\n{modules}\n"
    return pages


def modules_of(package: str) -> list[str]:
    """The modules that lie directly in a package, itself first."""
    folder = SOURCE.joinpath("erre", *package.split("."))
    names = [path.stem for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")]
    return [f"erre.{package}", *(f"erre.{package}.{name}" for name in names)]


def blocks_of(markdown: str) -> list[tuple[str, str, str]]:
    """The blocks that do something: their language, their title (with a dot: a file's name), and what is in them."""
    return [(block[1], block[2] or "", block[3]) for block in BLOCK.finditer(markdown)]


def notebook_of(markdown: str) -> dict[str, Any]:
    """A page as a Jupyter notebook: its blocks are cells that run, or that write a file."""
    cells, at = [], 0
    for block in BLOCK.finditer(markdown):
        language, title, code = block[1], block[2] or "", block[3]
        if "." in title:
            code = f"%%writefile {title}\n{code}"
        elif language == "sh":
            code = re.sub(r"^(?=\S)", "!", code, flags=re.MULTILINE)
        cells += [cell("markdown", markdown[at : block.start()]), cell("code", code)]
        at = block.end()
    cells.append(cell("markdown", markdown[at:]))
    kept = [one for one in cells if one["source"]]
    for number, one in enumerate(kept):
        one["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": kept, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def cell(kind: str, text: str) -> dict[str, Any]:
    """One cell of a notebook."""
    more: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": text.strip().splitlines(keepends=True), **more}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
