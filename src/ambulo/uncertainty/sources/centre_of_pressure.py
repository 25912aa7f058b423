"""Where a plate says that its force acts: constant over a loading, under a constant force."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.05, description="m, along each horizontal axis")

    def size(self, nominal: Nominal) -> int:
        return 2 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        shift = np.pad(self.sigma * z.reshape(-1, 2), ((0, 0), (0, 1)))
        moment = reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, shift, strict=True):
            on = surface.loaded
            moment[on] += vector_product(e, reaction.force[on])
        return with_wrench(reaction, reaction.force, moment)

    def said(self) -> str:
        return f"sigma {1e3 * self.sigma:g} mm along each horizontal axis, one a plate"


SOURCE = Source(
    "centre of pressure",
    "Bobbert & Schamhardt 1990; Chockalingam, Giakas & Iossifidou 2002",
    "force plates",
    Acts.REACTION,
    _Settings,
)
