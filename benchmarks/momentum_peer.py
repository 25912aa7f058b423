"""Momentum, Meta's marker tracker, beside the marker fit: same body, markers, weights and start.

`PYTHONPATH=. python benchmarks/momentum_peer.py` prints the rows. Momentum is `pymomentum-cpu`, in
single precision, in an environment of its own with Python 3.12 or newer: `build/momentum`, which
`make bench` sets up, or what AMBULO_MOMENTUM names. It has its joints' angles as Euler's, Ambulo
quaternions; the cost, the sum of squared distances without a prior, and its gradient are compared
at random postures before anything is timed. Momentum's Gauss-Newton solver is the quickest of the
three that it offers for a posture, called once a frame from the last two frames, as Ambulo starts,
whose `LiveFit` is called so too; its SIMD residuals are C++ alone. `process_markers` is its whole
tracker, one call for a trial.

Each system stops as early as leaves 99 % of the frames so near to the exact optimum, every marker,
as the row says. Processor time; in every round each system takes its turn.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FRAMES, ROUNDS = 1000, 7
ABSENT = "Momentum is not set up and was left out: it needs Python 3.12 or 3.13, then make bench"
LEVELS = (1e-4, 1e-5)
"""Distance [m] of markers from the exact optimum, in 99 % of the frames."""
# from loose to tight: Ambulo's last step, Momentum's last change of the cost in units of 1.2e-7,
# its tracker's steps; in single precision a tighter stop would wait for rounding
TOLERANCES, THRESHOLDS, STEPS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7), (1e6, 1e5, 1e4, 1e3, 1e2, 10), (
    3, 4, 5, 6, 7, 8, 10, 12)  # fmt: skip


class Run(NamedTuple):
    seconds: float
    steps: float
    placed: np.ndarray
    """Markers (frames, nm, 3) [m] where the fitted body has them."""


def python() -> str | None:
    """Momentum's Python; None where it is not set up."""
    here = Path(__file__).resolve().parent.parent / "build/momentum/bin/python"
    named = os.environ.get("AMBULO_MOMENTUM", str(here))
    return named if Path(named).exists() else None


# ------------------------------------------------------------------------------- in its environment


class Momentum:
    """The body as a character, and its trackers."""

    def __init__(self, problem: Any) -> None:
        import pymomentum.geometry as geometry

        self.on, self.seen = problem["on"].astype(np.int32), problem["seen"].astype(np.float32)
        self.local = problem["local"].astype(np.float32)
        parent, offset = problem["parent"], problem["offset"].astype(np.float32)
        names = ["root", *(f"joint{i}" for i in range(1, len(parent)))]
        still = np.array([0, 0, 0, 1], np.float32)
        joints = zip(names, parent.tolist(), offset, strict=True)
        skeleton = geometry.Skeleton([geometry.Joint(n, p, still, o) for n, p, o in joints])
        # seven numbers a joint: translation, Euler's angles about x, y, z, scale
        free = [k for i in range(len(parent)) for k in range(7 * i + 3 * (i > 0), 7 * i + 6)]
        kinds = ("tx", "ty", "tz", "rx", "ry", "rz")
        transform = geometry.ParameterTransform(
            [f"{names[k // 7]}_{kinds[k % 7]}" for k in free],
            skeleton,
            np.eye(7 * len(parent), dtype=np.float32)[:, free],
        )
        locators = [
            geometry.Locator(f"m{k}", parent=int(b), offset=x)
            for k, (b, x) in enumerate(zip(self.on, self.local, strict=True))
        ]
        self.character = geometry.Character("body", skeleton, transform, locators=locators)
        self.start = problem["start"].astype(np.float32)

    def residual(self, frame: int) -> tuple[Any, Any]:
        from pymomentum import solver2

        markers = solver2.PositionErrorFunction(self.character)
        markers.add_constraints(self.on, target=self.seen[frame], offset=self.local)
        return markers, solver2.SkeletonSolverFunction(self.character, [markers])

    def compare(self, postures: np.ndarray, cost: np.ndarray, gradient: np.ndarray) -> None:
        """Refuse to go on where cost or gradient is another one than Ambulo's."""
        for x, e, g in zip(postures.astype(np.float32), cost, gradient, strict=True):
            function = self.residual(0)[1]
            np.testing.assert_allclose(function.get_error(x), e, rtol=1e-5)
            away = np.abs(function.get_gradient(x) - g).max()
            assert away < 1e-5 * np.abs(g).max(), away

    def frames(self, threshold: float) -> tuple[float, float, np.ndarray]:
        """One frame after another: processor seconds, steps a frame, parameters (frames, 57)."""
        from pymomentum import solver2

        options = solver2.GaussNewtonSolverOptions()
        options.regularization, options.use_block_jtj = 0.0, True
        options.min_iterations, options.max_iterations = 1, 50
        options.threshold = threshold
        markers, function = self.residual(0)
        solver = solver2.GaussNewtonSolver(function, options)

        def track(after: Callable[[], object]) -> np.ndarray:
            found = np.empty((len(self.seen), len(self.start)), np.float32)
            x = self.start
            for f, target in enumerate(self.seen):
                markers.clear_constraints()
                markers.add_constraints(self.on, target=target, offset=self.local)
                found[f] = solver.solve(x)
                x = 2.0 * found[f] - found[f - 1] if f else found[f]
                after()
            return found

        spent = min(self._seconds(lambda: track(int)) for _ in range(2))
        steps: list[int] = []
        found = track(lambda: steps.append(len(solver.per_iteration_errors)))
        return spent, float(np.mean(steps)), found

    def trial(self, most: float) -> tuple[float, float, np.ndarray]:
        """As `frames`, by its tracker, whose cost has a ten-thousandth as weight of its own."""
        import pymomentum.geometry as geometry
        import pymomentum.marker_tracking as tracking

        trial = [
            [geometry.Marker(f"m{k}", x.astype(float)) for k, x in enumerate(frame)]
            for frame in self.seen
        ]
        config = tracking.TrackingConfig(
            max_iter=int(most), regularization=1e-6, marker_weight=1e4
        )  # it fails without a regularisation
        out: list[np.ndarray] = []

        def run() -> None:
            out[:] = [
                tracking.process_markers(
                    self.character, self.start, trial, config, tracking.CalibrationConfig(),
                    calibrate=False,
                )
            ]  # fmt: skip

        spent = min(self._seconds(run) for _ in range(2))
        return spent, most, np.asarray(out[0])

    @staticmethod
    def _seconds(run: Callable[[], object]) -> float:
        start = time.process_time()
        run()
        return time.process_time() - start


