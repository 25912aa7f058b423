"""The progress line of a terminal: present stage, finished share, remaining time."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

from ambulo.inputs.printable import printable
from ambulo.math.compile_notice import without_notice

# what is over of an analysis when a stage begins, by the times of ordinary walks
_BEGINS = {
    "markers": 0.16,
    "calibrate": 0.2,
    "filter": 0.23,
    "fit": 0.5,
    "differentiate": 0.51,
    "ground": 0.52,
    "invert": 0.57,
    "check": 0.58,
    "report": 0.61,
}

# before this much time and this part are over, the rest is anybody's guess
_SURE_AFTER = 1.0
_SURE_FROM = 0.04
# characters of the bar
_BAR = 16
# compilation that is worth a line [s]
_COMPILED = 1.0


class StageProgress:
    """Display of the running stage, only on a terminal; call it with the stage's name.

    Compilation is shown while it runs, and again at the end if it took over a second.

    Args:
        console: standard error if None.
        shown: False shows nothing.
        clock: function that gives the time, s.
    """

    def __init__(
        self,
        console: Console | None = None,
        *,
        shown: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if console is None and shown and sys.stderr.isatty():
            from rich.console import Console

            console = Console(stderr=True)
        self._console = console
        self._on = shown and console is not None and console.is_terminal
        self._clock = clock
        self._start = clock()
        self._stage, self._part = "starting", 0.0
        # by when everything is done, as judged when the part was last known
        self._done_at = clock()
        self._compiling = _Compiling(clock)
        self._open = ExitStack()

    def __enter__(self) -> Self:
        # its own line says it too
        self._open.enter_context(without_notice())
        if self._on:
            from rich.live import Live
            from rich.progress_bar import ProgressBar
            from rich.spinner import Spinner
            from rich.table import Table

            spinner = Spinner("dots")

            def now() -> Table:
                row = Table.grid(padding=(0, 1))
                known = self._part >= _SURE_FROM
                bar = [ProgressBar(1.0, self._part, width=_BAR)] if known else []
                row.add_row(spinner, *bar, self.line())
                return row

            live = Live(
                console=self._console,
                get_renderable=now,
                refresh_per_second=8,
                transient=True,
            )
            self._open.enter_context(self._compiling.watched())
            self._open.enter_context(live)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()
        if self._console is not None and self._compiling.seconds > _COMPILED:
            took = _seconds(self._compiling.seconds)
            self._console.print(f"Compiled once for this version, in {took}.", style="dim")

    def __call__(self, stage: str, part: float | None = 0.0) -> None:
        """Say that a stage begins, and which part of everything, from 0 to 1, is done by then.

        None where that cannot be known from then on: the stage says itself how far it is.
        """
        self._stage = stage
        unknown = part is None or self._part == -math.inf
        before = self._part
        self._part = -math.inf if unknown else max(self._part, part or 0.0)
        if self._part > max(before, 0.0):
            self._done_at = self._start + (self._clock() - self._start) / self._part

    def line(self) -> str:
        """The present text."""
        elapsed = self._clock() - self._start
        said = [f"{printable(self._stage)} …"]
        if self._compiling.now:
            said.append("compiling once for this version")
        if self._part >= _SURE_FROM:
            said.append(f"{100.0 * self._part:.0f} %")
        if elapsed >= _SURE_AFTER:
            said.append(_seconds(elapsed))
            if _SURE_FROM <= self._part < 1.0:
                # a stage that takes longer than was thought leaves nothing to say
                left = self._done_at - self._clock()
                if left >= 0.5:
                    said.append(f"about {_seconds(left)} left")
        return f"{said[0]} {', '.join(said[1:])}".rstrip()


def part(stage: str) -> float | None:
    """Finished share of an analysis when a stage begins; None for stages that not every analysis
    has.
    """
    return _BEGINS.get(stage, None if ":" in stage else 0.0)


class _Compiling:
    """How long numba compiles, and whether it does now; what it compiles on the way is in it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._depth = 0
        self._began = 0.0
        self.seconds = 0.0

    @property
    def now(self) -> bool:
        return self._depth > 0

    def watched(self) -> ExitStack:
        """Notice compilation until it is closed."""
        from ambulo.math.numba_private import event

        watching = self

        class Listener(event.Listener):
            def on_start(self, _event: object) -> None:
                watching.begin()

            def on_end(self, _event: object) -> None:
                watching.end()

        stack = ExitStack()
        stack.enter_context(event.install_listener("numba:compile", Listener()))
        return stack

    def begin(self) -> None:
        if self._depth == 0:
            self._began = self._clock()
        self._depth += 1

    def end(self) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += self._clock() - self._began


def _seconds(value: float) -> str:
    return f"{value:.0f} s" if value < 100.0 else f"{value / 60.0:.0f} min"
