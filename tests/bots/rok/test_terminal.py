"""ROK in the terminal: keys and bots race; the record carries the true times; without keys all take turns."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from erre.bots.kernel_bot import fresh_luck
from erre.bots.rok import terminal
from erre.bots.rok.terminal import Scramble
from erre.cli.play import TerminalTable
from erre.cli.records import show_replay
from erre.core import chance
from erre.core.game import Position
from erre.core.gamefile import GameFile, new_file, read_file, verify
from erre.games.rok import GAME
from erre.terminal.keys import ESCAPE, Keys
from erre.terminal.table import Stopped
from tests.games.rok.table import lay


class FakeKeys(Keys):
    """A keyboard and a clock that go on together: each entry is a time in milliseconds and the key pressed then."""

    def __init__(self, table: FakeTable, *pressed: tuple[int, str]) -> None:
        self.table, self.pressed = table, list(pressed)

    def wait(self, seconds: float) -> list[str]:
        until = self.table.clock + max(1, round(seconds * 1000))
        if self.pressed and self.pressed[0][0] <= until:
            at, key = self.pressed.pop(0)
            self.table.clock = max(at, self.table.clock)
            return [key]
        self.table.clock = until
        return []


class FakeTable(TerminalTable):
    """A table on a clock of its own that writes to no screen."""

    clock = 0

    def now(self) -> int:
        return self.clock


def table(folder: Path, bots: str = "solid", seats: int = 3) -> FakeTable:
    """A table with a new game."""
    players = ["Ada", *(f"{name} ({bots})" for name in ("Ben", "Cleo", "Dan", "Eva")[: seats - 1])]
    file = new_file(GAME, seats, GAME.read_options({}), players, chance.key_from_seed(3), "")
    console = Console(file=io.StringIO(), width=100, height=40, force_terminal=True)
    made = FakeTable(GAME, file, folder / "rok.jsonl", console, 0)
    made.sit_down()
    return made


def moves(file: GameFile) -> list[tuple[int, str, int]]:
    """The moves of a record with their times."""
    return [(line.seat, line.move, line.at) for line in file.moves]


def screen(made: TerminalTable) -> str:
    """All that was written to the screen."""
    assert isinstance(made.console.file, io.StringIO)
    return made.console.file.getvalue()


PAIRS = "W1a@5,0 W1b@9,0 G4a@-5,3 G4b@-9,3 B8a"


def test_a_key_grabs_at_the_moment_it_is_pressed(tmp_path: Path) -> None:
    made = table(tmp_path)
    made.file.moves.clear()
    race = Scramble(made, fresh_luck(1), lay(PAIRS, balance="B1a B2a B3a"))
    assert race.keys == {"W1a": "a", "W1b": "b", "G4a": "c", "G4b": "d", "B8a": "e"}
    race.run(FakeKeys(made, (120, "a"), (200, "B")))
    assert moves(made.file)[:2] == [(0, "grab W1a", 120), (0, "grab W1b", 200)]
    times = [at for _, _, at in moves(made.file)]
    assert times == sorted(times)
    assert min(times[2:]) >= 250
    assert race.position.phase != "grab" or not race.is_open


def test_bots_do_not_wait_and_a_lost_race_is_told(tmp_path: Path) -> None:
    made = table(tmp_path, "champion")
    race = Scramble(made, fresh_luck(1), lay("W1a@5,0 G4a@-5,3", balance="W1b B2a B3a", options={"grabEnd": "allDone"}))
    race.run(FakeKeys(made, (20_000, "a"), (20_100, " "), (20_200, "b"), (20_300, "?")))
    grabs = [line for line in moves(made.file) if line[1] == "grab W1a"]
    assert len(grabs) == 1
    assert grabs[0][0] != 0
    assert grabs[0][2] < 2000
    assert "Too late" in screen(made)
    assert not race.is_open


def test_the_timer_ends_the_scramble(tmp_path: Path) -> None:
    made = table(tmp_path)
    start = lay("W1a@5,0 G4a@-5,3", balance="B1a B2a B3a", options={"grabEnd": "timer", "grabSeconds": 5})
    race = Scramble(made, fresh_luck(1), start)
    race.run(FakeKeys(made))
    assert moves(made.file)[-1] == (0, "done", 5000)


def test_escape_stops_and_the_game_is_kept(tmp_path: Path) -> None:
    made = table(tmp_path)
    race = Scramble(made, fresh_luck(1), lay(PAIRS, balance="B1a B2a B3a"))
    with pytest.raises(Stopped):
        race.run(FakeKeys(made, (100, "a"), (150, ESCAPE)))
    assert read_file(tmp_path / "rok.jsonl").moves[-1].move == "grab W1a"


def play_out(made: FakeTable, monkeypatch: pytest.MonkeyPatch, keys: bool) -> Position:
    """Play a whole game; the player grabs a rune, right or wrong, is done, and takes the last listed move if asked."""

    @contextmanager
    def single_keys() -> Iterator[Keys]:
        start = made.clock
        yield FakeKeys(made, (start + 400, "a"), (start + 900, " "))

    monkeypatch.setattr(terminal, "are_readable", lambda: keys)
    monkeypatch.setattr(terminal, "single_keys", single_keys)
    monkeypatch.setattr(made, "ask", lambda position: GAME.format_move(position.legal(0)[-1]))
    monkeypatch.setattr(made, "wait", lambda: None)
    position = made.sit_down()
    while position.outcome is None:
        position = made.one_move(position)
        made.clock += 1
    return position


@pytest.mark.parametrize("keys", [True, False])
def test_a_whole_game_leaves_a_record_with_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keys: bool
) -> None:
    monkeypatch.setenv("ERRE_HOME", str(tmp_path))
    made = table(tmp_path, "casual", seats=2)
    made.finish(play_out(made, monkeypatch, keys))
    kept = next((tmp_path / "records").iterdir())
    file = read_file(kept)
    times = [at for _, _, at in moves(file)]
    assert times == sorted(times)
    assert verify(file, GAME).verdict == "proven"
    show_replay(kept, 0, False)
    shown = capsys.readouterr().out
    assert f"{times[0] / 1000:.2f} s" in shown
    assert f"{times[-1] / 1000:.2f} s" in shown
