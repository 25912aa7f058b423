"""Peak joint moments per kilogram, named after what the muscles do."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.records import SIDES, Event, Side
from ambulo.report.scene import Scene

__all__ = ["Peak", "peak_moments"]

# what is called, whose quantity, and the sign that makes it positive
_PEAKS = (
    ("Hip extension", "hip_flexion", -1.0),
    ("Hip flexion", "hip_flexion", 1.0),
    ("Hip abduction", "hip_adduction", -1.0),
    ("Knee extension", "knee_flexion", -1.0),
    ("Knee flexion", "knee_flexion", 1.0),
    ("Knee abduction", "knee_adduction", -1.0),
    ("Ankle plantarflexion", "ankle_dorsiflexion", -1.0),
)

# share of a stance that must be known; a frame or two at its ends may be cut
_THROUGHOUT = 0.95


@dataclass(frozen=True)
class Peak:
    """Largest internal moment of one kind [N*m/kg] by side; None where it is not known.

    Args:
        normal: peak of the normal mean curve.
    """

    name: str
    sides: dict[Side, float | None]
    normal: float | None


def peak_moments(scene: Scene) -> list[Peak]:
    """Peaks of each side over the stances in which the moment is known, and the swings after them.

    A swing alone says nothing: its moments are a tenth of those in stance. What is no walking or
    running has no swings: there they are over all frames in which the moment is known. Normal
    peaks are of walking, and beside nothing else.
    """
    time = scene.analysis.motion.time
    curves = {q.name: q.values for q in scene.group("moments")}
    band = scene.band.curves["moments"] if scene.activity.walking else {}
    found = []
    for name, quantity, sign in _PEAKS:
        sides: dict[Side, float | None] = {}
        for side in SIDES:
            values = curves.get(f"{side}_{quantity}")
            if values is None:
                continue
            inside = np.full(len(time), not scene.activity.stepping)
            for strike, off in _whole_stances(scene.analysis.events, side):
                stance = (time >= strike) & (time <= off)
                if stance.any() and np.isfinite(values[stance]).mean() >= _THROUGHOUT:
                    stop = next((s.stop for s in scene.strides_of(side) if s.start == strike), off)
                    inside |= (time >= strike) & (time <= stop)
            known = values[inside & np.isfinite(values)]
            sides[side] = float((sign * known).max()) if known.size else None
        if sides:
            normal = float((sign * band[quantity].mean).max()) if quantity in band else None
            found.append(Peak(name, sides, normal))
    return found


def _whole_stances(events: Sequence[Event], side: Side) -> list[tuple[float, float]]:
    """Strike and off [s] of every stance that the record holds from beginning to end."""
    mine = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    return [
        (a.time, b.time)
        for a, b in itertools.pairwise(mine)
        if (a.kind, b.kind) == ("strike", "off")
    ]
