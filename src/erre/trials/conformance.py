"""The checks that every game must pass, and that need nothing but the game: `erre conformance GAME` runs them.

A check gets a setting and returns, or raises an `Unfit` that says what is wrong. The project's own tests run the same
checks with Hypothesis.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from erre.bots import RANDOM, bots_for, has_levels
from erre.bots.contract import LEVELS
from erre.bots.kernel_bot import bot_arena, bot_move
from erre.core.batch import play_batch
from erre.core.errors import Refusal
from erre.core.game import AnyGame, Position
from erre.core.gamefile import parse_file, replay, verify
from erre.core.mode import INTERPRETED
from erre.core.record import FORBIDDEN_NAMES
from erre.core.sketch import COMMON
from erre.trials.setting import MOST_MOVES, Setting, luck

MIXED = [7, 0, 3, 1, 5]  # bots at the tables of a game that random players would not end
RUBBISH: tuple[Any, ...] = (None, -1, 99, "x", [], [[1]], {}, 2**70, True)
NUMBER = r"§(\d+\.\d+)"
PLAY = """
import sys
from erre.games import game
from erre.trials.conformance import whole_games
print(whole_games(game(sys.argv[1]), *map(int, sys.argv[2:])))
"""

Check = Callable[[Setting], None]


class Unfit(AssertionError):
    """The game fails a check."""


def demand(fact: object, why: str) -> None:
    """Raise Unfit unless the fact holds."""
    if not fact:
        raise Unfit(why)


def declares_itself(setting: Setting) -> None:
    """It declares what shared code needs, and its rules are written down."""
    one = setting.game
    names = one.record_type.dtype.names or ()
    demand(one.title and one.rules_version >= 1 and one.minutes >= 1, "title, rules_version or minutes is missing")
    demand(not set(names) & FORBIDDEN_NAMES, "a field of the record has a name that numpy uses itself")
    demand(not one.part_field or one.part_field in names, f"the record has no field {one.part_field} to count parts")
    missing = (COMMON - {"type"}) - {field.name for field in msgspec.structs.fields(one.view_type)}
    demand(not missing, f"the view has no field {', '.join(sorted(missing))}")
    text = (one.files / "RULES.md").read_text("utf-8")
    demand(re.search(rf"^- \*\*{NUMBER}\*\*", text, re.MULTILINE), "RULES.md has no line such as `- **§1.1** …`")


def ends_and_loses_no_piece(setting: Setting) -> None:
    """A random game ends with an outcome, and its pieces are the same from first to last."""
    count = setting.game.pieces
    at_first = count(setting.start().to_json())
    demand(len(setting.steps) <= MOST_MOVES, f"a random game has more than {MOST_MOVES} moves")
    for number, (position, _, _) in enumerate(setting.steps):
        if number % 7 == 0:
            demand(count(position.to_json()) == at_first, f"pieces changed before move {number + 1}")
    last = setting.end()
    demand(last.turn == [], "play waits for somebody after the end")
    demand(count(last.to_json()) == at_first, "pieces changed at the end")
    outcome = last.outcome
    demand(outcome is not None and outcome.winners, "nobody has won")
    demand(outcome is not None and outcome.scores == last.scores, "the outcome has other scores than the position")


def survives_json_and_text(setting: Setting) -> None:
    """Moves, positions, views and events survive a round trip through JSON or text."""
    one = setting.game
    for number, (position, seat, move) in enumerate(setting.steps):
        text = one.format_move(move)
        demand(one.parse_move(text) == move, f"the move {text!r} is read as another one")
        demand(again(move, one.move_type) == move, f"the move {text!r} changes in JSON")
        if number % 11:
            continue
        read = Position.from_json(one, msgspec.json.decode(str(position)))
        demand(read == position and hash(read) == hash(position), f"the position before move {number + 1} changes")
        for viewer in (None, *range(setting.seats)):
            view = position.view(viewer)
            demand(again(view, one.view_type) == view, f"the view of seat {viewer} changes in JSON")
        for event in position.play(seat, move).events:
            demand(again(event, one.event_type) == event, f"the event {event} changes in JSON")


def again(value: Any, kind: Any) -> Any:
    """A value after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def replays_and_is_proven(setting: Setting) -> None:
    """A record gives the same game again, and proves its deal."""
    file = setting.record()
    read = parse_file("\n".join(file.lines()))
    demand(read == file, "the record's file is read as another record")
    for step, (position, _, _) in zip(replay(read, setting.game), setting.steps, strict=False):
        demand(step.position == position, "a replay leads to another position")
    demand(verify(read, setting.game).verdict == "proven", "the record is not proven")


