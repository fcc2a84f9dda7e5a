"""Opens the live tables of evenings and of the deal of the day, with everybody seated and the deal started."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, NamedTuple

import msgspec

from erre.clubs.deals import Deal
from erre.core import chance
from erre.core.game import AnyGame
from erre.server.bus.peers import Peers
from erre.server.tables.table_registry import TableRegistry, new_id
from erre.table.bot_names import free_bot_names
from erre.table.decide import new_record_id
from erre.table.entries import AnyEntry, BotSet, Created, HintsSet, Sat, Started


class Seated(NamedTuple):
    """Who gets a seat: a person, or a bot of a level."""

    name: str = ""
    person: str = ""
    level: str = ""


class Laying:
    """Opens tables here, and reaches those of other workers."""

    def __init__(self, registry: TableRegistry, peers: Peers) -> None:
        self.registry, self.peers = registry, peers
        peers.answer_with("club_finish", self._finish)
        peers.answer_with("club_wake", self._wake)

    async def open(
        self,
        game: AnyGame,
        options: dict[str, Any],
        seated: list[Seated],
        title: str,
        club: str,
        deal: Deal | None = None,
    ) -> str:
        """Open a table and begin; with a deal that others play too, it is sealed. The id of the table."""
        chosen = msgspec.to_builtins(game.read_options(options))
        created = Created(
            *(new_id(), game.name, len(seated), chosen, "closed" if deal else "link", False, "", title),
            invite=secrets.token_urlsafe(12),
            waits=True,
            club=club,
            sealed=deal is not None,
        )
        names = iter(free_bot_names({one.name for one in seated if one.person}))
        rest: list[AnyEntry] = [
            Sat(seat, one.person, one.name) if one.person else BotSet(seat, one.level, next(names))
            for seat, one in enumerate(seated)
        ]
        key, salt = deal if deal else (chance.fresh_key(), chance.fresh_salt())
        started = Started(key.hex(), salt.hex(), game.rules_version, record=new_record_id())
        live = await self.registry.open_laid(created, [*rest, HintsSet(False), started])
        return live.table.id

    async def finish(self, table: str) -> None:
        """Let bots finish a table, whichever worker has it."""
        await self._at_owner("club_finish", self._finish, table)

    async def wake(self, table: str) -> None:
        """Load a table that a restart has left on disk: bots may have to finish it."""
        await self._at_owner("club_wake", self._wake, table)

    async def _at_owner(self, question: str, own: Any, table: str) -> None:
        owner = self.peers.owner(table)
        if table in self.registry.tables or owner == self.peers.me:
            await own(table)
        else:
            await self.peers.ask(owner, bool, question, table)

    async def _finish(self, table: str) -> bool:
        live = await self.registry.find(table)
        await live.do(partial(live.leave_to_bots))
        return True

    async def _wake(self, table: str) -> bool:
        await self.registry.find(table)
        return True
