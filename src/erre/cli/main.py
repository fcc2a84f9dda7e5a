"""The `erre` command: its subcommands, and how errors are shown."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from erre.cli import lab_commands, puzzle_commands, upkeep_commands
from erre.cli.app import app
from erre.cli.arguments import read_options
from erre.cli.parameters import GameName, Json, Options, RecordFile, Seats
from erre.core.errors import BadOptions, Refusal

COMMANDS = (lab_commands, puzzle_commands, upkeep_commands)  # imported for the commands that they add
# These play little or nothing, so they run the rules as plain Python, without loading the compiler.
PLAIN_COMMANDS = {"games", "rules", "verify", "replay", "new-game"}


@app.default
def open_house() -> None:
    """Serve the games and open the browser; `main` sends options without a command to `serve`."""
    load_server()()


def load_server() -> Callable[..., None]:
    """The function that serves. Imports make hardly any garbage, so none is collected until it freezes the heap."""
    gc.disable()
    from erre.cli.serve import serve

    return serve


def secure_settings(https: bool, cert: Path | None, key: Path | None) -> dict[str, object]:
    """The settings of https, as the configuration reads them."""
    files = {name: None if path is None else str(path) for name, path in (("cert", cert), ("key", key))}
    return {"https": https or None, **files}


@app.command
def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    address: str | None = None,
    browser: Annotated[bool | None, Parameter(negative="--no-browser")] = None,
    tempo: float | None = None,
    puzzles: Path | None = None,
    log_file: Path | None = None,
    quiet: bool = False,
    workers: int | None = None,
    db: str | None = None,
    bus: str | None = None,
    own_ports: Annotated[bool | None, Parameter(negative="--no-own-ports")] = None,
    offline: Annotated[bool | None, Parameter(negative="--no-offline")] = None,
    https: bool = False,
    cert: Path | None = None,
    key: Path | None = None,
    plain_port: int | None = None,
    smtp: str | None = None,
    smtp_sender: str | None = None,
    child_safe: bool = False,
) -> None:
    """Serve tables for browsers until Ctrl-C; every setting can also be an environment variable such as ERRE_PORT.

    Parameters
    ----------
    host
        The address to listen on; 127.0.0.1 keeps others out. Default: the whole network.
    port
        The port. Default: 8377.
    data
        The folder for the one file that holds everything.
    address
        How others reach it, for example https://games.example.org.
    browser
        Open a browser here.
    tempo
        How long bots seem to think, compared with usual; 0: they answer at once.
    puzzles
        A file of `erre puzzles make`, offered besides the puzzles that come with Erre.
    log_file
        Where the structured log goes; standard error by default.
    quiet
        Log only warnings and errors.
    workers
        Processes that serve together, on this machine and on others; they need --db and --bus. See docs/cluster.md.
    db
        The database that all workers share, for example postgresql://erre@db.example.org/erre.
    bus
        The bus between workers: NATS with JetStream, for example nats://bus.example.org:4222.
    own_ports
        Give each worker its own port, counted up from --port, for a proxy; otherwise all share one.
    offline
        Gather the files for offline play in the background: a download of 7 MB, once. Default: yes.
    https
        Serve over https with a certificate made for the home network. See docs/https.md.
    cert
        Serve over https with this certificate, in PEM format.
    key
        The private key of --cert.
    plain_port
        The port of the page, over http, that tells devices how to trust the certificate. Default: the next port.
    smtp
        The server that takes mail for players, for example starttls://user@mail.example.org:587; the password comes
        from ERRE_SMTP_PASSWORD. See docs/daily.md.
    smtp_sender
        Who sends that mail, for example 'Erre <erre@example.org>'.
    child_safe
        No free chat, only quick words; names are checked more strictly.
    """
    folder, log = (None if path is None else str(path) for path in (data, log_file))
    shared: dict[str, object] = {"workers": workers, "db": db, "bus": bus, "own_ports": own_ports}
    settings = {
        **shared,
        "tempo": tempo,
        "log_file": log,
        "offline": offline,
        "puzzles": None if puzzles is None else str(puzzles),
        **secure_settings(https, cert, key),
        "plain_port": plain_port,
        "smtp": smtp,
        "smtp_sender": smtp_sender,
        "child_safe": child_safe or None,
    }
    load_server()(host, port, folder, address, browser=browser, quiet=quiet or None, more=settings)


@app.command
def play(
    game: GameName,
    *,
    seats: Seats = None,
    bots: str = "greedy",
    name: str = "You",
    option: Options = None,
    seed: int | None = None,
    new: bool = False,
    pause: float = 0.6,
) -> None:
    """Play a game in the terminal against bots; an unfinished game resumes.

    Parameters
    ----------
    bots
        The opponents: one bot for all, or one for each, separated by commas. See: erre games
    name
        Your name at the table.
    seed
        Deal from a small number instead of real chance, to play the same cards again.
    new
        Start a new game even if one is unfinished.
    pause
        Seconds between the moves of bots.
    """
    from erre.cli.play import play_game

    play_game(game, seats, bots, name, read_options(option), seed, new, pause)


@app.command
def replay(file: RecordFile, *, seat: int | None = None, all_hands: bool = False) -> None:
    """Show a finished game move by move.

    Parameters
    ----------
    seat
        Through the eyes of one seat.
    all_hands
        Show everything that was hidden.
    """
    from erre.cli.records import show_replay

    show_replay(file, seat, all_hands)


@app.command
def verify(file: RecordFile, *, page: Path | None = None, json: Json = False) -> None:
    """Prove that a finished game was dealt as promised and played by the rules; exits with 1 if it was not.

    Parameters
    ----------
    page
        Also write a page (.html) that holds the record and proves it in any browser, without a server or a network.
    """
    from erre.cli.records import show_proof, write_page

    if page is not None:
        write_page(file, page)
    show_proof(file, json)


@app.command
def referee() -> None:
    """Answer JSON requests from standard input, one per line, until the input ends."""
    from erre.cli.referee import serve

    serve(sys.stdin, sys.stdout)


@app.command
def rules(game: GameName, rule: str | None = None, *, lang: str | None = None) -> None:
    """Read the rules of a game with their numbers, a single rule, or a page for players in your language.

    Parameters
    ----------
    rule
        A number such as 3.2.
    lang
        The page for players: en, it, ro or de.
    """
    if lang is not None:
        from erre.cli.guide import show_guide

        if rule is not None:
            raise BadOptions("numbered rules are in English only: leave out --lang, or the number")
        show_guide(game, lang)
        return
    from erre.cli.catalogue import show_rules

    show_rules(game, rule)


@app.command
def games(*, json: Json = False) -> None:
    """List the games with their seats and options, and the bots."""
    from erre.cli.catalogue import show_games

    show_games(json)


def is_plain(arguments: list[str]) -> bool:
    """Whether a command is done sooner without the compiler; a page with the rules needs it, to make WebAssembly."""
    has_page = any(one.partition("=")[0] == "--page" for one in arguments)
    return bool(arguments) and arguments[0] in PLAIN_COMMANDS and not has_page


def with_command(typed: list[str]) -> list[str]:
    """What was typed; options without a command are those of `erre serve`."""
    serves = bool(typed) and typed[0].startswith("--") and typed[0] not in ("--", "--help", "--version")
    return ["serve", *typed] if serves else typed


def main() -> None:
    """Run the command; a refusal becomes one clear line and an exit code."""
    arguments = with_command(sys.argv[1:])
    if is_plain(arguments) and "erre.core.mode" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        app(arguments, exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        fail(f"this is not understood: {' '.join(error.unused_tokens or [])}\n{help_for(error)}")
    except CycloptsError as error:
        fail(f"{str(error).strip()}\n{help_for(error)}")
    except Refusal as refusal:
        fail(str(refusal))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the pipe has gone; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def help_for(error: CycloptsError) -> str:
    """Where the words of the command that was meant are explained."""
    return f"Try: {' '.join(['erre', *(error.command_chain or ())])} --help"


def fail(why: str) -> None:
    """Print the reason, and exit with an error."""
    print(f"erre: {why}", file=sys.stderr)
    sys.exit(2)
