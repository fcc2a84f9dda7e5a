"""The erre command, started as a newcomer would."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import erre.cli.main as entry
from erre.cli.main import main
from erre.core.gamefile import read_file
from erre.games import game, game_names
from tests.cli.command import erre
from tests.conformance.games import Setting


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game on disk."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    Setting(game("rage"), 4, {"bidding": "secret"}, 3).record().write(path)
    return path


def test_help_names_every_command() -> None:
    done = erre("--help")
    commands = ("play", "simulate", "tournament", "analyse", "bench", "replay", "verify", "referee", "rules", "games")
    for command in (*commands, "serve", "soak", "compile"):
        assert command in done.stdout


@pytest.mark.parametrize("name", game_names())
def test_rules_are_told_in_the_language_asked_for(name: str) -> None:
    done = erre("rules", name, "--lang", "it")
    assert done.returncode == 0
    assert " il " in done.stdout or " la " in done.stdout


def test_a_port_in_use_is_told_in_words() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = erre("serve", "--host", "127.0.0.1", "--port", str(taken.getsockname()[1]), "--quiet")
    assert done.returncode == 2
    assert "is in use already" in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["dance"], "not understood"),
        (["play"], "game"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "rage", "--seats", "2"], "3 to 8 players, not 2"),
        (["play", "rage", "--seats", "two"], "two"),
        (["play", "rage", "--bots", "nobody"], "no bot 'nobody'"),
        (["play", "rage", "--bots", "random,random"], "2 bots were named"),
        (["play", "rage", "--name", " "], "name"),
        (["play", "rage", "--option", "slam"], "name=value"),
        (["play", "rage", "--option", "fast=1"], "no option 'fast'"),
        (["simulate", "rage", "--seats", "9"], "3 to 8 players, not 9"),
        (["simulate", "rage", "--games", "0"], "at least one game"),
        (["simulate", "rage", "--games", "many"], "many"),
        (["simulate", "rage", "--bots", "greedy,random", "--seats", "4"], "2 bots for 4 seats"),
        (["simulate", "rage", "--option", "bidding=" + "[" * 100_000], "open, hidden, secret"),
        (["simulate", "rage", "--option", "bidding=loud"], "open, hidden, secret"),
        (["simulate", "rage", "--option", "bidding=hidden", "--option", "plusMinusOne=true"], "contradict"),
        (["simulate", "rage", "--threads", "0"], "threads"),
        (["simulate", "rage", "--seed", "-1"], "seed"),
        (["exploitability", "rage", "--small", "hand"], "--small hand: write it as name=value"),
        (["exploitability", "rage", "--seed", "-1", "--small", "hand=1"], "seed: 0 to"),
        (["bench", "--seconds", "0"], "seconds"),
        (["bench", "--game", "chess"], "there is no game"),
        (["replay", "nowhere.jsonl"], "No such file"),
        (["verify", "nowhere.jsonl"], "No such file"),
        (["rules", "chess"], "there is no game"),
        (["rules", "rage", "99.9"], "no rule §99.9"),
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


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["serve", "--nonsense"], "erre serve"),
        (["serve", "--tempo", "quick"], "erre serve"),
        (["soak", "live", "--nonsense"], "erre soak"),
        (["puzzles", "make", "--nonsense"], "erre puzzles make"),
        (["play", "rage", "--seats", "two"], "erre play"),
        (["play", "rage", "more", "words"], "erre play"),
        (["dance"], "erre"),
        (["--nonsense"], "erre serve"),
        (["--prot", "8000"], "erre serve"),
    ],
)
def test_bad_options_name_the_help_of_their_command(
    words: list[str], command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["erre", *words])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().err.splitlines()[-1] == f"Try: {command} --help"


@pytest.mark.parametrize("words", [["--port", "8000"], ["--port=8000"], ["--https", "--port", "8000"]])
def test_options_without_a_command_are_those_of_the_server(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr(sys, "argv", ["erre", *words])
    monkeypatch.setattr(entry, "load_server", lambda: lambda *given, **more: served.append((given, more)))
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    [(given, more)] = served
    assert given[1] == 8000
    assert more["more"]["https"] == (True if "--https" in words else None)


def test_bad_input_shows_no_traceback() -> None:
    done = erre("play", "chess")
    assert done.returncode == 2
    assert done.stderr == "erre: there is no game 'chess' here; there is " + ", ".join(game_names()) + "\n"


def test_a_broken_record_is_refused(tmp_path: Path, record: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(record.read_text()[:700])
    for command in ("replay", "verify"):
        done = erre(command, str(broken))
        assert done.returncode == 2
        assert "line" in done.stderr
        assert "Traceback" not in done.stderr


def test_verify_proves_a_record_and_finds_a_wrong_key(tmp_path: Path, record: Path) -> None:
    good = erre("verify", str(record))
    assert good.returncode == 0
    assert "Proven" in good.stdout
    rigged = tmp_path / "rigged.jsonl"
    text = record.read_text()
    key = read_file(record).key
    assert key is not None
    rigged.write_text(text.replace(key.hex(), bytes(32).hex()))
    bad = erre("verify", str(rigged), "--json")
    assert bad.returncode == 1
    assert json.loads(bad.stdout)["verdict"] == "broken"
    assert any("commitment" in words for words in json.loads(bad.stdout)["findings"])


def test_a_page_does_not_take_the_place_of_its_record(tmp_path: Path, record: Path) -> None:
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(record.read_bytes())
    done = erre("verify", str(copy), "--page", str(copy))
    assert (done.returncode, "that is the record itself" in done.stderr) == (2, True)
    assert copy.read_bytes() == record.read_bytes()


def test_replay_tells_the_whole_game(record: Path) -> None:
    done = erre("replay", str(record))
    assert done.returncode == 0
    assert "Round 10" in done.stdout
    assert "won with" in done.stdout
    assert erre("replay", str(record), "--seat", "7").returncode == 2
    everything = erre("replay", str(record), "--all-hands", "--seat", "0")
    assert everything.returncode == 0
    assert len(everything.stdout) > len(done.stdout)


def test_simulate_gives_the_same_result_for_the_same_seed() -> None:
    words = ("simulate", "rage", "--games", "500", "--bots", "greedy,random,random", "--json", "--seed", "5")
    first, second = (json.loads(erre(*words).stdout) for _ in range(2))
    assert first["results"] == second["results"]
    assert first["games"] == 500
    assert first["seats"] == 3
    assert first["results"][0]["mean"] > first["results"][1]["mean"] + 20
    low, high = first["results"][0]["mean_interval"]
    assert low < first["results"][0]["mean"] < high
    assert abs(sum(row["wins"] for row in first["results"]) - 1) < 1e-9


def test_simulate_prints_a_table() -> None:
    done = erre("simulate", "rage", "--games", "50", "--seats", "3", "-o", "slam=true")
    assert "50 games of Rage" in done.stdout
    assert "moves/s" in done.stdout


def test_a_deck_of_ones_own_comes_from_a_file(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text("knight = 14\nchurch = 9\n")
    words = ("simulate", "rurare", "--games", "20", "--seats", "2", "--json", "-o", f"counts=@{deck}")
    assert json.loads(erre(*words).stdout)["options"]["counts"] == {"church": 9, "knight": 14}
    deck.write_text("knight = 14\n")
    refused = erre(*words)
    assert refused.returncode == 2
    assert "111 cards, not 112" in refused.stderr
    other = erre("simulate", "rage", "-o", f"counts=@{deck}")
    assert other.returncode == 2
    assert "Rage has no option 'counts'" in other.stderr


def test_a_game_of_ru_ra_re_is_played_and_proven(tmp_path: Path) -> None:
    given = "\n".join(["?", "now", "deck", "sheet", "row 99", *("1234567" * 80)])
    done = erre("play", "rurare", "--seats", "3", "--seed", "2", given=given, home=tmp_path)
    assert done.returncode == 0, done.stderr
    for words in (
        "§1.1",
        "no scoring yet",
        "Certain: 10 kings",
        "Ru - Ra - Re!",
        "meet on row",
        "Second scoring",
        "won",
    ):
        assert words in done.stdout
    (kept,) = (tmp_path / "records").iterdir()
    assert erre("verify", str(kept)).returncode == 0
    assert "Second scoring" in erre("replay", str(kept)).stdout


def test_rules_are_read_whole_or_one_by_one() -> None:
    assert "§3.2" in erre("rules", "rage").stdout
    one = erre("rules", "rage", "3.2")
    assert one.stdout.count("\n") <= 4
    assert "follow" in one.stdout or "led" in one.stdout
    long = erre("rules", "rage", "§1.1").stdout
    assert "each hand has cards" in " ".join(long.split())


def play_all(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Play a whole match by trying cards one after the other; what is refused costs nothing."""
    tries = [f"{c}{v}" for c in "BGRYPO" for v in range(16)] + ["J:R", "NT", "CT", "+5", "-5"]
    return erre("play", *words, given="\n".join(["0", *tries] * 70), home=home)


