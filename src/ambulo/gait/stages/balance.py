"""The trunk's centre of mass: from the segment table, or as the plates need it."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.choices import needed_for_balance
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.steps import Steps
from ambulo.gait.trunk_balance import balance_trunk
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr


@dataclass(frozen=True, eq=False)
class Balanced(BriefRepr):
    """The body with the chosen centre of mass of the trunk.

    Args:
        body: the body in motion.
        shift: (2,) m, forward and left in the trunk's axes, by which the plates moved the centre;
            None if it comes from the table.
        notes: one sentence each.
    """

    body: ModelMotion
    shift: FloatArray | None = None
    notes: tuple[str, ...] = ()


def balance(body: ModelMotion, steps: Steps, choice: Configuration) -> Balanced:
    """Place the trunk's centre of mass as `trunk_mass_centre` says.

    Raises:
        InputError: `plates` was chosen, but there are no plates, no upper body or no whole step.
    """
    if choice.trunk_mass_centre == "table":
        return Balanced(body)
    plates = needed_for_balance(body.model.whole_body, steps.plates)
    found = balance_trunk(body, plates, steps.events)
    return Balanced(found.body, found.shift, (found.note,))
