"""TypeScript with a game's field offsets and entry points, for code that wants them checked before it runs."""

from __future__ import annotations

import msgspec

from erre.wasm.describe import Description

HEAD = "// Written by `erre wasm`; the module with the same stamp says the same about itself.\n"


def typescript(parts: list[Description]) -> str:
    """A file for one game: the state, and the entry points of each of its modules."""
    first = parts[0]
    lines = [
        constant("stamps", {one.part: one.stamp for one in parts}),
        constant("recordBytes", first.bytes),
        constant("fields", first.fields),
        constant("entries", {one.part: one.entries for one in parts}),
        constant("bots", first.bots),
        constant("phases", first.phases),
    ]
    return HEAD + "".join(lines)


def constant(name: str, value: object) -> str:
    """One exported constant."""
    return f"export const {name} = {msgspec.json.encode(value).decode()} as const;\n"
