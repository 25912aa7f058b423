"""Plates and cameras not quite at one time: the same for all plates and the whole trial."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import plate_count, with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm

__all__ = ["SOURCE"]


class _Settings(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.1, description="s")

    def size(self, nominal: Nominal) -> int:
        return 1 if plate_count(nominal) else 0

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """Forces and moments as they were read a little later or earlier, where they are known."""
        time = reaction.time
        at = np.clip(time + self.sigma * z[0], time[0], time[-1])
        force, moment = reaction.force.copy(), reaction.moment_origin.copy()
        for values in (force, moment):
            for column in values.reshape(len(time), -1).T:
                seen = np.isfinite(column)
                if seen.any():
                    column[seen] = np.interp(at[seen], time[seen], column[seen])
        return with_wrench(reaction, force, moment)

    def said(self) -> str:
        return f"sigma {1e3 * self.sigma:g} ms, one for all plates"


SOURCE = Source(
    "synchronisation of plates and cameras",
    "taken as a fifth of a frame at 100 Hz",
    "timing",
    Acts.REACTION,
    _Settings,
)
