"""Operations of a system that are its forces' alone, for whatever formulation has `forces`."""

from __future__ import annotations

from typing import Any

from ambulo.math.arrays import FloatArray
from ambulo.multibody.forces.law import enter_all, observe_all, total_events, total_observed


def enter_forces(system: Any, start: float, end: float, work: Any) -> None:
    """`enter` of `multibody.system`."""
    enter_all(system.forces, start, end)


def count_observed(system: Any) -> int:
    """`observed_count`."""
    return total_observed(system.forces)


def observe_forces(system: Any, work: Any, out: FloatArray) -> None:
    """`observe`."""
    observe_all(system.forces, out)


def count_events(system: Any) -> int:
    """`event_count`."""
    return total_events(system.forces)
