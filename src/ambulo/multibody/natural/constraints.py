"""Constraints of natural coordinates: rigid segments, and angles of segments.

Pamies-Vila (2012), section 3.4.1: types C01 to C05 are scalar products (eq. 3.8, table 3.6), C06
and C07 linear combinations (eqs. 3.9 and 3.10), C08 and C09 drive angles and base point (eqs. 3.24
and 3.25). A segment of two points needs 6 equations, the pelvis with its three joints 9, the torso
with its four joints 12 (table 3.7). 18 segments need 117. With 54 equations for the angles and 57
drivers, there are as many as the 228 mixed coordinates.

The angles of a segment give S = S_gamma S_beta S_alpha, rotations about the fixed X, then Y, then Z
(eqs. 3.18 to 3.21 and 3.92). Pamies-Vila's 54 equations are the three components of u = S u_X (eq.
3.22) for each segment. Both sides are unit vectors, so they determine only two angles. She
therefore adds w = S u_Z (eq. 3.23) and solves by least squares. Here the three equations of a
segment are independent: its vectors a and b are perpendicular to columns of S,

    a . S e_c = 0,    b . S e_c = 0,    a . S e_b = 0    (c the third axis)

So 171 + 57 equations have full rank and need no least squares.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.natural.points import Element, NaturalBody
from ambulo.multibody.natural.quadratic_constraints import MEMBERS, QuadraticForms, evaluate

Term = tuple[int, int, float]
"""Coefficient of the scalar product of two points or vectors."""


@dataclass(frozen=True)
class Constraints:
    """Equations of rigid segments.

    Args:
        kind: (m,) "C01" to "C07" of tables 3.6 and 3.7; C06 and C07 are one component each.
        segment: (m,) index of the segment.
        forms: coefficients of the equations.
    """

    kind: tuple[str, ...]
    segment: tuple[int, ...]
    forms: QuadraticForms


@dataclass(frozen=True, eq=False)
class _Row:
    """One equation: scalar products, components, value."""

    kind: str
    products: tuple[Term, ...]
    components: tuple[tuple[int, FloatArray], ...]
    value: float


def rigid_constraints(body: NaturalBody) -> Constraints:
    """Equations that keep every segment rigid, segment by segment (table 3.7)."""
    rows = [(k, row) for k, element in enumerate(body.elements) for row in _segment_rows(element)]
    return Constraints(
        kind=tuple(row.kind for _, row in rows),
        segment=tuple(k for k, _ in rows),
        forms=forms_of([(row.products, row.components, row.value) for _, row in rows], 3),
    )


def constraint_counts(body: NaturalBody) -> dict[str, int]:
    """Number of equations by type: C01 to C07, "angles", C08 and C09 (drivers)."""
    counts = dict(sorted(Counter(rigid_constraints(body).kind).items()))
    angles = 3 * len(body.elements)
    return counts | {"angles": angles, "C08": angles, "C09": 3}


def jacobian(forms: QuadraticForms, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Constraints and their Jacobian.

    Args:
        x: (frames, n, dim).
    Returns:
        Phi (frames, m) and Phi_q (frames, m, n dim).
    """
    Phi, G = evaluate(forms, x)
    frames, n, dim = x.shape
    m = len(forms.d)
    # unused members have index -1 and go into a last column, which is then left out
    full = np.zeros((frames, m, n + 1, dim))
    full[:, np.arange(m)[:, None], forms.member] = G
    return Phi, full[:, :, :n].reshape(frames, m, n * dim)


