"""Quintic smoothing splines, which smooth and differentiate at once."""

from __future__ import annotations

from ambulo.mocap.filters.noise_spectrum import cutoff_of
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged
from ambulo.mocap.filters.splines import weight_at_cutoff
from ambulo.records import Markers

__all__ = ["FILTER"]


def _choose(markers: Markers, cutoff: float | None) -> Smoothing:
    chosen, said = cutoff_of(markers, cutoff)
    weight = weight_at_cutoff(chosen, 1.0 / markers.rate)
    note = f"{said} Coordinates smoothed by quintic splines, half amplitude at {chosen:.1f} Hz."
    return Smoothing(unchanged, unchanged, weight, note)


FILTER = Filter("quintic smoothing splines", "Woltring 1986", _choose)
