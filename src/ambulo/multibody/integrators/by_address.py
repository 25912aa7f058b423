"""The time loop with a system called by address: methods and systems are compiled separately.

Each built-in method is compiled into one loop. Of each type of system, the operations that the
method needs are compiled (`math.boundary`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.boundary import RecordAddress, boundary
from ambulo.math.dispatch import generic, implements
from ambulo.math.packed import Packed
from ambulo.multibody.further_operations import (
    discrete_momentum,
    equations_at,
    first_accelerations,
    generalised_force,
    momentum,
    posture_error,
    posture_error_variation,
    row_count,
    start_discrete_step,
    sums_at,
    take_multipliers,
)
from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.extrapolated_midpoint import ExtrapolatedMidpoint
from ambulo.multibody.integrators.generalised_alpha import GeneralisedAlpha
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.sdirk4 import DiagonallyImplicit
from ambulo.multibody.integrators.time_loop import Rows, StepLimits, integrate
from ambulo.multibody.integrators.trapezoidal import Trapezoidal
from ambulo.multibody.integrators.variational import Suzuki, Variational, leap, leap_scratch
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
    energies,
    enter,
    event_count,
    event_values,
    factorise_newton,
    imbalance,
    left,
    newton_scratch,
    observe,
    observed_count,
    settle,
    sizes,
    solve_newton,
    switch,
    vary,
    vary_by_differences,
    workspace,
)


def integrate_apart(
    system: Packed, method: Method, time: FloatArray, rows: Rows, steps: StepLimits
) -> tuple[int, int, int, float]:
    """`time_loop.integrate` by a method that suits a system; the methods of this module are
    compiled separately from the system."""
    scheme = method.scheme_for(system)
    if type(scheme) not in _APART:
        return integrate(system, scheme, time, rows, steps)
    stand_in, *asked = _APART[type(scheme)]
    # all that is given is kept here for as long as the loop runs
    work, moved = _moved(system)
    held = [moved, *(hold(system, work) for hold in asked)]
    return integrate(stand_in(*(place for place, _ in held)), scheme, time, rows, steps)


class Addressed(NamedTuple):
    """Represents a system for methods that need its accelerations and displacements."""

    moved: RecordAddress
    accelerated: RecordAddress


class AddressedNewton(NamedTuple):
    """Represents a system for methods that also vary its motion or use Newton's method."""

    moved: RecordAddress
    accelerated: RecordAddress
    further: RecordAddress


class AddressedTerms(NamedTuple):
    """Represents a system with multipliers, for methods that need all terms of its equations."""

    moved: RecordAddress
    further: RecordAddress


class AddressedMomenta(NamedTuple):
    """Represents a system for methods that use momenta."""

    moved: RecordAddress
    further: RecordAddress


class AddressedLeap(NamedTuple):
    """Represents a system with its own symplectic steps."""

    moved: RecordAddress
    further: RecordAddress


class _InFlight(NamedTuple):
    moved: RecordAddress
    accelerated: RecordAddress
    further: RecordAddress


class InFlight(_InFlight):
    """Represents a system for shooting, with variations of its motion.

    Code for it is compiled once for all systems. The data at its addresses, including scratch
    arrays, exist as long as this object. Two threads need two objects.
    """

    kept: Any


_ALL = (Addressed, AddressedNewton, AddressedTerms, AddressedMomenta, AddressedLeap, InFlight)
_hold_moved = boundary(
    (
        sizes, displace, displacement_rate, coordinate_rate, settle, enter, left, observed_count,
        observe, event_count, event_values, switch,
    ),
    _ALL, "moved",
)  # fmt: skip
_hold_accelerated = boundary((accelerate,), (Addressed, AddressedNewton, InFlight), "accelerated")
_NEWTON = (imbalance, factorise_newton, solve_newton)
_hold_newton = boundary(
    (vary, *_NEWTON), (AddressedNewton,), "further", newton_scratch,
    {vary: vary_by_differences, **dict(zip(_NEWTON, _NEWTON, strict=True))},
)  # fmt: skip
_hold_terms = boundary(
    (row_count, equations_at, first_accelerations, sums_at, take_multipliers),
    (AddressedTerms,), "further", None, {first_accelerations: first_accelerations},
)  # fmt: skip
_hold_momenta = boundary(
    (
        factorise_newton, solve_newton, start_discrete_step, discrete_momentum, momentum,
        generalised_force,
    ),
    (AddressedMomenta,), "further", newton_scratch,
)  # fmt: skip
_hold_leap = boundary((leap,), (AddressedLeap,), "further", leap_scratch)
_hold_flight = boundary(
    (vary, energies, posture_error, posture_error_variation), (InFlight,), "further", None,
    {vary: vary_by_differences},
)  # fmt: skip


@implements(workspace, *_ALL, borrows=True)
@implements(newton_scratch, AddressedMomenta, borrows=True)
@implements(leap_scratch, AddressedLeap, borrows=True)
def _beside_it(system: Any) -> int:
    return 0


@generic
def _moved(system: Any) -> tuple[Any, Any]:
    work = workspace(system)
    return work, _hold_moved(system, work)


@generic
def _flying(system: Any) -> Any:
    work = workspace(system)
    held = _hold_moved(system, work), _hold_accelerated(system, work)
    return work, (*held, _hold_flight(system, work))


def in_flight(system: Packed) -> InFlight:
    """A packed system of the boundary method, called by address.

    Args:
        system: without own states; it must also implement `vary`, `energies` and `posture_error`.

    Returns:
        An object that represents the system in compiled code. Keep it as long as it is used. Do not
        copy it by `_replace`, because the copy does not keep the data.
    """
    work, held = _flying(system)
    flight = InFlight(*(place for place, _ in held))
    flight.kept = (system, work, held)
    return flight


_APART: dict[type, tuple[Any, ...]] = {
    ExplicitRungeKutta: (Addressed, _hold_accelerated),
    ExtrapolatedMidpoint: (Addressed, _hold_accelerated),
    DiagonallyImplicit: (AddressedNewton, _hold_accelerated, _hold_newton),
    Trapezoidal: (AddressedNewton, _hold_accelerated, _hold_newton),
    GeneralisedAlpha: (AddressedTerms, _hold_terms),
    Variational: (AddressedMomenta, _hold_momenta),
    Suzuki: (AddressedLeap, _hold_leap),
}
"""By the kind of scheme. What others ask for nobody knows: they are compiled with the system."""
