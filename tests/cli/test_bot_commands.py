"""erre tournament and erre analyse, started as a newcomer would; bots in erre simulate and erre games."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from erre.bots import bots_for
from erre.cli.main import main
from erre.core.options import declared
from erre.games import all_games, game
from tests.cli.command import erre
from tests.conformance.games import Setting

ROOT = Path(__file__).parent.parent.parent
FIRST_BOT = f"cmd:{sys.executable} {ROOT / 'examples' / 'first_bot.py'}"


def test_a_tournament_prints_tables_and_writes_a_page_and_goes_on_from_its_file(tmp_path: Path) -> None:
    games, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    words = ("tournament", "rage", "--bots", "greedy,random", "--seats", "3", "--out", str(games))
    first = erre(*words, "--games", "60", "--html", str(page))
    assert first.returncode == 0, first.stderr
    assert "60 games of Rage, 3 seats" in first.stdout
    assert "greedy" in first.stdout
    assert "< 0.001" in first.stdout
    assert "10 rounds of 6 seatings" in first.stderr
    assert "<svg" in page.read_text()
    second = erre(*words, "--games", "90", "--json")
    found = json.loads(second.stdout)
    assert found["games"] == 90
    assert found["bots"][0]["rating"] > found["bots"][1]["rating"]
    assert "60 of them played before" in " ".join(second.stderr.split())
    other = erre(*words, "--games", "90", "--seed", "4")
    assert other.returncode == 2
    assert "another run" in other.stderr


def test_an_interrupted_tournament_shows_the_table_so_far(tmp_path: Path) -> None:
    games, journal = tmp_path / "games.csv", tmp_path / "games.csv.part"
    words = ["tournament", "rurare", "--bots", f"{FIRST_BOT},greedy", "--seats", "2", "--games", "9000000"]
    command = [sys.executable, "-m", "erre", *words, "--out", str(games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 6):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "games of Ru-Ra-Re, 2 seats" in out
    assert "interrupted after" in err
    assert "Traceback" not in err


def test_a_calibration_prints_a_table_and_draws_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    words = ("calibrate", "rage", "--level", "casual", "--seats", "3", "--games", "1", "--playouts", "20")
    shown = erre(*words, "--svg", str(picture))
    assert shown.returncode == 0, shown.stderr
    assert "30 bids of 1 matches" in shown.stdout
    assert "Brier score" in shown.stdout
    assert "chance given to the bid" in picture.read_text()
    found = json.loads(erre(*words, "--json").stdout)
    assert found["bids"] == 30


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["tournament", "chess"], "there is no game"),
        (["tournament", "rage", "--bots", "greedy"], "two bots or more"),
        (["tournament", "rage", "--threads", "0"], "threads: 1 to 1024"),
        (["tournament", "rage", "--html", "."], "that is a folder"),
        (["tournament", "rage", "--out", "."], "ends with .parquet, .csv or .jsonl"),
        (["calibrate", "rok"], "no bids to calibrate"),
        (["calibrate", "rage", "--level", "greedy"], "the five levels do"),
        (["calibrate", "rage", "--games", "0"], "matches: 1 to"),
        (["calibrate", "rage", "--svg", "nowhere/plot.svg"], "there is no folder"),
        (["tournament", "rage", "--bots", "greedy,nobody"], "no bot 'nobody'"),
        (["tournament", "rage", "--bots", "greedy,cmd:"], "needs a command"),
        (["tournament", "rage", "--seats", "9"], "3 to 8 players, not 9"),
        (["tournament", "rage", "--games", "0"], "at least one game"),
        (["tournament", "rage", "--seed", "-1"], "seed"),
        (["tournament", "rage", "--playouts", "0"], "playouts"),
        (["tournament", "rage", "--milliseconds", "0"], "milliseconds"),
        (["tournament", "rage", "--html", "/nowhere/page.html"], "no folder"),
        (["analyse", "nowhere.jsonl"], "No such file"),
        (["simulate", "rage", "--bots", "cmd:"], "needs a command"),
    ],
)
def test_bad_input_gets_a_clear_message_and_an_exit_code(
    words: list[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["erre", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert why in capsys.readouterr().err


def test_a_broken_bot_ends_a_simulation_with_one_clear_line() -> None:
    done = erre("simulate", "rurare", "--bots", "cmd:false,greedy", "--games", "3")
    assert done.returncode == 2
    assert done.stderr.strip().endswith("erre: the bot cmd:false ended with code 1")


def test_a_program_of_ones_own_is_simulated() -> None:
    done = erre("simulate", "rurare", "--bots", f"{FIRST_BOT},greedy", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["results"][0]["bot"] == FIRST_BOT
    assert found["games"] == 2


def test_analyse_lists_what_cost_most(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    Setting(game("rage"), 3, {}, 3).record().write(record)
    words = ("analyse", str(record), "--playouts", "12")
    done = erre(*words)
    assert done.returncode == 0, done.stderr
    assert "as the champion sees it" in done.stdout
    assert "better bid" in done.stdout
    found = json.loads(erre(*words, "--json", "--worst", "2").stdout)
    assert [seat["seat"] for seat in found["seats"]] == [0, 1, 2]
    for seat in found["seats"]:
        assert len(seat["worst"]) == 2
        assert set(seat["by_phase"]) == {"bidding", "tricks"}
    wrong = erre("analyse", str(record), "--level", "nobody")
    assert wrong.returncode == 2
    assert "no bot 'nobody'" in wrong.stderr


def test_the_list_of_games_names_the_bots_of_each() -> None:
    done = erre("games")
    assert done.returncode == 0
    for one in all_games():
        for name in bots_for(one):
            assert name in done.stdout
    assert "cmd:" in done.stdout


def test_the_list_of_games_says_which_values_an_option_takes() -> None:
    listed = {one["name"]: one for one in json.loads(erre("games", "--json").stdout)["games"]}
    for one in all_games():
        for option in declared(one.options_type):
            values = listed[one.name]["options"][option.written]["values"]
            assert values, option.written
            assert all(choice in values for choice in option.choices)


def test_two_limits_for_thinking_are_refused() -> None:
    done = erre("simulate", "rage", "--games", "8", "--bots", "solid", "--playouts", "5", "--milliseconds", "5")
    assert done.returncode == 2
    assert "not both" in done.stderr


def test_judge_names_the_better_bot(tmp_path: Path) -> None:
    page = tmp_path / "judge.html"
    words = ("judge", "rurare", "greedy", "random", "--seats", "2", "--deals", "64", "--seed", "3", "--html", str(page))
    done = erre(*words)
    assert done.returncode == 0, done.stderr
    assert "greedy is better than random" in done.stdout
    assert "greedy is better than random" in page.read_text("utf-8")
    found = json.loads(erre(*words, "--json").stdout)
    assert (found["winner"], found["seatings"]) == ("greedy", 2)
