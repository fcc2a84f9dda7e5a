"""What goes into the modules of a game: its rules with the quick bots, and its levels with everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from erre.bots import brain
from erre.bots.kernel_bot import bot_arena, has_quick_loop, level_arena
from erre.core.arena import next_by_lot
from erre.core.batch import Arena, arena_of
from erre.core.entries import BYTES, INTS, LONGS, MODULES, SHORTS, Entry, entry, numba_type
from erre.core.game import AnyGame
from erre.games.compiling import modules_of
from erre.wasm.lower import Export

Part = Literal["rules", "levels"]
PARTS: tuple[Part, ...] = ("rules", "levels")
WIDE = frozenset({"seed", "first", "number"})  # arguments that need more than 32 bits
KERNELS = ("set_up", "acting", "legal", "apply", "is_automatic", "advance", "scores", "is_winner", "imagine")


def exports_of(game: AnyGame, part: Part) -> list[Export]:
    """The entry points of a module, the usual ones first."""
    listed = dict(usual(game, part))
    known = {(one.rule, kinds_of(one)) for one in listed.values()}
    for one in others(game, part):
        if (one.rule, kinds_of(one)) not in known:
            name = name_of(one.rule)
            if name in listed:
                raise TypeError(f"{game.name}: two rules are called {name}")
            listed[name] = one
    return [Export(name, one.rule, kinds_of(one), WIDE) for name, one in listed.items()]


def usual(game: AnyGame, part: Part) -> Iterator[tuple[str, Entry]]:
    """What every game has: the contract and whole games in the first module, bots that think in the second."""
    record, module = game.record_type, brain(game)
    yield from ((one.rule.py_func.__name__, one) for one in MODULES["core"].entries)
    if part == "rules":
        by_rule = {one.rule: one for one in game.kernels.entries(record)}
        yield from ((name, by_rule[getattr(game.kernels, name)]) for name in KERNELS)
        yield "settle", entry(arena_of(game).settle, record)
        yield from loops(arena_of(game), game, "random")
        if has_quick_loop(module):
            yield "choose", entry(module.choose, record, int, int, INTS, SHORTS, int)
            yield from loops(bot_arena(game), game, "bots")
    elif hasattr(module, "act"):
        yield "act", entry(module.act, record, int, int, INTS, SHORTS, LONGS)
        next_seat = getattr(module, "next_seat", next_by_lot)
        yield "next_seat", entry(next_seat, record, int, BYTES, INTS, LONGS)
        yield from loops(level_arena(game), game, "levels")


def loops(arena: Arena, game: AnyGame, name: str) -> Iterator[tuple[str, Entry]]:
    """Whole games with bots of some kind."""
    play_games, tally = arena.entries(game.record_type)
    yield f"{name}.play_games", play_games
    if name == "random":
        yield "tally", tally


def others(game: AnyGame, part: Part) -> Iterable[Entry]:
    """The other rules that Python calls: a solver and whatever bots need are in the second module."""
    for one in modules_of(game.name)[1].entries:
        place = one.rule.py_func.__module__
        is_rule = place.startswith(f"{game.package}.") and ".solver" not in place
        if not place.startswith("erre.core.") and is_rule == (part == "rules"):
            yield one


def kinds_of(one: Entry) -> tuple[Any, ...]:
    """What a rule takes, in numba's types."""
    return tuple(map(numba_type, one.kinds))


def name_of(rule: Any) -> str:
    """The name of a rule with its file, such as `tricks.must_follow`."""
    plain = rule.py_func
    return f"{plain.__module__.rpartition('.')[2]}.{plain.__name__}"
