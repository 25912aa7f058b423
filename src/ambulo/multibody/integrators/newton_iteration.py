"""When Newton's method on the equations of one step ends."""

from __future__ import annotations

from ambulo.math.compilation import inner

ITERATIONS = 30
"""Of Newton's method before a step is given up."""
CONVERGED = 1e-14
"""A correction of the displacement [m, rad] below this ends the iteration."""
ROUNDING = 1e-10
"""Below this, so does one that is no longer half of the one before: what is left is rounding."""
_FAR = 1e3


@inner
def settled(correction: float, before: float) -> bool:
    """Whether the largest correction [m, rad] ends the iteration, after the one before."""
    return correction < CONVERGED or (correction < ROUNDING and correction > 0.5 * before)


@inner
def diverges(correction: float) -> bool:
    """Whether the largest correction [m, rad] is beyond hope, or NaN."""
    return not correction < _FAR
