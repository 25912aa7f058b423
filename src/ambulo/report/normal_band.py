"""Normal walking as mean and standard deviation over the stride, in the signs of the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from ambulo.inputs.toml_file import Form, Numbers, Text, read_toml
from ambulo.math.arrays import FloatArray
from ambulo.records import Side
from ambulo.results.columns import meaning

__all__ = ["BandCurve", "NormalBand", "load_band"]


@dataclass(frozen=True, eq=False)
class BandCurve:
    """Mean and standard deviation (points,), evenly spaced over 0-100 % of the stride."""

    mean: FloatArray
    sd: FloatArray

    @property
    def cycle(self) -> FloatArray:
        """Percent of the stride of each point."""
        return np.linspace(0.0, 100.0, len(self.mean))


@dataclass(frozen=True, eq=False)
class NormalBand:
    """Bands by group ("angles" [deg], "moments" [N*m/kg], "powers" [W/kg]) and name without side.

    Args:
        name, citation, population: for the legend.
        curves: e.g. curves["moments"]["knee_flexion"].
    """

    name: str
    citation: str
    population: str
    curves: Mapping[str, Mapping[str, BandCurve]]

    def of(self, group: str, name: str, side: Side) -> BandCurve | None:
        """Band for a reported quantity over the strides of one side; None where there is none.

        The source gives the pelvis as seen by the leg whose stride it is (its side up, its side
        forward), the report in the world (left side up, turn to the left).
        """
        what = meaning(name)
        band = self.curves[group].get(f"{what.joint}_{what.motion}")
        if band is None or what.joint != "pelvis" or what.plane == "sagittal":
            return band
        # the left side moves forward when the pelvis turns to the right
        sign = {"frontal": 1.0, "transverse": -1.0}[what.plane]
        return BandCurve(band.mean * (sign if side == "left" else -sign), band.sd)


class _Curve(Form):
    mean: Numbers = Field(min_length=2)
    sd: Numbers = Field(min_length=2)
    positive: Text


class _Units(Form):
    angles: Literal["deg"]
    moments: Literal["N*m/kg"]
    powers: Literal["W/kg"]


class _BandForm(Form):
    name: Text
    citation: Text
    population: Text
    unit: _Units
    angles: dict[str, _Curve]
    moments: dict[str, _Curve]
    powers: dict[str, _Curve]


@cache
def load_band(name: str = "schwartz2008") -> NormalBand:
    """Read a normal band from the package's data.

    Args:
        name: of the file `normal_band_<name>.toml`.
    """
    data = read_toml(Path(__file__).with_name(f"normal_band_{name}.toml"), _BandForm)
    groups = {"angles": data.angles, "moments": data.moments, "powers": data.powers}
    curves = {
        group: {
            key: BandCurve(np.array(entry.mean), np.array(entry.sd)) for key, entry in found.items()
        }
        for group, found in groups.items()
    }
    return NormalBand(data.name, data.citation, data.population, curves)
