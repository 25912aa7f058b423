"""Where the plates stand among the cameras: one error for all plates of the laboratory."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.05, description="m, along each axis")
    turn: float = Field(default=0.3, ge=0, le=10, description="degrees, about the vertical")

    def size(self, nominal: Nominal) -> int:
        return 4 if nominal.surfaces else 0

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """All plates moved and turned about their middle: what they measure goes with them."""
        middle = np.mean([surface.middle for surface in nominal.surfaces], axis=0)
        angle = np.radians(self.turn) * z[3]
        c, s = np.cos(angle), np.sin(angle)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        # about the middle, turned, and back about the origin from where the middle now is
        about = reaction.moment_origin - vector_product(middle, reaction.force)
        force = reaction.force @ R.T
        moved = middle + self.sigma * z[:3]
        return with_wrench(reaction, force, about @ R.T + vector_product(moved, force))

    def said(self) -> str:
        return (
            f"sigma {1e3 * self.sigma:g} mm along each axis and {self.turn:g}° about the vertical, "
            "the same for all plates"
        )


SOURCE = Source(
    "plate position",
    "Collins, Adamczyk, Ferris & Kuo 2009",
    "force plates",
    Acts.REACTION,
    _Settings,
)
