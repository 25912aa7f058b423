"""The trunk's centre of mass as the plates need it: the first step of residual reduction.

Over a whole step of steady walking, the moment of the ground about the body's centre of mass equals
the change of the body's angular momentum. The mean residual of plates and motion comes from mass
that is not where the tables place it, mostly in the trunk (Delp et al. 2007, IEEE Trans Biomed Eng
54:1940-1950, section III.D: the torso's centre of mass is moved).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.model.foot_loads import foot_loads
from ambulo.records import Event, GroundReaction, Model

_TRUNK = "torso"
_PROBE = 0.01
"""m, by which the centre of mass is moved to see what that does; the answer is nearly linear."""


@dataclass(frozen=True, eq=False)
class TrunkBalance:
    """A model whose trunk balances the plates.

    Args:
        body: the same motion of the model with the trunk's centre of mass moved.
        shift: (2,) m, forward and to the left in the trunk's axes.
        before, after: (2,) N*m, mean residual moment about x and y at the body's centre of mass.
        steps: number of whole steps behind it.
    """

    body: ModelMotion
    shift: FloatArray
    before: FloatArray
    after: FloatArray
    steps: int

    @property
    def note(self) -> str:
        """A note on the shift."""
        forward, left = 1e3 * self.shift
        (mx, my), (rx, ry) = self.before, self.after
        forth = "forwards" if forward > 0 else "backwards"
        side = "left" if left > 0 else "right"
        return (
            f"The trunk's centre of mass was moved {abs(forward):.0f} mm {forth} and "
            f"{abs(left):.0f} mm to the {side}. Over {self.steps} whole "
            f"step{'s' if self.steps > 1 else ''}, plates and motion disagreed by a mean moment of "
            f"{mx:.1f} N·m about the forward and {my:.1f} N·m about the left axis. With the shift, "
            f"they disagree by {rx:.1f} and {ry:.1f} N·m."
        )


def balance_trunk(
    body: ModelMotion, plates: GroundReaction, events: tuple[Event, ...]
) -> TrunkBalance:
    """Move the trunk's centre of mass so that mean residual moments of whole steps vanish.

    Args:
        body: whole body with a trunk, in motion.
        plates: each foot's ground reaction as measured.
        events: foot strikes and offs.
    Raises:
        InputError: no whole step has every foot's reaction measured.
    """
    steps = whole_steps(body.motion.time, events, np.asarray(plates.known.all(axis=1)))
    if not steps:
        raise InputError(
            what="the trunk's centre of mass cannot be found from the plates, because "
            "there is no whole step in which they measure the reactions of both feet",
            remedy="Omit trunk_mass_centre, or give a trial with more steps on plates",
        )
    centre = body.mass_centre
    before = _mean_moment(body, plates, centre, steps)
    probes = np.stack(
        [
            _mean_moment(with_trunk_moved(body, _PROBE * axis), plates, centre, steps) - before
            for axis in np.eye(2)
        ],
        axis=1,
    )
    shift: FloatArray = np.asarray(np.linalg.solve(probes / _PROBE, -before), dtype=np.float64)
    balanced = with_trunk_moved(body, shift)
    after = _mean_moment(balanced, plates, centre, steps)
    return TrunkBalance(balanced, shift, before, after, len(steps))


def whole_steps(
    time: FloatArray, events: Sequence[Event], known: BoolArray
) -> list[tuple[float, float]]:
    """From an event of one foot to the same event of the other foot [s], if all reactions are known
    between the two.

    Args:
        time: (frames,) s.
        events: foot strikes and offs.
        known: (frames,) whether all reactions are known.
    """
    steps = []
    for kind in ("strike", "off"):
        ordered = sorted((e for e in events if e.kind == kind), key=lambda e: e.time)
        for first, second in pairwise(ordered):
            inside = (time >= first.time) & (time < second.time)
            # what lies beyond the frames is not known: no mean over a part is that over a step
            within = time[0] <= first.time and second.time <= time[-1]
            if first.side != second.side and within and inside.any() and known[inside].all():
                steps.append((first.time, second.time))
    return steps


def _mean_moment(
    body: ModelMotion, plates: GroundReaction, centre: FloatArray, steps: list[tuple[float, float]]
) -> FloatArray:
    """Mean over the steps of the residual moment (2,) [N*m] about x and y at a centre."""
    forces = body.joint_forces(foot_loads(body.model, body.R, body.p, plates))
    arm = body.p[:, 0] - centre
    moment = forces.moment[:, 0] + np.cross(arm, forces.force[:, 0])
    time = body.motion.time
    means = [moment[(time >= a) & (time < b), :2].mean(axis=0) for a, b in steps]
    return np.asarray(np.mean(means, axis=0))


def with_trunk_moved(body: ModelMotion, shift: FloatArray) -> ModelMotion:
    """The body with the trunk's centre of mass moved by (2,) m, forward and left in its axes."""
    model: Model = body.model
    com = model.tree.com.copy()
    com[model.segments.index(_TRUNK), :2] += shift
    return replace(body, model=replace(model, tree=replace(model.tree, com=com)))
