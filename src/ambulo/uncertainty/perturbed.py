"""One perturbed analysis. The stages from the first perturbed stage on are repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.many_inverses import ManyInverses
from ambulo.gait.smoothed_plates import for_moments
from ambulo.gait.stages.calibrate import Calibration, calibrate
from ambulo.gait.stages.curves import joint_curves
from ambulo.gait.stages.differentiate import differentiate
from ambulo.gait.stages.fit import fit
from ambulo.gait.stages.ground import used_reaction
from ambulo.gait.stages.invert import invert_body
from ambulo.gait.stages.steps import Steps, stance_of
from ambulo.gait.trunk_balance import with_trunk_moved
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.math.arrays import FloatArray
from ambulo.mocap.direction import direction_of
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.records import Analysis, GroundReaction, Markers, Model, Quantities, Quantity
from ambulo.results.catalogue import CURVES, NUMBERS, ChangedBy
from ambulo.results.columns import header
from ambulo.results.posture import Posture, posture
from ambulo.uncertainty.plan import Plan
from ambulo.uncertainty.source import Acts, Nominal, PlacedMarkers

BEFORE_FIT = (Acts.PLACEMENT, Acts.GEOMETRY, Acts.MARKERS)
BEFORE_MOTION = (*BEFORE_FIT, Acts.SMOOTHING)


def results_of(analysis: Analysis) -> list[Quantity]:
    """Every result that gets a band, in the catalogue's order."""
    at = posture(analysis.model, analysis.motion)
    return [q for row in CURVES.values() if row.banded for q in row.quantities(analysis, at)]


def result_names(analysis: Analysis) -> list[str]:
    """Headers of the results, `left_knee_flexion [N*m]`, in the order of `results_of`."""
    return [header(quantity.name, quantity.unit) for quantity in results_of(analysis)]


def stride_numbers(analysis: Analysis, at: Posture) -> list[Quantity]:
    """Every quantity with one number for each stride (strides,). These also get bands."""
    return [q for row in NUMBERS for q in row.quantities(analysis, at)]


