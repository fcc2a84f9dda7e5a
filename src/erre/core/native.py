"""Machine code by numba: rules are typed and lowered one by one, LLVM runs once for a whole set of entry points.

On its own numba takes every function through LLVM: optimised, emitted and given wrappers for Python and for C, whether
anybody calls it from there or not. Here a rule that other rules call is only typed and lowered. LLVM then sees a whole
game at once, and since everything except the entry points is internal, the code that comes out is faster too.

This is a target of its own in numba's sense, with its own dispatcher, context and code library; nothing of numba is
replaced. The classes rely on the insides of one version of numba, which `engine` checks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import _dynfunc
from numba.core import (
    cgutils,
    codegen,
    compiler,
    cpu,
    dispatcher,
    environment,
    errors,
    externals,
    registry,
    sigutils,
    typing,
)
from numba.core import target_extension as targets
from numba.core import utils as numba_utils
from numba.core.compiler_lock import global_compiler_lock

from erre.core import machine_code
from erre.core.machine_code import Processor

KINDS: Any = numba.types
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
TARGET = "erre"
HERE = sys.modules[__name__]
ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of numba's environments begin
LOADED: list[Any] = []  # what loaded code refers to, kept alive as long as the code is


@dataclass(frozen=True)
class Code:
    """Machine code as it can be kept on disk."""

    object_file: bytes
    symbols: list[tuple[str, str]]  # of each entry point: its own name, and that of its environment
    environments: dict[str, list[Any]]  # the Python objects that the code needs, such as exceptions to raise


class Flags(compiler.Flags):
    """Numba's flags with a cheap hash: theirs builds a dictionary of all options for each hash and comparison."""

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._values)))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Flags) and self._values == other._values) or bool(super().__eq__(other))


