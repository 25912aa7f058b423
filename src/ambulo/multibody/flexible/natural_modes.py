"""Lowest natural modes of a body, free or held, and the factorisation they share."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import scipy.linalg

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.finite_elements import FiniteElements, Sparse

Kind = Literal["bending", "extension", "torsion", "wall"]


def factorise(K: Sparse) -> Any:
    """Factorise a symmetric positive definite matrix; `.solve(b)` follows (SuperLU)."""
    from scipy.sparse.linalg import splu

    return splu(
        K.tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )


def solve_columns(factors: Any, right: FloatArray) -> FloatArray:
    """Solve for right-hand sides (n, count), four at a time.

    With more, BLAS starts threads within every small block of the factors, and on a busy machine
    their waiting for each other takes twenty times the work.
    """
    found = np.empty(right.shape)
    for k in range(0, right.shape[1], 4):
        found[:, k : k + 4] = factors.solve(np.asfortranarray(right[:, k : k + 4]))
    return found


def lowest_modes(
    K: Sparse, M: Sparse, count: int, shift: float = 0.0, factors: Any = None
) -> tuple[FloatArray, FloatArray]:
    """Smallest eigenvalues (count,) and mass-normalised vectors (n, count) of K x = lambda M x.

    Lanczos's method with shift and inversion (Ericsson and Ruhe 1980) by ARPACK; all modes at once
    where more than a fifth of them are wanted.

    Args:
        shift: eigenvalues below it are found too; negative for a body that is free.
        factors: of K - shift M, when the caller has them.
    """
    from scipy.sparse.linalg import LinearOperator, eigsh

    n = K.shape[0]
    if count > n // 5 and factors is None:
        values, vectors = scipy.linalg.eigh(
            K.toarray(), M.toarray(), subset_by_index=(0, count - 1)
        )
        return np.asarray(values), np.asarray(vectors)
    solver = factorise((K - shift * M) if shift else K) if factors is None else factors
    inverse = LinearOperator((n, n), matvec=solver.solve, dtype=np.float64)
    start = np.cos(np.arange(n) * 1.618) + 1.0  # the same on every run
    values, vectors = eigsh(K, count, M, sigma=shift, OPinv=inverse, v0=start, tol=1e-10)
    order = np.argsort(values)
    return np.asarray(values[order]), np.asarray(vectors[:, order])


def natural_modes(
    elements: FiniteElements, count: int, held: IntArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Natural frequencies (count,) [Hz] and modes (ndof, count) [1/sqrt(kg)].

    Args:
        elements: the body.
        count: modes wanted, rigid ones (0 Hz) included.
        held: degrees of freedom that do not move; none when absent.
    """
    free = np.setdiff1d(np.arange(elements.ndof), [] if held is None else held)
    K, M = elements.K[free][:, free], elements.M[free][:, free]
    # a shift well below the first elastic frequency keeps a free body's matrix definite
    scale = float(K.diagonal().mean() / M.diagonal().mean())
    values, part = lowest_modes(K, M, count, shift=-1e-7 * scale)
    modes = np.zeros((elements.ndof, count))
    modes[free] = part
    return np.sqrt(np.maximum(values, 0.0)) / (2.0 * np.pi), modes


def kinds(elements: FiniteElements, modes: FloatArray) -> list[Kind]:
    """What each mode (ndof, count) of a straight bar does, by the mean motion of its sections.

    "wall" is a mode in which sections deform and move little as a whole.
    """
    nodes = elements.nodes
    _, level, size = np.unique(np.round(nodes[:, 2], 9), return_inverse=True, return_counts=True)
    arm = nodes[:, :2] - nodes[:, :2].mean(axis=0)
    radius = np.einsum("ni,ni->n", arm, arm)
    found: list[Kind] = []
    for k in range(modes.shape[1]):
        u = modes[:, k].reshape(len(nodes), elements.width)
        mean = np.stack([np.bincount(level, u[:, i]) / size for i in range(3)])
        if elements.width == 6:
            # a beam's nodes lie on its axis: a centimetre stands for the section's radius
            twist = u[:, 5] ** 2 * 1e-4
            turned, total = float(twist.sum()), float(np.sum(u[:, :3] ** 2) + twist.sum())
        else:
            swirl = np.bincount(level, arm[:, 0] * u[:, 1] - arm[:, 1] * u[:, 0])
            turned = float(np.sum(swirl**2 / np.bincount(level, radius)))
            total = float(np.sum(u**2))
        shares: dict[Kind, float] = {
            "bending": float(np.sum(mean[:2] ** 2 * size)),
            "extension": float(np.sum(mean[2] ** 2 * size)),
            "torsion": turned,
        }
        best = max(shares, key=lambda kind: shares[kind])
        found.append(best if shares[best] > 0.3 * total else "wall")
    return found
