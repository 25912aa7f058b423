"""Movement with a point of the chain held on a path: holonomic constraints by multipliers.

Patel (2004), section 4.4. With G(X) = 0, M a - (grad G)^T lambda = F and grad G a = -V^T H V
(4.37-4.40), lambda are the forces with which the guide holds the point. Here X are the unit vectors
of the segments, whose lengths are constraints of the same kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.integrate import solve_ivp

from ambulo.bvp.outcome import Outcome
from ambulo.bvp.systems import ChainInVectors
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.chain.chain import relation_matrix, segment_products

__all__ = [
    "ConstrainedSolution",
    "Guide",
    "OnPlane",
    "OnSphere",
    "constrained_rate",
    "solve_guided",
]

_TOLERANCE = 1e-12
_ARRIVED = 1e-9
_ITERATIONS = 40
_DIFFERENCE = 1e-6
_FEEDBACK = 5.0  # 1/s, Baumgarte (1972), both roots real and equal


@dataclass(frozen=True, eq=False)
class OnPlane:
    """The far end of a segment stays on a plane; two of them make a line.

    Args:
        segment: index of the segment.
        normal: (3,) of the plane.
        offset: normal . position [m].
    """

    segment: int
    normal: FloatArray
    offset: float

    def value(self, r: FloatArray) -> float:
        """Distance from the plane, times the normal's length."""
        return float(self.normal @ r - self.offset)

    def gradient(self, r: FloatArray) -> FloatArray:
        """Normal (3,)."""
        return np.asarray(self.normal, dtype=np.float64)

    def curvature(self, rate: FloatArray) -> float:
        """Second derivative along the velocity of the point: none."""
        return 0.0


@dataclass(frozen=True, eq=False)
class OnSphere:
    """The far end of a segment keeps its distance from a point: a hand on a crank.

    Args:
        segment: index of the segment.
        centre: (3,) m.
        radius: m.
    """

    segment: int
    centre: FloatArray
    radius: float

    def value(self, r: FloatArray) -> float:
        """Half the difference of the squared distances [m^2]."""
        d = r - self.centre
        return float(0.5 * (d @ d - self.radius**2))

    def gradient(self, r: FloatArray) -> FloatArray:
        """From the centre to the point (3,) [m]."""
        return np.asarray(r - self.centre)

    def curvature(self, rate: FloatArray) -> float:
        """Square of the point's velocity."""
        return float(rate @ rate)


Guide = OnPlane | OnSphere


@dataclass(frozen=True, eq=False)
class ConstrainedSolution:
    """A guided movement between two postures.

    Args:
        outcome: CONVERGED, or why not.
        velocity: (2S,) minimal velocity at the start, along the guides.
        residual: largest error at the target [rad] of a run by another integrator.
        time: (frames,) s; q: (frames, 3S).
        force: (frames, guides) multipliers: the guide's force per unit of its gradient.
        drift: largest violation of a guide along the run.
    """

    outcome: Outcome
    velocity: FloatArray
    residual: float
    time: FloatArray
    q: FloatArray
    force: FloatArray
    drift: float


def _weights(system: ChainInVectors, guides: Sequence[Guide]) -> FloatArray:
    """Lengths (guides, S) with which the unit vectors add up to each guided point."""
    chain = system.chain
    w = np.zeros((len(guides), chain.segments))
    for g, guide in enumerate(guides):
        s = guide.segment
        while s >= 0:
            w[g, s] = chain.length[s]
            s = int(chain.parent[s])
    return w