class Library(codegen.JITCodeLibrary):
    """Code that is linked with what it calls only when it is finalized, which for inner rules is never."""

    def add_linking_library(self, library: Any) -> None:
        """Remember a library to link."""
        self._linking_libraries.append(library)

    def _optimize_functions(self, module: Any) -> None:
        """Simplify each function by itself; numba does this for the names of other functions too."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """Make it ready to run in this process; only numba's own runtime is used like this."""
        self.link()
        self._finalize_final_module()

    def link(self) -> None:
        """Link everything that is reached, make it internal, and optimise it as a whole."""
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        for library in self.reached():
            self._reload_init.update(library._reload_init)
            shared = library._get_module_for_linking() if library._finalized else library._final_module
            module.link_in(shared, preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        module.verify()

    def reached(self) -> Iterator[Any]:
        """Every library that this one calls, and that those call, each once."""
        seen, waiting = {self}, list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                yield library
                if not library._finalized:
                    waiting += library._linking_libraries
                    waiting += self._codegen.called_back(library)


class Codegen(codegen.JITCPUCodegen):
    """Makes such libraries, and knows where the rules are that call each other in a circle."""

    _library_class = Library

    def __init__(self, name: str) -> None:
        self.triple = llvm.get_process_triple()
        self.aimed_at: Processor | None = None
        super().__init__(name)
        self.homes: dict[str, Library] = {}  # the library that defines a function
        self.circles: set[str] = set()  # functions that were called before they were lowered

    def aim(self, processor: Processor) -> None:
        """Optimise and emit for a processor, which need not be this machine's: numba would always take this one."""
        if processor == self.aimed_at:
            return
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self.aimed_at = processor
        self.triple = llvm.get_process_triple() if processor.is_native else f"{processor.family}-unknown-linux-gnu"
        self._tm = llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=processor.name,
            features=processor.features,
            opt=int(numba.config.OPT),
            reloc="static" if self.triple.startswith("x86") else "default",
            codemodel="jitdefault",
            jit=True,
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = self.triple
        return module

    def insert_unresolved_ref(self, builder: Any, function_type: Any, name: str) -> Any:
        """A call within a circle of rules: a plain one, since the whole circle ends up in one module."""
        self.circles.add(name)
        return cgutils.get_or_insert_function(builder.module, function_type, name)

    def called_back(self, library: Any) -> list[Library]:
        """The libraries of a circle that a library does not name itself."""
        names = {function.name for function in library._final_module.functions} if self.circles else set()
        return [self.homes[name] for name in names & self.circles if name in self.homes]


class Inner:
    """Stands for the entry point of a rule that has none."""


class Context(cpu.CPUContext):
    """Numba's context for the CPU with libraries of ours."""

    @global_compiler_lock
    def init(self) -> None:
        """As numba's own, with another code generator."""
        self.is32bit = numba_utils.MACHINE_BITS == 32
        self._internal_codegen = Codegen("erre.rules")
        externals.c_math_functions.install(self)
        self.sizes: dict[str, int] = {}
        self.is_loaded = False

    def refresh(self) -> None:
        """Take in what was registered since the last time; numba imports dozens of modules for it each time."""
        if not self.is_loaded:
            self.is_loaded = True
            super().refresh()
            return
        for one in (self, self.typing_context):
            for known in list(one._registries):
                one.install_registry(known)

    def aim(self) -> None:
        """Compile for the processor that is wanted; numba's own runtime, which comes first, is for this one."""
        if not self.is_loaded:
            self.refresh()
        self._internal_codegen.aim(machine_code.target())

    def get_abi_sizeof(self, kind: Any) -> int:
        """The size of a type, which LLVM is asked for once: each question is a module to parse."""
        name = str(kind)
        if name not in self.sizes:
            self.sizes[name] = super().get_abi_sizeof(kind)
        return self.sizes[name]

    def get_executable(self, library: Library, description: Any, env: Any) -> Any:
        """An inner rule has nothing to execute."""
        library.codegen.homes[description.mangled_name] = library
        return Inner()


class Typing(typing.Context):
    """Numba's context for typing, which remembers what the operators and functions of Python and numpy return."""

    def init(self) -> None:
        """Begin with an empty memory."""
        self.known: dict[Any, Any] = {}

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        """The signature for some types of arguments; numba tries dozens of templates for every single sum."""
        if kws or not isinstance(function, KINDS.Function):
            return super().resolve_function_type(function, args, kws)
        key = (function, tuple(args))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = super().resolve_function_type(function, args, kws)
        return found


class Target(registry.CPUTarget):
    """What numba asks for the contexts."""

    @numba_utils.threadsafe_cached_property
    def _toplevel_typing_context(self) -> Typing:
        return Typing()

    @numba_utils.threadsafe_cached_property
    def _toplevel_target_context(self) -> Context:
        return Context(self.typing_context, TARGET)


class Compiler(dispatcher._FunctionCompiler):
    """Types and lowers one function."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        flags.nrt = False  # rules never allocate, so nothing has to be counted
        made = compiler.compile_extra(
            self.targetdescr.typing_context,
            self.targetdescr.target_context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            pipeline_class=self.pipeline_class,
        )
        if made.typing_error is not None:
            raise made.typing_error
        return made


class RuleCompiler(Compiler):
    """The same for rules: they never allocate, and one version of each does for all widths of integers."""

    def __init__(self, *given: Any, wide: bool) -> None:
        super().__init__(*given)
        self.wide = wide

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """What a rule is compiled for where another calls it with these types."""
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(map(self.plain, folded))

    def plain(self, kind: Any) -> Any:
        """Not a constant and, if it is a signed integer, of 64 bits."""
        kind = KINDS.unliteral(kind)
        return KINDS.int64 if self.wide and isinstance(kind, KINDS.Integer) and kind.signed else kind


class Lowered(dispatcher.Dispatcher):
    """A function that is typed and lowered when another one calls it: numba's own helpers, and rules."""

    targetdescr = Target(TARGET)
    depth = 0  # of the functions being compiled
    pipeline: Any = compiler.Compiler

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None, **more: Any) -> None:
        super().__init__(py_func, locals, targetoptions, **more)
        options = (self.targetdescr, self.targetoptions, self.locals, self.pipeline)
        self._compiler = self.compiler_for(py_func, *options)

    def compiler_for(self, *given: Any) -> Compiler:
        """What types and lowers it."""
        return Compiler(*given)

    def compile(self, sig: Any) -> Any:
        """Type and lower it for some types of arguments; what numba knows the result by."""
        return self.lowered(sig).entry_point

    @global_compiler_lock
    def lowered(self, sig: Any) -> Any:
        """The same; all there is to know of the result."""
        args, return_type = sigutils.normalize_signature(sig)
        found = self.overloads.get(tuple(args))
        if found is None:
            if not Lowered.depth:
                context().aim()
            Lowered.depth += 1
            try:
                with self._compiling_counter:
                    found = self._compiler.compile(args, return_type)
            except errors.ForceLiteralArg as error:
                raise error.bind_fold_arguments(lambda a, k: self._compiler.fold_argument_types(a, k)[1]) from None
            finally:
                Lowered.depth -= 1
            self.overloads[tuple(args)] = found
        return found


