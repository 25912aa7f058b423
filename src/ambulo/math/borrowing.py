"""Compiled functions that only borrow arrays, and what keeps them to it.

Numba counts a reference to every array of a packed NamedTuple at every call and gives it back after
it, which costs more than the equations of a small system. A function that makes no array, keeps
none and returns none needs no count: its caller holds all that it sees. Numba leaves counting out
on request, but then what such a function is handed as new is never freed, and nothing would say
so. The types of a borrowing function are therefore looked through while it is compiled: every array
in it must be an argument, part of one or a constant.
"""

# numba's interface for compiler passes has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

from typing import Any

from numba import TypingError, types

from ambulo.math.numba_private import (
    AnalysisPass,
    CompilerBase,
    NopythonTypeInference,
    ir,
    register_pass,
)
from ambulo.math.self_contained import inner_passes

_PARTS = {"getattr", "static_getitem", "build_tuple", "exhaust_iter", "cast", "phi"}
"""Expressions that give what is there already, or a part of it."""
_VIEWS = {"array.reshape"}
"""Methods that give another view of the same numbers; of contiguous arrays, as numba asks."""
UNOWNED: list[Any] = []
"""Functions that give arrays over memory that somebody else keeps."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _RefuseOwned(AnalysisPass):
    """Refuse a function that gets hold of an array that nobody else holds."""

    _name = "refuse_owned_arrays"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        models = state.targetctx.data_model_manager

        def counted(kind: Any) -> bool:
            return bool(models[kind].contains_nrt_meminfo())

        if counted(state.return_type):
            self._refuse(state, "returns", state.func_ir.loc)
        for block in state.func_ir.blocks.values():
            for line in block.find_insts(ir.Assign):
                kind = state.typemap[line.target.name]
                if counted(kind) and not _borrowed(line.value, state):
                    self._refuse(state, "makes, or is given as new,", line.loc)
        return False

    def _refuse(self, state: Any, does: str, loc: Any) -> None:
        raise TypingError(f"{state.func_id.func_name} borrows arrays but {does} one", loc)


def _borrowed(value: Any, state: Any) -> bool:
    """Whether the right side of an assignment gives nothing that is new."""
    if not isinstance(value, ir.Expr):
        return True  # an argument, another name for a variable, a constant
    if value.op in _PARTS:
        return True
    if value.op == "getitem":
        index = state.typemap[value.index.name]
        parts = index.types if isinstance(index, types.BaseTuple) else (index,)
        return not any(isinstance(part, types.Array) for part in parts)
    if value.op == "call":
        called = state.typemap[value.func.name]
        if isinstance(called, types.NamedTupleClass):
            return True
        if isinstance(called, types.Function) and called.typing_key in UNOWNED:
            return True
        return isinstance(called, types.BoundFunction) and called.typing_key in _VIEWS
    return False


class BorrowingCompiler(CompilerBase):
    """Numba's usual pipeline and, behind type inference, the look at where arrays come from."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = inner_passes(self.state)
        passes.add_pass_after(_RefuseOwned, NopythonTypeInference)
        passes.finalize()
        return [passes]