def in_rows(numbers: Sequence[Quantity], frames: int) -> FloatArray:
    """The numbers of strides in rows (n, frames) after those of the results, filled up with NaN."""
    flat = np.concatenate([q.values for q in numbers]) if numbers else np.zeros(0)
    rows = np.full((-(-len(flat) // frames), frames), np.nan)
    rows.ravel()[: len(flat)] = flat
    return rows


def analyse_again(nominal: Nominal, plan: Plan, point: FloatArray) -> FloatArray:
    """Every result (results, frames) of one perturbed analysis, in the units of `results_of`. The
    numbers of strides (`in_rows`) follow.

    Args:
        nominal: the analysis that is perturbed.
        plan: sources that perturb it.
        point: (plan.size,) standard normal numbers.
    Returns:
        All values are NaN if the perturbed input allows no analysis.
    Raises:
        MistakeOfOthers: a source of another package makes a mistake.
    """
    try:
        return _again(nominal, plan, point)
    except MistakeOfOthers:
        raise
    except (InputError, np.linalg.LinAlgError):
        return np.full_like(banded_rows(nominal.analysis), np.nan)


def _again(nominal: Nominal, plan: Plan, point: FloatArray) -> FloatArray:
    stages = nominal.stages
    body = _motion(nominal, plan, point)
    model = body.model
    for one, z in plan.of(Acts.INERTIA, point):
        model = one.change(nominal, model, z)
    body = replace(body, model=model)
    steps = _steps(nominal, plan, point)
    used = used_reaction(body, steps, stages.ground.method, stages.choice)
    smoothed = None
    if steps.plates is not None and stages.ground.method == "plates":
        smoothed = for_moments(used, _smoothing(nominal, plan, point), stages.choice)
    inverted = used if smoothed is None else smoothed
    inverse = invert_body(body, inverted, axes=stages.inverse.axes)
    direction = direction_of(nominal.analysis, inverse.body.p[:, 0])
    curves = joint_curves(inverse, inverted, stages.choice, direction)
    again = replace(
        nominal.analysis, model=model, motion=inverse.body.motion, ground=used,
        joint_forces=inverse.forces, angles=curves.angles, moments=curves.moments,
        powers=curves.powers, smoothed_ground=smoothed,
    )  # fmt: skip
    return banded_rows(again)


def banded_rows(analysis: Analysis) -> FloatArray:
    """All values that get bands (rows, frames): results, then numbers of strides."""
    numbers = stride_numbers(analysis, posture(analysis.model, analysis.motion))
    curves = [quantity.values for quantity in results_of(analysis)]
    return np.concatenate([curves, in_rows(numbers, len(analysis.motion.time))])


def _smoothing(nominal: Nominal, plan: Plan, point: FloatArray) -> Smoothing:
    """The motion's, perturbed."""
    smoothing = nominal.stages.filtered.smoothing
    for one, z in plan.of(Acts.SMOOTHING, point):
        smoothing = one.change(nominal, smoothing, z)
    return smoothing


def _motion(nominal: Nominal, plan: Plan, point: FloatArray) -> ModelMotion:
    """The body in motion, found anew as far as something before it is perturbed."""
    stages = nominal.stages
    if not plan.acts(*BEFORE_MOTION):
        return stages.inverse.body
    smoothing = _smoothing(nominal, plan, point)
    fitted = stages.fitted
    if plan.acts(*BEFORE_FIT):
        person, markers = _person(nominal, plan, point, smoothing)
        for one, z in plan.of(Acts.MARKERS, point):
            markers = one.change(nominal, markers, z)
        filtered = replace(stages.filtered, markers=markers, smoothing=smoothing, fit=None)
        fitted = fit(person, filtered, stages.choice)
    body = differentiate(fitted, stages.steps.time, smoothing)
    body = replace(body, devices=stages.inverse.body.devices)
    shift = stages.balanced.shift
    # what the plates said of the trunk is part of the model that is perturbed
    return body if shift is None else with_trunk_moved(body, shift)


def _person(
    nominal: Nominal, plan: Plan, point: FloatArray, smoothing: Smoothing
) -> tuple[Calibration, Markers]:
    """The calibrated subject, and filtered markers of the walk."""
    stages = nominal.stages
    person, markers = stages.person, stages.filtered.markers
    if plan.acts(Acts.PLACEMENT):
        static = stages.recording.static
        placed = PlacedMarkers(None if static is None else static.markers, stages.named.markers)
        for one, z in plan.of(Acts.PLACEMENT, point):
            placed = one.change(nominal, placed, z)
        if static is not None and placed.standing is not None:
            static = replace(static, markers=placed.standing)
        recording = replace(stages.recording, static=static)
        person = calibrate(recording, replace(stages.named, markers=placed.walking), stages.choice)
        markers = smoothing.of_markers(placed.walking)
    model = person.model
    for one, z in plan.of(Acts.GEOMETRY, point):
        model = one.change(nominal, model, z)
    return replace(person, model=model), markers


def _steps(nominal: Nominal, plan: Plan, point: FloatArray) -> Steps:
    """Events and what the plates measured, perturbed."""
    steps = nominal.stages.steps
    if plan.acts(Acts.EVENTS):
        events = steps.events
        for one, z in plan.of(Acts.EVENTS, point):
            events = one.change(nominal, events, z)
        steps = replace(steps, events=events, stance=stance_of(steps.time, events))
    if steps.plates is not None:
        reaction = steps.plates
        for one, z in plan.of(Acts.REACTION, point):
            reaction = one.change(nominal, reaction, z)
        steps = replace(steps, plates=reaction)
    return steps


def can_be_batched(nominal: Nominal, plan: Plan) -> bool:
    """Whether only inertia and plates are perturbed, the model is jointed and in space, and plates
    measured the reactions.
    """
    stages = nominal.stages
    return (
        not plan.acts(*BEFORE_MOTION, Acts.EVENTS)
        and stages.ground.method == "plates"
        and stages.choice.model != "planar"
        and stages.inverse.body.apart is None
        and all(row.changed_by is not None for row in CURVES.values() if row.banded)
    )


_CHANGES: Mapping[Acts, ChangedBy] = {Acts.INERTIA: "masses", Acts.REACTION: "plates"}
"""What is perturbed where no complete analysis is needed, as the catalogue's rows say it."""


class MotionAtRest:
    """A motion that no sample changes, with all results that depend only on it.

    Args:
        nominal: the analysis that is perturbed.
        plan: plan for which `can_be_batched` is True.
    """

    def __init__(self, nominal: Nominal, plan: Plan) -> None:
        self._nominal, self._plan = nominal, plan
        analysis, inverse = nominal.analysis, nominal.stages.inverse
        self._many = ManyInverses(inverse)
        self._posture = posture(inverse.body.model, inverse.body.motion)
        self._wrench = self._many.loads(analysis.inverted_ground)
        changed = {word for act, word in _CHANGES.items() if plan.acts(act)}
        self._still = {
            name: self._columns(name, analysis, self._posture)
            for name, row in CURVES.items()
            if row.banded and changed.isdisjoint(row.changed_by or ())
        }

    def results(self, points: FloatArray) -> FloatArray:
        """Results of `analyse_again` for each sample (samples, rows, frames).

        Args:
            points: (samples, plan.size) standard normal numbers.
        """
        models = [self._model(point) for point in points]
        analysis, wrench = self._nominal.analysis, self._wrench
        grounds = [(analysis.ground, analysis.smoothed_ground)] * len(points)
        if self._plan.acts(Acts.REACTION):
            found = [self._ground(point) for point in points]
            wrench = np.stack([self._many.loads(inverted) for _, inverted in found])
            grounds = [*found]
        moments, powers = self._many.moments_and_powers(models, wrench)
        samples = zip(models, grounds, moments, powers, strict=True)
        return np.stack([self._rows(*one) for one in samples])

    def _rows(
        self,
        model: Model,
        grounds: tuple[GroundReaction, GroundReaction | None],
        moments: FloatArray,
        powers: FloatArray,
    ) -> FloatArray:
        """All values of one sample (rows, frames)."""
        analysis = self._nominal.analysis
        again = replace(
            analysis, model=model, ground=grounds[0], smoothed_ground=grounds[1],
            moments=_with_values(analysis.moments, moments),
            powers=_with_values(analysis.powers, powers),
        )  # fmt: skip
        at = replace(self._posture, model=model)
        curves = [
            self._still[name] if name in self._still else self._columns(name, again, at)
            for name, row in CURVES.items()
            if row.banded
        ]
        return np.concatenate([*curves, in_rows(stride_numbers(again, at), powers.shape[1])])

    def _columns(self, name: str, analysis: Analysis, at: Posture) -> FloatArray:
        """Columns (n, frames) of a row of the catalogue."""
        found = [quantity.values for quantity in CURVES[name].quantities(analysis, at)]
        return np.array(found).reshape(-1, len(analysis.motion.time))

    def _model(self, point: FloatArray) -> Model:
        model = self._nominal.stages.inverse.body.model
        for one, z in self._plan.of(Acts.INERTIA, point):
            model = one.change(self._nominal, model, z)
        return model

    def _ground(self, point: FloatArray) -> tuple[GroundReaction, GroundReaction]:
        """The perturbed reaction, and the one of which joint moments are."""
        ground, stages = self._nominal.analysis.ground, self._nominal.stages
        for one, z in self._plan.of(Acts.REACTION, point):
            ground = one.change(self._nominal, ground, z)
        return ground, for_moments(ground, stages.filtered.smoothing, stages.choice) or ground


def _with_values(quantities: Quantities, values: FloatArray) -> Quantities:
    pairs = zip(quantities, values, strict=True)
    return Quantities(Quantity(q.name, q.unit, x, q.positive) for q, x in pairs)
