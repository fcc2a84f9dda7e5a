"""What Erre depends on: every pin has a hash, satisfies its lower bound, and is not known to be vulnerable."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PINNED = sorted(path.name for path in (ROOT / "requirements").glob("*.txt"))
VULNERABLE = {"aiohttp": SpecifierSet("<3.14.3")}  # CVE-2026-69244 and others


def pins(name: str) -> list[tuple[Requirement, bool]]:
    """The packages of a requirements file, and whether each has a hash."""
    lines = (ROOT / "requirements" / name).read_text("utf-8").replace("\\\n", " ").splitlines()
    wanted = [line for line in lines if line.strip() and not line.startswith("#")]
    return [(Requirement(line.partition("--hash")[0].strip()), "--hash=sha256:" in line) for line in wanted]


def lower_bounds() -> list[Requirement]:
    """What the package asks for, with the workers' packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["cluster"])]


def version_of(pin: Requirement) -> Version:
    """The one version that a pin allows."""
    (found,) = re.findall(r"^==([^*]+)$", str(pin.specifier))
    return Version(found)


@pytest.mark.parametrize("name", PINNED)
def test_every_pin_is_one_version_with_a_hash(name: str) -> None:
    found = pins(name)
    assert found
    for pin, has_hash in found:
        assert has_hash, pin.name
        assert str(version_of(pin)) in str(pin.specifier)


@pytest.mark.parametrize("name", PINNED)
def test_no_pin_is_known_to_be_vulnerable(name: str) -> None:
    for pin, _ in pins(name):
        assert version_of(pin) not in VULNERABLE.get(pin.name, SpecifierSet("<0")), pin


@pytest.mark.parametrize("wanted", lower_bounds(), ids=lambda one: one.name)
def test_a_pin_satisfies_its_lower_bound_which_is_not_vulnerable(wanted: Requirement) -> None:
    found = [version_of(pin) for pin, _ in pins("cluster.txt") if pin.name == wanted.name]
    assert found
    assert all(version in wanted.specifier for version in found)
    lowest = [Version(one.version) for one in wanted.specifier if one.operator == ">="]
    assert len(lowest) == 1
    assert lowest[0] not in VULNERABLE.get(wanted.name, SpecifierSet("<0"))


def test_all_requirements_agree() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for name in PINNED:
        for pin, _ in pins(name):
            versions.setdefault((pin.name, str(pin.marker)), set()).add(str(pin.specifier))
    assert {key: found for key, found in versions.items() if len(found) > 1} == {}


def test_packages_of_the_client_have_hashes() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    packages = {path: one for path, one in lock["packages"].items() if path and not one.get("link")}
    assert packages
    assert [path for path, one in packages.items() if not one.get("integrity") and not one.get("inBundle")] == []
