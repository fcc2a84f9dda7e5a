"""Bots from elsewhere: other packages and other programs, the broken ones among them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from erre.bots.contract import Budget
from erre.bots.plugins import BotFailure, PluginBot, checked_move, load_plugin, plugins, plugins_for
from erre.bots.process import ProcessBot
from erre.bots.roster import TableBot, help_for, make_bot, seat_names, split_names
from erre.core.errors import BadOptions
from erre.core.game import AnyGame, Move, Position, View
from erre.games import game
from tests.conformance.games import GAMES, Setting

ROOT = Path(__file__).parent.parent.parent
FIRST_BOT = f"cmd:{sys.executable} {ROOT / 'examples' / 'first_bot.py'}"
RAGE = game("rage")


@pytest.fixture
def position() -> Position:
    """A match of Rage where seat 1 bids first."""
    return Setting(RAGE, 4, {}, 7).start()


def bidder(position: Position) -> View:
    """The view of the seat whose turn it is."""
    view: View = position.view(position.turn[0])
    return view


def script(tmp_path: Path, body: str) -> str:
    """A program with some lines of Python for every turn."""
    path = tmp_path / "bot.py"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    path.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    turn = json.loads(line)\n{lines}")
    return f"{sys.executable} {path}"


@pytest.mark.parametrize("one", GAMES, ids=lambda g: g.name)
def test_the_example_bot_plays_every_game(one: AnyGame) -> None:
    position = Setting(one, one.least_seats, {}, 2).start()
    bots = [make_bot(one, FIRST_BOT, seat) for seat in range(one.least_seats)]
    for _ in range(12):
        if position.outcome is None:
            seat = position.turn[0]
            position = position.play(seat, bots[seat].move(position.view(seat))).position
    advice = bots[position.turn[0]].advise(position.view(position.turn[0]))
    assert advice.why.endswith("why not?")
    for bot in bots:
        assert isinstance(bot, ProcessBot)
        bot.close()


ASKING = """
for question in ({"op": "check", "move": "bid 11", "id": 5}, {"op": "check", "move": "bid 2"}, {"op": "legal"},
                 {"op": "view"}, {"op": "dance"}):
    print(json.dumps(question), flush=True)
    print(sys.stdin.readline().strip(), file=sys.stderr)
    if question["op"] == "dance":
        sys.stderr.flush()
        print(json.dumps({"op": "play", "move": "bid 2"}), flush=True)
