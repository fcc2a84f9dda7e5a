"""Runes in motion, one after the other, step by step: what `physics` has to agree with, written for reading alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

from erre.games.rok.components import (
    EDGE_BOUNCE,
    FINE,
    FIXED_BOUNCE,
    FRICTION,
    GRID,
    MOST_STEPS,
    RADIUS,
    SHARED_BOUNCE,
    TABLE_RADIUS,
    TOUCH,
)

Place = tuple[int, int]


@dataclass
class Disc:
    """A disc: where it is, and how fast."""

    x: int
    y: int
    vx: int = 0
    vy: int = 0
    speed: int = 0

    def push(self, vx: int, vy: int) -> None:
        """Give it a speed."""
        self.vx, self.vy, self.speed = vx, vy, math.isqrt(vx * vx + vy * vy)


def towards_zero(a: int, b: int) -> int:
    """The quotient by a positive number."""
    return a // b if a >= 0 else -(-a // b)


def slowed(v: int, speed: int) -> int:
    """A part of the speed after friction."""
    return towards_zero(v * max(speed - FRICTION, 0), speed)


def glide(disc: Disc) -> None:
    """Move on."""
    vx, vy = slowed(disc.vx, disc.speed), slowed(disc.vy, disc.speed)
    disc.x += towards_zero(disc.vx + vx, 2 * FINE)
    disc.y += towards_zero(disc.vy + vy, 2 * FINE)
    disc.vx, disc.vy, disc.speed = vx, vy, max(disc.speed - FRICTION, 0)


def meet(one: Disc, other: Disc) -> None:
    """Share the speed with which two came together."""
    dx, dy = one.x - other.x, one.y - other.y
    if dx * dx + dy * dy >= TOUCH * TOUCH:
        return
    way = math.isqrt(dx * dx + dy * dy)
    if way == 0:
        dx = way = 1
    apart = (TOUCH - way) // 2 + 1
    x, y = towards_zero(apart * dx, way), towards_zero(apart * dy, way)
    one.x, one.y, other.x, other.y = one.x + x, one.y + y, other.x - x, other.y - y
    closing = -towards_zero((one.vx - other.vx) * dx + (one.vy - other.vy) * dy, way)
    if closing > 0:
        gain = closing * SHARED_BOUNCE // 256
        ix, iy = towards_zero(gain * dx, way), towards_zero(gain * dy, way)
        one.push(one.vx + ix, one.vy + iy)
        other.push(other.vx - ix, other.vy - iy)


def bounce(disc: Disc, dx: int, dy: int, way: int, share: int) -> None:
    """Throw a disc back."""
    closing = -towards_zero(disc.vx * dx + disc.vy * dy, way)
    if closing > 0:
        gain = closing * share // 256
        disc.push(disc.vx + towards_zero(gain * dx, way), disc.vy + towards_zero(gain * dy, way))


def bump(disc: Disc, x: int, y: int) -> None:
    """Run into what does not move."""
    dx, dy = disc.x - x, disc.y - y
    if dx * dx + dy * dy >= TOUCH * TOUCH:
        return
    way = math.isqrt(dx * dx + dy * dy)
    if way == 0:
        dx = way = 1
    apart = TOUCH - way + 1
    disc.x += towards_zero(apart * dx, way)
    disc.y += towards_zero(apart * dy, way)
    bounce(disc, dx, dy, way, FIXED_BOUNCE)


def is_on_table(x: int, y: int) -> bool:
    """Whether a rune lies on the table."""
    return x * x + y * y <= (TABLE_RADIUS - RADIUS) ** 2


def step(moving: list[Disc], lying: list[Place], destiny: bool) -> bool:
    """All move on and bounce; whether any still moves."""
    for disc in moving:
        if disc.speed > 0:
            glide(disc)
    for at, disc in enumerate(moving):
        for other in moving[at + 1 :]:
            if disc.speed + other.speed > 0:
                meet(disc, other)
        if disc.speed > 0:
            for x, y in lying:
                bump(disc, x, y)
            if destiny:
                bump(disc, 0, 0)
            if not is_on_table(disc.x, disc.y):
                bounce(disc, -disc.x, -disc.y, math.isqrt(disc.x**2 + disc.y**2), EDGE_BOUNCE)
    return any(disc.speed > 0 for disc in moving)


def is_free(x: int, y: int, others: list[Place]) -> bool:
    """Whether a disc could lie here."""
    return is_on_table(x, y) and all((x - a) ** 2 + (y - b) ** 2 >= TOUCH * TOUCH for a, b in [(0, 0), *others])


def lay_down(disc: Disc, others: list[Place]) -> None:
    """Lay a disc into the nearest free place."""
    x, y = disc.x, disc.y
    if not is_on_table(x, y):
        way = math.isqrt(x * x + y * y) + 1
        x, y = towards_zero(x * (TABLE_RADIUS - RADIUS), way), towards_zero(y * (TABLE_RADIUS - RADIUS), way)
    ring = 0
    while True:
        for i in range(-ring, ring + 1):
            for j in range(-ring, ring + 1):
                if max(abs(i), abs(j)) == ring and is_free(x + i * GRID, y + j * GRID, others):
                    disc.x, disc.y = x + i * GRID, y + j * GRID
                    return
        ring += 1


def roll(moving: list[Disc], lying: list[Place]) -> list[list[Place]]:
    """Roll until all rest; where they are at every step."""
    frames = [places(moving)]
    for _ in range(MOST_STEPS):
        moves = step(moving, lying, True)
        frames.append(places(moving))
        if not moves:
            break
    for disc in moving:
        others = [*places([other for other in moving if other is not disc]), *lying]
        if not is_free(disc.x, disc.y, others):
            lay_down(disc, others)
    return [*frames, places(moving)]


def slide(disc: Disc, lying: list[Place]) -> tuple[list[list[Place]], bool]:
    """Slide until it rests or touches Destiny; where it is at every step, and whether it touches."""
    frames = [places([disc])]
    for _ in range(MOST_STEPS):
        x, y = disc.x, disc.y
        moves = step([disc], lying, False)
        frames.append(places([disc]))
        if touches_destiny(x, y, disc.x - x, disc.y - y):
            return frames, True
        if not moves:
            break
    return frames, False


def touches_destiny(x: int, y: int, mx: int, my: int) -> bool:
    """Whether a straight way passes Destiny at two radii or less."""
    length = mx * mx + my * my
    nearest = min(max(-(x * mx + y * my), 0), length)  # of the length, from the start
    if nearest in (0, length):
        return min(x * x + y * y, (x + mx) ** 2 + (y + my) ** 2) <= TOUCH * TOUCH
    return (x * my - y * mx) ** 2 <= TOUCH * TOUCH * length


def places(moving: list[Disc]) -> list[Place]:
    """Where they are."""
    return [(disc.x, disc.y) for disc in moving]
