"""Instants of foot strikes and offs, where a ground reaction is shared between the feet by them."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Event
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _Settings(SourceForm):
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


SOURCE = Source(
    "event times",
    "O'Connor, Thorpe, O'Malley & Vaughan 2007; Zeni, Richards & Higginson 2008",
    "timing",
    Acts.EVENTS,
    _Settings,
)