"""


def test_a_program_may_ask_in_the_words_of_the_referee(tmp_path: Path, position: Position) -> None:
    bot = ProcessBot(RAGE, script(tmp_path, ASKING))
    assert RAGE.format_move(bot.move(bidder(position))) == "bid 2"
    assert bot.program is not None
    bot.program.complaints.seek(0)
    wrong, right, legal, view, dance = bot.program.complaints.read().decode().splitlines()
    assert '"rule":"§2.2"' in wrong
    assert '"id":5' in wrong
    assert right == '{"ok":true}'
    assert '"bid 0"' in legal
    assert '"hand"' in view
    assert '"totals"' in view
    assert "not for bots" in dance
    bot.close()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('print(json.dumps({"op": "play", "move": "bid 99"}), flush=True)', "§2.2"),
        ('print(json.dumps({"op": "play", "move": "banana"}), flush=True)', "banana"),
        ('print(json.dumps({"op": "play"}), flush=True)', "which will not do"),
        ('print("hello", flush=True)', "not JSON: hello"),
        ('print("[1]", flush=True)', "no message"),
        ('print("[" * 100000, flush=True)', "not JSON"),
        ('raise RuntimeError("no idea")', "ended with code 1: RuntimeError: no idea"),
        ("sys.exit(3)", "ended with code 3"),
        ("time.sleep(60)", "took too long"),
        ("sys.stdout.close(); time.sleep(60)", "took too long"),
        ('while True: print(json.dumps({"op": "view"}), flush=True)', "took too long"),
    ],
)
def test_a_broken_program_is_a_clear_failure(tmp_path: Path, position: Position, body: str, why: str) -> None:
    bot = ProcessBot(RAGE, script(tmp_path, body))
    slow = "long" in why
    with pytest.raises(BotFailure, match="the bot cmd:") as failed:
        bot.advise(bidder(position), Budget(milliseconds=1000 if slow else 30_000))
    assert why in str(failed.value)
    assert bot.program is None


def test_a_program_that_is_not_there_is_a_clear_failure(position: Position) -> None:
    with pytest.raises(BotFailure, match="cannot be started"):
        make_bot(RAGE, "cmd:/nowhere/at/all").move(bidder(position))
    for command, why in (("cmd:", "needs a command"), ('cmd:python "x', "is no command")):
        with pytest.raises(BadOptions, match=why):
            make_bot(RAGE, command)


def test_at_a_table_a_broken_bot_is_told_of_and_replaced(tmp_path: Path, position: Position) -> None:
    said: list[str] = []
    bot = make_bot(RAGE, "cmd:" + script(tmp_path, "sys.exit(3)"), notice=said.append)
    assert isinstance(bot, TableBot)
    for _ in range(5):
        position.check(position.turn[0], bot.move(bidder(position)))
    assert len(said) == 3
    assert "ended with code 3. The greedy bot plays in its place." in said[0]
    assert "from now on" in said[2]


def test_names_have_commas_between_them_and_commands_may_stand_in_quotes() -> None:
    assert split_names("Greedy, random") == ["greedy", "random"]
    assert split_names('"cmd:Bot --x 1,2",random') == ["cmd:Bot --x 1,2", "random"]
    assert split_names("cmd:python3 'My Bot.py'") == ["cmd:python3 'My Bot.py'"]
    assert seat_names(RAGE, 3, "greedy") == ["greedy"] * 3
    with pytest.raises(BadOptions, match="2 bots for 3 seats"):
        seat_names(RAGE, 3, "greedy,random")
    with pytest.raises(BadOptions, match="no bot 'nobody'; it has random, greedy"):
        seat_names(RAGE, 3, "nobody")


@pytest.fixture
def cautious(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of examples/, as pip would install it."""
    source = ROOT / "examples" / "erre-cautious"
    (tmp_path / "erre_cautious.py").write_text((source / "erre_cautious.py").read_text())
    facts = tmp_path / "erre_cautious-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: erre-cautious\nVersion: 1.0\n")
    points = (source / "pyproject.toml").read_text().split('entry-points."erre.bots"]\n')[1].split("\n\n")[0]
    broken = "gone = erre_gone:Bot\nrandom = erre_cautious:Cautious\n"
    (facts / "entry_points.txt").write_text("[erre.bots]\n" + points.replace('"', "") + "\n" + broken)
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins.cache_clear()
    yield
    plugins.cache_clear()


@pytest.mark.usefixtures("cautious")
def test_a_bot_of_another_package_is_found_and_plays(position: Position) -> None:
    bot = make_bot(RAGE, "Cautious", seed=1)
    assert RAGE.format_move(bot.move(bidder(position))) == "bid 0"
    assert bot.advise(bidder(position)).why
    assert help_for(RAGE)["cautious"].startswith("promises nothing")
    assert "cautious" not in help_for(game("rummy"))
    with pytest.raises(BadOptions, match="Rummy has no bot 'cautious'"):
        make_bot(game("rummy"), "cautious")


@pytest.mark.usefixtures("cautious")
def test_our_own_names_come_first_and_a_package_that_cannot_be_loaded_says_so() -> None:
    assert not isinstance(make_bot(RAGE, "random"), PluginBot)
    assert "cannot be loaded" in plugins_for(RAGE)["gone"]
    with pytest.raises(BotFailure, match="No module named 'erre_gone'"):
        load_plugin("gone")


class Wrong:
    """A bot that does what it was told in its name."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def move(self, view: View) -> object:
        """Anything at all."""
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("bid 77", "§2.2"),
        (None, "returned NoneType"),
        (ValueError("oh\nno"), "broke down: ValueError: oh no"),
        (Move(), "no move of Rage"),
    ],
)
def test_a_broken_bot_of_another_package_is_a_clear_failure(position: Position, answer: object, why: str) -> None:
    bot = PluginBot(RAGE, "wrong", lambda _game, _seed: Wrong(answer), None)
    with pytest.raises(BotFailure, match="the bot wrong") as failed:
        bot.move(bidder(position))
    assert why in str(failed.value)


def test_a_move_may_be_text(position: Position) -> None:
    assert RAGE.format_move(checked_move(RAGE, "x", bidder(position), "bid 3")) == "bid 3"
