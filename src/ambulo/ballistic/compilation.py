"""How the loops of the boundary method are compiled: as the kernels are, in their own cache."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, cast

import numba

from ambulo.kernels import compilation as of_kernels
from ambulo.kernels.compilation import Function

__all__ = ["compiled"]

# named in numba's manual but not in its annotations
_njit: Any = numba.njit
_config: Any = numba.config

_OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # nnan and ninf stay out: a motion that cannot be integrated must come out as NaN
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
}


def _cache_folder() -> str:
    """A folder for this very text: numba looks only at the file of the outermost function."""
    root = Path(of_kernels._cache_folder())
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return str(root.with_name(f"ballistic-{root.name.removeprefix('kernels-')}-{digest}"))


_FOLDER = _cache_folder()


def compiled(function: Function) -> Function:
    """Compile a function on its first call, and keep the result on disk."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _FOLDER
    try:
        return cast(Function, _njit(cache=True, **_OPTIONS)(function))
    finally:
        _config.CACHE_DIR = before
