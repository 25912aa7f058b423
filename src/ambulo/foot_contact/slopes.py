"""The wrench of spheres under a foot, with its derivatives by small corrections of the foot's
motion.

Three corrections, each a spline over time, change the motion: a shift t of the foot, a small turn
theta about the ankle (world axes), and a flexion phi of the forefoot about the hindfoot's y axis:

    X' = X + t + theta x (X - A)

A is the ankle. Derivatives by the spheres' values and by the splines' coefficients come from the
laws. The own states carry them from frame to frame.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.foot_contact.misfit import Paths, add_force
from ambulo.foot_contact.sphere import (
    GEOMETRY,
    PRESSING,
    Kept,
    Place,
    Pressing,
    carried,
    laws_at,
    place_on_floor,
    pressed_by,
    pressing,
    slopes_of,
)
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.lanes import WIDTH, writer
from ambulo.math.quaternions import exp_one, to_matrix_one
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Matrix3, Vector3, add, columns, cross, rotate, scale, subtract
from ambulo.multibody.contact.law import law_at
from ambulo.multibody.contact.pointed import Laws

CORRECTED = 7
"""Number of corrections of a foot's motion: shift [m], turn [rad], flexion of the forefoot [rad].
"""

_LOCAL = GEOMETRY + 2 * CORRECTED
_SUPPORT = 4
"""Cubic splines that are not zero at an instant."""
_SLOTS = GEOMETRY + CORRECTED * _SUPPORT


class Corrections(NamedTuple):
    """Splines that correct a foot's motion.

    Args:
        basis, rate: (frames, splines) cubic B-splines and their time derivatives [1/s].
        first: (frames,) the first spline that is not zero at a frame; the next three follow.
        amount: (CORRECTED, splines) coefficients [m, rad].
        column: column of the first coefficient among the derivatives, which have the order of
            `amount`.
    """

    basis: FloatArray
    rate: FloatArray
    first: IntArray
    amount: FloatArray
    column: int


class _Segment(NamedTuple):
    """A segment as it was measured, world axes."""

    R: Matrix3
    p: Vector3
    w: Vector3
    u: Vector3


class _Free(NamedTuple):
    """What a sphere's place depends on: x, y, z, radius, the corrections, their rates."""

    x: float
    y: float
    z: float
    radius: float
    shift_x: float
    shift_y: float
    shift_z: float
    turn_x: float
    turn_y: float
    turn_z: float
    flexion: float
    shift_rate_x: float
    shift_rate_y: float
    shift_rate_z: float
    turn_rate_x: float
    turn_rate_y: float
    turn_rate_z: float
    flexion_rate: float


_NONE = _Free(*(0.0,) * _LOCAL)


@inner
def _segment(paths: Paths, f: int, k: int, seg: int) -> _Segment:
    return _Segment(
        matrix_at(paths.R[f, k], seg), vector_at(paths.p[f, k], seg),
        vector_at(paths.w[f, k], seg), vector_at(paths.u[f, k], seg),
    )  # fmt: skip


@inner
def _corrected(free: _Free, own: _Segment, hind: _Segment, fore: bool) -> Place:
    """Place of a sphere in a segment whose motion is corrected, of the forefoot if `fore`."""
    # the forefoot turns about the hindfoot's y by what its flexion is corrected
    phi, phi_rate = (free.flexion, free.flexion_rate) if fore else (0.0, 0.0)
    y_axis = columns(hind.R)[1]
    turn = to_matrix_one(exp_one(scale(phi, y_axis)))
    arm = rotate(turn, rotate(own.R, (free.x, free.y, free.z)))
    spin = rotate(turn, subtract(own.w, hind.w))
    w = add(hind.w, add(spin, scale(phi_rate, y_axis)))
    X, v = carried(own.p, own.u, w, arm)
    # from the ankle, about which corrections turn
    a, relative = subtract(X, hind.p), subtract(v, hind.u)
    turned = (free.turn_x, free.turn_y, free.turn_z)
    turn_rate = (free.turn_rate_x, free.turn_rate_y, free.turn_rate_z)
    X = add(X, add((free.shift_x, free.shift_y, free.shift_z), cross(turned, a)))
    rate = (free.shift_rate_x, free.shift_rate_y, free.shift_rate_z)
    v = add(v, add(rate, add(cross(turn_rate, a), cross(turned, relative))))
    return place_on_floor(free.radius, X, v, add(w, add(turn_rate, cross(turned, w))))


_by_correction = tangent(_corrected, (True, False, False, False))
_by_frame = tangent(pressing, (True, True, False, False))
_put_changes = writer(6, in_row=False)
_put_pressing = writer(PRESSING, in_row=False)


