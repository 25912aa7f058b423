"""Errors of times: of strikes and offs, and between plates and cameras."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.records import Event, GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _EventTimes(SourceForm):
    sigma: float = Field(
        default=0.008, ge=0, le=0.1, description="sigma in s, separately for each event"
    )

    def size(self, nominal: Nominal) -> int:
        """Plates know by themselves when they are loaded."""
        shared = nominal.stages.ground.method == "whole-body"
        return len(nominal.stages.steps.events) if shared else 0

    def change(
        self, nominal: Nominal, events: tuple[Event, ...], z: FloatArray
    ) -> tuple[Event, ...]:
        """Events moved, each at most half way to its neighbours, so that their order stays."""
        times = [event.time for event in events]
        start, stop = (float(t) for t in nominal.analysis.motion.time[[0, -1]])
        found = []
        for k, event in enumerate(events):
            before = times[k - 1] if k else start
            after = times[k + 1] if k + 1 < len(times) else stop
            least, most = 0.5 * (before + event.time), 0.5 * (event.time + after)
            moved = min(max(event.time + self.sigma * float(z[k]), least), most)
            found.append(replace(event, time=moved))
        return tuple(found)

    def said(self) -> str:
        return f"sigma {1e3 * self.sigma:g} ms, separately for each event"


EVENT_TIMES = Source(
    "event times",
    "O'Connor, Thorpe, O'Malley & Vaughan 2007; Zeni, Richards & Higginson 2008",
    "timing",
    Acts.EVENTS,
    _EventTimes,
)


class _Synchronisation(SourceForm):
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


SYNCHRONISATION = Source(
    "synchronisation of plates and cameras",
    "assumed: a fifth of a frame at 100 Hz",
    "timing",
    Acts.REACTION,
    _Synchronisation,
)
