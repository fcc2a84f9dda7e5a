"""What games use of numpy outside kernels, in plain Python: for Python in a browser, where there may be no numpy.

`install` puts it in numpy's place before anything of a game is imported. Rules run on it too, interpreted. It has
signed integers of a state, arrays over bytes, and nothing that nobody asked for.
"""

from __future__ import annotations

import base64
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from math import prod
from types import ModuleType
from typing import Any

FORMATS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "bool_": "?", "float64": "d"}
WORDS = {"uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"}


class Scalar:
    """The base of all kinds of numbers. A kind is a class, and calling it makes a plain number of its width."""

    code = ""
    itemsize = 0

    def __class_getitem__(cls, _: object) -> type[Scalar]:
        return cls


def kind_of(name: str, code: str, *, wraps: bool) -> type[Scalar]:
    """One kind of number; words wrap around."""
    size = struct.calcsize(f"<{code}")
    mask = (1 << 8 * size) - 1

    def plain(_: type, value: Any = 0) -> Any:
        return int(value) & mask if wraps else int(value)

    return type(name, (Scalar,), {"code": code, "itemsize": size, "__new__": plain})


class DType:
    """How one number, or one state, lies in memory."""

    def __class_getitem__(cls, _: object) -> type[DType]:
        return cls

    def __init__(self, given: Any, align: bool = False) -> None:
        self.fields: dict[str, tuple[DType, int, tuple[int, ...]]] | None = None
        self.code = ""
        if isinstance(given, list):
            self.fields, self.itemsize = laid_out(given)
        elif isinstance(given, str):
            self.code = {"<i4": "i", "<u4": "I"}[given]
            self.itemsize = 4
        else:
            self.code, self.itemsize = given.code, given.itemsize

    @property
    def char(self) -> str:
        """The letter of a number."""
        return self.code

    @property
    def names(self) -> tuple[str, ...]:
        """The fields of a record."""
        return tuple(self.fields or ())


