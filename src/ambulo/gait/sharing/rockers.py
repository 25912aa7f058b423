"""The point at which the floor presses on a tilted foot: first the heel's rocker, then the
forefoot's.

A foot that is not flat rolls over one of two points (Perry 1992, chapter 3): after the strike over
the heel pad, and from heel rise on over the metatarsal heads.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.sole_contact import YIELD, ContactPatch, heights_above_floor
from ambulo.math.arrays import FloatArray

# middle of the heel pad from the back of the heel, over the length of the foot
_HEEL_PAD = 0.1


class Rocker(NamedTuple):
    """The rocker of one foot.

    Args:
        position: (frames,) m along the patch's axis from the heel's position on the floor.
        tilted: (frames,) 0 for a flat foot, 1 if one end of the foot is clearly off the floor.
    """

    position: FloatArray
    tilted: FloatArray


def rocker(problem: SharingProblem, patch: ContactPatch, foot: int) -> Rocker:
    """The rocker according to the inclination of a foot.

    Args:
        problem: with the soles.
        patch: of this foot.
        foot: index into SIDES.
    """
    sole = problem.sole[:, foot]
    height = heights_above_floor(sole, problem.floor[:, foot], problem.stance[:, foot])
    length = float(np.linalg.norm(sole[:, 2] - sole[:, 0], axis=1).mean())
    heads = np.einsum("fk,fk->f", sole[:, 1, :2] - patch.heel, patch.axis)
    heel_up = _raised(height[:, 0])
    toes_up = _raised(np.minimum(height[:, 1], height[:, 2]))
    position = np.where(heel_up > toes_up, heads, _HEEL_PAD * length)
    return Rocker(position, np.maximum(heel_up, toes_up))


def _raised(height: FloatArray) -> FloatArray:
    """0 within the yield of sole and floor, 1 from twice that on."""
    return np.asarray(np.clip(height / YIELD - 1.0, 0.0, 1.0))
