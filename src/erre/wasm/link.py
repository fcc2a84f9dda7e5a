"""From an object file for wasm32 to a module that browsers load: the linker, as far as one object file needs one.

LLVM writes a relocatable object (the format is WebAssembly's "tool conventions", version 2 of the linking section).
Everything is in that one file, so functions, types and globals keep their numbers. What is left to do: memory for the
stack and the data, the addresses of the data, and the names of the entry points. The stack lies below the data, so
that it traps when it overflows instead of overwriting something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

PAGE = 65536
STACK = 4 * PAGE  # bytes; kernels take their scratch space as arguments
SPARE = 16 * PAGE  # memory for states and scratch space that is there from the start
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
SYMBOL_TABLE = 8  # the subsection of "linking"
IS_FUNCTION, IS_DATA, IS_GLOBAL, IS_SECTION, IS_TAG, IS_TABLE = range(6)
UNDEFINED, EXPLICIT_NAME, LOCAL = 0x10, 0x40, 0x02
FUNCTION_INDEX, TABLE_SLEB, TABLE_I32, MEMORY_LEB, MEMORY_SLEB, MEMORY_I32, TYPE_INDEX, GLOBAL_INDEX = range(8)
KEEPS_ITS_NUMBER = (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX)
I32_TYPE, FUNCREF = 0x7F, 0x70
MAGIC = b"\0asm\1\0\0\0"


class BadObject(ValueError):
    """An object file with something that this linker does not know, or that no kernel should need."""


class Reader:
    """Bytes, read from the front."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def byte(self) -> int:
        """Read one byte."""
        self.at += 1
        return self.content[self.at - 1]

    def take(self, count: int) -> bytes:
        """Read this many bytes."""
        self.at += count
        return self.content[self.at - count : self.at]

    def number(self) -> int:
        """An unsigned LEB128 number."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """A signed LEB128 number."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def text(self) -> str:
        """Read a name: its length, then UTF-8."""
        return self.take(self.number()).decode()


@dataclass
class Symbol:
    """An entry of the symbol table: of data the place, of anything else the number."""

    kind: int
    flags: int
    name: str
    index: int = 0  # of the function, global or data segment
    offset: int = 0  # in the segment


@dataclass
class Parsed:
    """An object file in its parts."""

    sections: dict[int, bytes] = field(default_factory=dict)
    relocations: dict[int, list[tuple[int, int, int, int]]] = field(default_factory=dict)  # by section
    symbols: list[Symbol] = field(default_factory=list)
    order: list[int] = field(default_factory=list)  # the sections as they are numbered


