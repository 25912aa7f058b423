"""The largest moment, and the largest after the strike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.records import Event, Stride
from ambulo.results.peak_moments import PeakPlace, largest_moment, peak_places

PERCENT = np.arange(101.0)
PLACE = PeakPlace(
    "Hip extension", "left", "left_hip_flexion", -1.0, np.ones(101, dtype=bool), PERCENT
)


def bump(at: float, high: float, wide: float) -> np.ndarray:
    return high * np.exp(-(((PERCENT - at) / wide) ** 2))


def test_the_peak_after_the_strike_is_not_the_strikes_own_flank():
    """A bump at 7 % is at 8 % nearly as high: what is asked for is the next one, at 95 %."""
    found = largest_moment(PLACE, -bump(7.0, 1.0, 6.0) - bump(95.0, 0.5, 4.0))
    assert found is not None
    assert found.of_the_strike
    assert (found.at, found.later_at) == (7.0, 95.0)
    assert found.later == pytest.approx(0.5)


def test_a_moment_that_only_falls_has_no_peak_after_the_strike():
    found = largest_moment(PLACE, -bump(7.0, 1.0, 30.0))
    assert found is not None
    assert (found.of_the_strike, found.later) == (True, None)


def test_the_peaks_of_whole_strides_stand_beside_the_largest():
    """The largest of three strides, 3, is half as large again as their mean, 2."""
    place = replace(
        PLACE, frames=np.ones(402, dtype=bool), percent=np.r_[PERCENT, PERCENT, PERCENT, 0:60, 0:39]
    )
    curve = -np.r_[bump(30.0, 1.0, 5.0), bump(30.0, 3.0, 5.0), bump(30.0, 2.0, 5.0), np.zeros(99)]
    found = largest_moment(place, curve)
    assert found is not None
    assert found.value == pytest.approx(3.0)
    # two strides that are cut do not count
    assert found.of_strides == pytest.approx((1.0, 3.0, 2.0))


def test_without_strides_there_is_one_peak():
    place = replace(PLACE, percent=np.full(101, np.nan))
    found = largest_moment(place, -bump(30.0, 1.0, 5.0))
    assert found is not None
    assert found.of_strides == ()


def test_the_frame_of_a_strike_begins_its_stride():
    """Times of events are rounded: a strike a nanosecond after its frame is of the next stride."""
    time, analysis = walk_of((70, 170, 270))
    impact = np.where(np.arange(len(time)) == 110, -9.0, np.sin(time))
    place = next(p for p in peak_places(analysis) if p.key == "left hip extension")
    found = largest_moment(place, impact)
    assert found is not None
    assert (found.value, found.at) == (9.0, 0.0)
    assert found.later is not None
    assert found.later <= 1.0


@pytest.mark.parametrize(("off", "last"), [(270, 60.0), (325, 99.0)])
def test_a_person_who_stands_at_the_end_does_not_walk_on(off, last):
    """Of a last stance that is longer than a stride, the time of a stride belongs to the walk."""
    _, analysis = walk_of((70, 170, off))
    place = next(p for p in peak_places(analysis) if p.key == "left hip extension")
    assert place.percent[210 : off + 1].max(where=place.frames[210 : off + 1], initial=0) == (
        pytest.approx(last, abs=1e-3)
    )


def walk_of(offs_at):
    """Times, and an analysis with three stances; the strikes are a stride of 100 frames apart."""
    whole = make_analysis(whole=True)
    time = whole.motion.time
    strikes, offs = time[[10, 110, 210]] + 1e-9, time[list(offs_at)]
    events = [Event("left", "strike", float(t), "force") for t in strikes]
    events += [Event("left", "off", float(t), "force") for t in offs]
    strides = (
        Stride("left", float(a), float(b), float(off))
        for a, b, off in zip(strikes[:-1], strikes[1:], offs[:-1], strict=True)
    )
    analysis = replace(
        whole, events=tuple(sorted(events, key=lambda e: e.time)), strides=tuple(strides)
    )
    return time, analysis
