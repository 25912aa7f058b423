"""Events from the motion take the timing of events that are known."""

from __future__ import annotations

import pytest

from ambulo.mocap.event_timing import align_events
from ambulo.records import Event


def test_the_mean_lead_of_each_kind_is_taken_out():
    by_motion = [
        Event("left", "strike", 1.00, "kinematics"),
        Event("right", "strike", 1.50, "kinematics"),
        Event("left", "off", 1.60, "kinematics"),
        Event("right", "off", 2.10, "kinematics"),
    ]
    trusted = [
        Event("right", "strike", 1.51, "force"),
        Event("left", "off", 1.64, "force"),
        Event("right", "off", 2.12, "file"),
    ]
    moved, notes = align_events(by_motion, trusted)
    assert [e.time for e in moved] == pytest.approx([1.01, 1.51, 1.63, 2.13])
    assert all(e.source == "kinematics" for e in moved)
    assert len(notes) == 2
    assert "+30 ms" in notes[1]


def test_nothing_moves_without_a_known_event_of_the_same_foot_nearby():
    by_motion = [Event("left", "strike", 1.0, "kinematics")]
    trusted = [Event("right", "strike", 1.01, "force"), Event("left", "strike", 1.3, "force")]
    moved, notes = align_events(by_motion, trusted)
    assert moved == tuple(by_motion)
    assert notes == ()
