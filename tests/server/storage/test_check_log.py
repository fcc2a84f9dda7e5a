"""`erre check-log`: a line that was changed or lost is found, in the file and in the database."""

from __future__ import annotations

from erre.server.storage.check_log import check_store
from erre.server.storage.contract import Store
from tests.server.storage.backends import Backend
from tests.table.test_entries import log


def test_whole_logs_are_whole_and_others_are_named(backend: Backend) -> None:
    async def body(store: Store) -> None:
        whole, bent, cut = log("a", "b", "c"), log("a", "b", "c"), log("a", "b", "c")
        bent[1] = bent[1].replace(b'"b"', b'"x"')
        await store.append("whole", 0, *whole)
        await store.append("bent", 0, *bent)
        await store.append("cut", 0, cut[0], cut[2])
        checked = await check_store(store)
        assert (checked.tables, checked.lines) == (3, 8)
        assert set(checked.broken) == {"bent", "cut"}
        assert checked.words()[-1] == "2 logs are NOT whole"

    backend.use(body)
