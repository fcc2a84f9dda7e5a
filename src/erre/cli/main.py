"""The `erre` command: what it can do, and how refusals reach people."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from erre import __version__
from erre.core.errors import BadOptions, Refusal

if TYPE_CHECKING:
    from erre.bots.contract import Budget

app = App(
    name="erre",
    version=__version__,
    help="Erre: tabletop games whose names begin with R, to play, to prove and to study.",
    help_format="plaintext",
)

Options = Annotated[
    list[str] | None,
    Parameter(name=["--option", "-o"], help="A rule of the table, as name=value; may be repeated. See: erre games"),
]


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
    browser: bool | None = None,
    tempo: float | None = None,
    log_file: Path | None = None,
    quiet: bool = False,
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
    """
    from erre.cli.serve import serve as serve_tables

    folder, log = (None if path is None else str(path) for path in (data, log_file))
    serve_tables(host, port, folder, address, browser=browser, quiet=quiet or None, tempo=tempo, log_file=log)


@app.command
def play(
    game: str,
    *,
    seats: int | None = None,
    bots: str = "greedy",
    name: str = "You",
    option: Options = None,
    deck_file: Path | None = None,
    seed: int | None = None,
    new: bool = False,
    pause: float = 0.6,
) -> None:
    """Play a game in the terminal against bots; a game broken off goes on where it stood.

    Parameters
    ----------
    game
        The game, for example rage.
    seats
        Players at the table, you among them (4, or as many as the game has).
    bots
        The opponents: one bot for all, or one for each, with commas between them. See: erre games
    name
        Your name at the table.
    option
        A rule of the table.
    deck_file
        Ru-Ra-Re: the counts of your own deck, a JSON or TOML file of kind = count.
    seed
        Deal from a small number instead of real chance, to play the same cards again.
    new
        Start a new game even if one was broken off.
    pause
        Seconds between the moves of bots.
    """
    from erre.cli.play import play_game

    play_game(game, seats, bots, name, read_given(game, option, deck_file), seed, new, pause)


@app.command
def simulate(
    game: str,
    *,
    seats: int | None = None,
    games: int = 10_000,
    bots: str = "random",
    option: Options = None,
    deck_file: Path | None = None,
    seed: int = 0,
    engine: Literal["cpu", "gpu"] = "cpu",
    threads: int | None = None,
    json: bool = False,
) -> None:
    """Play many games between bots and show the means with confidence intervals.

    Parameters
    ----------
    game
        The game, for example rage.
    seats
        Players at the table.
    games
        How many games.
    bots
        One bot for all seats, or one for each, with commas between them. See: erre games
    option
        A rule of the table.
    deck_file
        Ru-Ra-Re: the counts of your own deck, a JSON or TOML file of kind = count.
    seed
        The same seed gives the same games.
    engine
        Where to play: cpu, or gpu.
    threads
        Threads on the CPU; all cores by default.
    json
        Print the result as JSON.
    """
    from erre.cli.simulate import simulate_games

    given = read_given(game, option, deck_file)
    simulate_games(game, seats, games, bots, given, seed, engine, threads, json)


@app.command
def whatif(
    game: str,
    *,
    option: Options = None,
    seats: int | None = None,
    games: int = 2_000,
    bots: str = "greedy",
    seed: int = 0,
    threads: int | None = None,
    html: Path | None = None,
    json: bool = False,
) -> None:
    """Try house rules: thousands of games between bots for the rules as printed, each change, and all together.

    Parameters
    ----------
    game
        The game, for example rage.
    option
        A change of the rules; one that is given several times is tried with each of its values.
    seats
        Players at the table.
    games
        How many games for each set of rules.
    bots
        One bot for all seats, or one for each, with commas between them. See: erre games
    seed
        The same seed gives the same games.
    threads
        Threads; all cores by default.
    html
        Write a page with tables and plots there.
    json
        Print the result as JSON.
    """
    from erre.cli.whatif import study_rules

    changes = [change for pair in option or [] for change in read_pairs([pair]).items()]
    study_rules(game, changes, seats, games, bots, seed, threads, html, json)


