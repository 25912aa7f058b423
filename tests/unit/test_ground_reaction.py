"""Plates' forces on the marker frames: sums kept, edges sharp, unknown where unknown."""

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_steps import (
    DURATION,
    RATE,
    STANCE,
    STRIKES,
    WEIGHT,
    foot_paths,
    joined,
    load_of,
    place_of,
    plate_under,
    trial_with,
)

from ambulo.gait.stages.steps import stance_of
from ambulo.mocap.events import force_events, kinematic_events, merge_events
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.mocap.plates.plate_contacts import assign_contacts
from ambulo.records import Event

TIME = np.arange(0, DURATION, 1 / RATE)
STRIKE = 1.3


def row_of_plates():
    """Every stance of the walk on a plate of its own."""
    plates = []
    for side, strikes in STRIKES.items():
        for strike in strikes:
            x = place_of(side, strike)
            y = (0.0, 0.4) if side == "left" else (-0.4, 0.0)
            name = f"plate {len(plates) + 1}"
            plates.append(plate_under(name, (x - 0.15, x + 0.45), y, [(side, strike)]))
    return plates


def one_plate(strike=STRIKE):
    """A plate under one stance of the left foot."""
    x = place_of("left", strike)
    return plate_under("plate 1", (x - 0.15, x + 0.45), (0.0, 0.4), [("left", strike)])


def reaction(plates, events=None):
    trial = trial_with(plates)
    feet = foot_paths()
    events = kinematic_events(TIME, feet) if events is None else events
    contacts = assign_contacts(trial, feet, events)
    return (
        trial,
        contacts,
        ground_reaction(trial, contacts, events, TIME, feet, stance_of(TIME, events)),
    )


def known_events(plates):
    _, contacts, _ = reaction(plates)
    events, _ = merge_events(force_events(contacts), kinematic_events(TIME, foot_paths()))
    _, contacts, ground = reaction(plates, events)
    return contacts, ground


def test_two_feet_on_plates_carry_the_body():
    _, ground = known_events(row_of_plates())
    # from the second strike to the second last off every force is on a plate
    inside = (TIME > 0.8 + 0.13) & (TIME < 2.8)
    total = ground.force[inside, :, 2].sum(axis=1)
    np.testing.assert_allclose(total, WEIGHT, rtol=0.015)  # the window rounds the load's corners
    assert np.mean(np.abs(total - WEIGHT) > 1e-6 * WEIGHT) < 0.1
    assert ground.known[inside].all()


def test_force_and_moment_are_those_of_the_plate():
    plate = one_plate()
    _, _, ground = reaction([plate])
    on = (STRIKE + 0.02 < TIME) & (STRIKE + STANCE - 0.02 > TIME)
    np.testing.assert_allclose(ground.force[on, 0, 2], load_of(TIME[on], STRIKE), atol=9.0)
    sample = np.searchsorted(plate.time, TIME[on])
    np.testing.assert_allclose(
        ground.centre_of_pressure[on, 0], plate.centre_of_pressure[sample], atol=1e-3
    )
    again = np.cross(ground.centre_of_pressure[on, 0], ground.force[on, 0])
    again[:, 2] += ground.free_moment[on, 0]
    np.testing.assert_allclose(again, ground.moment_origin[on, 0], atol=1e-9)


def test_contacts_keep_their_edges_and_nothing_leaks_into_the_air():
    _, contacts, ground = reaction(row_of_plates())
    for contact in contacts:
        foot = 0 if contact.side == "left" else 1
        outside = (contact.start > TIME) & (contact.start - 0.2 < TIME)
        assert not np.nan_to_num(ground.force[outside, foot]).any()
    loaded = np.nan_to_num(ground.force[:, 0, 2]) > 15
    rises = TIME[1:][np.diff(loaded.astype(int)) > 0]
    np.testing.assert_allclose(rises, [0.31, 1.31, 2.31, 3.31], atol=0.011)


@pytest.mark.parametrize(("early", "known"), [(0.009, True), (0.031, False)])
def test_a_foot_is_unloaded_in_the_frame_between_a_rounded_event_and_its_load(early, known):
    """At a strike; by more than a frame the file and the plate disagree."""
    plates = row_of_plates()
    (contact,) = [c for c in reaction(plates)[1] if c.side == "left" and abs(c.start - 1.3) < 0.05]
    frame = int(np.searchsorted(TIME, contact.start)) - 1
    events = [
        replace(e, time=contact.start - early, source="file")
        if (e.side, e.kind) == ("left", "strike") and abs(e.time - STRIKE) < 0.1
        else e
        for e in kinematic_events(TIME, foot_paths())
    ]
    _, _, ground = reaction(plates, events)
    assert stance_of(TIME, events)[frame, 0] == (TIME[frame] >= contact.start - early)
    before = (contact.start > TIME) & (contact.start - early <= TIME)
    assert before.any()
    assert ground.known[before, 0].all() == known
    assert ground.known[frame, 0]
    np.testing.assert_array_equal(ground.force[frame, 0], 0.0)
    assert ground.known[frame + 1, 0]


