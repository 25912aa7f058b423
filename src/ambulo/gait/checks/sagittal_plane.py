"""Whether a walk analysed in the sagittal plane stays in it."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.checks.marker_fit import MARKER_RMS_UNUSABLE
from ambulo.math.arrays import FloatArray
from ambulo.records import Gate

__all__ = ["check", "plane_gate"]


def check(evidence: Evidence) -> list[Gate]:
    """Of a planar body; nothing in space."""
    moved = evidence.curves.moved
    return [] if moved is None else [plane_gate(moved)]


def plane_gate(moved: FloatArray) -> Gate:
    """Whether a walk stays in the sagittal plane: a turn shortens the segments seen from the side.

    Args:
        moved: (frames, points) m, by which planar segments of constant length move the points.
    """
    return gate(
        "walk in the sagittal plane",
        1e3 * np.sqrt(np.mean(moved**2)),
        1e3 * MARKER_RMS_UNUSABLE,
        "mm rms",
        "The movement leaves the plane; analyse it in space (--model body)",
        unusable=2e3 * MARKER_RMS_UNUSABLE,
        cost="Planar moments hold for a movement in one plane.",
    )
