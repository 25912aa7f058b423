"""An analysed walk shared once more: under the plates' own resultant, and by joint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ambulo.gait.body_motion import jointed
from ambulo.gait.sharing.problem import SharingProblem, sharing_problem
from ambulo.gait.stages.invert import invert
from ambulo.gait.stages.steps import stance_of
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Analysis, GroundReaction

LEG_MOTIONS = {"ankle": "ankle_dorsiflexion", "knee": "knee_flexion", "hip": "hip_flexion"}
"""Joints of a leg and their motion in the sagittal plane."""


def problem_of(analysis: Analysis) -> SharingProblem:
    """What there is to share in an analysed trial.

    Raises:
        ValueError: the model has no lumbar joint or no soles.
    """
    body = jointed(analysis.model, analysis.motion)
    stance = stance_of(analysis.motion.time, analysis.events)
    forces, plates = body.unsupported, analysis.plates_ground
    return sharing_problem(body, forces, stance, analysis.events, plates)


def resultant_less_plates(problem: SharingProblem) -> FloatArray:
    """Motion less plates (frames, 6) about the world origin [N*m, N]; NaN where plates miss a part.

    Raises:
        ValueError: there are no plates.
    """
    measured = problem.measured
    if measured is None:
        raise ValueError("there are no plates to compare with")
    seen = measured.known | ~problem.stance
    whole = np.asarray(seen.all(axis=1) & problem.stance.any(axis=1))
    on_feet = measured.wrench
    loaded = np.where(problem.stance[..., None], on_feet, 0.0).sum(axis=1)
    return np.where(whole[:, None], problem.total - loaded, np.nan)


def with_plates_resultant(problem: SharingProblem) -> SharingProblem:
    """The same motion with the plates' sum for its resultant.

    Where a foot stands beside the plates their sum is not known: there the motion's resultant
    keeps the error that it has at the next frame where it is.

    Raises:
        ValueError: there are no plates, or none measured all of the resultant.
    """
    error = resultant_less_plates(problem)
    known = np.flatnonzero(np.isfinite(error).all(axis=1))
    if not known.size:
        raise ValueError("no plate measured all of the resultant")
    frames = np.arange(len(error))
    after = known[np.clip(np.searchsorted(known, frames), 0, len(known) - 1)]
    before = known[np.clip(np.searchsorted(known, frames, side="right") - 1, 0, None)]
    nearest = np.where(np.abs(after - frames) < np.abs(frames - before), after, before)
    return replace(problem, total=problem.total - error[nearest])


def leg_moments(analysis: Analysis, ground: GroundReaction) -> Mapping[tuple[str, str], FloatArray]:
    """Sagittal moments (frames,) [N*m/kg] by (side, joint) under any ground reaction.

    Flexion and dorsiflexion are positive, as they are reported; NaN where the ground reaction is
    not known.
    """
    moments = invert(analysis.model, analysis.motion, ground).moments
    return {
        (side, joint): moments[f"{side}_{motion}"].values / analysis.model.mass
        for side in SIDES
        for joint, motion in LEG_MOTIONS.items()
    }
