"""Check whether plates and cameras are synchronised, from force, acceleration and motion of the
feet.

Independent signs of a delay are weighted by their spread over public walks. The first signs are the
lags at which the forces follow the acceleration best: the vertical force, and with the whole body
also the forward force. The last sign is the time from the stop of the heel to the first load on the
plate. A single step may hide a lag, because its force fits an acceleration before or after it
nearly as well. Such a step gets a smaller weight. A habit of the person shifts the last sign in all
steps of a foot. `late_steps` compares these steps more precisely. In movements other than walking
only the lags of the forces are used, because habits differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ambulo.gait.checks.cost_of_delay import cost_of_delay
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, beyond
from ambulo.gait.checks.force_and_acceleration import (
    FORWARD_CUTOFF,
    forward_acceleration,
    vertical_acceleration,
)
from ambulo.gait.checks.late_steps import mean_seen, step_times, unlike_steps
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Check, Fact

# s; over ten public walks of seven people: the vertical force lags the acceleration by 7 ms
# (deviation 6 ms), the plate is loaded 43 ms (15 ms) after the heel has lost two thirds of its
# speed; over seven of four people the forward force of the whole body comes 3 ms before the
# acceleration (4 ms; of so few people 6 are allowed for)
_LAG, _LAG_SPREAD = 0.007, 0.006
_AHEAD, _AHEAD_SPREAD = -0.003, 0.006
_STOP, _STOP_SPREAD = 0.043, 0.015
# s; where the legs alone are known the hips stand for the mass centre: the force lags them by 5 ms
# (6 ms) and passes zero 3 ms (10 ms) after they pass over the foot
_HIPS, _HIPS_SPREAD = 0.005, 0.006
_OVER, _OVER_SPREAD = 0.003, 0.010
# s; by the legs a person's signs go together: the mean of three differs by 6 ms between people,
# not by the 5 ms of independent ones
_HIPS_COMMON = 0.004
# s; by which one person's single steps differ, each on a plate alone, by the same signs: six steps
# of two people by the legs, four of two of the whole body
_HIPS_STEP, _STEP = 0.0085, 0.003
# a lag is believed if force and acceleration then correlate as they do in walking
_ALIKE = 0.8
# frames that tell anything
_FEWEST = 30
# s; what the acceleration leaves of the force is independent so far apart: 0.03 to 0.11 by the
# autocorrelation, median 0.05, over eleven public walks
_INDEPENDENT = 0.05
# s; deviation of a lag by its correlation in these, at most: the spread between them has it
_BLUNT = 0.010
# s; lags that are tried
_REACH = 0.08
# of the body weight, deviation of the force of other movements below which a delay moves no moment
# by more than residuals are allowed to
_SHAKEN = 0.05

_LIGHT_LEGS = "jensen1989"
"""With this table's masses of children the forward force of two walks seems a third too large."""


def check(evidence: Evidence) -> list[Finding]:
    """The weighted mean of the signs in a walk, the comparison of steps, and force against
    acceleration.
    """
    plates, time = evidence.steps.plates, evidence.steps.time
    if plates is None or not evidence.steps.contacts:
        return []
    body = evidence.body
    vertical = plates.force[:, :, 2].sum(axis=1)
    known = plates.known.all(axis=1) & (vertical > 0.3 * evidence.body_weight)
    centre = body.mass_centre if evidence.whole_body else evidence.body.mid_hips
    acceleration = np.gradient(np.gradient(centre, time, axis=0), time, axis=0)
    if not evidence.activity.walking:
        known = known & ~evidence.supported
    lag = best_lag(time, vertical, acceleration[:, 2], known)
    ahead: Lag | None = None
    pushed: list[Finding] = []
    if evidence.whole_body:
        whole = np.asarray(plates.known.all(axis=1))
        force, forward = slow_where_whole(
            time, plates.force[:, :, 0].sum(axis=1), acceleration[:, 0], whole
        )
        ahead = best_lag(time, force, forward, known)
        if body.model.parameters != _LIGHT_LEGS:
            pushed = forward_acceleration(forward[known], force[known] / _mass(evidence))
        else:
            pushed = [Finding("forward_acceleration", why="children")]
    if not evidence.activity.walking:
        return _by_newton(evidence, lag, ahead, vertical[known])
    steps = [step_times(evidence, step) for step in evidence.whole_steps]
    usual, spread = (_LAG, _LAG_SPREAD) if evidence.whole_body else (_HIPS, _HIPS_SPREAD)
    signs = [] if lag is None else [(lag.at - usual, lag.spread(spread))]
    if ahead is not None:
        signs.append((ahead.at - _AHEAD, ahead.spread(_AHEAD_SPREAD)))
    stop = mean_seen([step.stop for step in steps])
    if np.isfinite(stop):
        signs.append((stop - _STOP, _STOP_SPREAD))
    over = mean_seen([step.over for step in steps])
    if np.isfinite(over) and (lag is None or not evidence.whole_body):
        signs.append((over - _OVER, _OVER_SPREAD))
    if not signs:
        return [Finding("clocks", why="no_sign")]
    common, of_a_step = (0.0, _STEP) if evidence.whole_body else (_HIPS_COMMON, _HIPS_STEP)
    if len(steps) < 2:
        common = float(np.hypot(common, of_a_step))
    cost = partial(cost_of_delay, evidence)
    found = [clocks(signs, cost, common), *unlike_steps(steps, cost)]
    if lag is not None:
        force = vertical[known] / _mass(evidence)
        found.append(vertical_acceleration(acceleration[known, 2], force))
    return found + pushed


