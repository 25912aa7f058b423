"""The prior of a recording's error: shifts and turns of every segment that last for a while.

    integral of (|x|^2 + T^2 |x'|^2) / (2 T s^2) + (|x(0)|^2 + |x(end)|^2) / (2 s^2)

x is the shift and turn of every segment, and T the memory. The prior is a matrix of the
displacement's coefficients (Rasmussen & Williams 2006, B.2.1). Without the terms of the ends, the
standard deviation there would be sqrt(2) s. A periodic motion has no ends.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import (
    cho_solve,
    cho_solve_banded,
    cholesky,
    cholesky_banded,
    solve_triangular,
)

from ambulo.foot_contact.displacement import DEGREE, SUPPORT, Displacement
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics, jacobian
from ambulo.multibody.tree.tree import JointType
from ambulo.records import SIDES

_UNTURNED = 1e-4
"""rad, standard deviation of the forefoot's turns about the hindfoot other than flexion."""
_UNFELT = 1e-9
"""Of the largest entry, that keeps the matrix regular where no segment feels a coefficient."""


@dataclass(frozen=True)
class RecordingError:
    """The error of the recorded motion, and the accuracy with which the contact carries the body.

    Args:
        shift: m; turn: rad, standard deviations of every segment.
        memory: s, time over which an error lasts.
        knots: s, distance between knots of the displacement's splines.
        flexion: rad, standard deviation of the forefeet's flexion if it was not recorded.
        force: N, and moment: N*m, standard deviations of the residual at the root in a hundredth of
            a second, for any frame rate.
        onset: s, time at the beginning that does not count, because bristles start unstretched.
    """

    shift: float = 0.004
    turn: float = 0.005
    memory: float = 0.08
    knots: float = 0.04
    flexion: float = 0.15
    force: float = 2.0
    moment: float = 0.5
    onset: float = 0.05


def prior_blocks(
    displacement: Displacement, error: RecordingError, counted: BoolArray
) -> FloatArray:
    """Blocks (splines in time, SUPPORT, nv, nv) of the prior's matrix, lower triangle.

    Block (j, d) belongs to splines j + d and j. The integral is over the counted frames (frames,).
    """
    moved = displacement
    time, tree, nv = moved.recorded.time, moved.model.tree, moved.nv
    basis, rate, _ = moved.bases
    dt = (time[-1] - time[0]) / (len(time) - 1)
    gram = np.zeros((len(time), tree.nv, tree.nv))
    for b in range(tree.nb):
        J = jacobian(tree, moved.recorded.q, b)
        if tree.joint[b] == JointType.HINGE and moved.model.segments[b].endswith("forefoot"):
            # what was recorded as one segment tells nothing of its forefoot
            turn = np.zeros(tree.nv)
            turn[tree.v_start[b]] = 1.0 / error.flexion
            gram += np.outer(turn, turn)
            continue
        J[:, :3] /= error.turn
        J[:, 3:] /= error.shift
        gram += J.swapaxes(1, 2) @ J
    gram += _stiff_forefeet(moved)
    gram = 0.5 * gram[:, moved.free[:, None], moved.free]
    repeated = moved.splines < len(moved.knot)
    ends = () if repeated else (0, len(time) - 1)
    out = np.zeros((len(moved.knot), SUPPORT, nv, nv))
    for k in np.flatnonzero(counted):
        lo = int(moved.first[k])
        own, of_rate = dt / error.memory + (k in ends), dt * error.memory
        for j in range(lo, lo + SUPPORT):
            for i in range(j, lo + SUPPORT):
                part = own * basis[k, i] * basis[k, j] + of_rate * rate[k, i] * rate[k, j]
                out[j, i - j] += part * gram[k]
    return out


def _stiff_forefeet(displacement: Displacement) -> FloatArray:
    """(frames, nv, nv) that keeps forefeet from turning but in flexion.

    The contact's derivatives are by flexion alone.
    """
    model, q = displacement.model, displacement.recorded.q
    tree = model.tree
    R, _ = forward_kinematics(tree, q)
    out = np.zeros((len(q), tree.nv, tree.nv))
    for side in SIDES:
        hind, fore = (model.segments.index(f"{side}_{x}foot") for x in ("hind", "fore"))
        off = jacobian(tree, q, fore)[:, :3] - jacobian(tree, q, hind)[:, :3]
        for axis in (0, 2):
            row = np.einsum("ki,kid->kd", R[:, hind, :, axis], off) / _UNTURNED
            out += row[:, :, None] * row[:, None]
    return out


