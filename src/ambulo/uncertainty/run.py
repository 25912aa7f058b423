"""An analysis with its bands. Each perturbed analysis gives the same result in any process."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from ambulo.execution.tasks import in_order
from ambulo.gait.configuration import UncertaintyChoice
from ambulo.gait.pace import Pace
from ambulo.gait.stages.stages import Stages
from ambulo.inputs.errors import InputError
from ambulo.inputs.progress import OnStage
from ambulo.math.arrays import FloatArray
from ambulo.math.one_thread import one_thread
from ambulo.math.random_points import BLOCK, normal_points
from ambulo.records import Analysis, Bands, SourceEffect
from ambulo.records.bands import SETTLED
from ambulo.results.columns import header
from ambulo.uncertainty.bands import (
    Samples,
    Spread,
    cycle_spread,
    holding,
    numbers_bands,
    peak_bands,
    peaks_of,
    settling_of,
    spread_of,
)
from ambulo.uncertainty.effects import effects_of_groups, groups_of
from ambulo.uncertainty.perturbed import (
    MotionAtRest,
    analyse_again,
    banded_rows,
    can_be_batched,
    result_names,
    results_of,
)
from ambulo.uncertainty.plan import Plan, not_chosen, plan
from ambulo.uncertainty.source import Nominal

_FIRST, _MOST = 128, 8192
"""Samples with which `auto` begins, and with which it gives up."""

_AT_ONCE = 8
"""Samples of one compiled pass."""

_NAMED = 6
"""Results that a note names."""

_TRIED = 4
"""Samples that are all the same where a source of others moves nothing."""

_NOT_PICKLED = (pickle.PicklingError, AttributeError, TypeError)
"""What pickling ends in, by kind of object."""

_TOP_LEVEL = "Define this object at the top level of a module that is imported"

_TASK = 16
"""Refitted samples of a task: about half a second's work."""


@one_thread
def with_bands(
    analysis: Analysis,
    stages: Stages,
    *,
    progress: OnStage | None = None,
    executor: Executor | None = None,
) -> Analysis:
    """The analysis with the bands of its configuration; unchanged if the configuration has none.

    Args:
        analysis: analysis without bands.
        stages: results of its stages.
        progress: function called with the present step.
        executor: executor of the perturbed analyses with a new fit; None uses this process.
    """
    choice = stages.choice.uncertainty
    if choice.samples is None:
        return analysis
    nominal = Nominal(analysis, stages)
    chosen = plan(nominal, choice)
    if not chosen.size:
        raise InputError(
            what="nothing is perturbed, because this trial contains nothing that these sources "
            f"change: {', '.join(chosen.idle)}",
            where="uncertainty",
            remedy="Name other sources, or omit sources to use all",
        )
    notes = [
        "Not perturbed, because these sources change nothing in this trial: "
        f"{', '.join(chosen.idle)}."
    ] * bool(chosen.idle)
    further = choice.samples == "auto"
    drawing = _Drawing(nominal, chosen, choice.seed, executor, progress, further=further)
    samples, settling = _drawn(analysis, choice, drawing)
    count = len(samples)
    notes += _said_of_still(nominal, chosen, choice.seed)
    effects: tuple[SourceEffect, ...] = ()
    if choice.effects:
        peaks = peaks_of(analysis, samples[:1])[0]
        effects = effects_of_groups(chosen, choice.effects, choice.seed, drawing.peaks, peaks)
        groups = len(groups_of(chosen))
        notes.append(
            f"Which source matters: Sobol indices of {groups} groups from {choice.effects} × "
            f"({groups} + 2) further analyses."
        )
    if choice.samples == "auto":
        notes.append(_said_of_auto(count, settling[count]))
    failed = int(np.isnan(samples).all(axis=(1, 2)).sum())
    if failed:
        notes.append(f"{failed} of {count} perturbed analyses found no result and were left out.")
    names = result_names(analysis)
    spread = spread_of(samples[:, : len(names)], choice.share)
    notes += _said_of_lost(analysis, samples, spread)
    own = banded_rows(analysis)[: len(names)]
    median, low, high = holding(np.stack([spread.median, spread.low, spread.high]), own)
    over_cycle = cycle_spread(analysis, samples, choice.share)
    bands = Bands(
        samples=count,
        failed=failed,
        share=choice.share,
        sources=chosen.said(),
        titles=tuple(p.source.title.lower() for p in chosen.perturbations),
        left_out=not_chosen(choice),
        median=dict(zip(names, median, strict=True)),
        low=dict(zip(names, low, strict=True)),
        high=dict(zip(names, high, strict=True)),
        cycle_low={name: found.low for name, found in over_cycle.items()},
        cycle_high={name: found.high for name, found in over_cycle.items()},
        strides=numbers_bands(analysis, samples, choice.share),
        peaks=peak_bands(analysis, samples, choice.share),
        effects=effects,
        settling={str(drawn): settling[drawn] for drawn in sorted(settling)},
        notes=tuple(notes),
    )
    said = (
        f"Bands of {100 * choice.share:g} % from {count} perturbed analyses, seed {choice.seed}.",
        *bands.sources,
        *(f"Not in the bands, because it was not chosen: {title}." for title in bands.left_out),
        *bands.notes,
    )
    return replace(
        analysis,
        bands=bands,
        log=(*analysis.log, *said),
        provenance=replace(analysis.provenance, seed=choice.seed),
    )


