"""How many pushes is a stride? A recorded stride rebuilt from 1, 2, 4, 8 ... ballistic phases."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy.interpolate import make_interp_spline

from ambulo.ballistic.recorded import Recorded, read_recorded
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.effort import effort
from ambulo.multibody.bvp.phases import Movement, move
from ambulo.multibody.tree.configuration import integrate
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.studies.record import Chart, Curve, Findings, Table

TITLE = "How many pushes is a stride?"

SOURCE = (
    "Own study after Patel (2004), section 2.2: in the limit of many phases the boundary method "
    "becomes inverse dynamics. The stride is that of the simulated walker of ambulo demo."
)

DEVIATIONS = (
    "No published figure is compared. The impulses stand for muscles and ground together: the "
    "phases know no ground, so that the impulses on the root are what the feet would push.",
)

COUNTS = (1, 2, 4, 8, 16, 32, 64)
_INTERVALS = 128


@dataclass(frozen=True, eq=False)
class Rebuilt:
    """A stride in n phases.

    Args:
        phases: number; movement: what was found.
        deviation: rms distance of all joints from the recorded ones [m].
        error: rms difference of impulse over interval from inverse dynamics, over the rms of the
            latter, at the postures between phases.
    """

    phases: int
    movement: Movement
    deviation: float
    error: float


def rebuild(recorded: Recorded, first: int, last: int, phases: int) -> Rebuilt:
    """Rebuild the frames from first to last, counted from 0, in a number of ballistic phases."""
    system = recorded.system
    frames = np.round(np.linspace(first, last, phases + 1)).astype(int)
    time = recorded.time[frames]
    movement = move(
        system,
        recorded.q[frames],
        time,
        before=recorded.v[first],
        after=recorded.v[last],
    )
    if not movement.converged:
        return Rebuilt(phases, movement, float("nan"), float("nan"))
    squares, count = 0.0, 0
    for k, phase in enumerate(movement.phases):
        inside = np.arange(frames[k], frames[k + 1] + 1)
        free = course(phase, frames=len(inside), tolerance=1e-9)
        _, ours = forward_kinematics(system.tree, free.q)
        _, theirs = forward_kinematics(system.tree, recorded.q[inside])
        squares += float(np.sum((ours - theirs) ** 2))
        count += ours.shape[0] * ours.shape[1]
    return Rebuilt(
        phases, movement, float(np.sqrt(squares / count)), _error(recorded, movement, frames)
    )


def _error(recorded: Recorded, movement: Movement, frames: FloatArray) -> float:
    """Impulse over interval against inverse dynamics without ground, at the inner postures."""
    if len(frames) < 3:
        return float("nan")
    tree = recorded.system.tree
    inner = frames[1:-1]
    wanted, _, _ = inverse_dynamics(tree, recorded.q[inner], recorded.v[inner], recorded.a[inner])
    interval = 0.5 * (movement.time[2:] - movement.time[:-2])
    given = np.zeros_like(wanted)
    for i in range(tree.nb):
        stop = tree.v_start[i + 1] if i + 1 < tree.nb else tree.nv
        width = int(stop - tree.v_start[i])
        given[:, tree.v_start[i] : stop] = movement.impulse[1:-1, i, :width]
    given /= interval[:, np.newaxis]
    # the joints only: the root's entries are forces and would outweigh them
    joints = slice(6, None)
    return float(
        np.sqrt(np.mean((given - wanted)[:, joints] ** 2) / np.mean(wanted[:, joints] ** 2))
    )


def run(progress: OnPart) -> Findings:
    """Simulate and analyse the demo's walk, then rebuild a stride of it."""
    from ambulo.demo.run import run_demo

    progress("recording and analysing a walk", 0.0)
    with tempfile.TemporaryDirectory() as folder:
        run_demo(Path(folder))
        recorded = read_recorded(Path(folder))
    return study_of(recorded, progress)


