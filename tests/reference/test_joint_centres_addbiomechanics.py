"""Joint centres that are fitted to names without a set, against another program's for this walk.

AddBiomechanics scaled OpenSim's full body model to the walk and found its coordinates. The table is
in the notes to marker names.
"""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.mocap.files.mot import read_storage
from ambulo.results.posture import posture

WALK = "other_names/opencap_walking2"
JOINTS = {"hip": "hip", "knee": "walker_knee", "ankle": "ankle"}
APART = {
    "left_hip": 14, "left_knee": 18, "left_ankle": 26,
    "right_hip": 22, "right_knee": 10, "right_ankle": 21,
}  # fmt: skip
"""mm, mean over the frames."""


@pytest.mark.oracle
def test_joint_centres_against_addbiomechanics(data):
    choice = Configuration(mass=75.2)
    found = analyse(data / f"{WALK}.trc", grf=data / f"{WALK}_grf.mot", configuration=choice)
    joints, shanks, markers = _theirs(data)
    lab, ours = found.trial.lab, posture(found.model, found.motion)
    seen = found.trial.markers
    for name, apart in APART.items():
        side, joint = name.split("_")
        away = ours.joint(name) - joints[name] @ lab.R_WL.T
        assert 1e3 * np.linalg.norm(away, axis=1).mean() == pytest.approx(apart, abs=1.0)
        if joint == "ankle":
            # the model's ankle is far below its own malleoli, and below the marker of the file
            letter = {"left": "L", "right": "r"}[side]
            middle = (markers[f"{letter}_ankle"] + markers[f"{letter}_mankle"]) / 2
            assert 0.018 < _up(middle - joints[name], shanks[side]) < 0.023
            lateral = seen.position[:, seen.names.index(f"{letter}_ankle")] @ lab.R_WL
            assert 0.015 < _up(lateral - joints[name], shanks[side]) < 0.020
            assert -0.004 < _up(lateral - ours.joint(name) @ lab.R_WL, shanks[side]) < -0.003
            # what is left across the shank
            along = _along(away @ lab.R_WL, shanks[side])
            across = away @ lab.R_WL - along[:, None] * shanks[side]
            assert np.linalg.norm(across, axis=1).mean() < 0.0105


def _along(path, axis):
    return np.einsum("fi,fi->f", path, axis)


def _up(path, axis):
    return np.nanmean(_along(path, axis))


def _theirs(data):
    """Paths of joints and markers and the upward axis of each shank, in OpenSim's axes [m]."""
    osim = pytest.importorskip("opensim")
    osim.Logger.setLevelString("Error")
    model = osim.Model(str(data / "other_names/opencap_model.osim"))
    for coordinate in model.updCoordinateSet():
        coordinate.setDefaultClamped(False)
        coordinate.setDefaultLocked(False)
    state, motion = model.initSystem(), read_storage(data / f"{WALK}_ik.mot")
    coordinates = model.getCoordinateSet()
    frames = {
        f"{side}_{joint}": model.getJointSet().get(f"{theirs}_{side[0]}").getChildFrame()
        for side in ("left", "right")
        for joint, theirs in JOINTS.items()
    }
    count = len(motion.time)
    joints = {name: np.empty((count, 3)) for name in frames}
    shanks = {side: np.empty((count, 3)) for side in ("left", "right")}
    markers = {marker.getName(): np.empty((count, 3)) for marker in model.getMarkerSet()}
    for row in range(count):
        for name in motion.names:
            coordinates.get(name).setValue(state, float(motion.of(name)[row]), False)
        for side in "lr":
            knee = float(motion.of(f"knee_angle_{side}")[row])
            coordinates.get(f"knee_angle_{side}_beta").setValue(state, knee, False)
        model.realizePosition(state)
        for name, frame in frames.items():
            joints[name][row] = frame.getPositionInGround(state).to_numpy()
        for side, axes in shanks.items():
            R = model.getBodySet().get(f"tibia_{side[0]}").getTransformInGround(state).R()
            axes[row] = [R.get(i, 1) for i in range(3)]
        for marker in model.getMarkerSet():
            markers[marker.getName()][row] = marker.getLocationInGround(state).to_numpy()
    return joints, shanks, markers
