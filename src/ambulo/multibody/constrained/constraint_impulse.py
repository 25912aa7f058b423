"""Momentum balance at an instant at which the constraints change: a joint locks, a foot lands."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.system import System


@dataclass(frozen=True, eq=False)
class Impulse:
    """The effect of an instant at which constraints change.

    Args:
        v: (n,) rates after the instant.
        multipliers: (m,) constraint impulses.
        work: J, change of the kinetic energy.
    """

    v: FloatArray
    multipliers: FloatArray
    work: float


def impulse(system: System, q: FloatArray, v_before: FloatArray, t: float) -> Impulse:
    """Rates after the instant at which the constraints of `system` begin to hold.

    M (v - v_before) + C_q^T Lambda = 0,  C_q v = -C_t          Haug (1989), section 11.6

    Args:
        system: the system after the instant.
        q: (n,) coordinates that satisfy the constraints.
        v_before: (n,) rates before the instant, in the same coordinates.
        t: s.
    """
    terms = system.terms(q, v_before, t, forces=False)
    solved = system.solve_linear(terms, terms.M @ v_before, terms.nu)
    after = 0.5 * float(solved.qdd @ terms.M @ solved.qdd)
    before = 0.5 * float(v_before @ terms.M @ v_before)
    return Impulse(solved.qdd, solved.multipliers, after - before)
