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
from dataclasses import replace

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.exchanged_wrists import FOREARM_REACH
from ambulo.records import SIDES, Facts, Quantity

# motion -> least and greatest angle [deg]; the forearm's zero is the thumb forward
_RANGES = {
    "knee_flexion": (-20.0, 168.0),
    "elbow_flexion": (-21.0, 166.0),
    "elbow_rotation": (FOREARM_REACH[0] - 20.0, FOREARM_REACH[1] + 20.0),
}
# s; a posture or an effort, not a frame
_HELD = 0.05


def check(evidence: Evidence) -> list[Finding]:
    """Knees, elbows and forearms of the angles that are reported."""
    return beyond_reach(list(evidence.curves.angles), held_frames(evidence.steps.time))


def beyond_reach(angles: Sequence[Quantity], held: int) -> list[Finding]:
    """A check of the knees and one of the arms, each with the joint farthest beyond.

    Args:
        angles: curves (frames,) in deg.
        held: frames on end for which a posture must last.
    """
    reached = {curve.name: curve.values for curve in angles}
    found = []
    for part in ("knee", "elbow"):
        beyond: list[Finding] = []
        for side, motion in itertools.product(SIDES, _RANGES):
            values = reached.get(f"{side}_{motion}", np.empty(0))
            least, greatest = _RANGES[motion]
            if motion.startswith(part) and len(values):
                over = lasting(np.maximum(values - greatest, least - values), held)
                if np.isfinite(over):
                    facts: Facts = {"over": max(0.0, over), "side": side}
                    place = f"{side} {motion.replace('_', ' ')}"
                    beyond.append(Finding(f"joint_range.{part}", place, over, facts))
        if beyond:
            farthest = worst(beyond)
            found.append(replace(farthest, value=max(0.0, farthest.value)))
    return found


def held_frames(time: FloatArray) -> int:
    """How many of the frames (n,) s on end a posture or an effort lasts, at least."""
    return max(1, round(_HELD * (len(time) - 1) / float(time[-1] - time[0])))


def lasting(over: FloatArray, frames: int) -> float:
    """Greatest value of a curve (n,) that is not fallen below for so many frames on end; -inf where
    none is so long, NaN ends it.
    """
    if len(over) < frames:
        return -np.inf
    known = np.where(np.isfinite(over), over, -np.inf)
    return float(np.lib.stride_tricks.sliding_window_view(known, frames).min(axis=1).max())
