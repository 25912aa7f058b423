"""Each plate type, from sensor forces laid out by hand to the wrench in the world."""

import numpy as np
import pytest
from tests.synthetic_c3d import plate_corners, plate_parameters, walker, write_c3d

from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.plates.force_plates import _low_pass
from ambulo.mocap.plates.plate_wrench import centre_of_pressure, plate_wrench, unloaded_offset

RATE = 1000.0
SAMPLES = 1200
RISE = 0.04  # m, of the surface above the transducer


def step() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Force (samples, 3) N, point (samples, 3) m and free moment (samples,) N*m in the world."""
    time = np.arange(SAMPLES) / RATE
    load = np.where((time > 0.3) & (time < 0.9), np.sin(np.pi * (time - 0.3) / 0.6), 0.0)
    force = np.outer(load, [60.0, -25.0, 700.0])
    point = np.column_stack([0.2 + 0.2 * (time - 0.3), 0.05 + 0.0 * time, 0.0 * time])
    return force, point, 4.0 * load


def in_plate(world: np.ndarray) -> np.ndarray:
    """World axes to the axes of the test plate: x along Y, y along X, z down."""
    return np.column_stack([world[:, 1], world[:, 0], -world[:, 2]])


def wrench_about(height: float) -> tuple[np.ndarray, np.ndarray]:
    """Force and moment in plate axes about the point `height` m below the surface's centre."""
    force, point, free = step()
    f = in_plate(force)
    lever = in_plate(point - [0.3, 0.0, 0.0]) - [0.0, 0.0, height]
    moment = np.cross(lever, f)
    moment[:, 2] -= free  # plate z is down
    return f, moment


def sensors(force: np.ndarray, moment: np.ndarray, a: float, b: float) -> np.ndarray:
    """Eight channels of four three-component sensors that carry a wrench about their middle."""
    places = np.array([[a, b, 0.0], [-a, b, 0.0], [-a, -b, 0.0], [a, -b, 0.0]])
    carry = np.zeros((6, 12))
    for k, place in enumerate(places):
        carry[:3, 3 * k : 3 * k + 3] = np.eye(3)
        carry[3:, 3 * k : 3 * k + 3] = np.array(
            [[0.0, -place[2], place[1]], [place[2], 0.0, -place[0]], [-place[1], place[0], 0.0]]
        )
    each = np.concatenate([force, moment], axis=1) @ np.linalg.pinv(carry).T
    x, y, z = each[:, 0::3], each[:, 1::3], each[:, 2::3]
    return np.column_stack(
        [x[:, 0] + x[:, 1], x[:, 2] + x[:, 3], y[:, 0] + y[:, 3], y[:, 1] + y[:, 2], z]
    )


CALIBRATION = np.diag([200.0, 210.0, 900.0, 1.5e5, 1.6e5, 8e4]) + np.outer(
    np.arange(1.0, 7.0), [0.5, -0.3, 0.2, 0.4, -0.1, 0.6]
)


