"""The program of smooth sharing against PIQP and Clarabel, in one run, as ratios.

    python benchmarks/sharing.py [--seconds 60]

Quiet standing on two feet at 100 Hz: every frame has all unknowns there can be. Peers are measured
where they are installed (`pip install piqp clarabel`). Processor time, the least of three calls.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
from scipy import sparse

from ambulo.gait.sharing.problem import SharingProblem, thigh_and_shank
from ambulo.gait.sharing.registry import share
from ambulo.gait.sharing.resultant_error import resultant_error
from ambulo.gait.sharing.smooth import smooth_program
from ambulo.gait.sharing.sole_contact import contact_patch
from ambulo.math.arrays import FloatArray
from ambulo.math.banded_program import BandedProgram, minimise_banded

WEIGHT = 700.0


def standing(seconds: float) -> SharingProblem:
    """A person who sways over two feet side by side, with noise in what the motion asks for."""
    t = np.arange(round(100 * seconds)) / 100.0
    rng = np.random.default_rng(0)
    sides = np.array([0.09, -0.09])

    def still(points: list[list[float]]) -> FloatArray:
        both = np.array(points)[None] + [[[0.0, y, 0.0]] for y in sides]
        return np.repeat(both[None], len(t), axis=0)

    force = np.stack([5 * np.sin(2 * t), 4 * np.sin(1.3 * t), WEIGHT + 7 * np.sin(5 * t)], axis=1)
    force += rng.normal(0.0, 2.0, force.shape)
    place = np.stack([0.05 + 0.02 * np.sin(0.9 * t), 0.08 * np.sin(0.11 * t), 0.0 * t], axis=1)
    moment = np.cross(place, force) + rng.normal(0.0, 1.0, force.shape)
    return SharingProblem(
        time=t,
        total=np.concatenate([moment, force], axis=1),
        stance=np.ones((len(t), 2), dtype=bool),
        events=(),
        measured=None,
        lumbar=np.tile([0.02, 0.0, 1.0], (len(t), 1)),
        foot_mass_centre=still([[0.05, 0.0, 0.04]])[:, :, 0],
        sole=still([[-0.06, 0.0, 0.0], [0.13, 0.0, 0.0], [0.20, 0.0, 0.0]]),
        leg_joints=still([[0.0, 0.0, 0.08], [0.02, 0.0, 0.48], [0.0, 0.0, 0.90]]),
        unloaded_moment=np.zeros((len(t), 2, 3, 3)),
        weight=WEIGHT,
    )


def processor_time(call: Callable[[], FloatArray]) -> tuple[float, FloatArray]:
    """Least of three calls [s], the first one before them, and what they find."""
    found = call()
    least = np.inf
    for _ in range(3):
        begin = time.process_time()
        call()
        least = min(least, time.process_time() - begin)
    return least, found


def as_sparse(program: BandedProgram) -> tuple[sparse.csc_matrix, FloatArray, sparse.csc_matrix]:
    """P, q and G of min x.P x / 2 + q.x under G x >= 0."""
    n, width = program.band.shape
    lower = sparse.diags(
        [program.band[: n - p, p] for p in range(width)], [-p for p in range(width)]
    )
    H = lower + sparse.tril(lower, -1).T
    P = sparse.bmat([[H, program.border], [program.border.T, program.corner]], format="csc")
    P.eliminate_zeros()
    G = sparse.block_diag(list(program.rows), format="csc")
    G = sparse.hstack([G, sparse.csc_matrix((G.shape[0], 2))], format="csc")
    return P, -np.r_[program.gradient, program.gradient_border], G


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    problem = standing(parser.parse_args().seconds)
    patches = (contact_patch(problem, 0), contact_patch(problem, 1))
    leg = thigh_and_shank(problem)
    program = smooth_program(problem, patches, resultant_error(problem, patches, leg), leg)
    whole, _ = processor_time(lambda: share(problem, "smooth").ground.force)
    own, y = processor_time(lambda: minimise_banded(program).y)
    print(f"{len(y) + 2} unknowns, {program.least.size} limits")
    print(f"sharing, assembly included: {whole:.2f} s; the program alone: {own:.2f} s")
    P, q, G = as_sparse(program)
    try:
        import piqp

        def by_piqp() -> FloatArray:
            solver = piqp.SparseSolver()
            solver.setup(P, q, None, None, G, np.zeros(G.shape[0]), None)
            solver.solve()
            return np.asarray(solver.result.x)

        spent, x = processor_time(by_piqp)
        print(f"PIQP {spent / own:.1f} times, differs by {np.abs(x[:-2] - y).max():.1e}")
    except ImportError:
        print("PIQP is not installed")
    try:
        import clarabel

        def by_clarabel() -> FloatArray:
            settings = clarabel.DefaultSettings()
            settings.verbose = False
            cone = [clarabel.NonnegativeConeT(G.shape[0])]
            upper = sparse.triu(P, format="csc")
            solver = clarabel.DefaultSolver(upper, q, -G, np.zeros(G.shape[0]), cone, settings)
            return np.asarray(solver.solve().x)

        spent, x = processor_time(by_clarabel)
        print(f"Clarabel {spent / own:.1f} times, differs by {np.abs(x[:-2] - y).max():.1e}")
    except ImportError:
        print("Clarabel is not installed")


if __name__ == "__main__":
    main()
