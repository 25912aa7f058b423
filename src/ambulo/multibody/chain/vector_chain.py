"""A chain in unit vectors, as the compiled loops take it."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.multibody.chain.passive_joint import ResistanceArrays

__all__ = ["VectorChain"]


class VectorChain(NamedTuple):
    """A chain as the compiled loops take it in unit vectors.

    Args:
        C, Cinv: (S, S) inertia products [kg*m^2] and their inverse.
        weight: (S, 3) P_s g, the gravity force on n_s [N*m].
        joint: passive moments.
    """

    C: FloatArray
    Cinv: FloatArray
    weight: FloatArray
    joint: ResistanceArrays
