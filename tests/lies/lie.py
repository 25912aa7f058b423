"""A lie: a change of a recording that makes it wrong, and the words by which it is told right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.lies.recordings import Recording

Tell = Callable[[Recording], None]


@dataclass(frozen=True)
class Lie:
    """One kind of error.

    Args:
        group: markers, plates, subject, files or configuration.
        name: in words.
        tell: changes a copy of a recording.
        cause: regular expression, without regard to case, one of whose alternatives the message
            must contain to have named the right cause.
        hidden: why the recording does not make it observable, or which the checks are known to
            miss; empty where it is found.
    """

    group: str
    name: str
    tell: Tell
    cause: str
    hidden: str = ""
