"""Compiled matrix R: rates of points and vectors from those of base point and angles.

    q' = R z',  q'' = S c + R z'',  R = -Phi_d^-1 Phi_i        Pamies-Vila (2012), eqs. 3.55 to 3.64
    M_bar = R^T M R,  Q_bar = R^T (Q - M S c)                  eqs. 3.75 and 3.76

The dependent columns Phi_d, 171 for 18 segments, need no one large matrix: seen from the base
outwards, a segment's own equations, 6 or more that keep it rigid and 3 that tie its vectors to its
angles, are as many as the coordinates of the points and vectors that it adds to those known. So
Phi_d is block-triangular and is solved segment by segment; R has entries only in the columns of the
base point and of the segments on the way to it.

Rows of R stand in the order of points and vectors, three each; its columns are the base point, then
three angles a segment. A body whose base is held leaves out the first three afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.small_systems import eliminate, eliminate_solve
from ambulo.multibody.natural.angles import fill_rate_matrix, fill_rotation, fill_turning_at_rest
from ambulo.multibody.natural.natural_tables import NaturalTables
from ambulo.multibody.natural.quadratic_constraints import MEMBERS, fill_forms


class NaturalWork(NamedTuple):
    """Scratch, and what it holds after `fill_transformation` and `fill_rest_accelerations`.

    Args:
        x, xd: (n, 3) points and vectors, and rates.
        S, T: (nb, 3, 3) rotations and rate matrices; Phi_d's factors in blocks LU (nb, m, m) with
            pivots (nb, m).
        R: (3 n, g); Sc: (3 n,).
        Phi, G: constraints of rigid segments and their derivatives by the members.
        slot: (n,) place of a point or vector in the block at hand.
        right: (m,) one right side; MR: (12, g); Q: (n, 3) forces.
    """

    x: FloatArray
    xd: FloatArray
    S: FloatArray
    T: FloatArray
    LU: FloatArray
    pivot: IntArray
    R: FloatArray
    Sc: FloatArray
    Phi: FloatArray
    G: FloatArray
    slot: IntArray
    right: FloatArray
    MR: FloatArray
    Q: FloatArray


@inner
def natural_work(tables: NaturalTables) -> NaturalWork:
    """Scratch for one body."""
    nb, n, g = len(tables.known), len(tables.added) + 1, 3 + 3 * len(tables.known)
    m = 3
    for k in range(nb):
        m = max(m, 3 * (tables.first_added[k + 1] - tables.first_added[k]))
    return NaturalWork(
        np.empty((n, 3)), np.empty((n, 3)), np.empty((nb, 3, 3)), np.empty((nb, 3, 3)),
        np.empty((nb, m, m)), np.empty((nb, m), np.int64), np.zeros((3 * n, g)), np.empty(3 * n),
        np.empty(len(tables.d)), np.empty((len(tables.d), MEMBERS, 3)), np.empty(n, np.int64),
        np.empty(m), np.empty((12, g)), np.empty((n, 3)),
    )  # fmt: skip


@inner
def _place(tables: NaturalTables, z: FloatArray, work: NaturalWork) -> None:
    """Fill S, T and x from the base outwards: r = r_known + S (local - local_known)."""
    x = work.x
    for c in range(3):
        x[tables.base, c] = z[c]
    for k in range(len(tables.known)):
        S = work.S[k]
        # columns of S are the segment's axes, by its three angles in the world
        fill_rotation(z[3 + 3 * k : 6 + 3 * k], S)
        fill_rate_matrix(z[3 + 3 * k : 6 + 3 * k], work.T[k])
        for j in range(tables.first_added[k], tables.first_added[k + 1]):
            # a point r = r_known + S (local - local_known), a vector e = S local
            for c in range(3):
                value = 0.0 if tables.added_vector[j] else x[tables.known[k], c]
                for e in range(3):
                    arm = tables.added_place[j, e]
                    if not tables.added_vector[j]:
                        arm -= tables.known_place[k, e]
                    value += S[c, e] * arm
                x[tables.added[j], c] = value


@inner
def _factorise_block(tables: NaturalTables, k: int, work: NaturalWork) -> bool:
    """Factorise segment k's block of Phi_d: columns of what it adds; rigid, then angle rows."""
    begin, end = tables.first_added[k], tables.first_added[k + 1]
    m = 3 * (end - begin)
    LU = work.LU[k, :m, :m]
    LU[:] = 0.0
    # columns are the coordinates that k adds; those with slot -1 are known before and go right
    work.slot[:] = -1
    for j in range(begin, end):
        work.slot[tables.added[j]] = 3 * (j - begin)
    row = 0
    for r in range(tables.first_row[k], tables.first_row[k + 1]):
        # dPhi_r by each of its members, up to four points and vectors
        for i in range(MEMBERS):
            point = tables.member[r, i]
            if point >= 0 and work.slot[point] >= 0:
                for c in range(3):
                    LU[row, work.slot[point] + c] += work.G[r, i, c]
        row += 1
    for i in range(3):
        # b . S e = 0: its derivative by the vector b is the column S e
        slot = work.slot[tables.pair_vector[k, i]]
        for c in range(3):
            LU[row + i, slot + c] = work.S[k, c, tables.pair_axis[k, i]]
    return eliminate(LU, work.pivot[k, :m])


