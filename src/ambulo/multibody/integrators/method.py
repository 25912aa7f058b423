"""A method of integration: its name, order, source and scheme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from ambulo.math.dispatch import implementation_of
from ambulo.math.packed import Packed
from ambulo.multibody.system import coordinate_rate, displace

__all__ = ["Method"]


@dataclass(frozen=True)
class Method:
    """One way to integrate equations of motion.

    Args:
        name: as the command line says it.
        order: of its error in the step.
        adaptive: whether a tolerance chooses the steps.
        counts: what its number counts, e.g. "steps".
        source: author and year.
        scheme: its packed coefficients, of which `integrators.scheme` says what it implements.
        needs: operations without a default that a system must implement, besides `accelerate`.
        tolerance: of its steps where none is given [m, rad, per s].
    """

    name: str
    order: int
    adaptive: bool
    counts: str
    source: str
    scheme: Packed
    needs: tuple[Callable[..., object], ...] = ()
    tolerance: float = 1e-12

    def suits(self, system: Packed) -> bool:
        """Whether a packed system can be integrated with it."""
        return all(implementation_of(need, type(system)) is not None for need in self.needs)

    def scheme_for(self, system: Packed) -> Packed:
        """The scheme: on the group of a packed system's coordinates, off it where it has none."""
        kind = type(system)
        grouped = implementation_of(displace, kind) is not None
        # where rates are the velocities themselves, sums are the group
        summed = implementation_of(coordinate_rate, kind) is None
        return self.scheme if grouped or summed else self.in_coordinates.scheme

    @property
    def in_coordinates(self) -> Method:
        """The same method with coordinates as plain numbers, off their group."""
        if getattr(self.scheme, "on_group", 0) == 0:
            return self
        return replace(self, scheme=cast(Any, self.scheme)._replace(on_group=0))
