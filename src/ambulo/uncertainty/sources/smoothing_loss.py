"""Movement that goes with the noise: a filter takes fast movement too, most where the foot strikes.

What it takes cannot be seen. A smoothing spline is right for movements whose jerk is as rough at
frequencies that it takes as at those that it leaves; such movements are drawn, as rough around each
instant as the recording is, and what the spline takes of them is what it errs by (Wahba 1983).
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.lost_movement import lost_movement
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.uncertainty.source import (
    MANY_NUMBERS,
    Acts,
    Nominal,
    Source,
    SourceForm,
    many_numbers,
)


class _Settings(SourceForm):
    factor: float = Field(
        default=1.0, ge=0, le=5, description="factor on the roughness of the recording"
    )

    def size(self, nominal: Nominal) -> int:
        """Only smoothing splines say what movements they are right for."""
        return MANY_NUMBERS if nominal.stages.filtered.smoothing.weight > 0.0 else 0

    def change(self, nominal: Nominal, smoothing: Smoothing, z: FloatArray) -> Smoothing:
        """S q + (s - S s) of a drawn s."""
        time, (size, rng) = nominal.stages.steps.time, many_numbers(z)
        jerk = self.factor * size * nominal.roughness
        lost = lost_movement(time, jerk, smoothing.weight, smoothing.profile, rng)
        centre = smoothing.centre
        if centre is not None:
            rough = self.factor * size * nominal.centre_roughness
            way = lost_movement(time, rough, centre.weight, centre.profile, rng)
            centre = replace(centre, off=way)
        return replace(smoothing, off=lost, centre=centre)

    def said(self) -> str:
        return (
            f"what the spline removes from movements {self.factor:g} times as rough as the "
            "recording "
            "around each instant"
        )


SOURCE = Source(
    "movement that smoothing takes away",
    "Wahba 1983; Nychka 1988",
    "filter",
    Acts.SMOOTHING,
    _Settings,
)
