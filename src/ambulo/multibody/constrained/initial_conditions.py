"""Coordinates and rates that satisfy the constraints and are nearest to a first guess."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.system import System

DEPENDENT = 1e-9
"""Singular values below this part of the largest belong to dependent constraints."""


@dataclass(frozen=True, eq=False)
class Start:
    """Assembled initial conditions.

    Args:
        q, v: (n,) consistent coordinates and rates.
        moved: largest change of a coordinate from the guess.
    """

    q: FloatArray
    v: FloatArray
    moved: float


def assemble(
    system: System,
    q: FloatArray,
    v: FloatArray | None = None,
    t: float = 0.0,
    tolerance: float = 1e-13,
) -> Start:
    """Assemble a system from a guess: the nearest q with C = 0 and the nearest v with C_q v = -C_t.

    The Gauss-Newton method with the pseudo-inverse also works with redundant constraints (Nikravesh
    1988, section 3.4).

    Args:
        q: (n,) guess of the coordinates.
        v: (n,) guess of the rates; zero by default.
        tolerance: largest violation allowed, m and rad.

    Raises:
        InputError: no configuration near the guess satisfies all constraints; the message names
            them.
    """
    guess, position, places = q, np.array(q, dtype=np.float64), ~system.of_velocity
    best = np.inf
    # no `descend`: whole Newton steps, to rounding, even if the first makes the violation larger
    for _ in range(50):
        terms = system.terms(position, np.zeros(system.n), t, forces=False)
        singular = np.nonzero(~np.isfinite(terms.Cq).all(axis=1))[0]
        if singular.size:
            raise InputError(
                what=f"{system.row_names[singular[0]]} has no direction: its points coincide",
                where=f"t = {t:g} s",
                remedy="Start with its points apart. Points that coincide make a spherical joint",
            )
        size = float(np.max(np.abs(terms.C), initial=0.0))
        # rounding ends the descent: below 1e-12 a step that gains nothing is the last
        if size <= tolerance or (size < 1e-12 and size >= 0.5 * best):
            break
        best = min(best, size)
        inverse = np.linalg.pinv(terms.Cq[places], rcond=DEPENDENT)
        position = position - inverse @ terms.C[places]
    else:
        worst = np.argsort(-np.abs(terms.C))[:3]
        names = ", ".join(f"{system.row_names[k]} ({terms.C[k]:.2g})" for k in worst)
        raise InputError(
            what="the system cannot be assembled from this guess, because these constraints are "
            f"not satisfied: {names}",
            where=f"t = {t:g} s",
            remedy="Start with a better guess, or look for contradictory constraints with "
            "diagnosis.diagnose",
        )
    rates = np.zeros(system.n) if v is None else np.array(v, dtype=np.float64)
    terms = system.terms(position, rates, t, forces=False)
    missing = terms.Cq @ rates - terms.nu
    correction = np.linalg.pinv(terms.Cq, rcond=DEPENDENT) @ missing
    left = np.abs(terms.Cq @ (rates - correction) - terms.nu)
    if left.size and left.max() > 1e-8:
        k = int(left.argmax())
        raise InputError(
            what=f"no velocities satisfy all drivers: {system.row_names[k]} is off by "
            f"{left[k]:.2g}",
            where=f"t = {t:g} s",
            remedy="Look for contradictory drivers with diagnosis.diagnose",
        )
    return Start(
        position,
        rates - correction,
        float(np.max(np.abs(position - guess), initial=0.0)),
    )
