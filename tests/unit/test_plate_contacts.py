"""Each loading is given to the right foot, and half-hit and shared plates are recognised."""

from dataclasses import fields, replace

import numpy as np
import pytest
from tests.synthetic_steps import (
    DURATION,
    MASS,
    STANCE,
    foot_paths,
    joined,
    place_of,
    plate_under,
    trial_with,
)

from ambulo.mocap.events import kinematic_events
from ambulo.mocap.plates.plate_contacts import assign_contacts
from ambulo.mocap.plates.plate_loadings import loaded, loadings, steady_force
from ambulo.records import Event, Markers

LEFT = place_of("left", 1.3)
RIGHT = place_of("right", 1.8)


def contacts_of(plates, suffix=".c3d", events=None, feet=None):
    trial = trial_with(plates, suffix)
    feet = foot_paths() if feet is None else feet
    if events is None:
        events = kinematic_events(trial.markers.time, feet)
    return assign_contacts(trial, feet, events)


def under(name, side, strike, **options):
    x = place_of(side, strike)
    y = (0.0, 0.4) if side == "left" else (-0.4, 0.0)
    return plate_under(name, (x - 0.15, x + 0.45), y, [(side, strike)], **options)


@pytest.mark.parametrize("suffix", [".c3d", ".trc"])
def test_each_foot_has_its_plate(suffix):
    found = contacts_of([under("plate 1", "left", 1.3), under("plate 2", "right", 1.8)], suffix)
    assert [(c.plate, c.side, c.quality) for c in found] == [
        (0, "left", "whole"),
        (1, "right", "whole"),
    ]
    np.testing.assert_allclose([found[0].start, found[0].stop], [1.3, 1.3 + STANCE], atol=0.005)


def test_a_plate_loaded_twice_by_two_feet_has_two_contacts():
    plate = plate_under("plate 1", (LEFT - 0.2, RIGHT + 0.5), (-0.4, 0.4), [("left", 0.3)])
    later = plate_under("plate 1", (LEFT - 0.2, RIGHT + 0.5), (-0.4, 0.4), [("right", 1.8)])
    merged = joined(plate, later)
    assert [c.side for c in contacts_of([merged], ".trc")] == ["left", "right"]


def test_both_feet_on_one_plate_share_it():
    x = (LEFT - 0.2, RIGHT + 0.5)
    plate = plate_under("plate 1", x, (-0.4, 0.4), [("left", 1.3), ("right", 1.8)])
    (found,) = contacts_of([plate])
    assert (found.side, found.quality) == (None, "shared")
    assert "both feet" in found.reason


def test_shared_is_seen_from_the_pressure_where_edges_are_unknown():
    x = (LEFT - 0.2, RIGHT + 0.5)
    plate = plate_under("plate 1", x, (-0.4, 0.4), [("left", 1.3), ("right", 1.8)])
    (found,) = contacts_of([plate], ".trc")
    assert found.quality == "shared"
    assert "from one foot to the other" in found.reason


def test_toes_beyond_the_edge_are_a_half_hit():
    plate = plate_under("plate 1", (LEFT - 0.4, LEFT + 0.18), (0.0, 0.4), [("left", 1.3)])
    (found,) = contacts_of([plate])
    assert (found.side, found.quality) == ("left", "partial")
    assert "beyond plate 1" in found.reason


def test_a_plate_loaded_after_the_strike_is_a_half_hit():
    plate = under("plate 1", "left", 1.3, from_s=1.45)
    (found,) = contacts_of([plate])
    assert found.quality == "partial"
    assert "before" in found.reason


def test_a_foot_that_stands_on_when_the_plate_is_empty_is_a_half_hit():
    plate = under("plate 1", "left", 1.3)
    late = 1.3 + STANCE - 0.14
    emptied = plate.force * (plate.time < late)[:, None]
    (found,) = contacts_of([replace(plate, force=emptied)])
    assert found.quality == "partial"
    assert "still down 0.1" in found.reason


def test_a_plate_that_carries_half_of_the_body_is_a_half_hit():
    (found,) = contacts_of([under("plate 1", "left", 1.3, part=0.5)])
    assert found.quality == "partial"
    assert "shows 35 kg where 70 kg was expected" in found.reason


