"""The ways of sharing by name: a new one is a new module and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from ambulo.gait.sharing.corrected_plates import corrected_plates
from ambulo.gait.sharing.least_action import least_action, share_by_contact
from ambulo.gait.sharing.problem import Shared, Sharing, SharingProblem, share_phases
from ambulo.records import GroundReaction
from ambulo.registry import Registry

__all__ = ["SHARINGS", "every_sharing", "share"]

SHARINGS = Registry(
    "sharing",
    Sharing,
    {
        "cfp": "ambulo.gait.sharing.corrected_plates:SHARING",
        "plates": "ambulo.gait.sharing.plates:SHARING",
        "contact": "ambulo.gait.sharing.least_action:SHARING",
        "sta": "ambulo.gait.sharing.smooth_transition:SHARING",
        "none": "ambulo.gait.sharing.none:SHARING",
    },
    "way of sharing",
)


def share(problem: SharingProblem, name: str | None = None) -> Shared:
    """Each foot's ground reaction.

    Args:
        problem: the resultant and what it can be shared by.
        name: the way of sharing; None takes corrected plates where they measured a foot, contact
            and least action elsewhere, which is known in every double support of a step.
    """
    if name is not None:
        return SHARINGS.named(name, "sharing").share(problem)
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
