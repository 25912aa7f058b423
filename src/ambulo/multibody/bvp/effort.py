"""Effort of a movement of ballistic phases, by one of several named definitions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.multibody.bvp.phases import Movement

# work of muscles per metabolic energy (Margaria 1968): shortening and lengthening
_SHORTENING = 0.25
_LENGTHENING = 1.2


EFFORTS: dict[str, tuple[Callable[[Movement], np.float64], str, str]] = {
    "impulse": (
        lambda m: np.sum(np.linalg.norm(m.impulse, axis=2)),
        "N*m*s",
        "sum of the sizes of all joint impulses",
    ),
    "squared impulse": (
        lambda m: np.sum(m.impulse**2),
        "(N*m*s)^2",
        "sum of the squares of all joint impulses",
    ),
    "positive work": (
        lambda m: np.sum(np.maximum(m.work, 0.0)),
        "J",
        "work of the joints that put energy in",
    ),
    "absolute work": (
        lambda m: np.sum(np.abs(m.work)),
        "J",
        "work put in and taken out, both counted",
    ),
    "metabolic": (
        lambda m: (
            np.sum(np.maximum(m.work, 0.0)) / _SHORTENING
            + np.sum(np.maximum(-m.work, 0.0)) / _LENGTHENING
        ),
        "J",
        "positive work / 0.25 + negative work / 1.2 (Margaria 1968)",
    ),
}
"""Name: function, unit, meaning. Positive and negative work cancel only within one joint."""


def effort(movement: Movement, definition: str) -> float:
    """Effort of a movement by a named definition.

    Args:
        movement: converged phases.
        definition: a key of `EFFORTS`.

    Returns:
        The effort in the definition's unit; infinite if a phase has not converged.

    Raises:
        InputError: there is no such definition.
    """
    if definition not in EFFORTS:
        raise InputError(
            f"there is no effort {definition!r}",
            "ballistic movement",
            f"Choose from {', '.join(EFFORTS)}.",
        )
    if not movement.converged:
        return float("inf")
    return float(EFFORTS[definition][0](movement))
