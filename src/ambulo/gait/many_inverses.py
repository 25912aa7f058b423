"""Inverse dynamics of one motion for many bodies and many ground reactions at once.

One compiled pass computes all of them in all frames. Each result is equal to that of `invert`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ambulo.gait.stages.invert import Inverse
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_moments import joint_axes
from ambulo.model.joint_motions import motions_of
from ambulo.multibody.tree.kinematics import body_velocities
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import GroundReaction, Model


class ManyInverses:
    """A motion with joints, with the quantities that follow from the motion alone.

    Args:
        inverse: of that motion, with the axes on which moments are reported.
    """

    def __init__(self, inverse: Inverse) -> None:
        self._body = body = inverse.body
        tree = body.model.tree
        parent = tree.parent[1:]
        # (frames, joints, axes, 3): moments are taken on these, powers on the proximal segment's
        around = body.R[:, parent], body.R[:, 1:]
        self._axes = np.ascontiguousarray(joint_axes(*around, inverse.axes))
        self._proximal = np.ascontiguousarray(joint_axes(*around, "proximal"))
        omega, _ = body_velocities(tree, body.motion.q, body.motion.v)
        self._rate = np.einsum("fjci,fji->fjc", self._proximal, omega[:, 1:] - omega[:, parent])
        self._motions = motions_of(body.model.joints[1:])

    def loads(self, ground: GroundReaction) -> FloatArray:
        """Wrenches (frames, nb, 6) of ground and devices at the segments' origins [N*m, N]."""
        body = self._body
        feet = foot_loads(body.model, body.R, body.p, ground)
        return (body.with_devices(feet) or feet).wrench

    def moments_and_powers(
        self, models: Sequence[Model], wrench: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Moments (models, 3 joints, frames) N*m and powers (models, 4 joints, frames) W.

        Args:
            models: with different masses, mass centres and inertias.
            wrench: `loads` (frames, nb, 6) for all models, or (models, frames, nb, 6) for each.
        """
        tree, motion = self._body.model.tree, self._body.motion
        tree = replace(
            tree,
            mass=np.stack([model.tree.mass for model in models]),
            com=np.stack([model.tree.com for model in models]),
            inertia=np.stack([model.tree.inertia for model in models]),
        )
        _, moment, _ = inverse_dynamics(tree, motion.q, motion.v, motion.a, wrench)
        return _named(
            moment, self._axes, self._proximal, self._rate, self._motions.column, self._motions.sign
        )


@compiled
def _named(
    moment: FloatArray,
    axes: FloatArray,
    proximal: FloatArray,
    rate: FloatArray,
    column: IntArray,
    sign: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Moments (samples, 3 joints, frames) and powers (samples, 4 joints, frames) as reported.

    Args:
        moment: (samples, frames, bodies, 3) N*m, world axes; the first body is the root.
        axes, proximal: (frames, joints, 3 axes, 3) unit axes of moments and of powers.
        rate: (frames, joints, 3) rad/s, relative angular velocity on the proximal axes.
        column, sign: (3 joints,) where a joint's motions are among the components, and their signs.
    """
    samples, frames, joints = moment.shape[0], moment.shape[1], moment.shape[2] - 1
    moments = np.empty((samples, 3 * joints, frames))
    powers = np.empty((samples, 4 * joints, frames))
    for m in range(samples):
        for j in range(joints):
            for k in range(3):
                c = column[3 * j + k] - 3 * j
                for f in range(frames):
                    n = moment[m, f, j + 1]
                    e, d = axes[f, j, c], proximal[f, j, c]
                    on_axis = n[0] * e[0] + n[1] * e[1] + n[2] * e[2]
                    moments[m, 3 * j + k, f] = sign[3 * j + k] * on_axis
                    # P = sum over the proximal axes of M_c w_c
                    along = n[0] * d[0] + n[1] * d[1] + n[2] * d[2]
                    powers[m, 4 * j + k, f] = along * rate[f, j, c]
            for f in range(frames):
                powers[m, 4 * j + 3, f] = (
                    powers[m, 4 * j, f] + powers[m, 4 * j + 1, f] + powers[m, 4 * j + 2, f]
                )
    return moments, powers
