"""The rule for agreement: how far our number may be from a printed number. It depends only on the
print.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache

import numpy as np
from scipy.special import gammaincinv, ndtri

Interval = tuple[float, float]


def half_digit(printed: Decimal) -> float:
    """Half of the last printed digit, in the number's unit: 0.05 for 24.1, 0.5 for 650."""
    return 0.5 * 10.0 ** _exponent(printed)


def _exponent(printed: Decimal) -> int:
    exponent = printed.as_tuple().exponent
    if not isinstance(exponent, int):
        raise ValueError(f"{printed} is not a printed number")
    return exponent


def _exactly(printed: Decimal) -> Interval:
    return float(printed) - half_digit(printed), float(printed) + half_digit(printed)


def _about(printed: Decimal) -> Interval:
    return _exactly(printed.normalize()) if printed else _exactly(printed)


def _times(printed: Decimal, low: float, high: float) -> Interval:
    ends = (float(printed) * low, float(printed) * high)
    return min(ends), max(ends)


WORDS: Mapping[str, tuple[str, Callable[[Decimal], Interval]]] = {
    "": ("rounds to it", _exactly),
    "exactly": ("differs by rounding alone, 1e-9", lambda x: (float(x) - 1e-9, float(x) + 1e-9)),
    "about": ("rounds to its digits before the zeros at its end", _about),
    "order": ("lies within √10 times, up or down", lambda x: _times(x, 0.1**0.5, 10.0**0.5)),
    "slightly above": ("lies above it, by a tenth at most", lambda x: _times(x, 1.0, 1.1)),
    "slightly below": ("lies below it, by a tenth at most", lambda x: _times(x, 0.9, 1.0)),
    "at least": ("is no less, or rounds to it", lambda x: (_exactly(x)[0], math.inf)),
    "at most": ("is no more, or rounds to it", lambda x: (-math.inf, _exactly(x)[1])),
    "negligible": ("is at most one hundredth", lambda x: (float(x) - 1.0, float(x) + 1.0)),
}
"""Meaning of each word that a thesis uses with a printed number: in words, and as the interval of
our number in the number's unit.
"""


def allowed(printed: Decimal, word: str) -> Interval:
    """Ends of the interval in which our number meets a printed number, in its unit.

    Args:
        printed: printed number with its digits.
        word: a key of `WORDS`.
    """
    return WORDS[word][1](printed)


STATISTICS = ("mean", "standard deviation", "maximum")
"""Statistics of a random sample of errors."""

_MIDDLE = 0.95
"""Of all samples: those between which the author's is looked for."""


@cache
def scatter(statistic: str, mean: float, deviation: float, count: int) -> float:
    """Distance of a statistic from its average over all samples down to the lowest value in a share
    `_MIDDLE` of the samples.

    The errors have a gamma distribution, because none is negative. From the printed means and
    deviations, 80 of 90 printed maxima of Pàmies-Vilà (2012) are within these limits. With a normal
    distribution there are 22.

    Args:
        statistic: one of `STATISTICS`.
        mean, deviation: as printed; count: size of a sample.
    """
    shape = (mean / deviation) ** 2
    if statistic == "maximum":
        part = (np.arange(2000) + 0.5) / 2000
        largest = gammaincinv(shape, part ** (1.0 / count))
        least = gammaincinv(shape, (0.5 * (1.0 - _MIDDLE)) ** (1.0 / count))
        return float(largest.mean() - least) * mean / shape
    # variance of a deviation, by the delta method, over deviation^2
    of = 1.0 if statistic == "mean" else math.sqrt(0.5 + 1.5 / shape)
    return float(ndtri(0.5 * (1.0 + _MIDDLE))) * deviation * of / math.sqrt(count)
