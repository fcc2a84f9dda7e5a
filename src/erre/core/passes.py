"""The passes of numba that a rule goes through on its way from bytecode to LLVM, and no others. Used by `native`.

Rules are plain: they have no functions, `with` or `try` inside, do not yield, and never allocate. So most of numba's
passes find nothing to do, but each of them analyses the whole function again, and numba describes every one of them
for whoever may be listening. Nothing has to be freed either, so no variable is deleted where its life ends.

A function that is not plain goes through everything that numba has, as do the helpers that numba wrote in Python.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from numba.core import compiler, ir_utils, lowering, typed_passes, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.rewrites import rewrite_registry
from numba.core.ssa import reconstruct_ssa

NOT_PLAIN = 0x20 | 0x80 | 0x200  # generators and coroutines


def is_plain(code: CodeType) -> bool:
    """Whether the passes of rules will do for a function."""
    has_inner = any(isinstance(const, CodeType) for const in code.co_consts)
    has_blocks = bool(getattr(code, "co_exceptiontable", b""))  # of `with` and `try`
    return not (has_inner or has_blocks or code.co_flags & NOT_PLAIN)


class Quiet(PassManager):
    """Runs passes one after the other, without describing each to numba's listeners or checking what it left."""

    def _runPass(self, _index: int, one: Any, state: Any) -> None:  # noqa: N802
        one.analysis = self._analysis
        one.run_initialization(state)
        one.run_pass(state)
        one.run_finalizer(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class Rewrite(untyped_passes.GenericRewrites):
    """Constant indices and the exceptions that are raised, in the form that typing expects."""

    _name = "erre_rewrite"

    def run_pass(self, state: Any) -> bool:
        """As numba's registry does it, but for the analysis of lifetimes that follows there."""
        blocks = state.func_ir.blocks
        for kind in rewrite_registry.rewrites["before-inference"]:
            rewrite, waiting = kind(state), list(blocks.items())
            while waiting:
                label, block = waiting.pop()
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):
                    blocks[label] = rewrite.apply()
                    waiting.append((label, blocks[label]))
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class AssignOnce(untyped_passes.ReconstructSSA):
    """A name for every value that a variable takes."""

    _name = "erre_assign_once"

    def run_pass(self, state: Any) -> bool:
        """As numba does it, without a second analysis."""
        state.func_ir = reconstruct_ssa(state.func_ir)
        self._patch_locals(state)
        state.func_ir._definitions = ir_utils.build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class JoinAgain(typed_passes.PreLowerStripPhis):
    """Values that meet where branches join are variables again."""

    _name = "erre_join_again"

    def run_pass(self, state: Any) -> bool:
        """As numba does it, without a third analysis."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = ir_utils.build_definitions(state.func_ir.blocks)
        return True


class Lower(lowering.Lower):
    """Numba's lowering, for code in which nothing is counted: what a variable held before is of no interest."""

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Store a value in a variable."""
        if argidx is not None or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
        else:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(value, self.getvar(name))


@register_pass(mutates_CFG=True, analysis_only=False)
class ToLLVM(typed_passes.NativeLowering):
    """From numba's instructions to LLVM's."""

    _name = "erre_to_llvm"
    lowering_class = Lower


PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    Rewrite,
    untyped_passes.RewriteDynamicRaises,
    AssignOnce,
    untyped_passes.DeadBranchPrune,
    typed_passes.NopythonTypeInference,
    JoinAgain,
    typed_passes.InlineOverloads,
    typed_passes.NoPythonSupportedFeatureValidation,
    ToLLVM,
    typed_passes.NoPythonBackend,
)


class Pipeline(compiler.CompilerBase):
    """Takes a rule through its passes."""

    def define_pipelines(self) -> list[Any]:
        """The one way that a rule is compiled."""
        if not is_plain(self.state.func_id.code):
            return [compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)]
        manager = Quiet("rules")
        for one in PASSES:
            manager.add_pass(one, one._name)
        manager.finalize()
        return [manager]