def leaves_positions_alone(setting: Setting) -> None:
    """Looking at a position or playing from it does not change it, and seats that do not exist are refused."""
    for number, (position, seat, move) in enumerate(setting.steps):
        if number % 13 == 0:
            before = str(position)
            position.play(seat, move)
            position.view(seat)
            position.legal(seat)
            demand(is_refused(lambda: position.play(setting.seats, move)), "a seat that does not exist may play")  # noqa: B023
            demand(str(position) == before, f"the position before move {number + 1} was changed")


def is_refused(call: Callable[[], object]) -> bool:
    """Whether a call is refused, rather than carried out or crashing."""
    try:
        call()
    except Refusal:
        return True
    return False


def checks_what_it_lists(setting: Setting) -> None:
    """`check` allows what `legal` lists and, where all moves are listed, nothing else."""
    one, dice = setting.game, random.Random(setting.seed)
    positions = [position for position, _, _ in setting.steps]
    met = {one.format_move(move) for position in positions for seat in position.turn for move in position.legal(seat)}
    parse = cache(one.parse_move)
    for position in positions:
        if dice.random() > 0.08:
            continue
        for seat in range(setting.seats):
            listed = {one.format_move(move) for move in position.legal(seat)}
            allowed = {text for text in met | listed if is_allowed(position, seat, text, parse)}
            demand(listed <= allowed, f"listed but refused: {', '.join(sorted(listed - allowed))}")
            extra = allowed - listed if one.lists_all_moves else set()
            demand(not extra, f"allowed but not listed: {', '.join(sorted(extra))}")


def is_allowed(position: Position, seat: int, text: str, parse: Callable[[str], Any]) -> bool:
    """Whether `check` lets a move pass."""
    return not is_refused(lambda: position.check(seat, parse(text)))


def imagines_what_fits(setting: Setting) -> None:
    """A world imagined from a view gives the same view, and imagining depends on nothing else."""
    one = setting.game
    for number, (position, _, _) in enumerate(setting.steps):
        if number % 9 == 0:
            for viewer in (None, *range(setting.seats)):
                view = position.view(viewer)
                world = one.imagine(view, luck(number))
                demand(one.view(world, viewer) == view, f"seat {viewer} would see another view in what it imagines")
                same = one.imagine(one.view(world, viewer), luck(number))
                demand(world.to_bytes() == same.to_bytes(), "imagining depends on more than the view")


def hides_what_is_hidden(setting: Setting) -> None:
    """States that a seat cannot tell apart give it the same view, moves and events, byte for byte."""
    one = setting.game
    for number, (position, seat, move) in enumerate(setting.steps):
        if number % 9:
            continue
        for viewer in (None, number % setting.seats):
            other = Position(one, one.imagine(position.view(viewer), luck(number)))
            views = [msgspec.json.encode(here.view(viewer)) for here in (position, other)]
            demand(views[0] == views[1], f"the view of seat {viewer} shows what it may not know")
            if viewer is None:
                continue
            demand(
                other.legal(viewer) == position.legal(viewer), f"the moves of seat {viewer} depend on what is hidden"
            )
            if move in other.legal(seat):
                compare_events(one, position, other, seat, move, viewer)


def compare_events(one: AnyGame, position: Position, other: Position, seat: int, move: Any, viewer: int) -> None:
    """What a move leads to looks alike in both states, up to events that uncover what was hidden."""
    told, uncovers = [], False
    for start in (position, other):
        events = start.play(seat, move).events
        uncovers |= any(isinstance(event, one.uncovering) for event in events)
        plain = [event for event in events if not isinstance(event, one.uncovering)]
        told.append([msgspec.json.encode(one.redact(event, viewer)) for event in plain])
    same = told[0][:1] == told[1][:1] if uncovers else told[0] == told[1]
    demand(same, f"an event tells seat {viewer} what it may not know: {told[0]} or {told[1]}")


def refuses_rubbish(setting: Setting) -> None:
    """Broken texts and positions are refused, and a position that is accepted can be played on."""
    one, dice = setting.game, random.Random(setting.seed)
    for text in ("", " ", "nothing", "-", "0", "\x00", "9" * 300, "play \ud800"):
        try:
            one.parse_move(text)
        except Refusal:
            continue
        except Exception as error:
            raise Unfit(f"the text {text[:20]!r} breaks parse_move: {type(error).__name__}: {error}") from error
    whole = msgspec.to_builtins(setting.start().to_json())
    for name in whole:
        for value in RUBBISH:
            broken = {**whole, name: value}
            try:
                accepted = Position.from_json(one, broken)
                play_some(accepted, dice)
            except Refusal:
                continue
            except Exception as error:
                raise Unfit(f"{name} = {value!r} breaks a position: {type(error).__name__}: {error}") from error


