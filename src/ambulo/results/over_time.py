"""Results over time that are computed from more than one record."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Analysis, Quantity
from ambulo.results.posture import Posture


def mass_centre(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Position [m] and velocity [m/s] of the centre of mass in the world; empty if the model is
    only a part of the body.
    """
    if not analysis.model.whole_body:
        return ()
    # by the joints' velocities, which the filter gave, not by differences of the place
    _, velocity = centre_of_mass(analysis.model.tree, analysis.motion.q, analysis.motion.v)
    return [
        Quantity(f"centre_of_mass_{name}{axis}", unit, values[:, k], way)
        for name, unit, values in (
            ("", "m", posture.mass_centre()),
            ("velocity_", "m/s", velocity),
        )
        for k, (axis, way) in enumerate(zip("xyz", ("forward", "to the left", "up"), strict=True))
    ]


def residual_of_moments(analysis: Analysis, _posture: object = None) -> FloatArray:
    """Residual (frames, 6) [N*m, N] at the root, with the forces from which joint moments
    are computed.

    NaN if the model is only a part of the body, and where a foot's reaction is not known.
    """
    forces = analysis.joint_forces
    found = np.concatenate([forces.moment[:, 0], forces.force[:, 0]], axis=1)
    if not analysis.model.whole_body:
        return np.full(found.shape, np.nan)
    return np.where(analysis.inverted_ground.known.all(axis=1, keepdims=True), found, np.nan)


def rms(values: FloatArray) -> float:
    """Root mean square of the known entries; NaN if none is known."""
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known**2))) if known.size else math.nan


def residual_size(residual: FloatArray) -> tuple[float, float]:
    """Rms of the force [N] and of the moment [N*m] of wrenches (frames, 6)."""
    return rms(residual[:, 3:]) * math.sqrt(3.0), rms(residual[:, :3]) * math.sqrt(3.0)


def muscle_activity(analysis: Analysis, _posture: object = None) -> Sequence[Quantity]:
    """One quantity for each electromyogram, in percent of its greatest value in the trial.

    Names contain the muscle and the side, if the label states it: `L Rect` becomes `left_emg_rect`.
    """
    time, found = analysis.motion.time, []
    names: set[str] = set()
    for channel in analysis.trial.emg:
        plain = re.sub(r"\W+", "_", channel.muscle).strip("_").lower()
        stem = f"{channel.side}_emg_{plain}" if channel.side else f"emg_{plain}"
        name, count = stem, 2
        while name in names:
            name, count = f"{stem}_{count}", count + 1
        names.add(name)
        values = np.interp(time, channel.time, channel.envelope, left=np.nan, right=np.nan)
        found.append(Quantity(name, "%", 100.0 * values, "of the greatest value in the trial"))
    return found