def test_a_whole_match_is_played_and_its_record_proven(tmp_path: Path) -> None:
    done = play_all(tmp_path, "rage", "--seats", "3", "--seed", "4", "--bots", "random")
    assert done.returncode == 0, done.stderr
    assert "won with" in done.stdout
    assert "Score sheet" in done.stdout
    assert "§3.2" in done.stdout  # a wrong card was explained
    (kept,) = (tmp_path / "records").iterdir()
    assert erre("verify", str(kept)).returncode == 0
    assert not (tmp_path / "rage.jsonl").exists()


def test_a_wrong_entry_is_explained_and_asked_again_and_help_is_there(tmp_path: Path) -> None:
    given = "99\nbanana\n?\nlast\nsheet\nold\nrule 2.2\nrule 77\n2\nquit\n"
    done = erre("play", "rage", "--seats", "3", "--seed", "4", given=given, home=tmp_path)
    assert done.returncode == 0
    assert "§2.2" in done.stdout
    assert "'banana' is no card" in done.stdout
    assert "Promise how many" in done.stdout
    assert "No trick has been taken" in done.stdout
    assert "no rule §77" in done.stdout
    assert "kept" in done.stdout


def test_a_game_broken_off_goes_on_where_it_stood(tmp_path: Path) -> None:
    first = erre("play", "rage", "--seats", "3", "--seed", "4", given="3\n", home=tmp_path)
    assert first.returncode == 0
    assert "kept" in first.stdout
    saved = read_file(tmp_path / "rage.jsonl")
    assert any(move.move == "bid 3" and move.seat == 0 for move in saved.moves)
    second = erre("play", "rage", given="quit\n", home=tmp_path)
    assert "Going on with your game" in second.stdout
    assert "Your card" in second.stdout
    again = read_file(tmp_path / "rage.jsonl")
    assert again.moves[: len(saved.moves)] == saved.moves
    assert again.header == saved.header
    other = erre("play", "rage", "--seed", "5", given="quit\n", home=tmp_path)
    assert other.returncode == 2
    assert "--new" in other.stderr
    fresh = erre("play", "rage", "--new", given="quit\n", home=tmp_path)
    assert "A new game" in fresh.stdout
    assert read_file(tmp_path / "rage.jsonl").header.commitment != saved.header.commitment