def test_feet_that_land_and_leave_together_are_never_judged_as_one_alone():
    """Events by motion that are 30 ms off leave each foot alone for 30 ms at both ends."""
    landed = [
        Event(side, kind, 1.3 + error + (STANCE if kind == "off" else 0.0), "kinematics")
        for side, late in (("left", 0.0), ("right", 0.03))
        for kind, error in (("strike", late), ("off", -late))
    ]
    plate = under("plate 1", "left", 1.3, part=0.5)
    (found,) = contacts_of([plate], events=landed)
    assert (found.quality, found.carried) == ("whole", None)


@pytest.mark.parametrize(("part", "quality"), [(0.97, "whole"), (0.87, "whole"), (0.7, "partial")])
def test_a_plate_that_carries_less_than_the_other_is_remarked_on(part, quality):
    plates = [under("plate 1", "left", 1.3, part=part), under("plate 2", "right", 1.8)]
    light, full = contacts_of(plates)
    assert (light.quality, full.quality) == (quality, "whole")
    assert ("plate 2 6" in light.reason or "plate 2 7" in light.reason) == (part < 0.92)


def test_a_foot_across_two_plates_is_whole_on_both_together():
    step = [("left", 1.3)]
    back = plate_under("plate 1", (LEFT - 0.4, LEFT + 0.12), (0.0, 0.4), step, part=0.5)
    front = plate_under("plate 2", (LEFT + 0.12, LEFT + 0.6), (0.0, 0.4), step, part=0.5)
    found = contacts_of([back, front])
    assert [(c.side, c.quality) for c in found] == [("left", "whole"), ("left", "whole")]
    assert "plate 1 and plate 2" in found[0].reason
    (alone,) = contacts_of([back])
    assert alone.quality == "partial"


def test_the_record_cuts_a_contact():
    # the fourth left stance goes on after the end
    (found,) = contacts_of([under("plate 1", "left", 3.3)])
    assert (found.side, found.quality, found.cut) == ("left", "partial", True)
    assert found.stop == pytest.approx(DURATION, abs=0.002)


def test_a_plate_far_from_both_feet_is_nobodys():
    plate = under("plate 1", "left", 1.3)
    away = plate.centre_of_pressure + np.array([0.0, 0.6, 0.0])
    moved = type(plate)("plate 1", plate.corners, plate.time, plate.force, away, plate.free_moment)
    (found,) = contacts_of([moved])
    assert found.side is None
    assert "cm from the nearest foot" in found.reason


def test_a_late_event_of_the_file_makes_no_half_hit():
    events = [Event("left", "strike", 1.32, "file"), Event("left", "off", 1.94, "file")]
    (found,) = contacts_of([under("plate 1", "left", 1.3)], events=events)
    assert found.quality == "whole"


@pytest.mark.parametrize(("late", "narrow"), [(0.12, False), (0.12, True), (0.4, False)])
def test_a_foot_over_an_unloaded_plate_is_in_the_air_whatever_its_motion_says(late, narrow):
    """Who steps in place hardly moves the feet: rest and motion tell the off too late."""
    plate = under("plate 1", "left", 1.3)
    if narrow:
        plate = replace(plate, corners=plate.corners - [0.21, 0.0, 0.0])
    stays = foot_paths()
    stays["left"][160 : 195 + round(100 * late)] = stays["left"][160]
    events = [
        Event("left", "strike", 1.3, "kinematics"),
        Event("left", "off", 1.3 + STANCE + late, "kinematics"),
    ]
    (found,) = contacts_of([plate], events=events, feet=stays)
    assert found.quality == ("whole" if late < 0.3 and not narrow else "partial")
    assert not narrow or "beyond" not in found.reason


def test_knocks_are_no_contacts():
    plate = under("plate 1", "left", 1.3)
    plate.force[500:520, 2] = 300.0
    assert len(loaded(plate)) == 1


def test_of_a_step_that_the_record_cuts_little_may_be_left():
    """Its last 40 ms bear 300 N and less: as short a knock in mid-record is no step."""
    plate = under("plate 1", "left", 1.3)
    plate.force[:] = 0.0
    plate.force[:40, 2] = np.linspace(300.0, 0.0, 40)
    (found,) = loadings([plate], 20.0)
    assert (found.start, found.cut, found.brief) == (plate.time[0], True, False)
    plate.force[500:540, 2] = plate.force[:40, 2]
    plate.force[:40, 2] = 0.0
    assert loadings([plate], 20.0) == []


