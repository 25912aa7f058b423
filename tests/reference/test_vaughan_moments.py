"""GaitLab's man from markers and plates to joint moments (Vaughan, Davis & O'Connor 1992)."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference import gaitlab

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.records import SIDES

# name here, column there, its sign; listed about the axes of the joint coordinate system. The
# ankle's other two are left out: the book takes the foot's long axis for that of rotation
COMPONENTS = {
    "hip_flexion": ("Hip", 0, +1),
    "hip_adduction": ("Hip", 1, -1),
    "hip_rotation": ("Hip", 2, +1),
    "knee_flexion": ("Knee", 0, +1),
    "knee_adduction": ("Knee", 1, -1),
    "knee_rotation": ("Knee", 2, +1),
    "ankle_dorsiflexion": ("Ankle", 0, -1),
}


@pytest.fixture(scope="module")
def listed(data):
    return gaitlab.read_blocks(data / "vaughan_gaitlab_man" / "manprocessed.txt")


def analysis(listed, data, consistency):
    choices = Configuration(
        parameters="vaughan1992", consistency=consistency, moment_axes="jcs", cutoff=6.0
    )
    return analyse_trial(gaitlab.trial(listed, data / "manprocessed.txt"), None, choices)


def differences(listed, found):
    """Rms difference [N*m] of every component while the foot is on its plate."""
    moments = {m.name: m.values for m in found.moments}
    result = {}
    for side, plate in (("right", 1), ("left", 2)):
        loaded = listed[f"ForcePlate{plate}FZ"][:, 0] > 0.0
        for name, (joint, column, sign) in COMPONENTS.items():
            theirs = listed[f"JointDynamics{side.capitalize()}{joint}Moment"][:, column]
            ours = sign * moments[f"{side}_{name}"]
            # the first and last frames of the listing bear its filter's start and stop
            frames = loaded & np.isfinite(ours) & (np.arange(len(ours)) > 5)
            assert frames.sum() > 30
            result[f"{side}_{name}"] = float(np.sqrt(np.mean((ours - theirs)[frames] ** 2)))
    return result


def test_segments_by_themselves_give_the_listed_moments(listed, data):
    # the book's own way: every segment follows its own markers
    for name, rms in differences(listed, analysis(listed, data, "none")).items():
        assert rms <= 2.0, f"{name}: {rms:.2f} N*m rms"


def test_joints_that_hold_move_the_moments_by_little(listed, data):
    # the skin lets the listed knees slide 12 mm along the thigh; joints that hold differ by that
    # times the ground reaction
    for name, rms in differences(listed, analysis(listed, data, "fit")).items():
        assert rms <= 0.014 * 650.0, f"{name}: {rms:.2f} N*m rms"


def test_body_segment_parameters_are_the_listed_ones(listed, data):
    model = analysis(listed, data, "fit").model
    for side in SIDES:
        for ours, theirs in (("thigh", "Thigh"), ("shank", "Calf"), ("foot", "Foot")):
            body = model.segments.index(f"{side}_{ours}")
            key = f"Segment{side.capitalize()}{theirs}"
            assert model.tree.mass[body] == pytest.approx(listed[f"{key}Mass"][0, 0], abs=0.0006)
            # listed: flexion, adduction, rotation; three decimals
            about = listed[f"{key}MomentOfInertia"][0]
            if ours == "foot":
                continue  # its long axis is horizontal and its order differs
            inertia = np.diag(model.tree.inertia[body])
            np.testing.assert_allclose(inertia, about[[1, 0, 2]], atol=0.0006)
