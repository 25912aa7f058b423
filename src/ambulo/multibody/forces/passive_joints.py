"""Passive resistance of the joints of a tree to motion: viscosity and stiffness."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import implements
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    MotionChange,
    apply_law,
    stored_energy,
    vary_law,
)
from ambulo.multibody.tree.tree import JointType, Tree


class PassiveJoints(NamedTuple):
    """tau_d = -viscosity_d v_d - stiffness_d (q_d - rest_d); stiffness for hinges and slides only.

    Args:
        coordinate: (nv,) entry of q for a hinge or slide; -1 for other degrees of freedom.
        viscosity: (nv,) N*m*s/rad or N*s/m.
        stiffness: (nv,) N*m/rad or N/m; rest: (nv,) rad or m.
    """

    coordinate: IntArray
    viscosity: FloatArray
    stiffness: FloatArray
    rest: FloatArray


def passive_joints(
    tree: Tree,
    *,
    viscosity: FloatArray | float | None = None,
    stiffness: FloatArray | float | None = None,
    rest: FloatArray | float | None = None,
) -> PassiveJoints:
    """Springs and dampers in the joints of a tree.

    Args:
        tree: the tree.
        viscosity, stiffness, rest: (nv,) or one number for all; zero by default. One stiffness is
            that of all hinges and slides.

    Raises:
        InputError: the shape is wrong, a number is not finite, or another joint has a stiffness.
    """
    coordinate = np.full(tree.nv, -1, dtype=np.int64)
    for joint, k, d in zip(tree.joint, tree.q_start, tree.v_start, strict=True):
        if joint in (JointType.HINGE, JointType.SLIDE):
            coordinate[d] = k

    def of_dofs(name: str, x: FloatArray | float | None) -> FloatArray:
        given = np.asarray(0.0 if x is None else x, dtype=np.float64)
        if given.shape not in ((), (tree.nv,)) or not np.isfinite(given).all():
            raise InputError(
                what=f"this is neither one finite number nor {tree.nv} of them, one for each "
                "degree of freedom",
                where=name,
                remedy="The degrees of freedom are in the order of the bodies",
            )
        other = coordinate < 0
        if name == "stiffness" and (given[other] if given.ndim else given * other.all()).any():
            raise InputError(
                what="only a hinge or a slide can have a stiffness",
                where=name,
                remedy="Give 0 for the degrees of freedom of other joints",
            )
        return np.array(np.broadcast_to(given, (tree.nv,)))

    return PassiveJoints(
        coordinate,
        of_dofs("viscosity", viscosity),
        of_dofs("stiffness", stiffness),
        of_dofs("rest", rest),
    )


@borrowing
def _stretch(law: PassiveJoints, d: int, q: FloatArray) -> float:
    """By how much a hinge or slide is off its rest; 0 for other joints."""
    k = law.coordinate[d]
    stretch: float = q[k] - law.rest[d] if k >= 0 else 0.0
    return stretch


@borrowing
def _opposed(law: PassiveJoints, d: int, stretch: float, v: float) -> float:
    """What opposes a stretch and a velocity, or changes of them."""
    force: float = -law.viscosity[d] * v - law.stiffness[d] * stretch
    return force


@implements(apply_law, PassiveJoints, borrows=True)
def _apply(
    law: PassiveJoints, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    for d in range(len(law.viscosity)):
        loads.tau[d] += _opposed(law, d, _stretch(law, d, motion.q), motion.v[d])


@implements(vary_law, PassiveJoints, borrows=True)
def _vary(
    law: PassiveJoints, t: float, motion: BodyMotion, s: FloatArray,
    change: MotionChange, ds: FloatArray, loads: Loads, dsigma: FloatArray,
) -> None:  # fmt: skip
    # the law is linear, so a change of it is the law of the change. A change of posture has an
    # entry for each degree of freedom, also where coordinates are quaternions, for which the
    # default differences leave out springs
    for d in range(len(law.viscosity)):
        loads.tau[d] += _opposed(law, d, change.q[d], change.v[d])


@implements(stored_energy, PassiveJoints, borrows=True)
def _stored(law: PassiveJoints, t: float, motion: BodyMotion, s: FloatArray) -> float:
    energy = 0.0
    for d in range(len(law.viscosity)):
        stretch = _stretch(law, d, motion.q)
        energy += 0.5 * law.stiffness[d] * stretch * stretch
    return energy
