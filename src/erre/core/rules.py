"""The objects that stand for rules where they are compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numba
from numba.core.dispatcher import OmittedArg

from erre.core.entries import Module, module_of
from erre.core.interpreter import interpreted
from erre.core.native import KINDS, OPTIONS, Lowered, RuleCompiler
from erre.core.passes import Pipeline
from erre.core.record import Record


class Rule(Lowered):
    """A rule. Other rules have it lowered and linked in; Python calls an entry point, which its module holds."""

    pipeline = Pipeline

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None, *, wide: bool = True) -> None:
        self.wide = wide
        self.homes: dict[tuple[Any, ...], Module] = {}  # by the types of the arguments
        self.entries: dict[tuple[Any, ...], Callable[..., Any]] = {}
        super().__init__(py_func, locals, {**OPTIONS, **(targetoptions or {})})

    def compiler_for(self, *given: Any) -> RuleCompiler:
        """What types and lowers it."""
        return RuleCompiler(*given, wide=self.wide)

    def typeof_pyval(self, value: Any) -> Any:
        """The type of an argument that numba does not know at first sight."""
        if isinstance(value, Record):
            return value.known_type or value.numba_type()
        return super().typeof_pyval(value)

    def add_entry(self, kinds: tuple[Any, ...], function: Callable[..., Any]) -> None:
        """Have calls from Python with these types go to this function."""
        self.entries[kinds] = function
        self._insert([kind._code for kind in kinds], function, False)

    def _compile_for_args(self, *args: Any, **_: Any) -> Any:
        """Numba asks for a function here when Python calls the rule with types that it has not met."""
        kinds = tuple(self._compiler.plain(self.kind_of(value)) for value in args)
        self._types_active_call.clear()
        if kinds not in self.entries:
            module_of(self, kinds).load()
        return self.entries.get(kinds) or self.interpreted

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """What is called while its machine code is being made."""
        return interpreted(self)

    def kind_of(self, value: Any) -> Any:
        """The type of an argument."""
        return KINDS.Omitted(value.value) if isinstance(value, OmittedArg) else self.typeof_pyval(value)

    @cached_property
    def plain(self) -> Any:
        """The same function as numba compiles it by itself, for functions that are compiled by `numba.njit`."""
        return numba.njit(nogil=True, error_model="numpy")(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba asks when another function calls the rule with arguments of some types."""
        return super().get_call_template(args, kws) if Lowered.depth else self.plain.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """What numba knows the called version by."""
        return super().get_overload(sig) if Lowered.depth else self.plain.get_overload(sig)