def _by_newton(
    evidence: Evidence, lag: Lag | None, ahead: Lag | None, vertical: FloatArray
) -> list[Finding]:
    """By the lags of a movement that is no walk: what walks have on average it may have or not.

    Args:
        lag, ahead: of the vertical and the forward force behind the acceleration.
        vertical: (n,) N, of frames in which it is that of the whole body.
    """
    usual, spread = (_LAG, _LAG_SPREAD) if evidence.whole_body else (_HIPS, _HIPS_SPREAD)
    signs = [
        (seen.at, seen.spread(float(np.hypot(mean, deviation))))
        for seen, mean, deviation in ((lag, usual, spread), (ahead, _AHEAD, _AHEAD_SPREAD))
        if seen is not None
    ]
    if signs:
        common = 0.0 if evidence.whole_body else _HIPS_COMMON
        clock = clocks(signs, partial(cost_of_delay, evidence), common)
        if clock.limits is None or clock.limits[0] < 1e3 * _REACH:
            return [clock]
    if len(vertical) < 2 or float(vertical.std()) < _SHAKEN * evidence.body_weight:
        return []
    return [Finding("clocks", why="no_lag")]


def slow_where_whole(
    time: FloatArray, force: FloatArray, acceleration: FloatArray, whole: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Force and acceleration (frames,) without frequencies above those of walking.

    Before the filter, both are set to zero in frames in which the force of a foot is not known (not
    whole). The filter spreads these frames in the same way in both signals.
    """
    rate = (len(time) - 1) / float(time[-1] - time[0])
    both = np.where(whole[:, None], np.column_stack([force, acceleration]), 0.0)
    slow = zero_lag(both, FORWARD_CUTOFF, rate)
    return slow[:, 0], slow[:, 1]


def _mass(evidence: Evidence) -> float:
    return evidence.body_weight / STANDARD_GRAVITY


def clocks(
    signs: Sequence[tuple[float, float]],
    cost: Callable[[float], Fact],
    common: float = 0.0,
) -> Finding:
    """The delay of the plates from its signs.

    Args:
        signs: delay and standard deviation of this sign between people, s; positive if the plates
            are late.
        cost: function that gives the change of moments for a delay [s].
        common: standard deviation that all signs of a person, or of a step, share, s.
    Returns:
        Not known if the signs contradict each other by more than the delay that they show.
    """
    weight = np.array([1.0 / spread**2 for _, spread in signs])
    delay = float(np.array([value for value, _ in signs]) @ weight / weight.sum())
    deviation = float(np.hypot(weight.sum() ** -0.5, common))
    # signs that contradict each other tell less than their spreads have it
    apart = np.array([value for value, _ in signs]) - delay
    contradiction = float(np.sum(weight * apart**2)) / max(len(signs) - 1, 1)
    error = deviation * max(contradiction, 1.0) ** 0.5
    good, usable = (multiple * deviation for multiple in limits("clocks"))
    size = abs(delay)
    facts = {"delay": delay, "deviation": deviation, "error": error}
    # a delay within two of its deviations is none; one that forbids the results within two of them
    # is not ruled out
    if good < size <= 2.0 * error or (size <= good and usable < 2.0 * error):
        facts["unnoticed"] = 2.0 * error
        return Finding("clocks", facts=facts, why="contradict")
    own = (1e3 * good, 1e3 * usable)
    return Finding("clocks", "", 1e3 * size, {**facts, "changes": cost(delay)}, own)


def clocks_apart(checks: Sequence[Check]) -> float:
    """Delay of the plates after the cameras, s; 0 if there is none or nothing shows it."""
    clock = beyond(checks, "clocks")
    return 0.0 if clock is None else clock.number("delay")


class Lag(NamedTuple):
    """Lag of a force behind an acceleration from their correlation, and its standard deviation,
    s.
    """

    at: float
    deviation: float

    def spread(self, usual: float) -> float:
        """Spread of this sign, s: the usual spread, and the part that comes from few frames."""
        return float(np.sqrt(usual**2 + max(self.deviation**2 - _BLUNT**2, 0.0)))


def best_lag(
    time: FloatArray, force: FloatArray, acceleration: FloatArray, known: BoolArray
) -> Lag | None:
    """Lag of a force behind an acceleration (frames,), from their correlation; None if this is
    weak.

    Args:
        known: (frames,) in which the force of the whole body is known.
    """
    step = float(time[1] - time[0])
    most = round(_REACH / step)
    rows = np.flatnonzero(known)
    rows = rows[(rows >= most) & (rows < len(time) - most)]
    if len(rows) < _FEWEST:
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
    at = float((lags[k] + 0.5 * (alike[k - 1] - alike[k + 1]) / bend) * step)
    # likelihood of n independent Gaussian residuals of variance 1 - r^2: (1 - r^2)^(-n / 2)
    left = np.maximum(1.0 - alike**2, 1e-12)
    likely = (left[k] / left) ** (0.5 * len(rows) * step / _INDEPENDENT)
    square = likely @ (lags * step - at) ** 2 / likely.sum()
    return Lag(at, float(np.sqrt(square)))
