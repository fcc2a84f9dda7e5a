"""Puzzles over HTTP: the puzzle of the day, endless rows, by theme, and out of one's own mistakes.

The solution leaves the server only with the grade of an answer. Only the first answer of a person counts.
"""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from typing import Any

from aiohttp import web

from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.puzzles import BETWEEN, Grade, Maker, Puzzle, need_maker
from erre.games import game as find_game
from erre.puzzles.choosing import matching, next_of, of_the_day
from erre.puzzles.files import Line, PuzzleSet, shipped
from erre.server.after.own_mistakes import MARK, OWN, Mistake, OwnMistakes
from erre.server.after.puzzle_play import played
from erre.server.after.puzzle_types import (
    GamePuzzles,
    Graded,
    PuzzleAnswer,
    PuzzleDraft,
    PuzzleHome,
    PuzzleReport,
    Question,
    Reported,
    WeighedMove,
)
from erre.server.after.replays import Replays
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.net.http import answer, read_body
from erre.server.net.limits import Limits
from erre.server.storage import puzzle_book
from erre.server.storage.contract import Store
from erre.server.storage.puzzle_book import SETTLED, START, Answered, Noted, PuzzleStanding
from erre.server.tables.ownership import NoTable
from erre.table.clean_text import one_line
from erre.table.projection import shown_view

MOST_SHARES = 12  # answers of others that are shown
LONGEST_REASON = 200
LONGEST_TIME = 3_600_000  # milliseconds
ANSWERS, ANSWERS_PER_SECOND = 200.0, 0.5  # of one person
REPORTS, REPORTS_PER_SECOND = 10.0, 0.01


