"""The `erre` command: its subcommands, and how errors are shown."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from erre.cli import lab_commands
from erre.cli.app import app
from erre.cli.arguments import read_options
from erre.cli.parameters import GameName, Json, Options, RecordFile, Seats
from erre.core.errors import BadOptions, Refusal

COMMANDS = (lab_commands,)  # imported for the commands that they add


@app.default
def open_house() -> None:
    """Serve the games and open the browser; `erre serve --help` has the settings, `erre --help` everything."""
    from erre.cli.serve import serve as serve_tables

    serve_tables()


@app.command
def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    address: str | None = None,
    browser: Annotated[bool | None, Parameter(negative="--no-browser")] = None,
    tempo: float | None = None,
    log_file: Path | None = None,
    quiet: bool = False,
    workers: int | None = None,
    db: str | None = None,
    bus: str | None = None,
    own_ports: Annotated[bool | None, Parameter(negative="--no-own-ports")] = None,
) -> None:
    """Serve tables for browsers until Ctrl-C; every setting can also be a variable such as ERRE_PORT.

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
    log_file
        Where the structured log goes; standard error by default.
    quiet
        Log nothing.
    workers
        Processes that serve together, on this machine and on others; they need --db and --bus. See docs/cluster.md.
    db
        The database that all workers share, for example postgresql://erre@db.example.org/erre.
    bus
        The bus between workers: NATS with JetStream, for example nats://bus.example.org:4222.
    own_ports
        Each worker on a port of its own, counted up from --port, for a proxy; else all share one.
    """
    from erre.cli.serve import serve as serve_tables

    folder, log = (None if path is None else str(path) for path in (data, log_file))
    shared: dict[str, object] = {"workers": workers, "db": db, "bus": bus, "own_ports": own_ports}
    settings = {**shared, "tempo": tempo, "log_file": log}
    serve_tables(host, port, folder, address, browser=browser, quiet=quiet or None, more=settings)


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
def bench(
    what: Literal["engines", "envs", "server", "cluster", "web"] = "engines",
    *,
    game: str | None = None,
    seconds: float = 3.0,
    gpu: bool = False,
    thinking: int | None = None,
    bot: str = "champion",
    rooms: int = 100,
    json: Json = False,
) -> None:
    """Measure the engines, the environments, the server or the browser client, next to other people's programs.

    Parameters
    ----------
    what
        engines: moves per second; envs: environments for learners, next to OpenSpiel, RLCard, PettingZoo and Pgx;
        server: messages over sockets, next to Colyseus and ws; cluster: games at 1, 2 and 4 workers with PostgreSQL
        and NATS; web: how heavy and how smooth the pages are.
    game
        Only this game.
    seconds
        How long each measurement takes.
    gpu
        Measure the GPU engine as well.
    thinking
        Instead: give a bot this many milliseconds for each move, and measure how long it takes.
    bot
        The bot to measure like that.
    rooms
        For the server: rooms of four that talk at once.
    """
    if what == "server":
        from erre.cli.bench_server import bench_server

        bench_server(seconds, rooms, json)
        return
    if what == "cluster":
        from erre.cli.bench_cluster import bench_cluster

        bench_cluster(seconds, rooms, json)
        return
    if what == "envs":
        from erre.cli.bench import bench_environments

        bench_environments(seconds, json)
        return
    if what == "web":
        from erre.cli.bench_web import bench_web

        bench_web(json)
        return
    from erre.cli.bench import bench_engines, bench_thinking

    if thinking is not None:
        bench_thinking(game, thinking, bot, json)
        return
    bench_engines(game, seconds, gpu, json)


@app.command
def soak(
    what: str = "all",
    *,
    cluster: bool = False,
    minutes: float = 15.0,
    seed: int = 1,
    json: Json = False,
) -> None:
    """Try for a long time what the tests try briefly: crashes at live tables, hostile messages, and games' own trials.

    Parameters
    ----------
    what
        live: no acknowledged move is lost, none is played twice; fuzz: a million messages change nothing they should
        not; the name of a game that brings a trial; cluster: workers, a real PostgreSQL and a real NATS that are
        killed, paused, cut off and restarted (in a checkout, and only if asked for).
    cluster
        The same as `cluster` for what.
    minutes
        How long it may take.
    seed
        The same seed tries the same things.
    """
    from erre.cli.soak import soak as soak_all

    sys.exit(soak_all("cluster" if cluster else what, minutes=minutes, seed=seed, json=json))


@app.command
def migrate(source: str, target: str | None = None) -> None:
    """Bring what a server keeps to the newest version, or copy all of it to another storage, and compare the copy.

    Parameters
    ----------
    source
        The file of a server (or its folder), or the address of a database: postgresql://user:password@host/name.
    target
        Where it is copied to: an empty database, or a new file. Without it the source is brought up to date.
    """
    from erre.cli.migrate import migrate as migrate_storage

    migrate_storage(source, target)


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
def verify(file: RecordFile, *, json: Json = False) -> None:
    """Prove that a finished game was dealt as promised and played by the rules; exits with 1 if it was not."""
    from erre.cli.records import show_proof

    show_proof(file, json)


@app.command
def referee() -> None:
    """Answer JSON requests, one a line, from standard input until it ends."""
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
def games() -> None:
    """List the games with their seats and options, and the bots."""
    from erre.cli.catalogue import show_games

    show_games()


@app.command
def conformance(game: GameName, *, settings: int = 8, seed: int = 1, json: Json = False) -> None:
    """Check that a game does what every game must: it ends, hides what is hidden, replays, and runs in every engine.

    Parameters
    ----------
    settings
        Seats, options and deals to try.
    seed
        The same seed tries the same settings.
    """
    from erre.cli.conformance import check_game

    check_game(game, settings, seed, json)


@app.command(name="new-game")
def new_game(title: str, folder: Path | None = None) -> None:
    """Make a package with a small working game, to be changed into a game of your own.

    Parameters
    ----------
    title
        What the game is called, for example "Liar's Dice".
    folder
        Where to put it; erre-NAME by default.
    """
    from erre.cli.new_game import make_game

    make_game(title, folder)


@app.command(name="compile")
def compile_kernels(*, again: bool = False) -> None:
    """Compile the rules of all games to machine code, once; other commands do it when it is needed.

    Parameters
    ----------
    again
        Compile even if it was done.
    """
    from erre.cli.kernels import prepare_kernels

    prepare_kernels(again=again, say_when_ready=True)


def main() -> None:
    """Run the command; whatever is refused is one clear line and an exit code."""
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        fail(f"this is not understood: {' '.join(error.unused_tokens or [])}\nTry: erre --help")
    except CycloptsError as error:
        fail(f"{str(error).strip()}\nTry: erre --help")
    except Refusal as refusal:
        fail(str(refusal))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away; keep Python from complaining about it on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def fail(why: str) -> None:
    """Say why, and leave with an error."""
    print(f"erre: {why}", file=sys.stderr)
    sys.exit(2)
