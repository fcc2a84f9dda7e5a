"""`erre completion`: tab completion for the usual shells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, get_args

from cyclopts import App

from erre.core.errors import BadOptions

Shell = Literal["bash", "zsh", "fish"]


def complete(app: App, shell: Shell | None, install: bool) -> None:
    """Print the script, or put it where the shell finds it."""
    chosen = shell or this_shell()
    if not install:
        print(app.generate_completion(shell=chosen))
        return
    try:
        path = app.install_completion(shell=chosen)
    except OSError as error:
        raise BadOptions(f"the completion for {chosen} cannot be installed: {error}") from None
    print(f"The completion for {chosen} is in {path}. Open another shell to use it; delete that file to be rid of it.")


def this_shell() -> Shell:
    """The shell that this runs in, by its usual variable."""
    name = Path(os.environ.get("SHELL", "")).name
    for shell in get_args(Shell):
        if name == shell:
            found: Shell = shell
            return found
    raise BadOptions(
        f"this shell is not known ({name or 'SHELL is not set'}): name one of {', '.join(get_args(Shell))}"
    )