def channels(plate_type: int) -> tuple[np.ndarray, dict, list[str]]:
    """Analog data, parameters and units of the step on a plate of each type (mm, N*mm)."""
    millimetres = np.array([1.0, 1.0, 1.0, 1000.0, 1000.0, 1000.0])
    if plate_type == 1:
        force, point, free = step()
        local = 1000 * in_plate(point - [0.3, 0.0, 0.0])
        analog = np.column_stack([in_plate(force), local[:, :2], -1000 * free])
        return analog, plate_parameters(1, (0, 0, 0), 6), ["N", "N", "N", "mm", "mm", "Nmm"]
    if plate_type in (2, 4):
        wrench = np.concatenate(wrench_about(RISE), axis=1) * millimetres
        if plate_type == 2:
            return wrench, plate_parameters(2, (0, 0, -1000 * RISE), 6), ["N"] * 3 + ["Nmm"] * 3
        volts = wrench @ np.linalg.inv(CALIBRATION).T
        parameters = plate_parameters(4, (0, 0, -1000 * RISE), 6, calibration=CALIBRATION)
        return volts, parameters, ["V"] * 6
    a, b = 0.12, 0.2
    eight = sensors(*wrench_about(RISE), a, b)
    if plate_type == 3:
        return eight, plate_parameters(3, (1000 * a, 1000 * b, -1000 * RISE), 8), ["N"] * 8
    to_wrench = np.array(
        [
            [1, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 1, 1, 0, 0, 0, 0],
            [0, 0, 0, 0, 1, 1, 1, 1],
            [0, 0, 0, 0, 1000 * b, 1000 * b, -1000 * b, -1000 * b],
            [0, 0, 0, 0, -1000 * a, 1000 * a, 1000 * a, -1000 * a],
            [-1000 * b, 1000 * b, 1000 * a, -1000 * a, 0, 0, 0, 0],
        ],
        dtype=float,
    )
    parameters = plate_parameters(5, (1000 * a, 1000 * b, -1000 * RISE), 8, calibration=to_wrench)
    return eight, parameters, ["V"] * 8


