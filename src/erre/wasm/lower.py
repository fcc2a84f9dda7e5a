"""Lowered rules as one LLVM module for wasm32, with plain functions as entry points.

Numba lowers a rule once, for this process's processor, and its integers and array headers stay 64 bits wide on wasm32;
only pointers change. That works as long as LLVM has not optimised for the host yet, so the libraries made here skip
that step. It has to happen in a process that has compiled nothing before (see `build`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype

from erre.core import native
from erre.core.native import KINDS

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"  # as clang gives it
FEATURES = "+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext"
I32, I64, POINTER = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()
RAW_ADDRESS = re.compile(r"inttoptr \(?i(?:32|64) -?[1-9]\d* to ptr")


class BadKernel(TypeError):
    """A rule that cannot run in WebAssembly, and why."""


@dataclass(frozen=True)
class Export:
    """An entry point: its name, the rule with numba's types, and which arguments JavaScript gives as 64 bits."""

    name: str
    rule: Any
    kinds: tuple[Any, ...]
    wide: frozenset[str] = frozenset()

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the rule's parameters."""
        code = self.rule.py_func.__code__
        names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
        return names


class Unoptimised(native.Library):
    """A library whose functions stay as they were lowered."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave it to the one optimisation for wasm32."""


@cache
def prepare() -> None:
    """From now on this process lowers rules for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    codegen = native.context().codegen()
    if codegen.homes:
        raise RuntimeError("this process has already compiled rules for its own processor")
    codegen._library_class = Unoptimised


def object_file(name: str, exports: list[Export]) -> bytes:
    """A relocatable object file for wasm32 with these entry points, all else internal."""
    prepare()
    with global_compiler_lock:
        library = native.context().codegen().create_library(name)
        for export in exports:
            made = export.rule.lowered(export.kinds)
            library.add_ir_module(face(library, export, made))
            library.add_linking_library(made.library)
        module = whole(library)
    make_internal(module, {export.name for export in exports})
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    optimise(module, machine)
    check(name, module)
    found: bytes = machine.emit_object(module)
    return found


def whole(library: Any) -> Any:
    """Everything that a library reaches, as one module for wasm32."""
    module = library._final_module
    aim(module)
    for reached in library.reached():
        shared = reached._get_module_for_linking() if reached._finalized else reached._final_module
        aim(shared)
        module.link_in(shared, preserve=True)
    return module


def aim(module: Any) -> None:
    """Give a module the target: its pointers are now 32 bits wide."""
    module.triple, module.data_layout = TRIPLE, LAYOUT


def make_internal(module: Any, names: set[str]) -> None:
    """Hide everything except the entry points, so that what is not needed goes away."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name in names else "internal"


def optimise(module: Any, machine: Any) -> None:
    """Optimise for speed, without vectors: they would need a newer browser, and gain nothing for such small loops."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()


def check(name: str, module: Any) -> None:
    """Refuse a module that calls something outside itself, such as an allocator, or knows an address of the host."""
    missing = sorted(f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm."))
    missing += sorted(v.name for v in module.global_variables if v.is_declaration)
    if missing:
        raise BadKernel(f"{name}: WebAssembly has no {', '.join(missing)}; rules may not allocate or call the system")
    if found := RAW_ADDRESS.search(str(module)):
        raise BadKernel(f"{name}: a rule refers to memory of this process: {found[0]}")


# -- how JavaScript calls a rule


def face(library: Any, export: Export, made: Any) -> Any:
    """A module with one function: a state is a pointer, an array a pointer and its lengths, a raise a trap.

    Integers are 32 bits wide, except for those that are marked wide, and a result that does not fit traps too.
    """
    context = made.target_context
    module = library.create_ir_module(f"{export.name}.face")
    takes: list[Any] = []
    for name, kind in zip(export.parameters, made.signature.args, strict=True):
        takes += parameter_types(name, kind, export.wide)
    result = made.signature.return_type
    gives = ir.VoidType() if result == KINDS.none else I32
    function = ir.Function(module, ir.FunctionType(gives, takes), export.name)
    builder = ir.IRBuilder(function.append_basic_block())
    given = iter(function.args)
    values = [argument(context, builder, kind, given) for kind in made.signature.args]
    callee = context.declare_function(module, made.fndesc)
    status, value = context.call_conv.call_function(builder, callee, result, made.signature.args, values)
    trap_if(builder, status.is_error)
    if result == KINDS.none:
        builder.ret_void()
    else:
        builder.ret(narrowed(builder, result, value))
    return module


def parameter_types(name: str, kind: Any, wide: frozenset[str]) -> list[Any]:
    """What JavaScript gives for one parameter."""
    if isinstance(kind, KINDS.Record):
        return [POINTER]
    if isinstance(kind, KINDS.Array) and kind.layout == "C":
        return [POINTER, *[I32] * kind.ndim]
    if isinstance(kind, KINDS.Boolean | KINDS.Integer):
        return [I64 if name in wide else I32]
    raise BadKernel(f"WebAssembly cannot be given {name}, which is {kind}")


def argument(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    """The value that the rule takes, out of the next ones that JavaScript gave."""
    value = next(given)
    if isinstance(kind, KINDS.Record):
        return builder.bitcast(value, context.get_value_type(kind))
    if isinstance(kind, KINDS.Array):
        return array(context, builder, kind, value, [next(given) for _ in range(kind.ndim)])
    if isinstance(kind, KINDS.Boolean):
        return builder.icmp_signed("!=", value, value.type(0))
    return value if value.type == I64 else builder.sext(value, I64)


def array(context: Any, builder: Any, kind: Any, data: Any, lengths: list[Any]) -> Any:
    """An array that lies in memory row by row."""
    made = context.make_array(kind)(context, builder)
    shape = [builder.sext(length, I64) for length in lengths]
    item = as_dtype(kind.dtype).itemsize
    strides = [I64(item)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    packed = [cgutils.pack_array(builder, numbers, I64) for numbers in (shape, strides)]
    pointer = builder.bitcast(data, made.data.type)
    populate_array(made, data=pointer, shape=packed[0], strides=packed[1], itemsize=I64(item), meminfo=None)
    return made._getvalue()


def narrowed(builder: Any, kind: Any, value: Any) -> Any:
    """A result as 32 bits."""
    if isinstance(kind, KINDS.Boolean):
        return builder.zext(value, I32)
    if not isinstance(kind, KINDS.Integer):
        raise BadKernel(f"WebAssembly cannot return {kind}")
    if kind.bitwidth <= 32:
        return (builder.sext if kind.signed else builder.zext)(value, I32) if kind.bitwidth < 32 else value
    short = builder.trunc(value, I32)
    trap_if(builder, builder.icmp_signed("!=", builder.sext(short, I64), value))
    return short


def trap_if(builder: Any, condition: Any) -> None:
    """End everything where a condition holds: JavaScript gets an exception."""
    trap: Callable[..., Any] = builder.module.declare_intrinsic("llvm.trap", fnty=ir.FunctionType(ir.VoidType(), []))
    with cgutils.if_unlikely(builder, condition):
        builder.call(trap, [])
