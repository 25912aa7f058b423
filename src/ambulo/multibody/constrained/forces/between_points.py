"""A force along the unit vector from one point to another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["ForceAlongLine"]


@dataclass(frozen=True, eq=False)
class ForceAlongLine:
    """magnitude(t) [N] on point j along the unit vector from i to j.

    Args:
        reaction: whether point i gets the opposite force. Without it the force comes from outside,
            as Bruzzo (2012, eq. 180) applies the push-off.
    """

    name: str
    i: Point
    j: Point
    magnitude: ScalarFunction
    reaction: bool = True

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the force, and its opposite where there is one."""
        line = state.of(self.j)[0] - state.of(self.i)[0]
        force = (self.magnitude(state.t)[0] / float(np.sqrt(line @ line))) * line
        loads.add(state, self.j, force)
        if self.reaction:
            loads.add(state, self.i, -force)
