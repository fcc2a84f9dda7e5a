"""Commands for those who run, measure or extend Erre: bench, soak, migrate, conformance, new-game, doctor and so on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from erre.cli.app import app
from erre.cli.parameters import GameName, Json


@app.command
def bench(
    what: Literal["engines", "envs", "server", "cluster", "web", "start"] = "engines",
    *,
    game: str | None = None,
    seconds: float = 3.0,
    gpu: bool = False,
    thinking: int | None = None,
    bot: str = "champion",
    rooms: int = 100,
    json: Json = False,
) -> None:
    """Measure the engines, the environments, the server or the browser client, and compare them with other projects.

    Parameters
    ----------
    what
        engines: moves per second; envs: environments for learners, compared with OpenSpiel, RLCard, PettingZoo and Pgx;
        server: messages over sockets, compared with Colyseus and ws; cluster: games at 1, 2 and 4 workers with
        PostgreSQL and NATS; web: how heavy and how smooth the pages are; start: set-up, first move and
        compiling in a fresh clone.
    game
        Only this game.
    seconds
        How long each measurement takes.
    gpu
        Measure the GPU engine as well.
    thinking
        Instead: give a bot this many milliseconds for each move, and measure how long it takes.
    bot
        The bot to measure with --thinking.
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
    if what == "start":
        from erre.cli.bench_start import bench_start

        bench_start(json)
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
    """Run for minutes what the tests try briefly: crashes at live tables, hostile messages, and games' own trials.

    Parameters
    ----------
    what
        live: no acknowledged move is lost, none is played twice; fuzz: a million messages change nothing they should
        not; abuse: attacks under the usual limits, while people play elsewhere; crowd: 2,000 spectators at one table;
        the name of a game that brings a trial; cluster: workers, a real PostgreSQL and a real NATS that are killed,
        paused, cut off and restarted (in a checkout, and only if asked for).
    cluster
        The same as `cluster` for what.
    minutes
        How long it may take.
    seed
        The same seed tries the same things.
    """
    from erre.cli.soak import soak as soak_all

    sys.exit(soak_all("cluster" if cluster else what, minutes=minutes, seed=seed, json=json))


@app.command(name="check-log")
def check_log(place: str | None = None) -> None:
    """Check that the logs of all live tables are complete and unchanged.

    Each line of a log carries the hash of the line before it, and the storage keeps the end of each log separately. So
    a line that was changed, lost or cut off is found.

    Parameters
    ----------
    place
        A data file, its folder, or a postgresql:// address; by default the storage that `erre serve` uses.
    """
    from erre.cli.check_log import check_log as check

    sys.exit(check(place))


@app.command
def migrate(source: str, target: str | None = None) -> None:
    """Upgrade a server's data to the newest version, or copy it to another storage and compare the copy.

    Parameters
    ----------
    source
        The file of a server (or its folder), or the address of a database: postgresql://user:password@host/name.
    target
        Where to copy it: an empty database or a new file. Without it, the source is upgraded.
    """
    from erre.cli.migrate import migrate as migrate_storage

    migrate_storage(source, target)


@app.command
def conformance(game: GameName, *, settings: int = 8, seed: int = 1, json: Json = False) -> None:
    """Check what every game must do: end, hide what is hidden, replay, and run in every engine.

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
    """Create a package with a small working game, as a starting point for your own.

    Parameters
    ----------
    title
        What the game is called, for example "Liar's Dice".
    folder
        Where to put it; erre-NAME by default.
    """
    from erre.cli.new_game import make_game

    make_game(title, folder)


@app.command
def doctor(*, json: Json = False) -> None:
    """Show versions, caches and ports, and how to get what is missing; exits with 1 if Erre needs it."""
    from erre.cli.doctor import examine

    examine(json)


@app.command
def wasm(*games: GameName, out: Path | None = None, types: bool = False, json: Json = False) -> None:
    """Build the rules and bots as WebAssembly, so that pages of this server can check records themselves.

    Parameters
    ----------
    games
        The games; all if none is named.
    out
        The folder for the files; where this server finds them by default.
    types
        Write a TypeScript file for each game as well, with field offsets and entry points.
    """
    from erre.cli.wasm import build_modules

    build_modules(list(games), out, types, json)


@app.command
def offline(*, out: Path | None = None, json: Json = False) -> None:
    """Gather what pages of this server need to play offline: Python for browsers, the rules and the bots.

    Parameters
    ----------
    out
        The folder for the files; where this server finds them by default.
    """
    from erre.cli.offline import gather_pieces

    gather_pieces(out, json)


@app.command
def site(out: Path, *, docs: Path | None = None) -> None:
    """Write a folder of static files with all games, for any web host: people play there offline, without a server.

    Parameters
    ----------
    out
        The folder: a new or an empty one, or one with an older site, which is replaced.
    docs
        The built documentation, to be served along; in a checkout it is built by default.
    """
    from erre.cli.offline import write_site

    write_site(out, docs)


@app.command
def cache(what: Literal["show", "clear"] = "show", *, json: Json = False) -> None:
    """Show the machine code that is kept between runs, or remove it.

    Parameters
    ----------
    what
        show: files, sizes and which games are compiled; clear: remove them all, to be compiled again when needed.
    """
    from erre.cli.cache import clear_cache, show_cache

    (clear_cache if what == "clear" else show_cache)(json)


@app.command
def people(
    *words: str, data: Path | None = None, db: str | None = None, address: str | None = None, json: Json = False
) -> None:
    """List who is known at a server, or print a link that gives somebody their name back; the server may be running.

    `erre people` lists everybody, `erre people ana` those whose name contains it. `erre people link NAME` prints a link
    that signs in whoever opens it, once, within 24 hours: give it to the person only.

    Parameters
    ----------
    words
        A part of a name, or: link NAME.
    data
        The server's data folder.
    db
        Instead: the server's database, for example postgresql://erre@db.example.org/erre.
    address
        How others reach the server, for the link; otherwise ERRE_ADDRESS, or this machine's address.
    """
    from erre.cli.people import list_people, print_link

    place = db or (str(data) if data is not None else None)
    if words[:1] == ("link",) and len(words) > 1:
        print_link(" ".join(words[1:]), place, address)
    else:
        list_people(" ".join(words), place, json)


@app.command
def completion(shell: Literal["bash", "zsh", "fish"] | None = None, *, install: bool = False) -> None:
    """Print the completion script of a shell, or install it.

    Parameters
    ----------
    shell
        The shell; the one this runs in by default.
    install
        Write the script to its usual place and have the shell load it, instead of printing it.
    """
    from erre.cli.shells import complete

    complete(app, shell, install)


@app.command(name="compile")
def compile_kernels(*, again: bool = False) -> None:
    """Compile the rules of all games to machine code now; other commands compile what they need.

    Parameters
    ----------
    again
        Compile even what is compiled already.
    """
    from erre.cli.kernels import prepare_kernels

    prepare_kernels(again=again, say_when_ready=True)
