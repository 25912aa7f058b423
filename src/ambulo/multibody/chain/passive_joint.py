"""Passive moments between neighbouring segments of a chain: viscosity, stiffness, stop.

Written on unit vectors n and their rates u. The joint of segment i lies between n_i and n_p of its
parent (or the rest direction). Elastic: potential V(psi) of the angle between them, so that the
generalised force on n_i is f(c) n_p, f = V'(psi) / sin(psi), c = cos(psi). Viscous: a moment
-k (w_i - w_p) with w = n x u, which acts on n_i as moment x n_i.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.entries import vector
from ambulo.math.vectors import Vector3, add, cross, dot, scale, subtract
from ambulo.multibody.chain.chain import Chain, JointResistance


class ResistanceArrays(NamedTuple):
    """`JointResistance` as the compiled loops take it; `present` is 0 without any."""

    present: int
    parent: IntArray
    viscosity: FloatArray
    stiffness: FloatArray
    stop_moment: FloatArray
    stop_sharpness: FloatArray
    rest: FloatArray


def pack_resistance(chain: Chain) -> ResistanceArrays:
    """Lay the passive properties of a chain out for the compiled loops."""
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
def _add_to_row(x: FloatArray, i: int, a: Vector3) -> None:
    for c in range(3):
        x[i, c] += a[c]


@inner
def _elastic(k: float, b: float, beta: float, c: float) -> tuple[float, float, float]:
    """V, f = V'/sin(psi) and df/dc at c = cos(psi), for V' = k psi + b sinh(beta psi)."""
    c = min(1.0, max(-1.0, c))
    psi = math.acos(c)
    first, third = k + b * beta, b * beta**3
    energy = 0.5 * k * psi * psi
    if b > 0.0:
        energy += b / beta * (math.cosh(beta * psi) - 1.0)
    if psi < 1e-3:  # series: the quotients lose their digits there
        return energy, first + psi * psi * (first + third) / 6.0, -(first + third) / 3.0
    sine = math.sin(psi)
    moment = k * psi + b * math.sinh(beta * psi)
    slope = k + b * beta * math.cosh(beta * psi)
    return energy, moment / sine, -(slope * sine - moment * c) / sine**3


@inner
def elastic_energy(joint: ResistanceArrays, n: FloatArray) -> float:
    """Elastic energy [J] of all joints for the unit vectors n (S, 3)."""
    total = 0.0
    for i in range(len(joint.parent)):
        p = joint.parent[i]
        n_p = vector(joint.rest) if p < 0 else vector(n[p])
        total += _elastic(
            joint.stiffness[i],
            joint.stop_moment[i],
            joint.stop_sharpness[i],
            dot(n_p, vector(n[i])),
        )[0]
    return total


@inner
def add_passive_forces(
    joint: ResistanceArrays, n: FloatArray, u: FloatArray, F: FloatArray
) -> None:
    """Add the passive joints' generalised forces to F (S, 3), dual to the rates u of n (S, 3)."""
    for i in range(len(joint.parent)):
        p = joint.parent[i]
        n_i = vector(n[i])
        n_p = vector(joint.rest) if p < 0 else vector(n[p])
        w = cross(n_i, vector(u[i]))
        if p >= 0:
            w = subtract(w, cross(n_p, vector(u[p])))
        moment = scale(-joint.viscosity[i], w)
        f = _elastic(
            joint.stiffness[i], joint.stop_moment[i], joint.stop_sharpness[i], dot(n_p, n_i)
        )[1]
        _add_to_row(F, i, add(cross(moment, n_i), scale(f, n_p)))
        if p >= 0:
            _add_to_row(F, p, add(cross(n_p, moment), scale(f, n_i)))


@inner
def add_passive_variation(
    joint: ResistanceArrays,
    n: FloatArray,
    u: FloatArray,
    dn: FloatArray,
    du: FloatArray,
    dF: FloatArray,
) -> None:
    """Add to dF (S, 3) the change of the passive forces when n and u change by dn and du."""
    for i in range(len(joint.parent)):
        p = joint.parent[i]
        n_i, u_i, dn_i, du_i = vector(n[i]), vector(u[i]), vector(dn[i]), vector(du[i])
        w = cross(n_i, u_i)
        dw = add(cross(dn_i, u_i), cross(n_i, du_i))
        n_p, dn_p = vector(joint.rest), (0.0, 0.0, 0.0)
        if p >= 0:
            n_p, dn_p = vector(n[p]), vector(dn[p])
            w = subtract(w, cross(n_p, vector(u[p])))
            dw = subtract(dw, add(cross(dn_p, vector(u[p])), cross(n_p, vector(du[p]))))
        # a moment -c w acts on n as moment x n, the elastic part along the other's direction
        moment = scale(-joint.viscosity[i], w)
        d_moment = scale(-joint.viscosity[i], dw)
        _, f, slope = _elastic(
            joint.stiffness[i], joint.stop_moment[i], joint.stop_sharpness[i], dot(n_p, n_i)
        )
        df = slope * (dot(dn_p, n_i) + dot(n_p, dn_i))
        change = add(cross(d_moment, n_i), cross(moment, dn_i))
        change = add(change, add(scale(df, n_p), scale(f, dn_p)))
        _add_to_row(dF, i, change)
        if p >= 0:
            change = add(cross(n_p, d_moment), cross(dn_p, moment))
            change = add(change, add(scale(df, n_i), scale(f, dn_i)))
            _add_to_row(dF, p, change)
