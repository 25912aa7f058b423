"""How every kernel is compiled: without the interpreter lock, with NaN kept, and kept on disk."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from ambulo.math.borrowing import BorrowingCompiler
from ambulo.math.kernel_cache import keep_on_disk

__all__ = [
    "BORROWING",
    "OPTIONS",
    "Function",
    "borrowing",
    "cache_folder",
    "cached_in",
    "compiled",
    "compiled_in",
    "compiled_once",
    "inner",
]

Function = TypeVar("Function", bound=Callable[..., Any])

# named in numba's manual but not in its annotations
_njit: Any = numba.njit
_config: Any = numba.config

OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # nnan and ninf stay out: a NaN frame must come out as NaN
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
    # said outright: unsaid, a function would take it over from whatever calls it first
    "_nrt": True,
}

BORROWING = {**OPTIONS, "_nrt": False, "pipeline_class": BorrowingCompiler}
"""For functions that only borrow arrays, quicker to call; see `borrowing`."""


_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+(ambulo[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)", re.MULTILINE
)


def cache_folder(file: Path, *others: Path) -> str:
    """Where compiled functions of a source file are kept: one folder for what it is made of.

    Numba looks only at the file of the function that it loads, not at those of the functions and
    constants inside it. The folder is named after the text of the file and of every module of
    Ambulo that it imports, directly or through others: an edit recompiles what rests on it, and
    nothing else.

    Args:
        file: source of the functions, of Ambulo or of somebody else.
        others: sources that the functions contain without importing them.

    Returns:
        Path of the folder, which need not exist.
    """
    files = [path.resolve() for path in (file, *others)]
    texts = sorted(_sources(files, _root()).items())
    digest = hashlib.sha256(b"\0".join(text for _, text in texts)).hexdigest()[:16]
    if _config.CACHE_DIR:
        root = Path(_config.CACHE_DIR)
    elif os.access(_root(), os.W_OK):
        root = _root() / "__pycache__"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ambulo"
    return str(root / f"{file.stem}-{digest}")


def _root() -> Path:
    """Folder of the package."""
    return Path(__file__).resolve().parent.parent


def _sources(files: list[Path], root: Path) -> dict[Path, bytes]:
    """Text of files and of all modules of Ambulo on which they rest."""
    found: dict[Path, bytes] = {}
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path], needed = _read(path, root)
            waiting.extend(needed)
    return found


@cache
def _read(path: Path, root: Path) -> tuple[bytes, tuple[Path, ...]]:
    """Text of a source file, and the modules of Ambulo that it names in its imports."""
    text = path.read_bytes()
    needed = []
    for package, names in _IMPORT.findall(text.decode("utf-8")):
        place = root.joinpath(*package.split(".")[1:])
        module = place.with_suffix(".py")
        if module.is_file():
            needed.append(module)
            continue
        for name in re.findall(r"\w+", names):
            module = place / f"{name}.py"
            if module.is_file():
                needed.append(module)
    return text, tuple(needed)


_folder_of = cache(cache_folder)


@contextmanager
def cached_in(file: Path, *others: Path) -> Iterator[None]:
    """While it lasts, numba keeps what it is given to compile under the text of these sources."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _folder_of(file, *others)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def compiled(function: Function) -> Function:
    """Compile a function that Python calls, on its first call, and keep the result on disk."""
    return compiled_in(function, Path(function.__code__.co_filename))


def compiled_in(function: Function, file: Path, *others: Path) -> Function:
    """Compile a function on its first call, kept on disk under the text of all these sources."""
    dispatcher = _njit(**OPTIONS)(function)
    with cached_in(file, *others):
        keep_on_disk(dispatcher)
    return cast(Function, dispatcher)


def compiled_once(function: Function) -> Function:
    """Compile a function that Python calls, for this process alone."""
    return cast(Function, _njit(**OPTIONS)(function))


def inner(function: Function) -> Function:
    """Compile a function that only other kernels call: no entry for Python, kept inside theirs."""
    within = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)
    return cast(Function, within(function))


def borrowing(function: Function) -> Function:
    """As `inner`, for functions that only borrow arrays.

    They make none, return none and call nothing that returns one; slices and `reshape` are views
    and fine. Others do not compile (`math.borrowing`). No references are counted in them, which
    costs more than the equations of a small system where packed NamedTuples are wide.
    """
    within = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **BORROWING)
    return cast(Function, within(function))
