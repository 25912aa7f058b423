"""How long something takes: the least of several runs, since other work only ever adds time."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["seconds"]


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    """Least time of several, after one that is not counted."""
    run()
    spent = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return min(spent)
