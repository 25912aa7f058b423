"""Offsets of the plates' forces, constant while loaded (Pamies-Vila 2012, section 5.4.3)."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    largest: float = Field(
        default=0.01, ge=0, le=0.2, description="largest error (3 sigma), share of full scale"
    )
    horizontal: float = Field(default=500.0, gt=0, description="full scale, N")
    vertical: float = Field(default=2500.0, gt=0, description="full scale, N")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """A force on the middle of each plate; both feet on it share the error."""
        scale = np.array([self.horizontal, self.horizontal, self.vertical])
        offset = self.largest / 3.0 * scale * z.reshape(-1, 3)
        force, moment = reaction.force.copy(), reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, offset, strict=True):
            force[surface.loaded] += e
            moment[surface.loaded] += vector_product(surface.middle, e)
        return with_wrench(reaction, force, moment)

    def said(self) -> str:
        return (
            f"largest offset {100 * self.largest:g} % (3 sigma) of {self.horizontal:g} N "
            f"horizontally and {self.vertical:g} N vertically, one a plate"
        )


SOURCE = Source(
    "plate forces",
    "data sheets, 0.2 to 2 % of full scale: Pàmies-Vilà 2012, section 5.4.3",
    "force plates",
    Acts.REACTION,
    _Settings,
)
