"""Puzzles as sent to pages: the question without its solution, and the statistics of a game's puzzles."""

from __future__ import annotations

from typing import Any

from erre.core.game import AnyGame
from erre.core.puzzles import Puzzle, need_maker
from erre.games import game as find_game
from erre.puzzles.files import Line
from erre.server.after.own_mistakes import OWN, Mistake
from erre.server.after.puzzle_types import GamePuzzles, Question
from erre.server.storage.puzzle_book import PuzzleStanding
from erre.table.projection import shown_view


def about_game(
    game: str, lines: list[Line], today: Line, solved: bool | None, standing: PuzzleStanding | None
) -> GamePuzzles:
    """The puzzles of a game in figures."""
    kinds, themes = dict[str, int](), dict[str, int]()
    for line in lines:
        kinds[line.kind] = kinds.get(line.kind, 0) + 1
        for theme in line.themes:
            themes[theme] = themes.get(theme, 0) + 1
    return GamePuzzles(game, len(lines), kinds, themes, today.id, today.kind, today.rating, solved, standing)


def is_timed(puzzle: Puzzle) -> bool:
    """Whether the time of an answer counts."""
    return puzzle.kind in need_maker(find_game(puzzle.game)).timed


def question_of(
    puzzle: Puzzle, rating: int, provisional: bool, day: str, solved: bool | None, is_running: bool
) -> Question:
    """A puzzle without its solution. One whose time counts is shown when its clock runs, or after the first answer."""
    maker = need_maker(find_game(puzzle.game))
    game, view = maker.game, maker.view_of(puzzle)
    is_shown = is_running or solved is not None or not is_timed(puzzle)
    return Question(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        seat=game.seat_of(view),
        view=shown_view(game, game.shown(view)) if is_shown else None,
        legal=legal_of(game, view) if is_shown else [],
        themes=puzzle.themes if solved is not None else [],
        rating=rating,
        provisional=provisional,
        moves=maker.moves.get(puzzle.kind, 1),
        goal=puzzle.goal if puzzle.kind in maker.shows_goal else None,
        day=day,
        solved=solved,
        timed=is_timed(puzzle),
    )


def own_question(name: str, mistake: Mistake) -> Question:
    """A decision of one's own, asked again."""
    game, view = mistake.game, mistake.view
    seen = shown_view(game, game.shown(view))
    return Question(name, game.name, OWN, mistake.decision.seat, seen, legal_of(game, view), [], 0, True, 1)


def legal_of(game: AnyGame, view: Any) -> list[str]:
    """The moves to choose from; none where those that are listed would be suggestions."""
    if not need_maker(game).lists_moves:
        return []
    s, seat = game.state_from_view(view), game.seat_of(view)
    return [game.format_move(move) for move in game.legal(s, seat)]
