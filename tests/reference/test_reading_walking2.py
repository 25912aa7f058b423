"""Plate forces of walking2.c3d against what OpenSim's reader makes of the same file.

The shipped files are in laboratory axes, millimetres and newton millimetres, twenty times a second;
nothing is subtracted in them, so the plates are read here as they stand.
"""

import numpy as np
import pytest

from ambulo.mocap.files.mot import read_storage
from ambulo.mocap.files.trc import read_trc
from ambulo.mocap.files.trial_file import read_trial


@pytest.fixture(scope="module")
def folder(data):
    return data / "opensim_core" / "c3d_to_grf"


@pytest.mark.parametrize("plate", [0, 1])
def test_force_point_and_moment(folder, plate):
    trial = read_trial(folder / "walking2.c3d", plate_zero=False)
    theirs = read_storage(folder / "std_cop_walking2_grfs.sto")
    ours = trial.plates[plate]
    row = np.rint(theirs.time * 2000).astype(int)
    theirs_at = row < len(ours.time)
    row = row[theirs_at]
    np.testing.assert_allclose(ours.time[row], theirs.time[theirs_at], atol=1e-6)

    def columns(letter):
        return np.column_stack(
            [theirs.of(f"{letter}{plate + 1}_{axis}")[theirs_at] for axis in (1, 2, 3)]
        )

    R_WL = trial.lab.R_WL
    force = columns("f") @ R_WL.T
    # their second plate holds the force on the plate: see the sign of its largest load
    force *= np.sign(force[np.abs(force[:, 2]).argmax(), 2])
    loaded = force[:, 2] > 20
    assert loaded.sum() >= 9
    np.testing.assert_allclose(ours.force[row], force, atol=1e-3)
    point = columns("p") / 1000 @ R_WL.T
    np.testing.assert_allclose(ours.centre_of_pressure[row][loaded], point[loaded], atol=1e-5)
    free = columns("m")[:, 2] / 1000
    np.testing.assert_allclose(
        np.abs(ours.free_moment[row][loaded]), np.abs(free[loaded]), atol=1e-4
    )


@pytest.mark.parametrize("plate", [0, 1])
def test_subtracting_the_untouched_plates_drift_is_all_that_differs(folder, plate):
    path = folder / "walking2.c3d"
    zeroed, raw = read_trial(path).plates[plate], read_trial(path, plate_zero=False).plates[plate]
    drift = raw.force - zeroed.force
    np.testing.assert_allclose(drift, np.broadcast_to(drift[0], drift.shape), atol=1e-9)
    assert 10 < abs(drift[0, 2]) < 25
    unloaded = np.abs(zeroed.force[:, 2]) < 5
    assert np.median(zeroed.force[unloaded, 2]) == pytest.approx(0, abs=0.2)


def test_markers(folder):
    trial = read_trial(folder / "walking2.c3d")
    theirs = read_trc(folder / "std_walking2_markers.trc")
    back = trial.markers.position @ trial.lab.R_WL / trial.lab.unit
    frame = np.rint(theirs.time * 250).astype(int)
    compared = 0
    for k, name in enumerate(theirs.names):
        if name not in trial.markers.names:
            assert name in trial.outputs  # joint centres
            continue
        ours = back[frame, trial.markers.names.index(name)]
        seen = np.isfinite(theirs.position[:, k]).all(axis=1) & np.isfinite(ours).all(axis=1)
        # printed with five digits, mm
        np.testing.assert_allclose(ours[seen], theirs.position[seen, k], atol=0.051)
        compared += int(seen.sum())
    assert compared > 1000
