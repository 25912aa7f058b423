"""Identification by evolution: CMA-ES over the design variables (Hansen 2006)."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.misfit import Task, Wanted, misfits, paths_of, task_of
from ambulo.foot_contact.sphere import TypedLaws
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray

Judge = Callable[[FloatArray, FloatArray], None]
"""Function that fills the misfits (designs,) of designs (designs, variables), given as shares of
the distance between bounds.
"""

_SPREAD = 0.3
"""First standard deviation, of the way between bounds (Hansen 2006)."""


@dataclass(frozen=True, eq=False)
class Evolved:
    """Result of an evolution.

    Args:
        values: (2, spheres, values) of the best design.
        misfit: misfit of this design; evaluations: number of evaluations of the misfit.
    """

    values: FloatArray
    misfit: float
    evaluations: int


def evolve(
    design: SoleDesign,
    feet: FeetMotion,
    wanted: Wanted,
    weights: FloatArray,
    *,
    evaluations: int = 12_000,
    population: int = 100,
    seed: int = 1,
) -> Evolved:
    """Find the design with the smallest misfit.

    Args:
        design: identified values. The search starts in the middle of their bounds.
        feet: the motion.
        wanted: wrenches.
        weights: (6,) h of WRENCH.
        evaluations: number of evaluations of the misfit.
        population: number of designs in a generation, which all cores evaluate.
        seed: seed of the random generations.
    Raises:
        InputError: the extra `identify` is not installed.
    """
    judge = judge_of(design, feet, task_of(design, wanted, weights))
    return evolve_by(design, judge, evaluations=evaluations, population=population, seed=seed)


def judge_of(design: SoleDesign, feet: FeetMotion, task: Task) -> Judge:
    """The function that computes misfits of designs from the wanted forces of moving feet."""
    laws, paths = TypedLaws(design.normal, design.friction), paths_of(feet)

    def judge(designs: FloatArray, out: FloatArray) -> None:
        misfits(laws, paths, design.segment, task, designs, out)

    return judge


def evolve_by(
    design: SoleDesign,
    judge: Judge,
    *,
    evaluations: int,
    population: int = 100,
    seed: int = 1,
    start: FloatArray | None = None,
    spread: float = _SPREAD,
) -> Evolved:
    """Find the design with the smallest misfit, for any function of misfit.

    Args:
        design: identified values.
        judge: function that gives misfits; several threads call it at once.
        evaluations, population, seed: as in `evolve`.
        start: (2, spheres, values) to begin at; the middle of the bounds if left out.
        spread: first standard deviation, as a share of the distance between bounds.

    Raises:
        InputError: the extra `identify` is not installed.
    """
    try:
        import cma
    except ImportError as missing:
        raise InputError(
            "identification by evolution needs the library cma",
            remedy="In Ambulo's folder: pip install '.[identify]'",
        ) from missing
    options = {"popsize": population, "seed": seed, "verbose": -9, "verb_log": 0}
    best, least, done = np.full(len(design.free), 0.5), np.inf, 0
    if start is not None:
        part = (design.variables(start) - design.lower) / (design.upper - design.lower)
        best = np.clip(part, 0.0, 1.0)
    strategy = cma.CMAEvolutionStrategy(best, spread, options)
    with ThreadPoolExecutor(cores()) as pool:
        while done < evaluations and not strategy.stop():
            asked = np.array(strategy.ask())
            found = shared(judge, asked, pool)
            strategy.tell(list(asked), found.tolist())
            done += len(found)
            if found.min() < least:
                best, least = asked[int(found.argmin())], float(found.min())
    part = np.abs(best) % 2.0
    part = np.where(part > 1.0, 2.0 - part, part)
    variables = design.lower + part * (design.upper - design.lower)
    return Evolved(design.values(variables), least, done)


def shared(judge: Judge, designs: FloatArray, pool: ThreadPoolExecutor) -> FloatArray:
    """Misfits (designs,), computed on all cores."""
    out = np.empty(len(designs))
    edges = np.linspace(0, len(designs), cores() + 1).astype(int)
    parts = [slice(int(a), int(b)) for a, b in pairwise(edges)]
    list(pool.map(lambda part: judge(designs[part], out[part]), parts))
    return out


def cores() -> int:
    """Number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
