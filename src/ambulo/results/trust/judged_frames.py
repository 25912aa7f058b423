"""The frames in which a curve is judged."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray
from ambulo.mocap.events import whole_stances
from ambulo.records import Analysis, Side
from ambulo.results.columns import LEG_JOINTS, meaning
from ambulo.results.gait_cycle import CYCLE, WHOLE, over_stride


def frames_on_plates(analysis: Analysis, side: str) -> BoolArray:
    """Frames (frames,) in which the foot is wholly on a plate."""
    time = analysis.motion.time
    on = np.zeros(len(time), dtype=bool)
    for contact in analysis.contacts:
        if contact.side == side and contact.quality == "whole":
            on |= (time >= contact.start) & (time <= contact.stop)
    return on


def judged_frames(analysis: Analysis, group: str, name: str) -> BoolArray:
    """Frames (frames,) to which the ± of a curve applies: those with the foot wholly on a plate for
    moments and powers of a leg (without plates, stance); all frames for other curves.
    """
    what = meaning(name)
    if group == "angles" or what.side is None or what.joint not in LEG_JOINTS:
        return np.ones(len(analysis.motion.time), dtype=bool)
    on = frames_on_plates(analysis, what.side)
    return on if on.any() else standing(analysis, what.side)


def judged_percents(analysis: Analysis, group: str, name: str) -> BoolArray:
    """The same in percent of the stride (101,), in any stride in which the curve is known; all if
    there is none.
    """
    side, time = meaning(name).side, analysis.motion.time
    judged = judged_frames(analysis, group, name)
    found = [one for one in getattr(analysis, group) if one.name == name]
    if judged.all() or not found:
        return np.ones(len(CYCLE), dtype=bool)
    curve = np.where(np.isfinite(found[0].values), judged, np.nan)
    strides = [over_stride(time, curve, one) for one in analysis.strides if one.side == side]
    known = [one > 0.5 for one in strides if np.isfinite(one).mean() >= WHOLE]
    within = np.any(known, axis=0) if known else np.zeros(len(CYCLE), dtype=bool)
    return within if within.any() else ~within


def standing(analysis: Analysis, side: Side) -> BoolArray:
    """Frames (frames,) between strike and off of one foot; all where nothing steps."""
    time = analysis.motion.time
    standing = np.zeros(len(time), dtype=bool)
    for strike, off in whole_stances(analysis.events, side):
        standing |= (time >= strike) & (time <= off)
    return standing if standing.any() else ~standing
