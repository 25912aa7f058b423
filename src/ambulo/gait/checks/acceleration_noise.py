"""Check whether the accelerations contain noise: acceleration of the pelvis above 15 Hz.

The frequencies of walking end near 10 Hz (Winter 2009, section 3.4.3). Acceleration of the pelvis
above 15 Hz is therefore marker noise that passed the filter. Landings of runs and jumps are as
fast, so these are not checked.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.multibody.gravity import STANDARD_GRAVITY

# Hz
_ABOVE = 15.0
# m; of the mass above the hips from the hips, by which its acceleration turns them
_LEVER = 0.3


def check(evidence: Evidence) -> list[Finding]:
    """Acceleration of the pelvis above 15 Hz; empty if the frame rate or flights hide it."""
    if ACTIVITIES[evidence.activity.name].sudden:
        return []
    body, time = evidence.body, evidence.steps.time
    noise = above_movement(body.p[:, body.model.segments.index("pelvis")], time)
    if noise is None:
        return []
    mass = evidence.body_weight / STANDARD_GRAVITY
    return [Finding("acceleration_noise", "", noise, {"moment": mass * noise * _LEVER})]


def above_movement(path: FloatArray, time: FloatArray) -> float | None:
    """Acceleration [m/s^2, rms] of a path (frames, 3) m above 15 Hz.

    Returns:
        None if there are too few frames, or the frame rate is too low.
    """
    step = float(time[1] - time[0])
    if len(time) < 40 or 0.4 / step < _ABOVE:
        return None
    # one-sided differences at the ends say nothing
    acceleration = np.diff(path, 2, axis=0) / step**2
    noise = zero_lag(acceleration, _ABOVE, 1.0 / step, "high")[5:-5]
    return float(np.sqrt(np.mean(np.sum(noise**2, axis=1))))