def _resampled(recorded: Recorded, start: float, stop: float) -> Recorded:
    """The stride on a grid that every number of phases divides, by splines of fifth degree."""
    time = np.linspace(start, stop, _INTERVALS + 1)
    whole = np.flatnonzero(np.all(np.isfinite(recorded.q), axis=1))

    def at(values: FloatArray) -> FloatArray:
        return np.asarray(make_interp_spline(recorded.time[whole], values[whole], k=5)(time))

    tree = recorded.system.tree
    # a displacement of zero brings the quaternions back to unit length
    q = integrate(tree, at(recorded.q), np.zeros((len(time), tree.nv)))
    return replace(recorded, time=time, q=q, v=at(recorded.v), a=at(recorded.a))


def study_of(recorded: Recorded, progress: OnPart) -> Findings:
    """Rebuild the first stride of an analysis with more and more phases."""
    recorded = _resampled(recorded, *recorded.strides[0])
    first, last = 0, len(recorded.time) - 1
    found = []
    for k, phases in enumerate(COUNTS):
        progress(f"{phases} phases", 0.3 + 0.7 * k / len(COUNTS))
        found.append(rebuild(recorded, first, last, phases))
    n = np.array(COUNTS, dtype=np.float64)
    error = np.array([rebuilt.error for rebuilt in found])
    deviation = np.array([rebuilt.deviation for rebuilt in found])
    impulse = np.array([effort(rebuilt.movement, "impulse") for rebuilt in found])
    absolute = np.array([effort(rebuilt.movement, "absolute work") for rebuilt in found])
    finest = error[-3:]
    order = float(np.log2(finest[0] / finest[-1]) / 2.0) if np.all(np.isfinite(finest)) else np.nan
    return Findings(
        tables=(
            Table(
                f"A stride of {recorded.time[last] - recorded.time[first]:.2f} s",
                (
                    "phases",
                    "outcome",
                    "sum of impulses [N*m*s, N*s]",
                    "absolute work [J]",
                    "deviation from the recorded joints [mm]",
                    "impulse / interval against inverse dynamics [1]",
                ),
                tuple(
                    (
                        float(rebuilt.phases),
                        "found" if rebuilt.movement.converged else rebuilt.movement.message,
                        float(impulse[k]) if np.isfinite(impulse[k]) else "–",
                        float(absolute[k]) if np.isfinite(absolute[k]) else "–",
                        float(1e3 * deviation[k]),
                        float(error[k]),
                    )
                    for k, rebuilt in enumerate(found)
                ),
            ),
        ),
        figures=(
            Chart(
                "deviation",
                "Distance of the rebuilt from the recorded joints",
                "number of phases",
                "rms distance [mm]",
                (Curve("joints", n, 1e3 * deviation, "o-"),),
                caption="A few pushes place the joints within centimetres.",
                log_x=True,
                log_y=True,
            ),
            Chart(
                "moments",
                "Impulses over the interval against inverse dynamics",
                "number of phases",
                "relative difference [1]",
                (
                    Curve("joints", n, error, "o-"),
                    Curve("second order", n[3:], error[-1] * (n[-1] / n[3:]) ** 2, "k--"),
                ),
                caption="The boundary method becomes inverse dynamics.",
                log_x=True,
                log_y=True,
            ),
        ),
        notes=(
            *recorded.notes,
            f"Order over the last two doublings: {order:.2f}; it is 2 once intervals resolve the "
            "moments, which 17 ms do not quite.",
        ),
        checks={
            "64 phases are all found": found[-1].movement.converged,
            "the deviation falls with every doubling from 4 phases on": bool(
                np.all(np.diff(deviation[2:]) < 0.0)
            ),
            "impulse / interval tends to the joint moments with order 1 or more": order >= 1.0,
            "the error at least halves with the last doubling": bool(error[-1] <= 0.5 * error[-2]),
        },
    )
