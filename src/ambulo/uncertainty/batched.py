"""Many perturbed analyses at once, where the motion stays: other inertia, other plate readings.

One compiled pass over all samples and frames; what each sample gives is what `analyse_again` gives
for it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_motions import motions_of
from ambulo.model.moment_axes import joint_axes
from ambulo.multibody.tree.kinematics import body_velocities
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import GroundReaction, Model
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.posture import posture
from ambulo.uncertainty.perturbed import BEFORE_MOTION
from ambulo.uncertainty.plan import Plan
from ambulo.uncertainty.source import Acts, Nominal

__all__ = ["MotionAtRest", "can_be_batched"]


def can_be_batched(nominal: Nominal, plan: Plan) -> bool:
    """Whether only inertia and plates are perturbed, of a jointed model in space on its plates."""
    stages = nominal.stages
    return (
        not plan.acts(*BEFORE_MOTION, Acts.EVENTS)
        and stages.ground.method == "plates"
        and stages.choice.model != "planar"
        and stages.inverse.body.apart is None
    )


class MotionAtRest:
    """A motion that no sample changes, with what follows from it alone.

    Args:
        nominal: the analysis that is perturbed.
        plan: of which `can_be_batched`.
    """

    def __init__(self, nominal: Nominal, plan: Plan) -> None:
        self._nominal, self._plan = nominal, plan
        analysis, body = nominal.analysis, nominal.stages.inverse.body
        tree = body.model.tree
        parent = tree.parent[1:]
        self._angles = np.stack([quantity.values for quantity in analysis.angles])
        # (frames, joints, axes, 3): moments are taken on these, powers on the proximal segment's
        around = body.R[:, parent], body.R[:, 1:]
        self._axes = np.ascontiguousarray(joint_axes(*around, nominal.stages.inverse.axes))
        self._proximal = np.ascontiguousarray(joint_axes(*around, "proximal"))
        omega, _ = body_velocities(tree, body.motion.q, body.motion.v)
        self._rate = np.einsum("fjci,fji->fjc", self._proximal, omega[:, 1:] - omega[:, parent])
        self._motions = motions_of(body.model.joints[1:])
        self._posture = posture(body.model, body.motion)
        self._wrench = self._loads(analysis.ground)
        self._reaction = self._columns(analysis.ground)

    def results(self, points: FloatArray) -> FloatArray:
        """Every result (samples, results, frames) in the units of `results_of`.

        Args:
            points: (samples, plan.size) standard normal numbers.
        """
        body, plan = self._nominal.stages.inverse.body, self._plan
        models = [self._model(point) for point in points]
        tree = replace(
            body.model.tree,
            mass=np.stack([model.tree.mass for model in models]),
            com=np.stack([model.tree.com for model in models]),
            inertia=np.stack([model.tree.inertia for model in models]),
        )
        wrench, reactions = self._wrench, [self._reaction] * len(points)
        if plan.acts(Acts.REACTION):
            grounds = [self._ground(point) for point in points]
            wrench = np.stack([self._loads(ground) for ground in grounds])
            reactions = [self._columns(ground) for ground in grounds]
        motion = body.motion
        _, moment, _ = inverse_dynamics(tree, motion.q, motion.v, motion.a, wrench)
        angles = np.broadcast_to(self._angles, (len(points), *self._angles.shape))
        moments, powers = _named(
            moment, self._axes, self._proximal, self._rate, self._motions.column, self._motions.sign
        )
        return np.concatenate([angles, moments, powers, np.stack(reactions)], axis=1)

    def _model(self, point: FloatArray) -> Model:
        model = self._nominal.stages.inverse.body.model
        for one, z in self._plan.of(Acts.INERTIA, point):
            model = one.settings.change(self._nominal, model, z)
        return model

    def _ground(self, point: FloatArray) -> GroundReaction:
        ground = self._nominal.analysis.ground
        for one, z in self._plan.of(Acts.REACTION, point):
            ground = one.settings.change(self._nominal, ground, z)
        return ground

    def _loads(self, ground: GroundReaction) -> FloatArray:
        body = self._nominal.stages.inverse.body
        return foot_loads(body.model, body.R, body.p, ground).wrench

    def _columns(self, ground: GroundReaction) -> FloatArray:
        found = ground_reaction_quantities(ground, self._posture)
        return np.stack([quantity.values for quantity in found])


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
