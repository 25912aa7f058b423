"""Standing still, the model's centre of mass is above the measured centre of pressure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ambulo.mocap.calibration.calibrate import calibrate
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.multibody.tree.kinematics import forward_kinematics

# mm forwards and to the side; the sway of quiet standing is a few mm, the tables differ by 2 cm
LIMIT = {
    "de_leva1996": (10, 6),
    "jensen1989": (10, 6),
    "pamies2012": (12, 6),
    "pamies2012_printed": (12, 6),
    "winter2009": (18, 6),
    "dumas2007": (22, 6),
}


@pytest.mark.parametrize("table", LIMIT)
@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_centre_of_mass_above_the_centre_of_pressure(data: Path, name, table):
    trial = read_trial(data / "biomechzoo" / name / "Static" / f"{name}01.c3d")
    subject = replace(trial.subject, age=12.0)
    model = calibrate(best(trial.markers.names), trial.markers, subject, parameters=table)
    R, p = forward_kinematics(model.tree, fit_model(model, trial.markers).q)
    com = np.einsum("b,fbi->i", model.tree.mass, p + np.einsum("fbij,bj->fbi", R, model.tree.com))
    com /= len(p) * model.mass
    pressure = np.nanmean(trial.plates[0].centre_of_pressure, axis=0)
    apart = 1000 * np.abs(com - pressure)[:2]
    assert apart[0] < LIMIT[table][0]
    assert apart[1] < LIMIT[table][1]
    assert 0.54 < com[2] / subject.height < 0.58
