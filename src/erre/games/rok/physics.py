"""ROK: runes in motion. Round discs slide over the table, slow down by friction, and bounce.

All numbers are integers, in fixed point: every engine then gives the same bytes. Rounding is always towards zero,
so that a mirrored throw gives a mirrored result. Runes that lie on the table, and Destiny, are not moved.

During a motion the places are kept by disc instead of by rune (`line_up`), so that they lie side by side in memory. The
loops over all discs have no branches, never more turns than a constant says, and no negative index: so the compiler
can prove that their turns do not depend on each other, and takes eight or sixteen discs at once. A throw takes two
fifths of the time that it took with one disc after the other.
"""

from __future__ import annotations

import math

from erre.core.engine import rule
from erre.core.record import IntArray
from erre.games.rok.components import (
    EDGE_BOUNCE,
    FINE,
    FIXED_BOUNCE,
    FRICTION,
    GRID,
    HAND_GAP,
    HAND_RADIUS,
    LANDING,
    MOST_STEPS,
    MOST_THROWN,
    RADIUS,
    RUNE_COUNT,
    SHARED_BOUNCE,
    SINE_ONE,
    SINES,
    TABLE_RADIUS,
    TENTHS,
    TOP_SPEED,
    TOUCH,
)
from erre.games.rok.state import Rok

MANY = RUNE_COUNT // 2  # discs on the table; more are rare

# -- numbers


@rule
def root(n: int) -> int:
    """The integer square root of a number below 2**52.

    In floating point, which is five times as fast as bit by bit, and exact: the root of a number one below a square is
    farther from the whole number above it than it can be rounded.
    """
    return int(math.sqrt(n))


@rule
def divided(a: int, b: int) -> int:
    """The quotient by a positive number, towards zero.

    In floating point, which processors divide several of at once. It is exact if |a| + b is less than 2**53: the
    quotient is then farther from the next whole number, at least 1/b, than it can be rounded.
    """
    return int(a / b)


@rule
def sine(tenths: int) -> int:
    """65536 times the sine of an angle in tenths of a degree."""
    angle = tenths % TENTHS
    half = angle % (TENTHS >> 1)
    height = int(SINES[half if half <= 900 else 1800 - half])
    return height if angle < (TENTHS >> 1) else -height


@rule
def cosine(tenths: int) -> int:
    """65536 times the cosine of an angle in tenths of a degree."""
    return sine(tenths + 900)


@rule
def is_on_table(x: int, y: int) -> bool:
    """Whether a rune in this place lies on the table with its whole face."""
    return x * x + y * y <= (TABLE_RADIUS - RADIUS) * (TABLE_RADIUS - RADIUS)


@rule
def overlaps(dx: int, dy: int) -> bool:
    """Whether two runes so far apart would lie on each other; to touch is not to overlap."""
    return dx * dx + dy * dy < TOUCH * TOUCH


@rule
def is_touching(dx: int, dy: int) -> bool:
    """Whether two runes so far apart touch: their middles are two radii apart, or less."""
    return dx * dx + dy * dy <= TOUCH * TOUCH


@rule
def passes_destiny(x: int, y: int, mx: int, my: int) -> bool:
    """Whether a rune that moves straight from (x, y) by (mx, my) touches Destiny on the way; decided exactly."""
    if is_touching(x, y) or is_touching(x + mx, y + my):
        return True
    along = -(x * mx + y * my)
    length = mx * mx + my * my
    if along <= 0 or along >= length:  # nearest at one of its ends
        return False
    across = x * my - y * mx
    return across * across <= TOUCH * TOUCH * length


# -- hands


@rule
def hand_angle(s: Rok, seat: int) -> int:
    """Where a seat sits, in tenths of a degree."""
    return divided(TENTHS * seat, s.seats)


@rule
def put_in_hand(s: Rok, disc: int, seat: int, aside: int) -> None:
    """A disc in a seat's hand, at the edge of the table, this many half gaps from its middle."""
    angle = hand_angle(s, seat)
    rune = s.discs[disc]
    shift = aside * HAND_GAP >> 1
    s.x[rune] = divided(HAND_RADIUS * cosine(angle) - shift * sine(angle), SINE_ONE)
    s.y[rune] = divided(HAND_RADIUS * sine(angle) + shift * cosine(angle), SINE_ONE)


