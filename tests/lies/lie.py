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
        cause: in words parted by |, of which a check must name one (`named.NAMED`), or the line
            that refuses the recording must contain one, without regard to case.
        hidden: why the recording does not make it observable, or which the checks are known to
            miss; empty where it is found.
    """

    group: str
    name: str
    tell: Tell
    cause: str
    hidden: str = ""
