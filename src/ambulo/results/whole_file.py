"""A single file of results that is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.results.whole_folder import MANIFEST, writing

__all__ = ["write_file"]


def write_file(path: Path, content: bytes) -> None:
    """Make a file in one step, in place of an earlier one; a kill leaves the old, the new, or none.

    A kill may leave a hidden file `.NAME.writing-…` beside; an error leaves nothing.

    Args:
        path: to make; its folder is made if need be.
        content: of the file.
    Raises:
        InputError: it cannot be written, or lies among the results of another command.
    """
    if (path.parent / MANIFEST).is_file():
        raise InputError(
            what="this is a folder of results, whose files belong together",
            where=str(path.parent),
            remedy="Give a file in another folder with --out",
        )
    if path.exists() and not path.is_file():  # /dev/null would be a file afterwards
        raise InputError("this is not a file", str(path), "Give another name with --out")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.writing-{os.getpid()}-{secrets.token_hex(4)}")
        try:
            fresh.write_bytes(content)
            fresh.replace(path)
        except BaseException as error:
            fresh.unlink(missing_ok=True)
            if isinstance(error, OSError):
                error.filename = str(path)
            raise
