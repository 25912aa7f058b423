"""Check for joint angles that are impossible, because markers are exchanged or misplaced.

Soucie et al. (2011, Haemophilia 17:500) moved the joints of 674 healthy people by hand. In the most
mobile group, girls of 2 to 8 years, the mean knee bends to 152.6 degrees and overextends by 5.4
degrees. Clinical norms of the elbow are 150 degrees of flexion, 80 to 85 of pronation and 80 to 95
of supination (the lower values are those of the American Academy of Orthopaedic Surgeons 1965).
Soucie et al. found that girls and women turn the forearm farther than men. The accepted range is 15
degrees wider for the knee, 16 degrees wider for the flexion of the elbow (21 degrees of
overextension), and 20 degrees wider than the widest norm for the forearm. This allows for
differences between people and for skin markers. Squats, kneeling, landings and gymnasts' swings are
within these ranges.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, farthest
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
    """Reported angles of knees, elbows and forearms."""
    return beyond_reach(list(evidence.curves.angles), held_frames(evidence.steps.time))


def beyond_reach(angles: Sequence[Quantity], held: int) -> list[Finding]:
    """One check of the knees and one of the arms, each for the joint that is farthest beyond its
    range.

    Args:
        angles: curves (frames,) in deg.
        held: number of successive frames for which a posture must last.
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
        found += farthest(beyond)
    return found


def held_frames(time: FloatArray) -> int:
    """Smallest number of successive frames (n,) s for which a posture or an effort lasts."""
    return max(1, round(_HELD * (len(time) - 1) / float(time[-1] - time[0])))


def lasting(over: FloatArray, frames: int) -> float:
    """Largest value that a curve (n,) keeps for so many successive frames; -inf if no stretch is so
    long. NaN ends a stretch.
    """
    if len(over) < frames:
        return -np.inf
    known = np.where(np.isfinite(over), over, -np.inf)
    return float(np.lib.stride_tricks.sliding_window_view(known, frames).min(axis=1).max())