def constrained_rate(
    system: ChainInVectors, guides: Sequence[Guide], y: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Rate of the state y (6S,) and the guides' multipliers.

    Args:
        system: chain in unit vectors.
        guides: on the far ends of segments.
        y: directions and their rates.

    Returns:
        dy (6S,), and lambda (guides,): N along a unit normal, N/m for a sphere.
    """
    chain = system.chain
    S = chain.segments
    n, u = y[: 3 * S].reshape(S, 3), y[3 * S :].reshape(S, 3)
    C, _ = segment_products(chain)
    w = _weights(system, guides)
    k = len(guides)
    # rows of the constraint Jacobian over all 3S components: unit lengths, then guides
    J = np.zeros((S + k, S, 3))
    bias = np.zeros(S + k)
    J[np.arange(S), np.arange(S)] = n
    bias[:S] = -np.sum(u * u, axis=1)
    for g, guide in enumerate(guides):
        J[S + g] = w[g][:, np.newaxis] * guide.gradient(w[g] @ n)
        bias[S + g] = -guide.curvature(w[g] @ u)
    flat = J.reshape(S + k, 3 * S)
    # feedback keeps rounding from growing; it vanishes on the constraints
    rate, position = flat @ u.ravel(), np.zeros(S + k)
    position[:S] = 0.5 * (np.sum(n * n, axis=1) - 1.0)
    position[S:] = [guide.value(w[g] @ n) for g, guide in enumerate(guides)]
    bias -= 2.0 * _FEEDBACK * rate + _FEEDBACK**2 * position
    Minv = np.kron(np.linalg.inv(C), np.eye(3))
    F = np.outer(relation_matrix(chain).T @ chain.mass, chain.gravity).ravel()
    multipliers = np.linalg.solve(flat @ Minv @ flat.T, bias - flat @ Minv @ F)
    a = Minv @ (F + flat.T @ multipliers)
    return np.concatenate([u.ravel(), np.asarray(a)]), np.asarray(multipliers[S:], dtype=np.float64)


def solve_guided(
    system: ChainInVectors,
    guides: Sequence[Guide],
    start: FloatArray,
    target: FloatArray,
    duration: float,
    frames: int = 51,
) -> ConstrainedSolution:
    """Initial velocity along the guides that leads from one guided posture to another.

    Newton with difference quotients in the velocities that the guides leave free; the result is
    integrated again by Radau's method.

    Args:
        system: chain in unit vectors without passive joint moments.
        guides: on the far ends of segments; both postures must satisfy them.
        start, target: (3S,) postures.
        duration: s.
        frames: of the reported run.

    Returns:
        The movement, with the guides' forces.

    Raises:
        InputError: a posture that does not satisfy the guides, guides that contradict each other,
            or a chain with passive joint moments.
    """
    if system.chain.resistance is not None:
        raise InputError(
            "a guided movement takes no passive joint moments", "guided movement", "Leave them out."
        )
    w = _weights(system, guides)
    for name, q in (("start", start), ("target", target)):
        worst = max(abs(g.value(w[i] @ q.reshape(-1, 3))) for i, g in enumerate(guides))
        if worst > 1e-8:
            raise InputError(
                f"the {name} posture misses a guide by {worst:.3g} m",
                "guided movement",
                "Give postures whose guided points lie on the guides.",
            )
    free, at_target = (_free_directions(system, guides, w, q) for q in (start, target))

    def rate(_: float, y: FloatArray) -> FloatArray:
        return constrained_rate(system, guides, y)[0]

    def shot(
        c: FloatArray,
        method: Literal["DOP853", "Radau"] = "DOP853",
        times: FloatArray | None = None,
    ) -> FloatArray:
        y0 = system.state(start, free @ c)
        return np.asarray(
            solve_ivp(
                rate,
                (0.0, duration),
                y0,
                method=method,
                rtol=_TOLERANCE,
                atol=_TOLERANCE,
                t_eval=times,
            ).y.T
        )

    def miss(y: FloatArray) -> FloatArray:
        n = y[: system.nq].reshape(-1, 3)
        back = -system.straight(target, (n / np.linalg.norm(n, axis=1, keepdims=True)).ravel())
        return at_target.T @ back

    c = free.T @ system.straight(start, target) / duration
    outcome = Outcome.TOO_MANY_ITERATIONS
    error = miss(shot(c)[-1])
    for _ in range(_ITERATIONS):
        if np.max(np.abs(error)) < 0.1 * _ARRIVED:
            outcome = Outcome.CONVERGED
            break
        J = np.empty((len(error), len(c)))
        for i in range(len(c)):
            moved = c.copy()
            moved[i] += _DIFFERENCE
            J[:, i] = (miss(shot(moved)[-1]) - error) / _DIFFERENCE
        step = -np.linalg.lstsq(J, error, rcond=None)[0]
        damping = min(1.0, 2.0 / (duration * float(np.max(np.abs(step))) + 1e-300))
        while True:
            trial = miss(shot(c + damping * step)[-1])
            if np.linalg.norm(trial) < (1.0 - 0.2 * damping) * np.linalg.norm(error):
                break
            damping *= 0.5
            if damping < 1e-2:
                break
        if damping < 1e-2:
            outcome = Outcome.NO_PROGRESS
            break
        c, error = c + damping * step, trial
    time = np.linspace(0.0, duration, frames)
    run = shot(c, "Radau", time)
    n = run[:, : system.nq].reshape(frames, -1, 3)
    residual = float(np.max(np.abs(system.straight(target, n[-1].ravel()))))
    if outcome is Outcome.CONVERGED and not residual <= _ARRIVED:
        outcome = Outcome.NOT_CONFIRMED
    values = [[g.value(w[i] @ frame) for i, g in enumerate(guides)] for frame in n]
    force = np.array([constrained_rate(system, guides, y)[1] for y in run])
    return ConstrainedSolution(
        outcome=outcome,
        velocity=free @ c,
        residual=residual,
        time=time,
        q=run[:, : system.nq].copy(),
        force=force,
        drift=float(np.max(np.abs(values))),
    )


def _free_directions(
    system: ChainInVectors, guides: Sequence[Guide], w: FloatArray, q: FloatArray
) -> FloatArray:
    """Orthonormal minimal velocities (2S, 2S - guides) that the guides allow."""
    n, G = q.reshape(-1, 3), system.velocity_map(q)
    rows = [
        G.T @ (w[i][:, np.newaxis] * guide.gradient(w[i] @ n)).ravel()
        for i, guide in enumerate(guides)
    ]
    _, size, right = np.linalg.svd(np.array(rows))
    if size[-1] < 1e-9 * size[0]:
        raise InputError(
            "the guides depend on each other at a posture",
            "guided movement",
            "Leave one of them out, or choose a posture that is not stretched towards the guide.",
        )
    return np.ascontiguousarray(right[len(guides) :].T)
