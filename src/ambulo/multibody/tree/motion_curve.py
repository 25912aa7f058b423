"""A motion between its frames: quintics with the coordinates, velocities and accelerations of the
frames.

If a motion comes from quintic splines with a knot at every frame, these pieces are the same
splines: exactly for translations and angles, and to the sixth order of the interval for
quaternions. So inverse dynamics on the curve gives the same moments at the frames.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.polynomials import polynomial
from ambulo.math.quaternions import multiply_one, turning_one
from ambulo.math.vectors import Quaternion, Vector3
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, pack, rotation_start
from ambulo.multibody.tree.tree import Tree

# coefficients of a quintic on [0, 1] from value, slope and second derivative at its ends
_HERMITE = np.array(
    [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.5, 0.0, 0.0, 0.0],
        [-10.0, -6.0, -1.5, 10.0, -4.0, 0.5],
        [15.0, 8.0, 1.5, -15.0, 7.0, -1.0],
        [-6.0, -3.0, -0.5, 6.0, -3.0, 0.5],
    ]
)


def curve_pieces(
    tree: Tree, time: FloatArray, q: FloatArray, v: FloatArray, a: FloatArray
) -> FloatArray:
    """Coefficients of the quintics between frames.

    Args:
        tree: the bodies.
        time: (frames,) s, increasing.
        q, v, a: (frames, nq), (frames, nv), (frames, nv).

    Returns:
        (frames - 1, 6, nq): coefficients of the powers of the part of the interval that has passed.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    if q.shape[1:] != (tree.nq,) or v.shape[1:] != (tree.nv,) or a.shape != v.shape:
        raise ValueError(
            f"the shapes of q {q.shape}, v {v.shape} and a {a.shape} do not fit the tree"
        )
    interval = np.diff(time)[:, None]
    turned = _on_one_side(pack(tree).bodies[0], q)
    rate, rate2 = coordinate_rates(tree, turned, v, a)
    ends = [
        turned[:-1], rate[:-1] * interval, rate2[:-1] * interval**2,
        turned[1:], rate[1:] * interval, rate2[1:] * interval**2,
    ]  # fmt: skip
    pieces: FloatArray = np.einsum("ce,efq->fcq", _HERMITE, np.stack(ends))
    return np.ascontiguousarray(pieces)


