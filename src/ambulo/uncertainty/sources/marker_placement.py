"""Markers stuck on beside their landmarks: the same in the standing trial and in the walk."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Markers
from ambulo.uncertainty.source import Acts, Nominal, PlacedMarkers, Source, SourceForm

__all__ = ["SOURCE"]


class _Settings(SourceForm):
    sigma: float = Field(default=0.005, ge=0, le=0.05, description="m, along each axis")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.segment_of)

    def change(self, nominal: Nominal, placed: PlacedMarkers, z: FloatArray) -> PlacedMarkers:
        offset = dict(zip(nominal.segment_of, self.sigma * z.reshape(-1, 3), strict=True))
        standing = placed.standing
        if standing is not None and nominal.standing is not None:
            standing = _moved(nominal, standing, nominal.standing, offset)
        return PlacedMarkers(standing, _moved(nominal, placed.walking, nominal.turned(), offset))

    def said(self) -> str:
        return f"sigma {1e3 * self.sigma:g} mm along each axis, constant over both trials"


def _moved(
    nominal: Nominal, markers: Markers, R: FloatArray, offset: dict[str, FloatArray]
) -> Markers:
    """Markers moved by what is constant in the frame of their segment."""
    position = markers.position.copy()
    for name, local in offset.items():
        position[:, markers.names.index(name)] += np.asarray(R[:, nominal.segment_of[name]] @ local)
    return replace(markers, position=position)


SOURCE = Source(
    "marker placement",
    "Della Croce, Cappozzo & Kerrigan 1999",
    "markers",
    Acts.PLACEMENT,
    _Settings,
)
