"""Pictures of a club evening with real cards: the host, the big screen, a season, and the deal of the day."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.people import Person

PLAYERS = ("Ben", "Carla", "Dana", "Emil", "Flora", "Gianni", "Heidi", "Ion")
SCORES = ((34, 21, 40), (18, 27, 25), (30, 44, 12))  # of each table, by seat
Take = Callable[[Person, str], None]


def send(ana: Person, path: str, body: dict[str, Any]) -> Any:
    """Ask the server for something as Ana."""
    answer = ana.page.request.post(f"/api{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def take_clubs(ana: Person, take: Take) -> None:
    """An evening of three tables, from the first guest to the season."""
    ana.open("/")
    ana.take_name()
    season = send(ana, "/seasons", {"name": "Winter", "best": 2})["path"]
    setup = {"name": "Game night", "game": "rurare", "seats": 3, "rounds": 2, "paper": True, "minutes": 40}
    path = send(ana, "/evenings", {"setup": setup, "season": season.rsplit("/", 1)[1]})["path"]
    for name in PLAYERS:
        send(ana, f"{path}/step", {"step": "add", "name": name})
    for round_no in range(2):
        send(ana, f"{path}/step", {"step": "plan"})
        if round_no == 0:
            look(ana, f"{path}/screen", take, "evening-seats")
        send(ana, f"{path}/step", {"step": "start"})
        for table, scores in enumerate(SCORES[: 3 if round_no == 0 else 1]):
            send(ana, f"{path}/step", {"step": "score", "round": round_no, "table": table, "scores": scores})
    look(ana, path, take, "evening-host")
    look(ana, f"{path}/screen", take, "evening-screen")
    look(ana, f"{path}/print", take, "evening-print")
    for table in (1, 2):
        send(ana, f"{path}/step", {"step": "score", "round": 1, "table": table, "scores": SCORES[table]})
    send(ana, f"{path}/step", {"step": "end"})
    look(ana, season, take, "evening-season")
    look(ana, "/deal", take, "deal-of-the-day")


def look(ana: Person, path: str, take: Take, name: str) -> None:
    """Pictures of a page."""
    ana.open(path)
    ana.page.wait_for_load_state("networkidle")
    ana.page.wait_for_timeout(600)
    take(ana, name)
