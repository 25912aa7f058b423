"""How a fitted posture follows changes of the markers that it is fitted to, to first order."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

_RIDGE = 1e-12
"""Of the matrix's mean diagonal: what neither markers nor a prior hold stays where it is."""


def marker_response(J: FloatArray, weight: FloatArray, prior_weight: FloatArray) -> FloatArray:
    """Change of the coordinates by one of the markers: (J^T W J + C)^-1 J^T W.

    Where a posture fits its markers, J^T W J + C is the whole second derivative of the cost.

    Args:
        J: (frames, nm, 3, nv) of the markers, at postures that fit.
        weight, prior_weight: (nm,) and (nv,), as `fit_markers`.

    Returns:
        (frames, nv, nm, 3) rad/m, and 1 for coordinates that are lengths.
    """
    frames, nm, _, nv = J.shape
    rows = J.reshape(frames, 3 * nm, nv)
    weighted = rows.swapaxes(1, 2) * np.repeat(weight, 3)
    H = weighted @ rows
    every = np.arange(nv)
    H[:, every, every] += prior_weight
    H[:, every, every] += _RIDGE * np.trace(H, axis1=1, axis2=2)[:, np.newaxis] / nv
    return np.asarray(np.linalg.solve(H, weighted).reshape(frames, nv, nm, 3))
