"""Test that a name is a file before it is read. Reading a pipe without a writer would wait for
ever.
"""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from ambulo.inputs.errors import InputError


def require_file(path: Path, what: str = "this", remedy: str = "Check the path") -> None:
    """Refuse a name without a regular file, or a link to one.

    Args:
        what: the file, as the message says it.
        remedy: what to do if it is something else.
    Raises:
        InputError: there is no such file, it cannot be accessed, or it is a folder, pipe, device or
            socket.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError("there is no such file", str(path), "Check the path") from error
    except (OSError, ValueError) as error:
        raise unreadable(what, path, error) from error
    if not S_ISREG(mode):
        raise InputError(f"{what} is not a file", str(path), remedy)


def unreadable(what: str, path: Path, error: Exception) -> InputError:
    """The mistake that a file cannot be read, with the system's reason."""
    reason = getattr(error, "strerror", None) or error
    return InputError(f"{what} cannot be read ({reason})", str(path), "Check the path")