def _drawn(
    analysis: Analysis, choice: UncertaintyChoice, drawing: _Drawing
) -> tuple[Samples, dict[int, float]]:
    """Samples (samples, results, ...) as many as asked for, and how far bands of so many changed.

    Raises:
        InputError: no sample has a result.
    """
    auto, count = choice.samples == "auto", _FIRST
    if isinstance(choice.samples, int):
        count = choice.samples
    while auto and count < 2 * choice.least:
        count *= 2
    samples = drawing.first(count)
    if np.isnan(samples).all():
        raise InputError(
            f"none of {count} perturbed analyses found a result",
            where="uncertainty",
            remedy="Give the sources smaller errors, or name fewer of them",
        )
    # of fewer no half has a band
    enough = count >= 2 * choice.least
    settling = {count: settling_of(analysis, samples, choice.share)} if enough else {}
    while auto and settling[count] > SETTLED and 2 * count <= _MOST:
        count *= 2
        samples = drawing.first(count)
        settling[count] = settling_of(analysis, samples, choice.share)
    half = count
    while not auto and half >= 2 * max(_FIRST, choice.least):
        half //= 2
        settling[half] = settling_of(analysis, samples[:half], choice.share)
    return samples, settling


def _said_of_lost(analysis: Analysis, samples: Samples, spread: Spread) -> list[str]:
    """Which results have no band at any frame, and how many samples gave them no number."""
    results = results_of(analysis)
    plain = np.isfinite(np.stack([quantity.values for quantity in results]))
    banded = plain & np.isfinite(spread.median)
    lost = [k for k in range(len(results)) if plain[k].any() and not banded[k].any()]
    if not lost:
        return []
    without = sum(bool((plain[lost] & np.isnan(one[lost])).any()) for one in samples)
    names = [header(results[k].name, results[k].unit) for k in lost]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [
        f"No band of {', '.join(names[:_NAMED])}{more}: {without} of {len(samples)} perturbed "
        "analyses gave no number."
    ]


def _said_of_still(nominal: Nominal, chosen: Plan, seed: int) -> list[str]:
    """Which sources of others move no result, by themselves at points of the run."""
    points = normal_points(seed, chosen.size, 0, _TRIED)
    still = []
    for one in chosen.perturbations:
        if one.others is None:
            continue
        alone = Plan((one,), ())
        every = (alone.watched(nominal, partial(analyse_again, nominal, alone, z)) for z in points)
        found = (results for results in every if not np.isnan(results).all())
        first = next(found, None)
        if first is not None and all(np.array_equal(first, z, equal_nan=True) for z in found):
            still.append(
                f"{one.source.title.capitalize()} changes no result: all analyses that are "
                "perturbed by it alone are the same. Look at the values that its `change` returns."
            )
    return still


def _said_of_auto(count: int, change: float) -> str:
    if change <= SETTLED:
        return (
            f"The bands have settled at {count} samples: compared with half as many, their ends "
            f"moved by at most {100 * change:.1f} % of the width."
        )
    return (
        f"The bands have not settled at {count} samples: compared with half as many, an end "
        f"moved by {100 * change:.1f} % of the width. Give a larger number of samples in place of "
        "auto."
    )


def draw(
    nominal: Nominal,
    chosen: Plan,
    seed: int,
    count: int,
    executor: Executor | None = None,
) -> Samples:
    """The first perturbed analyses (count, results, frames) of the sequence.

    Args:
        nominal: the analysis that is perturbed.
        chosen: sources that perturb it.
        seed: seed of the sequence.
        count: number of perturbed analyses.
        executor: executor of the perturbed analyses with a new fit; None uses this process.
    """
    return _Drawing(nominal, chosen, seed, executor, None).first(count)


@dataclass(frozen=True, eq=False)
class _Task:
    """Samples to make.

    Args:
        job: nominal analysis and plan, pickled; the same for all tasks of a run.
        points: (n, plan.size) where.
    """

    job: bytes
    points: FloatArray


