"""Each foot's wrench from spheres under it, identified from the resultant of the same record.

In single support the resultant acts on one foot and shows the contact there. In double support, the
contact and the motion of the feet give the load on each foot (Pamies-Vila 2012, section 6.3.1: F_z,
M_x and M_y about the floor). The motion of the feet may change within its error, because otherwise
it gives no friction. The resultant is followed within its error. No plate is used.

The feet's horizontal forces do not come from friction. Two opposite forces do not change the
resultant, and the bristles of the friction law make 100 N from a marker error of 3 mm.

In double support the feet push against each other along the floor. This pair of forces does not
change the resultant, so the motion of the body does not show it. The friction law would need
millimetres of the foot's motion, which markers do not show. But the ground reaction in walking
passes near a point above the mass centre (Maus et al. 2010, Nature Communications 1:70). With the
centre of pressure p, the hips c at a height h above the floor and the vertical force F_z:

    F_x = k F_z (c_x - p_x) / h,    F_y = k F_z (c_y - p_y) / h

The rest of the resultant is shared in proportion to the vertical forces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.foot_contact.contact_file import ContactParameters
from ambulo.foot_contact.design import PLACE
from ambulo.foot_contact.estimation import ITERATIONS, MotionError, estimate
from ambulo.foot_contact.identification import Identified, identify
from ambulo.foot_contact.laws import FRICTION, NORMAL, laws_named
from ambulo.foot_contact.misfit import Accuracy, Wanted
from ambulo.foot_contact.person import person_spheres
from ambulo.gait.pace import Pace
from ambulo.gait.sharing.problem import (
    LEG_JOINTS,
    Shared,
    Sharing,
    SharingProblem,
    reaction_of,
    thigh_and_shank,
)
from ambulo.gait.sharing.resultant_error import resultant_error
from ambulo.gait.sharing.sole_contact import contact_patch
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray

# geometric mean over 26 contacts of public walks of seven people (docs/methods/notes/checks.md)
_SLOPE = 0.75


def pointed_towards_body(problem: SharingProblem, wrench: FloatArray) -> FloatArray:
    """Wrenches with other horizontal forces, whose sum is that of the resultant.

    Vertical forces, centres of pressure and free moments do not change.

    Args:
        problem: with the resultant and the hips.
        wrench: (frames, 2, 6) of each foot about the world origin, on a floor z = 0 [N*m, N].
    """
    hips = problem.leg_joints[:, :, LEG_JOINTS.index("hip")].mean(axis=1)[:, None]
    vertical = wrench[..., 5:]
    # F_z p = (-M_y, M_x) on the floor
    pressed = np.stack([-wrench[..., 1], wrench[..., 0]], axis=2)
    forces = _SLOPE * (hips[..., :2] * vertical - pressed) / hips[..., 2:]
    loads = vertical.sum(axis=1, keepdims=True)
    part = np.divide(vertical, loads, out=np.zeros_like(vertical), where=loads > 0.0)
    rest = problem.total[:, None, 3:5] - forces.sum(axis=1, keepdims=True)
    found = wrench.copy()
    found[..., 3:5] = forces + part * rest
    point = np.divide(pressed, vertical, out=np.zeros_like(pressed), where=vertical > 0.0)
    added = found[..., 3:5] - wrench[..., 3:5]
    found[..., 2] += point[..., 0] * added[..., 1] - point[..., 1] * added[..., 0]
    return found


_ERROR_TIME = 0.05
"""s, over which the resultant's error lasts."""
_FORCE, _MOMENT = (1.0, 1.0, 0.5), (1.1, 1.1, 0.33)
"""Standard deviations of its components over its size, body weight and leg length."""


@dataclass(frozen=True, eq=False)
class ContactOfWalk:
    """The contact identified from a walk's resultant.

    Args:
        identified: model and corrections; wrenches about `reference`.
        reference: (frames, 3) m, the lumbar joint's projection on the floor.
    """

    identified: Identified
    reference: FloatArray

    @property
    def wrench(self) -> FloatArray:
        """Wrench (frames, 2, 6) of each foot about the world origin [N*m, N]."""
        at = self.reference[:, None]
        return about_origin(at, self.identified.estimated.wrenches.transpose(1, 0, 2))


