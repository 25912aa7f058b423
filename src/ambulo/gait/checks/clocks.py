"""Plates and cameras on one clock: the force against the body's acceleration and the foot's strike.

Two independent signs of a delay, weighed by their spread over public walks: the lag at which the
vertical force follows the vertical acceleration of body or pelvis best, and the time from the
heel's stop to the plate's first load.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown
from ambulo.gait.checks.single_steps import (
    body_weight,
    foot_point,
    mid_hips,
    steps_on_plates,
)
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Gate

__all__ = ["best_lag", "check", "clock_gate", "stop_of_heel"]

# s; over eleven public walks the force lags the pelvis' acceleration by 4 ms (deviation 7 ms), the
# heel has lost half of its speed 55 ms (10 ms) before the plate is loaded
_LAG, _LAG_SPREAD = 0.004, 0.007
_STOP, _STOP_SPREAD = 0.055, 0.010
# s; the weighed mean of both stays within 13 ms in these walks, its deviation is 6 ms
LIMIT, UNUSABLE = 0.014, 0.030
# slope of vertical force per mass over acceleration: 0.70 to 1.06 in these, geometric mean 0.9, the
# logarithm's deviation 0.14; three of them, and five. A rate that is wrong by f changes it by f**2
_SLOPE, SLOPE_LIMIT, SLOPE_UNUSABLE = 0.9, 0.42, 0.70
# a lag is believed if force and acceleration then correlate as they do in walking
_ALIKE = 0.8
# s; lags that are tried, and around a strike
_REACH, _AROUND = 0.08, 0.12


def check(evidence: Evidence) -> list[Gate]:
    """The weighed mean of what can be seen of a walk."""
    plates, time = evidence.steps.plates, evidence.steps.time
    if plates is None or not evidence.steps.contacts or not evidence.activity.walking:
        return []
    found: list[tuple[float, float]] = []
    body = evidence.body
    vertical = plates.force[:, :, 2].sum(axis=1)
    known = plates.known.all(axis=1) & (vertical > 0.3 * body_weight(evidence))
    if evidence.whole_body:
        height = body.mass_centre[:, 2]
    else:
        height = mid_hips(evidence)[:, 2]
    acceleration = np.gradient(np.gradient(height, time), time)
    lag = best_lag(time, vertical, acceleration, known)
    if lag is not None:
        found.append((lag - _LAG, _LAG_SPREAD))
    stops: list[float] = []
    for step in steps_on_plates(evidence):
        heel = foot_point(evidence, step.side, "heel")
        stop = stop_of_heel(time, heel, step.contact.start)
        if stop is not None:
            stops.append(step.contact.start - stop - _STOP)
    if stops:
        # one plate alone may be late
        found.append((max(stops, key=abs), _STOP_SPREAD))
    if not found:
        return [
            unknown(
                "plates and cameras on one clock",
                "No step shows it: no heel strikes on a plate, and the force does not follow the "
                "body's acceleration.",
                "Record a step wholly on one plate",
                "A delay between plates and cameras would not be noticed.",
            )
        ]
    weight = np.array([1.0 / spread**2 for _, spread in found])
    delay = float(np.array([value for value, _ in found]) @ weight / weight.sum())
    gates = [clock_gate(delay, alone=len(found) == 1, moved=_moved(evidence))]
    if lag is not None:
        gates.append(rate_gate(acceleration[known], vertical[known] / _mass(evidence)))
    return gates


def rate_gate(acceleration: FloatArray, force: FloatArray) -> Gate:
    """Whether the force changes with the acceleration as Newton says.

    Args:
        acceleration: (n,) m/s^2, upwards; force: (n,) N/kg.
    """
    moving = acceleration - acceleration.mean()
    slope = float(moving @ force / (moving @ moving))
    off = abs(float(np.log(max(slope, 1e-6) / _SLOPE)))
    return gate(
        "force against acceleration",
        off,
        SLOPE_LIMIT,
        "log of the ratio that walks have",
        f"The force changes {slope:.1f} times as much as mass times acceleration: the file's frame "
        "rate, its unit of length, the mass or the plates' gain is wrong",
        unusable=SLOPE_UNUSABLE,
        cost="Moments of inertia forces, and moments per kilogram, are off by as much.",
    )


def _mass(evidence: Evidence) -> float:
    return body_weight(evidence) / STANDARD_GRAVITY


def clock_gate(delay: float, *, alone: bool, moved: float) -> Gate:
    """A delay of the plates.

    Args:
        delay: s; positive if the plates are late.
        alone: whether only one sign of it was seen, which counts less.
        moved: N*m a second, by which a flexion moment changes with the delay.
    """
    wider = 1.5 if alone else 1.0
    return gate(
        "plates and cameras on one clock",
        1e3 * abs(delay),
        1e3 * wider * LIMIT,
        "ms",
        f"The plates are {1e3 * abs(delay):.0f} ms {'late' if delay > 0 else 'early'}: they are "
        "not synchronised with the cameras, frames were lost, or one has another rate",
        unusable=1e3 * wider * UNUSABLE,
        cost=f"Knee and hip moments around strike and push-off are off by up to "
        f"{moved * abs(delay):.0f} N·m.",
    )


def _moved(evidence: Evidence) -> float:
    """Weight times the speed of the hips over the foot, N*m/s."""
    hips, time = mid_hips(evidence), evidence.steps.time
    speed = float(np.linalg.norm(hips[-1, :2] - hips[0, :2]) / (time[-1] - time[0]))
    return body_weight(evidence) * speed


def best_lag(
    time: FloatArray, force: FloatArray, acceleration: FloatArray, known: BoolArray
) -> float | None:
    """Lag [s] of a force behind an acceleration (frames,), by their correlation; None if poor.

    Args:
        known: (frames,) in which the force is that of the whole body.
    """
    step = float(time[1] - time[0])
    most = round(_REACH / step)
    rows = np.flatnonzero(known)
    rows = rows[(rows >= most) & (rows < len(time) - most)]
    if len(rows) < 30:
        return None
    lags = np.arange(-most, most + 1)
    there = force[rows] - force[rows].mean()
    here = acceleration[rows[None, :] - lags[:, None]]
    here = here - here.mean(axis=1, keepdims=True)
    alike = here @ there / np.sqrt((here**2).sum(axis=1) * (there @ there) + 1e-12)
    k = int(np.argmax(alike))
    if alike[k] < _ALIKE or not 0 < k < len(lags) - 1:
        return None
    # vertex of the parabola through the best and its neighbours
    bend = alike[k - 1] - 2 * alike[k] + alike[k + 1]
    return float((lags[k] + 0.5 * (alike[k - 1] - alike[k + 1]) / bend) * step)


def stop_of_heel(time: FloatArray, heel: FloatArray, strike: float) -> float | None:
    """When the heel (frames, 3) m falls below half of its speed before a strike [s]; None if
    never."""
    step = float(time[1] - time[0])
    around, at = round(_AROUND / step), int(np.searchsorted(time, strike))
    first, last = max(at - around, 0), min(at + around, len(time) - 1)
    if last - first < around:
        return None
    speed = np.linalg.norm(np.gradient(heel[first:last], step, axis=0), axis=1)
    half = 0.5 * speed.max()
    falls = np.flatnonzero((speed[:-1] >= half) & (speed[1:] < half))
    if not len(falls):
        return None
    k = int(falls[0])
    return float(time[first + k] + (speed[k] - half) / (speed[k] - speed[k + 1]) * step)
