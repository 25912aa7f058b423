"""Movement of a chain with points held on surfaces: holonomic constraints with multipliers.

Patel (2004), section 4.4; the equations of motion are those of `multibody.chain.guided_chain`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.descent import HALVED, Differenced, descend
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.guided_chain import GuidedChain, guiding_forces, misses
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import Simulated, simulate_system

_TOLERANCE = 1e-12
_ARRIVED = 1e-9
_ITERATIONS = 40
_DIFFERENCE = 1e-6


@dataclass(frozen=True, eq=False)
class Guide:
    """The far end r of a segment stays where normal . r + bend |r - centre|^2 / 2 = offset.

    Args:
        segment: index of the segment.
        normal: (3,); centre: (3,) m.
    """

    segment: int
    normal: FloatArray
    offset: float
    bend: float = 0.0
    centre: FloatArray = field(default_factory=lambda: np.zeros(3))


def on_plane(segment: int, normal: FloatArray, offset: float) -> Guide:
    """Guide on the plane normal . r = offset [m]; two planes give a line."""
    return Guide(segment, np.asarray(normal, dtype=np.float64), offset)


def on_sphere(segment: int, centre: FloatArray, radius: float) -> Guide:
    """Guide at a distance [m] from a point (3,) m, such as a hand on a crank."""
    return Guide(segment, np.zeros(3), 0.5 * radius**2, 1.0, np.asarray(centre, dtype=np.float64))


@dataclass(frozen=True, eq=False)
class ConstrainedSolution:
    """A guided movement between two postures.

    Args:
        outcome: CONVERGED, or the reason why the search failed.
        velocity: (2S,) minimal velocity at the start, along the guides.
        residual: largest error at the target [rad], from another integrator.
        time: (frames,) s; q: (frames, 3S).
        force: (frames, guides) multipliers: the guide's force per unit of its gradient.
        drift: largest violation of a guide along the run.
    """

    outcome: SearchOutcome
    velocity: FloatArray
    residual: float
    time: FloatArray
    q: FloatArray
    force: FloatArray
    drift: float


def _guided_chain(system: ChainInVectors, guides: Sequence[Guide]) -> GuidedChain:
    chain = system.chain
    reach = np.zeros((len(guides), chain.segments))
    for g, guide in enumerate(guides):
        s = guide.segment
        while s >= 0:
            reach[g, s] = chain.length[s]
            s = int(chain.parent[s])
    return GuidedChain(
        system.packed, reach, np.array([g.normal for g in guides]),
        np.array([g.centre for g in guides]), np.array([g.bend for g in guides]),
        np.array([g.offset for g in guides]),
    )  # fmt: skip


def solve_guided(
    system: ChainInVectors,
    guides: Sequence[Guide],
    start: FloatArray,
    target: FloatArray,
    duration: float,
) -> ConstrainedSolution:
    """Find an initial velocity along the guides that leads from one guided posture to another.

    Newton's method with difference quotients changes the velocities that the guides leave free.
    Another integrator checks the result.

    Args:
        system: chain in unit vectors without passive joint moments.
        guides: on the far ends of segments; both postures must satisfy them.
        start, target: (3S,) postures.
        duration: s.

    Returns:
        The movement, with the guides' forces.

    Raises:
        InputError: a posture does not satisfy the guides, the guides contradict each other, or the
            chain has passive joint moments.
    """
    if system.chain.resistance is not None:
        raise InputError(
            "the chain has passive joint moments, which a guided movement cannot have",
            "guided movement",
            "Leave them out.",
        )
    guided = _guided_chain(system, guides)
    missed, gradients = misses(guided, np.stack([start, target]))
    for name, worst in zip(("start", "target"), np.max(np.abs(missed), axis=1), strict=True):
        if worst > 1e-8:
            raise InputError(
                f"the {name} posture misses a guide by {worst:.3g} m",
                "guided movement",
                "Give postures whose guided points lie on the guides.",
            )
    free, at_target = (
        _free_directions(system, guided.reach, slopes, q)
        for slopes, q in zip(gradients, (start, target), strict=True)
    )

    def shot(c: FloatArray, method: Method, times: FloatArray) -> Simulated:
        q, v = np.split(system.state(start, free @ c), 2)
        return simulate_system(
            guided, times, q, v, method, step=duration, tolerance=_TOLERANCE, quiet=True
        )

    def miss(c: FloatArray) -> FloatArray:
        n = shot(c, METHODS["dop853"], np.array([0.0, duration])).q[-1].reshape(-1, 3)
        back = -system.straight(target, (n / np.linalg.norm(n, axis=1, keepdims=True)).ravel())
        return at_target.T @ back

    c = free.T @ system.straight(start, target) / duration

    def arrived(at: Differenced) -> bool:
        return bool(np.max(np.abs(at.residual)) < 0.1 * _ARRIVED)

    def shorter(at: Differenced, times: float) -> Differenced | None:
        if arrived(at):
            return None
        step = np.linalg.lstsq(at.jacobian, at.residual, rcond=None)[0]
        part = min(1.0, 2.0 / (duration * float(np.max(np.abs(step))) + 1e-300)) / times
        if part < 1e-2:
            return None
        there = Differenced(miss, at.x - part * step, _DIFFERENCE)
        return there if there.cost < (1.0 - 0.2 * part) ** 2 * at.cost else None

    at, _, _, stuck = descend(Differenced(miss, c, _DIFFERENCE), shorter, HALVED, 0.0, _ITERATIONS)
    outcome = SearchOutcome.NO_PROGRESS if stuck else SearchOutcome.TOO_MANY_ITERATIONS
    if arrived(at):
        outcome = SearchOutcome.CONVERGED
    c = at.x
    time = np.linspace(0.0, duration, 51)
    run = shot(c, METHODS["bogacki-shampine"], time)
    residual = float(np.max(np.abs(system.straight(target, run.q[-1]))))
    if outcome is SearchOutcome.CONVERGED and not residual <= _ARRIVED:
        outcome = SearchOutcome.NOT_CONFIRMED
    return ConstrainedSolution(
        outcome=outcome,
        velocity=free @ c,
        residual=residual,
        time=time,
        q=run.q,
        force=guiding_forces(guided, run.q, run.v),
        drift=float(np.max(np.abs(misses(guided, run.q)[0]))),
    )


def _free_directions(
    system: ChainInVectors, reach: FloatArray, gradients: FloatArray, q: FloatArray
) -> FloatArray:
    """Orthonormal minimal velocities (2S, 2S - guides) that the guides allow."""
    rows = (reach[:, :, np.newaxis] * gradients[:, np.newaxis]).reshape(len(reach), -1)
    _, size, right = np.linalg.svd(rows @ system.velocity_map(q))
    if size[-1] < 1e-9 * size[0]:
        raise InputError(
            "at a posture, the guides are not independent",
            "guided movement",
            "Leave one of them out, or choose a posture in which the body is not stretched "
            "towards the guide.",
        )
    return np.ascontiguousarray(right[len(reach) :].T)
