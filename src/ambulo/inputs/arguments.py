"""Tests of the arguments of public functions. A wrong type gives an error of one line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import shown

T = TypeVar("T")


def path_of(given: object, where: str, remedy: str = "Give a string or a pathlib.Path") -> Path:
    """Test that an argument is a path.

    Args:
        where: the argument.
        remedy: what to give.
    Raises:
        InputError: it is not a path.
    """
    if isinstance(given, str | os.PathLike) and str(given) and "\0" not in str(given):
        return Path(given)
    raise InputError(f"{_said(given)} is not a path", where, remedy)


def instance_of(kind: type[T], given: object, where: str, remedy: str) -> T:
    """Test that an argument is an instance of a class.

    Raises:
        InputError: it is of another class.
    """
    if isinstance(given, kind):
        return given
    raise InputError(f"{_said(given)} is not {with_article(kind.__name__)}", where, remedy)


def numbers_of(given: object, where: str) -> npt.NDArray[np.float64]:
    """Real numbers as a contiguous array; lists are accepted too.

    Raises:
        InputError: these are not numbers, or rows of different lengths.
    """
    try:
        found = np.asarray(given)
    except ValueError:
        found = np.empty(0, object)
    if found.dtype.kind not in "fiu":
        raise InputError(
            f"{_said(given)} does not contain real numbers", where, "Give a NumPy array"
        )
    return np.asarray(found, dtype=np.float64, order="C")


def _said(given: object) -> str:
    """A number or a text itself; of other things their class."""
    if given is None or isinstance(given, str | int | float | list | tuple | bytes):
        return shown(given)
    return with_article(type(given).__name__)
