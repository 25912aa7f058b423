"""The compiled run and the constrained system give one answer; energy closes; C1 to C17 hold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained.diagnosis import diagnose
from ambulo_studies.skating.constrained_run import simulate_constrained
from ambulo_studies.skating.kernel import constants, settled, simulate
from ambulo_studies.skating.model import build_stroke
from ambulo_studies.skating.parameters import load
from ambulo_studies.skating.readings import LEG_FORCE, OUTSIDE_FORCE, REACTION, READINGS

UPHILL = {
    "drag_area": 0.5,
    "slope": 0.02,
    "lean_start": 0.1,
    "sines": (0.2, 0.1),
    "cosines": (-0.1, 0.05),
    "strokes": 4,
}


def _ends(run):
    return [np.nonzero(run.stroke == k)[0][-1] for k in range(run.skater.strokes)]


@pytest.mark.parametrize("changes", [{}, UPHILL], ids=["document", "uphill in the wind"])
@pytest.mark.parametrize("reading", READINGS.values(), ids=lambda r: r.name)
def test_kernel_agrees_with_multipliers(reading, changes):
    skater = load("long_run").with_(**({"strokes": 5} | changes))
    fast = simulate(skater, reading, steps=4000)
    full, trajectories = simulate_constrained(skater, reading)
    i, j = _ends(fast), _ends(full)
    for name in ("ski", "com", "ski_velocity", "velocity", "length"):
        np.testing.assert_allclose(getattr(fast, name)[i], getattr(full, name)[j], atol=1e-9)
    for name in ("ankle", "knee", "energy"):  # N and J: relative to body weight and its work
        np.testing.assert_allclose(getattr(fast, name)[i], getattr(full, name)[j], atol=1e-9 * 700)
    for name, work in fast.work.items():
        np.testing.assert_allclose(work[i], full.work[name][j], atol=1e-9 * 700)
    np.testing.assert_allclose(fast.exchange, full.exchange, atol=1e-9 * 700)
    assert fast.balance < 1e-8
    assert full.balance < 1e-8
    assert max(np.abs(t.violation).max() for t in trajectories) <= 1e-12


def test_rank_analysis_of_the_document():
    skater = load("long_run")
    stroke = build_stroke(skater, OUTSIDE_FORCE)
    for t in (0.0, 0.5):
        q, v = stroke.configuration(0.1, 1.0, stroke.leg(t))
        found = diagnose(stroke.system, q, v, t)
        assert (found.coordinates, found.rows, found.rank) == (18, 17, 17)
        assert found.degrees_of_freedom == 1
        assert found.gimbal == ()
        # the one freedom is the ski's travel, which carries the whole mass
        assert found.free[0].inertia > 0.0

    for t in (0.0, 0.5):
        printed = build_stroke(skater, REACTION, drivers="as printed")
        q, v = printed.configuration(0.0, 1.0, printed.leg(t))
        found = diagnose(printed.system, q, v, t)
        assert found.rank == 16
        assert [entry.row for entry in found.dependent] == ["driver C17"]
        assert "ankle z" in found.dependent[0].on
        assert any(motion.inertia == 0.0 for motion in found.free)

    relative = build_stroke(skater, OUTSIDE_FORCE, drivers="relative to the ski")
    q, v = relative.configuration(0.0, 1.0, relative.leg(0.5))
    found = diagnose(relative.system, q, v, 0.5)
    assert found.dependent[0].row == "driver C17"
    assert {"ankle x", "ankle y", "ankle z"} <= set(found.dependent[0].on)

    upright = build_stroke(skater, REACTION, turned=False)
    q, v = upright.configuration(0.0, 1.0, upright.leg(0.0))
    assert len(diagnose(upright.system, q, v).gimbal) == 3


def test_joint_and_driver_counts_are_the_documents():
    stroke = build_stroke(load("long_run"), OUTSIDE_FORCE)
    drivers = [name for name in stroke.system.row_names if name.startswith("driver")]
    assert drivers == ["driver C14", "driver C15", "driver C16", "driver C17"]
    assert stroke.system.m - len(drivers) == 13


def test_slope_slows_and_downhill_speeds():
    skater = load("real_skater").with_(strokes=30)
    level = simulate(skater, REACTION, steps=100).settled_speed
    assert simulate(skater.with_(slope=0.01), REACTION, steps=100).settled_speed < level
    assert simulate(skater.with_(slope=-0.01), REACTION, steps=100).settled_speed > level


def test_released_leg_ends_straight():
    run = simulate(load("real_skater").with_(strokes=3), LEG_FORCE)
    assert run.length.max() == pytest.approx(0.81)
    assert run.length.min() >= 0.45


def test_settled_speed_is_the_long_runs():
    skater = load("long_run").with_(strokes=60)
    run = simulate(skater, OUTSIDE_FORCE, steps=200)
    _, speed, power, strokes = settled(constants(skater, OUTSIDE_FORCE), 200, 60, 1e-9)
    assert strokes < 60
    assert speed == pytest.approx(run.mean_speeds[strokes - 1], rel=1e-9)
    assert power == pytest.approx(run.power[strokes - 1], rel=1e-9)


def test_parameters_need_their_units(tmp_path):
    from importlib import resources

    text = resources.files("ambulo_studies.skating").joinpath("skater.toml").read_text("utf-8")
    path = tmp_path / "skater.toml"
    path.write_text(text.replace('value = 50.0, unit = "deg"', 'value = 50.0, unit = "rad"'))
    with pytest.raises(InputError, match="unit is rad"):
        load("long_run", path)
    path.write_text(text.replace("mass = { value = 75.0", 'mass = { value = "heavy"', 1))
    with pytest.raises(InputError, match=r"mass\.value is 'heavy' and should be a number"):
        load("long_run", path)
    path.write_text(text.replace("lower_leg_mass = { value = 3.25", "other = { value = 3.25"))
    with pytest.raises(InputError, match="unknown entry 'other'"):
        load("long_run", path)
    path.write_text(text.replace("lower_leg_mass = {", "# lower_leg_mass = {"))
    with pytest.raises(InputError, match="lower_leg_mass is missing"):
        load("long_run", path)
    with pytest.raises(InputError, match="no case"):
        load("uphill")
    assert load("long_run").angle == pytest.approx(math.radians(50.0))