def play_some(position: Position, dice: random.Random, moves: int = 12) -> None:
    """Play some random moves."""
    for _ in range(moves):
        if position.outcome is not None or not position.turn:
            return
        seat = dice.choice(position.turn)
        legal = position.legal(seat)
        if not legal:
            return
        position = position.play(seat, dice.choice(legal)).position
        position.view(seat)


def has_plain_words(setting: Setting) -> None:
    """Every view has a sketch, and every event a sentence, for screens that know nothing of the game."""
    one, names = setting.game, [f"seat {seat}" for seat in range(setting.seats)]
    for number, (position, seat, move) in enumerate(setting.steps):
        if number % 11 == 0:
            for viewer in (None, *range(setting.seats)):
                view = position.view(viewer)
                demand(one.sketch(view).zones, "the sketch of a view is empty")
                for name in one.seat_fields:
                    value = getattr(view, name, ())
                    demand(value is None or len(value) == setting.seats, f"{name} has no entry for each seat")
            for event in position.play(seat, move).events:
                demand(one.event_words(one.redact(event, None), names).strip(), f"{event} has no words")


def bots_know_the_view_only(setting: Setting) -> None:
    """Bots choose the same, and legally, whether they get the truth or what the seat can see of it."""
    one = setting.game
    quick = [number for name, number in bots_for(one).items() if name not in LEVELS]
    for number, (position, seat, _) in enumerate(setting.steps):
        if number % 15:
            continue
        for bot in quick:
            seen = one.state_from_view(position.view(seat))
            by_truth, by_view = (bot_move(one, s, seat, bot, luck(number)) for s in (position.truth, seen))
            demand(by_truth == by_view, "a bot depends on what its seat cannot see")
            position.check(seat, by_view)


def is_the_same_on_any_thread(setting: Setting) -> None:
    """A batch gives the same bytes whatever the threads, and its first game is that of the seed."""
    one, options = setting.game, setting.game.read_options({})
    batches = [play_batch(one, one.least_seats, options, 70, seed=4, threads=n, chunk=16) for n in (1, 3)]
    demand(batches[0].states.tobytes() == batches[1].states.tobytes(), "a batch depends on its threads")
    late = play_batch(one, one.least_seats, options, 20, seed=4, first=50)
    demand(late.states.tobytes() == batches[0].states[50:].tobytes(), "a game depends on where its batch begins")


def is_the_same_in_both_engines(setting: Setting, games: int = 1) -> None:
    """The interpreter and the compiled engine give the same bytes."""
    one = setting.game
    bots = [RANDOM] if one.random_play_ends or not has_levels(one) else MIXED
    here = whole_games(one, games, *bots)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    command = [sys.executable, "-c", PLAY, one.name, *map(str, (games, *bots))]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    demand(done.returncode == 0, f"whole games do not run: {done.stderr.strip()[-500:]}")
    demand(done.stdout.strip() == here, f"the engines differ: {done.stdout.strip()} and {here}")


def whole_games(one: AnyGame, games: int, *mixed: int) -> str:
    """How games of some bots end at tables of every size, and one of greedy bots, by the engine of this process."""
    tables = [(seats, 0) for seats in range(one.least_seats, one.most_seats + 1)] + [(one.least_seats, 1)]
    ends = []
    for seats, bot in tables:
        bots, options = [bot or mixed[seat % len(mixed)] for seat in range(seats)], one.read_options({})
        batch = play_batch(one, seats, options, 1 if bot else games, seed=8, bots=bots, loops=bot_arena(one))
        ends.append(f"{seats} {bot} {hashlib.sha256(batch.states.tobytes()).hexdigest()} {batch.moves.tolist()}")
    return "\n".join(ends)


# Checks of a whole game, and those that are run with several settings.
ONCE: tuple[Check, ...] = (declares_itself, refuses_rubbish, is_the_same_on_any_thread, is_the_same_in_both_engines)
OFTEN: tuple[Check, ...] = (
    ends_and_loses_no_piece,
    survives_json_and_text,
    replays_and_is_proven,
    leaves_positions_alone,
    checks_what_it_lists,
    imagines_what_fits,
    hides_what_is_hidden,
    has_plain_words,
    bots_know_the_view_only,
)


def promise(check: Check) -> str:
    """The first line of a check's docstring: what it promises."""
    return (check.__doc__ or "").strip()
