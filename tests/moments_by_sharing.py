"""Sagittal leg moments under any ground reaction, and how far they are from a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.signal import butter, filtfilt

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import Analysis, GroundReaction
from ambulo_studies.shared_again import leg_moments


class Agreement(NamedTuple):
    """Correlation, rms difference [N*m/kg], and error of the reference's largest moment."""

    r: float
    rms: float
    peak: float


def moments(found: Analysis, ground: GroundReaction) -> Mapping[str, FloatArray]:
    """Sagittal moments (frames,) [N*m/kg] by side and joint, as they are reported."""
    return {f"{side} {joint}": m for (side, joint), m in leg_moments(found, ground).items()}


def agreement(ours: FloatArray, reference: FloatArray, frames: BoolArray) -> Agreement:
    """Over frames (frames,) that both know."""
    a, b = ours[frames], reference[frames]
    at = np.abs(b).argmax()
    peak = float((np.sign(b[at]) * a).max() / abs(b[at]) - 1.0)
    return Agreement(float(np.corrcoef(a, b)[0, 1]), float(np.sqrt(np.mean((a - b) ** 2))), peak)


def low_passed(ground: GroundReaction, cutoff: float) -> GroundReaction:
    """Wrenches through a zero-lag Butterworth filter of second order; unknown ones count as none.

    The single pass is widened so that both together halve the power at the cut-off.
    """
    rate = 1.0 / (ground.time[1] - ground.time[0])
    b, a = butter(2, cutoff / 0.802 / (0.5 * rate))

    def smoothed(values: FloatArray) -> FloatArray:
        return filtfilt(b, a, np.where(ground.known[..., None], values, 0.0), axis=0)

    return replace(
        ground, force=smoothed(ground.force), moment_origin=smoothed(ground.moment_origin)
    )


def vertical_rms(
    ours: GroundReaction, reference: GroundReaction, frames: BoolArray, weight: float
) -> float:
    """Root mean square difference of vertical force over frames (frames, 2), in body weights."""
    gap = (ours.force - reference.force)[..., 2][frames] / weight
    return float(np.sqrt(np.mean(gap**2)))


def wrenches(ground: GroundReaction) -> FloatArray:
    """Wrenches (frames, 2, 6) about the world origin."""
    return np.concatenate([ground.moment_origin, ground.force], axis=2)


def with_resultant(problem: SharingProblem, plates: GroundReaction) -> SharingProblem:
    """The same motion with the plates' sum for its resultant, where they tell all of it."""
    known = (plates.known | ~problem.stance).all(axis=1) & problem.stance.any(axis=1)
    total = problem.total.copy()
    total[known] = wrenches(plates)[known].sum(axis=1)
    return replace(problem, total=total)
