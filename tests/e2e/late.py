"""Tables that begin near the end of a match, for tests that play to the end and need no long way there."""

from __future__ import annotations

from functools import cache

from erre.core.gamefile import replay
from erre.games import game as find_game
from tests.conformance.games import Setting
from tests.e2e.people import Person

LAST_ROUNDS = 8  # three cards in hand, then two, then one


def open_last_rounds(person: Person) -> None:
    """A table of Rage against three bots that goes on from a record, when its eighth round is dealt."""
    person.open()
    person.take_name()
    text, at = late_in_rage()
    asked = person.page.request
    record = asked.post("/api/replays", data=text, headers={"Content-Type": "text/plain"}).json()["id"]
    wish = {"at": at, "seat": 0, "level": "casual"}
    person.open(asked.post(f"/api/records/{record}/play_on", data=wish).json()["path"])


@cache
def late_in_rage() -> tuple[str, int]:
    """A record of Rage, and after how many moves its last rounds begin."""
    game = find_game("rage")
    file = Setting(game, 4, {}, 12).record()
    rounds = [step.position.view(None).round for step in replay(file, game)]
    return "".join(f"{line}\n" for line in file.lines()), rounds.index(LAST_ROUNDS)
