"""Events from the motion take the timing of events that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ambulo.mocap.event_timing import COMMON, NORMAL_90, SINGLE, align_events, time_error
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
    assert "from 2 known foot offs" in notes[1]
    # which the file and the plates both know is one event
    both = [*trusted, Event("left", "off", 1.62, "file")]
    moved, notes = align_events(by_motion, both)
    assert moved[2].time == pytest.approx(1.60 + 0.5 * (0.03 + 0.02))
    assert "from 2 known foot offs" in notes[1]


def test_nothing_moves_without_a_known_event_of_the_same_foot_nearby():
    by_motion = [Event("left", "strike", 1.0, "kinematics")]
    trusted = [Event("right", "strike", 1.01, "force"), Event("left", "strike", 1.3, "force")]
    moved, notes = align_events(by_motion, trusted)
    assert moved == tuple(by_motion)
    assert notes == ()


def test_what_events_share_drops_out_of_their_difference():
    def by_motion(kind, time, source="kinematics"):
        return Event("left", kind, time, source)

    strike, following, off = (
        by_motion("strike", 1.0),
        by_motion("strike", 2.1),
        by_motion("off", 1.6),
    )
    walk = [strike, off, following]
    own = np.sqrt(2.0) * SINGLE
    assert time_error([(-1.0, strike), (1.0, following)], walk) == pytest.approx(own)
    stance = np.sqrt(COMMON["strike"] ** 2 + COMMON["off"] ** 2 + own**2)
    assert time_error([(-1.0, strike), (1.0, off)], walk) == pytest.approx(stance)
    # one known event of either kind sets the others but for the errors of one
    plates = [*walk, by_motion("strike", 5.0, "force"), by_motion("off", 5.6, "force")]
    assert time_error([(-1.0, strike), (1.0, off)], plates) == pytest.approx(2.0 * SINGLE)
    assert time_error([(-1.0, plates[3]), (1.0, plates[4])], plates) == 0.0
    # signs that disagree are a standard deviation of that event alone
    doubted = np.hypot(own, NORMAL_90 * 0.05)
    sliding = replace(strike, doubt=0.05)
    assert time_error([(-1.0, sliding), (1.0, following)], walk) == pytest.approx(doubted)
