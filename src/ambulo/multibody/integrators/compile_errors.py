"""Errors in a user's own code for the compiled loops, as one line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import CodeType

from numba import NumbaError, UnsupportedBytecodeError

from ambulo.inputs.errors import InputError
from ambulo.math import dispatch

_AMBULO = f"{Path(__file__).resolve().parents[2]}{os.sep}"
_KERNELS = dispatch.__file__
"""From which kernels are called."""

# the reason, perhaps by way of what, the place: numba sets outer calls farther to the left
_CAUSE = re.compile(
    r'^( *)(?!During: )(\S.*)\n(?: *During: .*\n)*\s*\n *File "(.+)", line (\d+):', re.MULTILINE
)


@contextmanager
def mistakes_in_one_line(compiled: CodeType | None = None) -> Iterator[None]:
    """Context in which an error of compilation or of compiled code names its file and line.

    Args:
        compiled: the code whose place is named if numba names none, as for an unknown name.

    Raises:
        InputError: a law, a scheme or a system cannot be compiled, or raised an error in compiled
            code. The traceback also has this error, or numba's message.
    """
    try:
        yield
    except UnsupportedBytecodeError as error:
        what, _, place = str(error).partition(". Raised from ")
        file, _, line = place.rpartition(" (")
        raise _refused(what, file, line.rstrip(")")) from error
    except NumbaError as error:
        causes = _CAUSE.findall(str(error))
        if causes:
            _, reason, file, line = max(causes, key=lambda cause: len(cause[0]))
            raise _refused(reason, file, line) from error
        if compiled is None:
            raise
        reason = next(x for x in str(error).splitlines() if not x.startswith("Failed in "))
        raise _refused(reason, compiled.co_filename, str(compiled.co_firstlineno)) from error
    except Exception as error:
        raised = _raised_in_kernel(error)
        if raised is None:
            raise
        raise InputError(
            what=f"{raised.name} raised {type(error).__name__}: {error}",
            where=f"{raised.filename}, line {raised.lineno}",
            remedy="Let it return numbers for all arguments. NaN ends a simulation",
        ) from error


def _raised_in_kernel(error: Exception) -> FrameSummary | None:
    """Where somebody else's compiled function raised an error; None for any other error."""
    kernel, last = [None, None, *extract_tb(error.__traceback__)][-2:]
    if kernel is None or last is None or kernel.filename != _KERNELS:
        return None
    return None if last.filename.startswith(_AMBULO) else last


def _refused(reason: str, file: str, line: str) -> InputError:
    return InputError(
        what=f"this does not compile: {reason.removeprefix('TypingError: ').rstrip('.:')}",
        where=f"{file}, line {line}",
        remedy="Numba's manual lists what compiled functions can contain",
    )