@rule
def push(s: Rok, disc: int, vx: int, vy: int) -> None:
    """Give a disc its speed."""
    s.vx[disc] = vx
    s.vy[disc] = vy
    s.speed[disc] = root(vx * vx + vy * vy)


@rule
def throw_at(s: Rok, disc: int, x: int, y: int) -> None:
    """A disc flies from its hand over most of the way, and lands so fast that friction alone would stop it here."""
    rune = s.discs[disc]
    dx, dy = divided(x - s.x[rune], LANDING), divided(y - s.y[rune], LANDING)
    s.x[rune] = x - dx
    s.y[rune] = y - dy
    way = root(dx * dx + dy * dy)
    speed = root(2 * FRICTION * FINE * way)
    if way > 0:
        push(s, disc, divided(speed * dx, way), divided(speed * dy, way))


@rule
def push_towards(s: Rok, disc: int, angle: int, force: int) -> None:
    """Slide a disc in a direction (tenths of a degree) with a force (hundredths)."""
    speed = divided(TOP_SPEED * force, 100)
    push(s, disc, divided(speed * cosine(angle), SINE_ONE), divided(speed * sine(angle), SINE_ONE))


@rule
def turned(x: int, y: int) -> int:
    """How a rune that lies here is turned, in tenths of a degree: made of its place alone, so that all see the same."""
    return (7919 * x + 6007 * y) % TENTHS


# -- places by disc


@rule
def place_now(s: Rok, disc: int) -> int:
    """Where the place of a disc's rune is, after the discs before it have been lined up."""
    rune = s.discs[disc]
    while rune < disc:
        rune = s.discs[rune]
    return rune


@rule
def swap_places(s: Rok, one: int, other: int) -> None:
    """Exchange two places."""
    x, y = s.x[one], s.y[one]
    s.x[one] = s.x[other]
    s.y[one] = s.y[other]
    s.x[other] = x
    s.y[other] = y


@rule
def line_up(s: Rok, count: int) -> None:
    """From now on the places of the discs come first, in the order of the discs."""
    for disc in range(count):
        swap_places(s, disc, place_now(s, disc))


@rule
def put_back(s: Rok, count: int) -> None:
    """The places are again those of the runes: the same exchanges in reverse."""
    for disc in range(count - 1, -1, -1):
        swap_places(s, disc, place_now(s, disc))


# -- one step of motion


@rule
def slowed(v: int, speed: int) -> int:
    """One part of a disc's speed after friction: `v * (speed - FRICTION) / speed` towards zero, but never past it."""
    size = abs(v)
    left = max(size - divided(size * FRICTION + speed - 1, speed), 0)
    return left if v >= 0 else -left


@rule
def glide(s: Rok, disc: int) -> None:
    """A disc moves on and loses speed by friction; without speed it stays where it is."""
    speed = max(s.speed[disc], 1)
    vx, vy = slowed(s.vx[disc], speed), slowed(s.vy[disc], speed)
    s.x[disc] += divided(s.vx[disc] + vx, 2 * FINE)
    s.y[disc] += divided(s.vy[disc] + vy, 2 * FINE)
    s.vx[disc] = vx
    s.vy[disc] = vy
    s.speed[disc] = max(speed - FRICTION, 0)


@rule
def meet(s: Rok, one: int, other: int) -> None:
    """Two discs in motion that meet share the speed with which they came together."""
    dx, dy = s.x[one] - s.x[other], s.y[one] - s.y[other]
    if not overlaps(dx, dy):
        return
    way = root(dx * dx + dy * dy)
    if way == 0:
        dx = way = 1
    apart = (TOUCH - way >> 1) + 1
    s.x[one] += divided(apart * dx, way)
    s.y[one] += divided(apart * dy, way)
    s.x[other] -= divided(apart * dx, way)
    s.y[other] -= divided(apart * dy, way)
    closing = -divided((s.vx[one] - s.vx[other]) * dx + (s.vy[one] - s.vy[other]) * dy, way)
    if closing > 0:
        gain = closing * SHARED_BOUNCE >> 8
        ix, iy = divided(gain * dx, way), divided(gain * dy, way)
        push(s, one, s.vx[one] + ix, s.vy[one] + iy)
        push(s, other, s.vx[other] - ix, s.vy[other] - iy)