def test_vibration_above_the_frame_rate_does_not_fold_in():
    plate = one_plate()
    quiet = reaction([plate])[2].force
    # 105 Hz sampled at 100 Hz would appear as 5 Hz
    on = plate.force[:, 2] > 0
    plate.force[on, 2] += 60 * np.sin(2 * np.pi * 105 * plate.time[on])
    shaken = reaction([plate])[2].force
    middle = (STRIKE + 0.1 < TIME) & (STRIKE + 0.5 > TIME)
    assert np.abs(shaken - quiet)[middle, 0, 2].max() < 5.0


@pytest.mark.parametrize(("begin", "shift"), [(1.3, 0.0), (1.3068, 0.0004)])
def test_a_straight_line_passes_the_average_unchanged(begin, shift):
    """In the middle of a contact, and where a window beside its edge holds few samples, askew."""
    plate = one_plate()
    plate.time[:] += shift
    inside = (plate.time >= begin) & (plate.time < 1.3 + STANCE)
    plate.force[:] = 0.0
    plate.force[inside, 2] = 300 + 500 * (plate.time[inside] - 1.3)
    _, (contact,), ground = reaction([plate])
    on = (contact.start < TIME) & (contact.stop > TIME)
    assert np.ptp(TIME[on]) > 0.55
    np.testing.assert_allclose(ground.force[on, 0, 2], 300 + 500 * (TIME[on] - 1.3), atol=1e-9)


def test_a_foot_beside_the_plates_is_unknown_and_not_zero():
    plate = one_plate()
    _, _, ground = reaction([plate])
    right_down = (TIME > 1.9) & (TIME < 2.3)
    assert np.isnan(ground.force[right_down, 1]).all()
    assert not ground.known[right_down, 1].any()
    right_up = (TIME > 1.5) & (TIME < 1.7)
    assert ground.known[right_up, 1].all()
    np.testing.assert_array_equal(ground.force[right_up, 1], 0)
    assert np.isnan(ground.centre_of_pressure[right_up, 1]).all()


def test_a_half_hit_is_given_but_not_known():
    strike = 1.3
    x = place_of("left", strike)
    plate = plate_under("plate 1", (x - 0.4, x + 0.15), (0.0, 0.4), [("left", strike)])
    _, contacts, ground = reaction([plate])
    assert contacts[0].quality == "partial"
    on = (TIME > 1.35) & (TIME < 1.85)
    assert np.isfinite(ground.force[on, 0]).all()
    assert not ground.known[on, 0].any()


def test_a_shared_plate_is_its_standing_foots_in_single_support():
    plate = plate_under("plate 1", (-0.5, 6.0), (-0.4, 0.4), [("left", 1.3), ("right", 1.8)])
    events = [
        Event("right", "off", 1.42, "file"),
        Event("left", "strike", 1.3, "file"),
        Event("right", "strike", 1.8, "file"),
        Event("left", "off", 1.92, "file"),
        Event("right", "off", 2.42, "file"),
        Event("left", "strike", 2.3, "file"),
    ]
    _, contacts, ground = reaction([plate], events)
    assert contacts[0].quality == "shared"
    single = (TIME > 1.5) & (TIME < 1.75)
    assert ground.known[single].all()
    np.testing.assert_allclose(ground.force[single, 0, 2], load_of(TIME[single], 1.3), rtol=0.01)
    double = (TIME > 1.82) & (TIME < 1.9)
    assert not ground.known[double].any()
    # what both feet do together there is known
    both = load_of(TIME[double], 1.3) + load_of(TIME[double], 1.8)
    np.testing.assert_allclose(ground.together[double, 5], both, rtol=0.01)
    assert np.isnan(ground.together[single]).all()


def two_belts(over, until=np.inf):
    """A left and a right belt from y = -0.08 m; a part of one right step lies on the left belt."""
    step = [("right", 1.8)]
    x, left, right = (-1.0, 6.0), (-0.08, 0.5), (-0.6, -0.08)
    near = plate_under("left belt", x, left, [("left", s) for s in STRIKES["left"]])
    far = plate_under("right belt", x, right, [("right", s) for s in (0.8, 2.8)])
    for part, when in ((1.0 - over, {}), (over, {"from_s": until})):
        far = joined(far, plate_under("", x, right, step, part=part, **when))
    return joined(near, plate_under("", x, left, step, part=over, until_s=until)), far


def test_a_step_over_the_seam_of_two_belts_is_their_sum_and_the_others_are_their_own_belts():
    contacts, ground = known_events(two_belts(0.3))
    assert [c.quality for c in contacts if c.side is None] == ["shared"]
    assert all(c.quality == "whole" or c.cut for c in contacts if c.side)
    truth = np.array([sum(load_of(TIME, s) for s in STRIKES[side]) for side in STRIKES]).T
    near = np.abs(ground.force[..., 2] - truth) < 0.05 * WEIGHT
    assert near[ground.known].all()
    # only while both feet load the left belt nobody knows whose force it is
    double = ((TIME > 1.7) & (TIME < 2.0)) | ((TIME > 2.2) & (TIME < 2.5))
    assert ground.known[(TIME > 1.32) & (TIME < 2.9) & ~double].all()
    assert not ground.known[(TIME > 1.83) & (TIME < 1.9)].any()
    assert (truth[(TIME > 2.0) & (TIME < 2.2), 1] > 0.95 * WEIGHT).all()


