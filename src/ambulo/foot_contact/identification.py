"""Identification of contact in two steps: first the normal forces, then friction with the feet's
motion.

Friction has no horizontal moment about a point of the floor. The vertical force and the two
horizontal moments about this point therefore depend only on the normal forces. They give places,
sizes and stiffnesses without a friction law. Friction is identified afterwards, while the feet's
motion may change within its error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.foot_contact.design import PLACE, SoleDesign, Sphere, name_of_friction, sole_design
from ambulo.foot_contact.estimation import Estimated, MotionError, estimate
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.laws import ContactLaws, laws_named
from ambulo.foot_contact.misfit import Accuracy, Wanted
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.friction_laws.viscous import Viscous

_UNHEARD = 1e5
"""N, N*m: standard deviation of components that do not count."""


@dataclass(frozen=True, eq=False)
class Identified:
    """A contact model of two feet.

    Args:
        design: laws, and identified values with their bounds.
        estimated: values, corrections of the motion, wrenches.
    """

    design: SoleDesign
    estimated: Estimated


def identify_normal(
    spheres: Sequence[Sphere],
    feet: FeetMotion,
    wanted: Wanted,
    *,
    laws: ContactLaws | None = None,
    starts: int = 4,
    seed: int = 1,
) -> tuple[SoleDesign, Estimated]:
    """Places, sizes and normal forces from Fz, Mx and My about points of the floor.

    Args:
        spheres: spheres of the right foot, without the values of friction.
        feet: the motion.
        wanted: wrenches about points of the floor.
        laws: only the normal law is used; Hunt and Crossley's law if left out.
        starts: number of starts of the least squares, the first in the middle of the bounds, the
            others random.
        seed: of the random starts.
    Raises:
        ValueError: a reference point is not on the floor.
    """
    if not np.allclose(wanted.about[wanted.counted][:, 2], 0.0, atol=1e-9):
        raise ValueError(
            "moments must be about points of the floor, because friction has no moment about these"
        )
    design = sole_design(spheres, (laws or laws_named()).normal.usual, Viscous(0.0))
    pressing = _pressing_only(wanted)
    rng = np.random.default_rng(seed)
    best: Estimated | None = None
    for k in range(starts):
        part = rng.uniform(0.1, 0.9, len(design.free)) if k else np.full(len(design.free), 0.5)
        start = design.values(design.lower + part * (design.upper - design.lower))
        found = estimate(design, feet, pressing, start=start)
        if best is None or found.cost < best.cost:
            best = found
    assert best is not None
    return design, best


def identify(
    spheres: Sequence[Sphere],
    feet: FeetMotion,
    wanted: Wanted,
    *,
    laws: ContactLaws | None = None,
    error: MotionError | None = None,
    starts: int = 4,
    progress: Callable[[int], None] | None = None,
) -> Identified:
    """A contact model with friction, and the corrections of the feet's motion that it needs.

    Args:
        spheres: spheres of the right foot, with values or bounds of friction.
        feet, wanted, starts: as in `identify_normal`.
        laws: laws of the spheres; Hunt and Crossley's law and bristles if left out.
        error: error of the feet's motion; None uses the motion unchanged.
        progress: as in `estimate`, for the step with friction, which takes most of the time.
    """
    known = laws or laws_named()
    normal = known.normal.usual
    bare = _without_friction(spheres, known)
    _, first = identify_normal(bare, feet, wanted, laws=known, starts=starts)
    design = sole_design(spheres, normal, known.friction.usual)
    start = _with_friction(design, first.values)
    found = estimate(design, feet, wanted, start=start, error=error, progress=progress)
    return Identified(design, found)


def _pressing_only(wanted: Wanted) -> Wanted:
    """The same, of which Fz, Mx and My alone count."""
    (_, _, fz), (mx, my, _) = wanted.accuracy.force, wanted.accuracy.moment
    heard = Accuracy((_UNHEARD, _UNHEARD, fz), (mx, my, _UNHEARD))
    return replace(wanted, accuracy=heard)


def _without_friction(spheres: Sequence[Sphere], laws: ContactLaws) -> list[Sphere]:
    """The same spheres over a film of no viscosity."""
    normal = laws.normal.usual
    own, film = (*PLACE, *normal._fields), name_of_friction("viscosity", normal)
    return [
        replace(
            sphere,
            values={**{k: v for k, v in sphere.values.items() if k in own}, film: 0.0},
            bounds={k: v for k, v in sphere.bounds.items() if k in own},
        )
        for sphere in spheres
    ]


def _with_friction(design: SoleDesign, normal: FloatArray) -> FloatArray:
    """Values to start from: those of the normal step, and the usual friction."""
    start = design.held.copy()
    pressed = normal.shape[2] - 1
    start[:, :, :pressed] = normal[:, :, :pressed]
    usual = np.array(design.friction)
    bounded = design.values(np.clip(design.variables(start), design.lower, design.upper))
    bounded[:, :, pressed:] = usual
    return bounded