@rule
def bump(s: Rok, disc: int, x: int, y: int) -> None:
    """A disc that runs into something that does not move bounces off."""
    dx, dy = s.x[disc] - x, s.y[disc] - y
    if not overlaps(dx, dy):
        return
    way = root(dx * dx + dy * dy)
    if way == 0:
        dx = way = 1
    apart = TOUCH - way + 1
    s.x[disc] += divided(apart * dx, way)
    s.y[disc] += divided(apart * dy, way)
    bounce(s, disc, dx, dy, way, FIXED_BOUNCE)


@rule
def bounce(s: Rok, disc: int, dx: int, dy: int, way: int, share: int) -> None:
    """A disc that moves against the direction (dx, dy) of that length is thrown back along it."""
    closing = -divided(s.vx[disc] * dx + s.vy[disc] * dy, way)
    if closing > 0:
        gain = closing * share >> 8
        push(s, disc, s.vx[disc] + divided(gain * dx, way), s.vy[disc] + divided(gain * dy, way))


@rule
def hold_on_table(s: Rok, disc: int) -> None:
    """The edge of the table throws back what would fall off."""
    x, y = s.x[disc], s.y[disc]
    if not is_on_table(x, y):
        bounce(s, disc, -x, -y, root(x * x + y * y), EDGE_BOUNCE)


@rule
def is_alone(s: Rok, disc: int, count: int) -> bool:
    """Whether no other disc overlaps a disc in motion: then nothing has to be looked at one by one.

    Discs are counted in eights, without a branch. What is counted beyond the last one does no harm: a closer look finds
    nothing there. One is found always, the disc itself.
    """
    xs, ys = s.x, s.y
    x, y = xs[disc], ys[disc]
    end = count + 7 & -8
    found = 0
    for other in range(max(8, min(end, MANY))):
        found += overlaps(x - xs[other], y - ys[other])
    if end > MANY:
        for other in range(MANY, max(MANY + 8, min(end, RUNE_COUNT))):
            found += overlaps(x - xs[other], y - ys[other])
    return found == 1


@rule
def collide(s: Rok, disc: int, moving: int, count: int) -> None:
    """A disc bounces off those in motion that come after it, then off those that lie."""
    speed, x, y = s.speed, s.x, s.y
    for other in range(disc + 1, moving):
        if speed[disc] + speed[other] > 0:
            meet(s, disc, other)
    if speed[disc] > 0:
        for other in range(moving, count):
            bump(s, disc, x[other], y[other])


@rule
def step(s: Rok, moving: int, lying: int, destiny: int) -> bool:
    """All discs move on and bounce, off Destiny too if it is 1; whether any is still in motion."""
    for disc in range(max(1, min(moving, MOST_THROWN))):
        glide(s, disc)
    speed = s.speed
    for disc in range(moving):
        if not is_alone(s, disc, moving + lying):
            collide(s, disc, moving, moving + lying)
        if speed[disc] > 0:
            if destiny:
                bump(s, disc, 0, 0)
            hold_on_table(s, disc)
    for disc in range(moving):
        if speed[disc] > 0:
            return True
    return False


# -- rest


@rule
def is_free(s: Rok, disc: int, count: int, x: int, y: int) -> bool:
    """Whether a disc could lie in a place: on the table, and on nothing else."""
    there_x, there_y = s.x, s.y
    if not is_on_table(x, y) or overlaps(x, y):
        return False
    for i in range(count):
        if i != disc and overlaps(x - there_x[i], y - there_y[i]):
            return False
    return True