@pytest.mark.parametrize("plate_type", [1, 2, 3, 4, 5])
def test_every_type_gives_force_point_and_free_moment(tmp_path, plate_type):
    analog, parameters, units = channels(plate_type)
    path = write_c3d(
        tmp_path / "step.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    plate = read_trial(path).plates[0]
    force, point, free = step()
    loaded = force[:, 2] > 25
    np.testing.assert_allclose(plate.force, force, atol=0.02)
    np.testing.assert_allclose(plate.centre_of_pressure[loaded], point[loaded], atol=2e-4)
    np.testing.assert_allclose(plate.free_moment[loaded], free[loaded], atol=0.02)
    assert np.isnan(plate.centre_of_pressure[force[:, 2] < 15]).all()


def test_a_plate_may_lie_askew_with_its_normal_up(tmp_path):
    """Its x is 25 degrees left of X. With the normal down the rotation is its own inverse."""
    c, s = np.cos(np.deg2rad(25.0)), np.sin(np.deg2rad(25.0))
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    centre = np.array([0.3, 0.0, 0.0])
    force, point, free = step()
    # what the plate sees of them, in its own axes
    f, arm = force @ turn, (point - centre) @ turn
    moment = np.cross(arm, f)
    moment[:, 2] += free
    flat = np.array([[300.0, 200.0], [-300.0, 200.0], [-300.0, -200.0], [300.0, -200.0]])
    corners = 1000 * centre + np.column_stack([flat, np.zeros(4)]) @ turn.T
    path = write_c3d(
        tmp_path / "askew.c3d",
        walker(),
        analog=np.concatenate([f, 1000.0 * moment], axis=1),
        analog_units=["N"] * 3 + ["Nmm"] * 3,
        plates=plate_parameters(2, (0, 0, 0), 6, corners=corners),
    )
    plate = read_trial(path).plates[0]
    loaded = force[:, 2] > 25
    np.testing.assert_allclose(plate.force, force, atol=0.02)
    np.testing.assert_allclose(plate.centre_of_pressure[loaded], point[loaded], atol=2e-4)
    np.testing.assert_allclose(plate.free_moment[loaded], free[loaded], atol=0.02)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_ground_pushes_up_whatever_the_file_stores(tmp_path, sign):
    analog, parameters, units = channels(2)
    path = write_c3d(
        tmp_path / "step.c3d", walker(), analog=sign * analog, analog_units=units, plates=parameters
    )
    trial = read_trial(path)
    assert trial.plates[0].force[600, 2] == pytest.approx(step()[0][600, 2], abs=0.01)
    assert any("was reversed to" in note for note in trial.notes) == (sign < 0)


def test_an_origin_that_points_the_wrong_way_is_turned(tmp_path):
    analog, parameters, units = channels(2)
    right = write_c3d(
        tmp_path / "a.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    parameters = plate_parameters(2, (0, 0, 1000 * RISE), 6)
    wrong = write_c3d(
        tmp_path / "b.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    trial = read_trial(wrong)
    np.testing.assert_allclose(
        trial.plates[0].centre_of_pressure, read_trial(right).plates[0].centre_of_pressure
    )
    assert any("below the transducer" in note for note in trial.notes)


NOISE = np.array([0.5, 0.5, 0.5, 20.0, 20.0, 20.0])  # N, N*mm


def faults_of(tmp_path, analog):
    path = write_c3d(
        tmp_path / "noise.c3d",
        walker(frames=len(analog) // 10),
        analog=analog + NOISE * np.random.default_rng(4).standard_normal(analog.shape),
        analog_units=["N"] * 3 + ["Nmm"] * 3,
        plates=plate_parameters(2, (0, 0, -1000 * RISE), 6),
    )
    return {(fault.channel, fault.what) for fault in read_trial(path).plates[0].faults}


@pytest.mark.parametrize("knock", [0.0, 0.02])
def test_a_plate_that_nobody_steps_on_has_no_fault(tmp_path, knock):
    """Its noise fills its own range as a load does, beside a floor that gives way a little too."""
    assert not faults_of(tmp_path, knock * np.tile(channels(2)[0], (3, 1)))


@pytest.mark.parametrize("shear", [1.0, 0.05])
def test_a_dead_vertical_channel_is_found_by_the_others(tmp_path, shear):
    analog = channels(2)[0]
    analog[:, :2] *= shear
    analog[:, 2] = 0.0
    found = {channel for channel, what in faults_of(tmp_path, analog) if what.startswith("dead")}
    assert "Fz" in found


def test_moments_in_newton_metres_called_newton_millimetres(tmp_path):
    analog, parameters, units = channels(2)
    analog = analog / np.array([1, 1, 1, 1000, 1000, 1000])
    path = write_c3d(
        tmp_path / "nm.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    trial = read_trial(path)
    force, point, _ = step()
    loaded = force[:, 2] > 100
    # the centre of pressure can move by a millimetre a newton of drift, no more
    np.testing.assert_allclose(trial.plates[0].centre_of_pressure[loaded], point[loaded], atol=1e-3)
    assert any(
        "according to the centre of pressure, its moments are in N*m" in note
        for note in trial.notes
    )


def test_an_offset_is_taken_off_and_said(tmp_path):
    analog, parameters, units = channels(2)
    offset = np.array([12.0, -4.0, 15.0, 900.0, -400.0, 300.0])
    path = write_c3d(
        tmp_path / "drift.c3d",
        walker(),
        analog=analog + offset,
        analog_units=units,
        plates=parameters,
    )
    zeroed, kept = read_trial(path), read_trial(path, plate_zero=False)
    np.testing.assert_allclose(zeroed.plates[0].force, step()[0], atol=0.02)
    np.testing.assert_allclose(kept.plates[0].force[0], [-4.0, 12.0, -15.0], atol=0.01)
    assert any("unloaded it showed 12.0, -4.0, 15.0 N and" in note for note in zeroed.notes)


def test_a_subject_who_stands_all_the_time_is_not_zeroed_away(tmp_path):
    still = np.zeros((SAMPLES, 6))
    still[:, 2] = -690.0 + 2.0 * np.sin(np.arange(SAMPLES) / 150.0)
    path = write_c3d(
        tmp_path / "static.c3d",
        walker(speed=0.0),
        analog=still,
        analog_units=["N"] * 3 + ["Nmm"] * 3,
        plates=plate_parameters(2, (0, 0, -40), 6),
    )
    trial = read_trial(path)
    assert trial.plates[0].force[:, 2].mean() == pytest.approx(690, abs=1)
    assert any("it is never unloaded" in note for note in trial.notes)


def test_a_drift_below_the_loads_does_not_decide_the_sign():
    vertical = np.concatenate([np.full(5000, -21.0), np.full(300, 800.0)])
    assert unloaded_offset(vertical, 1000.0)[:4900].mean() > 0.9


def test_untouched_needs_more_than_a_moment():
    rng = np.random.default_rng(1)
    walking = 400 + 300 * np.sin(np.arange(3000) / 90.0) + rng.normal(0, 1, 3000)
    assert not unloaded_offset(walking, 1000.0).any()


def test_centre_of_pressure_leaves_a_moment_about_the_normal_only():
    rng = np.random.default_rng(2)
    force = rng.normal(0, 50, (50, 3)) + np.array([0, 0, 600])
    moment = rng.normal(0, 40, (50, 3))
    point, free = centre_of_pressure(force, moment, 20.0)
    left = moment - np.cross(point, force)
    np.testing.assert_allclose(left[:, :2], 0, atol=1e-10)
    np.testing.assert_allclose(left[:, 2], free, atol=1e-10)


def test_lever_of_type_two_moves_the_moment_to_the_surface():
    force, moment = plate_wrench(
        2, np.array([[10.0, 0, -100.0, 0.0, 0.4, 0.0]]), np.array([0, 0, -0.04])
    )
    # a horizontal force at the surface, 40 mm above the transducer, makes the whole moment
    np.testing.assert_allclose(moment, [[0, 0.8, 0]])
    np.testing.assert_allclose(force, [[10, 0, -100]])


def test_low_pass_keeps_slow_loads_and_takes_vibration(tmp_path):
    analog, parameters, units = channels(2)
    shaken = analog.copy()
    shaken[:, 2] += 40 * np.sin(2 * np.pi * 200 * np.arange(SAMPLES) / RATE)
    path = write_c3d(
        tmp_path / "shaken.c3d", walker(), analog=shaken, analog_units=units, plates=parameters
    )
    smooth = read_trial(path, plate_filter_hz=50.0).plates[0]
    inside = slice(400, 800)
    assert np.abs(smooth.force[inside, 2] - step()[0][inside, 2]).max() < 2.0


def test_both_passes_of_the_plates_filter_halve_the_power_at_the_cut_off():
    time = np.arange(4000) / 1000.0
    wave = np.sin(2 * np.pi * 20.0 * time)[:, None]
    force, moment = _low_pass(wave, 3.0 * wave, 20.0, 1000.0)
    inside = slice(1000, 3000)
    assert np.abs(force[inside]).max() == pytest.approx(np.sqrt(0.5), rel=0.01)
    np.testing.assert_allclose(moment, 3.0 * force, atol=1e-12)


def test_a_plate_of_unknown_type_is_left_out_and_said(tmp_path):
    analog, parameters, units = channels(2)
    parameters["TYPE"] = [21]
    path = write_c3d(
        tmp_path / "t.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    trial = read_trial(path)
    assert trial.plates == ()
    assert any("type 21" in note for note in trial.notes)


def test_what_is_odd_about_a_plate_without_numbers_is_said_too(tmp_path):
    analog, parameters, units = channels(2)
    parameters["ORIGIN"] = -np.asarray(parameters["ORIGIN"])
    notes = []
    for values in (analog, np.full_like(analog, np.nan)):
        path = write_c3d(
            tmp_path / "n.c3d", walker(), analog=values, analog_units=units, plates=parameters
        )
        trial = read_trial(path)
        notes.append([note for note in trial.notes if "Plate 1" in note])
    turned = [note for note in notes[0] if "origin" in note.lower()]
    assert trial.plates == ()
    assert len(turned) == 1
    assert [*turned, "Plate 1 was left out: its channels hold no numbers."] == notes[1]


def test_corners_stand_in_the_world(tmp_path):
    analog, parameters, units = channels(2)
    path = write_c3d(
        tmp_path / "c.c3d", walker(), analog=analog, analog_units=units, plates=parameters
    )
    np.testing.assert_allclose(read_trial(path).plates[0].corners, plate_corners() / 1000)
