"""Check of the force against mass times acceleration, by the usual ratio of the two in walks."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.finding import Finding
from ambulo.math.arrays import FloatArray

# slope of vertical force per mass over acceleration; a rate that is wrong by f changes it by f**2
_SLOPE = 0.9
# Hz; the same of forward force and acceleration of the whole body is taken below it
FORWARD_CUTOFF = 6.0
# correlation from which they say anything
_FORWARD_ALIKE = 0.8
# frames that tell anything
_FEWEST = 30


def vertical_acceleration(acceleration: FloatArray, force: FloatArray) -> Finding:
    """Whether the vertical force changes with the acceleration according to Newton.

    Args:
        acceleration: (n,) m/s^2, upwards; force: (n,) N/kg.
    """
    moving = acceleration - acceleration.mean()
    slope = float(moving @ force / (moving @ moving))
    off = abs(float(np.log(max(slope, 1e-6) / _SLOPE)))
    return Finding("vertical_acceleration", "", off, {"slope": slope})


def forward_acceleration(acceleration: FloatArray, force: FloatArray) -> list[Finding]:
    """Whether the forward force of the whole body is its mass times acceleration.

    Args:
        acceleration: of the mass centre, m/s^2, and force: N/kg, (n,), of walking's frequencies.
    Returns:
        Empty if the two do not correlate at all; the check of the force's direction shows this.
    """
    if len(force) < _FEWEST:
        return []
    moving, pushed = acceleration - acceleration.mean(), force - force.mean()
    size, answer = float(moving @ moving), float(pushed @ pushed)
    # dead channels push nobody, and a body that stands still tells nothing
    if size == 0.0 or answer == 0.0:
        return []
    slope = float(moving @ pushed) / size
    alike = float(moving @ pushed) / float(np.sqrt(size * answer))
    if not alike >= _FORWARD_ALIKE:
        return []
    return [Finding("forward_acceleration", "", abs(float(np.log(slope))), {"slope": slope})]
