"""Quadratic programs of some hundred unknowns, by Lawson and Hanson's reduction: an oracle."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import nnls

from ambulo.math.arrays import FloatArray

# of the unit vector: nearer than this, the constraints' cone holds it and nothing satisfies them
_EXCLUDED = 1e-9


def minimise_within(
    H: FloatArray, g: FloatArray, G: FloatArray, h: FloatArray
) -> FloatArray | None:
    """Minimise x.H x / 2 - g.x subject to G x >= h.

    Turned into least distance programming and that into non-negative least squares (Lawson &
    Hanson 1974, chapter 23): exact after finitely many steps, no tolerance to choose.

    Args:
        H: (n, n) symmetric, positive definite.
        g: (n,).
        G: (k, n) constraints, rows of like size.
        h: (k,).
    Returns:
        x (n,), or None where the constraints exclude each other.
    Raises:
        numpy.linalg.LinAlgError: H is not positive definite.
    """
    R = cholesky(H)
    target = solve_triangular(R, g, trans="T")
    # y = R x - target has the least norm under A y >= b
    A = solve_triangular(R, G.T, trans="T").T
    b = h - A @ target
    scale = max(1.0, float(np.abs(b).max()))
    columns = np.vstack([A.T, b / scale])
    unit = np.zeros(len(columns))
    unit[-1] = 1.0
    dual, distance = nnls(columns, unit, maxiter=30 * columns.shape[1])
    if distance < _EXCLUDED:
        return None
    residual = columns @ dual - unit
    y = -scale * residual[:-1] / residual[-1]
    return np.asarray(solve_triangular(R, y + target))
