"""How the loops of the boundary method are compiled: as the kernels are, in their own cache."""

from __future__ import annotations

from pathlib import Path

from ambulo.kernels.compilation import Function, cache_folder, compiler

__all__ = ["compiled"]

_MARKS = ("@compiled", "@inner", "@overload")


def _sources() -> list[Path]:
    """Files here with compiled functions: to edit another one does not compile them again."""
    files = Path(__file__).parent.glob("*.py")
    return [path for path in files if any(mark in path.read_text("utf-8") for mark in _MARKS)]


_keep = compiler(cache_folder("ballistic", _sources()))


def compiled(function: Function) -> Function:
    """Compile a function on its first call, and keep the result on disk."""
    return _keep(function)
