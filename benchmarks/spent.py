"""How long something takes: the least of several runs, since other work only ever adds time.

What compiles is timed once, in a new process that begins with an empty folder for kernels.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """Least time of several, after one that is not counted."""
    return _least(run, repeats, time.perf_counter)


def processor_seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """As `seconds`, of the processor: a job of one thread takes as long where nothing else runs."""
    return _least(run, repeats, time.process_time)


def _least(run: Callable[[], object], repeats: int, clock: Callable[[], float]) -> float:
    run()
    spent = []
    for _ in range(repeats):
        start = clock()
        run()
        spent.append(clock() - start)
    return min(spent)


def cold(kernels: Path) -> str:
    """What to call a run that began with this folder empty: cold only if it has filled it."""
    filled = any(kernels.rglob("*.nbc"))
    return "first ever, compiles" if filled else "first, but its kernels were kept elsewhere"