def laid_out(fields: list[Any]) -> tuple[dict[str, tuple[DType, int, tuple[int, ...]]], int]:
    """Fields with their places, each at a multiple of its size, and the size of all."""
    found, end = {}, 0
    for name, kind, *rest in fields:
        shape = tuple(rest[0]) if rest else ()
        at = -(-end // kind.itemsize) * kind.itemsize
        found[name] = (DType(kind), at, shape)
        end = at + kind.itemsize * prod(shape)
    return found, end


class Array:
    """Numbers or states in a buffer, by their places."""

    def __class_getitem__(cls, _: object) -> type[Array]:
        return cls

    def __init__(
        self, shape: Iterable[int], dtype: Any, buffer: Any, offset: int = 0, strides: Iterable[int] | None = None
    ) -> None:
        self.dtype, self.buffer, self.start, self.shape = known(dtype), buffer, offset, tuple(shape)
        self.strides = tuple(steps(self.shape, self.dtype.itemsize) if strides is None else strides)

    def view(self, kind: Any) -> Array:
        """The same memory as another class of array, or as numbers of another kind."""
        if issubclass(kind, Array):
            made: Array = kind(self.shape, self.dtype, self.buffer, self.start, self.strides)
            return made
        return frombuffer(self.data, kind)

    @property
    def data(self) -> memoryview:
        """The bytes of an array without gaps."""
        return memoryview(self.buffer)[self.start : self.start + prod(self.shape) * self.dtype.itemsize]

    @property
    def is_contiguous(self) -> bool:
        """Whether its numbers lie one after the other."""
        return list(self.strides) == steps(self.shape, self.dtype.itemsize)

    def place(self, key: Any) -> tuple[int, list[int], list[int]]:
        """Where a part begins, its shape and its strides."""
        keys = key if isinstance(key, tuple) else (key,)
        start, shape, strides = self.start, list(self.shape[len(keys) :]), list(self.strides[len(keys) :])
        for axis in reversed(range(len(keys))):
            one, size, stride = keys[axis], self.shape[axis], self.strides[axis]
            if isinstance(one, slice):
                first, last, step = one.indices(size)
                start += first * stride
                shape.insert(0, len(range(first, last, step)))
                strides.insert(0, stride * step)
            else:
                start += range(size)[one] * stride
        return start, shape, strides

    def __getitem__(self, key: Any) -> Any:
        start, shape, strides = self.place(key)
        if shape:
            return type(self)(shape, self.dtype, self.buffer, start, strides)
        if self.dtype.fields is not None:
            return Row(self.buffer, start, self.dtype)
        return struct.unpack_from(f"<{self.dtype.code}", self.buffer, start)[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        start, shape, strides = self.place(key)
        if not shape:
            struct.pack_into(f"<{self.dtype.code}", self.buffer, start, value)
            return
        part = Array(shape, self.dtype, self.buffer, start, strides)
        values = [value] * shape[0] if isinstance(value, int | float) else list(value)
        if len(values) != shape[0]:
            raise ValueError(f"{len(values)} values for {shape[0]} places")
        for at, one in enumerate(values):
            part[at] = one

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return value in self.flat()

    def flat(self) -> list[Any]:
        """All numbers in a row."""
        return [one for part in self for one in (part.flat() if isinstance(part, Array) else [part])]

    def tolist(self) -> list[Any]:
        """Lists of plain numbers."""
        return [one.tolist() if isinstance(one, Array) else one for one in self]

    def any(self) -> bool:
        """Whether a number is not 0."""
        return any(self.flat())

    def astype(self, kind: Any) -> Array:
        """The same numbers of another kind."""
        return array(self.tolist(), kind)

    def tobytes(self) -> bytes:
        """The bytes, copied."""
        return bytes(self.data)


class Row:
    """One state of an array."""

    def __init__(self, buffer: Any, start: int, dtype: DType) -> None:
        self.buffer, self.start, self.dtype = buffer, start, dtype

    def field(self, name: str) -> Array:
        """The numbers of a field."""
        assert self.dtype.fields is not None
        kind, at, shape = self.dtype.fields[name]
        return Array(shape, kind, self.buffer, self.start + at)

    def __getitem__(self, name: str) -> Any:
        found = self.field(name)
        return found if found.shape else found[()]

    def __setitem__(self, name: str, value: Any) -> None:
        found = self.field(name)
        found[slice(None) if found.shape else ()] = value


def steps(shape: tuple[int, ...], itemsize: int) -> list[int]:
    """The strides of memory that is filled row by row."""
    return [itemsize * prod(shape[axis + 1 :]) for axis in range(len(shape))]


def known(kind: Any) -> DType:
    """How a kind of number lies in memory."""
    return kind if isinstance(kind, DType) else DType(kind)


def zeros(shape: Any, dtype: Any) -> Array:
    """An array of zeros."""
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return Array(sizes, dtype, bytearray(prod(sizes) * known(dtype).itemsize))


def full(shape: Any, value: Any, dtype: Any = None) -> Array:
    """An array of one number."""
    made = zeros(shape, dtype or KINDS["int64"])
    for at in range(len(made)):
        made[at] = value
    return made


def ones(shape: Any, dtype: Any = None) -> Array:
    """An array of ones."""
    return full(shape, 1, dtype)


def frombuffer(buffer: Any, dtype: Any) -> Array:
    """Numbers in bytes that somebody else has."""
    return Array((len(buffer) // known(dtype).itemsize,), dtype, buffer)


def array(values: Any, dtype: Any = None) -> Array:
    """Numbers out of lists."""
    given: Any = values.tolist() if isinstance(values, Array) else list(values)
    shape, inner = [], given
    while isinstance(inner, list | tuple):
        shape.append(len(inner))
        inner = inner[0] if inner else 0
    made = zeros(shape, dtype or KINDS["int64"])
    if given:
        made[:] = given
    return made


def asarray(values: Any, dtype: Any = None) -> Array:
    """An array, which it may be already."""
    return values if isinstance(values, Array) and dtype is None else array(values, dtype)


def bincount(values: Iterable[int], minlength: int = 0) -> Array:
    """How often each number occurs."""
    given = list(values)
    made = zeros(max(minlength, max(given, default=-1) + 1), KINDS["int64"])
    for value in given:
        made[value] += 1
    return made


def thawed(packed: str, kind: str, shape: tuple[int, ...]) -> Array:
    """A table that was computed elsewhere: compressed, and written as text."""
    return Array(shape, KINDS[kind], bytearray(zlib.decompress(base64.b85decode(packed))))


KINDS = {name: kind_of(name, code, wraps=False) for name, code in FORMATS.items()}
KINDS |= {name: kind_of(name, code, wraps=True) for name, code in WORDS.items()}


def stand_in() -> ModuleType:
    """A module with numpy's names."""
    made: Any = ModuleType("numpy")
    names = ("generic", "integer", "signedinteger", "void", "recarray")  # of which only the name is used
    made.__dict__.update(dict.fromkeys(names, Scalar), **KINDS, dtype=DType, ndarray=Array)
    made.__dict__.update(
        zeros=zeros, frombuffer=frombuffer, array=array, asarray=asarray, bincount=bincount, full=full, ones=ones
    )
    made.typing = ModuleType("numpy.typing")
    made.typing.NDArray = Array
    return made  # type: ignore[no-any-return]


def install() -> None:
    """Take numpy's place in this process, before a game is imported."""
    if "numpy" in sys.modules:
        raise RuntimeError("numpy is loaded already")
    made: Any = stand_in()
    sys.modules["numpy"], sys.modules["numpy.typing"] = made, made.typing
