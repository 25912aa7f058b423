"""Check that a flat foot is not rolled about its long axis.

The foot's frame is level while the sole rests in the trial used for calibration. In 24 walking feet
with markers that show the roll, the root mean square of the roll is 3.3 degrees, and the largest
roll is 8.6 degrees.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import median
from ambulo.mocap.fit.foot_roll import roll_known
from ambulo.records import SIDES, Side

# rad; pitch up to which a foot on the ground lies flat
_FLAT = np.radians(5.0)
_FEWEST = 5
"""Frames, for a posture and not a passage."""


def check(evidence: Evidence) -> list[Finding]:
    """The foot with the largest roll while flat; not known if a foot has no marker."""
    body, model = evidence.body, evidence.body.model
    known = roll_known(model)
    for side, of in known.items():
        if of["by"] == "nothing":
            return [Finding("foot_rolled", side, why="no_marker")]
    rolled: dict[Side, float] = {}
    for k, side in enumerate(SIDES):
        foot = model.joints.index(f"{side}_ankle")
        roll = roll_while_flat(body.R[:, foot], evidence.steps.stance[:, k], side)
        if np.isfinite(roll):
            rolled[side] = roll
    if not rolled:
        return []
    found = list[Finding]()
    for side, turned in rolled.items():
        roll = float(np.degrees(turned))
        bends = next(
            q.values for q in evidence.curves.moments if q.name == f"{side}_ankle_dorsiflexion"
        )
        most = float(np.nanmax(np.abs(bends))) if np.isfinite(bends).any() else 0.0
        facts = {"roll": roll, "side": side, "moment": most * abs(np.sin(turned))}
        found.append(Finding("foot_rolled", side, abs(roll), facts))
    return [worst(found)]


def roll_while_flat(R: FloatArray, stance: BoolArray, side: Side) -> float:
    """Roll of a foot while it lies flat, rad, lateral side down; NaN if it never does.

    Args:
        R: (frames, 3, 3) foot to world.
        stance: (frames,) whether it is on the ground.
    """
    outward = -1.0 if side == "left" else 1.0
    flat = stance & (np.abs(R[:, 2, 0]) < np.sin(_FLAT))
    roll = outward * np.arcsin(np.clip(R[flat, 2, 1], -1.0, 1.0))
    roll = roll[np.isfinite(roll)]
    return median(roll) if len(roll) >= _FEWEST else np.nan
