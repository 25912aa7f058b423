"""A hidden folder that one process works in, and how the next knows what a killed one has left.

A lock of the operating system on a file in it ends with its process, however that ends. Whoever
could lock it says on which machine: where a disk is shared, not every system tells others' locks.
"""

from __future__ import annotations

import platform
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK = "held"
"""File that is locked; it holds the machine's name once it is."""


@contextmanager
def held_folder(folder: Path, name: str) -> Iterator[Path]:
    """A fresh folder NAME-… for as long as it lasts.

    Args:
        folder: in which it is made.
        name: that it begins with.
    Raises:
        OSError: it cannot be made.
    """
    made = folder / f"{name}-{secrets.token_hex(4)}"
    made.mkdir()
    try:
        with (made / LOCK).open("x+", encoding="utf-8") as file:
            if _locked(file):
                file.write(platform.node())
                file.flush()
            try:
                yield made
            finally:
                _empty(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def left_behind(folder: Path, pattern: str) -> Iterator[Path]:
    """Each folder of a pattern that a killed process of this machine has left; it goes then."""
    for path in folder.glob(pattern):
        try:
            with (path / LOCK).open("r+", encoding="utf-8") as file:
                # empty until its maker holds the lock
                left = _locked(file) and file.read() == platform.node() != ""
                if left:
                    yield path
                    _empty(path)
        except (OSError, ValueError):  # none of ours, or another's to touch
            continue
        if left:
            shutil.rmtree(path, ignore_errors=True)


def _empty(folder: Path) -> None:
    """Remove all but the lock: a kill on the way leaves what the next one knows."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            path.unlink(missing_ok=True)


def _locked(file: IO[str]) -> bool:
    """Whether the lock was free, and is now this process's until the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # beyond the content, which others could not read otherwise
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        file.seek(0)
    return True
