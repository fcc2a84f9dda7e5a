"""How a game's bots ask their network: templates that a game binds its features into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from erre.bots.network import OUTPUTS, Network, ask_network, rooms
from erre.core.chance import roll
from erre.core.engine import bind, rule
from erre.core.record import IntArray, ints

THOUSAND = 1000
SPREAD = 0x2C1B3C6D  # an odd factor that moves every bit
LOW_BITS = (1 << 31) - 1


@rule
def output(net: IntArray, index: int) -> int:
    """One of the answers that a network has written into its workspace, in SCOREs."""
    room: Any = net
    answer: int = room.view(np.int32)[OUTPUTS + index]
    return answer


@rule
def fill_up(listed: IntArray, count: int, size: int, always: int) -> None:
    """Make a list of features as long as all lists are, with the one that is always true."""
    for i in range(count, size):
        listed[i] = always


@rule
def is_overlooked(feature: int, salt: int, oversight: int) -> bool:
    """Whether a fact is among the thousandths that are overlooked; it does not matter where the list has it."""
    mixed = (feature * SPREAD + salt) & LOW_BITS
    mixed = (mixed ^ (mixed >> 15)) * SPREAD & LOW_BITS
    mixed = (mixed ^ (mixed >> 13)) * SPREAD & LOW_BITS
    return (mixed ^ (mixed >> 16)) % THOUSAND < oversight


def overlook_template(listed: IntArray, count: int, oversight: int, luck: IntArray) -> int:
    """Leave out facts that may be overlooked, each with a chance of some thousandths; how many are left."""
    left, salt = 0, roll(luck, LOW_BITS)
    for i in range(count):
        if not (may_overlook(listed[i]) and is_overlooked(listed[i], salt, oversight)):
            listed[left] = listed[i]
            left += 1
    return left


def consult_template(s: Any, seat: int, oversight: int, luck: IntArray, net: Any) -> None:
    """Ask the network about a seat's position; `output` reads the answers."""
    listed = net[LISTED:]
    count = features(s, seat, listed)
    if oversight > 0:
        count = overlook(listed, count, oversight, luck)
    ask_network(EMBED, DENSE, BIAS, listed, count, ANSWERS, net.view(np.int32))


def observe_template(s: Any, seat: int, out: IntArray) -> int:
    """What a learner sees, then what its critic sees."""
    features(s, seat, out)
    hidden_features(s, seat, out[MOST_FEATURES:])
    return MOST_FEATURES + MOST_HIDDEN


@dataclass(frozen=True)
class Consultation:
    """How a game's bots ask their network."""

    consult: Callable[[Any, int, int, IntArray, IntArray], None]  # see `consult_template`
    room: int  # the workspace, in 64-bit words: the layers as 32-bit numbers, then the list of features


def consultation(name: str, network: Network, seen: Any, may_be_overlooked: Callable[[int], bool]) -> Consultation:
    """The rule that asks a network about the features of a module, some of which may be overlooked."""
    answers = seen.ACTIONS + 1
    consult = bind(
        consult_template,
        name,
        features=seen.features,
        overlook=bind(overlook_template, name, may_overlook=may_be_overlooked),
        EMBED=network.embed,
        DENSE=network.dense,
        BIAS=network.bias,
        LISTED=rooms(answers),
        ANSWERS=answers,
    )
    return Consultation(consult, rooms(answers) + seen.MOST_FEATURES)


def observation(
    name: str, features: Callable[..., int], hidden: Callable[..., int], most_features: int, most_hidden: int
) -> Callable[[Any, int, IntArray], int]:
    """The rule by which a learner looks at a game; see `observe_template`."""
    return bind(
        observe_template,
        name,
        features=features,
        hidden_features=hidden,
        MOST_FEATURES=most_features,
        MOST_HIDDEN=most_hidden,
    )


# What a game's rules and constants are bound to in the templates above.
LISTED = ANSWERS = MOST_FEATURES = MOST_HIDDEN = 0
EMBED = DENSE = BIAS = ints(0)


def features(s: Any, seat: int, out: IntArray) -> int:
    """The numbers of the facts that are true for a seat; how many are different."""
    raise NameError("features is bound by a game")


def hidden_features(s: Any, seat: int, out: IntArray) -> int:
    """The numbers of what only a critic may see."""
    raise NameError("hidden_features is bound by a game")


def may_overlook(feature: int) -> bool:
    """Whether a level may overlook a fact."""
    raise NameError("may_overlook is bound by a game")


def overlook(listed: IntArray, count: int, oversight: int, luck: IntArray) -> int:
    """See `overlook_template`."""
    raise NameError("overlook is bound by a game")
