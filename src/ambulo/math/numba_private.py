"""The private parts of numba that Ambulo rests on, all of them: they may change with any version.

Every other module takes them from here, and from numba itself only what its manual promises. What
kernels are without each of them is measured by `benchmarks/numba_private.py`.

    cgutils, Conversion         instructions that numba has no Python for: lanes, calls by address
    CompilerBase ... ir         passes of its own: copies, no machine code inside, arrays borrowed
    Flags ... infer_global      implementations chosen by type, compiled once for all callers
    to_fixed_tuple              a packed law from an array of its parameters
    caching, nrt, CFunc         kernels kept on disk, by processes beside each other, read quickly
    Loc, event                  errors with their place; how long it compiles
"""

# mypy: disable-error-code="attr-defined, import-untyped, unused-ignore", implicit-reexport
# ruff: noqa: F401

from __future__ import annotations

from numba.core import caching, cgutils, event, ir
from numba.core.ccallback import CFunc
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import AnalysisPass, LoweringPass, register_pass
from numba.core.ir import Loc
from numba.core.runtime import nrt
from numba.core.targetconfig import ConfigStack
from numba.core.typeconv import Conversion
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing.templates import infer_global, make_overload_template
from numba.np.unsafe.ndarray import to_fixed_tuple
