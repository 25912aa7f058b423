"""Strikes and offs from the feet's motion, from the force, and put together."""

import numpy as np
import pytest
from tests.synthetic_c3d import walker, write_c3d
from tests.synthetic_steps import DURATION, RATE, STANCE, STRIKES, foot_paths

from ambulo.mocap.events import (
    force_events,
    in_stance,
    kinematic_events,
    merge_events,
    strides,
)
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import Event, PlateContact

TIME = np.arange(0, DURATION, 1 / RATE)


def times(events, side, kind):
    return [event.time for event in events if event.side == side and event.kind == kind]


def test_motion_of_the_feet_gives_every_step():
    events = kinematic_events(TIME, foot_paths())
    for side, strikes in STRIKES.items():
        found = times(events, side, "strike")
        assert len(found) == len(strikes)
        np.testing.assert_allclose(found, strikes, atol=0.04)
        offs = [s + STANCE for s in strikes if s + STANCE < DURATION - 0.1]
        for off in offs:
            assert min(abs(t - off) for t in times(events, side, "off")) < 0.05


def test_a_foot_that_slides_on_its_heel_doubts_its_strike():
    """Its toe falls long before it rests; in one that lands flat the heel falls with it."""
    assert not any(event.doubt for event in kinematic_events(TIME, foot_paths()))

    def landing(points, of_heel):
        points = points.copy()
        for strike in (1.3, 2.3):
            rise = 0.06 * np.exp(-(((TIME - strike + 0.11) / 0.05) ** 2))
            points[:, :, 2] += rise[:, None] * [of_heel, 1.0]
        return points

    for of_heel, doubted in ((0.0, 2), (1.0, 0)):
        feet = foot_paths()
        feet["left"] = landing(feet["left"], of_heel)
        doubts = [e.doubt for e in kinematic_events(TIME, feet) if e.doubt]
        assert len(doubts) == doubted
        assert doubts == pytest.approx([0.06] * doubted, abs=0.02)


@pytest.mark.parametrize("kind", ["strike", "off"])
def test_a_swing_that_the_recording_cuts_moves_no_event(kind):
    """Its fastest part is missing: beside it the rest of the swing would be slow."""
    feet = foot_paths()
    whole = kinematic_events(TIME, feet)
    event = times(whole, "left", kind)[1]
    late = kind == "strike"
    # the last 0.04 s of a swing alone, or its first
    k = np.searchsorted(TIME, event + (-0.04 if late else 0.04))
    part = slice(k, None) if late else slice(None, k)
    cut = kinematic_events(TIME[part], {side: points[part] for side, points in feet.items()})
    found = times(cut, "left", kind)[0 if late else -1]
    assert found == pytest.approx(event, abs=0.005)


def test_a_standing_foot_makes_no_events():
    rng = np.random.default_rng(8)
    still = rng.normal(0, 5e-4, (400, 2, 3))
    assert kinematic_events(np.arange(400) / 100, {"left": still}) == ()


def test_gaps_part_the_search():
    feet = foot_paths()
    feet["left"][150:170] = np.nan
    events = kinematic_events(TIME, feet)
    assert any(abs(t - 2.3) < 0.04 for t in times(events, "left", "strike"))
    assert all(np.isfinite(event.time) for event in events)


def test_whole_contacts_make_events_and_others_do_not():
    contacts = [
        PlateContact(0, 0.8, 1.42, "right", "whole", ""),
        PlateContact(1, 1.3, 1.7, "left", "partial", ""),
        PlateContact(2, 1.8, 2.2, None, "shared", ""),
    ]
    events = force_events(contacts)
    assert [(e.side, e.kind, e.time, e.source) for e in events] == [
        ("right", "strike", 0.8, "force"),
        ("right", "off", 1.42, "force"),
    ]


def test_a_foot_on_two_plates_strikes_once():
    contacts = [
        PlateContact(0, 0.80, 1.20, "right", "whole", ""),
        PlateContact(1, 0.90, 1.42, "right", "whole", ""),
    ]
    assert [(e.kind, e.time) for e in force_events(contacts)] == [("strike", 0.8), ("off", 1.42)]


def event(kind, time, source, side="left"):
    return Event(side, kind, time, source)


