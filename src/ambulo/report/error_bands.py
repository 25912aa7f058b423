"""Ends of the error bands for panels, and the bands in words."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Bands, Quantity
from ambulo.records.bands import SETTLED
from ambulo.results.columns import layer


def band_ends(
    bands: Bands | None, column: Quantity, scale: float = 1.0
) -> tuple[FloatArray | None, FloatArray | None]:
    """Low and high end (frames,) of a column's band, times a scale; None if the column has no band.

    Args:
        bands: bands of the analysis.
        column: header as in the tables.
        scale: factor from the column's unit to the shown unit.
    """
    if bands is None:
        return None, None
    low, high = layer(bands.low, column), layer(bands.high, column)
    return (None if low is None else scale * low), (None if high is None else scale * high)


def bands_in_words(bands: Bands) -> str:
    """The bands in words: number of analyses, errors, and remaining change of the ends."""
    at = max(bands.settling, key=int, default=None)
    said = f"{100 * bands.share:g} % of {bands.samples} perturbed analyses"
    if bands.left_out:
        said += f", with errors of {', '.join(bands.titles)} only"
    if at is not None and np.isfinite(bands.settling[at]):
        moved = bands.settling[at]
        said += (
            f". With {at} analyses in place of {int(at) // 2}, the ends of these bands moved by up "
            f"to {100 * moved:.0f} % of their width"
            f"{'. Use --uncertainty auto' * (moved > SETTLED)}"
        )
    return said
