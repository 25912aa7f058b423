"""Plates and cameras not quite at one time: the same for all plates and the whole trial."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.1, description="s")

    def size(self, nominal: Nominal) -> int:
        return 1 if nominal.surfaces else 0

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """Forces and moments as they were read a little later or earlier.

        The plates' own samples are moved and averaged around the frames again: between averages
        the load that one foot hands to the other would be cut off at its corner.
        """
        steps, trial = nominal.stages.steps, nominal.stages.recording.trial
        assert steps.plates is not None
        late = self.sigma * float(z[0])
        moved = ground_reaction(
            replace(trial, plates=tuple(replace(p, time=p.time - late) for p in trial.plates)),
            [replace(c, start=c.start - late, stop=c.stop - late) for c in steps.contacts],
            steps.events,
            steps.time,
            steps.feet,
            steps.stance,
        )
        # nothing where one of them does not know
        force, moment = (
            np.nan_to_num(now - before)
            for now, before in (
                (moved.force, steps.plates.force),
                (moved.moment_origin, steps.plates.moment_origin),
            )
        )
        return with_wrench(reaction, reaction.force + force, reaction.moment_origin + moment)

    def said(self) -> str:
        return f"sigma {1e3 * self.sigma:g} ms, the same for all plates"


SOURCE = Source(
    "synchronisation of plates and cameras",
    "assumed: a fifth of a frame at 100 Hz",
    "timing",
    Acts.REACTION,
    _Settings,
)
