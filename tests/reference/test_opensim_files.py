"""OpenSim's own tools on the files that Ambulo writes for it, on a walk whose forces are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis

from ambulo.gait.body_motion import jointed
from ambulo.gait.inverse import joint_forces
from ambulo.gait.stages.invert import invert_body
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_moments import reported_moments
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Devices
from ambulo.results.opensim_files import write_opensim
from ambulo.results.osim_model import R_OW, generalised_forces, side_last
from ambulo.results.posture import posture

tool = pytest.importorskip(
    "tests.reference.opensim_tool",
    reason="opensim is not installed (extra: oracle)",
    exc_type=ImportError,
)
pytestmark = pytest.mark.oracle

ENDS = slice(6, -6)
"""OpenSim's splines end without bending; the walk does not."""


@pytest.fixture(scope="module")
def analysis():
    """With the ground's wrench as a force on the floor and a moment about the vertical."""
    made = consistent_analysis()
    ground, tree = made.ground, made.model.tree
    force, moment = ground.force, ground.moment_origin
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = np.stack([-moment[..., 1], moment[..., 0], 0 * moment[..., 0]], axis=-1)
        centre /= force[..., 2:]
    centre[force[..., 2] == 0.0] = np.nan
    free = moment[..., 2] - np.cross(np.nan_to_num(centre), force)[..., 2]
    ground = replace(ground, centre_of_pressure=centre, free_moment=free)
    # bodies with no symmetry: every product of inertia another
    inertia = np.array([[0.05, 0.004, -0.009], [0.004, 0.06, 0.013], [-0.009, 0.013, 0.03]])
    tree = replace(
        tree,
        com=tree.com + np.array([0.01, 0.02, 0.0]),
        inertia=np.tile(inertia, (tree.nb, 1, 1)),
    )
    model = replace(made.model, tree=tree)
    R, p = forward_kinematics(tree, made.motion.q)
    forces = joint_forces(model, made.motion, foot_loads(model, R, p, ground))
    return replace(
        made,
        model=model,
        ground=ground,
        joint_forces=forces,
        moments=reported_moments(model, forces, R),
    )


@pytest.fixture(scope="module")
def folder(analysis, tmp_path_factory):
    folder = tmp_path_factory.mktemp("opensim")
    write_opensim(analysis, posture(analysis.model, analysis.motion), folder)
    return folder


@pytest.fixture(scope="module")
def found(analysis, folder, tmp_path_factory):
    time = analysis.motion.time
    return tool.inverse_dynamics(folder, tmp_path_factory.mktemp("out"), time[0], time[-1])


def test_inverse_dynamics_gives_the_moments(analysis, found):
    expected = generalised_forces(analysis, posture(analysis.model, analysis.motion))
    # the reaction acts on the whole foot there, on its fore part here in late stance
    names = [name for name in expected.names if "metatarsal" not in name]
    assert len(names) == 3 * (analysis.model.tree.nb - 3)
    for name in names:
        values = expected[name].values
        theirs = np.interp(analysis.motion.time, found["time"], found[f"{side_last(name)}_moment"])
        np.testing.assert_allclose(
            theirs[ENDS], values[ENDS], atol=1e-3 * np.abs(values).max(), err_msg=name
        )


def test_a_crutch_moves_the_moments_there_as_here(analysis, tmp_path):
    """Elbow and shoulder with a fifth of body weight on the hand's crutch."""
    motion = analysis.motion
    up = 0.2 * 9.81 * analysis.model.mass
    wrench = np.tile([-0.5 * up, -0.3 * up, 0.0, 0.0, 0.0, up], (len(motion.time), 1))
    crutch = Devices.force("right_crutch", "right_hand", wrench, motion.time, "")
    body = replace(jointed(analysis.model, motion), devices=crutch)
    forces = invert_body(body, analysis.ground, axes="proximal").forces
    held = replace(analysis, devices=crutch, joint_forces=forces)
    at = posture(held.model, motion)
    write_opensim(held, at, tmp_path)
    theirs = tool.inverse_dynamics(tmp_path, tmp_path, motion.time[0], motion.time[-1])
    expected = generalised_forces(held, at)
    for name in ("right_elbow_flexion", "right_shoulder_flexion", "right_shoulder_adduction"):
        values = expected[name].values
        assert np.abs(values - generalised_forces(analysis, at)[name].values).max() > 10.0
        found = np.interp(motion.time, theirs["time"], theirs[f"{side_last(name)}_moment"])
        np.testing.assert_allclose(found[ENDS], values[ENDS], atol=1e-3 * np.abs(values).max())


def test_flexion_moments_are_those_reported(analysis, found):
    # about the proximal segment's axis in both
    for name in ("left_hip_flexion", "right_knee_flexion", "left_ankle_dorsiflexion"):
        values = analysis.moments[name].values
        theirs = np.interp(analysis.motion.time, found["time"], found[f"{side_last(name)}_moment"])
        np.testing.assert_allclose(theirs[ENDS], values[ENDS], atol=1e-3 * np.abs(values).max())


def test_nothing_is_left_over_at_the_pelvis_but_what_is_here(analysis, found):
    left = analysis.joint_forces.force[:, 0] @ R_OW.T
    theirs = np.stack([found[f"pelvis_t{axis}_force"] for axis in "xyz"], axis=1)
    weight = 9.81 * analysis.model.mass
    np.testing.assert_allclose(theirs[ENDS], left[ENDS], atol=1e-3 * weight)


def test_the_models_markers_are_where_they_are_here(analysis, folder):
    time, places = tool.marker_places(folder)
    at = posture(analysis.model, analysis.motion)
    np.testing.assert_allclose(time, analysis.motion.time, atol=1e-6)
    for k, name in enumerate(analysis.model.marker_names):
        np.testing.assert_allclose(places[name] @ R_OW, at.markers()[:, k], atol=1e-6)
