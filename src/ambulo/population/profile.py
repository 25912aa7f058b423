"""Movement Analysis Profile: how far a subject's joint angles are from normal walking, by joint.

Baker et al. (2009): root mean square difference of the mean curve from the normal mean over the
stride. Foot progression, its ninth variable, is no angle of the analysis, so there is no Gait
Profile Score, which is the rms of all nine.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.population.averages import Average
from ambulo.records import SIDES
from ambulo.report.normal_band import NormalBand
from ambulo.results.columns import header
from ambulo.results.gait_cycle import CYCLE

__all__ = ["VARIABLES", "movement_analysis_profile"]

VARIABLES = (
    "hip_flexion",
    "hip_adduction",
    "hip_rotation",
    "knee_flexion",
    "ankle_dorsiflexion",
)
"""Of each leg; pelvic angles are cut by one side's strides in the analysis and are left out."""


def movement_analysis_profile(
    averages: Mapping[str, Average], band: NormalBand
) -> dict[str, float]:
    """Gait variable scores [deg] by quantity, such as "left_knee_flexion".

    Args:
        averages: a subject's, by header.
        band: normal walking.
    """
    found = {}
    for side in SIDES:
        for variable in VARIABLES:
            name = f"{side}_{variable}"
            mine, normal = averages.get(header(name, "deg")), band.of("angles", name, side)
            if mine is not None and normal is not None:
                expected = np.interp(CYCLE, normal.cycle, normal.mean)
                found[name] = float(np.sqrt(np.mean((mine.mean - expected) ** 2)))
    return found
