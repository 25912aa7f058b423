"""A mistake in what a user has written for the compiled loops, said in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from ambulo.inputs.errors import InputError

__all__ = ["mistakes_in_one_line"]

# the reason, perhaps by way of what, the place: numba sets outer calls farther to the left
_CAUSE = re.compile(
    r'^( *)(?!During: )(\S.*)\n(?: *During: .*\n)*\s*\n *File "(.+)", line (\d+):', re.MULTILINE
)


@contextmanager
def mistakes_in_one_line() -> Iterator[None]:
    """While it lasts, what does not compile is an error with its place, numba's account above it.

    Raises:
        InputError: a law, a scheme or a system cannot be compiled.
    """
    try:
        yield
    except UnsupportedBytecodeError as error:
        what, _, place = str(error).partition(". Raised from ")
        file, _, line = place.rpartition(" (")
        raise _refused(what, file, line.rstrip(")")) from error
    except NumbaError as error:
        causes = _CAUSE.findall(str(error))
        if not causes:
            raise
        _, reason, file, line = max(causes, key=lambda cause: len(cause[0]))
        raise _refused(reason, file, line) from error


def _refused(reason: str, file: str, line: str) -> InputError:
    return InputError(
        what=f"this does not compile: {reason.removeprefix('TypingError: ').rstrip('.')}",
        where=f"{file}, line {line}",
        remedy="Numba's manual lists what compiled functions can hold",
    )
