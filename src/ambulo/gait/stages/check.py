"""Stage check: how well markers, plates and motion agree, each check with limit and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.registry import judge
from ambulo.gait.other_support import OtherSupport, find_other_support
from ambulo.gait.stages.curves import Curves
from ambulo.gait.stages.ground import Reactions
from ambulo.gait.stages.invert import Inverse
from ambulo.gait.stages.stages import Stages
from ambulo.gait.stages.steps import Steps
from ambulo.gait.wrench_comparison import compare_reactions
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.model.foot_loads import foot_loads, foot_segments
from ambulo.records import SIDES, Check, Event, GroundReaction, WrenchDifference

TRANSITION = 0.02
"""s before and after a foot strike or foot off; left out when motion and plates are compared."""


@dataclass(frozen=True, eq=False)
class Checked(BriefRepr):
    """The results of the checks.

    Args:
        marker_residual: (frames, nm) m, distance of model markers from measured ones (NaN: gap).
        residual: (frames, 6) N*m, N: residual at the root origin, with plates smoothed like
            the motion.
        checks: the checks; those that the trial does not allow have the grade unknown.
        plates_vs_inverse: ground reaction from the motion compared with the plates.
    """

    marker_residual: FloatArray
    residual: FloatArray
    checks: tuple[Check, ...]
    plates_vs_inverse: Mapping[str, Mapping[str, WrenchDifference]]

    @property
    def notes(self) -> tuple[str, ...]:
        """For the log."""
        return tuple(
            f"Not checked: {check.name}. {check.found}"
            for check in self.checks
            if check.grade == "unknown"
        )


def check(stages: Stages, smoothed: GroundReaction | None, curves: Curves) -> Checked:
    """Compare the results with the markers, the plates, the file's events, and physics.

    Args:
        stages: results of the earlier stages.
        smoothed: the plates' reactions, filtered like the motion from which they are subtracted;
            None without plates.
        curves: the reported curves.
    """
    named, steps, ground = stages.named, stages.steps, stages.ground
    body = stages.inverse.body
    tracked = [named.markers.names.index(name) for name in body.model.marker_names]
    measured = named.markers.position[:, tracked]
    supports, supported = _other_support(smoothed, ground, steps, body)
    evidence = Evidence(
        trial=stages.recording.trial,
        named=named,
        person=stages.person,
        activity=stages.recognised.activity,
        body=body,
        steps=steps,
        balanced=stages.balanced,
        ground=ground,
        curves=curves,
        measured=measured,
        marker_residual=body.marker_distances(measured),
        residual=_residual(smoothed, ground, stages.inverse),
        settled=settled_frames(steps.time, steps.events),
        unlike=stages.recognised.unlike,
        other_support=supports,
        supported=supported,
    )
    compared: Mapping[str, Mapping[str, WrenchDifference]] = {}
    if ground.shared is not None and smoothed is not None:
        ankles = np.stack([body.p[:, foot_segments(body.model, side)[0]] for side in SIDES], axis=1)
        compared = compare_reactions(
            ground.shared, smoothed, ankles, steps.stance, evidence.settled
        )
    return Checked(evidence.marker_residual, evidence.residual, judge(evidence), compared)


def _other_support(
    plates: GroundReaction | None, ground: Reactions, steps: Steps, body: ModelMotion
) -> tuple[tuple[OtherSupport, ...], BoolArray]:
    """What carries beside the feet, and when."""
    problem = ground.problem
    if problem is None or plates is None:
        return (), np.zeros(len(steps.time), dtype=bool)
    pelvis = body.R[:, 0, :2, 0]
    facing = pelvis / np.linalg.norm(pelvis, axis=1, keepdims=True)
    soles = np.stack([steps.feet[side][:, :2] for side in SIDES], axis=1)
    return find_other_support(
        problem.total, plates, soles, steps.stance, problem.ankles, facing, problem.weight
    )


def _residual(plates: GroundReaction | None, ground: Reactions, inverse: Inverse) -> FloatArray:
    """Wrench (frames, 6) at the root under the plates' reactions; NaN where it means nothing.

    Without plates it is what the soles cannot carry of what the motion asks.
    """
    body, under = inverse.body, inverse.forces
    if not body.model.whole_body or (plates is None and ground.method == "plates"):
        return np.full((len(body.motion.time), 6), np.nan)
    if plates is not None:
        under = body.joint_forces(foot_loads(body.model, body.R, body.p, plates))
    return np.concatenate([under.moment[:, 0], under.force[:, 0]], axis=1)


def settled_frames(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Frames (frames,) away from foot strikes and offs.

    The times of these events are known to about two frames, and markers cannot show the fast impact
    of a heel.
    """
    settled = np.ones(len(time), dtype=bool)
    for event in events:
        settled &= np.abs(time - event.time) > TRANSITION
    return settled