def _packed(nominal: Nominal, chosen: Plan) -> bytes:
    """A job for other processes.

    Raises:
        InputError: something of others in it is of no module's own.
    """
    for one in chosen.perturbations:
        if one.others is not None:
            try:
                pickle.dumps((one.source, one.settings))
            except _NOT_PICKLED as error:
                raise one.others.refused(_cannot_take(error), _TOP_LEVEL) from error
    try:
        return pickle.dumps((nominal, chosen))
    except _NOT_PICKLED as error:
        raise InputError(_cannot_take(error), "uncertainty", _TOP_LEVEL) from error


@lru_cache(maxsize=2)
def _unpacked(job: bytes) -> tuple[Nominal, Plan]:
    try:
        found: tuple[Nominal, Plan] = pickle.loads(job)
    except (AttributeError, ImportError) as error:
        raise InputError(_cannot_take(error), "uncertainty", _TOP_LEVEL) from error
    return found


def _cannot_take(error: Exception) -> str:
    return f"the processes of the perturbed analyses cannot take over an object ({error})"


def _made(task: _Task) -> Samples:
    """The samples of a task (n, results, frames), in a process that may be another."""
    nominal, chosen = _unpacked(task.job)
    return chosen.watched(nominal, lambda: _one_by_one(nominal, chosen, task.points))


def _one_by_one(nominal: Nominal, chosen: Plan, points: FloatArray) -> Samples:
    return np.stack([analyse_again(nominal, chosen, z) for z in points]).astype(np.float32)


class _Drawing:
    """Samples as they are asked for; the first ones are kept."""

    def __init__(
        self,
        nominal: Nominal,
        chosen: Plan,
        seed: int,
        executor: Executor | None,
        progress: OnStage | None,
        *,
        further: bool = False,
    ) -> None:
        self._nominal, self._plan, self._seed = nominal, chosen, seed
        self._executor, self._progress = executor, progress
        # whether more than the samples that are asked for now may follow
        self._further = further
        self._held: Samples = np.zeros((0, 0, 0), dtype=np.float32)
        self._rest = MotionAtRest(nominal, chosen) if can_be_batched(nominal, chosen) else None
        shared = executor is not None and self._rest is None
        self._job = _packed(nominal, chosen) if shared else b""
        self._pace: dict[tuple[str, int], Pace] = {}

    def first(self, count: int) -> Samples:
        """Samples 0 to count - 1."""
        return self._plan.watched(self._nominal, lambda: self._first(count))

    def _first(self, count: int) -> Samples:
        done = len(self._held)
        shape = (count, *banded_rows(self._nominal.analysis).shape)
        samples = np.empty(shape, dtype=np.float32)
        if done:
            samples[:done] = self._held
        self._say("uncertainty", done, count)
        for made in self._from(done, count):
            samples[done : done + len(made)] = made
            done += len(made)
            self._say("uncertainty", done, count)
        self._held = samples
        return samples

    def peaks(self, points: FloatArray) -> FloatArray:
        """Peaks (n, peaks) of the analyses at points (n, plan.size)."""
        return self._plan.watched(self._nominal, lambda: self._peaks(points))

    def _peaks(self, points: FloatArray) -> FloatArray:
        portions = (points[k : k + _TASK] for k in range(0, len(points), _TASK))
        found: list[FloatArray] = []
        self._say("which source matters", 0, len(points))
        for made in self._at(portions):
            found.append(peaks_of(self._nominal.analysis, made)[1])
            self._say("which source matters", sum(map(len, found)), len(points))
        return np.concatenate(found)

    def _say(self, what: str, done: int, count: int) -> None:
        if self._progress is not None:
            # each batch of samples that is asked for has its own time
            left = "left at this stage" if self._further else "left"
            pace = self._pace.setdefault(
                (what, count), Pace(count, "perturbed analyses", done, left=left)
            )
            self._progress(f"{what}: {pace.said(done)}")

    def _points(self, first: int, stop: int) -> Iterator[FloatArray]:
        """Points of the sequence in the portions of tasks."""
        for start in range(first // BLOCK * BLOCK, stop, BLOCK):
            block = normal_points(self._seed, self._plan.size, start, min(BLOCK, stop - start))
            for k in range(0, len(block), _TASK):
                portion = block[max(k, first - start) : k + _TASK]
                if len(portion):
                    yield portion

    def _from(self, first: int, stop: int) -> Iterator[Samples]:
        yield from self._at(self._points(first, stop))

    def _at(self, portions: Iterable[FloatArray]) -> Iterator[Samples]:
        """Samples at portions of points, in their order."""
        if self._rest is not None:
            for points in portions:
                # few at once stay in the processor's cache
                for k in range(0, len(points), _AT_ONCE):
                    yield self._rest.results(points[k : k + _AT_ONCE]).astype(np.float32)
            return
        if self._executor is None:
            for points in portions:
                yield _one_by_one(self._nominal, self._plan, points)
            return
        tasks = (_Task(self._job, points) for points in portions)
        yield from in_order(_made, tasks, self._executor)
