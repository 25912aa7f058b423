"""Muscle forces that give the joint moments with the least sum of squared activations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Activations:
    """Solution over frames.

    Args:
        activation: (frames, muscles) 0 to 1.
        missing: (frames, joints) N*m that the muscles cannot give.
    """

    activation: FloatArray
    missing: FloatArray


def least_activations(moments: FloatArray, capacity: FloatArray) -> Activations:
    """Minimise the sum of a^2 subject to capacity a = moments, 0 <= a <= 1, frame by frame.

    Anderson and Pandy (2001), static optimisation. The solution is a = clip(capacity^T y, 0, 1);
    Newton's method finds the joints' prices y of the dual, which is smooth and concave.

    Args:
        moments: (frames, joints) N*m to give.
        capacity: (frames, joints, muscles) N*m of each muscle at full activation.

    Returns:
        Activations; where the moments are out of reach, those that come nearest in the sense of
        the penalised dual, with what is missing.
    """
    activation = np.stack([_activation(b, A) for b, A in zip(moments, capacity, strict=True)])
    missing = moments - np.einsum("fjm,fm->fj", capacity, activation)
    return Activations(activation, missing)


def _activation(b: FloatArray, A: FloatArray) -> FloatArray:
    """One frame (muscles,): maximise b.y - (A^T y).a + a.a / 2 - penalty y.y / 2 over y."""
    # a price that grows without bound belongs to a moment out of reach
    penalty = 1e-9 * max(float(np.einsum("ij,ij->", A, A)), 1e-300)

    def dual(y: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        raw = A.T @ y
        a = np.clip(raw, 0.0, 1.0)
        value = float(b @ y - raw @ a + 0.5 * a @ a - 0.5 * penalty * y @ y)
        return value, b - A @ a - penalty * y, a

    y = np.zeros(len(b))
    value, slope, a = dual(y)
    for _ in range(60):
        if np.abs(slope).max() < 1e-10 * max(1.0, float(np.abs(b).max())):
            break
        raw = A.T @ y
        # a price of zero sits on a corner: muscles that would begin to pull count as pulling
        free = ((raw > 0.0) & (raw < 1.0)) | ((raw == 0.0) & (A.T @ slope > 0.0))
        H = A[:, free] @ A[:, free].T + penalty * np.eye(len(b))
        step = np.linalg.solve(H, slope)
        length = 1.0
        while length > 1e-12:
            tried, tried_slope, tried_a = dual(y + length * step)
            # Armijo's rule, with room for rounding
            if tried >= value + 1e-4 * length * float(slope @ step) - 1e-14 * abs(value):
                break
            length *= 0.5
        y = y + length * step
        value, slope, a = tried, tried_slope, tried_a
    return a
