"""How long something takes: the least of several runs, since other work only ever adds time.

What compiles is timed once, in a new process that begins with an empty folder for kernels.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["cold", "seconds"]


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """Least time of several, after one that is not counted."""
    run()
    spent = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return min(spent)


def cold(kernels: Path) -> str:
    """What to call a run that began with this folder empty: cold only if it has filled it."""
    filled = any(kernels.rglob("*.nbc"))
    return "first ever, compiles" if filled else "first, but its kernels were kept elsewhere"
