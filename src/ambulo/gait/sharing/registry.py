"""The ways of sharing by name: a new one is a new module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from ambulo.gait.sharing.corrected_plates import corrected_plates, share_corrected_plates
from ambulo.gait.sharing.least_action import least_action, share_by_contact
from ambulo.gait.sharing.none import share_without_correction
from ambulo.gait.sharing.plates import share_by_plates
from ambulo.gait.sharing.problem import Shared, SharingProblem, share_phases
from ambulo.gait.sharing.smooth_transition import share_by_smooth_transition
from ambulo.records import GroundReaction

__all__ = ["SHARINGS", "Sharing", "SharingName", "every_sharing", "share"]

SharingName = Literal["cfp", "plates", "contact", "sta", "none"]


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


SHARINGS: Mapping[SharingName, Sharing] = {
    "cfp": Sharing("corrected plates (CFP)", True, True, share_corrected_plates),
    "plates": Sharing("plates' proportion", True, True, share_by_plates),
    "contact": Sharing("contact and least action", False, True, share_by_contact),
    "sta": Sharing("smooth transition (STA)", False, True, share_by_smooth_transition),
    "none": Sharing("plates, uncorrected", True, False, share_without_correction),
}


def share(problem: SharingProblem, name: SharingName | None = None) -> Shared:
    """Each foot's ground reaction.

    Args:
        problem: the resultant and what it can be shared by.
        name: the way of sharing; None takes corrected plates where they measured a foot, contact
            and least action elsewhere, which is known in every double support of a step.
    """
    if name is not None:
        return SHARINGS[name].share(problem)
    if problem.measured is None:
        return share_by_contact(problem)
    source = "whole-body, double support by corrected plates, by contact where none measured"
    return share_phases(problem, [corrected_plates, least_action], source)


def every_sharing(problem: SharingProblem) -> Mapping[str, GroundReaction]:
    """The ground reaction by every way of sharing.

    Returns:
        By name; empty where the plates measured no double support to compare with.
    """
    measured = problem.measured
    double = problem.stance.all(axis=1)
    if measured is None or not measured.known[double].any():
        return {}
    return {name: sharing.share(problem).ground for name, sharing in SHARINGS.items()}
