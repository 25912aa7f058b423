"""The walks that contact is fitted to: a simulated one whose truth is known, and recorded ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.foot_contact.design import Sphere
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.misfit import Wanted
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import wrench_about
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.records import Analysis
from ambulo_studies.contact_fits import published
from ambulo_studies.walk_on_spheres import ContactTruth, Sole, walk_on_spheres

TRUE_NORMAL = HuntCrossley(4e4, 1.5, 0.5)
_TRUE_FRICTION = Bristle(0.7, 0.05, 3e4, 60.0, 0.0)


GRAZING = 50.0
"""N, a fifteenth of the weight: what a foot that touches the floor in swing stays below."""


@dataclass(frozen=True, eq=False)
class ContactCase:
    """One walk: how the feet move, and what the ground does.

    Args:
        name: of the walk; mass: kg.
        feet: the motion.
        resultant: of both feet about a point of the floor, through one double support: from one
            foot's off to the other's strike (section 6.3.1).
        plates: each foot's about the floor under its ankle.
        simulated: whether spheres that the fits do not know gave these.
    """

    name: str
    mass: float
    feet: FeetMotion
    resultant: Wanted
    plates: Wanted
    simulated: bool = False

    @property
    def measured(self) -> str:
        """What the wrenches on each foot are called."""
        return "truth" if self.simulated else "plate"

    def nrmse(self, wrenches: FloatArray) -> FloatArray:
        """Of each foot's wrenches (2, frames, 6) against its plate: (2, 6), in their order."""
        gap = self.plates.errors(wrenches)
        return np.asarray(np.sqrt(np.nanmean(gap**2, axis=1)) / self.plates.ranges)

    def spheres(self, bounds: str = "table 6.2", *, friction: bool = False) -> tuple[Sphere, ...]:
        """Pàmies-Vilà's spheres."""
        return published.spheres(
            bounds,  # type: ignore[arg-type]
            friction=friction,
            drop=self.feet.drop,
        )


def simulated_truth(rate: float = 100.0) -> tuple[ContactTruth, ContactCase]:
    """What is true of the simulated subject's walk on spheres that the fits do not know, and the
    case, in so many frames a second.
    """
    demo = walking_demo()
    segment = np.array([0, 0, 0, 1])
    soles = {}
    for side, left in (("left", 1.0), ("right", -1.0)):
        centre = np.array(
            [[-0.02, 0.0, -0.0525], [0.05, left * 0.02, -0.0525], [0.13, left * 0.01, -0.0525],
             [0.06, 0.0, -0.0045]]
        )  # fmt: skip
        radius = np.array([0.035, 0.041, 0.042, 0.04])
        soles[side] = Sole(segment, centre, radius, TRUE_NORMAL, _TRUE_FRICTION)
    time = np.arange(round(1.5 * rate * demo.walk.cycle.stride_time)) / rate
    truth = walk_on_spheres(demo, soles, time, start=-0.2)
    ankle, point = truth.feet.p[:, :, 0], truth.feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    wrench = truth.wrench.copy()
    wrench[..., :3] += np.cross(ankle - point, wrench[..., 3:])
    landed = np.cumsum(wrench[..., 5] == 0.0, axis=1) > 0
    middle = point.mean(axis=0)
    whole = wrench.copy()
    whole[..., :3] += np.cross(point - middle, wrench[..., 3:])
    return truth, ContactCase(
        "simulated walk", demo.model.mass, truth.feet,
        Wanted(whole.sum(axis=0)[None], middle[None],
               _through_double_support(wrench[..., 5] > GRAZING, np.asarray(landed.all(axis=0)))),
        Wanted(wrench, point, landed), simulated=True,
    )  # fmt: skip


def _through_double_support(loaded: BoolArray, known: BoolArray) -> BoolArray:
    """Frames (1, frames) of the first two single supports and the double support between.

    Args:
        loaded: (2, frames) feet on the ground; known: (frames,) where the resultant is. A single
            support counts from its beginning, or from there.
    Raises:
        ValueError: there are not two single supports.
    """
    single = [(a, b) for a, b in runs(loaded.sum(axis=0) == 1) if a > 0 and known[a:b].any()]
    if len(single) < 2:
        raise ValueError("no double support lies between two single supports")
    between = np.arange(len(known))[None]
    return known & (between >= single[0][0]) & (between < single[1][1])


def recorded_case(name: str, analysis: Analysis, problem: SharingProblem) -> ContactCase:
    """An analysed walk over plates, from just before the first to just after the last loading."""
    plates = analysis.plates_ground
    if plates is None or problem.feet is None:
        raise ValueError(f"{name} has no plates")
    loaded = np.flatnonzero(((plates.force[..., 2] > 20.0) & plates.known).any(axis=1))
    part = slice(max(int(loaded[0]) - 5, 0), min(int(loaded[-1]) + 6, len(problem.time)))
    feet = problem.feet.frames(part.start, part.stop)
    point = feet.p[:, :, 0] * [1.0, 1.0, 0.0]
    known = plates.known[part].T & np.isfinite(plates.force[part]).all(axis=2).T
    of_foot = np.stack(
        [
            wrench_about(point[s], plates.force[part, s], plates.moment_origin[part, s])
            for s in range(2)
        ]
    )
    floor = problem.lumbar[part] * [1.0, 1.0, 0.0]
    return ContactCase(
        name, analysis.model.mass, feet,
        Wanted(about(floor, problem.total[part])[None], floor[None],
               _through_double_support(feet.stance, np.ones(len(feet.time), dtype=bool))),
        Wanted(np.nan_to_num(of_foot), point, np.ascontiguousarray(known)),
    )  # fmt: skip