def coordinate_rates(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """First and second time derivatives (frames, nq) of coordinates from velocities.

    q' = q w / 2 and q'' = q w' / 2 - |w|^2 q / 4 for unit quaternions and body axes.
    """
    bodies = pack(tree).bodies[0]
    arrays = (np.ascontiguousarray(x, dtype=np.float64) for x in (q, v, a))
    rate, rate2 = _coordinate_rates(bodies, *arrays)
    return rate, rate2


def on_curve(
    tree: Tree, time: FloatArray, pieces: FloatArray, at: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Coordinates, velocities and accelerations on the curve at other instants.

    Args:
        time, pieces: of `curve_pieces`.
        at: (instants,) s, within `time`.

    Returns:
        q (instants, nq), v (instants, nv), a (instants, nv).

    Raises:
        ValueError: an instant is outside `time`.
    """
    if at.size and (at.min() < time[0] or at.max() > time[-1]):
        raise ValueError(
            f"the time is outside the curve, which lasts from {time[0]} to {time[-1]} s"
        )
    found = np.searchsorted(time, at, side="right") - 1
    piece = np.clip(found, 0, len(pieces) - 1).astype(np.int64)
    interval = np.diff(time)[piece]
    part = (at - time[piece]) / interval
    q, v, a = _on_curve(pack(tree).bodies[0], pieces, piece, part, interval, tree.nv)
    return q, v, a


# --------------------------------------------------------------------------- one instant


@inner
def evaluate_curve(
    bodies: Records,
    piece: FloatArray,
    part: float,
    interval: float,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
) -> None:
    """Fill q, v and a on one piece (6, nq), at a time [s] after its start.

    Quaternions are normalised, and the velocities are those of the normalised curve.
    """
    speed = 1.0 / interval
    for i in range(len(bodies)):
        joint, k, d = bodies[i].joint, bodies[i].q_start, bodies[i].v_start
        plain = 3 if joint == FREE else (1 if joint in (HINGE, SLIDE) else 0)
        for n in range(plain):
            # derivatives by time: d/dt = (1 / interval) d/dpart
            value, slope, bend = polynomial(piece[:, k + n], 0, 6, part)
            q[k + n] = value
            v[d + n] = slope * speed
            a[d + n] = bend * speed * speed
        if joint in (FREE, BALL):
            _turn(piece, k + plain, d + plain, part, speed, q, v, a)


@inner
def _turn(
    piece: FloatArray,
    k: int,
    d: int,
    part: float,
    speed: float,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
) -> None:
    w, w1, w2 = polynomial(piece[:, k], 0, 6, part)
    x, x1, x2 = polynomial(piece[:, k + 1], 0, 6, part)
    y, y1, y2 = polynomial(piece[:, k + 2], 0, 6, part)
    z, z1, z2 = polynomial(piece[:, k + 3], 0, 6, part)
    turning, rate = turning_one((w, x, y, z), (w1, x1, y1, z1), (w2, x2, y2, z2))
    root = np.sqrt(w * w + x * x + y * y + z * z)
    q[k], q[k + 1], q[k + 2], q[k + 3] = w / root, x / root, y / root, z / root
    for n in range(3):
        v[d + n] = turning[n] * speed
        a[d + n] = rate[n] * speed * speed


@inner
def _rates_of_turn(q: Quaternion, w: Vector3, alpha: Vector3) -> tuple[Quaternion, Quaternion]:
    # q' = q w / 2
    first = multiply_one(q, (0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]))
    # q'' = q (w' / 2 - |w|^2 / 4)
    square = 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    second = multiply_one(q, (-square, 0.5 * alpha[0], 0.5 * alpha[1], 0.5 * alpha[2]))
    return first, second


# --------------------------------------------------------------------------- all frames


@compiled
def _coordinate_rates(
    bodies: Records, q: FloatArray, v: FloatArray, a: FloatArray
) -> tuple[FloatArray, FloatArray]:
    rate, rate2 = np.empty_like(q), np.empty_like(q)
    for f in range(len(q)):
        for i in range(len(bodies)):
            joint, k, d = bodies[i].joint, bodies[i].q_start, bodies[i].v_start
            plain = 3 if joint == FREE else (1 if joint in (HINGE, SLIDE) else 0)
            for n in range(plain):
                rate[f, k + n] = v[f, d + n]
                rate2[f, k + n] = a[f, d + n]
            if joint in (FREE, BALL):
                k += plain
                d += plain
                first, second = _rates_of_turn(
                    (q[f, k], q[f, k + 1], q[f, k + 2], q[f, k + 3]),
                    (v[f, d], v[f, d + 1], v[f, d + 2]),
                    (a[f, d], a[f, d + 1], a[f, d + 2]),
                )
                for n in range(4):
                    rate[f, k + n] = first[n]
                    rate2[f, k + n] = second[n]
    return rate, rate2


@compiled
def _on_one_side(bodies: Records, q: FloatArray) -> FloatArray:
    """The coordinates with signs of quaternions such that neighbours are less than 90 deg apart."""
    out = q.copy()
    for f in range(1, len(q)):
        for i in range(len(bodies)):
            k = rotation_start(bodies[i].joint, bodies[i].q_start)
            if k >= 0:
                along = 0.0
                for n in range(4):
                    along += out[f, k + n] * out[f - 1, k + n]
                if along < 0.0:
                    for n in range(4):
                        out[f, k + n] = -out[f, k + n]
    return out


@compiled
def _on_curve(
    bodies: Records,
    pieces: FloatArray,
    piece: IntArray,
    part: FloatArray,
    interval: FloatArray,
    nv: int,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    q = np.empty((len(part), pieces.shape[2]))
    v = np.empty((len(part), nv))
    a = np.empty((len(part), nv))
    for f in range(len(part)):
        evaluate_curve(bodies, pieces[piece[f]], part[f], interval[f], q[f], v[f], a[f])
    return q, v, a
