"""Passive moments between neighbouring segments of a chain: viscosity, stiffness, stops.

The moments are functions of unit vectors n and their rates u. The joint of segment i is between n_i
and n_p of its parent (or the rest direction). The elastic moment has a potential V(psi) of the
angle between them. So the generalised force on n_i is f(c) n_p, f = V'(psi) / sin(psi), c =
cos(psi). The viscous moment -k (w_i - w_p), with w = n x u, acts on n_i as moment x n_i.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.entries import put_vector_at, vector, vector_at
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Vector3, add, cross, dot, scale, subtract
from ambulo.multibody.chain.chain import Chain, JointResistance


class ResistanceArrays(NamedTuple):
    """`JointResistance` for the compiled loops; `present` is 0 if there is none."""

    present: int
    parent: IntArray
    viscosity: FloatArray
    stiffness: FloatArray
    stop_moment: FloatArray
    stop_sharpness: FloatArray
    rest: FloatArray


def pack_resistance(chain: Chain) -> ResistanceArrays:
    """Pack the passive properties of a chain for the compiled loops."""
    zero = np.zeros(chain.segments)
    given = chain.resistance or JointResistance(zero, zero, zero, zero)

    def whole(x: FloatArray) -> FloatArray:
        return np.array(np.broadcast_to(x, zero.shape), dtype=np.float64)

    rest = np.array(given.rest, dtype=np.float64)
    return ResistanceArrays(
        present=0 if chain.resistance is None else 1,
        parent=np.array(chain.parent, dtype=np.int64),
        viscosity=whole(given.viscosity),
        stiffness=whole(given.stiffness),
        stop_moment=whole(given.stop_moment),
        stop_sharpness=whole(given.stop_sharpness),
        rest=rest / np.linalg.norm(rest),
    )


@inner
def arc(c: float) -> tuple[float, float]:
    """psi^2 and psi / sin(psi) of the angle psi with the cosine c; smooth at psi = 0."""
    c = max(c, 1e-15 - 1.0)
    d = 1.0 - c
    if d < 1e-4:  # psi / sin(psi) = sum of n! / (2 n + 1)!! d^n, and psi^2 twice its integral
        factor = 1.0 + d * (1 / 3 + d * (2 / 15 + d * (2 / 35 + d * 8 / 315)))
        return d * (2.0 + d * (1 / 3 + d * (4 / 45 + d * (1 / 35 + d * 16 / 1575)))), factor
    psi = math.acos(c)
    return psi * psi, psi / math.sqrt(d * (1.0 + c))


@inner
def _pull(k: float, b: float, beta: float, c: float) -> float:
    """f = V'(psi) / sin(psi) at c = cos(psi), for V' = k psi + b sinh(beta psi)."""
    square, factor = arc(c)
    # V' / psi, and its series where the quotient loses its digits
    if square < 1e-6:
        stop = beta * (1.0 + beta * beta * square / 6.0 * (1.0 + beta * beta * square / 20.0))
    else:
        psi = math.sqrt(square)
        stop = math.sinh(beta * psi) / psi
    return (k + b * stop) * factor


@inner
def elastic_energy(joint: ResistanceArrays, n: FloatArray) -> float:
    """Elastic energy [J] of all joints for the unit vectors n (S, 3)."""
    total = 0.0
    for i in range(len(joint.parent)):
        p, b, beta = joint.parent[i], joint.stop_moment[i], joint.stop_sharpness[i]
        square, _ = arc(dot(vector(joint.rest) if p < 0 else vector(n[p]), vector(n[i])))
        total += 0.5 * joint.stiffness[i] * square
        if b > 0.0:
            total += b / beta * (math.cosh(beta * math.sqrt(square)) - 1.0)
    return total


@inner
def _moved(
    of: tuple[float, float, float, float], n: Vector3, u: Vector3, n_p: Vector3, u_p: Vector3
) -> tuple[Vector3, Vector3]:
    """Generalised forces on n and n_p; `of`: viscosity, stiffness, stop's moment and sharpness."""
    viscosity, k, b, beta = of
    moment = scale(-viscosity, subtract(cross(n, u), cross(n_p, u_p)))
    f = _pull(k, b, beta, dot(n_p, n))
    return add(cross(moment, n), scale(f, n_p)), add(cross(n_p, moment), scale(f, n))


_changed = tangent(_moved, (False, True, True, True, True))


@inner
def _of(joint: ResistanceArrays, i: int) -> tuple[float, float, float, float]:
    return joint.viscosity[i], joint.stiffness[i], joint.stop_moment[i], joint.stop_sharpness[i]


@inner
def _add_at(F: FloatArray, i: int, f: Vector3) -> None:
    put_vector_at(F, i, add(vector_at(F, i), f))


@borrowing
def add_passive_forces(
    joint: ResistanceArrays, n: FloatArray, u: FloatArray, F: FloatArray
) -> None:
    """Add the passive joints' generalised forces to F (S, 3), dual to the rates u of n (S, 3)."""
    for i in range(len(joint.parent)):
        p, n_p, u_p = joint.parent[i], vector(joint.rest), (0.0, 0.0, 0.0)
        if p >= 0:
            n_p, u_p = vector_at(n, p), vector_at(u, p)
        own, other = _moved(_of(joint, i), vector_at(n, i), vector_at(u, i), n_p, u_p)
        _add_at(F, i, own)
        if p >= 0:
            _add_at(F, p, other)


@borrowing
def add_passive_variation(
    joint: ResistanceArrays,
    n: FloatArray,
    u: FloatArray,
    dn: FloatArray,
    du: FloatArray,
    dF: FloatArray,
) -> None:
    """Add to dF (S, 3) the change of the passive forces for changes dn and du of n and u."""
    still = (0.0, 0.0, 0.0)
    for i in range(len(joint.parent)):
        p, n_p, u_p, dn_p, du_p = joint.parent[i], vector(joint.rest), still, still, still
        if p >= 0:
            n_p, u_p, dn_p, du_p = (
                vector_at(n, p), vector_at(u, p), vector_at(dn, p), vector_at(du, p)
            )  # fmt: skip
        _, (own, other) = _changed(
            _of(joint, i), vector_at(n, i), vector_at(u, i), n_p, u_p,
            vector_at(dn, i), vector_at(du, i), dn_p, du_p,
        )  # fmt: skip
        _add_at(dF, i, own)
        if p >= 0:
            _add_at(dF, p, other)
