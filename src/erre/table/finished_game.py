"""The record of a finished game, which `erre verify` checks and replays show."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from erre.core.gamefile import EndLine, GameFile, Header
from erre.table.table import Table


def game_file(table: Table) -> GameFile:
    """The game file of the last game, with its key: only once the game is over."""
    game = table.match
    assert game is not None
    assert table.outcome is not None
    header = Header(
        table.game.name,
        game.rules,
        len(game.players),
        msgspec.to_builtins(table.game.read_options(table.options)),
        game.players,
        game.commitment,
        datetime.fromtimestamp(game.started / 1000, UTC).isoformat(timespec="seconds"),
        position=game.given,
    )
    return GameFile(header, list(game.moves), EndLine(table.outcome, game.key.hex(), game.salt.hex()))
