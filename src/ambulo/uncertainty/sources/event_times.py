"""Instants of foot strikes and offs, where a ground reaction is shared between the feet by them."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.records import Event
from ambulo.uncertainty.source import Acts, Nominal, Source

__all__ = ["SOURCE"]


class _Settings(Form):
    sigma: float = Field(default=0.008, ge=0, le=0.1, description="s, each event by itself")


def _size(nominal: Nominal, settings: _Settings) -> int:
    """Plates know by themselves when they are loaded."""
    del settings
    shared = nominal.stages.ground.method == "whole-body"
    return len(nominal.stages.steps.events) if shared else 0


def _change(
    nominal: Nominal, events: tuple[Event, ...], z: FloatArray, settings: _Settings
) -> tuple[Event, ...]:
    """Events moved, each at most half way to its neighbours, so that their order stays."""
    times = [event.time for event in events]
    start, stop = (float(t) for t in nominal.analysis.motion.time[[0, -1]])
    found = []
    for k, event in enumerate(events):
        before = times[k - 1] if k else start
        after = times[k + 1] if k + 1 < len(times) else stop
        least, most = 0.5 * (before + event.time), 0.5 * (event.time + after)
        moved = min(max(event.time + settings.sigma * float(z[k]), least), most)
        found.append(replace(event, time=moved))
    return tuple(found)


def _said(settings: _Settings) -> str:
    return f"sigma {1e3 * settings.sigma:g} ms, each event by itself"


SOURCE = Source(
    "event times",
    "O'Connor, Thorpe, O'Malley & Vaughan 2007; Zeni, Richards & Higginson 2008",
    "timing",
    Acts.EVENTS,
    _Settings,
    _size,
    _change,
    _said,
)
