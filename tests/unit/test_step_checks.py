"""Steps against the body: what each check reads from a step that is made by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks.clocks import best_lag, clock_gate, slow_where_whole
from ambulo.gait.checks.force_and_acceleration import forward_gate, rate_gate
from ambulo.gait.checks.joint_ranges import range_gates
from ambulo.gait.checks.late_steps import StepTimes, leaving_toe, steps_gate, stop_of_heel
from ambulo.gait.checks.line_of_action import direction, direction_gates, mean_gates
from ambulo.gait.checks.marker_noise import marker_noise, noise_gate
from ambulo.gait.checks.plate_faults import pressed_elsewhere, same_loads
from ambulo.gait.checks.plates_alike import alike_gate, odd_plate
from ambulo.gait.checks.single_steps import Step
from ambulo.mocap.calibration.believable_measurements import believe, measurement_gate
from ambulo.records import ForcePlate, PlateContact, Quantity

CONTACT = PlateContact(0, 0.0, 0.6, "left", "whole", "")
HIPS = np.stack([np.linspace(-0.3, 0.3, 60), np.full(60, -0.08), np.full(60, 0.95)], axis=1)


def unsaid(*_: object) -> str:
    """In place of what a delay costs."""
    return ""


def step(slope: float = 0.75, offset: float = -0.017) -> Step:
    """The body walks over a foot that pushes towards it."""
    point = np.stack([np.linspace(-0.05, 0.12, 60), np.zeros(60), np.zeros(60)], axis=1)
    vertical = 700 * (1 + 0.15 * np.cos(np.linspace(0, 4 * np.pi, 60)))
    lean = (HIPS - point)[:, :2] / 0.95
    force = np.column_stack([vertical[:, None] * lean * slope, vertical])
    force[:, 0] += offset * vertical
    return Step("left", "plate 1", CONTACT, np.arange(60), force, point)


def graded(found: Step) -> dict[str, str]:
    way = direction(found, HIPS)
    assert way is not None
    return {gate.name.partition(" (")[0]: gate.grade for gate in direction_gates([(found, way)], 1)}


def test_the_line_of_action_is_read_exactly():
    way = direction(step(0.68, 0.01), HIPS)
    assert way is not None
    assert (way.forward, way.offset) == pytest.approx((0.68, 0.01), abs=1e-9)
    assert way.across == pytest.approx(0.68, abs=1e-9)
    assert way.rest == pytest.approx(0.0, abs=1e-9)
    assert set(graded(step(0.68, 0.01)).values()) == {"good"}


def turning_step() -> tuple[Step, np.ndarray]:
    """A body that throws itself about, and by how much of its load the force passes beside it."""
    beside = np.zeros((60, 2))
    beside[:, 0] = 0.13 * np.sin(np.linspace(0.0, 3.0 * np.pi, 60))
    found = step(0.72, -0.01)
    force = found.force.copy()
    force[:, :2] += force[:, 2:] * beside
    return replace(found, force=force), beside


def test_what_the_bodys_turning_explains_is_no_fault_of_a_plate():
    thrown, beside = turning_step()
    unknown, known = direction(thrown, HIPS), direction(thrown, HIPS, beside)
    assert unknown is not None
    assert known is not None
    assert unknown.rest > 0.06
    assert known.rest == pytest.approx(0.0, abs=1e-9)
    assert (known.forward, known.offset) == pytest.approx((0.72, -0.01), abs=1e-9)
    # a wrong sign or another body's turning explains nothing
    for wrong in (-beside, np.roll(beside, 20, axis=0)):
        other = direction(thrown, HIPS, wrong)
        assert other is not None
        assert other.rest == pytest.approx(unknown.rest, rel=1e-9)


def test_turning_that_goes_with_the_lean_is_no_wrong_gain():
    """A force that turning keeps within the limit of what a line leaves over, as on a belt."""
    thrown, beside = turning_step()
    lean = (HIPS - thrown.point)[:, :2] / 0.95
    beside = 0.3 * beside
    beside[:, 0] -= 0.42 * lean[:, 0]
    straight = step(0.9)
    force = straight.force.copy()
    force[:, :2] += force[:, 2:] * beside
    found = replace(straight, force=force)
    unknown, known = direction(found, HIPS), direction(found, HIPS, beside)
    assert unknown is not None
    assert known is not None
    assert unknown.rest < 0.06
    assert unknown.forward < 0.75 * np.exp(-0.35)
    assert known.forward == pytest.approx(0.9, abs=1e-9)
    # half of the force, where turning explains none of it
    half = replace(step(), force=step().force * [0.5, 0.5, 1.0])
    faulty = direction(half, HIPS, 0.3 * turning_step()[1])
    assert faulty is not None
    assert faulty.forward == pytest.approx(0.375, abs=1e-9)


def test_a_force_out_of_line_is_not_said_to_be_a_gain_first():
    late, _ = turning_step()
    force = late.force.copy()
    force[:, 0] *= 1.6
    late = replace(late, force=force)
    gained = replace(step(), force=step().force * [1.6, 1.0, 1.0])
    for found, first in ((late, "What takes the force out of line"), (gained, "A wrong gain")):
        way = direction(found, HIPS)
        assert way is not None
        gates = {g.name.partition(" (")[0]: g for g in direction_gates([(found, way)], 1)}
        gate = gates["forward force towards the body"]
        assert gate.grade != "good"
        assert gate.remedy.startswith(first)
        assert "wrong gain" in gate.remedy


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("hums", "force in line with the body"),
        ("clipped", "forward force towards the body"),
        ("dead", "forward force towards the body"),
    ],
)
def test_turning_hides_no_fault(fault, name):
    thrown, beside = turning_step()
    force = thrown.force.copy()
    if fault == "hums":
        force[:, 0] += 120.0 * np.sin(np.arange(60))
    elif fault == "clipped":
        force[:, 0] = np.clip(force[:, 0], -1e9, 10.0)
    else:
        force[:, 0] = 0.0
    way = direction(replace(thrown, force=force), HIPS, beside)
    assert way is not None
    gates = {gate.name.partition(" (")[0]: gate for gate in direction_gates([(thrown, way)], 1)}
    assert gates[name].grade == "do-not-use"


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ([-1, 1, 1], "forward force towards the body"),
        ([0, 1, 1], "forward force towards the body"),
        ([0.4, 1, 1], "forward force towards the body"),
        ([1, -1, 1], "sideways force towards the body"),
        ([1, 0, 1], "sideways force towards the body"),
    ],
)
def test_a_wrong_channel_is_told_by_its_axis(change, name):
    right = step()
    found = graded(replace(right, force=right.force * change))
    assert found[name] == "do-not-use"


@pytest.mark.parametrize(("gain", "grade"), [(1.0, "good"), (1.3, "look"), (0.72, "look")])
def test_a_gain_that_no_single_step_betrays_shows_in_the_mean(gain, grade):
    wrong = step(slope=0.74 * gain)
    assert graded(wrong)["forward force towards the body"] == "good"
    (found,) = mean_gates([(wrong, direction(wrong, HIPS))], 0.95)
    assert found.grade == grade


def test_what_a_single_step_says_is_not_said_twice():
    wrong = step(slope=1.2)
    assert not mean_gates([(wrong, direction(wrong, HIPS))], 0.95)


def test_a_turned_plate_is_told():
    right = step()
    turn = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
    force = right.force.copy()
    force[:, :2] = force[:, :2] @ turn.T
    assert graded(replace(right, force=force))["plate's axes"] == "do-not-use"


@pytest.mark.parametrize("lag", [-0.03, -0.012, 0.0, 0.021])
def test_a_lag_is_read_to_a_tenth_of_a_frame(lag):
    time = np.arange(200) / 100.0

    def course(at):
        return np.sin(2 * np.pi * 1.9 * at) + 0.4 * np.sin(2 * np.pi * 3.8 * at + 1)

    force, acceleration = 700 + 80 * course(time - lag), course(time)
    known = (time > 0.4) & (time < 1.5)
    assert best_lag(time, force, acceleration, known).at == pytest.approx(lag, abs=0.001)
    noise = np.random.default_rng(1).standard_normal(200)
    assert best_lag(time, noise, acceleration, known) is None


def test_a_lag_is_uncertain_by_what_few_frames_leave_open():
    time = np.arange(300) / 100.0
    acceleration = np.cos(2 * np.pi * time)
    # the hips are not the mass centre: what the force has besides
    force = 60.0 * (acceleration + 0.5 * np.cos(2 * np.pi * 2.9 * time + 1.0))
    steps = best_lag(time, force, acceleration, (time > 0.3) & (time < 2.7))
    alone = best_lag(time, force, acceleration, (time > 1.205) & (time < 1.605))
    assert steps.at == pytest.approx(0.0, abs=0.001)
    assert alone.at > 0.04
    assert steps.deviation < 0.5 * alone.deviation
    # plates that are right are not said to be late by a single step
    others = [(0.002, 0.006), (0.007, 0.015)]
    assert clock_gate([(alone.at, 0.006), *others], unsaid).grade == "unknown"
    assert clock_gate([(alone.at, alone.spread(0.006)), *others], unsaid).grade == "good"
    # and what is sharp keeps the spread between people
    assert best_lag(time, acceleration, acceleration, time > 0.3).spread(0.006) == 0.006


@pytest.mark.parametrize("strike", [0.66, 0.70, 0.74])
def test_the_heel_stops_where_it_has_a_third_of_its_speed_whenever_the_plate_is_loaded(strike):
    time = np.arange(100) / 100.0
    # 1 / (1 + e^x) is 0.35 at x = ln(0.65 / 0.35)
    speed = 4.0 / (1 + np.exp((time - 0.60) / 0.02))
    heel = np.stack([np.cumsum(speed) / 100, 0 * time, 0 * time], axis=1)
    stops = 0.60 + 0.02 * np.log(0.65 / 0.35)
    assert stop_of_heel(time, heel, strike) == pytest.approx(stops, abs=0.006)


def test_the_toe_leaves_where_it_gets_faster_than_half_a_metre_a_second():
    time = np.arange(80) / 100.0
    speed = np.maximum(0.0, 8.0 * (time - 0.38))
    toe = np.stack([np.cumsum(speed) / 100, 0 * time, 0 * time], axis=1)
    assert leaving_toe(time, toe, 0.45) == pytest.approx(0.38 + 0.5 / 8.0, abs=0.006)
    assert leaving_toe(time, toe, 0.20) is None


def walked(
    late: list[float], habit: float = 0.0, sides: str = "l", plates: str = "1"
) -> list[StepTimes]:
    """Steps of one who strikes and leaves as he does, on plates that are late in each; feet and
    plates go on from the beginning."""
    made = step()
    return [
        StepTimes(
            replace(
                made,
                side="left" if sides[k % len(sides)] == "l" else "right",
                plate=f"plate {plates[k % len(plates)]}",
                contact=replace(made.contact, start=1.0 + 0.55 * k),
            ),
            0.05 + habit + by,
            0.02 - habit + by,
            np.nan,
        )
        for k, by in enumerate(late)
    ]


def scattered(steps: list[StepTimes], seed: int, size: float = 0.004) -> list[StepTimes]:
    """The same with strikes and offs that are not always alike."""
    stop, off = size * np.random.default_rng(seed).standard_normal((2, len(steps)))
    return [
        replace(each, stop=each.stop + a, off=each.off + b)
        for each, a, b in zip(steps, stop, off, strict=True)
    ]


def test_steps_of_one_walk_are_compared_with_each_other_alone():
    (alike,) = steps_gate(walked([0.0, 0.004, 0.004], habit=0.04), unsaid)
    assert (alike.grade, alike.value) == ("good", pytest.approx(4.0))
    # 2 % of 1.2 s; one plate by itself
    (drift,) = steps_gate(
        walked([0.0, 0.012, 0.024]), lambda by, these: f"{1e3 * by:.0f} ms in {len(these)} steps"
    )
    (alone,) = steps_gate(walked([0.0, -0.035]), unsaid)
    assert (drift.grade, alone.grade) == ("look", "do-not-use")
    assert drift.cost == "24 ms in 2 steps"
    assert "late by itself" not in drift.remedy
    assert not steps_gate(walked([0.0]), unsaid)


@pytest.mark.parametrize("plates", ["1", "12", "1234"])
@pytest.mark.parametrize("count", [4, 8, 20, 40])
def test_right_steps_that_scatter_are_not_marked_however_many(count, plates):
    right = walked([0.0] * count, sides="lr", plates=plates)
    marked = [
        any(gate.grade != "good" for gate in steps_gate(scattered(right, seed), unsaid))
        for seed in range(100)
    ]
    assert np.mean(marked) <= 0.03


def test_a_scatter_of_ones_own_widens_the_limit():
    wild = [scattered(walked([0.0] * 20, sides="lr"), seed, 0.012) for seed in range(40)]
    gates = [steps_gate(each, unsaid)[0] for each in wild]
    assert np.mean([gate.grade != "good" for gate in gates]) <= 0.1
    assert np.median([gate.limit for gate in gates]) > 13.0


@pytest.mark.parametrize("count", [2, 4, 8, 20, 40])
@pytest.mark.parametrize(("by", "plates"), [(0.022, "12"), (-0.025, "12"), (0.022, "1234")])
def test_one_late_plate_is_found_among_many_steps(count, by, plates):
    late = [by if plates[k % len(plates)] == "2" else 0.0 for k in range(count)]
    (found,) = steps_gate(walked(late, sides="lr", plates=plates), unsaid)
    assert found.grade == "look"
    assert found.value == pytest.approx(1e3 * abs(by), rel=0.01)
    assert "plate 2" in found.remedy
    assert "late by itself" in found.remedy


@pytest.mark.parametrize("count", [20, 40])
def test_a_clock_of_another_rate_and_lost_samples_are_found_among_many_steps(count):
    drift = walked([0.01 * 0.55 * k for k in range(count)], sides="lr", plates="12")
    lost = walked([0.0] * (count // 2) + [-0.025] * (count // 2), sides="lr", plates="12")
    for steps in (drift, lost):
        (found,) = steps_gate(scattered(steps, 1), unsaid)
        assert found.grade in ("look", "do-not-use")
        assert "plate" not in found.remedy.replace("plates' clock", "")


@pytest.mark.parametrize("sign", ["stop", "off"])
@pytest.mark.parametrize("plates", ["1", "12"])
def test_one_who_limps_is_not_said_to_have_late_plates(sign, plates):
    steps = [
        replace(each, **{sign: getattr(each, sign) + 0.03}) if each.step.side == "left" else each
        for each in walked([0.0] * 8, sides="lr", plates=plates)
    ]
    assert {gate.grade for gate in steps_gate(steps, unsaid)} <= {"good"}


def test_feet_that_differ_on_one_belt_are_no_late_plate():
    late = [0.02 * (k % 2) for k in range(8)]
    (belt,) = steps_gate(walked(late, sides="lr", plates="1"), unsaid)
    (split,) = steps_gate(walked(late, sides="lr", plates="12"), unsaid)
    assert (belt.grade, split.grade) == ("good", "look")
    assert "limps" in split.remedy


def test_samples_lost_in_the_middle_of_a_step_shift_its_end_alone():
    steps = walked([0.0, 0.0])
    steps[1] = replace(steps[1], off=steps[1].off - 0.025)
    (found,) = steps_gate(steps, unsaid)
    assert (found.grade, found.value) == ("look", pytest.approx(25.0))


def test_a_sign_that_is_not_seen_in_a_step_counts_in_the_others():
    steps = walked([0.0, 0.001, 0.021])
    steps[1] = replace(steps[1], off=np.nan)
    (found,) = steps_gate(steps, unsaid)
    assert found.value == pytest.approx(21.0, abs=6.0)
    assert found.grade == "look"


def test_more_signs_of_a_delay_tell_a_smaller_one():
    signs = [(-0.013, 0.006), (-0.013, 0.006), (-0.013, 0.008)]
    assert [clock_gate(signs[:n], unsaid).grade for n in (1, 2, 3)] == ["good", "look", "look"]
    assert clock_gate(signs, unsaid).value == pytest.approx(13.0)
    assert "early" in clock_gate(signs, unsaid).remedy
    assert "about 13 ms early, give or take 4 ms" in clock_gate(signs, unsaid).remedy
    # where they contradict each other the figure is worth less, where a step is alone all are
    apart = [(0.030, 0.006), (0.080, 0.006)]
    assert "about 55 ms late, give or take 25 ms" in clock_gate(apart, unsaid).remedy
    assert clock_gate(signs, unsaid, 0.0085).grade == "good"
    # less than its own deviation is neither a delay nor none: 30 ms late might read so
    neither = clock_gate([(0.046, 0.006), (-0.020, 0.006)], unsaid)
    assert neither.grade == "unknown"
    assert "13 ms late, give or take 33 ms" in neither.found
    assert "A delay of less than 66 ms" in neither.cost
    # signs that scatter a little more than they do between people leave a good walk good
    for apart, grade in ((0.020, "good"), (0.040, "unknown")):
        signs = [(0.5 * apart, 0.006), (-0.5 * apart, 0.006)]
        assert clock_gate(signs, unsaid).grade == grade
    # nor is one within two deviations
    assert clock_gate([(0.029, 0.006), (0.003, 0.006)], unsaid).grade == "unknown"
    assert clock_gate([(0.044, 0.006), (0.018, 0.006)], unsaid).grade == "do-not-use"
    # what only one of them has is not the plates'
    assert clock_gate([(0.0, 0.006), (0.0, 0.006), (0.03, 0.008)], unsaid).grade == "good"


@pytest.mark.parametrize(
    ("gain", "grade"), [(1.0, "good"), (1.35, "look"), (0.5, "do-not-use"), (2.0, "do-not-use")]
)
def test_the_gain_of_horizontal_channels_shows_in_the_acceleration(gain, grade):
    at = np.arange(90) / 100.0
    acceleration = 1.5 * np.sin(2 * np.pi * 1.8 * at)
    (found,) = forward_gate(acceleration, gain * acceleration + 0.2)
    assert found.grade == grade
    # what goes with it in no way says nothing of a gain, nor do dead channels
    assert not forward_gate(acceleration, np.zeros(90))
    assert not forward_gate(np.zeros(90), acceleration)
    assert not forward_gate(acceleration, np.cos(2 * np.pi * 1.8 * at))


def test_a_force_that_is_mass_times_acceleration_stays_so_where_a_foot_is_not_known():
    time = np.arange(300) / 100.0
    acceleration = 1.5 * np.sin(2 * np.pi * 1.8 * time + 0.5)
    whole = (time > 0.9) & (time < 1.9)
    # before, no force is known; after, that of one foot of both
    force = np.select([time <= 0.9, whole], [np.nan, 60.0 * acceleration], 20.0)
    slow, moved = slow_where_whole(time, force, acceleration, whole)
    assert slow == pytest.approx(60.0 * moved, abs=1e-9)
    assert np.ptp(moved) > 2.0
    assert best_lag(time, slow, moved, whole).at == pytest.approx(0.0, abs=0.002)


@pytest.mark.parametrize(
    ("factor", "grade"), [(1.0, "good"), (0.25, "do-not-use"), (4.0, "do-not-use")]
)
def test_a_wrong_rate_shows_in_force_against_acceleration(factor, grade):
    acceleration = np.sin(np.linspace(0, 9, 80)) * factor
    assert rate_gate(acceleration, 9.81 + 0.9 * acceleration / factor).grade == grade


def test_measurements_that_markers_contradict_are_left_out():
    spanned = {"height": 1.75, "left_leg_length": 0.93}
    given = {
        "left_leg_length": 0.94,
        "left_knee_width": 0.010,
        "right_knee_width": 0.105,
        "right_ankle_width": 0.14,
        "left_shank_rotation": np.radians(-81.0),
        "right_tibial_torsion": np.radians(-25.0),
    }
    found = believe(given, spanned, None)
    assert set(found.kept) == {"left_leg_length", "right_knee_width", "right_tibial_torsion"}
    assert len(found.odd) == 3
    assert "10 mm" in found.odd[0]
    assert "-81°" in found.odd[2]
    assert believe({"left_leg_length": 0.79}, spanned, None).odd
    assert measurement_gate(found.odd).grade == "look"
    assert measurement_gate(()).grade == "good"


def walking_markers(rate, noise, seed=3):
    """Two markers that swing as a foot does, one of them with noise (m), and their times."""
    time = np.arange(round(3 * rate)) / rate
    swing = 0.6 * np.sin(2 * np.pi * time) + 0.05 * np.sin(8 * np.pi * time)
    position = np.zeros((len(time), 2, 3))
    position[:, :, 0] = swing[:, None]
    position[:, 1] += noise * np.random.default_rng(seed).standard_normal((len(time), 3))
    return time, position


@pytest.mark.parametrize("rate", [100.0, 240.0, 1000.0])
def test_noise_of_a_marker_is_told_from_its_movement(rate):
    steady, shaking = marker_noise(*walking_markers(rate, 0.01))
    assert shaking == pytest.approx(0.01, rel=0.15)
    assert steady < 0.0007
    time, position = walking_markers(rate, 0.01)
    position[40:60] = np.nan
    position[::7, 0] += 0.3  # strikes, flicker: the median does not see them
    assert marker_noise(time, position)[1] == pytest.approx(0.01, rel=0.2)


@pytest.mark.parametrize(
    ("noise", "grade"), [(0.0005, "good"), (0.004, "look"), (0.02, "do-not-use")]
)
def test_a_marker_that_trembles_is_named(noise, grade):
    (made,) = noise_gate(*walking_markers(100.0, noise), ("KNEE", "ANKLE"))
    assert made.grade == grade
    assert "ANKLE" in made.name or noise == 0.0005
    # fifty frames a second show movement, and are not held against it
    assert noise_gate(*walking_markers(50.0, 0.0005), ("KNEE", "ANKLE"))[0].grade == "good"


def standing(beside, *, other_down=False, contacts=()):
    """A left foot that stands alone for 0.6 s, and a plate that feels it so many m aside."""
    time = np.arange(100) / 100.0
    load = np.where((time > 0.2) & (time < 0.8), 700.0, 0.0)
    point = np.tile([0.1, 0.1 + beside, 0.0], (100, 1))
    point[load == 0.0] = np.nan
    force = np.zeros((100, 3))
    force[:, 2] = load
    corners = np.array([[0.3, 0.3, 0], [0.3, -0.3, 0], [-0.3, -0.3, 0], [-0.3, 0.3, 0.0]])
    plate = ForcePlate("plate 1", corners, time, force, point, np.zeros(100))
    down = np.column_stack([load > 0.0, np.full(100, other_down)])
    ends = [[0.0, 0.1, 0.0], [0.2, 0.1, 0.0]]
    feet = {"left": np.tile(ends, (100, 1, 1)), "right": np.tile(ends, (100, 1, 1)) - [0, 0.2, 0]}
    steps = SimpleNamespace(time=time, stance=down, feet=feet, contacts=contacts)
    quiet = replace(plate, name="plate 2", force=0.0 * force)
    return SimpleNamespace(steps=steps, trial=SimpleNamespace(plates=(plate, quiet)))


def test_pressure_beside_the_only_foot_on_the_ground_is_said():
    assert pressed_elsewhere(standing(0.03)) == []
    (said,) = pressed_elsewhere(standing(0.15))
    assert "plate 1 lies 15 cm beside the left foot, which alone is on the ground" in said
    # with both feet down it may be the other one's
    assert pressed_elsewhere(standing(0.15, other_down=True)) == []
    # and with all of the foot on plate 2 something else is on plate 1
    own = PlateContact(1, 0.2, 0.8, "left", "whole", "")
    assert pressed_elsewhere(standing(0.15, contacts=(own,))) == []


@pytest.mark.parametrize(
    ("of_the_first", "later", "found"),
    [(1.0, 0, 1), (1.0005, 0, 1), (0.995, 0, 0), (1.0, 5, 0), (0.0, 0, 0)],
)
def test_two_plates_that_show_one_load_are_named(of_the_first, later, found):
    evidence = standing(0.03)
    one = evidence.trial.plates[0]
    load = of_the_first * np.roll(one.force, later, axis=0)
    evidence.trial.plates = (one, replace(one, name="plate 2", force=load))
    assert same_loads(evidence) == ["plate 2 shows the load of plate 1"] * found


@pytest.mark.parametrize(
    ("motion", "angle", "grade"),
    [
        ("knee_flexion", 155.0, "good"),  # kneeling
        ("knee_flexion", -10.0, "good"),
        ("knee_flexion", -32.0, "look"),
        ("knee_flexion", -40.0, "do-not-use"),
        ("elbow_flexion", 150.0, "good"),
        ("elbow_rotation", -90.0, "good"),
        ("elbow_rotation", 140.0, "look"),  # the forearm's two markers exchanged
        ("elbow_rotation", -140.0, "look"),
    ],
)
def test_a_joint_that_nobody_bends_like_that_is_marked(motion, angle, grade):
    course = np.linspace(5.0, angle, 100)
    course[:7] = np.nan

    def found(values):
        angles = [
            Quantity("left_" + motion, "deg", np.full(100, 5.0), ""),
            Quantity("right_" + motion, "deg", values, ""),
            Quantity("left_hip_adduction", "deg", values, ""),
        ]
        return range_gates(angles, 5)

    (gate,) = found(course)
    assert gate.grade == grade
    assert "right" in gate.name or grade == "good"
    # neither one frame nor several that are apart are a posture, whatever is missing between them
    frames = np.arange(100)
    missing = np.where(frames % 2 == 0, angle, np.nan)
    missing[:10] = 5.0
    for lone in (frames == 50, frames % 10 == 0):
        (gate,) = found(np.where(lone, angle, 5.0))
        assert gate.grade == "good"
    (gate,) = found(missing)
    assert gate.grade == "good"


def test_a_joint_that_goes_half_a_degree_too_far_is_not_said_to_go_none():
    bent = Quantity("left_knee_flexion", "deg", np.full(100, 168.4), "")
    (gate,) = range_gates([bent], 5)
    assert gate.grade == "look"
    assert "0.4 degrees" in gate.found


@pytest.mark.parametrize(
    ("shown", "grade", "odd", "said"),
    [
        ((70.0, 71.0, 69.0), "good", None, ""),
        ((84.0, 70.0, 71.0), "do-not-use", 0, "The gain of plate 1 is too large"),
        ((70.0, 77.0, 70.0), "look", 1, "The gain of plate 2 is too large"),
        ((70.0, 71.0, 62.0), "look", 2, "Part of a foot is beside plate 3, or its gain is too sm"),
        # neither shows the mass given
        ((60.0, 60.5, 80.0), "do-not-use", None, "beside plate 1, or its gain is too small or th"),
    ],
)
def test_plates_that_show_one_body_unlike_are_told_where_the_legs_alone_are_known(
    shown, grade, odd, said
):
    contacts = [replace(CONTACT, plate=k, carried=mass) for k, mass in enumerate(shown)]
    (gate,) = alike_gate(contacts, 70.0, ["plate 1", "plate 2", "plate 3"])
    assert gate.grade == grade
    found = odd_plate(contacts, 70.0)
    assert (None if found is None else found.plate) == odd
    assert said in gate.remedy
    if found is not None:
        assert f"on plate {odd + 1} are" in gate.cost
    # what another check says, or one plate alone
    faint = replace(contacts[0], carried=20.0, quality="partial")
    assert alike_gate([contacts[0], faint], 70.0, ["plate 1"]) == []
