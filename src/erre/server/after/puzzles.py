"""Puzzles over HTTP: the puzzle of the day, endless series, by theme, and from a player's own mistakes.

The solution leaves the server only together with the grade of an answer. Only a person's first answer counts.
"""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from typing import Any

from aiohttp import web

from erre.core.errors import BadOptions
from erre.core.game import AnyGame
from erre.core.puzzles import BETWEEN, Grade, Puzzle, need_maker
from erre.games import game as find_game
from erre.puzzles.choosing import matching, next_of, of_the_day
from erre.puzzles.files import Line, PuzzleSet, shipped
from erre.server.after.own_mistakes import MARK, OwnMistakes
from erre.server.after.puzzle_grades import believed, graded_mistake, judged, read_time, weighed_of
from erre.server.after.puzzle_play import played
from erre.server.after.puzzle_questions import about_game, is_timed, own_question, question_of
from erre.server.after.puzzle_types import (
    Graded,
    PuzzleAnswer,
    PuzzleDraft,
    PuzzleHome,
    PuzzleReport,
    Question,
    Reported,
)
from erre.server.after.replays import Replays
from erre.server.clock import Clock
from erre.server.config import Config
from erre.server.net.headers import check_origin
from erre.server.net.http import answer, read_body
from erre.server.net.limits import Limits
from erre.server.storage import puzzle_book
from erre.server.storage.contract import Store
from erre.server.storage.puzzle_book import SETTLED, START, Answered, Noted, PuzzleStanding
from erre.server.tables.ownership import NoTable
from erre.table.clean_text import one_line
from erre.table.refusals import NotNow

MOST_SHARES = 12  # answers of others that are shown
LONGEST_REASON = 200
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
            web.post("/api/puzzles/one/{puzzle}/start", self.start),
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

    async def bad_today(self) -> set[str]:
        """The puzzles that are none of today's: several people had reported them before the day began."""
        begin = int(datetime(self.today.year, self.today.month, self.today.day, tzinfo=UTC).timestamp() * 1000)
        return await self.store.read(lambda: puzzle_book.reported_before(puzzle_book.MOST_REPORTS, begin))

    async def day_of(self, puzzle: Puzzle) -> str:
        """Today's date if this is the puzzle of today, otherwise nothing."""
        lines = (await self.puzzles()).lines[puzzle.game]
        is_todays = of_the_day(lines, self.today, await self.bad_today()).id == puzzle.id
        return self.today.isoformat() if is_todays else ""

    async def home(self, request: web.Request) -> web.Response:
        """Today's puzzle of each game, and how the person who asks does."""
        person, found = await self.identity.find(request), await self.puzzles(self.identity.address_of(request))
        mine, who = dict[str, PuzzleStanding](), person.id if person else ""
        bad = await self.bad_today()
        todays = {game: of_the_day(lines, self.today, bad) for game, lines in sorted(found.lines.items())}
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

    async def start(self, request: web.Request) -> web.Response:
        """Start the clock of a puzzle whose time counts, and show it."""
        check_origin(request, "")
        name, person = request.match_info["puzzle"], await self.identity.need(request)
        puzzle = await self.find(request, name)
        if not is_timed(puzzle):
            raise BadOptions("the time of this puzzle does not count")
        self.limits.spend(f"puzzles {person.id}", 1.0, ANSWERS, ANSWERS_PER_SECOND)
        if not await self.store.read(lambda: puzzle_book.results(person.id, [name])):
            now = self.clock.now()
            await self.store.run(lambda: puzzle_book.start(person.id, name, now))
        return answer(await self.asked(request, name, is_running=True))

    async def asked(self, request: web.Request, name: str, is_running: bool = False) -> Question:
        """A puzzle as the person who asks gets it."""
        if name.startswith(MARK):
            return own_question(name, await self.mistakes.find(request, name))
        puzzle, person = await self.find(request, name), await self.identity.find(request)
        rating, people = await self.store.read(lambda: puzzle_book.puzzle_standing(name, puzzle.rating))
        solved = dict[str, bool]()
        if person is not None:
            solved = await self.store.read(lambda: puzzle_book.results(person.id, [name]))
        day = await self.day_of(puzzle)
        return question_of(puzzle, round(rating), people < SETTLED, day, solved.get(name), is_running)

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
        puzzle = await self.find(request, name)
        time = await self.time_of(person.id, puzzle, given)
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

    async def time_of(self, person: str, puzzle: Puzzle, given: PuzzleAnswer) -> int | None:
        """How long a first answer took by our clock, where that counts; otherwise what the page says."""
        told = read_time(given)
        if not is_timed(puzzle) or not given.answer:
            return told
        if await self.store.read(lambda: puzzle_book.results(person, [puzzle.id])):
            return told
        at = await self.store.read(lambda: puzzle_book.started_at(person, puzzle.id))
        if at is None:
            raise NotNow("start this puzzle first: its time counts")
        return believed(told, self.clock.now() - at)

    async def note(self, person: str, puzzle: Puzzle, grade: Grade, time: int | None) -> Noted:
        """Note an answer."""
        day = await self.day_of(puzzle)
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
