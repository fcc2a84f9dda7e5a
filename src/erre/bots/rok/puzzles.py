"""ROK puzzles: find the pair, win the slide, choose the order. The rules judge them exactly."""

from __future__ import annotations

import math
from typing import ClassVar

from erre.bots.rok.contests import value_of_order, way_left
from erre.core.errors import IllegalMove
from erre.core.game import Position
from erre.core.puzzles import BETWEEN, Grade, Maker, Puzzle, Weighed
from erre.core.record import NONE
from erre.games.rok import GAME
from erre.games.rok.components import ORDER_BASE, RADIUS, RUNE_COUNT, TABLE, TENTHS
from erre.games.rok.from_view import state_from_view
from erre.games.rok.moves import encode, format_move
from erre.games.rok.notation import RUNES, parse_rune
from erre.games.rok.rules.contest import slide_code
from erre.games.rok.rules.runes import is_face_up, kind_of, twin
from erre.games.rok.rules.scramble import is_wanted
from erre.games.rok.state import Rok
from erre.games.rok.views import RokView

LEAST_RUNES, CROWDED = 6, 11  # that lie face up
FAR = 18.0  # radii between the runes of a pair
LEAST_OBSTACLES = 3  # on the table of a slide
AIMS, FORCE_RANGE = range(-120, 121, 5), range(40, 90, 2)  # slides that are tried: tenths of a degree, hundredths
RARE, COMMON = 0.002, 0.25  # shares of the tried slides that win
STRAIGHT = range(-20, 21, 5)
NARROW = 0.03
LOOK, FOR_EACH = 1.2, 0.28  # seconds: par time of a pair, and what every rune adds to it