@inner
def _solve_block(tables: NaturalTables, k: int, work: NaturalWork) -> None:
    """Replace work.right by the solution with segment k's factors."""
    m = 3 * (tables.first_added[k + 1] - tables.first_added[k])
    eliminate_solve(work.LU[k, :m, :m], work.pivot[k, :m], work.right[:m])


@inner
def fill_transformation(
    tables: NaturalTables, z: FloatArray, zd: FloatArray, work: NaturalWork
) -> bool:
    """Fill x, S, T, R and x' = R z' of work; False where Phi_d is singular.

    Args:
        z, zd: (g,) base point [m] and angles [rad], and rates.
    """
    _place(tables, z, work)
    fill_forms(tables.member, tables.C, tables.E, tables.d, work.x, work.Phi, work.G)
    R, base = work.R, 3 * tables.base
    # the base point is a coordinate itself
    for c in range(3):
        R[base + c, c] = 1.0
        work.xd[tables.base, c] = zd[c]
    for k in range(len(tables.known)):
        if not _factorise_block(tables, k, work):
            return False
        # column by column: Phi_added R_added = -(Phi_known R_known + Phi_angles)
        for q in range(tables.first_column[k], tables.first_column[k + 1]):
            _right_side_of_column(tables, k, tables.column[q], work)
            _solve_block(tables, k, work)
            for j in range(tables.first_added[k], tables.first_added[k + 1]):
                for c in range(3):
                    row = 3 * (j - tables.first_added[k]) + c
                    R[3 * tables.added[j] + c, tables.column[q]] = work.right[row]
        for j in range(tables.first_added[k], tables.first_added[k + 1]):
            point = tables.added[j]
            # x' = R z', over the columns that are not zero
            for c in range(3):
                rate = 0.0
                for q in range(tables.first_column[k], tables.first_column[k + 1]):
                    rate += R[3 * point + c, tables.column[q]] * zd[tables.column[q]]
                work.xd[point, c] = rate
    return True


@inner
def _right_side_of_column(tables: NaturalTables, k: int, column: int, work: NaturalWork) -> None:
    """Fill work.right with -(Phi_known R_known + Phi_angles) in one column."""
    row = 0
    for r in range(tables.first_row[k], tables.first_row[k + 1]):
        total = 0.0
        for i in range(MEMBERS):
            point = tables.member[r, i]
            if point >= 0 and work.slot[point] < 0:
                for c in range(3):
                    total += work.G[r, i, c] * work.R[3 * point + c, column]
        work.right[row] = -total
        row += 1
    # rows of the angles depend on k's own three alone
    angle = column - 3 - 3 * k
    for i in range(3):
        work.right[row + i] = 0.0
        if 0 <= angle < 3:
            # d(S e) = (T d angles) x S e, so b . d(S e) = (S e x b) . T d angles
            b, axis = tables.pair_vector[k, i], tables.pair_axis[k, i]
            for c in range(3):
                u, w = (c + 1) % 3, (c + 2) % 3
                lever = work.S[k, u, axis] * work.x[b, w] - work.S[k, w, axis] * work.x[b, u]
                work.right[row + i] -= lever * work.T[k, c, angle]


@inner
def fill_rest_accelerations(
    tables: NaturalTables, z: FloatArray, zd: FloatArray, work: NaturalWork
) -> None:
    """Fill S c of work, the accelerations at z'' = 0, after `fill_transformation`."""
    Sc = work.Sc
    turning, omega = np.empty(3), np.empty(3)
    s, along, twice = np.empty(3), np.empty(3), np.empty(3)
    for c in range(3):
        Sc[3 * tables.base + c] = 0.0
    for k in range(len(tables.known)):
        begin, end = tables.first_added[k], tables.first_added[k + 1]
        work.slot[:] = -1
        for j in range(begin, end):
            work.slot[tables.added[j]] = 3 * (j - begin)
        row = 0
        for r in range(tables.first_row[k], tables.first_row[k + 1]):
            # c = -Phi_q' q': forms of second degree have constant second derivatives
            total = 0.0
            for i in range(MEMBERS):
                point = tables.member[r, i]
                if point < 0:
                    continue
                for j in range(MEMBERS):
                    other = tables.member[r, j]
                    if other >= 0:
                        for c in range(3):
                            product = work.xd[point, c] * work.xd[other, c]
                            total -= 2.0 * tables.C[r, i, j] * product
                # accelerations of what was known before go to the right
                if work.slot[point] < 0:
                    for c in range(3):
                        total -= work.G[r, i, c] * Sc[3 * point + c]
            work.right[row] = total
            row += 1
        rates = zd[3 + 3 * k : 6 + 3 * k]
        # angular velocity T z', and T' z', the angular acceleration at z'' = 0
        fill_turning_at_rest(z[3 + 3 * k : 6 + 3 * k], rates, turning)
        for c in range(3):
            omega[c] = 0.0
            for e in range(3):
                omega[c] += work.T[k, c, e] * rates[e]
        for i in range(3):
            # (b . s)'' without b'' and z'': 2 b'.(w x s) + b.(T' z' x s + w x (w x s))
            b, axis = tables.pair_vector[k, i], tables.pair_axis[k, i]
            for c in range(3):
                s[c] = work.S[k, c, axis]
            _cross(omega, s, along)
            _cross(omega, along, twice)
            total = 0.0
            for c in range(3):
                u, w = (c + 1) % 3, (c + 2) % 3
                change = turning[u] * s[w] - turning[w] * s[u] + twice[c]
                total -= 2.0 * work.xd[b, c] * along[c] + work.x[b, c] * change
            work.right[row + i] = total
        _solve_block(tables, k, work)
        for j in range(begin, end):
            for c in range(3):
                Sc[3 * tables.added[j] + c] = work.right[3 * (j - begin) + c]


