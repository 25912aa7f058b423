"""A single file of results that is there whole or not at all."""

from __future__ import annotations

from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.results.whole_folder import MANIFEST, tidy, work_for, writing


def write_file(path: Path, content: bytes) -> None:
    """Make a file in one step, in place of an earlier one; a kill leaves the old, the new, or none.

    A kill may leave a hidden folder `.NAME.writing-…` beside, which the next call for that name
    removes; an error leaves nothing.

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
            remedy="Give a file in another folder",
        )
    if path.exists() and not path.is_file():  # /dev/null would be a file afterwards
        raise InputError("this is not a file", str(path), "Give another name")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        tidy(path.parent, path.name)
        try:
            with work_for(path) as work:
                fresh = work / "new"
                fresh.write_bytes(content)
                fresh.replace(path)
        except OSError as error:
            error.filename = str(path)
            raise
