"""The running stage of an analysis, and the duration of each stage."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import TypeVar

from ambulo.inputs.progress import OnStage

T = TypeVar("T")


def timed(
    stages: Generator[str, None, T], progress: OnStage | None = None
) -> tuple[T, dict[str, float]]:
    """Run stages one after the other.

    Args:
        stages: yields the name of each stage at its beginning, and returns the results. progress:
        called once with each name.
    Returns:
        The results, and the time [s] of each stage. Times with the same name are added.
    """
    seconds: dict[str, float] = {}
    name, start = "", time.perf_counter()
    while True:
        try:
            following = next(stages)
        except StopIteration as end:
            following, found = "", end.value
        now = time.perf_counter()
        if name:
            seconds[name] = round(seconds.get(name, 0.0) + now - start, 4)
        if not following:
            return found, seconds
        name, start = following, now
        if progress is not None and name not in seconds:
            progress(name)
