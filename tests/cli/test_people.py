"""`erre people` next to a running server: the list, the search, and links that give names back."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from erre.cli.people import base_of, list_people, print_link
from erre.core.errors import BadOptions
from erre.server.config import Config
from erre.server.storage.sqlite.store import SqliteStore
from tests.server.running import run, running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A server's folder with three people."""

    async def fill() -> None:
        store = SqliteStore(tmp_path / "erre.sqlite")
        await store.open()
        for number, name in enumerate(("Ana", "Ana", "Benedetta")):
            person = await store.make_person(bytes([number]) * 32, name)
            if name == "Benedetta":
                await store.claim(person.id)
        await store.close()

    asyncio.run(fill())
    return tmp_path


def test_people_are_listed_and_searched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_people("", str(folder), json=False)
    assert "Benedetta" in capsys.readouterr().out
    list_people("BENE", str(folder), json=True)
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["name"], found["is_named"]) == ("Benedetta", True)
    list_people("Zoe", str(folder), json=False)
    assert capsys.readouterr().out == "Nobody here is called Zoe.\n"


def test_a_link_needs_one_person_of_that_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_link("benedetta", str(folder), "https://games.example/")
    assert capsys.readouterr().out.startswith("https://games.example/recover#link-")
    with pytest.raises(BadOptions, match="2 people are called Ana"):
        print_link("Ana", str(folder), None)
    with pytest.raises(BadOptions, match="nobody here is called Bene; there is Benedetta"):
        print_link("Bene", str(folder), None)
    with pytest.raises(BadOptions, match="there is no file"):
        print_link("Ana", str(folder / "elsewhere"), None)
    with pytest.raises(BadOptions, match="no storage"):
        list_people("", "mysql://x", json=False)


def test_the_address_is_that_of_the_settings() -> None:
    assert base_of(Config(address="https://games.example/")) == "https://games.example"
    assert base_of(Config(https=True, port=9443)).startswith("https://")


def test_the_command_works_while_the_server_runs(tmp_path: Path) -> None:
    async def body() -> None:
        async with running(tmp_path) as here:
            await here.claimed("Ana Maria")
            command = [sys.executable, "-m", "erre", "people", "link", "Ana", "Maria", "--data", str(tmp_path)]
            done = await asyncio.to_thread(
                subprocess.run, command, capture_output=True, text=True, env=os.environ, check=True
            )
            word = done.stdout.split()[0].partition("#")[2]
            http = await here.person("Somebody")
            async with http.post(f"{here.base}/api/restore", json={"word": word}) as answer:
                assert (await answer.json())["name"] == "Ana Maria"
            page = await here.page(http, await here.open(http, game="rurare", play_now=True))
            await page.until(lambda: page.info["stage"] == "playing")  # the file is still the server's

    run(body)
