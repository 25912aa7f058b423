"""Given wrenches on bodies over time, between instants in proportion: what drives a part cut free.

A wrench acts at the origin of its body wherever that goes; its axes are the world's.
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.forces.law import BodyMotion, Loads, apply_law


class WrenchSeries(NamedTuple):
    """Args: start: s, of the first instant; step: s, between instants; wrench: (n, nb, 6) N*m, N.

    Before the first and after the last instant the nearest one's acts.
    """

    start: float
    step: float
    wrench: FloatArray


@implements(apply_law, WrenchSeries)
def _apply(
    law: WrenchSeries, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    n = law.wrench.shape[0]
    at = min(max((t - law.start) / law.step, 0.0), n - 1.0)
    k = min(int(at), max(n - 2, 0))
    part = at - k
    for b in range(law.wrench.shape[1]):
        for c in range(6):
            first, second = law.wrench[k, b, c], law.wrench[min(k + 1, n - 1), b, c]
            loads.wrench[b, c] += first + part * (second - first)
