"""The registry of ways of sharing. A new way is a new module and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ambulo.gait.sharing.problem import Shared, Sharing, SharingProblem
from ambulo.inputs.registry import Registry
from ambulo.records import GroundReaction

SHARINGS = Registry(
    "sharing",
    Sharing,
    {
        "smooth": "ambulo.gait.sharing.smooth:SHARING",
        "cfp": "ambulo.gait.sharing.corrected_plates:SHARING",
        "plates": "ambulo.gait.sharing.plates:SHARING",
        "contact": "ambulo.gait.sharing.least_action:SHARING",
        "foot-contact": "ambulo.gait.sharing.foot_contact:SHARING",
        "sta": "ambulo.gait.sharing.smooth_transition:SHARING",
        "none": "ambulo.gait.sharing.none:SHARING",
    },
    "way of sharing",
)

DEFAULT = "smooth"
"""Way of sharing where none is asked for."""

_ERRORS_INCLUDED = (
    "In single support, the foot on the ground gets the whole sum of the ground reactions with its "
    "errors. Where the centre of pressure is then outside the sole, joint moments are wrong, most "
    "of all in the last 60 ms of single support."
)


def share(problem: SharingProblem, name: str | None = None) -> Shared:
    """Each foot's ground reaction.

    Args:
        problem: the resultant and the data for its sharing.
        name: the way of sharing; None takes the default.
    """
    way = SHARINGS.named(name or DEFAULT, "sharing")
    shared = way.share(problem)
    if not way.whole_on_one:
        return shared
    return Shared(shared.ground, (*shared.notes, _ERRORS_INCLUDED))


def resultant_on_feet(problem: SharingProblem, name: str | None = None) -> GroundReaction | None:
    """The whole resultant of the motion, assigned to the feet, for comparison with the plates.

    Args:
        problem: the resultant and the data for its sharing.
        name: the chosen way of sharing; corrected plates are used if it leaves a part at the root.
    Returns:
        None without plates.
    """
    if problem.measured is None:
        return None
    way = SHARINGS.named(name or DEFAULT, "sharing")
    return (way if way.adds_up else SHARINGS["cfp"]).share(problem).ground


def every_sharing(
    problem: SharingProblem, asked: str | None = None
) -> Mapping[str, GroundReaction]:
    """The ground reaction from every way of sharing, for comparison with the plates.

    Args:
        problem: the resultant and the data for its sharing.
        asked: name of a way that is compared even if it takes long.
    Returns:
        Reactions by name, without slow ways and without ways that only repeat the plates; empty if
        the plates measured no double support. Ways that work without plates do not use them here,
        because a comparison with their own input has no meaning.
    """
    measured = problem.measured
    double = problem.stance.all(axis=1)
    if measured is None or not measured.known[double].any():
        return {}
    blind = replace(problem, measured=None)
    return {
        name: way.share(problem if way.needs_plates else blind).ground
        for name, way in SHARINGS.items()
        if way.compared and (way.quick or name == asked)
    }
