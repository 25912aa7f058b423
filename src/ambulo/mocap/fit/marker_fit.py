"""The motion of the whole model that follows the measured markers best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.mocap.fit.fit_kernel import Fit, fit_markers
from ambulo.mocap.fit.posture_prior import posture_prior
from ambulo.mocap.fit.sole_level import level_soles
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Markers, Model

MAX_ITERATIONS = 100
# m, rad; step after which a frame counts as solved, far below what markers resolve
TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class MarkerFit:
    """Coordinates that fit the markers frame by frame.

    Args:
        q: (frames, nq) m, unit quaternions with continuous signs.
        residual: (frames, nm) m, distance of each measured marker from the model's marker; NaN in
            gaps.
        iterations: (frames,); converged: (frames,).
        notes: frames that did not converge, if any.
    """

    q: FloatArray
    residual: FloatArray
    iterations: IntArray
    converged: BoolArray
    notes: tuple[str, ...]


def fit_model(model: Model, markers: Markers) -> MarkerFit:
    """Weighted least-squares fit of all segments to all tracking markers (Lu & O'Connor 1999).

    If the markers of a foot do not show its roll, its sole is level while loaded (see
    `sole_level`).

    Args:
        model: model whose `marker_names` are in `markers`.
        markers: with filled gaps. NaN markers are left out of their frames.
    Raises:
        InputError: tracking markers are not in the trial, or no frame has enough of them.
    """
    absent = [name for name in model.marker_names if name not in markers.names]
    if absent:
        raise InputError(
            what=f"the model tracks markers that this trial does not have: {', '.join(absent)}",
            remedy="Calibrate with the markers of the trial",
        )
    column = [markers.names.index(name) for name in model.marker_names]
    measured = markers.position.take(column, axis=1)
    tree = model.tree
    start, prior = posture_prior(model)
    on, local, weight = model.marker_body, model.marker_local, model.marker_weight

    def fitted(on: IntArray, local: FloatArray, weight: FloatArray, measured: FloatArray) -> Fit:
        return fit_markers(
            tree, on, local, weight, measured, start, prior, start,
            max_iterations=MAX_ITERATIONS, tolerance=TOLERANCE,
        )  # fmt: skip

    def joints() -> FloatArray:
        return forward_kinematics(tree, fitted(on, local, weight, measured)[0])[1]

    soles = level_soles(model, markers, cache(joints))
    if soles is None:
        q, residual, iterations, converged = fitted(on, local, weight, measured)
    else:
        every = np.broadcast_to(weight, (len(measured), len(weight)))
        q, residual, iterations, converged = fitted(
            np.concatenate([on, soles.body]),
            np.concatenate([local, soles.local]),
            np.concatenate([every, soles.weight], axis=1),
            np.concatenate([measured, soles.position], axis=1),
        )
    failed = np.flatnonzero(~converged)
    notes: tuple[str, ...] = ()
    if len(failed):
        notes = (
            f"marker fit: {len(failed)} of {len(q)} frames did not converge "
            f"(first at {markers.time[failed[0]]:.2f} s)",
        )
    return MarkerFit(q, residual[:, : len(column)], iterations, converged, notes)


_RIDGE = 1e-12
"""Of the matrix's mean diagonal: what neither markers nor a prior hold stays where it is."""


def marker_response(J: FloatArray, weight: FloatArray, prior_weight: FloatArray) -> FloatArray:
    """Change of the coordinates with the position of a marker: (J^T W J + C)^-1 J^T W.

    If a posture fits its markers, J^T W J + C is the whole second derivative of the cost.

    Args:
        J: (frames, nm, 3, nv) of the markers, at postures that fit.
        weight, prior_weight: (nm,) and (nv,), as `fit_markers`.

    Returns:
        (frames, nv, nm, 3) rad/m; without unit for coordinates that are lengths.
    """
    frames, nm, _, nv = J.shape
    rows = J.reshape(frames, 3 * nm, nv)
    weighted = rows.swapaxes(1, 2) * np.repeat(weight, 3)
    H = weighted @ rows
    every = np.arange(nv)
    H[:, every, every] += prior_weight
    H[:, every, every] += _RIDGE * np.trace(H, axis1=1, axis2=2)[:, np.newaxis] / nv
    return np.asarray(np.linalg.solve(H, weighted).reshape(frames, nv, nm, 3))
