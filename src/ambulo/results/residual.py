"""What ground reaction and motion leave over at the root, by each of two definitions.

`Analysis.residual` is under the plates' forces smoothed as the motion, which tells how far the two
measurements agree. Joint moments rest on other forces where `plates_cutoff` says so: what these
leave over is what OpenSim's inverse dynamics finds on the folder.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis


def residual_of_moments(analysis: Analysis, _posture: object = None) -> FloatArray:
    """Wrench (frames, 6) [N*m, N] at the root under the forces that joint moments rest on.

    NaN of a model that is a part of the body, and where a foot's reaction is not known.
    """
    forces = analysis.joint_forces
    found = np.concatenate([forces.moment[:, 0], forces.force[:, 0]], axis=1)
    if not analysis.model.whole_body:
        return np.full(found.shape, np.nan)
    return np.where(analysis.inverted_ground.known.all(axis=1, keepdims=True), found, np.nan)


def rms(values: FloatArray) -> float:
    """Root of the mean square over the entries that are known; NaN if none is."""
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known**2))) if known.size else math.nan


def residual_size(residual: FloatArray) -> tuple[float, float]:
    """Rms of the force [N] and of the moment [N*m] of wrenches (frames, 6)."""
    return rms(residual[:, 3:]) * math.sqrt(3.0), rms(residual[:, :3]) * math.sqrt(3.0)
