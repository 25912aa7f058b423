"""What a repeated strain asks of bone, against closed forms; a stroke's forces on its shank."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.bone.strain_records import strain_stimulus
from ambulo_studies.skating.kernel import simulate
from ambulo_studies.skating.on_bone import leg_of_stroke
from ambulo_studies.skating.parameters import load
from ambulo_studies.skating.readings import REACTION


def test_sixteen_repetitions_are_a_strain_twice_as_large():
    once = np.array([0.0, 1e-3, 2e-4])
    assert strain_stimulus(once, 1) == pytest.approx(1e-3)
    assert strain_stimulus(once, 16) == pytest.approx(strain_stimulus(2.0 * once, 1))


def test_a_strokes_shank_has_the_moment_that_its_forces_need():
    """A lean at a constant rate: the shank is nearly massless beside what the ski bears."""
    run = simulate(load("long_run"), REACTION, 200)
    _, leg = leg_of_stroke(run, 0)
    arm = leg.ankle_centre - leg.knee_centre
    np.testing.assert_allclose(np.linalg.norm(arm, axis=1), run.skater.lower_leg, rtol=1e-12)
    held = leg.knee.moment - np.cross(arm, leg.ankle.force)
    least = 0.5 * run.skater.lower_leg * run.skater.lower_leg_mass * 9.81
    assert np.linalg.norm(held, axis=1).max() < 2.0 * least
    # Newton: what thigh and foot do to the shank, less its weight, is its mass times acceleration
    left = leg.knee.force - leg.ankle.force
    left[:, 2] -= run.skater.lower_leg_mass * 9.80665
    assert np.abs(left[5:-5]).max() < 0.2 * run.skater.lower_leg_mass * 9.81
