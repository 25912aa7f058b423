"""Position, turn and delay of the force plates relative to the cameras, from several recordings.

Two errors leave the same moment in one recording: a plate that is d in front of its place in the
file (d x F), and a mass centre that is b behind its place in the model (b x W). But the plate stays
in the laboratory, and the mass centre turns with the subject. So walks in both directions, and
static trials that face both ways, separate the two errors. Let e_k be the apparent shift of
recording k, and R_k the rotation from the laboratory to the subject's heading:

    e_k = R_k s + b + error,                                     s of the plates, b of the body.

A turn of the plates about the vertical appears as horizontal force that is turned relative to that
of the motion. A delay appears as vertical force that lags behind the motion. Each recording shows
both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.body_motion import jointed
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Analysis

_CORRELATED = 0.05
"""s; time over which the error of a motion's force is like itself."""
_REPEATED = 0.008
"""m; spread of the apparent shift between recordings of one person, which no recording shows."""
_TURNED, _DELAYED = np.radians(1.5), 0.004
"""rad and s; the same of turn and delay."""
_ALL = 0.06
"""Of the force that the motion needs: plates that differ by less carry all of the body."""
_DISTINCT = 0.5
"""Least cosine by which headings must differ for plates and body to be told apart."""


@dataclass(frozen=True, eq=False)
class Seen:
    """The results of one recording, with standard deviations.

    Args:
        name: of the recording.
        apparent: (2,) m, by which plates seem to be in front and to the left of the place that the
            motion needs; apparent_sd: (2,).
        turn, turn_sd: rad, by which their force seems turned counterclockwise.
        delay, delay_sd: s, by which their force seems late.
        heading: (3, 3) from the laboratory's axes to the world's, x along progression.
    """

    name: str
    apparent: FloatArray
    apparent_sd: FloatArray
    turn: float
    turn_sd: float
    delay: float
    delay_sd: float
    heading: FloatArray


@dataclass(frozen=True, eq=False)
class PlateRegistration:
    """Position of the plates relative to the cameras, from several recordings.

    Args:
        shift: (3,) m along the laboratory's axes, from the plates' place in the file to their true
            place; shift_sd: (2,) m along the first recording's heading and to its left. None if the
            recordings cannot separate plates and body.
        body: (2,) m, by which the model's mass centre is behind and to the right of the body's,
            with body_sd; None in the same case.
        turn, turn_sd: rad; delay, delay_sd: s.
        seen: by recording.
    """

    shift: FloatArray | None
    shift_sd: FloatArray | None
    body: FloatArray | None
    body_sd: FloatArray | None
    turn: float
    turn_sd: float
    delay: float
    delay_sd: float
    seen: tuple[Seen, ...]


def seen_in(analysis: Analysis) -> Seen:
    """What one recording shows of the plates' place, turn and delay.

    Least squares over the frames in which plates and motion are both known, of

        M = -e x F,     F_motion - F_plates = -turn z x F,     = delay dF/dt,

    with the moment M left over about the mass centre.

    Raises:
        InputError: plates and motion are not known together for a tenth of a second.
    """
    where = analysis.trial.path.name
    time = analysis.motion.time
    step = float(time[1] - time[0])
    force, residual = _known_together(analysis)
    known = finite(residual)
    if known.sum() * step < 0.1:
        raise InputError(
            what="there is no time at which both the plates and the motion of the whole body are "
            "known",
            where=where,
            remedy="Leave this analysis out, or give an analysis of the whole body in which both "
            "feet step on plates",
        )
    loaded = known & (force[:, 2] > 0.3 * float(np.nanmax(force[:, 2])))
    centre = centre_of_mass(analysis.model.tree, analysis.motion.q)[0]
    root = analysis.motion.q[:, :3]
    left_over = residual[:, :3] + np.cross(root - centre, residual[:, 3:])
    at = np.flatnonzero(loaded)
    F, M, gap = force[at], left_over[at], residual[at, 3:]
    # a force of the motion that is wrong by `gap` is wrong at the mass centre: no part of M
    ahead, ahead_sd = _slope(F[:, 2], M[:, 1], step)
    leftwards, leftwards_sd = _slope(F[:, 2], -M[:, 0], step)
    across = np.stack([F[:, 1], -F[:, 0]], axis=1).ravel()
    turn, turn_sd = _slope(across, gap[:, :2].ravel(), 0.5 * step)
    rate = np.gradient(force[:, 2], time)[at]
    told = np.isfinite(rate)
    delay, delay_sd = _slope(rate[told], gap[told, 2], step)
    return Seen(
        where,
        np.array([ahead, leftwards]),
        np.hypot([ahead_sd, leftwards_sd], _REPEATED),
        turn,
        float(np.hypot(turn_sd, _TURNED)),
        delay,
        float(np.hypot(delay_sd, _DELAYED)),
        analysis.trial.lab.R_WL,
    )


