"""Stage invert: joint forces and moments of a motion under a ground reaction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ambulo.gait.body_motion import ModelMotion, jointed
from ambulo.math.brief_repr import BriefRepr
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_moments import reported_moments, reported_powers
from ambulo.multibody.motion import JointForces, Motion
from ambulo.records import GroundReaction, Model, MomentAxes, Quantities


@dataclass(frozen=True, eq=False)
class Inverse(BriefRepr):
    """Forces and moments in the joints.

    Args:
        body: the motion.
        forces: net joint forces and moments, proximal on distal, world axes.
        axes: on which moments are reported.
    """

    body: ModelMotion
    forces: JointForces
    axes: MomentAxes

    @cached_property
    def moments(self) -> Quantities:
        """Net internal joint moments [N*m] by name, as in `reported_moments`."""
        return reported_moments(self.body.model, self.forces, self.body.R, self.axes)

    @cached_property
    def powers(self) -> Quantities:
        """Joint powers [W] by name, as in `reported_powers`."""
        return reported_powers(self.body.model, self.body.motion, self.forces, self.body.R)


def invert(
    model: Model,
    motion: Motion,
    ground: GroundReaction,
    *,
    axes: MomentAxes = "jcs",
) -> Inverse:
    """Net joint forces and moments of a motion, by recursive Newton-Euler (Featherstone 2008).

    It reads and keeps nothing, so you can call it again with another model, motion or ground
    reaction. Named moments and powers are computed when you ask for them. They are
    three-dimensional. `stages.curves.joint_curves` computes from them the sagittal moments and
    powers that an analysis with `model = "planar"` reports.

    Args:
        model: geometry and inertia.
        motion: q (frames, nq), v and a (frames, nv) [m, rad; per s; per s^2], world frame.
        ground: reaction on each foot, on the same frames; moments are NaN where it is not known.
        axes: the axes of the reported moments: those of the proximal or distal segment, or of the
            joint coordinate system.
    Raises:
        TimeMismatch: motion and ground are not on one time grid.
    """
    return invert_body(jointed(model, motion), ground, axes=axes)


def invert_body(body: ModelMotion, ground: GroundReaction, *, axes: MomentAxes = "jcs") -> Inverse:
    """As `invert`, for a body in motion.

    Raises:
        TimeMismatch: as `invert`.
    """
    loads = foot_loads(body.model, body.R, body.p, ground)
    return Inverse(body, body.joint_forces(loads), axes)
