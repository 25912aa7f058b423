"""A single file of results that is written wholly or not at all."""

from __future__ import annotations

from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.results.whole_folder import MANIFEST, tidy, work_for, writing


def write_file(path: Path, content: bytes) -> None:
    """Write a file in one step, in place of an earlier one. After a kill, the old file, the new
    file or none is there.

    A kill may leave a hidden folder `.NAME.writing-…` beside it. The next call for that name
    removes this folder. An error leaves nothing.

    Args:
        path: of the file. Its folder is made if it does not exist.
        content: of the file.
    Raises:
        InputError: the file cannot be written, or is among the results of another command.
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
