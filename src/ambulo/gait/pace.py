"""Progress of work: rate and time left."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_LOOKED_BACK = 32
"""Pieces of work by which the rate is judged: what was kept from before came at once."""


class Pace:
    """Describes progress of work, its rate and the time left.

    Args:
        total: number of pieces of work.
        unit: their name, such as "trials".
        done: number of pieces that are done when the work begins.
        clock: s.
        left: what the time left is called.
    """

    def __init__(
        self,
        total: int,
        unit: str,
        done: int = 0,
        clock: Callable[[], float] = time.monotonic,
        left: str = "left",
    ) -> None:
        self._total, self._unit, self._clock, self._left = total, unit, clock, left
        self._seen: deque[tuple[int, float]] = deque([(done, clock())], maxlen=_LOOKED_BACK + 1)

    def said(self, done: int) -> str:
        """A line on the progress after so many pieces."""
        now = self._clock()
        self._seen.append((done, now))
        before, then = self._seen[0]
        line = f"{done} of {self._total} {self._unit}"
        if done <= before or now <= then:
            return line
        rate = (done - before) / (now - then)
        line = f"{line}, {_rate(rate)}"
        if done >= self._total:
            return line
        return f"{line}, {_duration((self._total - done) / rate)} {self._left}"


def _rate(rate: float) -> str:
    return f"{rate:.1f} a second" if rate >= 1.0 else f"{60.0 * rate:.1f} a minute"


def _duration(seconds: float) -> str:
    if seconds < 90.0:
        return f"{seconds:.0f} s"
    if seconds < 5400.0:
        return f"{seconds / 60.0:.0f} min"
    return f"{seconds / 3600.0:.1f} h"
