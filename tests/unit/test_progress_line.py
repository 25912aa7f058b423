"""The line that says what is being done and how long the rest takes."""

from __future__ import annotations

import io

import numba
import pytest
from rich.console import Console

from ambulo.gait.pace import Pace
from ambulo.report.progress_line import StageProgress, part


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(
    ("elapsed", "done", "line"),
    [
        (0.2, 0.0, "muscles …"),
        (12.0, 0.0, "muscles … 12 s"),
        # a quarter in 12 s: three times as long for the rest
        (12.0, 0.25, "muscles … 25 %, 12 s, about 36 s left"),
        (400.0, 0.5, "muscles … 50 %, 7 min, about 7 min left"),
        (0.2, 0.25, "muscles … 25 %"),
        (12.0, 1.0, "muscles … 100 %, 12 s"),
    ],
)
def test_the_rest_takes_as_long_as_what_is_over(elapsed, done, line):
    clock = Clock()
    progress = StageProgress(Console(file=io.StringIO()), clock=clock)
    clock.now += elapsed
    progress("muscles", done)
    assert progress.line() == line


def test_what_is_over_never_shrinks():
    progress = StageProgress(Console(file=io.StringIO()))
    progress("first", 0.6)
    progress("second")
    assert "60 %" in progress.line()


def test_time_left_goes_down_while_a_stage_stands():
    clock = Clock()
    progress = StageProgress(Console(file=io.StringIO()), clock=clock)
    clock.now += 10.0
    progress("fit", 0.5)
    lines = []
    for _ in range(4):
        lines.append(progress.line())
        clock.now += 4.0
    assert [line.rpartition(", ")[2] for line in lines[:3]] == [
        "about 10 s left", "about 6 s left", "about 2 s left"
    ]  # fmt: skip
    # longer than was thought: nobody knows
    assert lines[3] == "fit … 50 %, 22 s"


def test_an_analysis_goes_forward_from_stage_to_stage():
    stages = ["read", "markers", "calibrate", "filter", "fit", "differentiate", "ground"]
    parts = [part(stage) for stage in [*stages, "invert", "check", "report"]]
    assert parts == sorted(parts)
    assert 0.0 <= parts[0] < parts[-1] < 1.0


def test_a_stage_that_only_some_have_says_itself_how_far_it_is():
    clock = Clock()
    progress = StageProgress(Console(file=io.StringIO()), clock=clock)
    clock.now += 20.0
    progress("check", part("check"))
    bands = "uncertainty: 16 of 64 perturbed analyses, 2.0 a second, 24 s left"
    progress(bands, part(bands))
    assert progress.line() == f"{bands} … 20 s"
    progress("report", part("report"))
    assert progress.line() == "report … 20 s"


def test_the_rate_counts_from_what_was_done_at_the_start():
    clock = Clock()
    pace = Pace(256, "perturbed analyses", done=128, clock=clock)
    assert pace.said(128) == "128 of 256 perturbed analyses"
    clock.now += 16.0
    assert pace.said(160) == "160 of 256 perturbed analyses, 2.0 a second, 48 s left"


def test_what_is_done_has_no_time_left_and_more_may_follow():
    clock = Clock()
    pace = Pace(128, "perturbed analyses", clock=clock, left="left at this stage")
    clock.now += 32.0
    assert pace.said(64).endswith("2.0 a second, 32 s left at this stage")
    clock.now += 32.0
    assert pace.said(128) == "128 of 128 perturbed analyses, 2.0 a second"


@pytest.mark.parametrize("slow", [True, False])
def test_compilation_is_told_if_it_is_long(slow):
    clock, stream = Clock(), io.StringIO()
    lines = []
    console = Console(file=stream, force_terminal=True, width=100, color_system=None)
    with StageProgress(console, clock=clock) as progress:

        @numba.njit
        def compiled(x):
            return abs(x) + 1.0

        # time passes while numba types the function
        typing = type(numba.core.typing.Context())
        original = typing.resolve_value_type

        def later(self, value):
            lines.append(progress.line())
            clock.now += 2.5 if slow else 0.001
            return original(self, value)

        typing.resolve_value_type = later
        try:
            assert compiled(1.0) == 2.0
        finally:
            typing.resolve_value_type = original
    assert any("compiling once for this version" in line for line in lines)
    assert ("Compiled once for this version" in stream.getvalue()) is slow


def test_the_bar_is_as_long_as_what_is_over():
    clock, stream = Clock(), io.StringIO()
    # without colours only what is over is drawn
    console = Console(
        file=stream, force_terminal=True, width=100, no_color=True, legacy_windows=False
    )
    with StageProgress(console, clock=clock) as progress:
        progress("muscles", 0.0)
        progress("muscles", 0.5)
    last = stream.getvalue().rpartition("muscles")[0]
    assert last.rpartition("\r")[2].count("━") == 8


def test_nothing_is_said_away_from_a_terminal():
    stream = io.StringIO()
    with StageProgress(Console(file=stream)) as progress:
        progress("fit", 0.5)
    assert stream.getvalue() == ""
