"""Boundary problems against SciPy's solve_bvp and CasADi with IPOPT, in one run, as ratios.

    python benchmarks/ballistic.py [--random N [--segments 2 3 6]]

CasADi is measured where it is installed (`pip install casadi`). Times are the least of several
calls after the first, whose extra time is the compilation (from the cache where there is one).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from scipy.integrate import solve_bvp
from tests.sample_movements import random_problem

from ambulo.math.arrays import FloatArray
from ambulo.model.scaling import build_model
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors
from ambulo.multibody.chain.chain import Chain, segment_products
from ambulo.multibody.chain.chain_angles import directions
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.records import Subject

START = np.radians([[150.0, 130.0], [0.0, 20.0]])
TARGET = np.radians([[110.0, 80.0], [40.0, 50.0]])


def timed(call: Callable[[], object], repeats: int = 7) -> tuple[float, float]:
    """First call and the least of the later ones [s]."""
    begin = time.perf_counter()
    call()
    first = time.perf_counter() - begin
    later = []
    for _ in range(repeats):
        begin = time.perf_counter()
        call()
        later.append(time.perf_counter() - begin)
    return first, min(later)


def double_pendulum() -> tuple[ChainInVectors, FloatArray, FloatArray, float]:
    chain = Chain.pendulum([0.3, 0.3], [2.0, 1.5])
    return ChainInVectors(chain), START.ravel(), TARGET.ravel(), 0.3


def by_scipy(chain: Chain, start: FloatArray, target: FloatArray, duration: float) -> float:
    """The same problem in angles, as solve_bvp wants it; returns the largest residual."""
    system = ChainInAngles(chain)
    grid = np.linspace(0.0, duration, 21)
    guess = np.zeros((8, len(grid)))
    guess[:4] = start[:, None] + (target - start)[:, None] * grid / duration
    guess[4:] = ((target - start) / duration)[:, None]
    found = solve_bvp(
        lambda _, y: state_rates(system.packed, np.ascontiguousarray(y.T)).T,
        lambda a, b: np.concatenate([a[:4] - start, b[:4] - target]),
        grid,
        guess,
        tol=1e-8,
        max_nodes=20_000,
    )
    return float(found.rms_residuals.max()) if found.success else np.inf


def casadi_solver(chain: Chain, start: FloatArray, target: FloatArray, duration: float):
    """Direct collocation (Legendre, degree 4, 20 intervals) in CasADi, solved by IPOPT."""
    import casadi as ca

    C, P = segment_products(chain)
    S = chain.segments
    x, v = ca.SX.sym("x", 2 * S), ca.SX.sym("v", 2 * S)
    n = [
        ca.vertcat(ca.cos(x[S + i]) * ca.sin(x[i]), ca.sin(x[S + i]) * ca.sin(x[i]), ca.cos(x[i]))
        for i in range(S)
    ]
    u = [ca.jtimes(n[i], x, v) for i in range(S)]
    kinetic = sum(0.5 * C[i, j] * ca.dot(u[i], u[j]) for i in range(S) for j in range(S))
    potential = sum(STANDARD_GRAVITY * P[i] * n[i][2] for i in range(S))
    M = ca.hessian(kinetic, v)[0]
    momentum = ca.gradient(kinetic, v)
    force = ca.gradient(kinetic - potential, x) - ca.jtimes(momentum, x, v)
    rate = ca.Function("rate", [ca.vertcat(x, v)], [ca.vertcat(v, ca.solve(M, force))])
    degree, intervals = 4, 20
    points = np.append(0.0, ca.collocation_points(degree, "legendre"))
    slopes = np.zeros((degree + 1, degree + 1))
    ends = np.zeros(degree + 1)
    for j in range(degree + 1):
        p = np.poly1d([1.0])
        for r in range(degree + 1):
            if r != j:
                p *= np.poly1d([1.0, -points[r]]) / (points[j] - points[r])
        ends[j] = p(1.0)
        slopes[j] = np.polyder(p)(points)
    h = duration / intervals
    w, g, w0 = [], [], []

    def variable(name: str, share: float):
        symbol = ca.MX.sym(name, 4 * S)
        w.append(symbol)
        way = target - start
        w0.append(np.concatenate([start + share * way, way / duration]))
        return symbol

    state = variable("y0", 0.0)
    g.append(state[: 2 * S] - start)
    for k in range(intervals):
        inside = [state] + [
            variable(f"y{k}_{j}", (k + points[j]) / intervals) for j in range(1, degree + 1)
        ]
        for j in range(1, degree + 1):
            slope = sum(slopes[r, j] * inside[r] for r in range(degree + 1))
            g.append(h * rate(inside[j]) - slope)
        end = sum(ends[r] * inside[r] for r in range(degree + 1))
        state = variable(f"y{k + 1}", (k + 1) / intervals)
        g.append(end - state)
    g.append(state[: 2 * S] - target)
    program = {"x": ca.vertcat(*w), "f": 0, "g": ca.vertcat(*g)}
    options = {"ipopt.print_level": 0, "print_time": 0, "ipopt.sb": "yes", "ipopt.tol": 1e-10}
    solver = ca.nlpsol("solver", "ipopt", program, options)
    first = np.concatenate(w0)
    return lambda: solver(x0=first, lbg=0, ubg=0), solver


def success(segments: int, count: int) -> None:
    """Solve random problems: how many are found in one run, in pieces or not, and in what time."""
    rng = np.random.default_rng(segments)
    outcomes: Counter[str] = Counter()
    methods: Counter[str] = Counter()
    worst, seconds = 0.0, []
    for _ in range(count):
        problem = random_problem(rng, segments)
        begin = time.perf_counter()
        found = solve(problem)
        seconds.append(time.perf_counter() - begin)
        outcomes[found.outcome.name.lower()] += 1
        methods[found.method] += 1
        if found.converged:
            worst = max(worst, found.residual)
    shares = ", ".join(f"{name} {100.0 * n / count:.1f} %" for name, n in outcomes.most_common())
    median, most = 1e3 * np.median(seconds), max(seconds)
    print(
        f"{segments} segments, {count} problems: {shares}; residual {worst:.1e} rad; "
        f"median {median:.0f} ms, mean {1e3 * np.mean(seconds):.0f} ms, longest {most:.1f} s; "
        f"{dict(methods)}"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--random", type=int, default=0, help="random problems of each size")
    arguments.add_argument("--segments", type=int, nargs="*", default=[2, 3, 6])
    chosen = arguments.parse_args()
    if chosen.random:
        for segments in chosen.segments:
            success(segments, chosen.random)
        return
    system, start, target, duration = double_pendulum()
    problem = BoundaryProblem(
        system,
        directions(start).ravel(),
        directions(target).ravel(),
        duration,
    )
    first, ours = timed(lambda: solve(problem), 30)
    print(f"double pendulum, {duration} s: ours {1e3 * ours:.2f} ms (first call {first:.1f} s)")
    first, scipy = timed(lambda: by_scipy(system.chain, start, target, duration), 3)
    print(f"    SciPy solve_bvp {1e3 * scipy:.0f} ms, {scipy / ours:.0f} times as long")
    try:
        call, _ = casadi_solver(system.chain, start, target, duration)
    except ImportError:
        print("    CasADi is not installed", file=sys.stderr)
    else:
        first, casadi = timed(call, 3)
        print(f"    CasADi/IPOPT {1e3 * casadi:.0f} ms, {casadi / ours:.0f} times as long")

    five = ChainInVectors(Chain.pendulum([0.3, 0.3, 0.25, 0.25, 0.2], [2.0, 1.5, 1.5, 1.0, 1.0]))
    q = np.radians(
        [
            [170, 165, 175, 160, 170, 10, 20, 30, 20, 10],
            [140, 130, 120, 130, 120, 10, 30, 40, 50, 40],
        ]
    )
    chain5 = BoundaryProblem(five, *(directions(x).ravel() for x in q), 0.6)
    found = solve(chain5)
    _, seconds = timed(lambda: solve(chain5), 10)
    print(f"5 segments, 0.6 s: {1e3 * seconds:.1f} ms, residual {found.residual:.1e} rad")

    model = build_model(
        "body18", *generic_geometry("body18", 1.75, "m"), Subject(mass=75.0, height=1.75, sex="m")
    )
    body = Bodies(model.tree)
    rng = np.random.default_rng(0)
    standing = integrate(model.tree, neutral(model.tree), 0.2 * rng.normal(size=body.dim))
    moved = integrate(model.tree, standing, 0.2 * rng.normal(size=body.dim))
    whole = BoundaryProblem(body, standing, moved, 0.3)
    found = solve(whole)
    _, seconds = timed(lambda: solve(whole), 3)
    print(
        f"body of {body.dim} degrees of freedom, 0.3 s: {seconds:.2f} s, {found.method}, "
        f"residual {found.residual:.1e}"
    )


if __name__ == "__main__":
    main()