@inner
def _cross(a: FloatArray, b: FloatArray, out: FloatArray) -> None:
    for c in range(3):
        u, w = (c + 1) % 3, (c + 2) % 3
        out[c] = a[u] * b[w] - a[w] * b[u]


@inner
def add_gravity(tables: NaturalTables, Q: FloatArray) -> None:
    """Add the weights to the forces Q (n, 3) on points and vectors (eq. 3.50)."""
    for k in range(len(tables.known)):
        for i in range(4):
            for c in range(3):
                Q[tables.carrier[k, i], c] += tables.weight[k, i] * tables.gravity[c]


@inner
def add_wrench(tables: NaturalTables, k: int, S: FloatArray, w: FloatArray, Q: FloatArray) -> None:
    """Add a wrench on segment k to Q (n, 3) (eqs. 3.50 to 3.53).

    A force acts on the points and vectors of its segment as its place depends on them, A^T F. A
    moment is a couple at each axis e of the segment, forces M x e / 2 a unit vector e apart, which
    together turn as M does and along no axis hold any posture better than another.

    Args:
        S: (3, 3) of the segment.
        w: (6,) moment [N*m] and force [N] at its origin, world axes.
    """
    for i in range(4):
        point = tables.carrier[k, i]
        for c in range(3):
            u, v = (c + 1) % 3, (c + 2) % 3
            Q[point, c] += tables.origin[k, i] * w[3 + c]
            # component c of M x e / 2, on the vector e along each axis
            for axis in range(3):
                pull = 0.5 * (w[u] * S[v, axis] - w[v] * S[u, axis])
                Q[point, c] += tables.axes[k, axis, i] * pull


@inner
def fill_inertia(tables: NaturalTables, work: NaturalWork, M_bar: FloatArray) -> None:
    """Fill M_bar (g, g) = R^T M R, segment by segment (eq. 3.75)."""
    M_bar[:] = 0.0
    for k in range(len(tables.known)):
        first, last = tables.first_column[k], tables.first_column[k + 1]
        # M R of the segment's four points and vectors; M couples equal axes c only
        for i in range(4):
            for c in range(3):
                for q in range(first, last):
                    total = 0.0
                    for j in range(4):
                        row = 3 * tables.carrier[k, j] + c
                        total += tables.mass[k, i, j] * work.R[row, tables.column[q]]
                    work.MR[3 * i + c, q - first] = total
        # R^T (M R), added where the segment's columns stand
        for p in range(first, last):
            for q in range(first, last):
                total = 0.0
                for i in range(4):
                    for c in range(3):
                        entry = work.R[3 * tables.carrier[k, i] + c, tables.column[p]]
                        total += entry * work.MR[3 * i + c, q - first]
                M_bar[tables.column[p], tables.column[q]] += total


@inner
def project_forces(
    tables: NaturalTables, acceleration: FloatArray, work: NaturalWork, out: FloatArray
) -> None:
    """Fill out (g,) with R^T (Q - M q''), Q of work, for accelerations (3 n,): eq. 3.76, 4.6."""
    out[:] = 0.0
    # R^T Q
    for point in range(len(work.Q)):
        for c in range(3):
            for q in range(len(out)):
                out[q] += work.R[3 * point + c, q] * work.Q[point, c]
    # less R^T M q'', segment by segment
    for k in range(len(tables.known)):
        for i in range(4):
            for c in range(3):
                inertia = 0.0
                for j in range(4):
                    inertia += tables.mass[k, i, j] * acceleration[3 * tables.carrier[k, j] + c]
                row = 3 * tables.carrier[k, i] + c
                for q in range(tables.first_column[k], tables.first_column[k + 1]):
                    out[tables.column[q]] -= work.R[row, tables.column[q]] * inertia
