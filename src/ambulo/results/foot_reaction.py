"""Ground reaction of each foot as tables and figures give it: moments about the ankle joint."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, GroundReaction, Quantity
from ambulo.results.posture import Posture


def ground_reaction_quantities(ground: GroundReaction, posture: Posture) -> tuple[Quantity, ...]:
    """Columns `left_Fx` ... `right_cop_z`: world frame, of the ground on the foot.

    M_ankle = M_origin - r_ankle x F. All values are NaN where the foot's reaction is not known.

    Args:
        ground: (frames, 2, ...) N, N*m, m.
        posture: gives the ankle joint centres.
    Returns:
        Force [N], moment about the ankle joint [N*m] and centre of pressure [m], left and right.
    """
    columns: list[Quantity] = []
    for k, side in enumerate(SIDES):
        unknown = ~ground.known[:, k]
        force = ground.force[:, k].copy()
        ankle = posture.joint(f"{side}_ankle")
        moment = ground.moment_origin[:, k] - np.cross(ankle, force)
        centre = ground.centre_of_pressure[:, k].copy()
        for values in (force, moment, centre):
            values[unknown] = np.nan
        ways = ("forward", "to the left", "up")
        for axis, way in zip("xyz", ways, strict=True):
            i = "xyz".index(axis)
            columns.append(Quantity(f"{side}_F{axis}", "N", force[:, i], f"{way}, on the foot"))
        for i, axis in enumerate("xyz"):
            columns.append(
                Quantity(
                    f"{side}_M{axis}",
                    "N*m",
                    moment[:, i],
                    f"about {axis} at the ankle, on the foot",
                )
            )
        for i, (axis, way) in enumerate(zip("xyz", ways, strict=True)):
            columns.append(Quantity(f"{side}_cop_{axis}", "m", centre[:, i], way))
    return tuple(columns)