class Puzzles:
    """The HTTP handlers of puzzles."""

    def __init__(self, config: Config, store: Store, replays: Replays, limits: Limits, clock: Clock) -> None:
        self.config, self.store, self.replays, self.limits, self.clock = config, store, replays, limits, clock
        self.identity = replays.identity
        self.mistakes = OwnMistakes(store, replays)
        self._set: PuzzleSet | None = None

    def routes(self) -> list[web.RouteDef]:
        """Every address and its handler."""
        return [
            web.get("/api/puzzles", self.home),
            web.get("/api/puzzles/next", self.next),
            web.get("/api/puzzles/mistakes/{record}", self.own),
            web.get("/api/puzzles/one/{puzzle}", self.question),
            web.post("/api/puzzles/one/{puzzle}", self.solve),
            web.post("/api/puzzles/one/{puzzle}/draft", self.judge),
            web.post("/api/puzzles/one/{puzzle}/report", self.report),
        ]

    # -- what there is

    async def puzzles(self, address: str = "") -> PuzzleSet:
        """All puzzles of this server, read once."""
        if self._set is None:
            self._set = await self.replays.read(lambda: shipped(self.config.puzzles), address)
        return self._set

    @property
    def today(self) -> date:
        """The date of this server; days begin at midnight UTC."""
        return datetime.fromtimestamp(self.clock.now() / 1000, UTC).date()

    async def offered(self, game: str, address: str) -> list[Line]:
        """The puzzles of a game, without those that several people have reported."""
        found = (await self.puzzles(address)).lines.get(game, [])
        bad = await self.store.read(lambda: puzzle_book.reported(puzzle_book.MOST_REPORTS))
        return [line for line in found if line.id not in bad]

    def daily(self, lines: list[Line]) -> Line:
        """Today's puzzle; reports of today do not change it, since it is chosen from all."""
        return of_the_day(lines, self.today)

    async def home(self, request: web.Request) -> web.Response:
        """Today's puzzle of each game, and how the person who asks does."""
        person, found = await self.identity.find(request), await self.puzzles(self.identity.address_of(request))
        mine, who = dict[str, PuzzleStanding](), person.id if person else ""
        todays = {game: self.daily(lines) for game, lines in sorted(found.lines.items())}
        days, solved = list[str](), dict[str, bool]()
        if who:
            mine = {one.game: one for one in await self.store.read(lambda: puzzle_book.standings(who))}
            days = await self.store.read(lambda: puzzle_book.days_of(who))
            ids = [line.id for line in todays.values()]
            solved = await self.store.read(lambda: puzzle_book.results(who, ids))
        games = [
            about_game(game, found.lines[game], line, solved.get(line.id), mine.get(game))
            for game, line in todays.items()
        ]
        streak, longest = puzzle_book.streak(days, self.today), puzzle_book.longest_streak(days)
        return answer(PuzzleHome(self.today.isoformat(), games, streak, longest))

    async def next(self, request: web.Request) -> web.Response:
        """A puzzle that the person who asks has not answered, of a game and a theme."""
        game, theme = request.query.get("game", ""), request.query.get("theme", "")
        lines = await self.offered(game, self.identity.address_of(request))
        if not lines:
            raise NoTable("there are no puzzles of this game")
        there = matching(lines, theme)
        if not there:
            raise BadOptions("there are no puzzles of this theme")
        person = await self.identity.find(request)
        rating, done = START, set[str]()
        if person is not None:
            rating, *_ = await self.store.read(lambda: puzzle_book.standing_of(person.id, game))
            done = await self.store.read(lambda: puzzle_book.answered_by(person.id, game))
        done.add(request.query.get("after", ""))
        salt = secrets.token_hex(4)
        chosen = next_of(there, rating, done, salt) or next_of(there, rating, (), salt)
        assert chosen is not None
        return answer(await self.asked(request, chosen.id))

    async def own(self, request: web.Request) -> web.Response:
        """The mistakes of the person who asks in a finished game."""
        return answer(await self.mistakes.list_of(request, request.match_info["record"]))

    # -- one puzzle

    async def find(self, request: web.Request, name: str) -> Puzzle:
        """A puzzle of this server by its id."""
        puzzle = (await self.puzzles(self.identity.address_of(request))).puzzle(name)
        if puzzle is None:
            raise NoTable("there is no such puzzle")
        return puzzle

    async def question(self, request: web.Request) -> web.Response:
        """A puzzle as it is asked."""
        return answer(await self.asked(request, request.match_info["puzzle"]))

    async def asked(self, request: web.Request, name: str) -> Question:
        """A puzzle as the person who asks gets it."""
        if name.startswith(MARK):
            return own_question(name, await self.mistakes.find(request, name))
        puzzle, person = await self.find(request, name), await self.identity.find(request)
        rating, people = await self.store.read(lambda: puzzle_book.puzzle_standing(name, puzzle.rating))
        solved = dict[str, bool]()
        if person is not None:
            solved = await self.store.read(lambda: puzzle_book.results(person.id, [name]))
        lines = (await self.puzzles()).lines[puzzle.game]
        day = self.today.isoformat() if self.daily(lines).id == name else ""
        return question_of(puzzle, round(rating), people < SETTLED, day, solved.get(name))

    async def view_for(self, request: web.Request) -> tuple[AnyGame, Any]:
        """The game of a puzzle, and what its seat sees."""
        name = request.match_info["puzzle"]
        if name.startswith(MARK):
            mistake = await self.mistakes.find(request, name)
            return mistake.game, mistake.view
        puzzle = await self.find(request, name)
        maker = need_maker(find_game(puzzle.game))
        return maker.game, maker.view_of(puzzle)

    async def judge(self, request: web.Request) -> web.Response:
        """What the rules say about a turn that is being built."""
        draft: PuzzleDraft = await read_body(request, PuzzleDraft)
        game, view = await self.view_for(request)
        return answer(game.judge_draft(view, draft.draft))

    async def solve(self, request: web.Request) -> web.Response:
        """Judge an answer, and show the solution."""
        given: PuzzleAnswer = await read_body(request, PuzzleAnswer)
        name, person = request.match_info["puzzle"], await self.identity.need(request)
        self.limits.spend(f"puzzles {person.id}", 1.0, ANSWERS, ANSWERS_PER_SECOND)
        address = self.identity.address_of(request)
        if name.startswith(MARK):
            mistake = await self.mistakes.find(request, name)
            return answer(await self.replays.read(lambda: graded_mistake(mistake, given.answer), address))
        puzzle, time = await self.find(request, name), read_time(given)
        maker = need_maker(find_game(puzzle.game))
        grade = await self.replays.read(lambda: judged(maker, puzzle, given.answer, time), address)
        noted = await self.note(person.id, puzzle, grade, time)
        shares = await self.store.read(lambda: puzzle_book.shares(name, MOST_SHARES))
        days = await self.store.read(lambda: puzzle_book.days_of(person.id))
        best = await self.store.read(lambda: puzzle_book.best_time(person.id, puzzle.game)) if time else None
        steps = await self.replays.read(
            lambda: played(maker, maker.view_of(puzzle), puzzle.solution.split(BETWEEN)), address
        )
        return answer(
            Graded(
                right=grade.right,
                score=grade.score,
                first=noted.first,
                answer=grade.answer,
                reached=grade.reached,
                goal=grade.goal,
                solution=puzzle.solution,
                themes=puzzle.themes,
                weighed=weighed_of(puzzle),
                playouts=puzzle.playouts,
                shares=shares,
                people=noted.puzzle_answers,
                steps=steps,
                standing=noted.standing,
                before=noted.before,
                puzzle_rating=noted.puzzle_rating,
                streak=puzzle_book.streak(days, self.today),
                best_milliseconds=best,
            )
        )

    async def note(self, person: str, puzzle: Puzzle, grade: Grade, time: int | None) -> Noted:
        """Note an answer."""
        lines = (await self.puzzles()).lines[puzzle.game]
        day = self.today.isoformat() if self.daily(lines).id == puzzle.id else ""
        one = Answered(puzzle.id, puzzle.game, puzzle.rating, grade.answer, grade.score, grade.right, time, day)
        now = self.clock.now()
        return await self.store.run(lambda: puzzle_book.note_answer(person, one, now))

    async def report(self, request: web.Request) -> web.Response:
        """Note that somebody thinks a puzzle is bad."""
        given: PuzzleReport = await read_body(request, PuzzleReport)
        person, puzzle = await self.identity.need(request), await self.find(request, request.match_info["puzzle"])
        self.limits.spend(f"puzzle reports {person.id}", 1.0, REPORTS, REPORTS_PER_SECOND)
        now = self.clock.now()
        reason = one_line(given.reason, LONGEST_REASON, "a reason") if given.reason.strip() else ""
        people = await self.store.run(
            lambda: puzzle_book.report(person.id, puzzle.id, puzzle.game, puzzle.rating, reason, now)
        )
        return answer(Reported(people))


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