def test_chatter_at_the_threshold_does_not_part_a_contact():
    plate = under("plate 1", "left", 1.3)
    plate.force[1600:1620, 2] = 0.0
    assert len(loaded(plate)) == 1


@pytest.mark.parametrize("noise", [8.0, 15.0, 40.0])
def test_noise_of_an_empty_plate_is_no_contact(noise):
    plate = under("plate 1", "left", 1.3)
    plate.force[:] = 0.0
    plate.force[:, 2] = noise * np.random.default_rng(4).standard_normal(len(plate.time))
    assert loaded(plate) == ()


@pytest.mark.parametrize("noise", [2.0, 8.0, 15.0])
def test_a_noisy_plate_is_loaded_while_a_foot_stands_on_it(noise):
    plate = under("plate 1", "left", 1.3)
    ((start, stop, _),) = loaded(plate)
    plate.force[:, 2] += noise * np.random.default_rng(4).standard_normal(len(plate.time))
    ((found_start, found_stop, _),) = loaded(plate)
    assert (found_start, found_stop) == pytest.approx((start, stop), abs=0.02)


def test_ordinary_noise_leaves_the_force_as_it_is():
    plate = under("plate 1", "left", 1.3)
    plate.force[:, 2] += np.random.default_rng(4).standard_normal(len(plate.time))
    force, noise = steady_force(plate.force[:, 2], 1000.0, 20.0)
    assert np.array_equal(force, plate.force[:, 2])
    assert noise == 0.0
    assert steady_force(10 * plate.force[:, 2], 1000.0, 20.0)[1] == pytest.approx(10.0, rel=0.15)


