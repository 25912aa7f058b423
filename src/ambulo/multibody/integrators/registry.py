"""Integrators by name."""

from __future__ import annotations

from ambulo.inputs.registry import Registry
from ambulo.multibody.integrators.method import Method

_HERE = "ambulo.multibody.integrators"

METHODS = Registry(
    "integrator",
    Method,
    {
        "dop853": f"{_HERE}.runge_kutta:DOP853",
        "bogacki-shampine": f"{_HERE}.runge_kutta:BOGACKI_SHAMPINE",
        "rkmk4": f"{_HERE}.runge_kutta:RKMK4",
        "rk4": f"{_HERE}.runge_kutta:RK4",
        "variational": f"{_HERE}.variational:VARIATIONAL",
        "trapezoidal": f"{_HERE}.trapezoidal:TRAPEZOIDAL",
        "euler": f"{_HERE}.runge_kutta:EULER",
        "extrapolation": f"{_HERE}.extrapolated_midpoint:EXTRAPOLATED_MIDPOINT",
        "symplectic": f"{_HERE}.variational:SYMPLECTIC",
        "sdirk4": f"{_HERE}.sdirk4:SDIRK4",
        "generalised-alpha": f"{_HERE}.generalised_alpha:GENERALISED_ALPHA",
    },
    named=True,
)


def method_named(name: str) -> Method:
    """The integrator with a given name, as on the command line.

    Raises:
        InputError: there is no integrator with this name.
    """
    return METHODS.named(name, "--integrator")