def forms_of(
    rows: list[tuple[tuple[Term, ...], tuple[tuple[int, FloatArray], ...], float]], dim: int
) -> QuadraticForms:
    """Table of constraints sum C x_i . x_j + sum E . x_i = d.

    Args:
        rows: for each constraint its (i, j, coefficient) products, (i, (dim,)) components, value.
        dim: 3 in space, 2 in the plane.
    """
    m = len(rows)
    member = np.full((m, MEMBERS), -1)
    C = np.zeros((m, MEMBERS, MEMBERS))
    E = np.zeros((m, MEMBERS, dim))
    d = np.zeros(m)
    for k, (products, components, value) in enumerate(rows):
        used = sorted({i for a, b, _ in products for i in (a, b)} | {i for i, _ in components})
        place = {index: slot for slot, index in enumerate(used)}
        member[k, : len(used)] = used
        for a, b, coefficient in products:
            C[k, place[a], place[b]] += 0.5 * coefficient
            C[k, place[b], place[a]] += 0.5 * coefficient
        for index, coefficients in components:
            E[k, place[index]] += coefficients
        d[k] = value
    return QuadraticForms(member, C, E, d)


def distance(i: int, j: int, length: float) -> tuple[tuple[Term, ...], tuple[()], float]:
    """C01: the distance of points i and j is `length` (eq. 3.11; in the plane 3.26)."""
    return _product({j: 1.0, i: -1.0}, {j: 1.0, i: -1.0}), (), length**2


# --------------------------------------------------------------------------- rigid segments


def _segment_rows(element: Element) -> list[_Row]:
    """Scalar products of a base, then what else depends on it linearly."""
    i, j = element.points[:2]
    a, b = element.vectors
    unit = np.eye(3)
    arm = {j: 1.0, i: -1.0}
    r_ij = element.local[1] - element.local[0]
    e_a, e_b = unit[element.axes[0]], unit[element.axes[1]]

    def scalar(kind: str, v: dict[int, float], u: dict[int, float], value: float) -> _Row:
        return _Row(kind, _product(v, u), (), value)

    if element.third is None:
        rows = [
            scalar("C01", arm, arm, float(r_ij @ r_ij)),
            scalar("C03", arm, {a: 1.0}, float(r_ij @ e_a)),
            scalar("C03", arm, {b: 1.0}, float(r_ij @ e_b)),
            scalar("C04", {a: 1.0}, {b: 1.0}, 0.0),
            scalar("C05", {a: 1.0}, {a: 1.0}, 1.0),
            scalar("C05", {b: 1.0}, {b: 1.0}, 1.0),
        ]
        terms = [arm, {a: 1.0}, {b: 1.0}]
        base = np.column_stack([r_ij, e_a, e_b])
        placed = 2
    else:
        k = element.points[element.third]
        other = {k: 1.0, i: -1.0}
        r_ik = element.local[element.third] - element.local[0]
        rows = [
            scalar("C01", arm, arm, float(r_ij @ r_ij)),
            scalar("C01", other, other, float(r_ik @ r_ik)),
            scalar("C02", arm, other, float(r_ij @ r_ik)),
            scalar("C03", arm, {a: 1.0}, float(r_ij @ e_a)),
            scalar("C03", other, {a: 1.0}, float(r_ik @ e_a)),
            scalar("C05", {a: 1.0}, {a: 1.0}, 1.0),
        ]
        terms = [arm, other, {a: 1.0}]
        base = np.column_stack([r_ij, r_ik, e_a])
        rows += _combination("C06", {b: 1.0}, terms, np.linalg.solve(base, e_b))
        placed = 3
    for point, local in zip(element.points[placed:], element.local[placed:], strict=True):
        share = np.linalg.solve(base, local - element.local[0])
        rows += _combination("C07", {point: 1.0, i: -1.0}, terms, share)
    return rows


def _product(v: dict[int, float], u: dict[int, float]) -> tuple[Term, ...]:
    return tuple((p, r, s * t) for p, s in v.items() for r, t in u.items())


def _combination(
    kind: str, result: dict[int, float], terms: list[dict[int, float]], share: FloatArray
) -> list[_Row]:
    """The components of result = sum share terms."""
    total: Counter[int] = Counter()
    total.update(result)
    for term, s in zip(terms, share, strict=True):
        for index, coefficient in term.items():
            total[index] -= float(s) * coefficient  # type: ignore[assignment]
    return [
        _Row(kind, (), tuple((i, c * axis) for i, c in total.items()), 0.0) for axis in np.eye(3)
    ]
