"""Markers placed beside their landmarks, with the same error in static trial and walk."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.uncertainty.source import Acts, Nominal, PlacedMarkers, Source, SourceForm


class _Settings(SourceForm):
    sigma: float = Field(default=0.005, ge=0, le=0.05, description="m, along each axis")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.worn)

    def change(self, nominal: Nominal, placed: PlacedMarkers, z: FloatArray) -> PlacedMarkers:
        offsets = self.sigma * z.reshape(-1, 3)
        standing, walking = placed.standing, placed.walking
        if standing is not None and nominal.standing is not None:
            position = standing.position.copy()
            for marker, offset in zip(nominal.worn, offsets, strict=True):
                if marker.standing is not None:
                    k = standing.names.index(marker.standing)
                    position[:, k] += nominal.standing[:, marker.body] @ offset
            standing = replace(standing, position=position)
        position, turned = walking.position.copy(), nominal.turned()
        for marker, offset in zip(nominal.worn, offsets, strict=True):
            if marker.walking is not None:
                k = walking.names.index(marker.walking)
                position[:, k] += turned[:, marker.body] @ offset
        return PlacedMarkers(standing, replace(walking, position=position))

    def said(self) -> str:
        return (
            f"sigma {1e3 * self.sigma:g} mm along each axis, the same in both trials. Markers "
            "that only the static trial has are included"
        )


SOURCE = Source(
    "marker placement",
    "Della Croce, Cappozzo & Kerrigan 1999",
    "markers",
    Acts.PLACEMENT,
    _Settings,
)
