"""The time loop with a system behind an address: methods and systems are compiled apart.

A loop compiled for a type of system contains its equations, so that each method would be compiled
again for each system. Here the operations that the loop calls are one compiled function of the
system's type, called by its address: a loop is compiled once a method, the function once a system.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import generic, implementation_of, implements
from ambulo.math.function_pointers import NUMBERS, bytes_of, of_packed, row, write_at
from ambulo.math.packed import Packed
from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.extrapolated_midpoint import ExtrapolatedMidpoint
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.sdirk4 import DiagonallyImplicit
from ambulo.multibody.integrators.time_loop import Rows, StepLimits, integrate
from ambulo.multibody.integrators.trapezoidal import Trapezoidal
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
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
    workspace,
)


def integrate_apart(
    system: Packed, method: Method, time: FloatArray, rows: Rows, steps: StepLimits
) -> tuple[int, int, int, float]:
    """`time_loop.integrate` by a method that suits a system; apart by the methods listed here."""
    scheme = method.scheme_for(system)
    stand_in = _STAND_IN.get(type(scheme))
    if stand_in is None:
        return integrate(system, scheme, time, rows, steps)
    # all that `_hold` gives is kept here for as long as the loop runs
    numbers, work, at, *_kept = _hold(system)
    kind = type(system)
    moves = (displace, displacement_rate, coordinate_rate)
    known = Known(numbers, any(implementation_of(one, kind) for one in moves))
    if stand_in is Addressed:
        return integrate(Addressed(known, at), scheme, time, rows, steps)
    newton, *_newton_kept = _hold_newton(system, numbers, work)
    return integrate(AddressedNewton(known, at, newton), scheme, time, rows, steps)


class Numbers(NamedTuple):
    """Of a system, as its operations say them."""

    nq: int
    nv: int
    ns: int
    observed: int
    events: int


class Known(NamedTuple):
    """Numbers of a system; moves: whether its coordinates move otherwise than by their sum."""

    numbers: Numbers
    moves: bool


class Place(NamedTuple):
    """Addresses of a system in memory, with its scratch, and of its operations."""

    system: int
    operations: int


class Addressed(NamedTuple):
    """Stands for a system where a method accelerates it and moves its coordinates."""

    known: Known
    at: Place


class AddressedNewton(NamedTuple):
    """Stands for a system where a method varies its motion too, or solves by Newton's method."""

    known: Known
    at: Place
    newton: Place


_STAND_IN = {
    ExplicitRungeKutta: Addressed,
    ExtrapolatedMidpoint: Addressed,
    DiagonallyImplicit: AddressedNewton,
    Trapezoidal: AddressedNewton,
}
"""By the kind of scheme. Others ask for more, and are compiled with the system."""


# --------------------------------------------------------------------------- the system's side


class Held(NamedTuple):
    """A system in memory."""

    numbers: Numbers
    system: Any
    work: Any


class HeldNewton(NamedTuple):
    """A system in memory, for Newton's method."""

    numbers: Numbers
    system: Any
    work: Any
    newton: Any


@generic
def _hold(system: Any) -> tuple[Any, ...]:
    """Numbers of a system, its scratch, where both are, and the memory there."""
    nq, nv, ns = sizes(system)
    work = workspace(system)
    numbers = Numbers(nq, nv, ns, observed_count(system), event_count(system))
    held = Held(numbers, system, work)
    memory = np.empty(bytes_of(held), np.uint8)
    write_at(memory.ctypes.data, held)
    at = Place(memory.ctypes.data, _address(_operate, held))
    return numbers, work, at, memory


@generic
def _hold_newton(system: Any, numbers: Numbers, work: Any) -> tuple[Any, ...]:
    """Where a system is with the scratch of Newton's method, the memory there, and the scratch."""
    newton = newton_scratch(system)
    held = HeldNewton(numbers, system, work, newton)
    memory = np.empty(bytes_of(held), np.uint8)
    write_at(memory.ctypes.data, held)
    at = Place(memory.ctypes.data, _newton_address(_operate_newton, held))
    return at, memory, newton


_ACCELERATE, _DISPLACE, _DISPLACEMENT_RATE, _COORDINATE_RATE, _SETTLE = range(5)
_ENTER, _LEFT, _OBSERVE, _EVENT_VALUES, _SWITCH = range(5, 10)
_VARY, _IMBALANCE, _FACTORISE, _SOLVE = range(4)

