"""Reported curves of the joints: in space, or of the planar body in the sagittal plane."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.invert import Inverse
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.model.joint_angles import joint_angles
from ambulo.model.joint_moments import MOMENT_AXES
from ambulo.records import GroundReaction, Quantities


@dataclass(frozen=True, eq=False)
class Curves(BriefRepr):
    """Joint angles [deg], moments [N*m] and powers [W].

    Args:
        moved: (frames, points) m, by which planar segments of constant length move the joints;
            None in space.
        notes: one sentence each.
    """

    angles: Quantities
    moments: Quantities
    powers: Quantities
    moved: FloatArray | None = None
    notes: tuple[str, ...] = ()


def joint_curves(
    inverse: Inverse,
    ground: GroundReaction,
    choice: Configuration,
    direction: FloatArray | None = None,
) -> Curves:
    """Reported angles, moments and powers, with the chosen model.

    Args:
        inverse: joint forces of the body in motion.
        ground: each foot's reaction.
        choice: `model`.
        direction: (frames,) rad, in which the subject goes; the world's x if None.
    Raises:
        InputError: the planar model needs a whole body.
    """
    body = inverse.body
    if choice.model == "planar":
        from ambulo.gait.planar.planar_walk import planar_walk

        flat = planar_walk(body.model, body.motion.time, body.R, body.p, ground)
        return Curves(flat.angles, flat.moments, flat.powers, flat.moved, flat.notes)
    note = f"Joint moments are reported on {MOMENT_AXES[inverse.axes]}."
    angles = joint_angles(body.model, body.R, direction)
    return Curves(angles, inverse.moments, inverse.powers, notes=(note,))
