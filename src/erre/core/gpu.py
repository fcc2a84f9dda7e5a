"""The GPU engine: the same rules, one game per thread."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from erre.core.errors import Refusal
from erre.core.game import AnyGame

THREADS = 256  # a block
REGISTERS = 255  # a thread: few threads at a time, whose states then stay near the processors
CONSTANT_TABLE = 1024  # bytes of the widest table in the constant memory of a kernel, which has 64 kB
LARGE, LONG = 100_000, 300  # instructions, before they are optimised: of what a kernel calls, and of one function
LOCAL_ROOM = 512 * 1024  # bytes of memory that a thread may have of its own
WORD = 8  # bytes


class NoGpu(Refusal):
    """There is no GPU here, or nothing to drive it with."""


class Loops(Hashable, Protocol):
    """What this engine needs of a game's loops (see `batch.Arena`)."""

    @property
    def play_game(self) -> Any:
        """Plays one game to its end."""
        ...

    @property
    def work(self) -> int:
        """64-bit words of workspace that the bots need."""
        ...


def cuda() -> Any:
    """numba's CUDA module, or a refusal that says what is missing."""
    try:
        import_module("numba_cuda")
    except ImportError:
        raise NoGpu("the GPU engine needs numba-cuda: pip install '.[gpu]' adds it") from None
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  (numba-cuda 0.30 still looks for the old name)
    module: Any = import_module("numba.cuda")
    if not module.is_available():
        raise NoGpu("no NVIDIA GPU with a working driver was found on this machine; --engine cpu runs anywhere")
    return module


def check_room(work: int, instead: str) -> None:
    """Refuse bots whose 64-bit words of workspace do not fit: a compiler would find out after minutes."""
    if work * WORD > LOCAL_ROOM:
        here = f"a thread of a GPU has room for {LOCAL_ROOM // 1024} kB"
        raise NoGpu(f"these bots have {work * WORD / 1000:,.0f} kB of workspace, and {here}; {instead}")


@contextmanager
def compiling() -> Iterator[None]:
    """While kernels are compiled, mend two ways of numba-cuda, and leave it as it was.

    It puts all tables and weights into the constant memory of a kernel, which has 64 kB; here wide ones go into the
    memory of the card. And it links what a rule calls once for every way to it: over a hundred thousand modules for
    one step. Here each is linked once.
    """
    if is_simulated():
        yield
        return
    target: Any = import_module("numba.cuda.target").CUDATargetContext
    library: Any = import_module("numba.cuda.codegen").CUDACodeLibrary
    usual, modules = target.make_constant_array, library.modules

    def constant(self: Any, builder: Any, kind: Any, table: npt.NDArray[Any]) -> Any:
        """What a kernel reads a table from."""
        if table.nbytes <= CONSTANT_TABLE:
            return usual(self, builder, kind, table)
        return self.get_constant_generic(builder, kind, uploaded(table))

    target.make_constant_array, library.modules = constant, property(linked_modules)
    try:
        yield
    finally:
        target.make_constant_array, library.modules = usual, modules


def linked_modules(library: Any) -> list[Any]:
    """The modules of a library and of all that it calls, each once."""
    met = {id(library): library}
    pending = [library]
    while pending:
        for called in pending.pop()._linking_libraries:
            if id(called) not in met:
                met[id(called)] = called
                pending.append(called)
    modules = [one._module for one in met.values()]
    keep_apart([function for module in modules[1:] for function in module.functions])  # a kernel itself is not called
    return modules


def keep_apart(functions: list[Any]) -> None:
    """Where a kernel calls much, have long functions called instead of copied to wherever they are called.

    A large step compiles in a quarter of the time, to a quarter of the code.
    """
    sizes = [sum(len(block.instructions) for block in function.blocks) for function in functions]
    if sum(sizes) > LARGE:
        for function, size in zip(functions, sizes, strict=True):
            if size > LONG:
                function.attributes.discard("alwaysinline")
                function.attributes.add("noinline")


TABLES: dict[int, tuple[npt.NDArray[Any], Any]] = {}  # by their places here: those on the card, which stay there


def uploaded(table: npt.NDArray[Any]) -> Any:
    """A table on the card; once for all kernels."""
    if id(table) not in TABLES:
        TABLES[id(table)] = table, cuda().to_device(np.ascontiguousarray(table))
    return TABLES[id(table)][1]


def is_simulated() -> bool:
    """Whether numba's simulator stands in for a card."""
    import numba

    return bool(numba.config.ENABLE_CUDASIM)


@cache
def opaque() -> Any:
    """What hides from a compiler that an array is local memory: it would unroll all loops over it, five times the code.

    In kernels it takes an array and gives it back.
    """
    if is_simulated():
        return lambda array: array
    from llvmlite import ir

    def hidden(_context: Any, array: Any) -> Any:
        """The type of the function, and what it becomes."""

        def lowered(context: Any, builder: Any, sig: Any, given: Any) -> Any:
            """The same array, whose address has passed through an instruction that says nothing of it."""
            found, word = context.make_array(sig.args[0])(context, builder, given[0]), ir.IntType(64)
            move = ir.InlineAsm(ir.FunctionType(word, [word]), "mov.b64 $0, $1;", "=l,l", side_effect=True)
            address = builder.call(move, [builder.ptrtoint(found.data, word)])
            found.data = builder.inttoptr(address, found.data.type)
            return found._getvalue()

        return array(array), lowered

    return import_module("numba.cuda.extending").intrinsic(hidden)


@cache
def kernel_of(game: AnyGame, loops: Loops) -> Any:
    """The kernel: copy a state in, play it out, copy it back."""
    module = cuda()
    import numba

    play_game = loops.play_game
    record = numba.from_dtype(game.record_type.dtype)
    most_legal, most_work = game.kernels.most_legal, loops.work
    int16, int32, int64 = numba.int16, numba.int32, numba.int64

    def play(states: Any, made: Any, bots: Any, seed: int, first: int) -> None:
        i = module.grid(1)
        if i < states.size:
            # The state lives in local memory while it is played: neighbours' bytes then lie side by side.
            local = module.local.array(1, record)
            luck = module.local.array(2, int32)
            moves = module.local.array(most_legal, int16)
            work = module.local.array(most_work, int64)
            local[0] = states[i]
            made[i] = play_game(local[0], bots, luck, moves, work, seed, first + i)
            states[i] = local[0]

    return module.jit(max_registers=REGISTERS)(play)


def play_games(
    game: AnyGame,
    loops: Loops,
    states: npt.NDArray[np.void],
    made: npt.NDArray[np.int32],
    seed: int,
    first: int,
    bots: list[int],
) -> None:
    """Play a batch on the GPU; states and numbers of moves are filled in as the CPU engine would."""
    check_room(loops.work, "--engine cpu plays them")
    module = cuda()
    chosen = np.zeros(8, np.int8)
    chosen[: len(bots)] = bots
    kernel = kernel_of(game, loops)
    there = module.to_device(states)
    counts = module.to_device(made)
    blocks = (len(states) + THREADS - 1) // THREADS
    try:
        with compiling():
            kernel[blocks, THREADS](there, counts, module.to_device(chosen), seed, first)
    except Exception as error:
        raise NoGpu(f"these bots cannot be made ready for this GPU; --engine cpu plays them ({error})") from error
    there.copy_to_host(states)
    counts.copy_to_host(made)