_address, _call = of_packed(
    types.float64(
        types.intp, types.intp, types.float64, types.float64, NUMBERS, NUMBERS, NUMBERS, NUMBERS,
        NUMBERS,
    )
)  # fmt: skip
_newton_address, _call_newton = of_packed(
    types.float64(
        types.intp, types.intp, types.float64, types.float64, types.float64, types.float64,
        NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS,
    )
)  # fmt: skip


@borrowing
def _operate(
    at: Any, what: int, event: int, t: float, end: float, q: Any, v: Any, s: Any, a: Any, b: Any
) -> float:
    """One of the operations, of C arrays; 0 where it gives no number."""
    numbers, system, work = at[0]
    nq, nv, ns, observed, events = numbers
    if what == _ACCELERATE:
        power: float = accelerate(
            system, t, row(q, nq), row(v, nv), row(s, ns), work, row(a, nv), row(b, ns)
        )
        return power
    if what == _DISPLACE:
        displace(system, row(q, nq), row(v, nv), row(a, nq))
    elif what == _DISPLACEMENT_RATE:
        displacement_rate(system, row(q, nv), row(v, nv), row(a, nv))
    elif what == _COORDINATE_RATE:
        coordinate_rate(system, row(q, nq), row(v, nv), work, row(a, nq))
    elif what == _SETTLE:
        settle(system, t, row(q, nq), row(v, nv), work)
    elif what == _ENTER:
        enter(system, t, end, work)
    elif what == _LEFT:
        return 1.0 if left(system, t, row(q, nq), row(v, nv), work) else 0.0
    elif what == _OBSERVE:
        observe(system, work, row(a, observed))
    elif what == _EVENT_VALUES:
        event_values(system, t, row(q, nq), row(v, nv), row(s, ns), work, row(a, events))
    elif what == _SWITCH:
        switch(system, event, t, row(q, nq), row(v, nv), row(s, ns), work)
    return 0.0


@borrowing
def _operate_newton(
    at: Any, what: int, m: int, t: float, by_v: float, by_q: float, by_s: float, q: Any, v: Any,
    s: Any, a: Any, b: Any, x: Any, y: Any,
) -> float:  # fmt: skip
    """As `_operate`, of the operations of Newton's method."""
    numbers, system, work, newton = at[0]
    nq, nv, ns, _, _ = numbers
    if what == _VARY:
        n = 2 * nv + ns
        vary(
            system, t, row(q, nq), row(v, nv), row(s, ns), work, row(a, nv), row(b, ns),
            row(x, m * n).reshape((m, n)), row(y, m * n).reshape((m, n)),
        )  # fmt: skip
    elif what == _IMBALANCE:
        power: float = imbalance(
            system, t, row(q, nq), row(v, nv), row(s, ns), work, newton, row(a, nv), row(x, nv),
            row(b, ns),
        )  # fmt: skip
        return power
    elif what == _FACTORISE:
        solvable = factorise_newton(
            system, t, row(q, nq), row(v, nv), row(s, ns), work, newton, by_v, by_q, by_s
        )
        return 1.0 if solvable else 0.0
    elif what == _SOLVE:
        solve_newton(system, work, newton, row(a, nv + ns))
    return 0.0


# --------------------------------------------------------------------------- the loop's side

_BOTH = (Addressed, AddressedNewton)
# what a system does that has none of them
_default_displace = borrowing(displace)
_default_displacement_rate = borrowing(displacement_rate)
_default_coordinate_rate = borrowing(coordinate_rate)


@implements(sizes, *_BOTH, borrows=True)
def _sizes(system: Any) -> tuple[int, int, int]:
    numbers = system.known.numbers
    return numbers.nq, numbers.nv, numbers.ns


@implements(workspace, *_BOTH, borrows=True)
def _workspace(system: Any) -> int:
    return 0


@implements(observed_count, *_BOTH, borrows=True)
def _observed_count(system: Any) -> int:
    count: int = system.known.numbers.observed
    return count


@implements(event_count, *_BOTH, borrows=True)
def _event_count(system: Any) -> int:
    count: int = system.known.numbers.events
    return count