def contact_of_walk(
    problem: SharingProblem, known: ContactParameters | None = None
) -> ContactOfWalk:
    """Identify the contact under both feet from the resultant alone.

    Args:
        problem: resultant and feet.
        known: contact from another walk of the person. Then only the feet's motion is corrected.
    Raises:
        ValueError: the problem does not contain the motion of the feet.
        InputError: there is no law of this name, or the law has no ranges for identification; or a
            foot is never on the ground.
    """
    if problem.feet is None:
        raise ValueError("the motion of the feet is not known")
    if not problem.stance.any(axis=0).all():
        raise InputError(
            "one foot is never on the ground in this recording, so its contact cannot be found",
            remedy="Choose another --sharing",
        )
    reference = problem.lumbar * [1.0, 1.0, 0.0]
    step = float(np.diff(problem.time).mean())
    length = thigh_and_shank(problem)
    patches = (contact_patch(problem, 0), contact_patch(problem, 1))
    # errors that last count once in their time, not in every frame
    lasting = np.sqrt(_ERROR_TIME / step)
    size = resultant_error(problem, patches, length).size * problem.weight * lasting
    accuracy = Accuracy(
        tuple(size * x for x in _FORCE),
        tuple(size * length * x for x in _MOMENT),
    )
    wanted = Wanted(
        about(reference, problem.total)[None],
        reference[None],
        np.atleast_2d(problem.stance.any(axis=1)),
        accuracy,
    )
    error = MotionError.of(jointed=problem.feet.jointed)
    if known is not None:
        held = known.design.holding(known.values)
        moved = estimate(held, problem.feet, wanted, error=error, progress=_told(problem.progress))
        return ContactOfWalk(Identified(held, moved), reference)
    laws = laws_named(*(problem.contact or ()))
    found = identify(
        person_spheres(problem.feet, laws), problem.feet, wanted,
        laws=laws, error=error, starts=2, progress=_told(problem.progress),
    )  # fmt: skip
    return ContactOfWalk(found, reference)


def _told(progress: Callable[[str], None] | None) -> Callable[[int], None] | None:
    """Tells iterations and the time that is left, if anybody wants to know."""
    if progress is None:
        return None
    pace, tell = Pace(ITERATIONS, "steps at most"), progress
    return lambda done: tell(f"contact under the feet, {pace.said(done)}")


def share_by_foot_contact(problem: SharingProblem) -> Shared:
    """The contact model gives the load on each foot, and horizontal forces point towards the body.

    Returns:
        All six components of both feet in every frame. Normal forces follow the resultant within
        its error, and the rest remains at the root. Horizontal forces add up to the resultant.
    """
    contact = contact_of_walk(problem)
    estimated = contact.identified.estimated
    source = "whole-body, shared by the contact under the feet"
    known = np.ones_like(problem.stance)
    standing = np.where(problem.stance[..., None], contact.wrench, 0.0)
    wrench = pointed_towards_body(problem, standing)
    moved = np.linalg.norm(estimated.corrections[..., :3], axis=2)
    largest = 1e3 * float((moved * problem.stance.T).max())
    notes = [
        "Spheres under the feet, identified from the sum of the ground reactions, show how much "
        f"each foot carries. For this the feet were moved by up to {largest:.1f} mm, "
        f"{_beside_markers(largest)}.",
        "Horizontal forces point towards the body, as in walking, and add up to what the motion "
        "needs. The motion does not show how much the feet push against each other.",
        _laws_in_words(contact.identified, *(problem.contact or ())),
    ]
    assert problem.feet is not None
    if not problem.feet.jointed:
        flexed = np.degrees(estimated.deviation[..., 6][problem.stance.T].mean())
        notes.append(
            "The markers do not show the forefoot separately from the hindfoot. The flexion of "
            "the metatarsal joint was therefore estimated together with the contact, with a "
            f"standard deviation of {flexed:.0f} degrees."
        )
    if not estimated.settled:
        notes.append("The identification of the contact had not converged when it ended.")
    return Shared(reaction_of(problem, wrench, known, source), tuple(notes))


def _beside_markers(moved: float) -> str:
    """A shift [mm] in words beside the markers' error, three of its standard deviations."""
    error = 1e3 * MotionError().shift
    if moved <= 3.0 * error:
        return f"within three standard deviations of their markers' error of {error:.0f} mm"
    return (
        f"more than three times their markers' error of {error:.0f} mm, so this contact is doubtful"
    )


def _laws_in_words(found: Identified, normal: str = NORMAL, friction: str = FRICTION) -> str:
    """Names and sources of the laws, and what of them was identified: least to largest sphere."""
    laws, design = laws_named(normal, friction), found.design
    free = np.zeros(design.held.shape, dtype=bool)
    free.ravel()[design.free] = True
    of_laws = range(len(PLACE), len(design.names))
    said = [
        f"{design.names[k].replace('_', ' ')} {found.estimated.values[..., k].min():.3g} to "
        f"{found.estimated.values[..., k].max():.3g}"
        for k in of_laws
        if free[..., k].any()
    ]
    return (
        f"Contact law {normal} ({laws.normal.source}), friction law {friction} "
        f"({laws.friction.source}). Identified in SI units, from the smallest to the largest value "
        f"of the spheres: {', '.join(said)}."
    )


SHARING = Sharing(
    "contact under the feet", False, False, share_by_foot_contact, quick=False,
    # worst foot of the public walks, plates (and events of the file) taken out
    off_in_walks={"hip": 0.47, "knee": 0.38, "ankle": 0.37},
    off_in_turns={"hip": 0.49, "knee": 0.37, "ankle": 0.38},
)  # fmt: skip
