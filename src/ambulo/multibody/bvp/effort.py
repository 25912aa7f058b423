"""Effort of a movement of ballistic phases, by one of several named definitions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.multibody.bvp.phases import Movement

# work of muscles per metabolic energy (Margaria 1968): shortening and lengthening
_SHORTENING = 0.25
_LENGTHENING = 1.2


def _impulse(movement: Movement) -> float:
    return float(np.sum(np.linalg.norm(movement.impulse, axis=2)))


def _squared_impulse(movement: Movement) -> float:
    return float(np.sum(movement.impulse**2))


def _positive_work(movement: Movement) -> float:
    return float(np.sum(np.maximum(movement.work, 0.0)))


def _absolute_work(movement: Movement) -> float:
    return float(np.sum(np.abs(movement.work)))


def _metabolic(movement: Movement) -> float:
    shortening = np.sum(np.maximum(movement.work, 0.0))
    lengthening = np.sum(np.maximum(-movement.work, 0.0))
    return float(shortening / _SHORTENING + lengthening / _LENGTHENING)


EFFORTS: dict[str, tuple[Callable[[Movement], float], str, str]] = {
    "impulse": (_impulse, "N*m*s", "sum of the sizes of all joint impulses"),
    "squared impulse": (_squared_impulse, "(N*m*s)^2", "sum of the squares of all joint impulses"),
    "positive work": (_positive_work, "J", "work of the joints that put energy in"),
    "absolute work": (_absolute_work, "J", "work put in and taken out, both counted"),
    "metabolic": (
        _metabolic,
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
    return EFFORTS[definition][0](movement)
