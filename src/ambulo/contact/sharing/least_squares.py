"""Linear least squares under linear inequalities, by Lawson and Hanson's reduction."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr, solve_triangular
from scipy.optimize import nnls

from ambulo.records import FloatArray

__all__ = ["least_squares_within"]


def least_squares_within(
    E: FloatArray, f: FloatArray, G: FloatArray, h: FloatArray
) -> FloatArray | None:
    """Minimise |E x - f| subject to G x >= h.

    Problem LSI turned into least distance programming and that into non-negative least squares
    (Lawson & Hanson 1974, chapter 23): exact after finitely many steps, no tolerance to choose.

    Args:
        E: (m, n) of full column rank.
        f: (m,).
        G: (k, n) constraints, rows of like size.
        h: (k,).
    Returns:
        x (n,), or None where the constraints exclude each other.
    """
    Q, R = qr(E, mode="economic")
    target = Q.T @ f
    # y = R x - target has the least norm under A y >= b
    A = solve_triangular(R, G.T, trans="T").T
    b = h - A @ target
    scale = max(1.0, float(np.abs(b).max()))
    columns = np.vstack([A.T, b / scale])
    unit = np.zeros(len(columns))
    unit[-1] = 1.0
    dual, distance = nnls(columns, unit, maxiter=30 * columns.shape[1])
    if distance < 1e-9:
        return None
    residual = columns @ dual - unit
    y = -scale * residual[:-1] / residual[-1]
    return np.asarray(solve_triangular(R, y + target))
