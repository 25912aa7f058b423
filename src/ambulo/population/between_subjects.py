"""Mean curves over a study's subjects, and their spread between subjects."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from typing import NamedTuple

import numpy as np

from ambulo.execution.tasks import in_order, some_at_a_time
from ambulo.math.arrays import FloatArray
from ambulo.population.curve_store import CurveStore
from ambulo.population.group import Average, Key
from ambulo.results.gait_cycle import CYCLE

_AT_ONCE = 1000
"""Subjects of a task."""


class _Task(NamedTuple):
    """Some subjects in a condition, each one's groups, and the row of each header."""

    averages: CurveStore
    subjects: tuple[tuple[Key, ...], ...]
    names: tuple[str, ...]


class _Sums(NamedTuple):
    """Over subjects: how many, their strides, mean and sum of squared distances from it."""

    subjects: FloatArray
    strides: FloatArray
    mean: FloatArray
    square: FloatArray


def between_subjects(
    averages: CurveStore, executor: Executor | None = None, *, workers: int | None = None
) -> dict[str, list[Average | None]]:
    """Mean and sample standard deviation over subjects. Each subject's sessions are averaged first.

    Args:
        averages: averages of all groups.
        executor: executor of the sums for many subjects; None uses this process.
        workers: number of workers; None takes that of the executor.
    Returns:
        Averages by header, in the order of the conditions; `strides` is the number of the subjects'
        strides.
    """
    names = averages.names
    keys: dict[str, dict[str, list[Key]]] = {}
    for key in averages:
        keys.setdefault(key[2], {}).setdefault(key[0], []).append(key)
    table: dict[str, list[Average | None]] = {name: [None] * len(keys) for name in names}
    for k, of in enumerate(keys.values()):
        some = executor if len(of) > _AT_ONCE else None
        total: _Sums | None = None
        for sums in in_order(_sums, _tasks(averages, of, names), some, workers=workers):
            total = sums if total is None else _together(total, sums)
        assert total is not None
        sd = np.full_like(total.mean, np.nan)
        several = total.subjects > 1.0
        sd[several] = np.sqrt(total.square[several] / (total.subjects[several, None] - 1.0))
        for r, name in enumerate(names):
            if total.subjects[r]:
                table[name][k] = Average(total.mean[r], sd[r], int(total.strides[r]))
    return table


def _tasks(
    averages: CurveStore, keys: dict[str, list[Key]], names: tuple[str, ...]
) -> Iterator[_Task]:
    for some in some_at_a_time(keys.values(), _AT_ONCE):
        theirs = averages.of(key for of in some for key in of)
        yield _Task(theirs, tuple(map(tuple, some)), names)


def _sums(task: _Task) -> _Sums:
    """Running means over subjects (Welford 1962), all quantities at once."""
    row = {name: k for k, name in enumerate(task.names)}
    count, strides = np.zeros(len(row)), np.zeros(len(row))
    mean, square = np.zeros((2, len(row), len(CYCLE)))
    with closing(task.averages) as averages:
        for keys in task.subjects:
            own, sessions = np.zeros_like(mean), np.zeros(len(row))
            for key in keys:
                names, found = averages.table(key)
                rows = np.array([row[name] for name in names], dtype=np.int64)[found[:, 0] > 0.0]
                found = found[found[:, 0] > 0.0]
                own[rows] += found[:, 1 : 1 + len(CYCLE)]
                sessions[rows] += 1.0
                strides[rows] += found[:, 0]
            known = sessions > 0.0
            count[known] += 1.0
            curve = own[known] / sessions[known, None]
            away = curve - mean[known]
            mean[known] += away / count[known, None]
            square[known] += away * (curve - mean[known])
    return _Sums(count, strides, mean, square)


def _together(one: _Sums, later: _Sums) -> _Sums:
    """Of both (Chan, Golub & LeVeque 1979)."""
    count = one.subjects + later.subjects
    share = np.divide(later.subjects, count, out=np.zeros_like(count), where=count > 0.0)[:, None]
    away = later.mean - one.mean
    return _Sums(
        count,
        one.strides + later.strides,
        one.mean + away * share,
        one.square + later.square + away**2 * (one.subjects[:, None] * share),
    )