def _known_together(analysis: Analysis) -> tuple[FloatArray, FloatArray]:
    """Force of the plates (frames, 3) N, and what motion and plates leave at the root (frames, 6).

    Of who stays on the plates it is enough that all of them together carry the body: which foot
    loads which does not matter.
    """
    nothing = np.full((len(analysis.motion.time), 6), np.nan)
    if analysis.plates_ground is None or "lumbar" not in analysis.model.joints:
        return nothing[:, :3], nothing
    if analysis.activity.stepping or np.isfinite(analysis.residual).any():
        return analysis.plates_ground.force.sum(axis=1), analysis.residual
    body = replace(jointed(analysis.model, analysis.motion), devices=analysis.devices)
    forces, root = body.unsupported, body.p[:, 0]
    needed = np.concatenate([forces.moment[:, 0], forces.force[:, 0]], axis=1)
    total = np.zeros_like(needed)
    for plate in analysis.trial.plates:
        wrench = np.nan_to_num(
            np.concatenate(
                [
                    np.cross(plate.centre_of_pressure, plate.force)
                    + plate.free_moment[:, None] * [0.0, 0.0, 1.0],
                    plate.force,
                ],
                axis=1,
            )
        )
        total += np.stack([np.interp(body.motion.time, plate.time, w) for w in wrench.T], axis=1)
    about_root = np.concatenate([total[:, :3] - np.cross(root, total[:, 3:]), total[:, 3:]], axis=1)
    all_of_it = np.abs(total[:, 5] - needed[:, 5]) < _ALL * needed[:, 5]
    return total[:, 3:], np.where(all_of_it[:, None], needed - about_root, np.nan)


def plate_registration(analyses: Sequence[Analysis]) -> PlateRegistration:
    """Position, turn and delay of the plates of one laboratory, from recordings with one set-up.

    Args:
        analyses: of the whole body on plates; walks in both directions, static trials.
    Raises:
        InputError: no analysis is given, or one does not show these values.
    """
    if not analyses:
        raise InputError(
            "no analysis is given", remedy="Give folders that `ambulo analyse` has written"
        )
    seen = tuple(seen_in(analysis) for analysis in analyses)
    turn, turn_sd = _mean([s.turn for s in seen], [s.turn_sd for s in seen])
    delay, delay_sd = _mean([s.delay for s in seen], [s.delay_sd for s in seen])
    first = seen[0].heading
    # rotations (2, 2) from the first recording's heading to each one's
    turns = [(s.heading @ first.T)[:2, :2] for s in seen]
    apart = min(float(R[0, 0]) for R in turns)
    if apart > _DISTINCT:
        return PlateRegistration(None, None, None, None, turn, turn_sd, delay, delay_sd, seen)
    A = np.concatenate([np.hstack([R, np.eye(2)]) for R in turns])
    sd = np.concatenate([s.apparent_sd for s in seen])
    e = np.concatenate([s.apparent for s in seen])
    inverse = np.linalg.inv((A / sd[:, None]).T @ (A / sd[:, None]))
    found = inverse @ ((A / sd[:, None]).T @ (e / sd))
    deviation = np.sqrt(np.diag(inverse))
    shift = first.T @ np.array([found[0], found[1], 0.0])
    return PlateRegistration(
        shift, deviation[:2], found[2:], deviation[2:], turn, turn_sd, delay, delay_sd, seen
    )


def _slope(x: FloatArray, y: FloatArray, step: float) -> tuple[float, float]:
    """Slope of y over x through the origin, and its deviation with errors alike over 0.05 s."""
    power = float(np.einsum("n,n", x, x))
    slope = float(np.einsum("n,n", x, y)) / power
    wrong = y - slope * x
    alike = max(_CORRELATED / step, 1.0)
    return slope, float(np.sqrt(np.mean(wrong**2) * alike / power))


def _mean(values: Sequence[float], deviations: Sequence[float]) -> tuple[float, float]:
    """Mean weighed by the deviations, and its own."""
    weight = 1.0 / np.square(deviations)
    return float(np.average(values, weights=weight)), float(1.0 / np.sqrt(weight.sum()))
