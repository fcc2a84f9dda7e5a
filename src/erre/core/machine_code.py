"""Where machine code is cached on disk. Files are named after their contents, so code is never older than its source.

The name of a file is a hash over the rules in it (see `fingerprint`), the processor, and the versions of Python and
numba. It does not depend on where a checkout is. Code is looked up in the user's cache, in a cache that all users of a
machine share, and in the package itself, where a wheel carries code for a common processor.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = Path("/var/cache/erre")  # filled by an administrator, with ERRE_CACHE=/var/cache/erre erre compile
CARRIED = PACKAGE / "kernels"  # in a wheel
V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2", "xsave")
FORMAT = 1  # of the files
DAY = 86400.0  # seconds


@dataclass(frozen=True)
class Processor:
    """What code is compiled for."""

    name: str
    features: str = ""
    family: str = platform.machine()

    @property
    def is_native(self) -> bool:
        """Whether it is of this machine's family."""
        return self.family == platform.machine()


AARCH64 = Processor("generic", "", "aarch64")


def cache_root() -> Path:
    """Where machine code is kept between runs; ERRE_CACHE moves it."""
    if chosen := os.environ.get("ERRE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "erre"


def kernels_root() -> Path:
    """The folder of all machine code."""
    return cache_root() / "kernels"


def folders() -> list[Path]:
    """Where code is looked for."""
    shared = [SHARED / "kernels"] if is_trusted(SHARED / "kernels") else []
    return [kernels_root(), *shared, CARRIED]


def is_trusted(folder: Path) -> bool:
    """Whether only an administrator or oneself can have written there: code that is found is run."""
    try:
        facts = folder.stat()
    except OSError:
        return False
    return os.name == "posix" and facts.st_uid in (0, os.getuid()) and not facts.st_mode & 0o022


@cache
def host() -> Processor:
    """The processor of this machine."""
    import llvmlite.binding as llvm

    return Processor(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


@cache
def usual() -> Processor | None:
    """A processor that many machines have, this one included."""
    if platform.machine() in ("aarch64", "arm64"):
        return Processor(AARCH64.name)
    has = set(host().features.split(","))
    return Processor("x86-64-v3") if all(f"+{feature}" in has for feature in V3) else None


def target() -> Processor:
    """The processor to compile for: this machine's, with ERRE_CPU=usual one that many have, or ERRE_CPU=aarch64."""
    wanted = os.environ.get("ERRE_CPU")
    if wanted == AARCH64.family:
        return AARCH64
    return (usual() or host()) if wanted == "usual" else host()


@cache
def machine() -> str:
    """What machine code depends on besides the rules and the processor."""
    import numba

    # How code is made is part of what it is made of.
    makers = [(PACKAGE / "core" / name).read_bytes() for name in ("native.py", "passes.py")]
    made_by = hashlib.sha256(b"".join(makers)).hexdigest()
    versions = (numba.__version__, sys.implementation.name, sys.version_info[:2], str(numba.config.OPT))
    return repr((*versions, sys.platform, made_by, FORMAT))


def file_name(name: str, digest: bytes, processor: Processor) -> str:
    """The name of a module's file."""
    made_of = digest + repr((machine(), processor)).encode()
    return f"{name[:100]}-{hashlib.sha256(made_of).hexdigest()[:24]}"


def find(name: str, digest: bytes) -> Path | None:
    """The file with a module's code, if there is one that this machine can run."""
    for processor in dict.fromkeys((target(), usual() if target().is_native else None)):
        for folder in folders() if processor else ():
            assert processor is not None
            path = folder / file_name(name, digest, processor)
            if path.is_file():
                return path
    return None


def keep(name: str, digest: bytes, content: bytes) -> None:
    """Write a module's code. A disk that is full or read-only costs time at the next start, and nothing else."""
    path = kernels_root() / file_name(name, digest, target())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except OSError:
        return


@contextmanager
def only_one(name: str, digest: bytes) -> Iterator[None]:
    """Wait while another process compiles the same; no lock is no harm, only work done twice."""
    path = kernels_root() / f".lock-{file_name(name, digest, target())}"
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except (ImportError, OSError):
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(lock)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """The compiler makes very many objects and few cycles: looking for those takes a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def package_sources() -> dict[Path, str]:
    """All files of the package."""
    return {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}


def note_use(path: Path) -> None:
    """Let a file of the cache count as new; once a day is enough."""
    with suppress(OSError):  # it may belong to somebody else
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def forget_old_code(keep: int = 3) -> None:
    """Remove the oldest files of each module that were not used for a week: the cache must not grow with every change.

    What is used stays however much there is of it, for checkouts that differ would take each other's code away.
    """
    kinds: dict[str, list[Path]] = {}
    for path in kernels_root().glob("[!.]*-*"):
        kinds.setdefault(path.name.rpartition("-")[0], []).append(path)
    for found in kinds.values():
        forget_unused(found, keep)


def forget_unused(found: Iterable[Path], keep: int) -> None:
    """Remove versions of a file that were not used for a week, except for the newest."""
    used: list[tuple[float, Path]] = []
    for path in found:
        with suppress(OSError):  # another process may be tidying up too
            used.append((path.stat().st_mtime, path))
    for last, path in sorted(used, reverse=True)[keep:]:
        if time.time() - last < 7 * DAY:
            continue
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
