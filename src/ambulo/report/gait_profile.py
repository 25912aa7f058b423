"""Movement Analysis Profile and Gait Profile Score: difference of angles from normal walking.

The scores follow Baker et al. (2009). Each variable's score is the root mean square difference of
the mean curve from the normal mean over the stride. A side's Gait Profile Score is the rms of its
nine scores. The overall Gait Profile Score is the rms of fifteen scores; those of the pelvis count
once, over the left strides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Side
from ambulo.report.normal_band import BandCurve, NormalBand
from ambulo.results.gait_cycle import CYCLE

PELVIS = ("pelvis_tilt", "pelvis_obliquity", "pelvis_rotation")

VARIABLES = (
    *PELVIS,
    "hip_flexion",
    "hip_adduction",
    "hip_rotation",
    "knee_flexion",
    "ankle_dorsiflexion",
    "foot_progression",
)
"""The nine variables of each leg."""

NORMAL_SCORE = 5
"""Approximate score of people who walk normally, deg (Baker et al. 2009)."""


def normal_angle(band: NormalBand, side: Side, variable: str) -> BandCurve | None:
    """Curve [deg] of normal walking for a side's variable; None if the band lacks it."""
    if variable == "foot_progression":
        return band.curves["angles"].get(variable)
    # the pelvis' own name, for the band as the world sees it from this side's stride
    return band.of("angles", variable if variable in PELVIS else f"{side}_{variable}", side)


def movement_analysis_profile(
    mean: Callable[[Side, str], FloatArray | None], band: NormalBand
) -> dict[str, float]:
    """Gait variable scores [deg] by quantity, such as "left_knee_flexion".

    Args:
        mean: function that gives the mean curve (101,) [deg] of a side's variable over its strides;
            None if not known.
        band: normal walking.
    """
    found = {}
    for side in SIDES:
        for variable in VARIABLES:
            name = f"{side}_{variable}"
            mine = mean(side, variable)
            normal = normal_angle(band, side, variable)
            if mine is not None and normal is not None:
                expected = np.interp(CYCLE, normal.cycle, normal.mean)
                found[name] = float(np.sqrt(np.mean((mine - expected) ** 2)))
    return found


def gait_profile_scores(profile: Mapping[str, float]) -> dict[str, float]:
    """Gait Profile Scores [deg] of each side and overall. A score needs all its variables.

    Args:
        profile: gait variable scores by quantity.
    """
    nine = {side: [f"{side}_{name}" for name in VARIABLES] for side in SIDES}
    pelvis_again = {f"right_{name}" for name in PELVIS}
    sets = {f"{side}_gait_profile_score": names for side, names in nine.items()}
    every = [name for names in nine.values() for name in names if name not in pelvis_again]
    sets["gait_profile_score"] = every
    return {
        score: float(np.sqrt(np.mean([profile[name] ** 2 for name in names])))
        for score, names in sets.items()
        if all(name in profile for name in names)
    }
