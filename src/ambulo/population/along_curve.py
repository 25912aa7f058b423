"""Two conditions of a study, compared along the curve by random field theory.

The test is spm1d's t test of whole curves (Pataky 2012). It is paired if the same subjects walked
in both conditions, otherwise of two samples. In clusters, t exceeds the value that smooth random
curves reach in one of twenty experiments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.group import Average, Key

LEAST = 5
"""Least number of subjects in each condition for a test. Fewer subjects do not allow an estimate of
a field.
"""

_ALPHA = 0.05


@dataclass(frozen=True)
class Cluster:
    """A range [% of the stride] in which the conditions differ, and the probability of a cluster as
    large.
    """

    start: float
    stop: float
    p: float

    @property
    def shown(self) -> str:
        """The probability as text. For a field it is not known below a thousandth."""
        return "< 0.001" if self.p < 0.001 else f"{self.p:.3f}"


@dataclass(frozen=True)
class CurveTest:
    """One quantity in two conditions.

    Args:
        quantity: header.
        first, second: conditions; t is positive where the first is larger.
        kind: kind of the test; subjects: number of subjects in each condition.
        critical: t above which a cluster begins.
        largest: t of greatest magnitude, with its sign.
        clusters: clusters in order of the stride.
    """

    quantity: str
    first: str
    second: str
    kind: Literal["paired", "two samples"]
    subjects: tuple[int, int]
    critical: float
    largest: float
    clusters: tuple[Cluster, ...]


def compare_conditions(
    averages: Mapping[Key, Mapping[str, Average]], untested: list[str] | None = None
) -> Iterator[CurveTest]:
    """Test every quantity in every pair of conditions with enough subjects. A subject's sessions
    are averaged first.

    Args:
        averages: averages by subject, session and condition, then by header.
        untested: list that receives a sentence on each quantity without spread between subjects, or
            refused by spm1d.
    """
    keys: dict[str, list[Key]] = {}
    names: dict[str, dict[str, None]] = {}
    for key, found in averages.items():
        keys.setdefault(key[2], []).append(key)
        names.setdefault(key[2], {}).update(dict.fromkeys(found))
    for first, second in combinations(keys, 2):
        alike: list[str] = []
        for quantity in names[first]:
            # one quantity at a time: of many subjects all curves may be more than memory holds
            a, b = (_by_subject(averages, keys[side], quantity) for side in (first, second))
            if min(len(a), len(b)) < LEAST:
                continue
            try:
                test = _tested(quantity, (first, second), a, b)
            except Exception as error:  # one test is never the end of the averages
                if untested is None:
                    raise
                untested.append(
                    f"Not tested along the curve, {first} against {second}: {quantity}. spm1d "
                    f"refuses this quantity ({error})."
                )
                continue
            if test is None:
                alike.append(quantity)
            else:
                yield test
        if alike and untested is not None:
            more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
            untested.append(
                f"Not tested along the curve, {first} against {second}: {alike[0]}{more}, because "
                "at some instant all subjects have the same value. Is one recording given for "
                "several subjects?"
            )


def _tested(
    quantity: str, conditions: tuple[str, str], a: dict[str, FloatArray], b: dict[str, FloatArray]
) -> CurveTest | None:
    """A t test of the subjects' curves in two conditions; None without a spread between them."""
    import spm1d

    paired = set(a) == set(b)
    y_a, y_b = (np.stack([of[subject] for subject in sorted(of)]) for of in (a, b))
    if not _varies(y_a, y_b, paired):
        return None
    # Welch's, for the conditions may vary differently
    options = {} if paired else {"equal_var": False}
    test = spm1d.stats.ttest_paired if paired else spm1d.stats.ttest2
    found = test(y_a, y_b, **options).inference(_ALPHA, two_tailed=True)
    t = np.asarray(found.z, dtype=np.float64)
    # a threshold of Bonferroni's may let through what the field does not
    clusters = [c for c in found.clusters if c.P <= _ALPHA]
    return CurveTest(
        quantity,
        *conditions,
        "paired" if paired else "two samples",
        (len(y_a), len(y_b)),
        float(found.zstar),
        float(t[np.argmax(np.abs(t))]),
        tuple(Cluster(float(c.endpoints[0]), float(c.endpoints[1]), float(c.P)) for c in clusters),
    )


def _varies(y_a: FloatArray, y_b: FloatArray, paired: bool) -> bool:
    """Whether subjects differ everywhere by more than rounding: else t has no denominator."""
    least = 1e-9 * max(np.abs(y_a).max(), np.abs(y_b).max())
    each = (y_a, y_b, y_a - y_b) if paired else (y_a, y_b)
    return all(bool((y.std(axis=0) > least).all()) for y in each)


def _by_subject(
    averages: Mapping[Key, Mapping[str, Average]], keys: Sequence[Key], quantity: str
) -> dict[str, FloatArray]:
    """Mean curve (101,) of each subject over the sessions."""
    found: dict[str, list[FloatArray]] = {}
    for key in keys:
        average = averages[key].get(quantity)
        if average is not None:
            found.setdefault(key[0], []).append(average.mean)
    return {subject: np.mean(curves, axis=0) for subject, curves in found.items()}
