"""A chain in unit vectors, as the compiled loops take it."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.small_systems import factorise, substitute
from ambulo.multibody.chain.passive_joint import ResistanceArrays


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


@borrowing
def divide_by_inertia(Cinv: FloatArray, F: FloatArray, a: FloatArray) -> None:
    """Fill a (S, 3) with C^-1 F."""
    for i in range(len(Cinv)):
        for c in range(3):
            x = 0.0
            for j in range(len(Cinv)):
                x += Cinv[i, j] * F[j, c]
            a[i, c] = x


@borrowing
def add_tensions(Cinv: FloatArray, tension: FloatArray, n: FloatArray, a: FloatArray) -> None:
    """Add sum_j C^-1_ij tension_j n_j to a (S, 3)."""
    for i in range(len(Cinv)):
        for j in range(len(Cinv)):
            x = Cinv[i, j] * tension[j]
            for c in range(3):
                a[i, c] += x * n[j, c]


@borrowing
def hold_lengths(
    Cinv: FloatArray, n: FloatArray, A: FloatArray, tension: FloatArray, a: FloatArray
) -> None:
    """Add to a (S, 3) what tensions do that give it the components asked for along n.

    Args:
        Cinv, n: (S, S) and the directions (S, 3).
        A: (S, S) out: factors of C^-1_ij n_i . n_j, what the tensions do along the directions.
        tension: (S,) in, what a lacks along the directions; out, the tensions.
        a: accelerations or rates of the directions.
    """
    for i in range(len(Cinv)):
        for j in range(i + 1):
            A[i, j] = Cinv[i, j] * (n[i, 0] * n[j, 0] + n[i, 1] * n[j, 1] + n[i, 2] * n[j, 2])
    factorise(A)
    substitute(A, tension)
    add_tensions(Cinv, tension, n, a)
