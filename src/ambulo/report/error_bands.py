"""Ends of the error bands as panels draw them."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.records import Bands, Quantity
from ambulo.results.columns import layer


def band_ends(
    bands: Bands | None, column: Quantity, scale: float = 1.0
) -> tuple[FloatArray | None, FloatArray | None]:
    """Low and high end (frames,) of a column's band, times a scale; None where it has none.

    Args:
        bands: of the analysis.
        column: as the tables have it.
        scale: from the column's unit to the one shown.
    """
    if bands is None:
        return None, None
    low, high = layer(bands.low, column), layer(bands.high, column)
    return (None if low is None else scale * low), (None if high is None else scale * high)
