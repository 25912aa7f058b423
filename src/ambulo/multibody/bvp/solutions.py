"""Search for all solutions of a boundary problem.

A chain without friction always has a solution (see `path`), and in general many: longer ways round,
and motions that pass near the target before. The search starts from the path of least action, bent
paths and random velocities. It then changes the duration and follows each solution past folds
(`connected`). The initial velocity distinguishes solutions. The share of solutions found only once
shows how many may be missing.

The solutions between two postures for all durations lie on curves. A curve may turn back at a fold,
where the final posture does not respond to some change of the velocity (a conjugate point). It then
passes the given duration again, at another solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.bvp import multiple_shooting, scattered
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate, Solution
from ambulo.multibody.bvp.boundary_value import confirm
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.curve import CurvePoint, Equations, follow, land
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.path import first_path
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.bvp.shot import shoot
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors

_TOLERANCE = 1e-9
_DIFFERENCE = 1e-5  # of the time
_FIRST_STEP = 0.05  # rad over the duration, and in shares of the time wanted
_LONGEST_STEP = 1.0


def connected(
    problem: BoundaryProblem, velocity: FloatArray, most: int = 40, spread: float = 1.5
) -> list[Candidate]:
    """Other solutions of the same problem, on the curve of a given solution past its folds.

    Args:
        problem: the problem that the velocity solves.
        velocity: (dim,) minimal velocity at the start.
        most: largest number of points along the curve in each direction.
        spread: the search ends where the duration is this many times as long or as short.

    Returns:
        Proposals that must still be confirmed.
    """
    found = []
    for rising in (True, False):
        T = problem.duration
        points = _followed(problem, velocity, rising, T / spread, T * spread, most)
        for before, after in pairwise(points[1:]):
            if (before.parameter - 1.0) * (after.parameter - 1.0) > 0.0:
                continue
            x = land(_equations(problem), before, 1.0)
            if x is not None:
                found.append(by_variations(problem, x[:-1] / T))
    return found


def _followed(
    problem: BoundaryProblem,
    velocity: FloatArray,
    rising: bool,
    shortest: float,
    longest: float,
    most: int,
) -> list[CurvePoint]:
    points: list[CurvePoint] = []
    x = np.append(velocity * problem.duration, 1.0)
    for point in follow(_equations(problem), x, rising, _FIRST_STEP, _LONGEST_STEP):
        if len(points) == most or not shortest <= point.parameter * problem.duration <= longest:
            break
        points.append(point)
    return points


def _equations(problem: BoundaryProblem) -> Equations:
    """Error at the target for x = (velocity times time, share of the time wanted)."""
    aim, dim = problem.aim, problem.system.dim

    def shot(way: FloatArray, duration: float, J: FloatArray, variational: bool) -> FloatArray:
        e = np.empty(dim)
        timed = aim._replace(duration=duration)
        ok, _ = shoot(timed, way / duration, _TOLERANCE, variational, e, J)
        return e if ok else np.full(dim, np.nan)

    def equations(x: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        duration = float(x[-1]) * problem.duration
        if not duration > 0.0:
            return None
        J = np.empty((dim, dim))
        e = shot(x[:-1], duration, J, True)
        step = _DIFFERENCE * duration
        slope = (shot(x[:-1], duration + step, J.copy(), False) - e) / step * problem.duration
        whole = np.column_stack([J / duration, slope])
        return (e, whole) if np.all(np.isfinite(whole)) and np.all(np.isfinite(e)) else None

    return equations


_SEED = 1
_SAME = 1e-6  # relative difference of the initial velocities of one and the same solution


@dataclass(frozen=True, eq=False)
class Found:
    """One solution of a search.

    Args:
        solution: a converged solution.
        hits: number of searches that ended on it; 0 if it was reached from another solution past a
            fold.
        energy: total energy at the start [J].
        kick: kinetic energy at the start, which the muscles give from rest [J].
        turns: (segments,) whole turns of a chain's segments, from the arc that they sweep; empty
            for other systems.
    """

    solution: Solution
    hits: int
    energy: float
    kick: float
    turns: IntArray


@dataclass(frozen=True, eq=False)
class Solutions:
    """The results of a systematic search, and an estimate of their completeness.

    Args:
        found: solutions, ordered by kinetic energy at the start.
        searches: number of searches.
        arrived: number of searches that ended on a confirmed solution.
        unseen: estimated share of new solutions among the arrivals of further searches (Good 1953):
            solutions found once, divided by arrivals.
    """

    found: tuple[Found, ...]
    searches: int
    arrived: int
    unseen: float

    @property
    def message(self) -> str:
        """Words about the search and about solutions that may be missing."""
        if not self.found:
            return (
                f"No solution in {self.searches} searches. A chain without friction and stops "
                "always has one. Lengthen the search, or use an intermediate posture"
            )
        followed = sum(1 for found in self.found if found.hits == 0)
        return (
            f"{len(self.found)} solutions, {followed} of them past folds of others. Of "
            f"{self.searches} searches, {self.arrived} arrived. About "
            f"{100 * self.unseen:.0f} % of further arrivals would be new solutions"
        )


def all_solutions(problem: BoundaryProblem, searches: int = 200, follow: bool = True) -> Solutions:
    """Search for every ballistic solution between two postures in a given time.

    Args:
        problem: the problem to solve.
        searches: number of searches; a tenth start from bent paths of least action, the rest from
            random velocities.
        follow: whether to change the duration and follow each solution past folds to others (chains
            only: in free fall the duration makes no difference).

    Returns:
        The different solutions, each with its energy at the start and its whole turns.
    """
    rng = np.random.default_rng(_SEED)
    bent = max(1, searches // 10)
    proposals: list[Candidate] = []
    for k in range(bent):
        bend = rng.normal(size=problem.system.dim) * (1.5 * k / bent)
        proposals.append(by_variations(problem, first_path(problem, bend=bend).c[0]))
    # the least action is a solution even where it cannot be shot
    proposals.append(multiple_shooting.propose(problem))
    proposals.extend(scattered.proposals(problem, searches - bent - 1, _SEED))
    kept: list[Solution] = []
    hits: list[int] = []
    for candidate in proposals:
        if candidate.outcome not in (SearchOutcome.CONVERGED, SearchOutcome.CONVERGED_IN_PIECES):
            continue
        same = [_is_same(candidate.velocity, solution.velocity) for solution in kept]
        if any(same):
            hits[same.index(True)] += 1
            continue
        solution = confirm(problem, candidate, "search")
        if solution.converged:
            kept.append(solution)
            hits.append(1)
    searched = len(kept)
    if follow and not isinstance(problem.system, Bodies):
        for solution in kept[:searched]:
            for candidate in connected(problem, solution.velocity):
                if any(_is_same(candidate.velocity, other.velocity) for other in kept):
                    continue
                branch = confirm(problem, candidate, "family")
                if branch.converged:
                    kept.append(branch)
                    hits.append(0)
    order = np.argsort([solution.kinetic[0] for solution in kept])
    arrived = int(sum(hits))
    found = tuple(
        Found(
            solution=kept[k],
            hits=hits[k],
            energy=float(kept[k].kinetic[0] + kept[k].potential[0]),
            kick=float(kept[k].kinetic[0]),
            turns=_turns(kept[k]),
        )
        for k in order
    )
    once = sum(1 for count in hits if count == 1)
    return Solutions(found, len(proposals), arrived, once / arrived if arrived else 1.0)


def _is_same(a: FloatArray, b: FloatArray) -> bool:
    return float(np.linalg.norm(a - b)) <= _SAME * max(1.0, float(np.linalg.norm(b)))


def _turns(solution: Solution) -> IntArray:
    """Whole turns of every segment, from the arc that its direction sweeps."""
    system = solution.problem.system
    if not isinstance(system, ChainInVectors | ChainInAngles):
        return np.zeros(0, dtype=np.int64)
    run = course(solution, frames=201)
    if isinstance(system, ChainInAngles):
        n = system.directions(run.q)
    else:
        n = run.q.reshape(len(run.time), -1, 3)
    chord = np.linalg.norm(np.diff(n, axis=0), axis=2)
    arc = np.sum(2.0 * np.arcsin(np.clip(0.5 * chord, 0.0, 1.0)), axis=0)
    return np.asarray(np.floor(arc / (2.0 * np.pi)), dtype=np.int64)
