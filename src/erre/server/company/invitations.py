"""Invitations that wait until the other person comes back, and playing again with the same people."""

from __future__ import annotations

import json
import secrets

from erre.core.errors import BadOptions, Refusal
from erre.games import game as find_game
from erre.server.company.circle import Circle
from erre.server.company.types import InvitationLine
from erre.server.net.http_types import NewTable, Opened
from erre.server.net.limits import Limits
from erre.server.notices.notice import Notice
from erre.server.notices.notices import Notices
from erre.server.storage import company as storage
from erre.server.storage.company import Invitation
from erre.server.storage.contract import Person, Store
from erre.server.storage.work import milliseconds
from erre.server.tables.listing import TableSketch
from erre.server.tables.ownership import NoTable
from erre.server.tables.table_registry import TableRegistry
from erre.table.refusals import NoPerson, NotHost, NotWithYou, TooManyAsked

DAY = 86_400_000  # milliseconds
GOOD_FOR = 7 * DAY
MOST_SENT, MOST_RECEIVED = 20, 30  # invitations of one person that wait
SENT, SENT_PER_SECOND = 40.0, 0.02
SENT_AT_ADDRESS, SENT_AT_ADDRESS_PER_SECOND = 120.0, 0.1


class Invitations:
    """Keeps invitations, and hands them to those who are meant."""

    def __init__(self, store: Store, registry: TableRegistry, circle: Circle, limits: Limits, notices: Notices) -> None:
        self.store, self.registry, self.circle, self.limits, self.notices = store, registry, circle, limits, notices

    async def waiting_for(self, me: str) -> list[InvitationLine]:
        """The invitations that wait for somebody."""
        now = milliseconds()
        found = await self.store.look(lambda: storage.invitations_to(me, now))
        return [InvitationLine(one.id, one.game, one.name, one.at, one.until) for one in found]

    async def invite(self, me: Person, address: str, alias: str, table: str) -> None:
        """Invite a friend, or somebody one played with, to a table one belongs to."""
        sketch = await self._own_table(me.id, table)
        guest = await self._guest(me.id, alias)
        if await self.store.look(lambda: storage.is_tied(me.id, guest, storage.BLOCK)):
            raise NotWithYou("you have blocked this person")
        self._spend(me.id, address)
        if await self._send(me, guest, sketch) == "many":
            raise TooManyAsked(f"{MOST_SENT} of your invitations wait for an answer already")

    async def _own_table(self, me: str, table: str) -> TableSketch:
        """A table to which somebody may invite others."""
        sketch = await self.registry.sketch(table)
        if not sketch.knows(me):
            raise NoTable("you do not sit at such a table")
        if sketch.access == "closed" and sketch.host != me:
            raise NotHost(f"only {sketch.host_name}, the host of this table, may invite to it")
        return sketch

    async def _guest(self, me: str, alias: str) -> str:
        """Somebody whom a person may invite: a friend, or somebody they have played with."""
        guest = await self.circle.by_alias(me, alias)
        if guest is None or not await self._may_invite(me, guest):
            raise NoPerson("you can invite friends, and people you have played with")
        return guest

    async def _may_invite(self, me: str, guest: str) -> bool:
        """Whether two people are friends, or have finished a game together."""
        if await self.circle.relation(me, guest) == "friend":
            return True
        return any(one.person == guest for one in await self.circle.played_with(me))

    def _spend(self, me: str, address: str) -> None:
        """Refuse somebody, or an address, that invites too many."""
        self.limits.spend(f"invited {me}", 1.0, SENT, SENT_PER_SECOND)
        self.limits.spend(f"invited at {address}", 1.0, SENT_AT_ADDRESS, SENT_AT_ADDRESS_PER_SECOND)

    async def _send(self, me: Person, guest: str, table: TableSketch) -> str:
        """Keep an invitation; where the guest has blocked the host it is dropped, and nobody is told."""
        if await self.store.look(lambda: storage.is_tied(guest, me.id, storage.BLOCK)):
            return "new"
        now, word = milliseconds(), table.invite if table.access == "closed" else ""
        one = Invitation(secrets.token_hex(8), me.id, guest, table.id, table.game, word, now, now + GOOD_FOR)
        done = await self.store.run(lambda: storage.invite(one, MOST_SENT, MOST_RECEIVED))
        if done == "new":
            details = {"name": me.name, "game": find_game(table.game).title}
            self.notices.tell_soon(guest, Notice("invitation", about_of(one.id), one.id, path_of(one), details))
        return done

    async def accept(self, me: str, invitation: str) -> Opened:
        """Follow an invitation: the way to its table."""
        one = await self._one(me, invitation)
        await self.decline(me, invitation)
        try:
            await self.registry.sketch(one.table)
        except Refusal:
            raise NoTable("this table is closed by now") from None
        return Opened(one.table, path_of(one))

    async def _one(self, me: str, invitation: str) -> Invitation:
        """An invitation that waits for somebody."""
        now = milliseconds()
        found = await self.store.look(lambda: storage.invitations_to(me, now))
        one = next((one for one in found if one.id == invitation), None)
        if one is None:
            raise NoTable("this invitation is not there any more")
        return one

    async def decline(self, me: str, invitation: str) -> None:
        """Drop an invitation; whoever sent it is not told."""
        await self.store.run(lambda: storage.drop_invitation(invitation, me))
        self.notices.settle_soon(me, about_of(invitation))

    async def play_again(self, me: Person, address: str, alias: str) -> Opened:
        """Open a table with the game, seats and rules last played with somebody, and invite everybody who was there."""
        other = await self.circle.by_alias(me.id, alias)
        last = await self.store.read(lambda: storage.last_game_of(me.id, other or ""))
        if other is None or last is None:
            raise NoPerson("you have not played with this person yet")
        wish = wish_from(last[1])
        self._spend(me.id, address)
        live = await self.registry.open(wish, me, address=address)
        table = await self.registry.sketch(live.table.id)
        avoided = await self.store.look(lambda: storage.avoided_by(me.id))
        for guest in dict.fromkeys(await self.store.look(lambda: storage.persons_of_record(last[0]))):
            if guest and guest != me.id and guest not in avoided:
                await self._send(me, guest, table)
        return Opened(table.id, f"/t/{table.id}")


def about_of(invitation: str) -> str:
    """What a notice of an invitation is about."""
    return f"invitation {invitation}"


def path_of(one: Invitation) -> str:
    """The way to the table of an invitation."""
    return f"/t/{one.table}" + (f"#{one.word}" if one.word else "")


def wish_from(text: str) -> NewTable:
    """A table like the one that a record is from."""
    header = json.loads(text.partition("\n")[0])
    try:
        return NewTable(header["game"], header["seats"], header["options"], waits=True)
    except KeyError:
        raise BadOptions("the record of this game does not say how it was played") from None