def emit(name: str, lowered: list[Any]) -> Code:
    """Machine code for some lowered rules as entry points from Python.

    Its symbols begin with the name, which no other code may have: all code of a process shares one table of symbols.
    """
    with global_compiler_lock:
        context().aim()
        library = context().codegen().create_library(name)
        for made in lowered:
            made.target_context.create_cpython_wrapper(
                library, made.fndesc, made.environment, made.call_helper, release_gil=True
            )
            library.add_linking_library(made.library)
        library.link()
        module = library._final_module
        entries = [module.get_function(made.fndesc.llvm_cpython_wrapper_name) for made in lowered]
        variables = {variable.name: variable for variable in module.global_variables}
        if any(variable.startswith("numba.dynamic.globals") for variable in variables):
            raise TypeError(f"{name}: a rule refers to memory of this process, so its code cannot be kept")
        known = {found: environment.lookup_environment(found) for found in variables if found.startswith(ENVIRONMENT)}
        used = {found: f"{name}.environment{at}" for at, found in enumerate(known) if known[found] is not None}
        for at, entry in enumerate(entries):
            entry.name = f"{name}.entry{at}"
        for found, unique in used.items():
            variables[found].name = unique
        code = library.codegen._tm.emit_object(module)
    own = [used[made.fndesc.env_name] for made in lowered]
    symbols = list(zip((entry.name for entry in entries), own, strict=True))
    return Code(code, symbols, {unique: known[found].consts for found, unique in used.items()})


def load(code: Code) -> list[Callable[..., Any]]:
    """The entry points of emitted code, ready to be called."""
    with global_compiler_lock:
        engine = context().codegen()._engine
        engine._ee.add_object_file(llvm.ObjectFileRef.from_data(code.object_file))
        engine.finalize_object()
        environments = {}
        for name, consts in code.environments.items():
            environments[name] = env = environment.Environment({})
            env.consts[:] = consts
            env.env_name = name
            context().codegen().set_env(name, env)
        LOADED.append(environments)
        return [
            _dynfunc.make_function(HERE, symbol, "", engine.get_function_address(symbol), environments[env], ())
            for symbol, env in code.symbols
        ]


def context() -> Context:
    """The one context of all rules."""
    found: Context = Lowered.targetdescr.target_context
    return found


def decorate_helper(**options: Any) -> Callable[[Any], Lowered]:
    """How numba compiles those of its own functions that it wrote in Python, when rules call them."""
    return lambda function: Lowered(function, targetoptions={**options, "nopython": True})


class Rules(targets.CPU):
    """Our target, as numba's registries know it."""


targets.target_registry[TARGET] = Rules
targets.dispatcher_registry[Rules] = Lowered
targets.jit_registry[Rules] = decorate_helper