@app.command
def tournament(
    game: str,
    *,
    bots: str = "greedy,random",
    seats: int | None = None,
    games: int = 1000,
    option: Options = None,
    deck_file: Path | None = None,
    seed: int = 0,
    playouts: int | None = None,
    milliseconds: int | None = None,
    threads: int | None = None,
    out: Path | None = None,
    html: Path | None = None,
    json: bool = False,
) -> None:
    """Let bots play all against all, with the seats rotated, and show ratings and comparisons.

    Parameters
    ----------
    game
        The game, for example rage.
    bots
        The bots, with commas between them; "cmd:python3 mybot.py" is another program. See: erre games
    seats
        Players at the table.
    games
        How many games, in whole rounds: in each every two bots sit in every two seats equally often.
    option
        A rule of the table.
    deck_file
        Ru-Ra-Re: the counts of your own deck, a JSON or TOML file of kind = count.
    seed
        The same seed gives the same deals.
    playouts
        Thinking of bots that search, in playouts for a move, rather than each level's own.
    milliseconds
        The same in milliseconds.
    threads
        Threads; all cores by default.
    out
        A file that keeps every game; named again, the tournament goes on from there.
    html
        A page with plots.
    json
        Print the result as JSON.
    """
    from erre.cli.tournament import play_tournament

    given = read_given(game, option, deck_file)
    budget = read_budget(playouts, milliseconds)
    play_tournament(game, bots, seats, games, given, seed, budget, threads, out, html, json)


@app.command
def analyse(
    file: Path, *, level: str = "champion", playouts: int = 2000, seed: int = 0, worst: int = 5, json: bool = False
) -> None:
    """Look at a finished game again: the decisions of every seat that cost most, with the better move and why.

    Parameters
    ----------
    file
        A game record.
    level
        The bot that judges.
    playouts
        How much it thinks about each decision; the same number and seed give the same judgement.
    seed
        Where its luck comes from.
    worst
        Decisions shown for each seat.
    json
        Print the findings as JSON.
    """
    from erre.cli.analyse import analyse_record

    analyse_record(file, level, playouts, seed, worst, json)


@app.command
def calibrate(
    game: str = "rage",
    *,
    level: str = "champion",
    seats: int | None = None,
    games: int = 100,
    option: Options = None,
    seed: int = 0,
    playouts: int | None = None,
    threads: int | None = None,
    svg: Path | None = None,
    json: bool = False,
) -> None:
    """Compare the chance that a bot gives its bids with how often they come true, as a table and as a picture.

    Parameters
    ----------
    game
        The game with bids: rage.
    level
        The bot, at all seats.
    seats
        Players at the table.
    games
        How many matches.
    option
        A rule of the table.
    seed
        The same seed gives the same matches.
    playouts
        How much it thinks about each bid, rather than what its level does.
    threads
        Threads; all cores by default.
    svg
        A file for the picture.
    json
        Print the result as JSON.
    """
    from erre.cli.calibrate import calibrate_bids

    given = read_given(game, option, None)
    calibrate_bids(game, level, seats, games, given, seed, playouts, threads, svg, json)


