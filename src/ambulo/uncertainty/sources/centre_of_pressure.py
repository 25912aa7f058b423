"""Where a plate says that its force acts: constant over a loading, under a constant force."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import loaded_by_plate, plate_count, with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm

__all__ = ["SOURCE"]


class _Settings(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.05, description="m, along each horizontal axis")

    def size(self, nominal: Nominal) -> int:
        return 2 * plate_count(nominal)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        shift = np.pad(self.sigma * z.reshape(-1, 2), ((0, 0), (0, 1)))
        moment = reaction.moment_origin.copy()
        for plate, loaded in enumerate(loaded_by_plate(nominal)):
            moment[loaded] += vector_product(shift[plate], reaction.force[loaded])
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
