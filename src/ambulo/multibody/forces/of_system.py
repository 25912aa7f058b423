"""Operations of a system that depend on its forces alone, for each formulation with `forces`."""

from __future__ import annotations

from typing import Any

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.forces.laws import (
    enter_all,
    event_values_all,
    observe_all,
    switch_one,
    total_events,
    total_observed,
    total_stored,
)
from ambulo.multibody.system import (
    enter,
    event_count,
    event_values,
    observe,
    observed_count,
    stored,
    switch,
)


def meet_forces(kind: type, move: Any) -> None:
    """Implement the operations of a system's forces during a simulation.

    Args:
        kind: type of the packed system.
        move: function compiled by `inner`, from (system, q, v, work) to the bodies' motion.
    """

    @implements(stored, kind)
    def _stored(
        system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
    ) -> float:
        energy: float = total_stored(system.forces, t, move(system, q, v, work), s)
        return energy

    @implements(enter, kind)
    def _enter(system: Any, start: float, end: float, work: Any) -> None:
        enter_all(system.forces, start, end)

    @implements(observed_count, kind)
    def _observed_count(system: Any) -> int:
        return total_observed(system.forces)

    @implements(observe, kind)
    def _observe(system: Any, work: Any, out: FloatArray) -> None:
        observe_all(system.forces, out)

    @implements(event_count, kind)
    def _event_count(system: Any) -> int:
        return total_events(system.forces)

    @implements(event_values, kind)
    def _event_values(
        system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
        g: FloatArray,
    ) -> None:  # fmt: skip
        event_values_all(system.forces, t, move(system, q, v, work), s, g)

    @implements(switch, kind)
    def _switch(
        system: Any, event: int, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
    ) -> None:
        switch_one(system.forces, event, t, move(system, q, v, work), s)
