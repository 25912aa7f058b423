"""A method of integration: its name, order, source and scheme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import implementation_of
from ambulo.math.packed import Packed
from ambulo.multibody.integrators.scheme import begin, memory, step
from ambulo.multibody.system import coordinate_rate, displace


@dataclass(frozen=True)
class Method:
    """A method to integrate equations of motion.

    Args:
        name: name on the command line and in the registry.
        order: of the error in the step; it is checked if the scheme computes its order.
        adaptive: whether a tolerance chooses the steps.
        counts: what the method counts, e.g. "steps".
        source: author and year.
        scheme: its packed coefficients, which implement the operations of `integrators.scheme`.
        needs: operations without a default that a system must implement, besides `accelerate`.
        tolerance: default tolerance of its steps [m, rad, per s].

    Raises:
        InputError: the scheme is not a scheme, its numbers do not belong together, or it does not
            have the order.
    """

    name: str
    order: int
    adaptive: bool
    counts: str
    source: str
    scheme: Packed
    needs: tuple[Callable[..., object], ...] = ()
    tolerance: float = 1e-12

    def __repr__(self) -> str:
        return f"<{self.name}, order {self.order}>"

    def __post_init__(self) -> None:
        what = self._mistake()
        if what:
            raise InputError(
                what=what,
                where=f"integrator {self.name!r}",
                remedy="See integrators.explicit_runge_kutta for a tableau's entries, "
                "integrators.scheme for a scheme of another kind",
            )

    def _mistake(self) -> str:
        """What is wrong with the scheme; "" for nothing."""
        if not (isinstance(self.name, str) and self.name.strip() and self.name.isprintable()):
            return "a name is a string of one line that is not empty"
        if isinstance(self.order, bool) or not isinstance(self.order, int) or self.order < 1:
            return f"order = {self.order} is not a whole number from 1"
        scheme: Any = self.scheme
        kind = type(scheme)
        if not isinstance(scheme, tuple) or not hasattr(kind, "_fields"):
            return f"a scheme is a NamedTuple of coefficients, not {with_article(kind.__name__)}"
        for operation in (memory, begin, step):
            if implementation_of(operation, kind) is None:
                return f"{kind.__name__} does not implement {operation.__name__}"
        for name in kind._fields:
            value = getattr(scheme, name)
            if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
                return f"{name} is {with_article(type(value).__name__)}, not a NumPy array"
            if isinstance(value, float | int | np.ndarray):
                dtype = np.asarray(value).dtype
                if dtype.kind not in "fiu":
                    return f"{name} has no numbers"
                if dtype.kind == "f" and dtype != np.float64:
                    return f"{name} holds {dtype.name}, not float64: its rounding would be an error"
                if not np.isfinite(value).all():
                    return f"{name} holds a number that is not finite"
        control = getattr(self.scheme, "control", None)
        if control is None:
            return f"{kind.__name__} has no field control"
        if self.adaptive != (control > 0.0):
            return f"adaptive = {self.adaptive} does not go with control = {control:g}"
        if self.adaptive and not self.tolerance > 0.0:
            return f"a tolerance of {self.tolerance:g} cannot be met"
        if control < 0.0:
            return f"control = {control:g} is no order"
        mistake: Callable[[], str] = getattr(self.scheme, "mistake", str)
        return mistake() or self._mistake_in_orders(control)

    def _mistake_in_orders(self, control: float) -> str:
        """What its coefficients say otherwise than `order` and `control`; "" for nothing."""
        if not hasattr(self.scheme, "orders"):
            return ""
        order, estimated = self.scheme.orders()
        if self.order > order:
            return f"order = {self.order} is stated, and its coefficients give order {order:g}"
        if control not in (0.0, estimated) and estimated < np.inf:
            return (
                f"control = {control:g} is not the order of the step in its error estimate, "
                f"{estimated:g}"
            )
        return ""

    def suits(self, kind: type) -> bool:
        """Whether the method can integrate packed systems of a type."""
        return all(implementation_of(need, kind) is not None for need in self.needs)

    def scheme_for(self, system: Packed) -> Packed:
        """The scheme: on the group of a packed system's coordinates if there is one, otherwise on
        plain numbers."""
        kind = type(system)
        grouped = implementation_of(displace, kind) is not None
        # where rates are the velocities themselves, sums are the group
        summed = implementation_of(coordinate_rate, kind) is None
        return self.scheme if grouped or summed else self.in_coordinates.scheme

    @cached_property
    def in_coordinates(self) -> Method:
        """The same method with coordinates as plain numbers."""
        if getattr(self.scheme, "on_group", 0) == 0:
            return self
        return replace(self, scheme=cast(Any, self.scheme)._replace(on_group=0))