def test_a_saved_game_that_is_broken_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rage.jsonl").write_text("not a record")
    done = erre("play", "rage", given="quit\n", home=tmp_path)
    assert done.returncode == 2
    assert "--new" in done.stderr
    assert (tmp_path / "rage.jsonl").read_text() == "not a record"


def test_an_interrupt_keeps_the_game(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "erre", "play", "rage", "--seed", "4"],
        env={**os.environ, "ERRE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "Your hand" in line:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert "kept" in rest
    assert "Traceback" not in rest
    assert (tmp_path / "rage.jsonl").exists()


def test_the_bench_measures_and_prints_ratios() -> None:
    done = erre("bench", "--seconds", "0.05", "--game", "rage", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["moves_per_second"]["rage"]["CPU, one core"] > figures["moves_per_second"]["rage"]["interpreter"]
    assert set(figures["open_spiel"]) in (set(), {"C++ loop", "Python interface"})
    assert len(figures["ratios"]) == len(figures["open_spiel"])


def test_the_bench_measures_the_solver_beside_the_public_one() -> None:
    done = erre("bench", "--seconds", "0.05", "--game", "rummy", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["solver_ms"]["ours"]["positions"] > 0
    assert len(figures["ratios"]) == len(figures["solver_ms"]) - 1


def test_a_reader_that_goes_away_is_no_error_on_the_screen() -> None:
    script = f"{sys.executable} -m erre games | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
