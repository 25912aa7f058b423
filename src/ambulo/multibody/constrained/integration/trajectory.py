"""The result of an integration, the same for every method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.constrained.body import Body
from ambulo.multibody.constrained.forces.law import ForceWithStates
from ambulo.multibody.constrained.orientation import NEAR_SINGULAR
from ambulo.multibody.constrained.system import System


@dataclass(frozen=True, eq=False)
class Trajectory(BriefRepr):
    """A motion at the time steps.

    Args:
        time: (steps,) s.
        q, v, a: (steps, n); multipliers: (steps, m).
        violation, rate_violation: (steps, m) C and C_q v + C_t: the drift of every constraint.
        names: (m,) of the constraints.
        work: (steps, forces + 1) J, of each force and of the drivers since the start.
        work_names: (forces + 1,).
        notes: messages for the user, one sentence each.
        parts: places of each body's coordinates in q, by name.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    a: FloatArray
    multipliers: FloatArray
    violation: FloatArray
    rate_violation: FloatArray
    names: tuple[str, ...]
    work: FloatArray
    work_names: tuple[str, ...]
    notes: tuple[str, ...] = ()
    parts: Mapping[str, slice] = field(default_factory=dict)

    def position(self, body: Body) -> FloatArray:
        """Position of a body's origin (steps, 3) [m], world axes."""
        return self.q[:, self.parts[body.name]][:, :3]

    @property
    def drift(self) -> dict[str, float]:
        """Largest violation of every constraint, m or rad, by name."""
        return dict(zip(self.names, np.abs(self.violation).max(axis=0).tolist(), strict=True))


Integrator = Callable[[System, FloatArray, FloatArray, float, float], Trajectory]
"""(system, q, v, start, stop) -> trajectory; q and v satisfy the constraints."""


def refuse_own_states(system: System, where: str) -> None:
    """Raise an error if a force of a system has own states.

    Raises:
        InputError: a force has own states.
    """
    if system.own_states:
        raise InputError(
            what=f"state variables of forces cannot be integrated {where}",
            where=", ".join(f.name for f in system.forces if isinstance(f, ForceWithStates)),
            remedy="Integrate by DOP853, RK4 or Implicit, in a single call",
        )


def notes_on(system: System, q: FloatArray, undetermined: int) -> tuple[str, ...]:
    """Messages for the user about positions q (rows, n) and undetermined multipliers."""
    notes: tuple[str, ...] = ()
    if undetermined:
        notes = (
            *notes,
            f"{undetermined} multiplier{'s are' if undetermined > 1 else ' is'} not determined, "
            "because constraints are redundant, and left at zero: the motion is unique, but the "
            "forces of these constraints are not",
        )
    for body in system.bodies:
        near = min(body.orientation.margin(theta) for theta in q[:, system.slice_of(body)][:, 3:])
        if near < NEAR_SINGULAR:
            notes = (
                *notes,
                f"{body.name} came within {near:.2g} of the singularity of its "
                f"{body.orientation.name}: accuracy suffers there. {body.orientation.remedy}",
            )
    return notes