class RokPuzzles(Maker):
    """Find the pair; beat the rival's slide; choose the order of captures."""

    game = GAME
    kinds: ClassVar = {"pair": 3, "slide": 1, "order": 1}
    themes = ("crowded", "lookalike", "far", "blocked", "narrow", "rich", "threeSeats")
    seats = (2, 3, 4, 5)
    moves: ClassVar = {"pair": 2}
    shows_goal = frozenset({"pair", "slide"})
    timed = frozenset({"pair"})
    plays_on = False

    def kind_of(self, position: Position, seat: int) -> str | None:
        view: RokView = position.view(seat)
        if position.phase == "grab":
            fresh = not any(view.held) and not view.done
            return "pair" if fresh and sum(one.up for one in view.table) >= LEAST_RUNES else None
        if position.phase == "slide":
            return "slide" if is_last_slide(view) else None
        return "order" if position.phase == "order" else None

    def make(self, view: RokView, kind: str, seed: int) -> Puzzle | None:
        return {"pair": self.make_pair, "slide": self.make_slide, "order": self.make_order}[kind](view)

    # -- find the pair

    def make_pair(self, view: RokView) -> Puzzle | None:
        """A table with exactly one pair, and nothing else to take."""
        s = state_from_view(view)
        worth = [rune for rune in range(RUNE_COUNT) if is_face_up(s, rune) and is_wanted(s, twin(rune))]
        if len(worth) != 2 or twin(worth[0]) != worth[1]:
            return None
        one, other = worth
        lying = [rune for rune in range(RUNE_COUNT) if is_face_up(s, rune)]
        way = math.hypot(s.x[one] - s.x[other], s.y[one] - s.y[other]) / RADIUS
        alike = sum(RUNES[rune][1] == RUNES[one][1] for rune in lying) - 2
        found = {"crowded": len(lying) >= CROWDED, "far": way >= FAR, "lookalike": alike > 0}
        return self.puzzle(
            view,
            "pair",
            [[RUNES[rune], int(s.x[rune]), int(s.y[rune])] for rune in lying],
            solution=f"grab {RUNES[one]}{BETWEEN}grab {RUNES[other]}",
            goal=par_time(len(lying)),
            themes=[name for name, holds in found.items() if holds],
            rating=700 + 55 * len(lying) + 90 * alike + 6 * way,
        )

    # -- win the slide

    def make_slide(self, view: RokView) -> Puzzle | None:
        """A contest in which the last seat has to come nearer than all others; few of the slides that exist do."""
        s, seat = state_from_view(view), view.seat or 0
        lying = sum(s.place[rune] == TABLE for rune in range(RUNE_COUNT))
        rival = nearest_rival(view)
        wins = winning_slides(s, seat, rival)
        share = len(wins) / (len(AIMS) * len(FORCE_RANGE))
        if lying < LEAST_OBSTACLES or not RARE <= share <= COMMON:
            return None
        blocked = not any(aim in STRAIGHT for _, aim, _ in wins)
        _, aim, force = min(wins)
        found = {"blocked": blocked, "narrow": share < NARROW}
        return self.puzzle(
            view,
            "slide",
            [[one.x, one.y] for one in view.table] + [round(rival), seat],
            solution=format_move(GAME.decode(int(slide_code(aim % TENTHS, force)))),
            goal=round(math.sqrt(rival) / RADIUS, 2),
            themes=[name for name, holds in found.items() if holds],
            rating=1000 + (400 if blocked else 0) + 250 * (-math.log10(max(share, RARE))),
        )

    # -- choose the order

    def make_order(self, view: RokView) -> Puzzle | None:
        """Captures whose order matters: some orders leave the seat further ahead than others."""
        s, seat = state_from_view(view), view.seat or 0
        values = {move: value_of(s, seat, move) for move in map(format_move, GAME.legal(s, seat))}
        best = max(values.values())
        fine = sorted(move for move, value in values.items() if value == best)
        if len(fine) > max(1, len(values) // 2) or len(fine) == len(values):
            return None
        weighed = [Weighed(move, value, best - value, 0.0) for move, value in values.items()]
        found = {"rich": best >= 6, "threeSeats": len(view.captures) >= 3}
        return self.puzzle(
            view,
            "order",
            [[one.taker, one.owner, one.rune] for one in view.captures] + [view.treasure],
            solution=fine[0],
            fine=fine,
            weighed=sorted(weighed, key=lambda one: (one.behind, one.move != fine[0], one.move)),
            goal=best,
            themes=[name for name, holds in found.items() if holds],
            rating=900 + 250 * len(view.captures) - 30 * (best - min(values.values())),
        )

    # -- judging

    def grade(self, puzzle: Puzzle, view: RokView, answer: list[str], seconds: float | None) -> Grade:
        if puzzle.kind == "pair":
            return grade_pair(puzzle, view, answer, seconds)
        if puzzle.kind == "order":
            return self.grade_by_list(puzzle, view, answer[0])
        self.check(view, answer[0])
        s, seat = state_from_view(view), view.seat or 0
        way = int(way_left(s, seat, GAME.encode(GAME.parse_move(answer[0]))))
        if way == NONE:
            return Grade(False, 0.0, "touched", None, puzzle.goal)
        right = way < nearest_rival(view)
        reached = round(math.sqrt(way) / RADIUS, 2)
        return Grade(right, float(right), "nearer" if right else "farther", reached, puzzle.goal)

    def is_sound(self, puzzle: Puzzle, view: RokView, seed: int) -> bool:
        """The rules themselves agree: the solution is played, and what it brings is compared."""
        if not self.judge(puzzle, puzzle.solution).right:
            return False
        s, seat = state_from_view(view), view.seat or 0
        if puzzle.kind == "order":
            after = [owned_after(view, move) for move in map(format_move, GAME.legal(s, seat))]
            return owned_after(view, puzzle.solution) == max(after)
        before = len(view.treasure[seat])
        for move in puzzle.solution.split(BETWEEN):
            GAME.act(s, seat, GAME.parse_move(move))
        if puzzle.kind == "pair":
            return len(GAME.view(s, seat).treasure[seat]) == before + 2
        return (GAME.phase(s) == "order" and GAME.turn(s) == [seat]) or GAME.outcome(s) is not None


def grade_pair(puzzle: Puzzle, view: RokView, answer: list[str], seconds: float | None) -> Grade:
    """A pair that was found; slowly is half as good."""
    s = state_from_view(view)
    try:
        one, other = (parse_rune(move.split()[1]) for move in answer)
    except IndexError:
        raise IllegalMove("§3.1", "take two runes") from None
    for rune in (one, other):
        if not is_face_up(s, rune):
            raise IllegalMove("§3.2", f"{RUNES[rune]} does not lie face up on the table")
    right = twin(one) == other
    in_time = seconds is None or seconds <= puzzle.goal
    kinds = sorted({RUNES[2 * kind_of(rune)][:-1] for rune in (one, other)})
    return Grade(right, (1.0 if in_time else 0.5) if right else 0.0, " ".join(kinds), seconds, puzzle.goal)


def par_time(runes: int) -> float:
    """The seconds in which a pair among so many runes is found quickly."""
    return round(LOOK + FOR_EACH * runes, 1)


def is_last_slide(view: RokView) -> bool:
    """Whether all others have slid, and one of them has not touched Destiny."""
    if view.contest is None:
        return False
    slid = [one for one in view.contest.slides if one is not None]
    return len(view.contest.seats) == len(slid) + 1 and any(not one.touched for one in slid)


def nearest_rival(view: RokView) -> float:
    """The square of the distance at which the nearest rival's rune lies, as the rules measure it."""
    slides = view.contest.slides if view.contest else []
    return min(round(one.x * RADIUS) ** 2 + round(one.y * RADIUS) ** 2 for one in slides if one and not one.touched)


def winning_slides(s: Rok, seat: int, rival: float) -> list[tuple[int, int, int]]:
    """The tried slides that end nearer than a rival: the square of their distance, direction, force."""
    found = []
    for aim in AIMS:
        for force in FORCE_RANGE:
            way = int(way_left(s, seat, int(slide_code(aim % TENTHS, force))))
            if way != NONE and way < rival:
                found.append((way, aim, force))
    return found


def value_of(s: Rok, seat: int, move: str) -> float:
    """Runes that an order leaves a seat ahead."""
    return float(value_of_order(s, seat, encode(GAME.parse_move(move)) - ORDER_BASE))


def owned_after(view: RokView, move: str) -> int:
    """How far a seat's treasure of the contest's colour is ahead of the next one after an order was carried out."""
    s, seat = state_from_view(view), view.seat or 0
    colour = view.contest.colour if view.contest else ""
    GAME.apply(s, seat, GAME.parse_move(move))
    counts = [sum(rune[0] == colour for rune in runes) for runes in GAME.view(s, seat).treasure]
    return counts[seat] - max(count for other, count in enumerate(counts) if other != seat)


MAKER = RokPuzzles()
