"""What several test files need is made once: on disk, for every process of this session and later.

    @kept
    def analysed(...): ...

As `functools.cache`, and in `build/kept`, named after the text of the code and the arguments as
compiled kernels are: after an edit of the library or of what tests share it is made anew.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import inspect
import pickle
import platform
import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "kept"
LATEST = 3
"""Texts of the code whose results stay."""

asking: list[Callable[[str], AbstractContextManager[None]]] = []
"""What goes round each request of what is kept; it is told which: tests/costs.py counts them."""

P = ParamSpec("P")
T = TypeVar("T")


@functools.cache
def code() -> str:
    """Changes with the library, with what tests share, and with what both rest on."""
    shared = [*(ROOT / "src").rglob("*"), *(ROOT / "tests").rglob("*.py")]
    files = [f for f in shared if f.suffix in (".py", ".toml") and not f.name.startswith("test_")]
    text = hashlib.sha256()
    for file in sorted(files):
        text.update(file.name.encode())
        text.update(file.read_bytes())
    for name in ("numpy", "scipy", "numba"):
        text.update(version(name).encode())
    text.update(f"{sys.version} {platform.machine()}".encode())
    return text.hexdigest()[:16]


def folder() -> Path:
    """Of this text of the code; those of texts long past go."""
    ours = FOLDER / code()
    if not ours.exists():
        ours.mkdir(parents=True, exist_ok=True)
        latest = sorted(FOLDER.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in latest[LATEST:]:
            shutil.rmtree(old, ignore_errors=True)
    return ours


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """The function, called once for the same arguments, whose `repr` tells them apart."""

    own = Path(inspect.getfile(inspect.unwrap(function)))

    @functools.cache
    def found(asked: str, *args: P.args, **kwargs: P.kwargs) -> T:
        file = folder() / hashlib.sha256(own.read_bytes() + asked.encode()).hexdigest()[:24]
        with open(f"{file}.lock", "w") as lock:
            # a process that makes it is waited for
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                part = file.with_suffix(".part")
                part.write_bytes(pickle.dumps(function(*args, **kwargs)))
                part.rename(file)
            made: T = pickle.loads(file.read_bytes())
            return made

    @functools.wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        which = repr((function.__module__, function.__qualname__, args, kwargs))
        with ExitStack() as stack:
            for around in asking:
                stack.enter_context(around(which))
            return found(which, *args, **kwargs)

    return asked
