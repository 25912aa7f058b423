"""Peak joint moments per kilogram, named after the action of the muscles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

import numpy as np

from ambulo.records import SIDES, Analysis, PeakBand, Side
from ambulo.report.normal_band import BandCurve
from ambulo.report.scene import Scene
from ambulo.results.catalogue import axes_suffix
from ambulo.results.gait_cycle import WHOLE
from ambulo.results.peak_moments import IMPACT, PEAKS, largest_moment, peak_places
from ambulo.results.trust import Trust

NEVER = "none"
"""Said of a peak whose direction the moment never has."""
NEVER_MEANS = "the moment never acts in this direction"

OUTSIDE = (
    "A peak can lie outside its band if nearly all errors make it larger, or nearly all make it "
    "smaller. In this case trust the band."
)
"""Text for a peak outside its band."""


def of_many(analysis: Analysis) -> str:
    """Text for peaks chosen among several strides."""
    return (
        f"Each peak is the largest of all strides. tables/peaks{axes_suffix(analysis)}.csv also "
        "has the mean of the strides' peaks."
    )


@dataclass(frozen=True)
class Peak:
    """Largest internal moment of one kind [N*m/kg] by side; None where it is not known.

    It is negative if the moment always has the other direction; see `that_way`.

    Args:
        normal, normal_sd: peak of the normal mean curve, and the standard deviation between people
            at its instant.
        bands: bands of the sides that have one.
        at: place of the peak in % of the stride, for the sides where it is known.
        later: whether the peak follows the impact of the foot strike.
        strides: largest number of whole strides of a side among which the peak was chosen.
        quantity: the moment without its side, such as "hip_flexion".
    """

    name: str
    sides: dict[Side, float | None]
    normal: float | None
    bands: dict[Side, PeakBand] = field(default_factory=dict)
    at: dict[Side, float] = field(default_factory=dict)
    later: bool = False
    strides: int = 0
    normal_sd: float | None = None
    quantity: str = ""

    @property
    def outside(self) -> bool:
        """Whether the printed peak of a side is outside its own band."""
        known = [(self.sides[side], band) for side, band in self.bands.items()]
        return any(
            value is not None and not round(band.low, 2) <= round(value, 2) <= round(band.high, 2)
            for value, band in known
        )


def peak_moments(scene: Scene) -> list[Peak]:
    """Peaks of each side at the places of `peak_places`; normal peaks only for walks.

    None if no side has a peak. If a peak is in the first `IMPACT` % of the stride, the later peak
    has its own row.
    """
    curves = {q.name: q.values for q in scene.group("moments")}
    normal_band = scene.band.curves["moments"] if scene.activity.walking else {}
    bands = scene.analysis.bands
    places = peak_places(scene.analysis)
    found = []
    for name, quantity, sign in PEAKS:
        mine = [place for place in places if place.name == name]
        sides: dict[Side, float | None] = {}
        with_bands: dict[Side, PeakBand] = {}
        largest = {p.side: largest_moment(p, curves[p.quantity]) for p in mine}
        for place in mine:
            one = largest[place.side]
            sides[place.side] = None if one is None else one.value
            if bands is not None and place.key in bands.peaks:
                with_bands[place.side] = bands.peaks[place.key]
        if not sides:
            continue
        known = {side: one for side, one in largest.items() if one is not None}
        at = {side: one.at for side, one in known.items() if np.isfinite(one.at)}
        normal, sd = _normal(normal_band.get(quantity), sign)
        strides = max((len(one.of_strides) for one in known.values()), default=0)
        found.append(Peak(name, sides, normal, with_bands, at, False, strides, sd, quantity))
        if any(one.later is not None for one in known.values()):
            later: dict[Side, float | None] = dict.fromkeys(sides)
            later |= {s: one.value if one.later is None else one.later for s, one in known.items()}
            when = {s: one.at if one.later_at is None else one.later_at for s, one in known.items()}
            said = f"{name} after {IMPACT:.0f} %"
            normal, sd = _normal(normal_band.get(quantity), sign, IMPACT)
            found.append(Peak(said, later, normal, {}, when, True, 0, sd, quantity))
    # of none there is no table
    known_at_all = any(v is not None for peak in found for v in peak.sides.values())
    return found if known_at_all else []


def trust_of_curves(scene: Scene, peak: Peak) -> list[Trust]:
    """Trust in the curves of both sides on which a peak lies."""
    names = (f"moments/{side}_{peak.quantity}" for side in SIDES)
    return [scene.trust[name] for name in names if name in scene.trust]


def _normal(
    band: BandCurve | None, sign: float, after: float = 0.0
) -> tuple[float, float] | tuple[None, None]:
    """Peak of the mean curve from a percent of the stride on, with the standard deviation there;
    None if a part of the curve is not known.

    A frame or two at the ends of moments of own normal data may be missing.
    """
    if band is None or np.isfinite(band.mean).mean() < WHOLE:
        return None, None
    at = int(np.nanargmax(np.where(band.cycle >= after, sign * band.mean, np.nan)))
    return float(sign * band.mean[at]), float(band.sd[at])


def that_way(value: float | None) -> float | str | None:
    """A peak in words: `NEVER` if the moment never has the direction in the peak's name."""
    return value if value is None or not value < 0.0 else NEVER


def two_decimals(value: float | None) -> str:
    """Two decimals, a half away from zero, as the page's table has them."""
    if value is None or not np.isfinite(value):
        return "–"
    return str(Decimal(value + 0.0).quantize(Decimal("0.01"), ROUND_HALF_UP))


def with_band(value: str, band: PeakBand | None) -> str:
    """A printed peak, with its band if it has one: `0.88 [0.79, 0.97]`."""
    if band is None:
        return value
    known = math.isfinite(band.low) and math.isfinite(band.high)
    return f"{value} [{f'{band.low:.2f}, {band.high:.2f}' if known else 'no band'}]"