def question_of(puzzle: Puzzle, rating: int, provisional: bool, day: str, solved: bool | None) -> Question:
    """A puzzle without its solution."""
    maker = need_maker(find_game(puzzle.game))
    game, view = maker.game, maker.view_of(puzzle)
    return Question(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        seat=game.seat_of(view),
        view=shown_view(game, game.shown(view)),
        legal=legal_of(game, view),
        themes=puzzle.themes if solved is not None else [],
        rating=rating,
        provisional=provisional,
        moves=maker.moves.get(puzzle.kind, 1),
        goal=puzzle.goal if puzzle.kind in maker.shows_goal else None,
        day=day,
        solved=solved,
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


def weighed_of(puzzle: Puzzle) -> list[WeighedMove]:
    """What the moves are worth, as pages read it."""
    return [
        WeighedMove(one.move, one.value, one.behind, one.doubt, one.share, one.move in puzzle.fine)
        for one in puzzle.weighed
    ]


def read_time(given: PuzzleAnswer) -> int | None:
    """The time that an answer took; refused if it cannot be."""
    if given.milliseconds is not None and not 0 <= given.milliseconds <= LONGEST_TIME:
        raise BadOptions(f"an answer takes 0 to {LONGEST_TIME} milliseconds")
    return given.milliseconds


def judged(maker: Maker, puzzle: Puzzle, text: str, time: int | None) -> Grade:
    """The grade of an answer; who gives up has none of the score."""
    if not text:
        return Grade(False, 0.0, "", None, puzzle.goal)
    return maker.judge(puzzle, text, None if time is None else time / 1000)


def graded_mistake(mistake: Mistake, text: str) -> Graded:
    """The grade of another answer to one's own decision."""
    one = mistake.decision
    grade = mistake.grade(text) if text else Grade(False, 0.0, "")
    maker = need_maker(mistake.game)
    return Graded(
        right=grade.right,
        score=grade.score,
        first=False,
        answer=grade.answer,
        reached=grade.reached,
        goal=None,
        solution=one.better,
        themes=[],
        weighed=[],
        playouts=mistake.game.analysis_playouts,
        shares=[],
        people=0,
        steps=played(maker, mistake.view, [one.better]),
        played=one.played,
        cost=one.cost,
        why=one.why,
        reason=one.reason,
        numbers=one.numbers,
    )