@implements(accelerate, *_BOTH, borrows=True)
def _accelerate(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    at = system.at
    power: float = _call(
        at.operations, at.system, _ACCELERATE, 0, t, t, q.ctypes.data, v.ctypes.data,
        s.ctypes.data, a.ctypes.data, sigma.ctypes.data,
    )  # fmt: skip
    return power


@implements(displace, *_BOTH, borrows=True)
def _displace(system: Any, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    if system.known.moves:
        _move(system.at, _DISPLACE, q, y, out)
    else:
        _default_displace(system, q, y, out)


@implements(displacement_rate, *_BOTH, borrows=True)
def _displacement_rate(system: Any, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    if system.known.moves:
        _move(system.at, _DISPLACEMENT_RATE, y, v, out)
    else:
        _default_displacement_rate(system, y, v, out)


@implements(coordinate_rate, *_BOTH, borrows=True)
def _coordinate_rate(system: Any, q: FloatArray, v: FloatArray, work: Any, out: FloatArray) -> None:
    if system.known.moves:
        _move(system.at, _COORDINATE_RATE, q, v, out)
    else:
        _default_coordinate_rate(system, q, v, work, out)


@borrowing
def _move(at: Place, what: int, x: FloatArray, y: FloatArray, out: FloatArray) -> None:
    _call(
        at.operations, at.system, what, 0, 0.0, 0.0, x.ctypes.data, y.ctypes.data, 0,
        out.ctypes.data, 0,
    )  # fmt: skip


@borrowing
def _at_state(
    at: Place, what: int, event: int, t: float, q: FloatArray, v: FloatArray, s: int, out: int
) -> float:
    found: float = _call(
        at.operations, at.system, what, event, t, t, q.ctypes.data, v.ctypes.data, s, out, 0
    )
    return found


@implements(settle, *_BOTH, borrows=True)
def _settle(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> None:
    _at_state(system.at, _SETTLE, 0, t, q, v, 0, 0)


@implements(enter, *_BOTH, borrows=True)
def _enter(system: Any, start: float, end: float, work: Any) -> None:
    _call(system.at.operations, system.at.system, _ENTER, 0, start, end, 0, 0, 0, 0, 0)


@implements(left, *_BOTH, borrows=True)
def _left(system: Any, t: float, q: FloatArray, v: FloatArray, work: Any) -> bool:
    return _at_state(system.at, _LEFT, 0, t, q, v, 0, 0) != 0.0


@implements(observe, *_BOTH, borrows=True)
def _observe(system: Any, work: Any, out: FloatArray) -> None:
    at = system.at
    _call(at.operations, at.system, _OBSERVE, 0, 0.0, 0.0, 0, 0, 0, out.ctypes.data, 0)


@implements(event_values, *_BOTH, borrows=True)
def _event_values(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any, g: FloatArray
) -> None:
    _at_state(system.at, _EVENT_VALUES, 0, t, q, v, s.ctypes.data, g.ctypes.data)


@implements(switch, *_BOTH, borrows=True)
def _switch(
    system: Any, event: int, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any
) -> None:
    _at_state(system.at, _SWITCH, event, t, q, v, s.ctypes.data, 0)


@implements(vary, AddressedNewton, borrows=True)
def _vary(
    system: AddressedNewton, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    at = system.newton
    _call_newton(
        at.operations, at.system, _VARY, len(x), t, 0.0, 0.0, 0.0, q.ctypes.data, v.ctypes.data,
        s.ctypes.data, a.ctypes.data, sigma.ctypes.data, x.ctypes.data, rate.ctypes.data,
    )  # fmt: skip


@implements(newton_scratch, AddressedNewton, borrows=True)
def _newton_scratch(system: AddressedNewton) -> int:
    return 0


@implements(imbalance, AddressedNewton, borrows=True)
def _imbalance(
    system: AddressedNewton, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    newton: Any, a: FloatArray, out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    at = system.newton
    power: float = _call_newton(
        at.operations, at.system, _IMBALANCE, 0, t, 0.0, 0.0, 0.0, q.ctypes.data, v.ctypes.data,
        s.ctypes.data, a.ctypes.data, sigma.ctypes.data, out.ctypes.data, 0,
    )  # fmt: skip
    return power


@implements(factorise_newton, AddressedNewton, borrows=True)
def _factorise_newton(
    system: AddressedNewton, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any,
    newton: Any, by_v: float, by_q: float, by_s: float,
) -> bool:  # fmt: skip
    at = system.newton
    solvable: float = _call_newton(
        at.operations, at.system, _FACTORISE, 0, t, by_v, by_q, by_s, q.ctypes.data, v.ctypes.data,
        s.ctypes.data, 0, 0, 0, 0,
    )  # fmt: skip
    return solvable != 0.0


@implements(solve_newton, AddressedNewton, borrows=True)
def _solve_newton(system: AddressedNewton, work: Any, newton: Any, r: FloatArray) -> None:
    at = system.newton
    _call_newton(
        at.operations, at.system, _SOLVE, 0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, r.ctypes.data, 0, 0, 0
    )
