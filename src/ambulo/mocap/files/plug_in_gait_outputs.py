"""Results of Plug-in Gait that a C3D file carries, in Ambulo's names, units and signs.

Plug-in Gait writes angles in degrees, moments in N*mm/kg and powers in W/kg. Its angles are
positive in flexion, adduction and internal rotation; those of the ankle in dorsiflexion, inversion
and internal rotation. Its moments are internal and positive for extension (of the ankle:
plantarflexion), abduction and external rotation. This is opposite to Ambulo's sign.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_motions import joint_motions
from ambulo.records import SIDES, Trial

_JOINTS = {"Hip": "hip", "Knee": "knee", "Ankle": "ankle"}


def plug_in_gait_results(trial: Trial, mass: float) -> Mapping[str, FloatArray]:
    """Curves (frames,) by "<quantity> [<unit>]", e.g. "left_knee_flexion [N*m]".

    Args:
        trial: trial with Plug-in Gait's computed points in `outputs`.
        mass: kg, to undo the file's normalisation.
    Returns:
        Angles [deg], moments [N*m] and total joint powers [W]; empty if the file has none.
        Frames without a result are NaN.
    """
    curves: dict[str, FloatArray] = {}
    for side in SIDES:
        for theirs, ours in _JOINTS.items():
            letter = side[0].upper()
            motions = joint_motions(f"{side}_{ours}")
            angles = _output(trial, f"{letter}{theirs}Angles")
            if angles is not None:
                for column, motion in enumerate(motions):
                    curves[f"{motion.name} [deg]"] = angles[:, column]
            moments = _output(trial, f"{letter}{theirs}Moment")
            if moments is not None:
                for column, motion in enumerate(motions):
                    curves[f"{motion.name} [N*m]"] = -moments[:, column] * 1e-3 * mass
            power = _output(trial, f"{letter}{theirs}Power")
            if power is not None:
                curves[f"{side}_{ours}_power [W]"] = power[:, 2] * mass
    return curves


def _output(trial: Trial, name: str) -> FloatArray | None:
    """An output of the file, also under the name some versions give it (a trailing V)."""
    for candidate in (name, f"{name}V"):
        if candidate in trial.outputs:
            values = np.array(trial.outputs[candidate], dtype=float)
            # frames it did not compute are written as exact zeros
            values[(values == 0.0).all(axis=1)] = np.nan
            return values
    return None