class _Directions(NamedTuple):
    """Directions side by side along which a function is differentiated, a column each.

    Args:
        unit: (inputs, lanes) changes of what it takes; change: (results, lanes) of what it gives.
    """

    unit: FloatArray
    change: FloatArray


@inner
def _directions(inputs: int, results: int) -> _Directions:
    """Whole vectors of lanes, those beyond the inputs without a change."""
    lanes = WIDTH * ((inputs + WIDTH - 1) // WIDTH)
    return _Directions(np.eye(inputs, lanes), np.zeros((results, lanes)))


class _Changes(NamedTuple):
    """Changes of a place by a few columns: a sphere's values, and splines that are not zero.

    Args:
        column: (_SLOTS,) of each, -1 for none; row: (6, _SLOTS).
    """

    column: IntArray
    row: FloatArray


@inner
def _no_changes() -> _Changes:
    return _Changes(np.full(_SLOTS, -1), np.zeros((6, _SLOTS)))


@inner
def _state(
    paths: Paths, f: int, k: int, seg: int, corrections: Corrections, free: FloatArray
) -> tuple[_Free, _Segment, _Segment, bool]:
    """What `_corrected` takes at a frame; the sphere's values stand first in free (_LOCAL,)."""
    lo, splines = corrections.first[k], corrections.basis.shape[1]
    for i in range(CORRECTED):
        there, rate = 0.0, 0.0
        for b in range(lo, min(lo + _SUPPORT, splines)):
            there += corrections.basis[k, b] * corrections.amount[i, b]
            rate += corrections.rate[k, b] * corrections.amount[i, b]
        free[GEOMETRY + i], free[GEOMETRY + CORRECTED + i] = there, rate
    hind = _segment(paths, f, k, 0)
    return law_at(_NONE, free, 0), _segment(paths, f, k, seg), hind, seg == 1


@inner
def _fill_changes(
    state: tuple[_Free, _Segment, _Segment, bool], k: int, own: IntArray, corrections: Corrections,
    ways: _Directions, changes: _Changes,
) -> None:  # fmt: skip
    """Fill changes of the place at a frame k by the sphere's own values and the corrections."""
    free, part, hind, fore = state
    lo, splines = corrections.first[k], corrections.basis.shape[1]
    for n in range(0, _LOCAL if splines > 0 else GEOMETRY, WIDTH):
        _, x = _by_correction(free, part, hind, fore, law_at(_NONE, ways.unit[:, n : n + WIDTH], 0))
        _put_changes(ways.change[:, n : n + WIDTH], 0, (x.depth, x.vx, x.vy, x.speed, x.x, x.y))
    for i in range(GEOMETRY):
        changes.column[i] = own[i]
        for j in range(6):
            changes.row[j, i] = ways.change[j, i]
    for i in range(CORRECTED if splines > 0 else 0):
        n = GEOMETRY + i
        for b in range(lo, lo + _SUPPORT):
            m = GEOMETRY + _SUPPORT * i + b - lo
            changes.column[m] = corrections.column + i * splines + b if b < splines else -1
            for j in range(6 if b < splines else 0):
                by, by_rate = ways.change[j, n], ways.change[j, n + CORRECTED]
                changes.row[j, m] = corrections.basis[k, b] * by + corrections.rate[k, b] * by_rate


@generic
def foot_wrench_slopes(
    laws: Laws, paths: Paths, f: int, segment: IntArray, values: FloatArray, column_of: IntArray,
    corrections: Corrections, about: FloatArray, out: FloatArray, slope: FloatArray,
) -> None:  # fmt: skip
    """Fill the wrench of the spheres under a foot with corrected motion, and its derivatives.

    Args:
        laws, paths, f, segment, values, about: as in `add_foot_wrench`.
        column_of: (spheres, values) place of each value among the derivatives, -1 if not wanted.
        corrections: corrections of this foot's motion.
        out: (frames, 6) N*m, N.
        slope: (frames, 6, columns).
    """
    columns, slots = slope.shape[2], _SLOTS if corrections.basis.shape[1] > 0 else GEOMETRY
    nn = GEOMETRY + laws.normals
    # friction is most costly: by its parameters only where they are wanted
    rubs = laws.frictions if (column_of[:, nn:] >= 0).any() else 0
    ways, frame_ways = _directions(_LOCAL, 6), _directions(12, PRESSING)
    slopes, by = slopes_of(laws, laws.normals, rubs), np.zeros((6, frame_ways.unit.shape[1]))
    by_slot = np.empty(slots)
    free, now, last = np.zeros(_LOCAL), _no_changes(), _no_changes()
    # changes of what is felt, and of what is kept, by column
    felt_by, kept_by = np.zeros((6, columns)), np.zeros((3, columns))
    out[:] = 0.0
    slope[:] = 0.0
    for s in range(len(segment)):
        seg, value, own = segment[s], values[s], column_of[s]
        touching, kept = False, Kept(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for i in range(GEOMETRY):
            free[i] = value[i]
        for k in range(out.shape[0]):
            state = _state(paths, f, k, seg, corrections, free)
            at = _corrected(*state)
            if at.depth <= 0.0 or not paths.stance[f, k]:
                touching, kept = False, Kept(at.depth, 0.0, 0.0, 0.0, 0.0, 0.0)
                continue
            if kept.depth < 0.0:
                before = _state(paths, f, k - 1, seg, corrections, free)
                _fill_changes(before, k - 1, own, corrections, ways, last)
            _fill_changes(state, k, own, corrections, ways, now)
            felt = pressing(at, kept, touching, paths.dt)
            for n in range(0, frame_ways.unit.shape[1], WIDTH):
                unit = frame_ways.unit[:, n : n + WIDTH]
                _, change = _by_frame(
                    at, kept, touching, paths.dt, law_at(at, unit, 0), law_at(kept, unit, 6)
                )
                _put_pressing(frame_ways.change[:, n : n + WIDTH], 0, change)
            force, zx, zy = pressed_by(laws_at(laws, value), Pressing(*felt), slopes)
            _fill_by_frame(slopes.by, frame_ways.change, by)
            _add_changes(by, slopes.by, kept_by, now, last, own, by_slot, felt_by)
            arm = subtract((at.x, at.y, 0.0), vector(about[k]))
            add_force(out[k], arm, force)
            # of the wrench: x' x F + x x F'
            for j in range(3):
                p, q = (j + 1) % 3, (j + 2) % 3
                for c in range(columns):
                    slope[k, j, c] += arm[p] * felt_by[q, c] - arm[q] * felt_by[p, c]
                    slope[k, 3 + j, c] += felt_by[j, c]
                    kept_by[j, c] = felt_by[3 + j, c]
            for m in range(slots):
                moment = cross((now.row[4, m], now.row[5, m], 0.0), force)
                for j in range(3 if now.column[m] >= 0 else 0):
                    slope[k, j, now.column[m]] += moment[j]
            now, last = last, now
            touching, kept = True, Kept(at.depth, at.vx, at.vy, felt[2], zx, zy)


@borrowing
def _add_by_place(
    by: tuple[float, float, float, float], changes: _Changes, by_slot: FloatArray, out: FloatArray
) -> None:
    """Add to out (columns,) what changes with depth, velocity in the floor and speed into it."""
    row, slots = changes.row, len(by_slot)
    for m in range(slots):
        by_slot[m] = by[0] * row[0, m] + by[1] * row[1, m] + by[2] * row[2, m] + by[3] * row[3, m]
    for m in range(slots):
        if changes.column[m] >= 0:
            out[changes.column[m]] += by_slot[m]


@borrowing
def _fill_by_frame(by_pressing: FloatArray, change: FloatArray, by: FloatArray) -> None:
    """Fill by (6, lanes) of what is felt, by place (6) and what was kept (6)."""
    for j in range(6):
        row = j if j < 3 else j - 1
        for n in range(by.shape[1]):
            by[j, n] = change[2, n] if j == 3 else 0.0
        for i in range(PRESSING if j != 3 else 0):
            for n in range(by.shape[1]):
                by[j, n] += by_pressing[row, i] * change[i, n]


@borrowing
def _add_changes(
    by: FloatArray, by_pressing: FloatArray, kept_by: FloatArray, now: _Changes, last: _Changes,
    own: IntArray, by_slot: FloatArray, out: FloatArray,
) -> None:  # fmt: skip
    """Fill out (6, columns) with changes of what is felt.

    Args:
        by: (6, lanes) of it by place (6) and what was kept (6).
        by_pressing: (5, inputs) of it, but for the onset, by the laws' own parameters from
            PRESSING on.
        kept_by: (3, columns) own states carry their derivatives on from the frame before.
    """
    for j in range(6):
        by_onset, by_zx, by_zy = by[j, 9], by[j, 10], by[j, 11]
        for c in range(out.shape[1]):
            out[j, c] = by_onset * kept_by[0, c] + by_zx * kept_by[1, c] + by_zy * kept_by[2, c]
        _add_by_place((by[j, 0], by[j, 1], by[j, 2], by[j, 3]), now, by_slot, out[j])
        _add_by_place((by[j, 6], by[j, 7], by[j, 8], 0.0), last, by_slot, out[j])
        for i in range(PRESSING, by_pressing.shape[1] if j != 3 else 0):
            column = own[i - PRESSING + GEOMETRY]
            if column >= 0:
                out[j, column] += by_pressing[j if j < 3 else j - 1, i]
