"""One wrong scale of the cameras sets off many checks: they are said to follow from it.

Cameras that see the trial larger or smaller than the static one make every length differ by that
share, and put plates as far from the feet as that share of their distance from the laboratory's
origin. What is off by more than this and its own limit has another cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ambulo.mocap.calibration.calibration_checks import SCALE, wrong_scale
from ambulo.records import ForcePlate, Gate

__all__ = ["with_their_cause"]

# m; a thigh or a shank is no longer
_SEGMENT = 0.5
# checks in %, in mm along a segment, and in mm between plates and feet
_SHARES = ("static trial is the same subject",)
_LENGTHS = ("segments of the trial against the static trial", "marker fit, all markers")
_PLACES = (
    "centre of pressure under the foot",
    "plate along the footprint",
    "plate across the footprint",
    "plates across the footprints",
    "plates beside each other",
)
_REMEDY = (
    "The scale of the trial against the static trial makes as much by itself: mend what is said "
    "there and analyse again"
)


def with_their_cause(gates: Sequence[Gate], plates: Sequence[ForcePlate]) -> tuple[Gate, ...]:
    """Gates, those that a wrong scale explains with it for their cause and remedy."""
    scale = wrong_scale(gates)
    corners = [plate.corners[:, :2] for plate in plates]
    reach = max((float(np.linalg.norm(each, axis=1).max()) for each in corners), default=0.0)
    explained = (
        (_SHARES, 100.0 * scale),
        (_LENGTHS, 1e3 * scale * _SEGMENT),
        (_PLACES, 1e3 * scale * reach),
    )

    def follows(gate: Gate) -> bool:
        return gate.grade in ("look", "do-not-use") and any(
            gate.name.startswith(names) and gate.value <= gate.limit + most
            for names, most in explained
        )

    if not scale:
        return tuple(gates)
    return tuple(
        # whose static trial it is remains a question of its own
        replace(gate, cause=SCALE, remedy=gate.remedy if gate.unit == "%" else _REMEDY)
        if follows(gate)
        else gate
        for gate in gates
    )
