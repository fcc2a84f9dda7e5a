"""Where a Chromium comes from: an installed one, else the one inside npm's @sparticuz/chromium."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess

from hatch_build import install_packages, node_folder
from playwright.sync_api import Browser, Error, Playwright

from tests.e2e.served import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# One process fewer, and nothing that looks for a graphics card: a tenth of the processor time.
# Names of a home network lead to this machine: over http they are what a phone sees without https.
ARGUMENTS = [
    "--host-resolver-rules=MAP *.home.arpa 127.0.0.1",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--in-process-gpu",
    # A window that goes to an empty page and comes back stays in its process.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
]
MOST_STARTS = 4  # some builds crash now and then while they start, before they have seen a page
UNPACK = """
import chromium from '@sparticuz/chromium';
console.log(JSON.stringify(await chromium.executablePath()));
"""


def launch_chromium(playing: Playwright) -> Browser:
    """A running Chromium; one that crashes while it starts is started again."""
    program, arguments = find_chromium()
    for _ in range(MOST_STARTS - 1):
        with contextlib.suppress(Error):
            return playing.chromium.launch(executable_path=program, args=arguments)
    return playing.chromium.launch(executable_path=program, args=arguments)


def find_chromium() -> tuple[str, list[str]]:
    """A Chromium and the arguments it needs; ERRE_CHROMIUM names one."""
    chosen = os.environ.get("ERRE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return (chosen, ARGUMENTS) if chosen else unpack_chromium()


def unpack_chromium() -> tuple[str, list[str]]:
    """The Chromium of the npm package, unpacked by its own script."""
    install_packages(ROOT / "web", tests=True)
    folder = node_folder()
    node = str(folder / "node") if folder else "node"
    command = [node, "--input-type=module", "--eval", UNPACK]
    done = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"there is no Chromium here, and npm's could not be unpacked:\n{done.stderr}")
    program: str = json.loads(done.stdout.strip().splitlines()[-1])
    return program, ARGUMENTS
