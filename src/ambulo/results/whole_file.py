"""A single file of results that is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.results.whole_folder import writing

__all__ = ["require_own", "write_file"]


def write_file(path: Path, fill: Callable[[Path], None]) -> None:
    """Make a file in one step, in place of an earlier one; a kill leaves the old, the new, or none.

    A kill may leave a hidden file `.NAME.writing-…` beside; an error leaves nothing.

    Args:
        path: to make; its folder is made if need be.
        fill: writes the file whose path it is given.
    Raises:
        InputError: it cannot be written.
    """
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.writing-{os.getpid()}-{secrets.token_hex(4)}")
        try:
            fill(fresh)
            fresh.replace(path)
        except BaseException as error:
            fresh.unlink(missing_ok=True)
            if isinstance(error, OSError):
                error.filename = str(path)
            raise


def require_own(path: Path, beginning: str) -> None:
    """Refuse to replace a file that begins otherwise than those which are written here.

    Args:
        path: that is to be written.
        beginning: of every such file.
    Raises:
        InputError: there is another file, or something that is no file.
    """
    with writing(path.parent):
        if not os.path.lexists(path):
            return
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(beginning.encode())) == beginning.encode():
                    return
    raise InputError(
        what="this is there already and was not written by this command",
        where=str(path),
        remedy="Move it away, or give another name with --out",
    )