@pytest.mark.parametrize(("rate", "noise"), [(100, 8.0), (200, 15.0)])
def test_a_slow_noisy_plate_is_loaded_while_a_foot_stands_on_it(rate, noise):
    plate = under("plate 1", "left", 1.3)
    slow = replace(
        plate,
        time=plate.time[:: 1000 // rate],
        force=plate.force[:: 1000 // rate].copy(),
        centre_of_pressure=plate.centre_of_pressure[:: 1000 // rate],
        free_moment=plate.free_moment[:: 1000 // rate],
    )
    ((start, stop, _),) = loaded(slow)
    assert steady_force(slow.force[:, 2], rate, 20.0)[1] == 0.0
    slow.force[:, 2] += noise * np.random.default_rng(4).standard_normal(len(slow.time))
    ((found_start, found_stop, _),) = loaded(slow)
    assert (found_start, found_stop) == pytest.approx((start, stop), abs=0.04)
    assert steady_force(slow.force[:, 2], rate, 20.0)[1] == pytest.approx(noise, rel=0.25)


def test_a_foot_without_markers_gives_nobody():
    feet = {side: np.full_like(path, np.nan) for side, path in foot_paths().items()}
    (found,) = contacts_of([under("plate 1", "left", 1.3)], events=[], feet=feet)
    assert found.side is None


@pytest.mark.parametrize("by", [0.02, 0.04])
def test_a_strike_over_the_edge_of_the_plate_before_is_part_of_the_step(by):
    """It is not known, as if the foot were in the air; the rest of the contact stays whole."""
    strike = 1.3 + 0.02  # s; when the load passes the higher threshold
    whole = under("plate 2", "left", 1.3)
    heel = under("plate 1", "left", 1.3)
    heel.force[:] *= 6.0 * ((heel.time >= strike) & (heel.time < strike + by))[:, None]
    whole.force[:] *= (whole.time >= strike + by)[:, None]
    for plate in (heel, whole):
        plate.centre_of_pressure[plate.force[:, 2] < 20.0] = np.nan
    first, second = contacts_of([heel, whole])
    assert (first.plate, first.side, first.quality) == (0, "left", "partial")
    assert (second.plate, second.side, second.quality) == (1, "left", "whole")
    # the same knock far from any step is none
    heel.force[:] = np.roll(heel.force, 1500, axis=0)
    assert len(contacts_of([heel, whole])) == 1


def test_a_loading_just_long_enough_is_a_contact_of_its_own():
    """Ten samples at 200 Hz last 0.05 s, though from the first to the last it is 0.045 s."""
    short = under("plate 1", "left", 1.3)
    every = slice(None, None, 5)
    force, point = short.force[every].copy(), short.centre_of_pressure[every].copy()
    loaded = np.zeros(len(force), bool)
    loaded[320:330] = True  # from 1.6 s, in the middle of the stance
    force[~loaded], point[~loaded] = 0.0, np.nan
    plate = replace(
        short, time=short.time[every], force=force, centre_of_pressure=point,
        free_moment=np.zeros(len(force)),
    )  # fmt: skip
    time = trial_with([plate]).markers.time
    feet = foot_paths()
    events = [
        Event(1.6, "left", "strike", "force"),
        Event(1.65, "left", "off", "force"),
    ]
    assert time[1] - time[0] == pytest.approx(0.01)
    (found,) = contacts_of([plate], events=events, feet=feet)
    assert (found.side, found.quality) == ("left", "whole"), found.reason


def test_a_moment_between_two_marker_frames_has_its_own_reason():
    """Of a strike over an edge, for 12 ms; cameras at 50 Hz miss it."""
    knock, whole = under("plate 1", "left", 1.3), under("plate 2", "left", 1.3)
    at = (knock.time > 1.3425) & (knock.time < 1.3545)
    knock.force[:] *= 6.0 * at[:, None]
    whole.force[:] *= (whole.time >= 1.355)[:, None]
    for plate in (knock, whole):
        plate.centre_of_pressure[plate.force[:, 2] < 20.0] = np.nan
    trial = trial_with([knock, whole])
    markers = trial.markers
    slow = Markers(markers.names, markers.time[::2], markers.position[::2])
    feet = {side: path[::2] for side, path in foot_paths().items()}
    events = kinematic_events(markers.time, foot_paths())
    first, second = assign_contacts(replace(trial, markers=slow), feet, events)
    assert (first.side, first.quality) == (None, "partial")
    assert first.reason == "plate 1 is loaded between two marker frames"
    assert second.quality == "whole"


def test_a_step_from_plate_to_plate_is_two_loadings():
    back, front = under("plate 1", "left", 1.3), under("plate 2", "left", 1.3)
    for plate, mine in ((back, back.time < 1.6), (front, front.time >= 1.6)):
        plate.force[:] *= mine[:, None]
        plate.centre_of_pressure[plate.force[:, 2] < 20.0] = np.nan
    assert [c.plate for c in contacts_of([back, front])] == [0, 1]


def test_a_neighbouring_plate_that_shakes_has_no_contact():
    knocked = under("plate 1", "left", 1.3)
    knocked.force[:] *= 0.0
    knocked.force[1300:1320, 2] = 60.0
    assert len(contacts_of([knocked, under("plate 2", "left", 1.3)])) == 1


def test_a_body_that_is_lifted_weighs_no_more():
    """m = mean(Fz) / (g + dv/T), the velocity that of the pelvis' marker."""
    lift = 0.8  # m/s^2, upwards all the time
    trial = trial_with([under("plate 1", "left", 1.3)])
    time = trial.markers.time
    pelvis = np.column_stack([1.4 * time, 0.0 * time, 0.9 - 2.0 * time + 0.5 * lift * time**2])
    position = np.concatenate([trial.markers.position, pelvis[:, None]], axis=1)
    markers = Markers((*trial.markers.names, "SACR"), time, position)
    feet = foot_paths()
    (found,) = assign_contacts(
        replace(trial, markers=markers), feet, kinematic_events(time, feet), mass=MASS
    )
    (unlifted,) = assign_contacts(trial, feet, kinematic_events(time, feet), mass=MASS)
    assert unlifted.carried == pytest.approx(MASS, rel=0.02)
    assert found.carried == pytest.approx(unlifted.carried * 9.80665 / (9.80665 + lift), rel=0.006)


def test_forces_that_begin_later_than_the_markers_are_named_where_the_foot_is_down_before():
    plate = under("plate 1", "left", 1.3)
    late = plate.time > 1.3 + 0.25
    kept = replace(
        plate,
        **{
            one.name: getattr(plate, one.name)[late]
            for one in fields(plate)
            if np.shape(getattr(plate, one.name))[:1] == plate.time.shape
        },
    )
    (found,) = contacts_of([kept], ".trc")
    assert found.quality == "partial"
    assert "because the forces in the file begin later" in found.reason
