"""Effects of groups of sources on peaks: Sobol indices of first and total order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.random_points import BLOCK, normal_points
from ambulo.records import SourceEffect
from ambulo.uncertainty.plan import Plan

_RESAMPLES = 200
_NORMAL = 1.96
"""Standard errors, of as many resamplings, in half a 95 % confidence interval."""


def groups_of(plan: Plan) -> dict[str, list[int]]:
    """Coordinates of a point by group of sources; correlated sources are in one group."""
    groups: dict[str, list[int]] = {}
    for one in plan.perturbations:
        groups.setdefault(one.source.group, []).extend(range(one.start, one.stop))
    return groups


def effects_of_groups(
    plan: Plan,
    base: int,
    seed: int,
    peaks: Callable[[FloatArray], FloatArray],
    names: Sequence[str],
) -> tuple[SourceEffect, ...]:
    """First-order and total Sobol indices of the groups, from base (groups + 2) analyses.

    Points of twice the size give two independent matrices A and B. A further matrix for each group
    is A with that group's columns of B (Saltelli et al. 2010). SciPy computes the indices.
    Resampled analyses give their confidence.

    Args:
        plan: sources that perturb the analysis.
        base: number of points, a power of two.
        seed: seed of the points and of the bootstrap.
        peaks: function from points (n, plan.size) to results (n, names).
        names: names of the results.
    """
    groups = groups_of(plan)
    both = np.concatenate(
        [normal_points(seed, 2 * plan.size, k, min(BLOCK, base - k)) for k in range(0, base, BLOCK)]
    )
    A, B = both[:, : plan.size], both[:, plan.size :]
    found = [_complete(peaks(points)) for points in _matrices(A, B, groups.values())]
    f_A, f_B, f_AB = found[0].T, found[1].T, np.stack([values.T for values in found[2:]])
    moves = np.ptp(np.concatenate([f_A, f_B], axis=1), axis=1) > 0.0
    if not moves.any():
        return ()
    values = f_A[moves], f_B[moves], f_AB[:, moves]
    first, total = _indices(*values)
    rng = np.random.default_rng(seed)
    again = [
        _indices(*(of[..., chosen] for of in values))
        for chosen in rng.integers(0, base, size=(_RESAMPLES, base))
    ]
    first_error, total_error = _NORMAL * np.std(again, axis=0)
    moving = [name for name, moved in zip(names, moves, strict=True) if moved]
    return tuple(
        SourceEffect(
            group,
            name,
            float(first[k, g]),
            float(total[k, g]),
            float(first_error[k, g]),
            float(total_error[k, g]),
        )
        for k, name in enumerate(moving)
        for g, group in enumerate(groups)
    )


def _indices(f_A: FloatArray, f_B: FloatArray, f_AB: FloatArray) -> tuple[FloatArray, FloatArray]:
    """First-order and total indices (results, groups)."""
    from scipy.stats import sobol_indices

    found = sobol_indices(func={"f_A": f_A, "f_B": f_B, "f_AB": f_AB}, n=f_A.shape[1])
    shape = len(f_A), len(f_AB)
    return found.first_order.reshape(shape), found.total_order.reshape(shape)


def _matrices(A: FloatArray, B: FloatArray, groups: Iterable[list[int]]) -> Iterator[FloatArray]:
    """A, B, and A with each group's columns of B."""
    yield A
    yield B
    for columns in groups:
        mixed = A.copy()
        mixed[:, columns] = B[:, columns]
        yield mixed


def _complete(values: FloatArray) -> FloatArray:
    """Results in which an analysis that failed counts as the mean of the others."""
    return np.where(np.isfinite(values), values, np.nanmean(values, axis=0))
