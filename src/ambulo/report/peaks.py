"""Peak joint moments per kilogram, named after what the muscles do."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ambulo.records import PeakBand, Side
from ambulo.report.scene import Scene
from ambulo.results.peak_moments import PEAKS, peak_places

__all__ = ["NEVER", "OUTSIDE", "Peak", "peak_moments", "that_way", "with_band"]

NEVER = "none"
"""Said of a peak whose direction the moment never has."""

OUTSIDE = (
    "A peak outside its own band is one that nearly every error of these sizes makes larger, or "
    "smaller: trust the band."
)
"""Said where that is so."""


@dataclass(frozen=True)
class Peak:
    """Largest internal moment of one kind [N*m/kg] by side; None where it is not known.

    Negative where the moment has the other direction throughout; see `that_way`.

    Args:
        normal: peak of the normal mean curve.
        bands: of the sides that have one.
    """

    name: str
    sides: dict[Side, float | None]
    normal: float | None
    bands: dict[Side, PeakBand] = field(default_factory=dict)

    @property
    def outside(self) -> bool:
        """Whether the peak of a side, as written, lies outside its own band."""
        known = [(self.sides[side], band) for side, band in self.bands.items()]
        return any(
            value is not None and not round(band.low, 2) <= round(value, 2) <= round(band.high, 2)
            for value, band in known
        )


def peak_moments(scene: Scene) -> list[Peak]:
    """Peaks of each side where `peak_places` looks for them; normal ones beside walks only."""
    curves = {q.name: q.values for q in scene.group("moments")}
    normal_band = scene.band.curves["moments"] if scene.activity.walking else {}
    bands = scene.analysis.bands
    places = peak_places(scene.analysis)
    found = []
    for name, quantity, sign in PEAKS:
        mine = [place for place in places if place.name == name]
        sides: dict[Side, float | None] = {}
        with_bands: dict[Side, PeakBand] = {}
        for place in mine:
            known = curves[place.quantity][place.frames]
            sides[place.side] = float((sign * known).max()) if known.size else None
            if bands is not None and place.key in bands.peaks:
                with_bands[place.side] = bands.peaks[place.key]
        if sides:
            normal = None
            if quantity in normal_band:
                normal = float((sign * normal_band[quantity].mean).max())
            found.append(Peak(name, sides, normal, with_bands))
    return found


def that_way(value: float | None) -> float | str | None:
    """A peak for reading: `NEVER` where the moment never has the direction it is named after."""
    return value if value is None or not value < 0.0 else NEVER


def with_band(value: str, band: PeakBand | None) -> str:
    """A peak as written, with its band where it has one: `0.88 [0.79, 0.97]`."""
    if band is None:
        return value
    known = math.isfinite(band.low) and math.isfinite(band.high)
    return f"{value} [{f'{band.low:.2f}, {band.high:.2f}' if known else 'no band'}]"