class Prior:
    """Matrix of the prior, lower band (4 nv, size), and its Cholesky factor."""

    def __init__(
        self, displacement: Displacement, error: RecordingError, counted: BoolArray
    ) -> None:
        self.displacement = displacement
        blocks, nv = prior_blocks(displacement, error, counted), displacement.nv
        self.band = np.zeros((SUPPORT * nv, displacement.size))
        rows, columns = np.meshgrid(np.arange(nv), np.arange(nv), indexing="ij")
        for j, d in np.ndindex(*blocks.shape[:2]):
            below = d * nv + rows - columns
            kept = below >= 0
            if j + d < displacement.splines:
                self.band[below[kept], j * nv + columns[kept]] = blocks[j, d][kept]
        # what no segment feels
        self.band[0] += _UNFELT * self.band[0].max()
        self.factor = cholesky_banded(self.band, lower=True)

    def times(self, y: FloatArray) -> FloatArray:
        """Product with coefficients (size,)."""
        size = len(y)
        out = self.band[0] * y
        for d in range(1, len(self.band)):
            out[d:] += self.band[d, : size - d] * y[: size - d]
            out[: size - d] += self.band[d, : size - d] * y[d:]
        return np.asarray(out)

    def half_solved(self, J: FloatArray) -> FloatArray:
        """C^-1 J^T (size, rows) for the prior C C^T, spline by spline in whole matrices."""
        nv, U = self.displacement.nv, np.empty((J.shape[1], len(J)), order="F")
        r, c = np.meshgrid(np.arange(nv), np.arange(nv), indexing="ij")
        for i in range(self.displacement.splines):
            rest = J[:, i * nv : (i + 1) * nv].T.copy()
            for j in range(max(0, i - DEGREE), i + 1):
                # the band's entry (row - column, column)
                below = (i - j) * nv + r - c
                block = np.where(below >= 0, self.factor[np.maximum(below, 0), j * nv + c], 0.0)
                if j < i:
                    rest -= block @ U[j * nv : (j + 1) * nv]
                else:
                    rest = solve_triangular(block, rest, lower=True, check_finite=False)
            U[i * nv : (i + 1) * nv] = rest
        return U

    def solved(self, x: FloatArray) -> FloatArray:
        """The inverse matrix times coefficients (size,)."""
        return np.asarray(cho_solve_banded((self.factor, True), x))


class CyclicPrior:
    """The prior of a periodic displacement: the whole matrix (size, size)."""

    def __init__(
        self, displacement: Displacement, error: RecordingError, counted: BoolArray
    ) -> None:
        blocks, knot, size = (
            prior_blocks(displacement, error, counted), displacement.knot, displacement.size
        )  # fmt: skip
        nv, splines = displacement.nv, displacement.splines
        whole = np.zeros((splines, nv, splines, nv))
        for j, d in np.ndindex(*blocks.shape[:2]):
            if j + d < len(knot):
                i, k = knot[j + d], knot[j]
                whole[i, :, k] += blocks[j, d]
                if d > 0:
                    whole[k, :, i] += blocks[j, d].T
        self.matrix = whole.reshape(size, size)
        self.matrix[np.diag_indices(size)] += _UNFELT * self.matrix.diagonal().max()
        self.factor = cholesky(self.matrix, lower=True)

    def times(self, y: FloatArray) -> FloatArray:
        """Product with coefficients (size,)."""
        return np.asarray(self.matrix @ y)

    def half_solved(self, J: FloatArray) -> FloatArray:
        """C^-1 J^T (size, rows) for the prior C C^T."""
        return np.asarray(solve_triangular(self.factor, J.T, lower=True, check_finite=False))

    def solved(self, x: FloatArray) -> FloatArray:
        """The inverse matrix times coefficients (size,)."""
        return np.asarray(cho_solve((self.factor, True), x))
