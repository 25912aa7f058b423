"""Which stage of an analysis runs, and how long each took."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["Progress", "StageClock"]

P = ParamSpec("P")
T = TypeVar("T")

Progress = Callable[[str], None]
"""Told the name of each stage as it begins."""


class StageClock:
    """Calls stages one after the other.

    Args:
        progress: told the name of each stage as it begins.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self.seconds: dict[str, float] = {}
        """s, by stage; what runs under one name adds up."""

    def __call__(
        self, name: str, stage: Callable[P, T], /, *args: P.args, **options: P.kwargs
    ) -> T:
        """What a stage returns."""
        if self._progress is not None and name not in self.seconds:
            self._progress(name)
        start = time.perf_counter()
        found = stage(*args, **options)
        spent = time.perf_counter() - start
        self.seconds[name] = round(self.seconds.get(name, 0.0) + spent, 4)
        return found
