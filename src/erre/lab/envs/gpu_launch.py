"""Launches kernels on a GPU: on one stream, with arguments that are prepared once, and from CUDA graphs."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

from erre.core import gpu
from erre.core.errors import BadOptions

DEFAULT = {0, 1}  # numbers of the default stream


class Stream:
    """A stream of the card: the default one, or one that somebody else made and keeps."""

    def __init__(self, given: Any = None) -> None:
        self.cuda, self.handle = gpu.cuda(), handle_of(given)
        self.owner = given  # it lives as long as this

    @cached_property
    def core(self) -> Any:
        """The stream as cuda-python knows it."""
        return import_module("cuda.core").Stream.from_handle(self.handle)

    def wait(self) -> None:
        """Wait here until everything that was started is done."""
        if self.handle and not gpu.is_simulated():
            self.core.sync()
        else:
            self.cuda.synchronize()

    def hold(self, other: int) -> None:
        """Let another stream wait, on the card, for what has been started on this one."""
        if other != self.handle and not {other, self.handle} <= DEFAULT:
            import_module("cuda.core").Stream.from_handle(other).wait(self.core)


def handle_of(stream: Any) -> int:
    """The number that CUDA knows a stream by: of torch's, cuda-python's, numba's or CuPy's, or the number itself."""
    if stream is None or isinstance(stream, int):
        return stream or 0
    if hasattr(stream, "cuda_stream"):
        return int(stream.cuda_stream)
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("handle", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    raise BadOptions(f"a stream is torch's, CuPy's, numba's or its handle as a number, not {stream!r}")


class Launch:
    """A kernel with its arguments, ready to start.

    numba looks at every argument in every call, which takes longer than the kernels do; here it does so once.
    """

    def __init__(self, kernel: Any, grid: tuple[Any, Any], arguments: tuple[Any, ...]) -> None:
        self.kernel, self.grid, self.arguments = kernel, grid, arguments
        if gpu.is_simulated():
            return
        with gpu.compiling():
            self.made = next(iter(kernel.specialize(*arguments).overloads.values()))
        self.function = self.made.library.get_cufunc().kernel
        self.config = import_module("cuda.core").LaunchConfig(grid=grid[0], block=grid[1])
        self.launch = import_module("cuda.core").launch
        self.numbers = self.as_numbers(arguments)

    def as_numbers(self, arguments: tuple[Any, ...]) -> list[Any]:
        """The arguments as the kernel takes them: of an array its address, its shape and where its numbers lie."""
        numbers: list[Any] = []
        for kind, value in zip(self.made.argument_types, arguments, strict=True):
            self.made._prepare_args(kind, value, 0, [], numbers)
        return numbers

    def reading(self, other: Any, known: Any) -> Launch:
        """The same kernel, which reads memory of somebody else's in the place of what it knows. It does not hold it."""
        twin = copy.copy(self)
        if gpu.is_simulated():
            there = gpu.cuda().as_cuda_array(other)
            twin.arguments = tuple(there if one is known else one for one in self.arguments)
        else:
            old, new = address_of(known), address_of(other)
            twin.numbers = [new if number == old else number for number in self.numbers]
        return twin

    def start(self, stream: Stream) -> None:
        """Start the kernel, and do not wait for it."""
        if gpu.is_simulated():
            self.kernel[self.grid](*self.arguments)
        else:
            self.launch(stream.core, self.config, self.function, *self.numbers)


def address_of(array: Any) -> int:
    """Where an array lies on the card."""
    return int(array.__cuda_array_interface__["data"][0])


class Replay:
    """Launches that were recorded once, as a CUDA graph."""

    def __init__(self, work: Callable[[], object], stream: Stream) -> None:
        self.stream = stream
        builder = stream.core.create_graph_builder().begin_building()
        try:
            work()
        finally:
            builder.end_building()
        self.graph = builder.complete()

    def replay(self) -> None:
        """Start all of them again, in one call, and do not wait for them."""
        self.graph.launch(self.stream.core)
