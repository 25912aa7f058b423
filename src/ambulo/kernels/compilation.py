"""How every kernel is compiled: without the interpreter lock, with NaN kept, and kept on disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

__all__ = ["Function", "cache_folder", "compiled", "compiler", "inner"]

Function = TypeVar("Function", bound=Callable[..., Any])

# named in numba's manual but not in its annotations
_njit: Any = numba.njit
_config: Any = numba.config

_OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # nnan and ninf stay out: a NaN frame must come out as NaN
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
}


def cache_folder(name: str = "kernels", more: Iterable[Path] = ()) -> str:
    """A folder for this very text of the kernels, and of other files with compiled loops.

    Numba looks only at the file of the function it loads, not at those of the functions inside it:
    a folder named after all of them keeps one version from running another's code.

    Args:
        name: what the folder's name begins with.
        more: files beyond the kernels that are compiled together with them.

    Returns:
        Path of the folder, which need not exist.
    """
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), here.parent / "records.py", *sorted(more)]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    if _config.CACHE_DIR:
        root = Path(_config.CACHE_DIR)
    elif os.access(here, os.W_OK):
        root = here / "__pycache__"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ambulo"
    return str(root / f"{name}-{digest}")


def compiler(folder: str) -> Callable[[Function], Function]:
    """A decorator: compile a function on its first call, and keep the result in that folder."""

    def compile_function(function: Function) -> Function:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = folder
        try:
            return cast(Function, _njit(cache=True, **_OPTIONS)(function))
        finally:
            _config.CACHE_DIR = before

    return compile_function


_keep = compiler(cache_folder())


def compiled(function: Function) -> Function:
    """Compile a function that Python calls, on its first call, and keep the result on disk."""
    return _keep(function)


def inner(function: Function) -> Function:
    """Compile a function that only other kernels call: no entry for Python, kept inside theirs."""
    within = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)
    return cast(Function, within(function))
