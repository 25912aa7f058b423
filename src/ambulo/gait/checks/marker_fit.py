"""Distance of the model's markers from the measured ones.

Not to be used beyond the limits of Hicks et al. (2015), J Biomech Eng 137:020905: 2 cm rms and 4 cm
at most. Walks recorded with care stay below half of the first and two thirds of the second.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.records import Gate, Model

__all__ = ["MARKER_RMS_UNUSABLE", "check", "marker_gates"]

MARKER_RMS_LIMIT, MARKER_RMS_UNUSABLE = 0.012, 0.02
MARKER_MAX_LIMIT, MARKER_MAX_UNUSABLE = 0.025, 0.04


def check(evidence: Evidence) -> tuple[Gate, Gate]:
    """All markers together, and the worst one."""
    return marker_gates(evidence.body.model, evidence.marker_residual)


def marker_gates(model: Model, residual: FloatArray) -> tuple[Gate, Gate]:
    """Root mean square distance over all markers, and the largest rms of any one marker.

    Args:
        residual: (frames, nm) m, NaN in gaps.
    """
    mean_square = np.nanmean(residual**2, axis=0)
    worst = int(np.nanargmax(mean_square))
    return (
        gate(
            "marker fit, all markers",
            1e3 * np.sqrt(np.nanmean(residual**2)),
            1e3 * MARKER_RMS_LIMIT,
            "mm rms",
            "Check that the static trial is the same subject and marker placement",
            unusable=1e3 * MARKER_RMS_UNUSABLE,
            cost="The model does not follow the markers: all angles are uncertain, and moments "
            "by the ground reaction times so much.",
        ),
        gate(
            f"marker fit, worst marker ({model.marker_names[worst]})",
            1e3 * np.sqrt(mean_square[worst]),
            1e3 * MARKER_MAX_LIMIT,
            "mm rms",
            f"Check the labels and placement of {model.marker_names[worst]} and the markers by it",
            unusable=1e3 * MARKER_MAX_UNUSABLE,
            cost="The model does not follow this marker: angles next to it are uncertain.",
        ),
    )
