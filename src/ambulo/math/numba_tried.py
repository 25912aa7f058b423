"""Which numba Ambulo was tried with: kernels rest on private parts of it, which change."""

from __future__ import annotations

import re
import sys
import warnings

from ambulo.inputs.errors import AmbuloWarning

__all__ = ["BELOW", "REMEDY", "untried", "warn_of_untried"]

BELOW = "0.69"
"""Just above the newest that was tried, as in `pyproject.toml`."""

REMEDY = f"pip install 'numba<{BELOW}'"


def untried() -> str:
    """What to say where the numba of this process is newer than any that was tried; "" if not."""
    version = getattr(sys.modules.get("numba"), "__version__", "0.0")
    if _release(version) < _release(BELOW):
        return ""
    return f"numba {version} is newer than any that Ambulo was tried with"


def _release(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def warn_of_untried() -> None:
    """Say it, and go on."""
    line = untried()
    if line:
        warnings.warn(f"{line}; if it fails: {REMEDY}", AmbuloWarning, stacklevel=2)
