"""Labels of a wrist's two markers, exchanged in the whole recording."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.mocap.calibration.exchanged_wrists import put_wrists_back
from ambulo.mocap.calibration.landmarks import SegmentFrame
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.report.verdict import put_back


def about(axis, degrees):
    """Rotations (n, 3, 3) about an axis of the body."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    R = np.zeros((len(c), 3, 3))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[:, axis, axis] = 1.0
    R[:, i, i], R[:, i, j], R[:, j, i], R[:, j, j] = c, -s, s, c
    return R


def found(side, pronation, name="plug_in_gait_full"):
    """The match after a forearm has been turned so in frames in which the elbow bends."""
    marker_set = load_marker_set(name)
    match = match_set(tuple(marker_set.markers), marker_set)
    bent = about(1, -np.linspace(20.0, 60.0, len(pronation)))
    sign = 1.0 if side == "right" else -1.0
    upper = about(2, np.linspace(0.0, 40.0, len(pronation)))
    lower = upper @ bent @ about(2, sign * pronation)
    nowhere = np.zeros((len(pronation), 3))
    frames = {
        f"{side}_upper_arm": SegmentFrame(upper, nowhere),
        f"{side}_forearm": SegmentFrame(lower, nowhere),
    }
    return match, *put_wrists_back(match, SimpleNamespace(frames=frames))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("pronation", [140.0, 180.0, -160.0])
def test_a_forearm_turned_as_nobodys_has_its_labels_put_back(side, pronation):
    before, after, notes = found(side, pronation + np.linspace(-5.0, 5.0, 50))
    a, b = f"{side[0].upper()}WRA", f"{side[0].upper()}WRB"
    assert (after.found[a], after.found[b]) == (before.found[b], before.found[a])
    assert {k: v for k, v in after.found.items() if k not in (a, b)} == {
        k: v for k, v in before.found.items() if k not in (a, b)
    }
    assert put_back(notes) == notes[0]
    assert side in notes[0]


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(
    "pronation",
    [
        np.linspace(-80.0, 80.0, 50),  # all that an arm does
        np.full(50, 100.0),  # far, but a person's with markers on skin
        np.full(50, -110.0),
        np.where(np.arange(50) < 10, 150.0, 20.0),  # exchanged for a while: not the whole recording
        np.full(50, np.nan),
    ],
)
def test_what_a_person_can_do_is_left(side, pronation):
    before, after, notes = found(side, pronation)
    assert after is before
    assert notes == ()


def test_a_set_without_two_markers_on_the_wrist_is_left():
    before, after, notes = found("left", np.full(50, 150.0), "pamies37")
    assert after is before
    assert notes == ()
