"""The time loop with a system behind an address: methods and systems are compiled apart.

Of each built-in method there is one loop, of each type of system the operations that it asks for
(`math.boundary`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.boundary import Place, boundary
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
    """`time_loop.integrate` by a method that suits a system; apart by the methods listed here."""
    scheme = method.scheme_for(system)
    if type(scheme) not in _APART:
        return integrate(system, scheme, time, rows, steps)
    stand_in, *asked = _APART[type(scheme)]
    # all that is given is kept here for as long as the loop runs
    work, moved = _moved(system)
    held = [moved, *(hold(system, work) for hold in asked)]
    return integrate(stand_in(*(place for place, _ in held)), scheme, time, rows, steps)


class Addressed(NamedTuple):
    """Stands for a system where a method accelerates it and moves its coordinates."""

    moved: Place
    accelerated: Place


class AddressedNewton(NamedTuple):
    """Stands for one where a method varies its motion too, or solves by Newton's method."""

    moved: Place
    accelerated: Place
    further: Place


class AddressedTerms(NamedTuple):
    """Stands for one with multipliers, of which a method asks for every term."""

    moved: Place
    further: Place


class AddressedMomenta(NamedTuple):
    """Stands for one that a method moves from momentum to momentum."""

    moved: Place
    further: Place


class AddressedLeap(NamedTuple):
    """Stands for one that moves itself by symplectic steps."""

    moved: Place
    further: Place


class _InFlight(NamedTuple):
    moved: Place
    accelerated: Place
    further: Place


class InFlight(_InFlight):
    """Stands for one that is shot at a posture, with variations of its motion.

    Compiled code that takes it is compiled once. What lies at its addresses, the scratch of all its
    operations too, lives as long as it does: of two threads each has its own.
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
    """A packed system of the boundary method, behind addresses.

    Args:
        system: without own states; it implements `vary`, `energies` and `posture_error` too.

    Returns:
        What compiled code takes in its place; to be kept for as long as it is used, and not copied
        by `_replace`, which would not keep what lies there.
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
