"""What presses under each foot, found from many starts by each foot's own wrench.

Least squares end in the nearest of many minima: a sphere that does not touch has no derivative that
would bring it down. So every sphere of a start reaches into the floor, and each foot keeps the best
of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.foot_contact.design import PLACE, SoleDesign, Sphere, sole_design
from ambulo.foot_contact.estimation import Accuracy, Estimated, estimate
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.identification import pressing_only, without_friction
from ambulo.foot_contact.laws import ContactLaws
from ambulo.foot_contact.misfit import Wanted
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.viscous import Viscous

__all__ = ["deepest", "search_normal"]

_REACH = (0.001, 0.015)
"""m, of a start's spheres into the floor; a heel pad of 15 mm gives way by 9 (De Clercq 1994)."""
_LOWERINGS = 3


def search_normal(
    spheres: Sequence[Sphere],
    feet: FeetMotion,
    wanted: Wanted,
    laws: ContactLaws,
    *,
    accuracy: Accuracy | None = None,
    starts: int = 40,
    seed: int = 1,
) -> FloatArray:
    """Places, sizes and normal forces (2, spheres, values), the best of each foot.

    Args:
        spheres: of the right foot, heights among what is identified.
        feet: the motion.
        wanted: each foot's own wrench about points of the floor.
        laws: of which the normal one counts.
        accuracy: of the wrenches; the usual if left out.
        starts: of the least squares, the first in the middle of the bounds, the others by chance.
        seed: of the others.
    Raises:
        ValueError: the wrenches are a resultant's, or heights are held.
    """
    if len(wanted.wrench) != len(feet.p):
        raise ValueError("a resultant does not tell one foot's contact from the other's")
    if any("z" not in sphere.bounds for sphere in spheres):
        raise ValueError("spheres whose heights are held cannot be lowered to the floor")
    design = sole_design(without_friction(spheres, laws), laws.normal.usual, Viscous(0.0))
    heard, rng = pressing_only(accuracy or Accuracy()), np.random.default_rng(seed)
    best, least = design.held.copy(), np.full(len(feet.p), np.inf)
    for k in range(starts):
        start = design.held
        if k:
            part = rng.uniform(0.1, 0.9, len(design.free))
            drawn = design.values(design.lower + part * (design.upper - design.lower))
            start = _lowered(design, feet, drawn, rng.uniform(*_REACH, drawn.shape[:2]))
        found = estimate(design, feet, wanted, start=start, accuracy=heard)
        cost = _costs(found, wanted, heard)
        better = cost < least
        best[better], least[better] = found.values[better], cost[better]
    return best


def deepest(design: SoleDesign, feet: FeetMotion, values: FloatArray) -> FloatArray:
    """How far (2, spheres) each sphere reaches into the floor at the most [m]; negative above it.

    Args:
        design: kinds of laws, and the segment of each sphere; values: (2, spheres, values).
    """
    R, p = feet.R[:, :, design.segment], feet.p[:, :, design.segment, 2]
    height = p + np.einsum("fksi,fsi->fks", R[..., 2, :], values[..., :3])
    return np.asarray((values[:, None, :, PLACE.index("radius")] - height).max(axis=1))


def _lowered(
    design: SoleDesign, feet: FeetMotion, values: FloatArray, reach: FloatArray
) -> FloatArray:
    """Values with heights, within their bounds, at which spheres reach so far (2, spheres) [m]."""
    values = values.copy()
    for _ in range(_LOWERINGS):
        # a foot on its toes is lowered by less than its sphere
        values[..., PLACE.index("z")] += deepest(design, feet, values) - reach
    return design.values(np.clip(design.variables(values), design.lower, design.upper))


def _costs(found: Estimated, wanted: Wanted, accuracy: Accuracy) -> FloatArray:
    """Half the sum of squares of each foot (2,)."""
    errors = np.nan_to_num(wanted.errors(found.wrenches))
    return np.asarray(0.5 * ((errors / [*accuracy.moment, *accuracy.force]) ** 2).sum(axis=(1, 2)))