def main_there(problem: str, way: str, stop: str, out: str) -> None:
    """One measurement, in Momentum's environment."""
    given = np.load(problem)
    peer = Momentum(given)
    peer.compare(given["postures"], given["cost"], given["gradient"])
    spent, steps, found = getattr(peer, way)(float(stop))
    np.savez(out, seconds=spent, steps=steps, found=found)


# ------------------------------------------------------------------------------------ and in Ambulo


@contextlib.contextmanager
def systems(momentum: str) -> Iterator[tuple[dict[str, tuple[Any, tuple[float, ...]]], Any]]:
    """Each system as (run by its stop, stops), and the markers at the exact optimum."""
    from ambulo.math.quaternions import from_matrix, to_matrix
    from ambulo.mocap.fit.fit_kernel import LiveFit, fit_markers
    from ambulo.multibody.tree.kinematics import forward_kinematics, point_jacobians
    from kernels import body, marked, motion

    tree = body()
    q, _, _ = motion(tree, FRAMES)
    on, local, seen = marked(tree, q)
    weight, none = np.ones(len(on)), np.zeros(tree.nv)

    def fitted(tolerance: float, first: np.ndarray) -> Any:
        return fit_markers(tree, on, local, weight, seen, first, none, first, tolerance=tolerance)

    def placed(q: np.ndarray) -> np.ndarray:
        R, p = forward_kinematics(tree, q)
        return p[:, on] + np.einsum("fkij,kj->fki", R[:, on], local)

    def turns(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rotation Rz Ry Rx (..., 3, 3), and B, angular velocity in the body's axes = B x'."""
        (a, b, c), (s, t, u) = np.cos(np.moveaxis(x, -1, 0)), np.sin(np.moveaxis(x, -1, 0))
        o, i = np.zeros_like(a), np.ones_like(a)
        R = [[b * c, s * t * c - a * u, a * t * c + s * u],
             [b * u, s * t * u + a * c, a * t * u - s * c], [-t, s * b, a * b]]  # fmt: skip
        B = [[i, o, -t], [o, a, s * b], [o, -s, a * b]]
        return tuple(np.moveaxis(np.array(M), (0, 1), (-2, -1)) for M in (R, B))  # type: ignore

    def coordinates(x: np.ndarray) -> np.ndarray:
        R = turns(x[:, 3:].reshape(len(x), -1, 3))[0]
        return np.concatenate([x[:, :3], from_matrix(R).reshape(len(x), -1)], axis=1)

    def angles(q: np.ndarray) -> np.ndarray:
        R = to_matrix(q[:, 3:].reshape(len(q), -1, 4))
        x = [np.arctan2(R[..., 2, 1], R[..., 2, 2]), -np.arcsin(R[..., 2, 0]),
             np.arctan2(R[..., 1, 0], R[..., 0, 0])]  # fmt: skip
        return np.concatenate([q[:, :3], np.stack(x, -1).reshape(len(q), -1)], axis=1)

    best = fitted(1e-13, q[0])[0]
    postures = np.random.default_rng(4).uniform(-0.7, 0.7, (20, tree.nv))
    there = coordinates(postures)
    r = placed(there) - seen[0]
    g = 2.0 * np.einsum("fkin,fki->fn", point_jacobians(tree, there, on, local), r)
    B = turns(postures[:, 3:].reshape(20, -1, 3))[1]
    turned = np.einsum("fbij,fbi->fbj", B, g[:, 3:].reshape(20, -1, 3)).reshape(20, -1)

    def ours(tolerance: float) -> Run:
        out = fitted(tolerance, best[0])
        start = time.process_time()
        fitted(tolerance, best[0])
        return Run(time.process_time() - start, float(out[2].mean()), placed(out[0]))

    def ours_frame_by_frame(tolerance: float) -> Run:
        start, found, steps = time.process_time(), [], []
        fit = LiveFit(tree, on, local, weight, best[0], none, best[0], tolerance=tolerance)
        for frame in seen:
            q, _, iterations, _ = fit.step(frame)
            found.append(q)
            steps.append(iterations)
        spent = time.process_time() - start
        return Run(spent, float(np.mean(steps)), placed(np.array(found)))

    with tempfile.TemporaryDirectory() as folder:
        given, out = f"{folder}/problem.npz", f"{folder}/found.npz"
        np.savez(
            given, parent=tree.parent, offset=tree.p_PJ, on=on, local=local, seen=seen,
            start=angles(best[:1])[0], postures=postures, cost=(r**2).sum(axis=(1, 2)),
            gradient=np.concatenate([g[:, :3], turned], axis=1),
        )  # fmt: skip

        def theirs(way: str) -> Callable[[float], Run]:
            def run(stop: float) -> Run:
                command = [momentum, __file__, given, way, str(stop), out]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                found = np.load(out)
                x = found["found"].astype(float)
                return Run(float(found["seconds"]), float(found["steps"]), placed(coordinates(x)))

            return run

        yield (
            {
                "Ambulo": (ours, TOLERANCES),
                "Ambulo, a call a frame": (ours_frame_by_frame, TOLERANCES),
                "Momentum, a call a frame": (theirs("frames"), THRESHOLDS),
                "Momentum, process_markers": (theirs("trial"), STEPS),
            },
            placed(best),
        )


def rows() -> list[Any]:
    """Every measurement, ours first; none where Momentum is not set up."""
    momentum = python()
    if momentum is None:
        return []
    from kernels import Row

    out = []
    with systems(momentum) as (each, exact):
        for level in LEVELS:
            task = f"marker fit without a prior, {1e3 * level:g} mm from the optimum"
            stops, said = {}, {}
            for name, (run, choices) in each.items():
                for stop in choices:
                    found = run(stop)
                    away = np.percentile(np.abs(found.placed - exact).max(axis=(1, 2)), 99)
                    if away <= level:
                        stops[name] = stop
                        said[name] = f"{found.steps:.1f} steps, {1e6 * away:.2g} µm"
                        break
                else:
                    print(f"{task}: {name} does not come so near", file=sys.stderr)
            spent: dict[str, list[float]] = {name: [] for name in stops}
            for _ in range(ROUNDS):
                for name, stop in stops.items():
                    spent[name].append(1e6 * each[name][0](stop).seconds / FRAMES)
            for name in stops:
                if name != "Ambulo":
                    ratio = np.array(spent[name]) / spent["Ambulo"]
                    said[name] += f", {ratio.min():.2g} to {ratio.max():.2g} × Ambulo"
                out.append(
                    Row(task, f"{name} ({said[name]})", float(np.median(spent[name])), "µs/frame")
                )
    return out


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main_there(*sys.argv[1:])
    else:
        found = rows()
        for row in found:
            print(f"{row.task}  {row.system:60s} {row.value:8.1f} {row.unit}")
        if not found:
            print(ABSENT)
