"""The loops of `loops` bound to a game's encoding: compiled when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from erre.bots import BEGINNER, RANDOM, brain
from erre.bots.kernel_bot import has_quick_loop
from erre.core.arena import choose_randomly
from erre.core.encoding import Encoding, bind_plain
from erre.core.engine import bind
from erre.core.entries import BYTES, INTS, LONGS, SHORTS, Array, Entry, declare, entry
from erre.core.game import Kernel
from erre.lab.envs import against_loops, loops
from erre.lab.envs.observations import INT16, OBSERVATIONS

MANY = Array(np.int32, 2)


@dataclass(frozen=True)
class GameLoops:
    """Those that play many games, with observations of some type, with or without bots inside."""

    begin_games: Kernel
    step_games: Kernel
    carry_out: Kernel  # the two parts of a step
    settle: Kernel
    room: int = 1  # 64-bit words of workspace that the bots need


@dataclass(frozen=True)
class Loops:
    """The compiled loops of an encoding."""

    begin: Kernel
    look: Kernel
    act: Kernel
    sample: Kernel
    many: GameLoops  # with observations as the encoding writes them, and no bots


def maker(encoding: Encoding, name: str) -> Callable[..., Kernel]:
    """What binds templates for an encoding."""
    return partial(bind, name=f"{encoding.game.name}_{name}") if encoding.is_compiled else bind_plain


@cache
def show_of(encoding: Encoding, observation: str) -> Kernel:
    """What writes observations of a type."""
    return maker(encoding, f"env_{observation}")(OBSERVATIONS[observation].show, observe=encoding.observe)


@cache
def parts_of(encoding: Encoding, *, on_card: bool = False) -> dict[str, Kernel]:
    """What the loops have in common, by the names that templates leave open."""
    rules, made = encoding.game.kernels, maker(encoding, "env")
    renew = loops.renew_by_words if on_card else loops.renew_at_once
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance}
    return {
        "begin": made(loops.begin_template, renew=renew, set_up=rules.set_up, **run),
        "note_points": made(loops.note_points_template, scores=rules.scores),
        "settle_points": made(loops.settle_points_template, scores=rules.scores, is_winner=rules.is_winner),
    }


@cache
def loops_of(encoding: Encoding) -> Loops:
    """The loops of a game; the number of seats is in the records."""
    rules, made, parts = encoding.game.kernels, maker(encoding, "env"), parts_of(encoding)
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance}
    points = {name: parts[name] for name in ("note_points", "settle_points")}
    look = made(loops.look_template, next_seat=encoding.next_seat, observe=encoding.observe, offer=encoding.offer)
    act = made(loops.act_template, take=encoding.take, acting=rules.acting, **points, **run)
    many = bound_loops(encoding, INT16.name, everybody(encoding))
    sample = bind(loops.sample_template, "env")
    made_of = Loops(parts["begin"], look, act, sample, many)
    if encoding.is_compiled:
        declare(f"{encoding.game.name}.env", entries_of(encoding, made_of))
    return made_of


@cache
def game_loops_of(
    encoding: Encoding, observation: str, bots: tuple[int, ...] = (), *, on_card: bool = False
) -> GameLoops:
    """The loops for a type of observations and the numbers of the bots at the other seats, if there are any.

    The five levels need a wide workspace and take longer to compile than random and greedy bots. With `on_card` they
    are those for a GPU, where random bots come without the tables of greedy ones.
    """
    game = encoding.game
    if not bots:
        if observation == INT16.name and not on_card:
            return loops_of(encoding).many
        name, go_on, room = "env", everybody(encoding), 1
    else:
        module = brain(game)
        quick = has_quick_loop(module) and max(bots) < BEGINNER
        name, room = ("against", 1) if quick else ("against_levels", module.WORK)
        if quick and on_card and max(bots) == RANDOM:
            name = "against_random"
        go_on = against(encoding, name)
    found = bound_loops(encoding, observation, go_on, on_card=on_card)
    if encoding.is_compiled and not on_card:
        label = name if observation == INT16.name else f"{name}_{observation}"
        declare(f"{game.name}.{label}", game_entries(encoding, observation, found))
    return replace(found, room=room)


def bound_loops(encoding: Encoding, observation: str, go_on: Kernel, *, on_card: bool = False) -> GameLoops:
    """The loops around something that plays on until a learner is to act."""
    made, parts = maker(encoding, "env"), parts_of(encoding, on_card=on_card)
    start = made(loops.start_template, begin=parts["begin"], go_on=go_on)
    shared = {"start": start, "show": show_of(encoding, observation), "offer": encoding.offer}
    begin_games = made(loops.begin_games_template, **shared)
    carry_out = made(loops.carry_out_template, take=encoding.take, note_points=parts["note_points"])
    settle = made(loops.settle_template, go_on=go_on, settle_points=parts["settle_points"], **shared)
    step_games = made(loops.step_games_template, carry_out=carry_out, settle=settle)
    return GameLoops(begin_games, step_games, carry_out, settle)


@cache
def everybody(encoding: Encoding) -> Kernel:
    """`go_on` where every seat is a learner's."""
    rules, made = encoding.game.kernels, maker(encoding, "env")
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance}
    return made(loops.go_on_template, next_seat=encoding.next_seat, **run)


@cache
def against(encoding: Encoding, name: str) -> Kernel:
    """`go_on` where bots hold all seats but one: random ones, quick ones, or the levels as well."""
    game, module = encoding.game, brain(encoding.game)
    rules, made = game.kernels, maker(encoding, name)
    if name == "against_levels":
        template = against_loops.act_afresh_template if hasattr(module, "next_seat") else against_loops.act_template
        play_bot = made(template, act=module.act)
    else:
        choose = choose_randomly if name == "against_random" else module.choose
        play_bot = made(against_loops.choose_template, legal=rules.legal, apply=rules.apply, choose=choose)
    run = {"is_automatic": rules.is_automatic, "advance": rules.advance}
    return made(against_loops.go_on_against_template, play_bot=play_bot, next_seat=encoding.next_seat, **run)


def entries_of(encoding: Encoding, made: Loops) -> list[Entry]:
    """How Python calls the loops and the encoding."""
    record, rows = encoding.game.record_type, Array(encoding.game.record_type)
    return [
        entry(made.begin, rows, rows, int, INTS, int, int),
        entry(made.look, record, INTS, SHORTS, BYTES, SHORTS, LONGS),
        entry(made.act, record, int, int, bool, Array(np.float32), INTS, SHORTS, LONGS),
        *game_entries(encoding, INT16.name, made.many),
        entry(made.sample, Array(np.int8, 2), MANY, LONGS, int, int),
        entry(encoding.observe, record, int, SHORTS),
        entry(encoding.offer, record, int, BYTES, SHORTS, LONGS),
        entry(encoding.next_seat, record, INTS),
    ]


def game_entries(encoding: Encoding, observation: str, made: GameLoops) -> list[Entry]:
    """How Python calls the loops of many games."""
    rows, masks = Array(encoding.game.record_type), Array(np.int8, 2)
    seen = Array(OBSERVATIONS[observation].dtype, 2)
    memory = (rows, rows, MANY, LONGS, LONGS, int, masks, int)
    rooms = (SHORTS, LONGS, LONGS, SHORTS, MANY, Array(np.float32), INTS, int, int)
    answers = (BYTES, seen, masks, Array(np.float32, 2), BYTES, BYTES, MANY, seen)
    return [
        entry(made.begin_games, *memory, BYTES, seen, masks, *rooms),
        entry(made.step_games, *memory, LONGS, bool, bool, *answers, *rooms),
    ]
