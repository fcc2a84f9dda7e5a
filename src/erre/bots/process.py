"""Bots that are other programs in any language, over JSON lines on standard input and output.

We say whose turn it is; the program asks what it likes in the referee's words, and its `play` is its move.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import msgspec

from erre.bots.contract import Advice, Budget, check_question
from erre.bots.plugins import BotFailure, checked_move, plain_advice, shortened
from erre.core.errors import BadOptions, Refusal
from erre.core.game import AnyGame, Move, View

PREFIX = "cmd:"
SECONDS = 10.0  # for a move, where no budget says otherwise
GRACE = 1.2  # times its budget a program may take, and the time to start is its own
MOST_CHARACTERS = 1_000_000  # in a line
MOST_WAITING = 100  # lines read ahead

Message = dict[str, Any]


class ProcessBot:
    """A bot in another process; it is started when it is first asked, and again if it died."""

    def __init__(self, game: AnyGame, command: str, seed: int | None = None, seconds: float = SECONDS) -> None:
        self.game, self.name, self.seed, self.seconds = game, PREFIX + command, seed, seconds
        self.words = read_command(command)
        self.asked = 0
        self.program: Program | None = None

    def reseed(self, seed: int) -> None:
        """Set the seed that is sent with every question from now on."""
        self.seed = seed

    def move(self, view: View) -> Move:
        """Its move without a reason."""
        return self.advise(view).move

    def advise(self, view: View, budget: Budget | None = None) -> Advice:
        """Its move; a program that fails is stopped, and the failure says why."""
        check_question(self.game, view, budget)
        given = budget.milliseconds / 1000 if budget and budget.milliseconds else self.seconds
        try:
            return self.converse(view, given)
        except BotFailure:
            self.close()
            raise

    def converse(self, view: View, seconds: float) -> Advice:
        """Say that it is the program's turn, answer its questions, and take its move."""
        if self.program is None:
            self.program = Program(self.name, self.words)
        self.asked += 1
        message = self.turn_message(view, seconds)  # before the clock starts: our own time is not the program's
        with self.program.limited(seconds * GRACE):
            self.program.say(message)
            while (heard := self.program.hear()).get("op") != "play":
                reply = self.answer(heard, view)
                self.program.say({**reply, "id": heard["id"]} if "id" in heard else reply)
        move = checked_move(self.game, self.name, view, str(heard.get("move")))
        return plain_advice(self.game, move, self.name, str(heard.get("why") or ""))

    def turn_message(self, view: View, seconds: float) -> Message:
        """All that the program needs for its move."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {
            "op": "turn",
            "id": self.asked,
            "game": self.game.name,
            "seat": self.game.seat_of(view),
            "milliseconds": int(seconds * 1000),
            **seed,
            **self.legal(view),
            "view": msgspec.to_builtins(view),
        }

    def legal(self, view: View) -> Message:
        """The legal moves, as the referee lists them."""
        moves = [
            self.game.format_move(m) for m in self.game.legal(self.game.state_from_view(view), self.game.seat_of(view))
        ]
        return {"moves": moves} if self.game.lists_all_moves else {"moves": moves, "complete": False}

    def answer(self, heard: Message, view: View) -> Message:
        """The answer to a question, which knows no more than the view."""
        try:
            match heard.get("op"):
                case "legal":
                    return {"ok": True, **self.legal(view)}
                case "view":
                    return {"ok": True, "view": msgspec.to_builtins(view)}
                case "check":
                    move = self.game.parse_move(str(heard.get("move")))
                    self.game.check(self.game.state_from_view(view), self.game.seat_of(view), move)
                    return {"ok": True}
                case other:
                    raise BadOptions(f"op {shortened(other)!r} is not for bots; they say play, check, legal or view")
        except Refusal as refusal:
            return {"ok": False, "error": refusal.to_json()}

    def close(self) -> None:
        """Close the program's input and wait for its end."""
        if self.program is not None:
            self.program.end()
            self.program = None


def read_command(command: str) -> list[str]:
    """Split a command line into words, without a shell."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOptions(f"{PREFIX}{command} is no command: {error}") from None
    if not words:
        raise BadOptions(f"{PREFIX} needs a command, as in cmd:python3 mybot.py")
    return words


class Program:
    """A running program: lines go in, lines come out, and it never outlives us."""

    def __init__(self, name: str, words: list[str]) -> None:
        self.name = name
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the program)
        try:
            # A session of its own: an interrupt is for us to deal with, and ends no program in the middle of a word.
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints, start_new_session=True
            )
        except (OSError, ValueError) as error:
            self.complaints.close()
            raise BotFailure(f"the bot {name} cannot be started: {error}") from None
        self.lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        assert self.process.stdout is not None
        threading.Thread(target=read_lines, args=(self.process.stdout, self.lines), daemon=True).start()
        self.deadline = 0.0
        self.end = weakref.finalize(self, end_process, self.process, self.lines, self.complaints)

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """A context in which the program is killed when its time is over, so that not even a write can block longer."""
        self.deadline = time.monotonic() + seconds
        watch = threading.Timer(seconds, self.process.kill)
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def say(self, message: Message) -> None:
        """Send one line of text to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise BotFailure(f"the bot {self.name} {self.last_words()}") from None

    def hear(self) -> Message:
        """The next line, before the deadline."""
        try:
            line = self.lines.get(timeout=max(0.0, self.deadline - time.monotonic()))
        except queue.Empty:
            line = b""
        if not line:
            raise BotFailure(f"the bot {self.name} {self.last_words()}")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            words = shortened(line.decode(errors="replace"))
            raise BotFailure(f"the bot {self.name} said what is not JSON: {words}") from None
        if not isinstance(message, dict):
            raise BotFailure(f"the bot {self.name} said {shortened(message)}, which is no message")
        return message

    def last_words(self) -> str:
        """How a program ended that sends nothing more."""
        if time.monotonic() >= self.deadline:
            return "took too long"
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self.complaints.seek(0)
        lines = self.complaints.read()[-MOST_CHARACTERS:].decode(errors="replace").strip().splitlines()
        return f"ended with code {code}" + (f": {shortened(lines[-1])}" if lines else "")


def read_lines(source: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Queue the program's output line by line, and an empty line at its end."""
    with source:
        while line := source.readline(MOST_CHARACTERS):
            if line.strip():
                lines.put(line)
    lines.put(b"")


def end_process(process: subprocess.Popen[bytes], lines: queue.Queue[bytes], complaints: IO[bytes]) -> None:
    """Close the program's input so that it can exit, then kill it."""
    assert process.stdin is not None
    with suppress(OSError):  # it may have gone already
        process.stdin.close()
    try:
        process.wait(0.2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    while not lines.empty():  # so that the reader, which may be blocked by a full queue, ends
        lines.get_nowait()
    complaints.close()
