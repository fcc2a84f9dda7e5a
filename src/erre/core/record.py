"""The memory of a state: numpy's record of a few hundred bytes, declared once and read by every engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast, overload

import numpy as np
import numpy.typing as npt

from erre.core.mode import INTERPRETED

NONE = -1  # the empty value of every field that holds a seat, a piece, a colour or a number

if TYPE_CHECKING:

    class IntArray(Protocol):
        """Numbers of a record or of scratch space, as rules see them in every engine."""

        @overload
        def __getitem__(self, key: int | tuple[int, ...]) -> int: ...
        @overload
        def __getitem__(self, key: slice | tuple[int, slice] | tuple[slice, int]) -> IntArray: ...
        def __setitem__(self, key: int | slice | tuple[int | slice, ...], value: object) -> None: ...
        def __contains__(self, value: object) -> bool: ...
        def __iter__(self) -> Iterator[int]: ...
        def __len__(self) -> int: ...
        def any(self) -> bool: ...
        def tolist(self) -> list[Any]: ...

else:
    IntArray = np.ndarray

# Names that mean something else on numpy's own records, and so would be read as methods there.
FORBIDDEN_NAMES = frozenset(name for name in dir(np.recarray) if not name.startswith("_")) | {"data", "row"}


ARRAY, GET_ITEM = np.ndarray, np.ndarray.__getitem__  # looked up once: rules read millions of numbers
RECORDS: dict[np.dtype[Any], type[Record]] = {}  # the class of records with a layout


class Ints(np.ndarray[Any, Any]):
    """An array that hands out plain integers, so that the interpreter counts as far as the compiled engines do."""

    def __getitem__(self, key: Any) -> Any:
        value = GET_ITEM(self, key)
        return value if isinstance(value, ARRAY) else int(value)


def ints(size: int, dtype: type[np.signedinteger[Any]] = np.int16) -> IntArray:
    """Scratch space for kernels: they never allocate."""
    array = np.zeros(size, dtype)
    return cast(IntArray, array.view(Ints) if INTERPRETED else array)


class Field:
    """One declared field: a number, or a block of numbers, of one signed integer type."""

    def __init__(self, dtype: type[np.signedinteger[Any]], shape: tuple[int, ...]) -> None:
        self.dtype = dtype
        self.shape = shape
        self.unpack = Struct(f"={np.dtype(dtype).char}").unpack_from
        self.name = ""

    def __set_name__(self, owner: type[Record], name: str) -> None:
        if name in FORBIDDEN_NAMES:
            raise TypeError(f"field {owner.__name__}.{name}: numpy's records use that name themselves")
        self.name = name

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        # Straight from the bytes: through numpy's own record it would take five times as long.
        if self.shape:
            known = record.__dict__
            if self.name not in known:
                known[self.name] = Ints(self.shape, self.dtype, record.data, record.offsets[self.name])
            return known[self.name]
        return self.unpack(record.data, record.offsets[self.name])[0]

    def __set__(self, record: Record, value: Any) -> None:
        record.row[self.name] = value


def i8(*shape: int) -> Any:
    """A field of 8-bit integers."""
    return Field(np.int8, shape)


def i16(*shape: int) -> Any:
    """A field of 16-bit integers."""
    return Field(np.int16, shape)


def i32(*shape: int) -> Any:
    """A field of 32-bit integers."""
    return Field(np.int32, shape)


class Record:
    """A handle on one row of memory. Python reads it field by field; kernels get the bytes themselves."""

    dtype: ClassVar[np.dtype[np.void]]
    known_type: ClassVar[Any] = None
    offsets: ClassVar[dict[str, int]]  # where each field lies
    data: memoryview  # numba takes the bytes of a record argument from this attribute

    def __init_subclass__(cls) -> None:
        fields = [f for base in reversed(cls.__mro__) for f in vars(base).values() if isinstance(f, Field)]
        # Wide fields first and the end filled up: no gaps, so equal records have equal bytes.
        fields.sort(key=lambda f: -np.dtype(f.dtype).itemsize)
        layout: list[Any] = [(f.name, f.dtype, f.shape) for f in fields]
        if spare := -np.dtype(layout).itemsize % 4:
            layout.append(("filler", np.int8, (spare,)))
        cls.dtype = np.dtype(layout, align=True)
        cls.known_type = None
        cls.offsets = {name: place[1] for name, place in (cls.dtype.fields or {}).items()}
        RECORDS[cls.dtype] = cls

    def __init__(self, states: npt.NDArray[np.void], index: int = 0) -> None:
        # As plain bytes: numpy would spell all fields.
        self.data = states[index : index + 1].view(np.uint8).data

    @cached_property
    def row(self) -> Any:
        """The record as numpy has it, for those who write fields."""
        return np.frombuffer(self.data, type(self).dtype)[0]

    @classmethod
    def numba_type(cls) -> Any:
        """What numba calls a record of this class."""
        if cls.known_type is None:
            import numba

            cls.known_type = numba.from_dtype(cls.dtype)
        return cls.known_type

    @classmethod
    def blank(cls, count: int = 1) -> npt.NDArray[np.void]:
        """Memory for some records, all zero."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def new(cls) -> Self:
        """One record, all zero."""
        return cls(cls.blank())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that `to_bytes` wrote."""
        memory = bytearray(data)
        record = cls.__new__(cls)
        record.data = memoryview(memory)
        return record

    def to_bytes(self) -> bytes:
        """The whole truth, fit to be saved, compared and hashed."""
        return bytes(self.data)

    def copy(self) -> Self:
        """An equal record of its own."""
        return self.from_bytes(self.to_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return self.from_bytes, (self.to_bytes(),)


class Rows:
    """Records of an array for the interpreter, which cannot read numpy's own rows as rules do."""

    def __init__(self, record_type: type[Record], states: npt.NDArray[np.void]) -> None:
        self.record_type, self.states = record_type, states

    def __getitem__(self, index: int) -> Any:
        return self.record_type(self.states, index)

    def __setitem__(self, index: int, record: Any) -> None:
        self.states[index] = record.row

    def __len__(self) -> int:
        return len(self.states)


class GameState(Record):
    """What every game's state begins with: its chance, its seats and where play stands."""

    key: IntArray = i32(8)  # the 256-bit key of this table's chance
    block: IntArray = i32(16)  # the block of chance words now in use
    drawn: int = i32()  # chance words used so far
    moves_made: int = i32()  # moves applied since the start
    seats: int = i8()  # number of seats
    phase: int = i8()  # the game's own phase number
    turn: int = i8()  # the seat to act; NONE while several choose at once, and after the end
