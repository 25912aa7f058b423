"""The ways of sharing by name: a new one is a new module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ambulo.gait.sharing.corrected_plates import share_corrected_plates
from ambulo.gait.sharing.least_action import share_by_contact
from ambulo.gait.sharing.none import share_without_correction
from ambulo.gait.sharing.plates import share_by_plates
from ambulo.gait.sharing.problem import Shared, SharingProblem
from ambulo.gait.sharing.smooth import share_smoothly
from ambulo.gait.sharing.smooth_transition import share_by_smooth_transition
from ambulo.records import GroundReaction

__all__ = ["SHARINGS", "Sharing", "SharingName", "every_sharing", "resultant_on_feet", "share"]

_ERRORS_INCLUDED = (
    "The feet are given all of the resultant, its errors included: joint moments fail where it "
    "asks for a centre of pressure off the sole, most in the last 60 ms of single support."
)

SharingName = Literal["smooth", "cfp", "plates", "contact", "sta", "none"]


@dataclass(frozen=True)
class Sharing:
    """One way of sharing.

    Args:
        title: as the report names it.
        needs_plates: whether it has nothing to go by without.
        adds_up: whether the feet's wrenches add up to the resultant.
        share: from the problem to each foot's ground reaction.
    """

    title: str
    needs_plates: bool
    adds_up: bool
    share: Callable[[SharingProblem], Shared]

    @property
    def compared(self) -> bool:
        """Whether it says anything beside the plates: what is not corrected is what they say."""
        return self.adds_up or not self.needs_plates


SHARINGS: Mapping[SharingName, Sharing] = {
    "smooth": Sharing("smooth joint moments", False, False, share_smoothly),
    "cfp": Sharing("corrected plates (CFP)", True, True, share_corrected_plates),
    "plates": Sharing("plates' proportion", True, True, share_by_plates),
    "contact": Sharing("contact and least action", False, True, share_by_contact),
    "sta": Sharing("smooth transition (STA)", False, True, share_by_smooth_transition),
    "none": Sharing("plates, uncorrected", True, False, share_without_correction),
}


def share(problem: SharingProblem, name: SharingName = "smooth") -> Shared:
    """Each foot's ground reaction.

    Args:
        problem: the resultant and what it can be shared by.
        name: the way of sharing.
    """
    way = SHARINGS[name]
    shared = way.share(problem)
    if not way.adds_up:
        return shared
    return Shared(shared.ground, (*shared.notes, _ERRORS_INCLUDED))


def resultant_on_feet(
    problem: SharingProblem, name: SharingName | None = None
) -> GroundReaction | None:
    """All that the motion asks for, given to the feet, to set against the plates.

    Args:
        problem: the resultant and what it can be shared by.
        name: the way of sharing asked for; corrected plates where it leaves a part at the root.
    Returns:
        None without plates.
    """
    if problem.measured is None:
        return None
    way = SHARINGS[name] if name is not None and SHARINGS[name].adds_up else SHARINGS["cfp"]
    return way.share(problem).ground


def every_sharing(problem: SharingProblem) -> Mapping[str, GroundReaction]:
    """The ground reaction by every way of sharing, to compare with the plates.

    Returns:
        By name; empty where the plates measured no double support to compare with. Ways that can
        do without plates know nothing of them here: to give back what was given says nothing.
    """
    measured = problem.measured
    double = problem.stance.all(axis=1)
    if measured is None or not measured.known[double].any():
        return {}
    blind = replace(problem, measured=None)
    return {
        name: way.share(problem if way.needs_plates else blind).ground
        for name, way in SHARINGS.items()
    }
