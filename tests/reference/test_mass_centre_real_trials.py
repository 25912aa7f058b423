"""Over whole steps plates and motion say where the body's mass lies: which table is nearer."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.accuracy import analysed

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.trunk_balance import whole_steps
from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d import read_c3d
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.results.c3d_file import write_results_c3d

# mm that the model's centre of mass lies ahead, by segment parameters: on the joints' lines, and
# with de Leva's longitudinal positions only; in space
AHEAD = {
    "HC038A": (25.7, 4.9),
    "HC030A": (19.0, 1.9),
    "HC038A turn": (22.4, 8.1),
    "HC030A turn": (13.0, 0.3),
    "Gait2354": (18.1, -2.9),
}


def ahead(analysis):
    """Mean residual moment at the centre of mass over whole steps, as a lever of the weight [m]."""
    time = analysis.motion.time
    steps = whole_steps(time, analysis.events, np.isfinite(analysis.residual).all(axis=1))
    assert steps
    tree = analysis.model.tree
    centre, _ = centre_of_mass(tree, analysis.motion.q)
    moment, force = analysis.residual[:, :3], analysis.residual[:, 3:]
    about = moment + np.cross(analysis.motion.q[:, :3] - centre, force)
    means = [about[(time >= a) & (time < b), 1].mean() for a, b in steps]
    return -float(np.mean(means)) / (analysis.model.mass * 9.80665)


@pytest.mark.parametrize("name", AHEAD)
def test_mass_behind_the_joints_lines_is_what_the_plates_need(data, name):
    on_the_line, in_space = AHEAD[name]
    found = {
        p: 1e3 * ahead(analysed(data, name, parameters=p)) for p in ("de_leva1996", "dumas2007")
    }
    assert found["de_leva1996"] == pytest.approx(on_the_line, abs=2.0)
    assert found["dumas2007"] == pytest.approx(in_space, abs=2.0)
    assert abs(found["dumas2007"]) < 0.5 * abs(found["de_leva1996"])


def test_a_balanced_trunk_leaves_nothing_over_and_a_large_shift_is_a_failed_check(data):
    choices = {"parameters": "dumas2007", "trunk_mass_centre": "plates"}
    balanced = analysed(data, "HC038A", **choices)
    assert abs(ahead(balanced)) < 1e-4
    (check,) = (g for g in balanced.checks if g.id == "trunk_shift")
    assert check.passed
    assert any("The trunk's centre of mass was moved" in line for line in balanced.log)
    plain = analysed(data, "HC038A", parameters="dumas2007")
    moments = {
        a: {g.id: g.value for g in found.checks}["residual_moment"]
        for a, found in (("plain", plain), ("balanced", balanced))
    }
    assert moments["balanced"] < moments["plain"]
    far = analysed(data, "HC038A", trunk_mass_centre="plates")
    assert not next(g for g in far.checks if g.id == "trunk_shift").passed


def test_a_trial_that_cannot_balance_the_trunk_is_refused(data):
    with pytest.raises(InputError, match="needs a model with the upper body"):
        analysed(data, "Motion3", trunk_mass_centre="plates")
    folder = data / "falisse" / "subject2" / "TRC"
    choice = Configuration(mass=62.0, trunk_mass_centre="plates")
    with pytest.raises(InputError, match="needs force plates"):
        analyse(folder / "gait_14.trc", static=folder / "static.trc", configuration=choice)


@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_its_path_in_results_c3d_is_plug_in_gaits(data, name, tmp_path):
    """Its place hangs on the segment table, 33 mm behind and 22 mm below; its path does not."""
    found = analysed(data, name)
    file = read_c3d(write_results_c3d(found, tmp_path / "results.c3d"))
    ours = file.points[:, file.labels.index("CentreOfMass")]
    theirs = read_c3d(found.trial.path)
    off = ours - theirs.points[:, theirs.labels.index("CentreOfMass")]
    assert file.parameters.texts("POINT", "UNITS") == ["mm"]
    assert np.abs(off.mean(axis=0)).max() < 40.0
    assert off.std(axis=0).max() < 5.0
