"""Steps against the body: what each check reads from a step that is made by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.checks import limb_ranges, line_of_action
from ambulo.gait.checks.clocks import best_lag, clocks, clocks_apart, slow_where_whole
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.force_and_acceleration import forward_acceleration, vertical_acceleration
from ambulo.gait.checks.joint_ranges import beyond_reach
from ambulo.gait.checks.late_steps import (
    StepTimes,
    leaving_toe,
    step_times,
    stop_of_heel,
    unlike_steps,
)
from ambulo.gait.checks.line_of_action import OFFSET, direction, direction_findings, mean_direction
from ambulo.gait.checks.marker_noise import marker_noise, worst_noise
from ambulo.gait.checks.plate_faults import pressed_elsewhere, same_loads
from ambulo.gait.checks.plates_alike import alike, odd_plate
from ambulo.gait.checks.single_steps import PlateStep, steps_on_plates
from ambulo.gait.stages.fit import _all_placed
from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.believable_measurements import believe
from ambulo.records import SIDES, Check, Fact, ForcePlate, PlateContact, Quantity

CONTACT = PlateContact(0, 0.0, 0.6, "left", "whole", "")
HIPS = np.stack([np.linspace(-0.3, 0.3, 60), np.full(60, -0.08), np.full(60, 0.95)], axis=1)


HIP = {"joint": "hip", "largest": 4.0, "nearly_all": 3.0}


def free(*_: object) -> Fact:
    """Of a delay that changes no moment."""
    return ()


def grades(findings: list[Finding]) -> list[str]:
    return [judged(found).grade for found in findings]


def step(slope: float = 0.75, offset: float = -0.017) -> PlateStep:
    """The body walks over a foot that pushes towards it."""
    point = np.stack([np.linspace(-0.05, 0.12, 60), np.zeros(60), np.zeros(60)], axis=1)
    vertical = 700 * (1 + 0.15 * np.cos(np.linspace(0, 4 * np.pi, 60)))
    lean = (HIPS - point)[:, :2] / 0.95
    force = np.column_stack([vertical[:, None] * lean * slope, vertical])
    force[:, 0] += offset * vertical
    return PlateStep("left", "plate 1", CONTACT, np.arange(60), force, point)


@pytest.mark.parametrize(("begins", "seen"), [(0.2, ["left"]), (-0.1, [])])
def test_a_contact_that_the_markers_cut_is_no_whole_step(begins, seen):
    time = np.arange(100) / 100.0
    force = np.full((100, 2, 3), 700.0)
    contact = PlateContact(0, begins, begins + 0.6, "left", "whole", "")
    plate = SimpleNamespace(name="plate 1", time=time, force=force[:, 0])
    found = steps_on_plates(
        SimpleNamespace(plates=(plate,)),
        SimpleNamespace(time=time, contacts=(contact,)),
        SimpleNamespace(known=np.full((100, 2), True), force=force, centre_of_pressure=0 * force),
        700.0,
    )
    assert [one.side for one in found] == seen


def graded(found: PlateStep) -> dict[str, str]:
    way = direction(found, HIPS)
    assert way is not None
    return {one.id: judged(one).grade for one in direction_findings([(found, way)], 1)}


def test_the_line_of_action_is_read_exactly():
    way = direction(step(0.68, 0.01), HIPS)
    assert way is not None
    assert (way.forward, way.offset) == pytest.approx((0.68, 0.01), abs=1e-9)
    assert way.across == pytest.approx(0.68, abs=1e-9)
    assert way.rest == pytest.approx(0.0, abs=1e-9)
    assert set(graded(step(0.68, 0.01)).values()) == {"good"}


def test_a_step_tells_its_delay_by_heel_toe_and_forward_force():
    """Loaded 30 ms after the heel stops and until 40 ms after the toe leaves; F_x passes zero late.

    F_x = F_z (k c / h + b) does so where the hips are c = -b h / k ahead of the foot.
    """
    time, held = np.arange(120) / 100.0, np.arange(20, 80)
    hips = np.repeat(HIPS[:1], 120, axis=0)
    hips[held] = HIPS
    ahead = [1.0, 0.0, 0.0]
    points = {
        "left_heel": np.outer(np.minimum(2.0 * (time - 0.17), 0.0), ahead),
        "left_metatarsal": np.tile([0.15, 0.0, 0.02], (120, 1)),
        "left_toe": np.outer(np.maximum(time - 0.76, 0.0), ahead),
    }
    model = SimpleNamespace(
        joints=("left_ankle",),
        marker_body=np.array([0]),
        marker_local=np.array([[-0.05, 0.0, 0.0]]),
        marker_weight=np.ones(1),
    )
    body = SimpleNamespace(points=points, mid_hips=hips, model=model)
    evidence = SimpleNamespace(steps=SimpleNamespace(time=time), body=body)
    contact = replace(CONTACT, start=0.20, stop=0.80)
    late = replace(step(0.75, OFFSET - 0.02), contact=contact, rows=held)
    found = step_times(evidence, late)
    assert found.stop == pytest.approx(0.03, abs=0.006)
    assert found.off == pytest.approx(0.04, abs=0.006)
    assert found.over == pytest.approx(0.02 * 0.95 / 0.75 / (0.6 / 0.59), rel=1e-6)
    # a third of the force that points to the body tells no passing; no heel marker, no stop
    weak = replace(late, force=late.force * [1 / 3, 1.0, 1.0])
    model.marker_local = -model.marker_local
    found = step_times(evidence, weak)
    assert np.isnan([found.stop, found.over]).all()
    assert found.off == pytest.approx(0.04, abs=0.006)


@pytest.mark.parametrize(("straightest", "crouched"), [((50.0, 59.0), True), ((50.0, 8.0), False)])
def test_knees_that_never_straighten_are_judged_as_no_usual_walk(straightest, crouched):
    """Hips are then not under the trunk, and the knees bear more; the whole body shows where."""
    bend = 20.0 * (1.0 - np.cos(np.linspace(0.0, 6.0, 50)))
    knees = [
        Quantity(f"{side}_knee_flexion", "deg", least + bend)
        for side, least in zip(SIDES, straightest, strict=True)
    ]
    moments = [Quantity("left_knee_flexion", "N*m", np.full(50, -3.0 * 60.0))]
    evidence = SimpleNamespace(
        activity=SimpleNamespace(walking=True),
        curves=SimpleNamespace(angles=knees, moments=moments),
        steps=SimpleNamespace(time=np.arange(50) / 50.0),
        mass=60.0,
        whole_body=False,
    )
    evidence.crouched = Evidence.crouched.func(evidence)
    assert evidence.crouched is crouched
    over = {one.id: one.value for one in limb_ranges.check(evidence)}["moment_range.knee"]
    assert over == pytest.approx(0.0 if crouched else 0.5)
    if crouched:
        assert [one.why for one in line_of_action.check(evidence)] == ["crouched"]


def turning_step() -> tuple[PlateStep, np.ndarray]:
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
    for found, out_of_line in ((late, True), (gained, False)):
        way = direction(found, HIPS)
        assert way is not None
        (check,) = (
            judged(g) for g in direction_findings([(found, way)], 1) if g.id == "forward_force"
        )
        assert check.grade != "good"
        assert check.facts["out_of_line"] == out_of_line
        assert check.facts["channel"] == "large"


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("hums", "force_in_line"),
        ("clipped", "forward_force"),
        ("dead", "forward_force"),
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
    (check,) = (judged(one) for one in direction_findings([(thrown, way)], 1) if one.id == name)
    assert check.grade == "do-not-use"


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ([-1, 1, 1], "forward_force"),
        ([0, 1, 1], "forward_force"),
        ([0.4, 1, 1], "forward_force"),
        ([1, -1, 1], "sideways_force"),
        ([1, 0, 1], "sideways_force"),
    ],
)
def test_a_wrong_channel_is_told_by_its_axis(change, name):
    right = step()
    found = graded(replace(right, force=right.force * change))
    assert found[name] == "do-not-use"


@pytest.mark.parametrize(("gain", "grade"), [(1.0, "good"), (1.3, "look"), (0.72, "look")])
def test_a_gain_that_no_single_step_betrays_shows_in_the_mean(gain, grade):
    wrong = step(slope=0.74 * gain)
    assert graded(wrong)["forward_force"] == "good"
    assert grades(mean_direction([(wrong, direction(wrong, HIPS))], 0.95)) == [grade]


def test_what_a_single_step_says_is_not_said_twice():
    wrong = step(slope=1.2)
    assert not mean_direction([(wrong, direction(wrong, HIPS))], 0.95)


def test_a_turned_plate_is_told():
    right = step()
    turn = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
    force = right.force.copy()
    force[:, :2] = force[:, :2] @ turn.T
    turned = replace(right, force=force)
    assert graded(turned)["plate_axes.hips"] == "do-not-use"
    # of two steps on a plate that is turned both are
    ways = [(one, direction(one, HIPS)) for one in (right, turned)]
    (axes,) = (one for one in direction_findings(ways, 0.95) if one.id == "plate_axes.hips")
    assert judged(axes).grade == "good"


@pytest.mark.parametrize(
    ("degrees", "together", "id", "grade"),
    [
        (0, 8, "plate_axes.motion", "good"),
        (8, 8, "plate_axes.motion", "look"),
        (180, 8, "plate_axes.motion", "do-not-use"),
        # in single support alone the motion says too little
        (8, 4, "plate_axes.hips", "good"),
    ],
)
def test_the_motion_of_the_whole_body_tells_a_turned_plate(degrees, together, id, grade):
    right = step()
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    force = right.force.copy()
    force[:, :2] = force[:, :2] @ np.array([[c, s], [-s, c]])
    feet = np.zeros((60, 2, 3))
    feet[:, 0], feet[:together, 1, 2] = force, 300.0
    evidence = SimpleNamespace(
        activity=SimpleNamespace(walking=True),
        crouched=False,
        whole_body=True,
        body_weight=700.0,
        body=SimpleNamespace(mid_hips=HIPS),
        steps=SimpleNamespace(
            plates=SimpleNamespace(known=np.full((60, 2), True), force=feet), contacts=(CONTACT,)
        ),
        whole_steps=(replace(right, force=force),),
        residual=np.hstack([np.zeros((60, 3)), right.force - force]),
        settled=np.full(60, True),
        supported=np.full(60, False),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_of_action, "_beside_the_mass_centre", lambda _: np.zeros((60, 2)))
        found = {one.id: one for one in line_of_action.check(evidence)}
    assert judged(found[id]).grade == grade
    evidence.whole_steps = (replace(right, force=force * [0.0, 0.0, 1.0]),)
    assert np.isnan(line_of_action._turned_from_motion(evidence, *evidence.whole_steps))
    assert found[id].value == pytest.approx(degrees, abs=1e-6 if "motion" in id else 1.0)


def test_the_way_to_the_hips_hides_no_plate_that_the_motion_shows_as_turned():
    way = direction(step(), HIPS)
    other = replace(step(), plate="plate 2")
    by_hips, by_motion = replace(way, turned=np.radians(9)), replace(way, by_motion=np.radians(8))
    for hips in (step(), other):
        found = direction_findings([(hips, by_hips), (step(), by_motion)], 0.95)
        axes = {one.id: judged(one) for one in found if one.id.startswith("plate_axes")}
        assert (axes["plate_axes.motion"].place, axes["plate_axes.motion"].grade) == (
            "left foot, plate 1", "look"
        )  # fmt: skip
        assert ("plate_axes.hips" in axes) == (hips is other)


def clock(signs: list[tuple[float, float]], common: float = 0.0) -> Check:
    return judged(clocks(signs, free, common))


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
    assert clock([(alone.at, 0.006), *others]).grade == "unknown"
    assert clock([(alone.at, alone.spread(0.006)), *others]).grade == "good"
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


def unlike(steps: list[StepTimes]) -> Check:
    (found,) = unlike_steps(steps, lambda _, of: ({**HIP, "steps": len(of)},))
    return judged(found)


def test_steps_of_one_walk_are_compared_with_each_other_alone():
    same = unlike(walked([0.0, 0.004, 0.004], habit=0.04))
    assert (same.grade, same.value) == ("good", pytest.approx(4.0))
    # 2 % of 1.2 s; one plate by itself
    drift = unlike(walked([0.0, 0.012, 0.024]))
    assert (drift.grade, unlike(walked([0.0, -0.035])).grade) == ("look", "do-not-use")
    assert drift.facts["delay"] == pytest.approx(0.024)
    assert drift.facts["changes"] == ({**HIP, "steps": 2},)
    assert not drift.facts["own_plates"]
    assert not unlike_steps(walked([0.0]), free)


@pytest.mark.parametrize("plates", ["1", "12", "1234"])
@pytest.mark.parametrize("count", [4, 8, 20, 40])
def test_right_steps_that_scatter_are_not_marked_however_many(count, plates):
    right = walked([0.0] * count, sides="lr", plates=plates)
    marked = [
        any(grade != "good" for grade in grades(unlike_steps(scattered(right, seed), free)))
        for seed in range(100)
    ]
    assert np.mean(marked) <= 0.03


def test_a_scatter_of_ones_own_widens_the_limit():
    wild = [scattered(walked([0.0] * 20, sides="lr"), seed, 0.012) for seed in range(40)]
    checks = [unlike(each) for each in wild]
    assert np.mean([check.grade != "good" for check in checks]) <= 0.1
    assert np.median([check.limit for check in checks]) > 13.0


@pytest.mark.parametrize("count", [2, 4, 8, 20, 40])
@pytest.mark.parametrize(("by", "plates"), [(0.022, "12"), (-0.025, "12"), (0.022, "1234")])
def test_one_late_plate_is_found_among_many_steps(count, by, plates):
    late = [by if plates[k % len(plates)] == "2" else 0.0 for k in range(count)]
    found = unlike(walked(late, sides="lr", plates=plates))
    assert found.grade == "look"
    assert found.value == pytest.approx(1e3 * abs(by), rel=0.01)
    assert found.facts["own_plates"]
    assert "plate 2" in (*found.facts["plates"].split(", "), found.facts["last_plate"])


@pytest.mark.parametrize("count", [20, 40])
def test_a_clock_of_another_rate_and_lost_samples_are_found_among_many_steps(count):
    drift = walked([0.01 * 0.55 * k for k in range(count)], sides="lr", plates="12")
    lost = walked([0.0] * (count // 2) + [-0.025] * (count // 2), sides="lr", plates="12")
    for steps in (drift, lost):
        found = unlike(scattered(steps, 1))
        assert found.beyond
        assert not found.facts["own_plates"]


@pytest.mark.parametrize("sign", ["stop", "off"])
@pytest.mark.parametrize("plates", ["1", "12"])
def test_one_who_limps_is_not_said_to_have_late_plates(sign, plates):
    steps = [
        replace(each, **{sign: getattr(each, sign) + 0.03}) if each.step.side == "left" else each
        for each in walked([0.0] * 8, sides="lr", plates=plates)
    ]
    assert set(grades(unlike_steps(steps, free))) <= {"good"}


def test_feet_that_differ_on_one_belt_are_no_late_plate():
    late = [0.02 * (k % 2) for k in range(8)]
    belt = unlike(walked(late, sides="lr", plates="1"))
    split = unlike(walked(late, sides="lr", plates="12"))
    assert (belt.grade, split.grade) == ("good", "look")
    assert split.facts["both_feet"]


def test_samples_lost_in_the_middle_of_a_step_shift_its_end_alone():
    steps = walked([0.0, 0.0])
    steps[1] = replace(steps[1], off=steps[1].off - 0.025)
    found = unlike(steps)
    assert (found.grade, found.value) == ("look", pytest.approx(25.0))


def test_a_sign_that_is_not_seen_in_a_step_counts_in_the_others():
    steps = walked([0.0, 0.001, 0.021])
    steps[1] = replace(steps[1], off=np.nan)
    found = unlike(steps)
    assert found.value == pytest.approx(21.0, abs=6.0)
    assert found.grade == "look"


def test_more_signs_of_a_delay_tell_a_smaller_one():
    signs = [(-0.013, 0.006), (-0.013, 0.006), (-0.013, 0.008)]
    assert [clock(signs[:n]).grade for n in (1, 2, 3)] == ["good", "look", "look"]
    assert clock(signs).value == pytest.approx(13.0)
    assert clock(signs).facts["error"] == pytest.approx(0.0038, abs=1e-4)
    # where they contradict each other the figure is worth less, where a step is alone all are
    apart = clock([(0.030, 0.006), (0.080, 0.006)]).facts
    assert (apart["delay"], apart["error"]) == pytest.approx((0.055, 0.025))
    assert clock(signs, 0.0085).grade == "good"
    # less than its own deviation is neither a delay nor none: 30 ms late might read so
    neither = clock([(0.046, 0.006), (-0.020, 0.006)])
    assert neither.grade == "unknown"
    assert neither.facts["delay"] == pytest.approx(0.013)
    assert neither.facts["unnoticed"] == pytest.approx(2.0 * 0.033)
    # signs that scatter a little more than they do between people leave a good walk good
    for apart, grade in ((0.020, "good"), (0.040, "unknown")):
        assert clock([(0.5 * apart, 0.006), (-0.5 * apart, 0.006)]).grade == grade
    # nor is one within two deviations
    assert clock([(0.029, 0.006), (0.003, 0.006)]).grade == "unknown"
    assert clock([(0.044, 0.006), (0.018, 0.006)]).grade == "do-not-use"
    # what only one of them has is not the plates'
    assert clock([(0.0, 0.006), (0.0, 0.006), (0.03, 0.008)]).grade == "good"


@pytest.mark.parametrize("delay", [-0.05, 0.05, 0.001])
def test_a_delay_that_is_beyond_its_limit_is_corrected_with_its_sign(delay):
    found = clock([(delay, 0.006)])
    assert clocks_apart([found]) == pytest.approx(delay if abs(delay) > 0.01 else 0.0)


@pytest.mark.parametrize(
    ("gain", "grade"), [(1.0, "good"), (1.35, "look"), (0.5, "do-not-use"), (2.0, "do-not-use")]
)
def test_the_gain_of_horizontal_channels_shows_in_the_acceleration(gain, grade):
    at = np.arange(90) / 100.0
    acceleration = 1.5 * np.sin(2 * np.pi * 1.8 * at)
    assert grades(forward_acceleration(acceleration, gain * acceleration + 0.2)) == [grade]
    # what goes with it in no way says nothing of a gain, nor do dead channels
    assert not forward_acceleration(acceleration, np.zeros(90))
    assert not forward_acceleration(np.zeros(90), acceleration)
    assert not forward_acceleration(acceleration, np.cos(2 * np.pi * 1.8 * at))


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
    found = vertical_acceleration(acceleration, 9.81 + 0.9 * acceleration / factor)
    assert judged(found).grade == grade


def test_measurements_that_markers_contradict_are_left_out():
    spanned = {"height": 1.75, "left_leg_length": 0.93}
    given = {
        "left_leg_length": 0.94,
        "left_knee_width": 0.010,
        "right_knee_width": 0.105,
        "right_ankle_width": 0.14,
        "left_shank_rotation": np.radians(-81.0),
        # as Plug-in Gait found a wand to be turned
        "right_shank_rotation": np.radians(-47.4),
        "right_tibial_torsion": np.radians(-25.0),
    }
    found = believe(given, spanned, None)
    assert set(given) - set(found.kept) == {
        "left_knee_width", "right_ankle_width", "left_shank_rotation"
    }  # fmt: skip
    assert set(found.odd) == set(given) - set(found.kept)
    assert "10 mm" in found.odd["left_knee_width"]
    assert "-81°" in found.odd["left_shank_rotation"]
    # where medial markers show the axes, no rule takes the turn of a wand
    assert len(found.wanted({"left_shank_rotation": 0.0})) == 3
    assert len(found.wanted({})) == 2
    said = "left leg length 940 mm, between the markers 930 mm; good from 846 to 1042 mm"
    assert found.farthest == said
    assert believe({"left_leg_length": 0.79}, spanned, None).odd
    # a knee and ankle measured at Vienna, and the same for somebody slim
    wide = {"left_knee_width": 0.133, "left_ankle_width": 0.069}
    assert not believe(wide, {}, 1.59, 81.9).odd
    assert len(believe(wide, {}, 1.59, 55.0).odd) == 1


def test_a_segment_that_its_markers_do_not_always_show_is_named():
    poses = np.zeros((10, 2, 3))
    two = SimpleNamespace(segments=("pelvis", "left_thigh"))
    _all_placed(two, np.arange(10) / 10, poses)
    poses[3:5, 1, 0] = np.nan
    said = r"left thigh do not show this segment in 2 of 10.*0\.30 to 0\.40"
    with pytest.raises(InputError, match=said):
        _all_placed(two, np.arange(10) / 10, poses)


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
    (made,) = worst_noise(*walking_markers(100.0, noise), ("KNEE", "ANKLE"))
    assert judged(made).grade == grade
    assert made.place == "ANKLE" or noise == 0.0005
    # fifty frames a second show movement, and are not held against it
    assert grades(worst_noise(*walking_markers(50.0, 0.0005), ("KNEE", "ANKLE"))) == ["good"]


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
    (fault,) = pressed_elsewhere(standing(0.15))
    assert (fault["plate"], fault["side"]) == ("plate 1", "left")
    assert fault["beside"] == pytest.approx(0.15)
    # with both feet down it may be the other one's
    assert pressed_elsewhere(standing(0.15, other_down=True)) == []
    # nor where it lies under the other one, whose strike the motion tells too late
    assert pressed_elsewhere(standing(-0.17)) == []
    assert len(pressed_elsewhere(standing(-0.35))) == 1
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
    same = {"kind": "same", "plate": "plate 2", "other": "plate 1"}
    assert same_loads(evidence) == [same] * found


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
        return [judged(one) for one in beyond_reach(angles, 5)]

    (check,) = found(course)
    assert check.grade == grade
    assert check.facts["side"] == "right" or grade == "good"
    # neither one frame nor several that are apart are a posture, whatever is missing between them
    frames = np.arange(100)
    missing = np.where(frames % 2 == 0, angle, np.nan)
    missing[:10] = 5.0
    for lone in (frames == 50, frames % 10 == 0):
        (check,) = found(np.where(lone, angle, 5.0))
        assert check.grade == "good"
    (check,) = found(missing)
    assert check.grade == "good"


def test_a_joint_that_goes_half_a_degree_too_far_is_not_said_to_go_none():
    bent = Quantity("left_knee_flexion", "deg", np.full(100, 168.4), "")
    (found,) = beyond_reach([bent], 5)
    assert judged(found).grade == "look"
    assert (found.id, found.value) == ("joint_range.knee", pytest.approx(0.4))


@pytest.mark.parametrize(
    ("shown", "grade", "odd", "blamed"),
    [
        ((70.0, 71.0, 69.0), "good", None, "neither"),
        ((84.0, 70.0, 71.0), "do-not-use", 0, "heavy"),
        ((70.0, 77.0, 70.0), "look", 1, "heavy"),
        ((70.0, 71.0, 62.0), "look", 2, "light"),
        # neither shows the mass given
        ((60.0, 60.5, 80.0), "do-not-use", None, "neither"),
    ],
)
def test_plates_that_show_one_body_unlike_are_told_where_the_legs_alone_are_known(
    shown, grade, odd, blamed
):
    contacts = [replace(CONTACT, plate=k, carried=mass) for k, mass in enumerate(shown)]
    (check,) = (judged(one) for one in alike(contacts, 70.0, ["plate 1", "plate 2", "plate 3"]))
    assert check.grade == grade
    found = odd_plate(contacts, 70.0)
    assert (None if found is None else found.plate) == odd
    assert check.facts["odd"] == blamed
    if found is not None:
        assert check.facts[blamed] == f"plate {odd + 1}"
        right = max(shown) if blamed == "light" else min(shown)
        assert found.share == pytest.approx(shown[odd] / right)
    # what another check says, or one plate alone
    faint = replace(contacts[0], carried=20.0, quality="partial")
    assert alike([contacts[0], faint], 70.0, ["plate 1"]) == []
