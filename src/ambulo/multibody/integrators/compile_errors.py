"""Errors in a user's own code for the compiled loops, as one line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dis import get_instructions
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import CodeType

import numba
from numba import NumbaError, UnsupportedBytecodeError

from ambulo.inputs.errors import InputError
from ambulo.math import dispatch

_AMBULO = f"{Path(__file__).resolve().parents[2]}{os.sep}"
_NUMBA = f"{Path(numba.__file__).resolve().parent}{os.sep}"
_KERNELS = dispatch.__file__
"""From which kernels are called."""

# the reason, perhaps by way of what, the place: numba sets outer calls farther to the left
_CAUSE = re.compile(
    r'^( *)(?!During: )(\S.*)\n(?: *During: .*\n)*\s*\n *File "(.+)", line (\d+):', re.MULTILINE
)
_UNKNOWN = re.compile(r"NameError: (?:global )?name '(\w+)' is not defined")


@contextmanager
def mistakes_in_one_line(*compiled: CodeType) -> Iterator[None]:
    """Context in which an error of compilation or of compiled code names its file and line.

    Args:
        compiled: the code whose place is named if numba names none, as for an unknown name.

    Raises:
        InputError: a law, a scheme or a system cannot be compiled, or raised an error in compiled
            code. The traceback of an error in compiled code also has this error.
    """
    try:
        yield
    except UnsupportedBytecodeError as error:
        what, _, place = str(error).partition(". Raised from ")
        file, _, line = place.rpartition(" (")
        raise _refused(what, file, line.rstrip(")")) from None  # numba's message has 100 lines
    except NumbaError as error:
        unknown, causes = _UNKNOWN.search(str(error)), _CAUSE.findall(str(error))
        if unknown and compiled:
            raise _refused(unknown[0], *_place(unknown[1], compiled)) from None
        if causes:
            _, reason, file, line = max(causes, key=lambda cause: len(cause[0]))
            raise _refused(reason, file, line) from None
        if not compiled:
            raise
        reason = next(x for x in str(error).splitlines() if not x.startswith("Failed in "))
        raise _refused(reason, *_place(None, compiled)) from None
    except Exception as error:
        frames = extract_tb(error.__traceback__)
        in_numba = any(frame.filename.startswith(_NUMBA) for frame in frames)
        if compiled and in_numba and isinstance(error, AttributeError):  # of a module
            raise _refused(str(error), *_place(error.name, compiled)) from None
        # numba does not say which function an index is of, and checks those of others alone
        if isinstance(error, IndexError) and frames[-1].filename == _KERNELS:
            lines: dict[str, list[str]] = {}
            for code in dispatch.codes_of_others():
                lines.setdefault(code.co_filename, []).append(str(code.co_firstlineno))
            raise InputError(
                what="a law of your own uses an index that does not exist",
                where="; ".join(f"{file}, line {' or '.join(at)}" for file, at in lines.items()),
                remedy="Use only entries of arrays, and bodies, that the system has",
            ) from None
        raised = _raised_in_kernel(error)
        if raised is None:
            raise
        raise InputError(
            what=f"{raised.name} raised {type(error).__name__}: {error}",
            where=f"{raised.filename}, line {raised.lineno}",
            remedy="Let it return numbers for all arguments. NaN ends a simulation",
        ) from error


def _place(name: str | None, codes: Sequence[CodeType]) -> tuple[str, str]:
    """File and line where code uses a name; otherwise those of the first code."""
    for code in codes:
        for part in get_instructions(code):
            if name is not None and part.argval == name and part.positions:
                return code.co_filename, str(part.positions.lineno)
    return codes[0].co_filename, str(codes[0].co_firstlineno)


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
