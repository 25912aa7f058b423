"""How every kernel is compiled: without the interpreter lock, with NaN kept, and kept on disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

__all__ = ["Function", "cache_folder", "compiled", "inner"]

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


def cache_folder(package: Path | None = None) -> str:
    """Where compiled functions of a package are kept: a folder for this very text of all of it.

    Numba looks only at the file of the function it loads, not at those of the functions and
    constants inside it: a folder named after the text of the package and of the kernels keeps one
    version from running another's code.

    Args:
        package: folder of the package, such as that of `ambulo.ballistic`; None for the kernels.

    Returns:
        Path of the folder, which need not exist.
    """
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), here.parent / "records.py"]
    name = here.name
    if package is not None and package != here:
        sources += sorted(package.rglob("*.py"))
        name = package.name
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    if _config.CACHE_DIR:
        root = Path(_config.CACHE_DIR)
    elif os.access(here, os.W_OK):
        root = here / "__pycache__"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ambulo"
    return str(root / f"{name}-{digest}")


_folder_of = cache(cache_folder)


def _package_of(function: Function) -> Path:
    """Folder under `ambulo` in which a function is written, the outermost one."""
    file = Path(function.__code__.co_filename)
    root = Path(__file__).parent.parent
    if not file.is_relative_to(root):
        return file.parent
    return root / file.relative_to(root).parts[0]


def compiled(function: Function) -> Function:
    """Compile a function that Python calls, on its first call, and keep the result on disk."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _folder_of(_package_of(function))
    try:
        return cast(Function, _njit(cache=True, **_OPTIONS)(function))
    finally:
        _config.CACHE_DIR = before


def inner(function: Function) -> Function:
    """Compile a function that only other kernels call: no entry for Python, kept inside theirs."""
    within = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)
    return cast(Function, within(function))
