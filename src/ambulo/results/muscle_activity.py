"""Envelopes of electromyograms on the frames of the motion."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ambulo.records import Analysis, Quantity
from ambulo.results.posture import Posture


def muscle_activity(analysis: Analysis, posture: Posture | None = None) -> Sequence[Quantity]:
    """One quantity an electromyogram, in percent of its greatest value in the trial.

    Names are the muscles', after the side where the label says it: `L Rect` becomes
    `left_emg_rect`.
    """
    del posture
    time, found = analysis.motion.time, []
    names: set[str] = set()
    for channel in analysis.trial.emg:
        plain = re.sub(r"\W+", "_", channel.muscle).strip("_").lower()
        stem = f"{channel.side}_emg_{plain}" if channel.side else f"emg_{plain}"
        name, count = stem, 2
        while name in names:
            name, count = f"{stem}_{count}", count + 1
        names.add(name)
        values = np.interp(time, channel.time, channel.envelope, left=np.nan, right=np.nan)
        found.append(Quantity(name, "%", 100.0 * values, "of the greatest in the trial"))
    return found
