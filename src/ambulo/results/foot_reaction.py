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
    ways = ("forward", "to the left", "up")
    for k, side in enumerate(SIDES):
        force, centre = ground.force[:, k], ground.centre_of_pressure[:, k]
        ankle = posture.joint(f"{side}_ankle")
        moment = ground.moment_origin[:, k] - np.cross(ankle, force)
        for name, unit, vector, senses in (
            ("F", "N", force, [f"{way}, on the foot" for way in ways]),
            ("M", "N*m", moment, [f"about {axis} at the ankle, on the foot" for axis in "xyz"]),
            ("cop_", "m", centre, ways),
        ):
            values = np.where(ground.known[:, k, None], vector, np.nan).T
            for axis, column, sense in zip("xyz", values, senses, strict=True):
                columns.append(Quantity(f"{side}_{name}{axis}", unit, column, sense))
    return tuple(columns)
