"""Compilation of all kernels: without the interpreter lock, with NaN kept, and cached on disk."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from ambulo.inputs.numba_tried import require_numba
from ambulo.math.compile_notice import CompileNotice
from ambulo.math.numba_private import (
    BorrowingCompiler,
    InnerCompiler,
    SelfContainedCompiler,
    event,
    keep_on_disk,
    keeps,
)
from ambulo.math.sources import are_ours, sources

Function = TypeVar("Function", bound=Callable[..., Any])

# named in numba's manual but not in its annotations
_njit: Any = numba.njit
_config: Any = numba.config
_event: Any = event

require_numba(compiles=not _config.DISABLE_JIT)

OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    # nnan and ninf stay out: a NaN frame must come out as NaN
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
    # said outright: unsaid, a function would take it over from whatever calls it first
    "_nrt": True,
    "boundscheck": False,
}


class _Told(event.Listener):
    """Tells of compilation of Ambulo's own kernels; what is compiled for them is in it."""

    def __init__(self) -> None:
        self._notice = CompileNotice()

    def on_start(self, begun: Any) -> None:
        if self._is_ours(begun):
            self._notice.begin(keeps(begun.data["dispatcher"]))

    def on_end(self, ended: Any) -> None:
        if self._is_ours(ended):
            self._notice.end()

    def _is_ours(self, told: Any) -> bool:
        return str(told.data["dispatcher"].py_func.__module__).startswith("ambulo")


_event.register("numba:compile", _Told())

INSIDE = {
    **OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": InnerCompiler,
}
"""Options for functions that only compiled code calls."""
INSIDE_BORROWING = {**INSIDE, "_nrt": False, "pipeline_class": BorrowingCompiler}
"""Options for functions that only borrow arrays, which are quicker to call; see `borrowing` below.
"""


@cache
def is_our_file(file: str) -> bool:
    """Whether a source file is Ambulo's."""
    return are_ours([Path(file).resolve()], _root())


def indices_checked(function: Callable[..., Any]) -> dict[str, bool]:
    """Option to check the indices of arrays in functions that are not Ambulo's."""
    return {"boundscheck": not is_our_file(function.__code__.co_filename)}


def cache_folder(file: Path, *others: Path) -> str:
    """Folder for the compiled functions of a source file: one folder for each state of its sources.

    Numba checks only the file of the function that it loads, not the files of functions and
    constants inside this function. The folder is named after the text of the file and of every
    module of Ambulo that it imports, directly or through others. So an edit recompiles only the
    functions that depend on it.

    Args:
        file: source of the functions.
        others: sources that the functions contain without importing them.

    Returns:
        Path of the folder, which need not exist.
    """
    files = [path.resolve() for path in (file, *others)]
    texts = sorted(sources(files, _root()).items())
    digest = hashlib.sha256(b"\0".join(text for _, text in texts)).hexdigest()[:16]
    own = _root() / "ambulo"
    if _config.CACHE_DIR:
        root = Path(_config.CACHE_DIR)
    elif os.access(own, os.W_OK):
        root = own / "__pycache__"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ambulo"
    return str(root / f"{file.stem}-{digest}")


def _root() -> Path:
    """Folder of Ambulo's packages."""
    return Path(__file__).resolve().parents[2]


_folder_of = cache(cache_folder)


@contextmanager
def _cached_in(file: Path, *others: Path) -> Iterator[None]:
    """While it lasts, numba keeps what it is given to compile under the text of these sources."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _folder_of(file, *others)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def compiled(function: Function) -> Function:
    """Compile a function that Python calls, on its first call, and keep it on disk as `keep_in`
    does.
    """
    return compiled_in(function, Path(function.__code__.co_filename))


def compiled_in(function: Function, file: Path, *others: Path) -> Function:
    """Compile a function on its first call, and keep it on disk as `keep_in` does."""
    dispatcher = _njit(pipeline_class=SelfContainedCompiler, **OPTIONS)(function)
    keep_in(dispatcher, file, *others)
    return cast(Function, dispatcher)


def keep_in(dispatcher: Any, file: Path, *others: Path) -> None:
    """Keep compiled functions of Ambulo on disk, filed by the text of all their sources.

    Functions of other packages and scripts are compiled only for the process, because their text
    does not show all values and sources that they use.

    Args:
        dispatcher: numba's function.
        file, others: as in `cache_folder`.
    """
    if are_ours([path.resolve() for path in (file, *others)], _root()):
        with _cached_in(file, *others):
            keep_on_disk(dispatcher)


def inner(function: Function) -> Function:
    """Compile a function that only other kernels call. It is kept inside these kernels. Python runs
    its source instead.
    """
    return _within(function, INSIDE | indices_checked(function))


def _within(function: Function, options: dict[str, Any]) -> Function:
    """Compile a function without the entry that a call from Python would need."""
    made: Any = _njit(**options)(function)
    if made is not function:  # it is numba's, not left as it is by NUMBA_DISABLE_JIT
        made.__class__ = source_for_python(made.__class__)
    return cast(Function, made)


@cache
def source_for_python(kind: Any) -> type:
    """Numba's class of compiled functions, for functions that Python calls by their source."""
    return type("SourceForPython", (kind,), {"__call__": lambda self, *given: self.py_func(*given)})


def checking(function: Function) -> Function:
    """As `inner`, for functions that take an index from your own laws: it is always checked."""
    return _within(function, INSIDE | {"boundscheck": True})


def borrowing(function: Function) -> Function:
    """As `inner`, for functions that only borrow arrays.

    Such functions make and return no arrays, and call no function that returns an array. Slices and
    `reshape` are allowed, because they are views. Other functions do not compile
    (`math.numba_private`). No references are counted in them. With wide packed NamedTuples,
    counting takes longer than the equations of a small system.
    """
    return _within(function, INSIDE_BORROWING | indices_checked(function))
