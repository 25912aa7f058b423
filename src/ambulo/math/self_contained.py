"""Kernels whose machine code is all their own, whoever compiled it; what they call has none.

What a kernel calls and LLVM does not inline lies beside it as a function of its own. Numba leaves
its name open to the linker, which takes whatever of that name came first: a process that compiles
runs the code of the called function's own library, optimised apart from the kernel, a process that
loads the kernel from disk the copy that came with it. Where sums may be reordered
(`compilation.OPTIONS`) their last bits then differ. Made private before it is optimised, a copy has
no name for the linker. The called function's own library is then never run, and its machine code is
not made.
"""

# numba's interface for compiler passes has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm

from ambulo.math.numba_private import (
    CompilerBase,
    DefaultPassBuilder,
    LoweringPass,
    NativeLowering,
    register_pass,
)


def _library(state: Any) -> Any:
    """Where NativeLowering puts a function's code: made as it would make it."""
    if state.library is None:
        state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        state.library.enable_object_caching()
    return state.library


@register_pass(mutates_CFG=True, analysis_only=False)
class _OwnCopies(LoweringPass):
    """Makes what is linked into the kernel private to it, between linking and optimising."""

    _name = "own_copies"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        library = _library(state)
        optimise = library._optimize_final_module

        def make_own_and_optimise() -> None:
            for function in library._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    # internal ones keep their names, and the linker takes them for others' too
                    function.linkage = "private"
            optimise()

        library._optimize_final_module = make_own_and_optimise
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _NoMachineCode(LoweringPass):
    """Leaves a function as what kernels are compiled from: nothing runs it by itself."""

    _name = "no_machine_code"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        library = _library(state)
        finish = library._finalize_final_module

        def finish_without_code() -> None:
            whole = library._final_module
            # numba writes into the function's environment, a variable that kernels share with it
            shared = [str(v) for v in whole.global_variables if v.linkage.name == "common"]
            library._final_module = llvm.parse_assembly("\n".join(shared))
            finish()
            library._final_module = whole

        library._finalize_final_module = finish_without_code
        return True


def _passes(state: Any, before_lowering: type) -> Any:
    """Numba's usual passes and one more, before machine code is thought of."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    kinds = [kind for kind, _ in passes.passes]
    passes.add_pass_after(before_lowering, kinds[kinds.index(NativeLowering) - 1])
    return passes


def inner_passes(state: Any) -> Any:
    """Numba's usual passes, but for machine code: a function that only kernels call needs none."""
    return _passes(state, _NoMachineCode)


class InnerCompiler(CompilerBase):
    """How what only kernels call is compiled."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = inner_passes(self.state)
        passes.finalize()
        return [passes]


@contextmanager
def _no_collection() -> Iterator[None]:
    """While it lasts, Python does not look for unused circles of objects.

    A compilation makes millions of objects that live until it ends: to look through them again and
    again took an eighth of a first analysis.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class SelfContainedCompiler(CompilerBase):
    """Numba's usual pipeline; what the kernel calls is compiled into it alone."""

    def compile_extra(self, func: Any) -> Any:
        """Compile, with all that it calls."""
        with _no_collection():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = _passes(self.state, _OwnCopies)
        passes.finalize()
        return [passes]
