"""Integrators by name."""

from __future__ import annotations

from collections.abc import Mapping

from ambulo.inputs.errors import InputError
from ambulo.multibody.integrators.classical import RK4, RKMK4
from ambulo.multibody.integrators.dop853 import DOP853
from ambulo.multibody.integrators.euler import EULER
from ambulo.multibody.integrators.extrapolated_midpoint import EXTRAPOLATED_MIDPOINT
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.sdirk4 import SDIRK4
from ambulo.multibody.integrators.symplectic import SYMPLECTIC
from ambulo.multibody.integrators.trapezoidal import TRAPEZOIDAL
from ambulo.multibody.integrators.variational import VARIATIONAL

__all__ = ["METHODS", "method_named"]

METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        DOP853,
        RKMK4,
        RK4,
        VARIATIONAL,
        TRAPEZOIDAL,
        EULER,
        EXTRAPOLATED_MIDPOINT,
        SYMPLECTIC,
        SDIRK4,
    )
}


def method_named(name: str) -> Method:
    """The integrator of a name.

    Raises:
        InputError: there is none.
    """
    if name not in METHODS:
        raise InputError(
            what=f"there is no integrator {name!r}",
            where="--integrator",
            remedy=f"Choose one of {', '.join(METHODS)}",
        )
    return METHODS[name]
