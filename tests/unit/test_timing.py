"""The clock that stands outside the stages of an analysis."""

from __future__ import annotations

import pytest

from ambulo.gait import analysis
from ambulo.gait.analysis import timed


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes only when it is told to: `clock[0]` in s."""
    now = [100.0]
    monkeypatch.setattr(analysis.time, "perf_counter", lambda: now[0])
    return now


def test_every_stage_has_its_own_time_and_what_runs_under_one_name_adds_up(clock):
    def stages():
        yield "read"
        clock[0] += 1.0
        yield "ground"
        clock[0] += 2.0
        yield "check"
        clock[0] += 4.0
        yield "ground"
        clock[0] += 8.0
        return "found"

    told = []
    found, seconds = timed(stages(), told.append)
    assert found == "found"
    assert seconds == {"read": 1.0, "ground": 10.0, "check": 4.0}
    assert told == ["read", "ground", "check"]


def test_the_time_before_the_first_stage_is_nobodys(clock):
    def stages():
        clock[0] += 3.0
        yield "read"
        clock[0] += 1.0

    assert timed(stages()) == (None, {"read": 1.0})


def test_what_is_wrong_in_a_stage_reaches_the_caller():
    def stages():
        yield "read"
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        timed(stages())