@rule
def lay_down(s: Rok, disc: int, count: int) -> None:
    """A disc that has come to rest on something, or off the table, is laid into the nearest free place of a grid.

    There is one: 49 runes cannot cover a table of 20 radii, nor every point of the grid.
    """
    x, y = s.x[disc], s.y[disc]
    if not is_on_table(x, y):
        way = root(x * x + y * y) + 1
        x = divided(x * (TABLE_RADIUS - RADIUS), way)
        y = divided(y * (TABLE_RADIUS - RADIUS), way)
    ring = 0
    while True:
        for i in range(-ring, ring + 1):
            stride = 1 if i == -ring or i == ring else 2 * ring
            for j in range(-ring, ring + 1, stride):
                if is_free(s, disc, count, x + i * GRID, y + j * GRID):
                    s.x[disc] = x + i * GRID
                    s.y[disc] = y + j * GRID
                    return
        ring += 1


@rule
def come_to_rest(s: Rok, moving: int, lying: int) -> None:
    """Nothing moves any more; every disc lies on the table, and none on another."""
    count = moving + lying
    for disc in range(moving):
        if not is_free(s, disc, count, s.x[disc], s.y[disc]):
            lay_down(s, disc, count)


@rule
def forget_motion(s: Rok, count: int) -> None:
    """The state holds nothing of a motion that is over."""
    for i in range(count):
        s.discs[i] = 0
    for disc in range(len(s.vx)):
        s.vx[disc] = s.vy[disc] = s.speed[disc] = 0


# -- whole motions


@rule
def roll_out(s: Rok, moving: int, lying: int) -> None:
    """Let thrown discs roll until they rest."""
    line_up(s, moving + lying)
    for _ in range(MOST_STEPS):
        if not step(s, moving, lying, 1):
            break
    come_to_rest(s, moving, lying)
    put_back(s, moving + lying)
    forget_motion(s, moving + lying)


@rule
def slide_on(s: Rok, lying: int) -> int:
    """One step of a slide: 0 if the first disc has come to rest, 1 if it still slides, 2 if it touches Destiny."""
    x, y = s.x[0], s.y[0]
    moves = step(s, 1, lying, 0)
    return 2 if passes_destiny(x, y, s.x[0] - x, s.y[0] - y) else int(moves)


@rule
def slide_out(s: Rok, lying: int) -> bool:
    """Let the first disc slide until it rests, or touches Destiny, where it stops; whether it does."""
    line_up(s, lying + 1)
    goes = 1
    left = MOST_STEPS
    while goes == 1 and left > 0:
        goes = slide_on(s, lying)
        left -= 1
    put_back(s, lying + 1)
    return goes == 2


@rule
def note_frame(s: Rok, frames: IntArray, frame: int, count: int) -> None:
    """Write where the discs are: their runes, x and y."""
    for disc in range(count):
        frames[frame, disc, 0] = s.discs[disc]
        frames[frame, disc, 1] = s.x[disc]
        frames[frame, disc, 2] = s.y[disc]


@rule
def trace_roll(s: Rok, moving: int, lying: int, frames: IntArray) -> int:
    """As `roll_out`, with every step written down; the number of frames."""
    line_up(s, moving + lying)
    note_frame(s, frames, 0, moving)
    count = 1
    for _ in range(MOST_STEPS):
        moves = step(s, moving, lying, 1)
        note_frame(s, frames, count, moving)
        count += 1
        if not moves:
            break
    come_to_rest(s, moving, lying)
    note_frame(s, frames, count, moving)
    put_back(s, moving + lying)
    forget_motion(s, moving + lying)
    return count + 1


@rule
def trace_slide(s: Rok, lying: int, frames: IntArray) -> int:
    """As `slide_out`, with every step written down; the number of frames."""
    line_up(s, lying + 1)
    note_frame(s, frames, 0, 1)
    count = 1
    for _ in range(MOST_STEPS):
        goes = slide_on(s, lying)
        note_frame(s, frames, count, 1)
        count += 1
        if goes != 1:
            break
    put_back(s, lying + 1)
    return count
