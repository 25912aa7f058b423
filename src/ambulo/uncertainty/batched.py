"""Many perturbed analyses at once, where the motion stays: other inertia, other plate readings.

What each sample gives is what `analyse_again` gives for it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.many_inverses import ManyInverses
from ambulo.gait.smoothed_plates import for_moments
from ambulo.math.arrays import FloatArray
from ambulo.records import GroundReaction, Model, Quantities
from ambulo.results.catalogue import CURVES
from ambulo.results.foot_progression import foot_progression
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.posture import posture
from ambulo.uncertainty.perturbed import BEFORE_MOTION, in_rows, numbers_of
from ambulo.uncertainty.plan import Plan
from ambulo.uncertainty.source import Acts, Nominal


def can_be_batched(nominal: Nominal, plan: Plan) -> bool:
    """Whether only inertia and plates are perturbed, of a jointed model in space on its plates."""
    stages = nominal.stages
    return (
        not plan.acts(*BEFORE_MOTION, Acts.EVENTS)
        and stages.ground.method == "plates"
        and stages.choice.model != "planar"
        and stages.inverse.body.apart is None
        and all(name in _MADE + _BY_MASSES for name, row in CURVES.items() if row.banded)
    )


_MADE = ("joint_angles", "joint_moments", "joint_powers", "ground_reaction", "foot_progression")
"""Rows of the catalogue that are made at once here."""
_BY_MASSES = ("centre_of_mass", "body_energy", "segment_energies")
"""Rows that hang on nothing but the motion and the masses."""


class MotionAtRest:
    """A motion that no sample changes, with what follows from it alone.

    Args:
        nominal: the analysis that is perturbed.
        plan: of which `can_be_batched`.
    """

    def __init__(self, nominal: Nominal, plan: Plan) -> None:
        self._nominal, self._plan = nominal, plan
        analysis, inverse = nominal.analysis, nominal.stages.inverse
        self._many = ManyInverses(inverse)
        self._angles = np.stack([quantity.values for quantity in analysis.angles])
        self._posture = posture(inverse.body.model, inverse.body.motion)
        self._progression = np.array(
            [quantity.values for quantity in foot_progression(analysis, self._posture)]
        ).reshape(-1, self._angles.shape[1])
        self._wrench = self._many.loads(analysis.inverted_ground)
        self._reaction = self._columns(analysis.ground)
        self._of_body = self._by_masses(inverse.body.model)

    def results(self, points: FloatArray) -> FloatArray:
        """What `analyse_again` gives of each (samples, rows, frames).

        Args:
            points: (samples, plan.size) standard normal numbers.
        """
        models = [self._model(point) for point in points]
        wrench, reactions = self._wrench, [self._reaction] * len(points)
        inverted = [self._nominal.analysis.inverted_ground] * len(points)
        if self._plan.acts(Acts.REACTION):
            grounds = [self._ground(point) for point in points]
            inverted = [self._inverted(ground) for ground in grounds]
            wrench = np.stack([self._many.loads(ground) for ground in inverted])
            reactions = [self._columns(ground) for ground in grounds]
        angles, feet = (
            np.broadcast_to(one, (len(points), *one.shape))
            for one in (self._angles, self._progression)
        )
        moments, powers = self._many.moments_and_powers(models, wrench)
        made = dict(zip(_MADE, (angles, moments, powers, np.stack(reactions), feet), strict=True))
        bodies = [self._of_body] * len(points)
        if self._plan.acts(Acts.INERTIA):
            bodies = [self._by_masses(model) for model in models]
        made |= {name: np.stack([one[name] for one in bodies]) for name in _BY_MASSES}
        numbers = np.stack(
            [self._numbers(*one) for one in zip(models, inverted, powers, strict=True)]
        )
        return np.concatenate([*(made[name] for name in CURVES if name in made), numbers], axis=1)

    def _numbers(self, model: Model, inverted: GroundReaction, powers: FloatArray) -> FloatArray:
        """Of strides, in rows (n, frames)."""
        analysis = self._nominal.analysis
        named = zip(analysis.powers, powers, strict=True)
        again = replace(
            analysis, model=model, smoothed_ground=inverted,
            powers=Quantities(replace(q, values=values) for q, values in named),
        )  # fmt: skip
        return in_rows(numbers_of(again, replace(self._posture, model=model)), powers.shape[1])

    def _model(self, point: FloatArray) -> Model:
        model = self._nominal.stages.inverse.body.model
        for one, z in self._plan.of(Acts.INERTIA, point):
            model = one.change(self._nominal, model, z)
        return model

    def _by_masses(self, model: Model) -> dict[str, FloatArray]:
        """Columns (n, frames) of the rows that hang on the masses."""
        analysis = replace(self._nominal.analysis, model=model)
        at = replace(self._posture, model=model)
        frames = len(analysis.motion.time)
        return {
            name: np.array([q.values for q in CURVES[name].quantities(analysis, at)]).reshape(
                -1, frames
            )
            for name in _BY_MASSES
        }

    def _ground(self, point: FloatArray) -> GroundReaction:
        ground = self._nominal.analysis.ground
        for one, z in self._plan.of(Acts.REACTION, point):
            ground = one.change(self._nominal, ground, z)
        return ground

    def _inverted(self, ground: GroundReaction) -> GroundReaction:
        """What joint moments are of."""
        stages = self._nominal.stages
        return for_moments(ground, stages.filtered.smoothing, stages.choice) or ground

    def _columns(self, ground: GroundReaction) -> FloatArray:
        found = ground_reaction_quantities(ground, self._posture)
        return np.stack([quantity.values for quantity in found])
