"""The numba versions that were tested with Ambulo. Kernels use private parts of numba, which
change.
"""

from __future__ import annotations

import re
import sys
import warnings

from ambulo.inputs.errors import AmbuloWarning, InputError

BELOW = "0.69"
"""Just above the newest that was tried, as in `pyproject.toml`."""

REMEDY = f"pip install 'numba<{BELOW}'"


def untried() -> str:
    """A message if this numba is newer than any tested version; otherwise ""."""
    version = getattr(sys.modules.get("numba"), "__version__", "0.0")
    if _release(version) < _release(BELOW):
        return ""
    return f"numba {version} is newer than any version that was tested with Ambulo"


def _release(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def require_numba(*, compiles: bool) -> None:
    """Continue with a warning if numba is newer than any tested version.

    Args:
        compiles: whether numba's configuration lets it compile.
    Raises:
        InputError: numba's configuration does not let it compile.
    """
    if not compiles:
        raise InputError(
            what="this variable stops numba from compiling, but Ambulo's kernels contain LLVM "
            "instructions and cannot run without being compiled",
            where="NUMBA_DISABLE_JIT",
            remedy="Unset it. NUMBA_DEBUGINFO=1 helps to debug compiled kernels",
        )
    line = untried()
    if line:
        warnings.warn(f"{line}; if it fails: {REMEDY}", AmbuloWarning, stacklevel=2)