def link(content: bytes, names: list[str], notes: dict[str, bytes]) -> bytes:
    """A module with memory and the named functions as exports, and notes as custom sections."""
    parsed = parse(content)
    check_imports(parsed.sections.get(IMPORT, b"\0"))
    segments = read_segments(parsed.sections.get(DATA, b"\0"))
    code = relocated(parsed, CODE, parsed.sections[CODE], segments)
    data = relocated(parsed, DATA, parsed.sections.get(DATA, b"\0"), segments)
    placed = [(STACK + address, inside) for address, inside in read_segments(data)]
    end = max([STACK, *(address + len(inside) for address, inside in placed)])
    heap = -(-end // 16) * 16
    parts = [
        section(TYPE, parsed.sections[TYPE]),
        section(FUNCTION, parsed.sections[FUNCTION]),
        section(MEMORY, b"\1\0" + leb(-(-(heap + SPARE) // PAGE))),
        section(GLOBAL, b"\2" + global_of(STACK, mutable=True) + global_of(heap, mutable=False)),
        section(EXPORT, exports(parsed, names)),
        section(CODE, code),
        section(DATA, vector(b"\0\x41" + sleb(at) + b"\x0b" + leb(len(inside)) + inside for at, inside in placed)),
        *(section(CUSTOM, leb(len(name)) + name.encode() + note) for name, note in notes.items()),
    ]
    return MAGIC + b"".join(parts)


def parse(content: bytes) -> Parsed:
    """Take an object file apart."""
    if content[:8] != MAGIC:
        raise BadObject("this is no WebAssembly object file")
    reader, parsed = Reader(content[8:]), Parsed()
    while reader:
        kind = reader.byte()
        inside = reader.take(reader.number())
        parsed.order.append(kind)
        if kind != CUSTOM:
            parsed.sections[kind] = inside
            continue
        custom = Reader(inside)
        name = custom.text()
        if name == "linking":
            parsed.symbols = list(read_symbols(custom))
        elif name.startswith("reloc."):
            target = parsed.order[custom.number()]
            parsed.relocations[target] = list(read_relocations(custom))
    for unknown in (TABLE, START, ELEMENT):
        if unknown in parsed.sections:
            raise BadObject(f"section {unknown}: kernels call no functions by address")
    return parsed


def read_symbols(custom: Reader) -> Iterator[Symbol]:
    """Read the symbol table."""
    if custom.number() != 2:
        raise BadObject("another version of the linking section")
    while custom:
        kind = custom.byte()
        inside = Reader(custom.take(custom.number()))
        if kind != SYMBOL_TABLE:
            continue
        for _ in range(inside.number()):
            yield read_symbol(inside)


def read_symbol(inside: Reader) -> Symbol:
    """Read one entry of the symbol table."""
    kind, flags = inside.byte(), inside.number()
    if kind == IS_DATA:
        symbol = Symbol(kind, flags, inside.text())
        if not flags & UNDEFINED:
            symbol.index, symbol.offset = inside.number(), inside.number()
            inside.number()  # its size
        return symbol
    index = inside.number()
    is_named = kind != IS_SECTION and (not flags & UNDEFINED or flags & EXPLICIT_NAME)
    return Symbol(kind, flags, inside.text() if is_named else "", index)


def read_relocations(custom: Reader) -> Iterator[tuple[int, int, int, int]]:
    """Kind, place, symbol or type, and what is added to an address."""
    for _ in range(custom.number()):
        kind, place, index = custom.byte(), custom.number(), custom.number()
        if kind not in (*KEEPS_ITS_NUMBER, MEMORY_LEB, MEMORY_SLEB, MEMORY_I32):
            raise BadObject(f"relocation of kind {kind}")
        yield kind, place, index, 0 if kind in KEEPS_ITS_NUMBER else custom.signed()


def check_imports(inside: bytes) -> None:
    """Refuse whatever would have to come from outside, except for the memory and the stack that are made here."""
    reader = Reader(inside)
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.byte()
        if kind == 2 and name == "__linear_memory":
            flags = reader.number()
            reader.number()
            if flags & 1:
                reader.number()
        elif kind == 3 and name == "__stack_pointer":
            reader.take(2)
        else:
            raise BadObject(f"{name} is not defined")


def read_segments(inside: bytes) -> list[tuple[int, bytes]]:
    """The data with its addresses, counted from the first one."""
    reader, found = Reader(inside), []
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:
            raise BadObject("data that is not where its address says")
        address = reader.signed()
        reader.byte()
        found.append((address, reader.take(reader.number())))
    return found


def relocated(parsed: Parsed, target: int, inside: bytes, segments: list[tuple[int, bytes]]) -> bytes:
    """A section with the final addresses of the data in it."""
    content = bytearray(inside)
    for kind, place, index, addend in parsed.relocations.get(target, []):
        if kind in KEEPS_ITS_NUMBER:
            continue
        symbol = parsed.symbols[index]
        if symbol.flags & UNDEFINED or symbol.kind != IS_DATA:
            raise BadObject(f"{symbol.name} is not defined")
        address = STACK + segments[symbol.index][0] + symbol.offset + addend
        content[place : place + (4 if kind == MEMORY_I32 else 5)] = address_bytes(kind, address)
    return bytes(content)


def address_bytes(kind: int, address: int) -> bytes:
    """An address as long as LLVM left room for it."""
    if kind == MEMORY_I32:
        return address.to_bytes(4, "little")
    shifts = (0, 7, 14, 21, 28)
    return bytes((address >> shift & 0x7F) | (0x80 if shift < 28 else 0) for shift in shifts)


def exports(parsed: Parsed, names: list[str]) -> bytes:
    """The export section: memory, where free memory begins, and the entry points."""
    numbers = {s.name: s.index for s in parsed.symbols if s.kind == IS_FUNCTION and not s.flags & (UNDEFINED | LOCAL)}
    if lacking := sorted(set(names) - set(numbers)):
        raise BadObject(f"no function is called {', '.join(lacking)}")
    listed = [("memory", 2, 0), ("heap", 3, 1), *((name, 0, numbers[name]) for name in names)]
    return vector(leb(len(name)) + name.encode() + bytes([kind]) + leb(index) for name, kind, index in listed)


def section(kind: int, inside: bytes) -> bytes:
    """A section with its head."""
    return bytes([kind]) + leb(len(inside)) + inside


def global_of(value: int, *, mutable: bool) -> bytes:
    """A global of 32 bits."""
    return bytes([I32_TYPE, mutable, 0x41]) + sleb(value) + b"\x0b"


def vector(parts: Iterator[bytes]) -> bytes:
    """Parts with their count."""
    found = list(parts)
    return leb(len(found)) + b"".join(found)


def leb(value: int) -> bytes:
    """An unsigned number in LEB128."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def sleb(value: int) -> bytes:
    """A signed number that is not negative."""
    found = leb(value)
    return found if found[-1] < 0x40 else found[:-1] + bytes([found[-1] | 0x80, 0])
