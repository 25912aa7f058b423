"""Ground reaction of the whole body and how the two feet share it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.normal_walk import NormalWalk
from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import GroundReaction, Model

_VIRTUAL_PIVOT = 1.15
"""m above the floor; each foot's force passes through a point a little above the centre of mass
(Maus, Lipfert, Gross, Rummel & Seyfarth 2010)."""


_AT_ONCE = 0.35
"""Part of the handing over that goes evenly from the strike on, as published forces rise there."""


@dataclass(frozen=True, eq=False)
class FootPlan:
    """Where and in which proportion the feet are to carry the ground reaction.

    Args:
        share: (n, 2) of the vertical force, in the order SIDES; adds up to 1.
        centre: (n, 2, 2) m, x and y of each foot's centre of pressure.
        force: (n, 2) body weights, forward and upward, of the two feet together.
    """

    share: FloatArray
    centre: FloatArray
    force: FloatArray

    @property
    def resultant_centre(self) -> FloatArray:
        """Centre of pressure (n, 2) [m] of the whole."""
        return np.asarray(np.einsum("ns,nsk->nk", self.share, self.centre))


@dataclass(frozen=True, eq=False)
class NeededReaction:
    """Ground reaction that a motion needs.

    Args:
        force: (n, 3) N.
        centre: (n, 2) m, point of the floor about which it has no horizontal moment.
        free_moment: (n,) N*m, about the vertical through the centre.
    """

    force: FloatArray
    centre: FloatArray
    free_moment: FloatArray


def foot_plan(walk: NormalWalk, shape: FootShape, time: FloatArray) -> FootPlan:
    """Published pattern of the left foot, and of the right one half a stride later, mirrored.

    Args:
        walk: published patterns.
        shape: sole.
        time: (n,) s, from a left foot strike.
    """
    c = walk.cycle
    force = np.empty((len(time), 2, 2))
    share = np.empty((len(time), 2))
    both = c.foot_off - 0.5
    centre = np.empty((len(time), 2, 2))
    for i, (left, delay) in enumerate(((1.0, 0.0), (-1.0, 0.5))):
        strides, phase = np.divmod(time / c.stride_time - delay, 1.0)
        stance = phase / c.foot_off
        share[:, i] = _handed_over(phase / both) - _handed_over((phase - 0.5) / both)
        force[:, i, 0] = walk.fore_aft_force(stance)
        force[:, i, 1] = walk.vertical_force(stance)
        along = walk.centre_of_pressure(stance) * shape.length - shape.heel
        aside = walk.lateral_pressure(stance) * shape.length
        cos, sin = np.cos(c.toe_out), np.sin(c.toe_out)
        centre[:, i, 0] = c.stride_length * (strides + delay) + along * cos - aside * sin
        centre[:, i, 1] = left * (0.5 * c.step_width + along * sin + aside * cos)
    return FootPlan(share, centre, force.sum(axis=1))


def _handed_over(progress: FloatArray) -> FloatArray:
    """Share of the load on the new foot over double support, rising at once, most in its middle."""
    u = np.clip(progress, 0.0, 1.0)
    return np.asarray(_AT_ONCE * u + (1 - _AT_ONCE) * u**2 * (3 - 2 * u))


def resultant(model: Model, motion: Motion) -> NeededReaction:
    """Ground reaction that a motion needs, by Newton-Euler for the whole body.

    Args:
        model: the body.
        motion: at n times.
    """
    _, moments, forces = inverse_dynamics(model.tree, motion.q, motion.v, motion.a)
    force = forces[:, 0]
    moment = moments[:, 0] + np.cross(motion.q[:, :3], force)
    centre = np.stack([-moment[:, 1], moment[:, 0]], axis=1) / force[:, 2:]
    lever = centre[:, 0] * force[:, 1] - centre[:, 1] * force[:, 0]
    return NeededReaction(force, centre, moment[:, 2] - lever)


def share_between_feet(time: FloatArray, whole: NeededReaction, plan: FootPlan) -> GroundReaction:
    """Ground reaction of each foot; the two add up to the whole exactly.

    Where both carry, the shares are changed so that the whole acts where it must; what is left of
    the miss shifts both planned centres of pressure. Horizontal forces pass through a common pivot.

    Args:
        time: (n,) s.
        whole: ground reaction at these times.
        plan: for the feet at these times.
    """
    left, right = plan.share.T
    on_ground = plan.share > 0
    miss = (whole.centre - plan.resultant_centre)[:, 0]
    apart = plan.centre[:, 0, 0] - plan.centre[:, 1, 0]
    # all of the miss in mid-double support, none where one foot carries
    moved = (1 - (1 - 2 * left) ** 6) * miss / apart
    share = np.stack([left + moved, right - moved], axis=1)
    planned = np.einsum("ns,nsk->nk", share, plan.centre)
    feet = plan.centre + (whole.centre - planned)[:, None]
    vertical = share * whole.force[:, 2:]
    lean = whole.force[:, None, :2] / whole.force[:, None, 2:]
    lean = lean + (whole.centre[:, None] - feet) / _VIRTUAL_PIVOT
    each = np.concatenate([vertical[..., None] * lean, vertical[..., None]], axis=2)
    at = np.concatenate([feet, np.zeros_like(vertical)[..., None]], axis=2)
    free = share * whole.free_moment[:, None]
    moments = np.cross(at, each)
    moments[..., 2] += free
    at[~on_ground] = np.nan
    return GroundReaction(
        time=time,
        force=each,
        moment_origin=moments,
        centre_of_pressure=at,
        free_moment=np.where(on_ground, free, np.nan),
        known=np.ones_like(on_ground),
        source="simulation",
    )
