"""Boundary problems of which a solution is known."""

from __future__ import annotations

import numpy as np

from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.initial_value import simulate
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.gravity import STANDARD_GRAVITY


def random_problem(rng: np.random.Generator, segments: int) -> BoundaryProblem:
    """Any directions, any velocities, up to one natural period; the target is where they lead."""
    chain = Chain.pendulum(rng.uniform(0.2, 0.6, segments), rng.uniform(0.5, 3.0, segments))
    system = ChainInVectors(chain)
    C, P = segment_products(chain)
    slowest = np.linalg.eigvals(np.linalg.solve(C, np.diag(P) * STANDARD_GRAVITY)).real.min()
    period = 2.0 * np.pi / np.sqrt(slowest)
    n = rng.normal(size=(segments, 3))
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    duration = rng.uniform(0.1, 1.0) * period
    c = rng.normal(size=2 * segments) * rng.uniform(0.2, 1.0) * 2.0 * np.pi / period
    target = simulate(system, n.ravel(), c, duration, frames=2, tolerance=1e-13).q[-1]
    return BoundaryProblem(system, n.ravel(), target, duration)
