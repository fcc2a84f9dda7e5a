"""The people someone knows: resolves aliases, names and seats; friends, blocks, and lists of people."""

from __future__ import annotations

from erre.server.company.presence import PresenceBook
from erre.server.company.types import Company, PersonLine, Relation, SeatRelation, Whom, alias_of
from erre.server.storage import company as storage
from erre.server.storage.accounts import portraits_of
from erre.server.storage.company import BLOCK, FRIEND, HIDDEN, Known
from erre.server.storage.contract import Store
from erre.server.storage.work import milliseconds
from erre.server.tables.listing import TableSketch
from erre.server.tables.table_registry import TableRegistry
from erre.table.refusals import NoPerson, NotInvited, TooManyAsked

MOST_FRIENDS, MOST_BLOCKED = 200, 500


class Circle:
    """The relations between people."""

    def __init__(self, store: Store, registry: TableRegistry, presence: PresenceBook) -> None:
        self.store, self.registry, self.presence = store, registry, presence
        registry.peers.answer_with("blocks", self._answer_blocks)

    # -- who is meant

    async def find(self, me: str, whom: Whom) -> str:
        """The id of the person who is meant; NoPerson if there is none, or if it is me."""
        if whom.person:
            found = await self.by_alias(me, whom.person)
        elif whom.table and whom.seat is not None:
            found = await self._at_seat(me, whom.table, whom.seat)
        else:
            found = await self.store.owner_of(whom.name) if whom.name else None
        if not found or found == me:
            raise NoPerson("nobody else is meant by this")
        return found

    async def by_alias(self, me: str, alias: str) -> str | None:
        """The person behind my alias: somebody in one of my lists."""
        for kind in (FRIEND, BLOCK):
            for one in await self.store.look(lambda kind=kind: storage.tied(me, kind)):  # type: ignore[misc]
                if alias_of(me, one.person) == alias:
                    return one.person
        known = [*await self.store.look(lambda: storage.wanted_by(me)), *await self.played_with(me)]
        return next((one.person for one in known if alias_of(me, one.person) == alias), None)

    async def played_with(self, me: str) -> list[Known]:
        """People who finished a game with somebody."""
        return await self.store.read(lambda: storage.played_with(me))

    async def _at_seat(self, me: str, table: str, seat: int) -> str:
        """Who sits at a table that the asking person may see."""
        sketch = await self.visible(me, table)
        return sketch.persons[seat] if 0 <= seat < len(sketch.persons) else ""

    async def visible(self, me: str, table: str) -> TableSketch:
        """A table that somebody may see."""
        sketch = await self.registry.sketch(table)
        if sketch.access == "closed" and not sketch.knows(me):
            raise NotInvited("this table is closed")
        return sketch

    # -- lists

    async def company(self, me: str) -> Company:
        """Everybody a person knows, and which of their friends are here."""
        mine = await self.store.look(lambda: storage.tied(me, FRIEND))
        theirs = await self.store.look(lambda: storage.wanted_by(me))
        blocked = await self.store.look(lambda: storage.tied(me, BLOCK))
        played = {one.person: one for one in await self.played_with(me)}
        relations = relations_of(mine, theirs, blocked)
        here = await self._presence_of([one for one, relation in relations.items() if relation == "friend"])
        names = {one.person: one for one in [*played.values(), *mine, *theirs, *blocked]}
        portraits = await self.store.read(lambda: portraits_of(list(names)))

        def line(person: str) -> PersonLine:
            one, shared = names[person], played.get(person)
            return PersonLine(
                *(alias_of(me, person), one.name, one.is_named, relations.get(person, "none")),
                presence=here.get(person, ""),  # type: ignore[arg-type]
                games=shared.games if shared else 0,
                last=shared.last if shared else 0,
                portrait=portraits.get(person, ""),
            )

        def lines(relation: Relation) -> list[PersonLine]:
            return [line(person) for person, found in relations.items() if found == relation]

        is_hidden = await self.store.look(lambda: storage.is_tied(me, "", HIDDEN))
        met = [line(person) for person in played if relations.get(person) != "blocked"]
        return Company(lines("friend"), lines("wants"), lines("asked"), met, lines("blocked"), is_hidden)

    async def _presence_of(self, friends: list[str]) -> dict[str, str]:
        """Which friends are here; those who hide it look as if they were not."""
        hidden = await self.store.look(lambda: storage.hidden_among(friends))
        return dict(await self.presence.of([person for person in friends if person not in hidden]))

    async def relation(self, me: str, other: str) -> Relation:
        """Who somebody is to a person."""
        if await self.store.look(lambda: storage.is_tied(me, other, BLOCK)):
            return "blocked"
        mine = await self.store.look(lambda: storage.is_tied(me, other, FRIEND))
        theirs = await self.store.look(lambda: storage.is_tied(other, me, FRIEND))
        return "friend" if mine and theirs else "asked" if mine else "wants" if theirs else "none"

    async def at_table(self, me: str, table: str) -> list[SeatRelation]:
        """Who the people at a table are to somebody."""
        sketch = await self.visible(me, table)
        others = [(seat, person) for seat, person in enumerate(sketch.persons) if person and person != me]
        return [
            SeatRelation(seat, alias_of(me, person), sketch.names[seat], await self.relation(me, person))
            for seat, person in others
        ]

    async def requests(self, me: str) -> int:
        """How many people want somebody as a friend and have no answer yet."""
        theirs = await self.store.look(lambda: storage.wanted_by(me))
        if not theirs:
            return 0
        known = [await self.store.look(lambda kind=kind: storage.tied(me, kind)) for kind in (FRIEND, BLOCK)]  # type: ignore[misc]
        answered = {one.person for ties in known for one in ties}
        return sum(one.person not in answered for one in theirs)

    # -- decisions

    async def befriend(self, me: str, other: str) -> None:
        """Want somebody as a friend, or agree to it."""
        if await self.store.look(lambda: storage.is_tied(me, other, BLOCK)):
            await self.store.run(lambda: storage.untie(me, other, BLOCK))
        now = milliseconds()
        if not await self.store.run(lambda: storage.tie(me, other, FRIEND, now, MOST_FRIENDS)):
            raise TooManyAsked(f"you have {MOST_FRIENDS} friends already")

    async def unfriend(self, me: str, other: str) -> None:
        """Be no friends any more, withdraw a request, or decline one."""
        await self.store.run(lambda: storage.untie(me, other, FRIEND))
        await self.store.run(lambda: storage.untie(other, me, FRIEND))

    async def block(self, me: str, other: str) -> None:
        """Meet somebody no more; they are not told."""
        now = milliseconds()
        if not await self.store.run(lambda: storage.block(me, other, now, MOST_BLOCKED)):
            raise TooManyAsked(f"you have blocked {MOST_BLOCKED} people already")
        await self._blocks_changed(me)

    async def unblock(self, me: str, other: str) -> None:
        """Meet somebody again."""
        await self.store.run(lambda: storage.untie(me, other, BLOCK))
        await self._blocks_changed(me)

    async def _blocks_changed(self, me: str) -> None:
        """From now on the pages of a person hear nothing of those whom they have blocked, at every worker."""
        blocks = list(await self.store.look(lambda: storage.blocked_by(me)))
        await self._answer_blocks(me, blocks)
        await self.registry.peers.ask_all(bool, "blocks", me, blocks)

    async def _answer_blocks(self, person: str, blocks: list[str]) -> bool:
        self.registry.note_blocks(person, frozenset(blocks))
        return True

    async def hide(self, me: str, is_hidden: bool) -> None:
        """Show friends that one is here, or hide it."""
        now = milliseconds()
        if is_hidden:
            await self.store.run(lambda: storage.tie(me, "", HIDDEN, now, 1))
        else:
            await self.store.run(lambda: storage.untie(me, "", HIDDEN))


def relations_of(mine: list[Known], theirs: list[Known], blocked: list[Known]) -> dict[str, Relation]:
    """Who each person is to somebody: friends first, then those who want to be."""
    wanting, wanted = {one.person for one in theirs}, {one.person for one in mine}
    relations: dict[str, Relation] = {one.person: "friend" if one.person in wanting else "asked" for one in mine}
    relations |= {one.person: "wants" for one in theirs if one.person not in wanted}
    return relations | {one.person: "blocked" for one in blocked}