def test_where_the_heel_alone_lies_on_the_seam_the_push_off_is_known():
    _, ground = known_events(two_belts(0.3, until=2.11))
    assert not ground.known[(TIME > 1.83) & (TIME < 1.9)].any()
    assert ground.known[(TIME > 2.32) & (TIME < 2.4)].all()


def test_belts_on_which_no_foot_crosses_are_known_throughout():
    contacts, ground = known_events(two_belts(0.0))
    assert all(c.quality == "whole" or c.cut for c in contacts)
    assert ground.known[(TIME > 0.5) & (TIME < 3.2)].all()


@pytest.mark.parametrize("load", [100.0, 700.0])
def test_what_is_no_feet_leaves_a_foot_on_its_own_plate_alone(load):
    """A bystander on the next plate, or a bag on the plate that the other foot steps on."""
    x = place_of("left", 1.3)
    own = plate_under("plate 1", (x - 0.15, x + 0.45), (0.0, 0.4), [("left", 1.3)])
    _, _, by_itself = reaction([own])
    y = place_of("right", 1.8)
    other = plate_under("plate 2", (y - 0.15, y + 0.45), (-0.4, 0.0), [("right", 1.8)])
    # where it lies the two loads together press elsewhere
    at = np.array([y + 0.4, -0.35, 0.0])
    feet = other.force[:, 2:]
    pressed = np.nan_to_num(other.centre_of_pressure) * feet + at * load
    bag = replace(
        other,
        force=other.force + np.array([0.0, 0.0, load]),
        centre_of_pressure=pressed / (feet + load),
    )
    for next_to_it in (bag, replace(bag, force=np.full_like(bag.force, load) * [0.0, 0.0, 1.0])):
        _, contacts, ground = reaction([own, next_to_it])
        assert {c.side for c in contacts if c.plate == 1} <= {None, "right"}
        on = (TIME > 1.35) & (TIME < 1.75)
        np.testing.assert_allclose(ground.force[on, 0], by_itself.force[on, 0])
        np.testing.assert_allclose(ground.moment_origin[on, 0], by_itself.moment_origin[on, 0])
        assert ground.known[on, 0].all()


def test_a_foot_on_two_plates_is_their_sum():
    strike = 1.3
    x = place_of("left", strike)
    step = [("left", strike)]
    back = plate_under("plate 1", (x - 0.4, x + 0.12), (0.0, 0.4), step, part=0.4)
    front = plate_under("plate 2", (x + 0.12, x + 0.6), (0.0, 0.4), step, part=0.6)
    _, _, ground = reaction([back, front])
    on = (TIME > 1.45) & (TIME < 1.8)
    np.testing.assert_allclose(ground.force[on, 0, 2], load_of(TIME[on], strike), rtol=0.01)
    assert ground.known[on, 0].all()


def test_a_contact_cut_by_the_record_is_known_as_far_as_it_goes():
    plate = one_plate(3.3)
    _, contacts, ground = reaction([plate])
    assert contacts[0].quality == "partial"
    assert ground.known[(TIME > 3.35) & (TIME < 3.55), 0].all()


def test_slow_plates_are_interpolated():
    plate = one_plate()
    every = slice(None, None, 10)
    slow = type(plate)(
        "plate 1",
        plate.corners,
        plate.time[every],
        plate.force[every],
        plate.centre_of_pressure[every],
        plate.free_moment[every],
    )
    _, _, ground = reaction([slow])
    on = (TIME > 1.35) & (TIME < 1.85)
    assert ground.force[on, 0, 2] == pytest.approx(load_of(TIME[on], STRIKE), abs=10)


def test_a_centre_of_pressure_above_the_floor_gives_the_moment_back():
    """m = p x f + (0, 0, free) for level forces of either sign, at the height of the surface."""
    from ambulo.mocap.plates.ground_reaction import _centre_of_pressure

    rng = np.random.default_rng(11)
    force = rng.normal([0.0, 0.0, 700.0], [80.0, 60.0, 50.0], size=(9, 2, 3))
    point = rng.normal([1.0, 0.2, 0.3], 0.1, size=(9, 2, 3))
    twist = rng.normal(0.0, 5.0, size=(9, 2))
    moment = np.cross(point, force)
    moment[..., 2] += twist
    height = point[..., 2] * force[..., 2]
    found, free = _centre_of_pressure(force, moment, height, np.ones((9, 2), dtype=bool))
    np.testing.assert_allclose(found, point, atol=1e-12)
    np.testing.assert_allclose(free, twist, atol=1e-9)