def test_the_file_comes_before_the_force_and_the_force_before_motion():
    merged, _ = merge_events(
        [event("strike", 1.31, "file")],
        [event("strike", 1.30, "force"), event("off", 1.92, "force")],
        [
            event("strike", 1.28, "kinematics"),
            event("off", 1.90, "kinematics"),
            event("strike", 2.30, "kinematics"),
        ],
    )
    assert [(e.kind, e.time) for e in merged] == [("strike", 1.31), ("off", 1.92), ("strike", 2.30)]


def test_a_file_far_from_the_force_is_remarked():
    _, notes = merge_events([event("strike", 1.2, "file")], [event("strike", 1.3, "force")])
    assert "1.200" in notes[0]
    assert "1.300" in notes[0]


def test_a_false_step_between_two_true_ones_goes():
    merged, notes = merge_events(
        [event("strike", 1.0, "file"), event("off", 1.6, "file")],
        [event("strike", 1.3, "kinematics")],
    )
    assert [e.time for e in merged] == [1.0, 1.6]
    assert "left out" in notes[0]


def test_strides_run_from_strike_to_strike():
    events = [
        event("strike", 1.0, "file"),
        event("off", 1.6, "file"),
        event("strike", 2.05, "file"),
        event("strike", 3.1, "file"),
        event("strike", 9.0, "file"),
        event("strike", 1.5, "file", "right"),
    ]
    assert [(s.side, s.start, s.stop, s.off) for s in strides(events)] == [
        ("left", 1.0, 2.05, 1.6),
        ("left", 2.05, 3.1, None),
    ]


def test_stance_lies_between_strike_and_off():
    events = [event("off", 0.5, "file"), event("strike", 1.0, "file"), event("off", 1.6, "file")]
    time = np.array([0.2, 0.7, 1.2, 2.0])
    assert in_stance(time, events, "left").tolist() == [True, False, True, False]
    assert in_stance(time, events, "right") is None


@pytest.mark.parametrize(
    ("label", "context", "side", "kind"),
    [
        ("Foot Strike", "Left", "left", "strike"),
        ("Foot Off", "Right", "right", "off"),
        ("Heel-Strike", "right", "right", "strike"),
        ("Toe Off", "LEFT", "left", "off"),
        ("Left Foot Strike", "", "left", "strike"),
        ("R Toe Off", "General", "right", "off"),
    ],
)
def test_events_in_a_file_keep_its_absolute_clock(tmp_path, label, context, side, kind):
    groups = {
        "EVENT": {
            "USED": [1],
            "CONTEXTS": [context],
            "LABELS": [label],
            "TIMES": np.array([[0.0], [3.35]]),
        }
    }
    path = write_c3d(tmp_path / "e.c3d", walker(), groups=groups, first_frame=300)
    trial = read_trial(path)
    assert trial.markers.time[0] == pytest.approx(3.0)
    (found,) = trial.events
    assert (found.side, found.kind, found.source) == (side, kind, "file")
    assert found.time == pytest.approx(3.35)


def test_other_events_are_left_out_and_said(tmp_path):
    groups = {
        "EVENT": {
            "USED": [3],
            "CONTEXTS": ["General", "Left", "Left"],
            "LABELS": ["Trigger", "Foot Strike", "Foot Off"],
            "TIMES": np.array([[0.0, 1.0, 0.0], [0.1, 0.5, 0.6]]),
        }
    }
    trial = read_trial(write_c3d(tmp_path / "e.c3d", walker(), groups=groups))
    assert [e.kind for e in trial.events] == ["off"]
    assert any("Trigger" in note for note in trial.notes)
    assert any("60.500 s was left out, because it is outside" in note for note in trial.notes)


def test_a_belt_and_a_turn_of_the_laboratory_change_no_event():
    feet = foot_paths()
    c, s = np.cos(0.7), np.sin(0.7)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    still = [event.time for event in kinematic_events(TIME, feet)]
    turned = {side: points @ turn.T for side, points in feet.items()}
    assert [e.time for e in kinematic_events(TIME, turned)] == pytest.approx(still, abs=1e-9)
    speed = 1.4  # m/s: one stride of 1.4 m in a second
    belt = {side: points - speed * TIME[:, None, None] * [1.0, 0.0, 0.0]
            for side, points in feet.items()}  # fmt: skip
    floor = dict.fromkeys(feet, np.array([-speed, 0.0]))
    on_belt = kinematic_events(TIME, belt, floor)
    assert [e.time for e in on_belt] == pytest.approx(still, abs=1e-4)
