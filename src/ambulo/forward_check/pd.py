"""The proportional-derivative controllers of a walking body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.forward import Gains, Support
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.tree import Tree
from ambulo.records import SIDES, Model


@dataclass(frozen=True)
class ProportionalDerivative:
    """A force on a point of the body and a moment on every segment, against their deviations.

    F = -K (x - x_ref) - K T d(x - x_ref)/dt, and likewise the moment on each segment against the
    rotation vector of its absolute orientation; K is proportional to the segment's mass.
    Pamies-Vila (2012), eqs. 4.14 to 4.16.

    Args:
        stiffness_per_mass: N/(m kg) and N*m/(rad kg).
        derivative_time: s.
        sampled: as the discrete controller of eqs. 4.14 and 4.15, or in continuous time.
    """

    stiffness_per_mass: float
    derivative_time: float
    sampled: bool = False

    def gains(self, tree: Tree, support: Support) -> Gains:
        """Gains for the point of the support, by that segment's mass, and for every segment."""
        mass = np.concatenate([[tree.mass[support.body]], tree.mass])
        stiffness = self.stiffness_per_mass * mass
        return Gains(stiffness, self.derivative_time * stiffness, self.sampled)


SAMPLED = ProportionalDerivative(400.0, 2.5e-5, sampled=True)
"""As printed; its segments swing at some 25 Hz almost without damping."""


@dataclass(frozen=True)
class InertiaProportional:
    """The same actuators with gains by what they move, so that every one answers as fast.

    K = rate^2 I and C = 2 damping rate I, I a segment's least principal moment of inertia about its
    proximal joint, for the point the whole mass: about its other axes a segment answers more
    slowly, and explicit methods of order four are stable at 1 ms.

    Args:
        rate: rad/s, of segments; point_rate: of the point.
        damping: part of the critical one.
    """

    rate: float
    point_rate: float
    damping: float

    def gains(self, tree: Tree, _: Support) -> Gains:
        """Gains for the point, wherever it is, and for every segment."""
        least = _least_inertia(tree)
        moved = np.concatenate([[tree.mass.sum()], least])
        rate = np.concatenate([[self.point_rate], np.full(tree.nb, self.rate)])
        return Gains(rate**2 * moved, 2.0 * self.damping * rate * moved)


HOLDING = InertiaProportional(rate=600.0, point_rate=100.0, damping=0.75)
"""Hardly overshoots, so that its moment is what is missing."""


def _least_inertia(tree: Tree) -> FloatArray:
    """Least principal moment (nb,) of inertia of each segment about its proximal joint."""
    c = tree.com
    square = (c**2).sum(axis=1)[:, None, None] * np.eye(3)
    # Steiner: a mass at c adds m (c.c E - c c^T)
    about_joint = tree.inertia + tree.mass[:, None, None] * (square - c[:, :, None] * c[:, None, :])
    return np.asarray(np.linalg.eigvalsh(about_joint)[:, 0])


@dataclass(frozen=True)
class StandingGains:
    """Gains of a `JointController` of a body that stands on its feet, in proportion to its mass.

    Stiff joints between the feet and the trunk, on which the body stands, soft ones elsewhere, and
    a root that is held so weakly that contact, not the controller, carries and balances. Dampings
    are parts of the critical ones, of a segment about its proximal joint and of the whole body.

    Args:
        legs, trunk, forefeet, others: N*m/(rad kg), kg of the whole body.
        turning: the root's orientation, N*m/(rad kg); place: its position, N/(m kg).
        damping: part of the critical one.
    """

    legs: float = 22.0
    trunk: float = 45.0
    forefeet: float = 1.5
    others: float = 1.5
    turning: float = 10.0
    place: float = 30.0
    damping: float = 0.7

    def gains(self, model: Model) -> tuple[FloatArray, FloatArray]:
        """Stiffness and damping (nb + 1,) as `JointController` has them."""
        tree = model.tree
        inertia = _least_inertia(tree)
        mass = model.mass
        stiffness = np.full(tree.nb + 1, self.others * mass)
        stiffness[:2] = self.place * mass, self.turning * mass
        moved = np.r_[mass, mass, inertia[1:]]
        moved[1] = float(np.linalg.eigvalsh(tree.inertia.sum(axis=0))[-1])
        for side in SIDES:
            body = model.segments.index(f"{side}_forefoot")
            stiffness[body + 1] = self.forefeet * mass
            body = int(tree.parent[body])
            while tree.parent[body] >= 0:
                stiffness[body + 1] = self.legs * mass
                body = int(tree.parent[body])
        above = [i for i, name in enumerate(model.segments) if name == "torso"]
        stiffness[np.array(above, dtype=np.int64) + 1] = self.trunk * mass
        return stiffness, 2.0 * self.damping * np.sqrt(stiffness * moved)
