"""Kernels whose machine code is all their own, whoever compiled it.

What a kernel calls and LLVM does not inline lies beside it as a function of its own. Numba leaves
its name open to the linker, which takes whatever of that name came first: a process that compiles
runs the code of the called function's own library, optimised apart from the kernel, a process that
loads the kernel from disk the copy that came with it. Where sums may be reordered
(`compilation.OPTIONS`) their last bits then differ. Made private before it is optimised, a copy has
no name for the linker.
"""

# numba's interface for compiler passes has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering

__all__ = ["SelfContainedCompiler"]


@register_pass(mutates_CFG=True, analysis_only=False)
class _OwnCopies(LoweringPass):
    """Makes what is linked into the kernel private to it, between linking and optimising."""

    _name = "own_copies"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if state.library is None:  # as NativeLowering makes it
            state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
            state.library.enable_object_caching()
        library = state.library
        optimise = library._optimize_final_module

        def make_own_and_optimise() -> None:
            for function in library._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    # internal ones keep their names, and the linker takes them for others' too
                    function.linkage = "private"
            optimise()

        library._optimize_final_module = make_own_and_optimise
        return True


class SelfContainedCompiler(CompilerBase):
    """Numba's usual pipeline; what the kernel calls is compiled into it alone."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        kinds = [kind for kind, _ in passes.passes]
        passes.add_pass_after(_OwnCopies, kinds[kinds.index(NativeLowering) - 1])
        passes.finalize()
        return [passes]
