"""The commands of the lab: simulate, whatif, tournament, analyse, calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from erre.cli.app import Options, app
from erre.cli.given import read_budget, read_given, read_pairs


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
    playouts: int | None = None,
    milliseconds: int | None = None,
    engine: Literal["cpu", "gpu"] = "cpu",
    threads: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    html: Path | None = None,
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
    playouts
        Thinking of bots that search, in playouts for a move, rather than each level's own.
    milliseconds
        The same in milliseconds.
    engine
        Where to play: cpu, or gpu.
    threads
        Threads on the CPU; all cores by default.
    ray
        Play on a Ray cluster: its address, or local to start one here.
    out
        Keep every game in a .parquet, .csv or .jsonl file; named again, the run goes on from there.
    html
        A page with plots.
    json
        Print the result as JSON.
    """
    from erre.cli.lab_runs import Ways
    from erre.cli.simulate import simulate_games

    ways = Ways(threads, ray, out, html, json)
    given = read_given(game, option, deck_file)
    simulate_games(game, seats, games, bots, given, seed, read_budget(playouts, milliseconds), engine, ways)


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
    ray: str | None = None,
    out: Path | None = None,
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
    ray
        Play on a Ray cluster: its address, or local to start one here.
    out
        Keep every game in a .parquet, .csv or .jsonl file; named again, the study goes on from there.
    html
        Write a page with tables and plots there.
    json
        Print the result as JSON.
    """
    from erre.cli.lab_runs import Ways
    from erre.cli.whatif import study_rules

    changes = [change for pair in option or [] for change in read_pairs([pair]).items()]
    study_rules(game, changes, seats, games, bots, seed, Ways(threads, ray, out, html, json))


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
    ray: str | None = None,
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
    ray
        Play on a Ray cluster: its address, or local to start one here.
    out
        Keep every game in a .parquet, .csv or .jsonl file; named again, the tournament goes on from there.
    html
        A page with plots.
    json
        Print the result as JSON.
    """
    from erre.cli.lab_runs import Ways
    from erre.cli.tournament import play_tournament

    given = read_given(game, option, deck_file)
    budget = read_budget(playouts, milliseconds)
    play_tournament(game, bots, seats, games, given, seed, budget, Ways(threads, ray, out, html, json))


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
