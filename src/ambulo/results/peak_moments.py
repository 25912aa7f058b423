"""Peaks of joint moments that are read off first, and the frames in which they are looked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray
from ambulo.mocap.events import whole_stances
from ambulo.records import SIDES, Analysis, Side

__all__ = ["PEAKS", "PeakPlace", "peak_places"]

PEAKS = (
    ("Hip extension", "hip_flexion", -1.0),
    ("Hip flexion", "hip_flexion", 1.0),
    ("Hip abduction", "hip_adduction", -1.0),
    ("Knee extension", "knee_flexion", -1.0),
    ("Knee flexion", "knee_flexion", 1.0),
    ("Knee abduction", "knee_adduction", -1.0),
    ("Ankle plantarflexion", "ankle_dorsiflexion", -1.0),
)
"""What a peak is called, whose quantity it is, and the sign that makes it positive."""

# share of a stance that must be known; a frame or two at its ends may be cut
_THROUGHOUT = 0.95


@dataclass(frozen=True, eq=False)
class PeakPlace:
    """Where one peak of one side is looked for.

    Args:
        name: such as "Hip extension".
        quantity: of the joint moments, such as "left_hip_flexion".
        sign: that makes the peak positive.
        frames: (frames,) the stances in which the moment is known, and the swings after them; none
            where no stance is. A swing alone says nothing: its moments are a tenth of a stance's.
            What is no walking or running has no swings: all frames in which the moment is known.
    """

    name: str
    side: Side
    quantity: str
    sign: float
    frames: BoolArray

    @property
    def key(self) -> str:
        """Name with its side, such as "left hip extension"."""
        return f"{self.side} {self.name.lower()}"


def peak_places(analysis: Analysis) -> list[PeakPlace]:
    """Every peak of every side that has the moment."""
    time = analysis.motion.time
    moments = {moment.name: moment for moment in analysis.moments}
    found = []
    for name, quantity, sign in PEAKS:
        for side in SIDES:
            full = f"{side}_{quantity}"
            if full not in moments:
                continue
            values = moments[full].values
            inside = np.full(len(time), not analysis.activity.stepping)
            for strike, off in whole_stances(analysis.events, side):
                stance = (time >= strike) & (time <= off)
                if stance.any() and np.isfinite(values[stance]).mean() >= _THROUGHOUT:
                    mine = (s for s in analysis.strides if s.side == side)
                    stop = next((s.stop for s in mine if s.start == strike), off)
                    inside |= (time >= strike) & (time <= stop)
            found.append(PeakPlace(name, side, full, sign, inside & np.isfinite(values)))
    return found
