"""A recorded motion displaced by cubic splines in time: q exp(y(t)), and its derivatives by y."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.interpolate import BSpline
from scipy.spatial.transform import Rotation

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.so3 import short_dexp
from ambulo.math.tangent import tangent
from ambulo.math.vector_arrays import cross_matrix
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.tree import NV, JointType
from ambulo.records import SIDES, Model

_series: Any = short_dexp
"""Of vectors whose components are arrays."""
_changed = tangent(short_dexp, (True, False))

DEGREE = 3
SUPPORT = DEGREE + 1
"""Number of splines that are not zero at an instant."""


def clamped_knots(time: FloatArray, spacing: float) -> FloatArray:
    """Knots of cubic splines over a record, at even distances of about `spacing` [s]."""
    pieces = max(1, round((time[-1] - time[0]) / spacing))
    inner = np.linspace(time[0], time[-1], pieces + 1)
    return np.concatenate([[time[0]] * DEGREE, inner, [time[-1]] * DEGREE])


def splines_in_time(time: FloatArray, knots: FloatArray) -> tuple[list[FloatArray], IntArray]:
    """All cubic B-splines (frames, splines) with two time derivatives, and the first (frames,) that
    is not zero.
    """
    every = BSpline(knots, np.eye(len(knots) - DEGREE - 1), DEGREE)
    bases = [np.asarray(every(time, nu=n)) for n in range(3)]
    at = np.searchsorted(knots[DEGREE:-DEGREE], time, side="right") - 1
    return bases, np.clip(at, 0, len(knots) - 2 * SUPPORT).astype(np.int64)


class Displacement:
    """Coefficients of splines as one vector y (size,), ordered by knot.

    Pelvis, trunk and legs are displaced. A periodic displacement has evenly spaced splines. Splines
    a period apart share one coefficient.

    Args:
        bases: three (frames, splines in time): the splines and their first two time derivatives.
        first: (frames,) first spline that is not zero.
        knot: (splines in time,) place of each spline's coefficient in y.
        free: (nv,) velocities that are displaced.
        turning: first velocity of every rotation with three velocities.
    """

    def __init__(
        self, model: Model, motion: Motion, knots: float, period: int | None = None
    ) -> None:
        self.model, self.recorded, time = model, motion, motion.time
        if period is None:
            ends = clamped_knots(time, knots)
            self.knot = np.arange(len(ends) - DEGREE - 1)
        else:
            length = float(time[-1] - time[0])
            lasting = length * period / (len(time) - 1)
            each = max(SUPPORT, round(lasting / knots))
            pieces = int(np.ceil(length / lasting * each - 1e-9))
            ends = time[0] + lasting / each * np.arange(-DEGREE, pieces + DEGREE + 1)
            self.knot = np.arange(pieces + DEGREE) % each
        self.bases, self.first = splines_in_time(time, ends)
        self.free, self.turning = _free(model), _rotations(model)
        self.splines, self.nv = int(self.knot.max()) + 1, len(self.free)
        self.size = self.splines * self.nv

    def of(self, y: FloatArray) -> FloatArray:
        """Displacement (3, frames, nv) along all velocities, with its first two rates."""
        out = np.zeros((3, *self.recorded.v.shape))
        for part, basis in zip(out, self.bases, strict=True):
            part[:, self.free] = basis @ y.reshape(self.splines, self.nv)[self.knot]
        return out

    def by_coefficient(self, slope: FloatArray) -> FloatArray:
        """Derivative by y, from the derivative (frames, n, splines, nv) by the splines in time."""
        if self.splines == len(self.knot):
            return slope
        out = np.zeros((*slope.shape[:2], self.splines, self.nv))
        for j, k in enumerate(self.knot):
            out[:, :, k] += slope[:, :, j]
        return out

    def displaced(self, d: FloatArray, d1: FloatArray, d2: FloatArray) -> Motion:
        """The recorded motion displaced by y, y' and y'' (frames, nv), with its rates to third
        order in y.

        w = E w_rec + D y',  w' = E w_rec' + (E w_rec) x (D y') + D y'' + D' y'
        with E = exp(-y) and D the right Jacobian of SO(3).
        """
        recorded, tree = self.recorded, self.model.tree
        v, a = recorded.v + d1, recorded.a + d2
        for k in self.turning:
            part = slice(k, k + 3)
            by, by1, by2 = d[:, part], d1[:, part], d2[:, part]
            back = Rotation.from_rotvec(-by)
            w, alpha = back.apply(recorded.v[:, part]), back.apply(recorded.a[:, part])
            own, change = np.swapaxes(_changed(-by.T, by1.T, -by1.T), 1, 2)
            rate = np.transpose(_series(-by.T, by2.T)) + change
            v[:, part] = w + own
            a[:, part] = alpha + np.cross(w, own) + rate
        return Motion(recorded.time, integrate(tree, recorded.q, d), v, a)

    def right_jacobian(self, displacement: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """D (frames, nv, nv) of exp(y + dy) = exp(y) exp(D dy), and its time derivatives.

        D(y) has the order of `displaced`. It is quadratic: with its change D(y; dy),
        D'' = D(y; y'') + D(y'; y') - D(0; y').
        """
        nv = self.model.tree.nv
        out = np.zeros((3, len(displacement[0]), nv, nv))
        out[0] += np.eye(nv)
        for k in self.turning:
            y, y1, y2 = (-x[:, k : k + 3].T for x in displacement)
            for i, unit in enumerate(np.eye(3)):
                value, change = _changed(y, unit, y1)
                second = _changed(y, unit, y2)[1], _changed(y1, unit, y1)[1]
                linear = _changed(0.0 * y, unit, y1)[1]
                bent = np.sum(second, axis=0) - linear
                out[:, :, k : k + 3, k + i] = np.swapaxes([value, change, bent], 1, 2)
        return out[0], out[1], out[2]

    def crossed(self, x: FloatArray) -> FloatArray:
        """Matrix (frames, nv, nv) that gives w x y from y for rotational coordinates, with w
        (frames, nv).
        """
        out = np.zeros((len(x), *2 * (self.model.tree.nv,)))
        for d in self.turning:
            out[:, d : d + 3, d : d + 3] = cross_matrix(x[:, d : d + 3])
        return out


def _free(model: Model) -> IntArray:
    """Velocities of what is moved: the root, what hangs by it and the legs, not arms and head."""
    tree = model.tree
    moved = {0, *np.flatnonzero(tree.parent == 0).tolist()}
    for side in SIDES:
        body = model.segments.index(f"{side}_forefoot")
        while body >= 0:
            moved.add(body)
            body = int(tree.parent[body])
    found = [
        int(tree.v_start[b]) + np.arange(NV[JointType(int(tree.joint[b]))]) for b in sorted(moved)
    ]
    return np.sort(np.concatenate(found))


def _rotations(model: Model) -> list[int]:
    """First velocity of every rotation that has three."""
    tree, found = model.tree, []
    for joint, d in zip(tree.joint, tree.v_start, strict=True):
        if NV[JointType(int(joint))] >= NV[JointType.BALL]:
            found.append(int(d) + NV[JointType(int(joint))] - NV[JointType.BALL])
    return found
