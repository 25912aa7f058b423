"""A message in the terminal or a notebook while Ambulo compiles for longer than a moment."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_AFTER = 1.0
"""s of compiling after which it is said."""
_APART = 2.0
"""s without compiling after which it is said anew."""

_quiet = 0


@contextmanager
def without_notice() -> Iterator[None]:
    """Suppress the message, for callers that show it in another way or not at all."""
    global _quiet
    _quiet += 1
    try:
        yield
    finally:
        _quiet -= 1


class CompileNotice:
    """One message for several kernels that are compiled in succession.

    Args:
        clock: function that gives the time, s.
        timer: function of (s, call) that calls later, in its own thread.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._clock, self._make = clock, timer
        self._depth = 0
        self._began = self._ended = -1e9
        self._kept, self._said = True, False
        self._timer: threading.Timer | None = None

    def begin(self, kept: bool) -> None:
        """Note that a function begins to compile, and whether it is kept on disk."""
        self._depth += 1
        if self._depth > 1 or _quiet or not _is_read():
            return
        now = self._clock()
        if now - self._ended > _APART:
            self._began, self._said = now, False
        if not self._said:
            self._kept = kept
            self._timer = self._make(max(0.0, self._began + _AFTER - now), self._say)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Note that the function has compiled."""
        self._depth -= 1
        if self._depth == 0:
            self._ended = self._clock()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _say(self) -> None:
        self._said = True
        what = "kept for next time" if self._kept else "for this run alone"
        sys.stderr.write(f"Ambulo is compiling, which can take up to two minutes ({what})\n")
        sys.stderr.flush()


def _is_read() -> bool:
    """Whether somebody reads the terminal, or a notebook, and this is not a worker's process."""
    process = sys.modules.get("multiprocessing.process")
    if process is not None and process.parent_process() is not None:
        return False
    # nothing in a window without a console
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
