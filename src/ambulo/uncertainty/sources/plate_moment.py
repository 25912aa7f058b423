"""Offsets of the plates' moments, constant while loaded (Pamies-Vila 2012, section 5.4.3)."""

from __future__ import annotations

from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    largest: float = Field(
        default=0.002, ge=0, le=0.2, description="largest error (3 sigma), share of full scale"
    )
    full_scale: float = Field(default=500.0, gt=0, description="N*m")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        offset = self.largest / 3.0 * self.full_scale * z.reshape(-1, 3)
        moment = reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, offset, strict=True):
            moment[surface.loaded] += e
        return with_wrench(reaction, reaction.force, moment)

    def said(self) -> str:
        return (
            f"largest offset {100 * self.largest:g} % (3 sigma) of {self.full_scale:g} N·m, "
            "one a plate"
        )


SOURCE = Source(
    "plate moments",
    "data sheets, 0.2 to 2 % of full scale: Pàmies-Vilà 2012, section 5.4.3; the least of them, "
    "for offsets are taken off before a trial",
    "force plates",
    Acts.REACTION,
    _Settings,
)
