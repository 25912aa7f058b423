"""Left against right, in time and in space: the symmetry index of the steps.

Robinson, Herzog & Nigg (1987): 100 (L - R) / ((L + R) / 2); zero is symmetry, the sign says which
side is longer.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.results.columns import header

_STEPS = {"step_time": "s", "step_length": "m"}


def symmetry_indices(steps: Mapping[str, FloatArray]) -> dict[str, float]:
    """Mean of each side's steps, and the symmetry index [%], by header.

    Args:
        steps: header, `left_step_time [s]` -> (steps,).
    """
    found: dict[str, float] = {}
    for name, unit in _STEPS.items():
        means = []
        for side in SIDES:
            values = steps.get(header(f"{side}_{name}", unit))
            if values is not None and len(values):
                means.append(float(np.mean(values)))
                found[header(f"{side}_{name}", unit)] = means[-1]
        if len(means) == 2 and sum(means) > 0.0:
            left, right = means
            found[header(f"{name}_symmetry_index", "%")] = 200.0 * (left - right) / (left + right)
    return found
