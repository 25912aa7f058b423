"""Forces and moments that joints and drivers transmit, from the multipliers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import cross
from ambulo.multibody.constrained.packing import COORDINATE
from ambulo.multibody.constrained.rows import Constraint
from ambulo.multibody.constrained.system import System, Terms


@dataclass(frozen=True, eq=False)
class Reaction:
    """Force and moment of a joint on its body j.

    Args:
        force: (3,) N, world axes.
        moment: (3,) N*m about the joint, world axes.
    """

    force: FloatArray
    moment: FloatArray


def reaction(
    system: System,
    constraint: Constraint,
    q: FloatArray,
    v: FloatArray,
    t: float,
    multipliers: FloatArray,
    terms: Terms | None = None,
) -> Reaction:
    """Force and moment of one joint or driver on its body j, at the joint.

    The generalised reaction is -C_q^T lambda (Shabana 2001, eq. 6.78). In forces, and moments in
    body axes about the body's origin, it is -W^T lambda; this is moved to the joint.

    Args:
        multipliers: (m,) from `System.dynamics` (N, N*m) or `impulse` (N*s, N*m*s).
        terms: terms at this state, if they are already computed.
    """
    if terms is None:
        terms = system.terms(q, v, t, forces=False)
    rows = system.rows_of(constraint)
    at = constraint.at
    k = system.number[id(at.body)]
    wrench = -multipliers[rows] @ terms.W[rows, 6 * k : 6 * k + 6]
    angular = wrench[3:]
    if k < len(system.bodies):
        # a row on a coordinate of orientation is a generalized moment: turn it into a moment
        part = system.slice_of(at.body)
        on_orientation = [
            r
            for r in rows
            if system.packed.rows.kind[r, 0] == COORDINATE
            and system.packed.rows.kind[r, 1] >= part.start + 3
        ]
        if on_orientation:
            general = (
                -multipliers[on_orientation] @ terms.Cq[on_orientation, part.start + 3 : part.stop]
            )
            G = terms.B[6 * k + 3 : 6 * k + 6, part][:, 3:]
            angular = angular + np.linalg.lstsq(G.T, general, rcond=None)[0]
    A = terms.state.A[k]
    force = wrench[:3]
    arm = A @ at.local
    return Reaction(force, A @ angular - cross(arm, force))
