"""Place and velocity of the body's centre of mass."""

from __future__ import annotations

from collections.abc import Sequence

from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Analysis, Quantity
from ambulo.results.posture import Posture


def mass_centre(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Place [m] and velocity [m/s] in the world; nothing of a model that is a part of the body."""
    if not analysis.model.whole_body:
        return ()
    # by the joints' velocities, which the filter gave, not by differences of the place
    _, velocity = centre_of_mass(analysis.model.tree, analysis.motion.q, analysis.motion.v)
    return [
        Quantity(f"centre_of_mass_{name}{axis}", unit, values[:, k], way)
        for name, unit, values in (
            ("", "m", posture.mass_centre()),
            ("velocity_", "m/s", velocity),
        )
        for k, (axis, way) in enumerate(zip("xyz", ("forward", "to the left", "up"), strict=True))
    ]
