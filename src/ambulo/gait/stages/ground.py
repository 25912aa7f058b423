"""Stage ground: each foot's ground reaction, from the plates or from the motion of the whole
body.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.choices import choose_method
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.problem import SharingProblem, sharing_problem
from ambulo.gait.sharing.registry import resultant_on_feet, share
from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.records import GroundReaction


@dataclass(frozen=True, eq=False)
class Reactions(BriefRepr):
    """Each foot's ground reaction, and the reaction from the motion for comparison.

    Args:
        method: "plates" or "whole-body".
        used: each foot's reaction.
        shared: the whole resultant of the body's motion, assigned to the feet, for comparison with
            the plates; None for models of the legs, or without plates.
        problem: the problem of sharing.
        notes: one sentence each.
        moved: (2,) m forward and left, by which sharing moved the mass centre; None if not.
        sharing: name of the chosen way; None for the default.
        smoothed: `used` after the filter of `plates_cutoff`; None without a filter.
    """

    method: str
    used: GroundReaction
    shared: GroundReaction | None
    problem: SharingProblem | None
    notes: tuple[str, ...]
    moved: FloatArray | None = None
    sharing: str | None = None
    smoothed: GroundReaction | None = None

    @property
    def inverted(self) -> GroundReaction:
        """The reaction from which joint forces and moments are computed."""
        return self.used if self.smoothed is None else self.smoothed


def find_ground(
    body: ModelMotion,
    steps: Steps,
    choice: Configuration,
    progress: Callable[[str], None] | None = None,
) -> Reactions:
    """Choose the method, divide the total force between the feet, and choose the reaction.

    Args:
        body: the body in motion.
        steps: events, contacts and what the plates measured.
        choice: `method`, `sharing` and its contact laws.
        progress: a function that is called with the progress of a slow way of sharing, in words.
    Raises:
        InputError: the choice does not fit the model or the trial.
    """
    whole_body = body.model.whole_body
    method, why = choose_method(choice, whole_body, steps.plates, steps.contacts, steps.stance)
    if not whole_body:
        return Reactions(method, _measured(steps), None, None, (why,))
    problem = _problem(body, steps, choice)
    whole = resultant_on_feet(problem, choice.sharing)
    if method == "whole-body":
        shared = share(replace(problem, progress=progress), choice.sharing)
        notes = (why, *shared.notes)
        return Reactions(method, shared.ground, whole, problem, notes, shared.moved, choice.sharing)
    return Reactions(method, _measured(steps), whole, problem, (why,))


def used_reaction(
    body: ModelMotion, steps: Steps, method: str, choice: Configuration
) -> GroundReaction:
    """The reaction from which joint moments are computed, for a known method.

    Args:
        body: the body in motion.
        steps: events, contacts and what the plates measured.
        method: as in `Reactions`.
        choice: `sharing` and its contact laws.
    """
    if method == "plates":
        return _measured(steps)
    return share(_problem(body, steps, choice), choice.sharing).ground


def _problem(body: ModelMotion, steps: Steps, choice: Configuration) -> SharingProblem:
    return sharing_problem(
        body, body.unsupported, steps.stance, steps.events, steps.plates,
        (choice.normal_law, choice.friction_law),
    )  # fmt: skip


def _measured(steps: Steps) -> GroundReaction:
    return steps.plates or nothing_measured(steps.time, steps.stance)


def nothing_measured(time: FloatArray, stance: BoolArray) -> GroundReaction:
    """Nothing measured: known (and zero) only for feet in the air."""
    known = ~stance
    force = np.where(known[..., None], 0.0, np.nan)
    force = np.repeat(force, 3, axis=2)
    nothing = np.full((*stance.shape, 3), np.nan)
    return GroundReaction(
        time, force, force.copy(), nothing, np.full(stance.shape, np.nan), known, "none"
    )
