"""Joints that are bent as nobody can bend them: markers exchanged, or placed wrongly.

Soucie et al. (2011, Haemophilia 17:500) moved the joints of 674 healthy people by hand. The mean
knee of those who reach farthest, girls of 2 to 8 years, bends to 152.6 degrees and overextends by
5.4. Clinical norms of the elbow are 150 degrees of flexion and 80 to 85 of pronation, 80 to 95 of
supination (American Academy of Orthopaedic Surgeons 1965 has the lower ones); Soucie et al. found
girls and women to turn the forearm farther than men. Here the knee may go 15 degrees beyond, the
elbow 16 and overextend by 21, and the forearm go 20 beyond the widest, for people and for markers
of the skin. What a squat, a kneeling, a landing or a gymnast's swing asks for lies within.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.exchanged_wrists import FOREARM_REACH
from ambulo.records import SIDES, Gate, Quantity

__all__ = ["check", "range_gates"]

# motion -> least and greatest angle [deg]; the forearm's zero is the thumb forward
_RANGES = {
    "knee_flexion": (-20.0, 168.0),
    "elbow_flexion": (-21.0, 166.0),
    "elbow_rotation": (FOREARM_REACH[0] - 20.0, FOREARM_REACH[1] + 20.0),
}
# deg beyond it, from which a knee's moments mean nothing
_UNUSABLE = 15.0
# s; a posture, not a frame
_HELD = 0.05


def check(evidence: Evidence) -> list[Gate]:
    """Knees, elbows and forearms of the angles that are reported."""
    time = evidence.steps.time
    held = max(1, round(_HELD * (len(time) - 1) / float(time[-1] - time[0])))
    return range_gates(list(evidence.curves.angles), held)


def range_gates(angles: Sequence[Quantity], held: int) -> list[Gate]:
    """A check of the knees and one of the arms, each with the joint farthest beyond.

    Args:
        angles: curves (frames,) in deg.
        held: frames on end for which a posture must last.
    """
    reached = {curve.name: curve.values for curve in angles}
    gates = []
    for part in ("knee", "elbow"):
        beyond: dict[str, float] = {}
        for side, motion in itertools.product(SIDES, _RANGES):
            values = reached.get(f"{side}_{motion}", np.empty(0))
            least, greatest = _RANGES[motion]
            if motion.startswith(part) and len(values):
                over = _held(np.maximum(values - greatest, least - values), held)
                if np.isfinite(over):
                    beyond[f"{side} {motion.replace('_', ' ')}"] = over
        if beyond:
            worst = max(beyond, key=lambda shown: beyond[shown])
            gates.append(_range_gate(part, worst, max(0.0, beyond[worst])))
    return gates


def _held(over: FloatArray, frames: int) -> float:
    """Greatest value of a curve (n,) that is not fallen below for so many frames on end; -inf where
    none is so long, NaN ends it.
    """
    if len(over) < frames:
        return -np.inf
    known = np.where(np.isfinite(over), over, -np.inf)
    return float(np.lib.stride_tricks.sliding_window_view(known, frames).min(axis=1).max())


def _range_gate(part: str, shown: str, over: float) -> Gate:
    side, knee = shown.partition(" ")[0], part == "knee"
    return gate(
        f"{part}s bend as a person's do ({shown})",
        over,
        0.0,
        "deg beyond what people reach",
        f"Labels of the markers at the {side} {part if knee else 'wrist or elbow'} are exchanged, "
        "or they are placed wrongly",
        unusable=_UNUSABLE if knee else np.inf,
        found=f"The {shown} goes {over:.1f} degrees beyond what people reach." if over else "",
        cost=f"Angles and moments of the {side} {'knee' if knee else 'elbow and wrist'} are wrong.",
    )
