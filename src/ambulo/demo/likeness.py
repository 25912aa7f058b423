"""How far a walk is from published ones: joint angles, joint moments, ground reaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_sharing import FootPlan
from ambulo.demo.gait_state import GaitState
from ambulo.demo.normal_walk import NormalWalk
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_angles import cardan_yxz, relative_rotation
from ambulo.model.joint_motions import joint_motions
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Model
from ambulo.report.normal_band import load_band


@dataclass(frozen=True, eq=False)
class Likeness:
    """Published curves of the left side at n equal phases of the stride.

    Args:
        model: whose walk is judged.
        phase: (n,).
        plan: for the feet.
        angles: (n,) deg by name; moments: (n,) N*m/kg by name, and what is tolerated of each.
        force: (n, 2) body weights, forward and upward, of both feet together.
        knee: (n,) rad, published series of its flexion.
    """

    model: Model
    phase: FloatArray
    plan: FootPlan
    angles: Mapping[str, FloatArray]
    moments: Mapping[str, tuple[FloatArray, FloatArray]]
    force: FloatArray
    knee: FloatArray

    def deviations(self, walk: NormalWalk, state: GaitState) -> Mapping[str, FloatArray]:
        """Deviations (n,) or (n, 2) from each curve, in units of what is tolerated.

        Args:
            walk: series of the walk.
            state: its posture and forces.
        """
        angles, moments = _left_leg(self.model, state)
        weight = self.model.mass * STANDARD_GRAVITY
        tolerated = _ANGLE_TOLERANCE["knee_flexion"]
        series = np.degrees(walk.angles["knee_flexion"](self.phase) - self.knee)
        found = {"knee series": series / tolerated}
        for name, wanted in self.angles.items():
            found[f"{name} angle"] = (angles[name] - wanted) / _ANGLE_TOLERANCE[name]
        for name, (wanted, tolerance) in self.moments.items():
            found[f"{name} moment"] = (moments[name] - wanted) / tolerance
        force = state.whole.force[:, ::2] / weight
        found["force"] = (force - self.force) / _FORCE_TOLERANCE
        miss = state.whole.centre - self.plan.resultant_centre
        found["centre"] = miss / _CENTRE_TOLERANCE
        found["foot spin"] = self._foot_spin(walk, state) / _SPIN_TOLERANCE
        found["free moment"] = state.whole.free_moment / _FREE_MOMENT_TOLERANCE
        return found

    def _foot_spin(self, walk: NormalWalk, state: GaitState) -> FloatArray:
        """Angular acceleration (n,) [rad/s^2] of the left foot's pitch."""
        R = state.R[:, self.model.segments.index("left_hindfoot")]
        pitch = np.arctan2(R[:, 2, 0], np.hypot(R[:, 0, 0], R[:, 1, 0]))
        step = walk.cycle.stride_time / len(pitch)
        return np.asarray(np.roll(pitch, -1) - 2 * pitch + np.roll(pitch, 1)) / step**2


_JOINTS = ("hip", "knee", "ankle")

_ANGLE_TOLERANCE = {"hip_flexion": 2.5, "knee_flexion": 1.2, "ankle_dorsiflexion": 1.5}
"""deg, less than the standard deviation between people for the curves to keep their shape."""

_MOMENT_TOLERANCE = {
    "hip_flexion": 0.08,
    "hip_adduction": 0.06,
    "knee_flexion": 0.06,
    "knee_adduction": 0.06,
    "ankle_dorsiflexion": 0.04,
}
"""N*m/kg, but where people differ less, in swing, half their standard deviation and the least."""
_LEAST_MOMENT = 0.02

_FORCE_TOLERANCE: FloatArray = np.array([0.03, 0.05])
"""Body weights, forward and upward."""

_CENTRE_TOLERANCE: FloatArray = np.array([0.010, 0.010])
"""m, forward and to the left, of the centre of pressure of both feet together."""

_FREE_MOMENT_TOLERANCE = 6.0
"""N*m."""

_SPIN_TOLERANCE = 40.0
"""rad/s^2, of the foot's pitch; laboratories do not see the impact at foot strike either."""

_STEP_HARMONICS = 3
"""Harmonics of the step that the body's weight can follow; published forces are of many steps."""


def likeness(model: Model, walk: NormalWalk, plan: FootPlan, phase: FloatArray) -> Likeness:
    """Prepare the published curves.

    Args:
        model: whose walk is judged.
        walk: published patterns.
        plan: for the feet at the phases.
        phase: (n,) of the left stride, 0 to 1 in equal steps.
    """
    series = {name: np.degrees(found(phase)) for name, found in walk.angles.items()}
    angles = {
        "hip_flexion": series["thigh_inclination"] + series["pelvis_tilt"],
        "knee_flexion": series["knee_flexion"],
        "ankle_dorsiflexion": series["ankle_dorsiflexion"],
    }
    band = load_band().curves["moments"]
    moments = {
        name: (
            _between(band[name].mean, phase),
            np.minimum(usual, 0.5 * _between(band[name].sd, phase) + _LEAST_MOMENT),
        )
        for name, usual in _MOMENT_TOLERANCE.items()
    }
    spectrum = np.fft.rfft(plan.force, axis=0)
    spectrum[2 * _STEP_HARMONICS + 1 :] = 0.0
    force = np.fft.irfft(spectrum, len(phase), axis=0)
    # over a stride neither speed nor height is gained
    force[:, 0] -= force[:, 0].mean()
    force[:, 1] /= force[:, 1].mean()
    knee = walk.angles["knee_flexion"](phase)
    return Likeness(model, phase, plan, angles, moments, force, knee)


def _between(curve: FloatArray, phase: FloatArray) -> FloatArray:
    """Values (n,) at phases (n,) of a curve given at equal shares of the stride."""
    return np.interp(phase, np.linspace(0.0, 1.0, len(curve)), curve)


def _left_leg(
    model: Model, state: GaitState
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Angles [deg] and moments [N*m/kg] of the left leg, in the signs of the report."""
    angles, moments = {}, {}
    for joint in _JOINTS:
        body = model.joints.index(f"left_{joint}")
        parent = int(model.tree.parent[body])
        turn = np.degrees(cardan_yxz(relative_rotation(state.R, body, parent)))
        component = np.einsum("fji,fj->fi", state.R[:, parent], state.forces.moment[:, body])
        for column, motion in enumerate(joint_motions(f"left_{joint}")):
            name = motion.name.removeprefix("left_")
            angles[name] = motion.sign * turn[:, column]
            moments[name] = motion.sign * component[:, motion.axis] / model.mass
    return angles, moments
