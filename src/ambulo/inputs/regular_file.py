"""What is named is a file before anything reads it: a pipe without a writer is waited for."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from ambulo.inputs.errors import InputError


def require_file(path: Path, what: str = "this", remedy: str = "Check the path") -> None:
    """Refuse a name at which there is no regular file, or a link to one.

    Args:
        what: the file, as the message says it.
        remedy: what to do where there is something else.
    Raises:
        InputError: there is none, it cannot be looked at, or it is a folder, pipe, device, socket.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError("there is no such file", str(path), "Check the path") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"{what} cannot be read ({reason})", str(path), "Check the path"
        ) from error
    if not S_ISREG(mode):
        raise InputError(f"{what} is not a file", str(path), remedy)
