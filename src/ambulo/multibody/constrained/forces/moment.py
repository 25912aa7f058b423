"""A given moment between two bodies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Body, Direction
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["Moment"]


@dataclass(frozen=True, eq=False)
class Moment:
    """magnitude(t) [N*m] about an axis of body i, on body j, and its opposite on body i."""

    name: str
    axis: Direction
    j: Body
    magnitude: ScalarFunction

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the pair."""
        moment = np.multiply(self.magnitude(state.t)[0], state.along(self.axis))
        loads.add_moment(state, self.j, moment)
        loads.add_moment(state, self.axis.body, -moment)
