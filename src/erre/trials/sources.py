"""Parts of the tests that long trials need; they exist only in a checkout."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]  # of the checkout, if this is one


def module_of_tests(name: str) -> ModuleType:
    """A module of the tests, wherever the program was started; ImportError outside a checkout."""
    if (ROOT / "tests" / "conftest.py").is_file() and str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    return importlib.import_module(name)
