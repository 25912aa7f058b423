"""The proportional-derivative controller of a walking body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.forward import Gains, Support
from ambulo.multibody.tree.tree import Tree

__all__ = ["ProportionalDerivative"]


@dataclass(frozen=True)
class ProportionalDerivative:
    """A force on a point of the body and a moment on every segment, against their deviations.

    F = -K (x - x_ref) - K T d(x - x_ref)/dt, and likewise the moment on each segment against the
    rotation vector of its absolute orientation; K is proportional to the segment's mass.
    Pamies-Vila (2012), eqs. 4.14 to 4.16.

    Args:
        stiffness_per_mass: N/(m kg) and N*m/(rad kg).
        derivative_time: s.
    """

    stiffness_per_mass: float = 400.0
    derivative_time: float = 2.5e-5

    def gains(self, tree: Tree, support: Support) -> Gains:
        """Gains for the point of the support, by that segment's mass, and for every segment."""
        mass = np.concatenate([[tree.mass[support.body]], tree.mass])
        stiffness = self.stiffness_per_mass * mass
        return Gains(stiffness, self.derivative_time * stiffness)
