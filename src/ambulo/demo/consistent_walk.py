"""A walk whose ground reaction is one that two feet on the floor can give.

Feet roll without sliding or sinking, the body follows published patterns as closely as mechanics
lets it, and the whole body's ground reaction acts where the feet are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.foot_sharing import FootPlan, foot_plan
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.periodic_motion import PeriodicMotion, periodic_motion
from ambulo.demo.posture import PostureBuilder
from ambulo.demo.walk_fit import fit_walk
from ambulo.math.arrays import FloatArray
from ambulo.records import Model

_SAMPLES = 512


@dataclass(frozen=True, eq=False)
class ConsistentWalk:
    """A walk of equal strides on a level floor, left foot strike at time 0.

    Args:
        model: who walks.
        walk: patterns it follows, bent from the published ones.
        shape: sole.
        motion: coordinates over time.
    """

    model: Model
    walk: NormalWalk
    shape: FootShape
    motion: PeriodicMotion

    def foot_plan(self, time: FloatArray) -> FootPlan:
        """Where and in which proportion the feet carry at times (n,) [s]."""
        return foot_plan(self.walk, self.shape, time)


def consistent_walk(model: Model, walk: NormalWalk, shape: FootShape) -> ConsistentWalk:
    """Find the walk.

    Args:
        model: an 18-segment body, left and right alike, its thighs and shanks along z.
        walk: published patterns.
        shape: sole of its feet.
    Raises:
        ValueError: the published walk is out of the body's reach.
    """
    fitted = fit_walk(model, walk, shape)
    cycle = walk.cycle
    posture = PostureBuilder(model, shape, np.arange(_SAMPLES) / _SAMPLES)(fitted)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    motion = periodic_motion(model.tree, cycle.stride_time, advance, posture.root, posture.R)
    return ConsistentWalk(model, fitted, shape, motion)
