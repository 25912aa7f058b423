"""Force against mass times acceleration: whether they change in the ratio that walks have."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import gate
from ambulo.math.arrays import FloatArray
from ambulo.records import Gate

__all__ = ["FORWARD_CUTOFF", "forward_gate", "rate_gate"]

# slope of vertical force per mass over acceleration: 0.70 to 1.06 in ten public walks of seven
# people, geometric mean 0.9, the logarithm's deviation 0.14; three of them, and five. A rate that
# is wrong by f changes it by f**2
_SLOPE, SLOPE_LIMIT, SLOPE_UNUSABLE = 0.9, 0.42, 0.70
# the same of forward force and acceleration of the whole body, both below 6 Hz, over seven walks of
# four people: 0.99 to 1.21, the logarithm's deviation 0.08; three of them, and six
FORWARD_LIMIT, FORWARD_UNUSABLE = 0.24, 0.48
FORWARD_CUTOFF = 6.0
# correlation from which they say anything
_FORWARD_ALIKE = 0.8
# frames that tell anything
_FEWEST = 30


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


def forward_gate(acceleration: FloatArray, force: FloatArray) -> list[Gate]:
    """Whether the forward force of the whole body is its mass times acceleration.

    Args:
        acceleration: of the mass centre, m/s^2, and force: N/kg, (n,), of walking's frequencies.
    Returns:
        Nothing where both do not go together at all, which the direction of the force shows.
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
    return [
        gate(
            "forward force against acceleration",
            abs(float(np.log(slope))),
            FORWARD_LIMIT,
            "log of the ratio that walks have",
            f"The forward force changes {slope:.2f} times as much as mass times acceleration: "
            "gain or unit of the plates' horizontal channels, the mass, or the frame rate is wrong",
            unusable=FORWARD_UNUSABLE,
            cost="Moments of hip and knee are off by up to as much as the horizontal force.",
        )
    ]
