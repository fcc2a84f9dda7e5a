"""The topology of deploy/: PostgreSQL, NATS, two workers behind a proxy, and people who play through it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml  # type: ignore[import-untyped]
from deploy.topology import topology

from erre.server.bus.contract import BusFailed
from erre.server.bus.nats import NatsBus
from erre.server.config import Config
from erre.trials.client import Page, known_person, open_table
from tests.real_servers import RealNats, own_folder
from tests.server.running import run

DEPLOY = Path(__file__).parents[2] / "deploy"


async def names_of_records(http: aiohttp.ClientSession, base: str) -> list[list[str]]:
    """Who played the games that are over."""
    async with http.get(f"{base}/api/records") as answer:
        return [line["names"] for line in await answer.json()]


def is_told(page: Page) -> bool:
    """Whether a page has seen the table."""
    return bool(page.info)


def is_over(page: Page) -> bool:
    """Whether a page has seen the end of the game."""
    return page.outcome is not None


def test_a_game_is_played_through_the_proxy_by_people_at_different_workers() -> None:
    with topology(ERRE_TEMPO="0") as here:

        async def test() -> None:
            bases = [f"http://127.0.0.1:{worker.port}" for worker in here.workers]
            ana, bo = await known_person(here.base, "Ana"), await known_person(here.base, "Bo")
            table = await open_table(ana, here.base, game="rurare", seats=2)
            # Two come through the proxy, and to be sure that both workers are used, one to each of them.
            watching = [Page(ana, base, table, f"watch-{k}", screen=True) for k, base in enumerate(bases)]
            playing = [Page(ana, here.base, table, "ana"), Page(bo, here.base, table, "bo")]
            for page in (*watching, *playing):
                page.start()
            for page in (*watching, *playing):
                await page.until(partial(is_told, page))
            for seat, page in enumerate(playing):
                assert (await page.ask("sit", seat=seat, name=("Ana", "Bo")[seat]))["type"] == "ok"
            assert (await playing[0].ask("start"))["type"] == "ok"
            await asyncio.gather(*(page.play(random.Random(1)) for page in playing))
            for page in watching:
                await page.until(partial(is_over, page))
            assert len({str(page.outcome) for page in (*watching, *playing)}) == 1
            assert not any(page.notes.gaps for page in (*watching, *playing))
            for page in (*watching, *playing):
                await page.stop()
            while not (names := await names_of_records(bo, here.base)):  # kept just after everybody was told
                await asyncio.sleep(0.02)
            assert names == [["Ana", "Bo"]]
            await ana.close()
            await bo.close()

        run(test)


NATS_PASSWORD = "p0123456789abcdef"  # as compose.yaml says how to make one


class NatsOfDeployment(RealNats):
    """NATS with the configuration of deploy/, on a port of its own."""

    def command(self) -> list[str]:
        place = ["--config", str(self.folder / "nats.conf"), "--addr", "127.0.0.1", "--port", str(self.port)]
        return [super().command()[0], *place]

    def rights(self) -> dict[str, Any]:
        rights = super().rights()
        return {**rights, "env": {**(rights.get("env") or os.environ), "NATS_PASSWORD": NATS_PASSWORD}}


THINK = """
import asyncio
from erre.core.game import Position
from erre.games import game
from erre.server.metrics import Metrics
from erre.server.tables.bot_runner import BotRunner

async def main():
    runner = BotRunner(2, 0.0, Metrics())
    position = Position.new(game("rurare"), 2, seed=1).position
    for level in ("random", "greedy"):
        print(await runner.think(position, 0, level))
    runner.close()

asyncio.run(main())
"""


def test_bots_think_under_the_system_call_filter_of_the_unit() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.server.sandbox", "-c", THINK],
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert len(re.findall(r"^row \d$", ran.stdout, re.MULTILINE)) == 2


def test_the_unit_has_limits_and_lets_threads_give_way() -> None:
    unit = (DEPLOY / "erre.service").read_text("utf-8").splitlines()
    assert unit.index("SystemCallFilter=setpriority") > unit.index("SystemCallFilter=~@privileged @resources")
    for limit in ("MemoryMax", "TasksMax", "CPUQuota", "LimitNOFILE"):
        assert any(line.startswith(f"{limit}=") for line in unit), limit


def compose() -> dict[str, Any]:
    """compose.yaml, with its shared parts put in."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return read


def directives(name: str) -> list[list[str]]:
    """The directives of an nginx configuration, as words; braces count as ends."""
    text = re.sub(r"^\s*#.*$", "", (DEPLOY / name).read_text("utf-8"), flags=re.MULTILINE)
    assert text.count("{") == text.count("}")
    return [part.split() for part in re.split(r"[;{}]", text) if part.strip()]


