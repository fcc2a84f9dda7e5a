"""`erre completion`: tab completion for the usual shells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, get_args

from cyclopts import App

from erre.core.errors import BadOptions

Shell = Literal["bash", "zsh", "fish"]
# The script for zsh only defines a function. This calls it where zsh loads the file by itself at the first Tab, and
# registers it where a start-up file reads it.
ZSH_END = """
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _cyclopts_erre "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _cyclopts_erre erre
fi
"""


def complete(app: App, shell: Shell | None, install: bool) -> None:
    """Print the script, or put it where the shell finds it."""
    chosen = shell or this_shell()
    if not install:
        print(script(app, chosen))
        return
    try:
        path = app.install_completion(shell=chosen, add_to_startup=chosen == "bash")
        path.write_text(script(app, chosen), "utf-8")
        if chosen == "zsh":  # a line at the end of its file comes too late to name a folder of completions
            add_line(Path.home() / ".zshrc", f'[ -f "{path}" ] && source "{path}"  # completion of erre')
    except OSError as error:
        raise BadOptions(f"the completion for {chosen} cannot be installed: {error}") from None
    print(f"The completion for {chosen} is in {path}. Open another shell to use it; delete that file to be rid of it.")


def script(app: App, shell: Shell) -> str:
    """What the shell is to read."""
    return app.generate_completion(shell=shell) + (ZSH_END if shell == "zsh" else "")


def add_line(path: Path, line: str) -> None:
    """Add a line to a start-up file, once."""
    text = path.read_text("utf-8") if path.exists() else ""
    if line not in text.splitlines():
        path.write_text(f"{text}{'' if text.endswith(chr(10)) or not text else chr(10)}{line}\n", "utf-8")


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
