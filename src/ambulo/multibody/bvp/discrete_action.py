"""A path between two postures that makes the discrete action least.

Without friction the true motion makes the action, the integral of K - P, stationary (Patel 2004,
section 1.2.3). On the product of spheres the action is bounded below and has a minimum for every
pair of postures and every time (Tonelli 1921), so a chain that is neither damped nor stopped always
has a ballistic solution. The path is cut into equal intervals with the discrete Lagrangian of the
symplectic method RATTLE; Newton's method with a Levenberg shift walks down the discrete action,
whose Hessian is block tridiagonal.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.small_systems import factorise
from ambulo.multibody.chain.vector_chain import VectorChain


@inner
def _action(system: VectorChain, n: FloatArray, h: float) -> float:
    """Discrete action [J*s] of the path n (nodes, S, 3), gravity only."""
    total = 0.0
    last = n.shape[0] - 1
    S = n.shape[1]
    for k in range(last):
        for i in range(S):
            for c in range(3):
                d_i = n[k + 1, i, c] - n[k, i, c]
                for j in range(S):
                    total += 0.5 / h * system.C[i, j] * d_i * (n[k + 1, j, c] - n[k, j, c])
                if k > 0:
                    total += h * system.weight[i, c] * n[k, i, c]
    return total


@inner
def _bases(n: FloatArray, B: FloatArray) -> None:
    """Fill B (nodes, S, 3, 2) with tangent bases (Duff et al. 2017)."""
    for k in range(n.shape[0]):
        for i in range(n.shape[1]):
            x, y, z = n[k, i, 0], n[k, i, 1], n[k, i, 2]
            sign = 1.0 if z >= 0.0 else -1.0
            a = -1.0 / (sign + z)
            b = x * y * a
            B[k, i, 0, 0], B[k, i, 1, 0], B[k, i, 2, 0] = (
                1.0 + sign * x * x * a,
                sign * b,
                -sign * x,
            )
            B[k, i, 0, 1], B[k, i, 1, 1], B[k, i, 2, 1] = b, sign + y * y * a, -y


@inner
def _coupling(C: FloatArray, P: FloatArray, Q: FloatArray, factor: float, out: FloatArray) -> None:
    """Fill out (2S, 2S) with factor * C_ij P_i^T Q_j for tangent bases P and Q (S, 3, 2)."""
    S = C.shape[0]
    for i in range(S):
        for j in range(S):
            for a in range(2):
                for b in range(2):
                    x = 0.0
                    for c in range(3):
                        x += P[i, c, a] * Q[j, c, b]
                    out[2 * i + a, 2 * j + b] = factor * C[i, j] * x


@inner
def _gradient(
    system: VectorChain,
    n: FloatArray,
    B: FloatArray,
    h: float,
    g: FloatArray,
    gradient: FloatArray,
) -> float:
    """Fill g (nodes, S, 3) and its tangent part (inner, 2S); return the largest, scaled to rad."""
    S = n.shape[1]
    worst = 0.0
    for k in range(1, n.shape[0] - 1):
        for i in range(S):
            for c in range(3):
                x = h * system.weight[i, c]
                for j in range(S):
                    x += system.C[i, j] / h * (2.0 * n[k, j, c] - n[k - 1, j, c] - n[k + 1, j, c])
                g[k, i, c] = x
            for b in range(2):
                x = 0.0
                for c in range(3):
                    x += B[k, i, c, b] * g[k, i, c]
                gradient[k - 1, 2 * i + b] = x
                worst = max(worst, abs(x) * h / system.C[i, i])
    return worst


@inner
def _turn(n: FloatArray, B: FloatArray, step: FloatArray, trial: FloatArray) -> None:
    """Fill the interior of trial with n moved by step (inner, 2S) in the tangent bases."""
    for k in range(1, n.shape[0] - 1):
        for i in range(n.shape[1]):
            length = 0.0
            for c in range(3):
                x = n[k, i, c]
                for b in range(2):
                    x += B[k, i, c, b] * step[k - 1, 2 * i + b]
                trial[k, i, c] = x
                length += x * x
            for c in range(3):
                trial[k, i, c] /= math.sqrt(length)


@compiled
def least_action_path(
    system: VectorChain,
    n: FloatArray,
    duration: float,
    most_iterations: int,
    slope: float,
) -> tuple[bool, int]:
    """Walk the interior nodes of n (nodes, S, 3) down to a minimum of the action, in place.

    Args:
        system: chain in unit vectors; passive joint moments are left out.
        n: first path; the two ends stay.
        duration: s.
        most_iterations: steps allowed.
        slope: gradient per weight of an angle at which the path counts as stationary.

    Returns:
        Whether the gradient fell below `slope`, and iterations.
    """
    nodes, S = n.shape[0], n.shape[1]
    inner, dim = nodes - 2, 2 * S
    h = duration / (nodes - 1)
    B = np.empty((nodes, S, 3, 2))
    g = np.empty((nodes, S, 3))
    D = np.empty((inner, dim, dim))
    off = np.empty((inner, dim, dim))  # block between node k and the next
    step = np.empty((inner, dim))
    gradient = np.empty((inner, dim))
    trial = n.copy()
    action = _action(system, n, h)
    shift = 0.0
    for iteration in range(most_iterations):
        _bases(n, B)
        worst = _gradient(system, n, B, h, g, gradient)
        if worst < slope:
            return True, iteration
        accepted = False
        for _ in range(40):
            definite = True
            for k in range(inner):
                _coupling(system.C, B[k + 1], B[k + 1], 2.0 / h, D[k])
                for i in range(S):
                    curvature = 0.0
                    for c in range(3):
                        curvature += n[k + 1, i, c] * g[k + 1, i, c]
                    for b in range(2):
                        m = 2 * i + b
                        D[k, m, m] += shift * system.C[i, i] / h - curvature
                        step[k, m] = -gradient[k, m]
                if k > 0:  # subtract O^T D^-1 O of the block before, by its Cholesky factor
                    W = off[k - 1]
                    for a in range(dim):
                        for b in range(dim):
                            x = 0.0
                            for c in range(dim):
                                x += W[c, a] * W[c, b]
                            D[k, a, b] -= x
                        x = 0.0
                        for c in range(dim):
                            x += W[c, a] * step[k - 1, c]
                        step[k, a] -= x
                factorise(D[k])
                for a in range(dim):
                    if not math.isfinite(D[k, a, a]):
                        definite = False
                if not definite:
                    break
                # off <- L^-1 off and step <- L^-1 step, ready for the next block
                _coupling(system.C, B[k + 1], B[min(k + 2, nodes - 1)], -1.0 / h, off[k])
                for a in range(dim):
                    for b in range(dim):
                        x = off[k, a, b]
                        for c in range(a):
                            x -= D[k, a, c] * off[k, c, b]
                        off[k, a, b] = x * D[k, a, a]
                    x = step[k, a]
                    for c in range(a):
                        x -= D[k, a, c] * step[k, c]
                    step[k, a] = x * D[k, a, a]
            if definite:
                for k in range(inner - 1, -1, -1):
                    if k < inner - 1:
                        for a in range(dim):
                            x = 0.0
                            for b in range(dim):
                                x += off[k, a, b] * step[k + 1, b]
                            step[k, a] -= x
                    for a in range(dim - 1, -1, -1):
                        x = step[k, a]
                        for c in range(a + 1, dim):
                            x -= D[k, c, a] * step[k, c]
                        step[k, a] = x * D[k, a, a]
                _turn(n, B, step, trial)
                promised = 0.0
                for k in range(inner):
                    for a in range(dim):
                        promised += gradient[k, a] * step[k, a]
                new = _action(system, trial, h)
                # the last steps drown in the rounding of the action itself
                if new <= action + 1e-4 * promised + 1e-13 * abs(action):
                    accepted = True
                    break
            shift = max(4.0 * shift, 1e-3)
        if not accepted:
            return False, iteration
        n[:] = trial
        action = new
        shift = 0.0 if shift < 1e-3 else 0.25 * shift
    return False, most_iterations