@app.command
def bench(
    what: Literal["engines", "server", "web"] = "engines",
    *,
    game: str | None = None,
    seconds: float = 3.0,
    gpu: bool = False,
    thinking: int | None = None,
    bot: str = "champion",
    rooms: int = 100,
    json: bool = False,
) -> None:
    """Measure the engines beside OpenSpiel, the server beside Colyseus and Node's ws, or the browser client.

    Parameters
    ----------
    what
        engines: moves per second; server: messages over sockets; web: how heavy and how smooth the pages are.
    game
        One game alone.
    seconds
        How long each measurement takes.
    gpu
        Measure the GPU engine as well.
    thinking
        Instead: give a bot so many milliseconds for each move, and measure how long it takes.
    bot
        The bot that is measured so.
    rooms
        Of the server: rooms of four that talk at once.
    json
        Print figures and ratios as JSON.
    """
    if what == "server":
        from erre.cli.bench_server import bench_server

        bench_server(seconds, rooms, json)
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
    what: Literal["all", "live", "fuzz", "rummy"] = "all", *, minutes: float = 15.0, seed: int = 1, json: bool = False
) -> None:
    """Try for long what the tests try briefly: kills and cuts at live tables, a flood of rubbish, Rummy's solver.

    Parameters
    ----------
    what
        live: no acknowledged move is lost, none is played twice; fuzz: a million messages change nothing they should
        not; rummy: the solver against an independent model.
    minutes
        How long it may take.
    seed
        The same seed tries the same things.
    json
        Print the figures as JSON.
    """
    from erre.cli.soak import soak as soak_all

    sys.exit(soak_all(what, minutes=minutes, seed=seed, json=json))


@app.command
def replay(file: Path, *, seat: int | None = None, all_hands: bool = False) -> None:
    """Show a finished game move by move.

    Parameters
    ----------
    file
        A game record.
    seat
        Through the eyes of one seat.
    all_hands
        Show everything that was hidden.
    """
    from erre.cli.records import show_replay

    show_replay(file, seat, all_hands)


@app.command
def verify(file: Path, *, json: bool = False) -> None:
    """Prove that a finished game was dealt as promised and played by the rules.

    Parameters
    ----------
    file
        A game record.
    json
        Print the findings as JSON.
    """
    from erre.cli.records import show_proof

    show_proof(file, json)


@app.command
def referee() -> None:
    """Answer JSON requests, one a line, from standard input until it ends."""
    from erre.cli.referee import serve

    serve(sys.stdin, sys.stdout)


@app.command
def rules(game: str, rule: str | None = None, *, lang: str | None = None) -> None:
    """Read the rules of a game with their numbers, one rule alone, or a page for players in your language.

    Parameters
    ----------
    game
        The game, for example rage.
    rule
        A number such as 3.2.
    lang
        The page for players: en, it, ro or de.
    """
    if lang is not None:
        from erre.cli.guide import show_guide

        if rule is not None:
            raise BadOptions("numbered rules are in English alone: leave --lang off, or the number")
        show_guide(game, lang)
        return
    from erre.cli.catalogue import show_rules

    show_rules(game, rule)


@app.command
def games() -> None:
    """List the games with their seats and options, and the bots."""
    from erre.cli.catalogue import show_games

    show_games()


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


def read_given(game: str, pairs: list[str] | None, deck_file: Path | None) -> dict[str, Any]:
    """The options given on the command line, the deck file among them."""
    found = read_pairs(pairs)
    if deck_file is not None:
        if game.lower() != "rurare":
            raise BadOptions("--deck-file is for Ru-Ra-Re, whose deck is data")
        from erre.games.rurare.deck import read_deck_file

        found["counts"] = read_deck_file(deck_file)
    return found


def read_budget(playouts: int | None, milliseconds: int | None) -> Budget | None:
    """How long bots may think, where it was said."""
    from erre.bots.contract import Budget

    for name, value, most in (("playouts", playouts, 10_000_000), ("milliseconds", milliseconds, 600_000)):
        if value is not None and not 1 <= value <= most:
            raise BadOptions(f"{name}: 1 to {most:,}, not {value}")
    if playouts is None and milliseconds is None:
        return None
    return Budget(playouts=playouts, milliseconds=milliseconds)


def read_pairs(pairs: list[str] | None) -> dict[str, Any]:
    """Options from name=value; values are read as JSON where they are JSON."""
    import json

    found: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadOptions(f"--option {pair}: write it as name=value")
        try:
            found[name.strip()] = json.loads(value)
        except ValueError:
            found[name.strip()] = value.strip()
    return found


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