@pytest.mark.parametrize("name", list(compose()["services"]))
def test_no_container_may_gain_rights_or_take_the_whole_machine(name: str) -> None:
    service = compose()["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert set(service.get("cap_add", [])) <= {"CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"}
    assert "privileged" not in service


def test_only_the_proxy_is_reached_from_outside() -> None:
    parts = compose()
    assert parts["networks"]["inside"] == {"internal": True}
    for name, service in parts["services"].items():
        assert ("ports" in service) == (name == "proxy")
        assert ("outside" in service["networks"]) == (name == "proxy")


def test_every_image_can_be_pinned_and_files_that_are_mounted_exist() -> None:
    pinned = dict(re.findall(r"^ +([A-Z]+_IMAGE)=(\S+)", (DEPLOY / "pin_images.sh").read_text("utf-8"), re.MULTILINE))
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert dict(re.findall(r"\$\{([A-Z]+_IMAGE):-([^}]+)\}", text)) == pinned
    assert f"ARG PYTHON_IMAGE={pinned['PYTHON_IMAGE']}" in (DEPLOY / "Containerfile").read_text("utf-8")
    for service in compose()["services"].values():
        assert service["image"] == "erre" or service["image"].startswith("${")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith("./") or (DEPLOY / source).is_file(), source


def test_the_container_is_built_from_hashed_requirements_only() -> None:
    steps = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    installs = re.findall(r"pip install ([^&\n]*)", steps)
    assert len(installs) == 3
    for options in installs:
        assert "--require-hashes" in options or ("--no-deps" in options and "--no-build-isolation" in options)
    for file in re.findall(r"-r (\S+)", steps):
        lines = (DEPLOY.parent / file).read_text("utf-8").replace("\\\n", " ").splitlines()
        packages = [line for line in lines if line and not line.startswith("#")]
        assert packages
        for package in packages:
            assert re.match(r"[\w.-]+==", package), package
            assert "--hash=sha256:" in package, package
    assert steps.index("USER erre") < steps.index("ENTRYPOINT")


def test_nats_has_no_guests_and_writes_before_it_answers(tmp_path: Path) -> None:
    text = (DEPLOY / "nats.conf").read_text("utf-8")
    assert "sync_interval: always" in text
    with own_folder() as folder:
        (folder / "nats.conf").write_text(text.replace('"/data"', f'"{folder}"'), encoding="utf-8")
        server = NatsOfDeployment(folder)
        server.start()

        async def test() -> None:
            guest = NatsBus(f"nats://127.0.0.1:{server.port}")
            with pytest.raises(BusFailed):
                await guest.open()
            worker = NatsBus(f"nats://erre:{NATS_PASSWORD}@127.0.0.1:{server.port}")
            await worker.open()
            await worker.close()

        try:
            run(test)
        finally:
            server.stop()


def test_the_proxy_limits_addresses_and_logs_no_table() -> None:
    said = directives("nginx.conf") + directives("erre-location.conf")
    zones = {
        word.removeprefix("zone=").partition(":")[0] for one in said if one[0].endswith("_zone") for word in one[2:3]
    }
    used = {one[1].removeprefix("zone=") for one in said if one[0] in ("limit_req", "limit_conn")}
    assert used == zones == {"erre_requests", "erre_connections"}
    assert [one[-1] for one in said if one[0] == "access_log"] == ["erre"]
    (log,) = [one for one in said if one[:2] == ["log_format", "erre"]]
    for secret in ("$request ", "$request'", "$uri", "$request_uri", "$http_referer", "$args", "$http_cookie"):
        assert secret not in " ".join(log) + " "
    (part,) = re.findall(r'"~(\^[^"]*)" \$part', (DEPLOY / "nginx.conf").read_text("utf-8"))
    for address in ("/t/abcdefghijkl", "/ws/abcdefghijkl", "/api/tables/abcdefghijkl/past", "/api/records/xyz", "/"):
        found = re.match(part.replace("?<", "?P<"), address)
        assert found is not None
        assert "abcdefghijkl" not in found[0]
        assert "xyz" not in found[0]


def test_the_tls_example_redirects_and_keeps_browsers_on_tls() -> None:
    said = directives("nginx-tls.conf")
    assert ["listen", "443", "ssl"] in said
    assert ["return", "301", "https://games.example.org$request_uri"] in said
    assert ["include", "erre-location.conf"] in said
    text = (DEPLOY / "nginx-tls.conf").read_text("utf-8")
    (seconds,) = re.findall(r'^ +add_header Strict-Transport-Security "max-age=(\d+)[^"]*" always;', text, re.MULTILINE)
    assert int(seconds) >= 365 * 86_400
    assert [one[1:] for one in said if one[0] == "ssl_protocols"] == [["TLSv1.2", "TLSv1.3"]]


def test_every_setting_that_the_examples_name_is_one() -> None:
    known = {f"ERRE_{name.upper()}" for name in Config.__struct_fields__} | {"ERRE_CACHE", "ERRE_CPU"}
    for file in DEPLOY.iterdir():
        if file.is_file():
            assert set(re.findall(r"\bERRE_[A-Z_]+", file.read_text(encoding="utf-8"))) <= known, file.name


def test_every_setting_is_documented_with_its_default() -> None:
    text = (DEPLOY.parent / "docs" / "live.md").read_text(encoding="utf-8")
    inner = {"parent", "share_port", "operator_code"}  # set by the server for its own workers
    documented = {name.lower() for name in re.findall(r"`ERRE_([A-Z_]+)`", text.partition("## Guarantees")[0])}
    assert documented == set(Config.__struct_fields__) - inner
    for name in ("limits", "rate", "most_tables", "most_sockets", "most_watching", "bot_threads", "keep_records"):
        assert f"| `ERRE_{name.upper()}` | {getattr(Config(), name):g} |" in text, name
