"""The commands of the lab: simulate, whatif, tournament, judge, exploit, dataset, analyse, train and others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from erre.cli.app import app
from erre.cli.arguments import read_budget, read_options, read_pair
from erre.cli.parameters import (
    EngineName,
    GameName,
    Html,
    Json,
    Milliseconds,
    Options,
    Out,
    Playouts,
    Ray,
    RecordFile,
    SeatBots,
    Seats,
    Seed,
    Threads,
)


@app.command
def simulate(
    game: GameName,
    *,
    seats: Seats = None,
    games: Annotated[int, Parameter(help="How many games.")] = 10_000,
    bots: SeatBots = "random",
    option: Options = None,
    seed: Seed = 0,
    playouts: Playouts = None,
    milliseconds: Milliseconds = None,
    engine: EngineName = "cpu",
    threads: Threads = None,
    ray: Ray = None,
    out: Out = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Play many games between bots and show the means with confidence intervals."""
    from erre.cli.lab_runs import Ways
    from erre.cli.simulate import simulate_games

    ways = Ways(threads, ray, out, html, json)
    options = read_options(option)
    simulate_games(game, seats, games, bots, options, seed, read_budget(playouts, milliseconds), engine, ways)


@app.command
def whatif(
    game: GameName,
    *,
    option: Annotated[
        list[str] | None,
        Parameter(
            name=["--option", "-o"],
            help="A change of the rules, as name=value; one that is given several times is tried with each value.",
        ),
    ] = None,
    seats: Seats = None,
    games: Annotated[int, Parameter(help="How many games for each set of rules.")] = 2_000,
    bots: SeatBots = "greedy",
    seed: Seed = 0,
    threads: Threads = None,
    ray: Ray = None,
    out: Out = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Compare house rules: games between bots with the printed rules, with each change, and with all changes."""
    from erre.cli.lab_runs import Ways
    from erre.cli.whatif import study_rules

    changes = [read_pair(pair) for pair in option or []]
    study_rules(game, changes, seats, games, bots, seed, Ways(threads, ray, out, html, json))


@app.command
def tournament(
    game: GameName,
    *,
    bots: Annotated[
        str,
        Parameter(
            help='The bots, separated by commas; "cmd:python3 mybot.py" is another program. See: erre games',
        ),
    ] = "greedy,random",
    seats: Seats = None,
    games: Annotated[
        int,
        Parameter(
            help="How many games, in whole rounds: in each, every two bots sit in every two seats equally often."
        ),
    ] = 1000,
    option: Options = None,
    seed: Seed = 0,
    playouts: Playouts = None,
    milliseconds: Milliseconds = None,
    threads: Threads = None,
    ray: Ray = None,
    out: Out = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Let all bots play each other, with rotated seats, and show ratings and comparisons."""
    from erre.cli.lab_runs import Ways
    from erre.cli.tournament import play_tournament

    budget = read_budget(playouts, milliseconds)
    ways = Ways(threads, ray, out, html, json)
    play_tournament(game, bots, seats, games, read_options(option), seed, budget, ways)


@app.command
def judge(
    game: GameName,
    first: Annotated[str, Parameter(help='A bot; "cmd:python3 mybot.py" is another program. See: erre games')],
    second: Annotated[str, Parameter(help="The bot that it is compared with.")],
    *,
    seats: Seats = None,
    deals: Annotated[int, Parameter(help="How many deals at most.")] = 4096,
    error: Annotated[float, Parameter(help="The highest probability of naming a winner between equal bots.")] = 0.05,
    by: Annotated[Literal["points", "victory"], Parameter(help="What counts.")] = "points",
    design: Annotated[
        Literal["all", "two", "one"],
        Parameter(help="Play every deal in all seatings, in an even one and its opposite, or in one chosen at random."),
    ] = "all",
    control: Annotated[
        str | None, Parameter(help="With --design one: a bot whose results take the luck of the deal out.")
    ] = None,
    no_stop: Annotated[bool, Parameter(help="Play all deals, however clear the answer is.")] = False,
    option: Options = None,
    seed: Seed = 0,
    playouts: Playouts = None,
    milliseconds: Milliseconds = None,
    threads: Threads = None,
    ray: Ray = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Find out whether one bot is better than another: the same deals in all seatings, until the answer is clear."""
    from erre.bots.roster import join_names
    from erre.cli.judge import judge_bots
    from erre.cli.lab_runs import Ways

    budget = read_budget(playouts, milliseconds)
    ways = Ways(threads, ray, None, html, json)
    bots = join_names([first, second])
    judge_bots(
        game, bots, seats, deals, error, by, read_options(option), seed, budget, design, control, not no_stop, ways
    )


@app.command
def benchmark(
    bot: Annotated[str, Parameter(help='A bot; "cmd:python3 mybot.py" is another program. See: erre games')],
    *,
    only: Annotated[str, Parameter(help="Only the tasks of these games, separated by commas.")] = "",
    name: Annotated[str, Parameter(help="What the entry is called.")] = "",
    kind: Annotated[Literal["level", "network", "program"], Parameter(help="What the bot is.")] = "program",
    author: Annotated[str, Parameter(help="Who wrote it.")] = "",
    note: Annotated[str, Parameter(help="A sentence about it.")] = "",
    out: Annotated[Path | None, Parameter(help="Write the entry to this file, for a leaderboard.")] = None,
    threads: Threads = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Play the benchmark Erre-4: four games against fixed opponents, with fixed deals and seeds."""
    from erre.cli.benchmark import play_benchmark
    from erre.cli.lab_runs import Ways

    play_benchmark(bot, only, name, kind, author, note, out, Ways(threads, ray, None, None, json))


@app.command
def leaderboard(
    file: Annotated[Path, Parameter(help="A leaderboard.")],
    *,
    add: Annotated[Path | None, Parameter(help="Add the entry of this file, once it has been checked.")] = None,
    deals: Annotated[int, Parameter(help="Deals of every task to play again; 0 plays nothing.")] = 2,
    seed: Annotated[int, Parameter(help="Which deals these are.")] = 0,
    html: Html = None,
    markdown: Annotated[bool, Parameter(help="Print the table as Markdown.")] = False,
    json: Json = False,
) -> None:
    """Check a leaderboard of Erre-4 (fields, digests, and a sample played again) and show it."""
    from erre.cli.benchmark import check_leaderboard

    check_leaderboard(file, add, deals, seed, html, as_markdown=markdown, json=json)


@app.command
def exploitability(
    game: GameName,
    *,
    bots: Annotated[str, Parameter(help="The bots to judge, separated by commas; none by default.")] = "",
    small: Annotated[
        list[str] | None,
        Parameter(help="The size of the small version, as name=value; may be repeated. See docs/exact.md."),
    ] = None,
    endings: Annotated[
        int | None,
        Parameter(help="Average over that many small versions, with one `seed` after the other."),
    ] = None,
    option: Options = None,
    iterations: Annotated[int, Parameter(help="Iterations of CFR+ for the equilibrium.")] = 200,
    samples: Annotated[int, Parameter(help="How often a bot is asked in each information set.")] = 16,
    seed: Seed = 0,
    playouts: Playouts = None,
    json: Json = False,
) -> None:
    """Measure exactly how far bots are from an equilibrium, in a small version of a game."""
    from erre.cli.exploitability import solve_small

    budget = read_budget(playouts, None)
    settings = dict(read_pair(pair, "--small") for pair in small or [])
    solve_small(game, bots, settings, read_options(option), iterations, samples, seed, budget, json, endings)


@app.command
def exploit(
    game: GameName,
    bot: Annotated[str, Parameter(help="A bot that plays inside the kernels. See: erre games")],
    *,
    seats: Seats = None,
    decisions: Annotated[int, Parameter(help="How many decisions the response learns from.")] = 2_000_000,
    deals: Annotated[int, Parameter(help="Deals in which it is measured, each at every seat.")] = 512,
    by: Annotated[Literal["points", "victory"], Parameter(help="What counts.")] = "points",
    option: Options = None,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Learn a response to a bot that never changes, and measure what it gains: how far the bot can be exploited."""
    from erre.cli.exploit import exploit_bot

    exploit_bot(game, bot, seats, decisions, deals, by, read_options(option), seed, threads, json)


@app.command
def dataset(
    game: GameName,
    *,
    out: Annotated[Path, Parameter(help="The folder for the files.")],
    bots: Annotated[str, Parameter(help="One bot for all seats, or one for each, separated by commas.")] = "greedy",
    seats: Seats = None,
    games: Annotated[int, Parameter(help="How many games.")] = 1000,
    games_per_file: Annotated[int, Parameter(help="How many of them are in one file.")] = 1000,
    option: Options = None,
    seed: Seed = 0,
    playouts: Playouts = None,
    ray: Ray = None,
) -> None:
    """Write every decision of games between bots to Parquet files: view, legal moves, choice and result."""
    from erre.cli.dataset import make_dataset

    budget = read_budget(playouts, None)
    make_dataset(game, out, bots, seats, games, games_per_file, read_options(option), seed, budget, ray)


@app.command
def analyse(
    file: RecordFile,
    *,
    level: Annotated[str, Parameter(help="The bot that judges.")] = "champion",
    playouts: Annotated[int, Parameter(help="How much it thinks about each decision.")] = 2000,
    seed: Annotated[int, Parameter(help="The same seed and playouts give the same judgement.")] = 0,
    worst: Annotated[int, Parameter(help="Decisions shown for each seat.")] = 5,
    json: Json = False,
) -> None:
    """Analyse a finished game: every seat's costliest decisions, with the better move and the reason."""
    from erre.cli.analyse import analyse_record

    analyse_record(file, level, playouts, seed, worst, json)


@app.command
def calibrate(
    game: Annotated[str | None, Parameter(help="A game with bids; the first one that has them by default.")] = None,
    *,
    level: Annotated[str, Parameter(help="The bot, at all seats.")] = "champion",
    seats: Seats = None,
    games: Annotated[int, Parameter(help="How many matches.")] = 100,
    option: Options = None,
    seed: Seed = 0,
    playouts: Playouts = None,
    threads: Threads = None,
    svg: Annotated[Path | None, Parameter(help="Draw a picture into this file.")] = None,
    json: Json = False,
) -> None:
    """Compare the success that a bot predicts for its bids with how often they succeed."""
    from erre.cli.calibrate import calibrate_bids

    calibrate_bids(game, level, seats, games, read_options(option), seed, playouts, threads, svg, json)


@app.command
def imitate(
    game: Annotated[str, Parameter(help="A game whose bots have a network.")],
    bot: Annotated[str, Parameter(help="A bot that plays inside the kernels. See: erre games")],
    *,
    out: Annotated[Path, Parameter(help="The weights.")] = Path("imitation.npz"),
    games: Annotated[int, Parameter(help="In how many games the bot is watched.")] = 1000,
    beside: Annotated[
        Path | None, Parameter(help="Weights that play about half of the seats; without them the bot plays all.")
    ] = None,
    epochs: Annotated[int, Parameter(help="How often each choice is learned from, at most.")] = 4,
    seed: Seed = 1,
    threads: Threads = None,
) -> None:
    """Make a network that chooses as a bot does, for `erre train --against`; this needs torch (the extra `train`)."""
    from erre.cli.imitate import imitate_bot

    imitate_bot(game, bot, out, beside, games, epochs, seed, threads)


@app.command
def train(
    game: Annotated[str, Parameter(help="A game whose bots have a network.")],
    *,
    out: Annotated[
        Path | None, Parameter(help="The weights; GAME.npz by default. Log and checkpoint go next to it.")
    ] = None,
    seconds: Annotated[float | None, Parameter(help="How long in all; 480 by default, 60 with --cpu.")] = None,
    cpu: Annotated[bool, Parameter(help="A small demonstration on the CPU.", negative="")] = False,
    resume: Annotated[bool, Parameter(help="Continue from the checkpoint.", negative="")] = False,
    init: Annotated[Path | None, Parameter(help="Weights to begin with instead of random ones.")] = None,
    against: Annotated[
        Path | None, Parameter(help="Weights that play every other seat in some games, and stay as they are.")
    ] = None,
    against_share: Annotated[
        float | None, Parameter(help="In what share of the games they do; 0.25 by default.")
    ] = None,
    html: Html = None,
    seed: Seed = 1,
    games: Annotated[
        int | None, Parameter(help="Games to play, for a game whose value is fitted to games; without torch.")
    ] = None,
    samples: Annotated[int | None, Parameter(help="Decisions of one iteration.")] = None,
    steps: Annotated[int | None, Parameter(help="Decisions of each game in one iteration; 64 by default.")] = None,
    minibatch: Annotated[int | None, Parameter(help="Decisions of one step of learning.")] = None,
    rate: Annotated[float | None, Parameter(help="Learning rate at the beginning.")] = None,
    entropy: Annotated[float | None, Parameter(help="Weight of the entropy at the beginning.")] = None,
    last_entropy: Annotated[float | None, Parameter(help="Weight of the entropy at the end.")] = None,
    exploit: Annotated[
        bool, Parameter(help="One seat learns to beat the weights of --init, which play all others.", negative="")
    ] = False,
) -> None:
    """Train a game's network by self-play; where it knows all moves, this needs torch (the extra `train`)."""
    from erre.cli.train import train_network

    given = {"seed": seed, "samples": samples, "minibatch": minibatch, "rate": rate, "entropy": entropy}
    given |= {"last_entropy": last_entropy, "steps": steps, "exploits": exploit or None, "against": against_share}
    train_network(game, out, seconds, cpu, resume, init, html, games, given, against)
