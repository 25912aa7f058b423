"""A movement described in a file, solved and written to a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import numpy as np

from ambulo.ballistic.page import guided_page, movement_page
from ambulo.ballistic.problem import MovementProblem, read_problem
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Solution
from ambulo.multibody.bvp.constraints import ConstrainedSolution, solve_guided
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.effort import EFFORTS, effort
from ambulo.multibody.bvp.initial_value import SimulatedMotion
from ambulo.multibody.bvp.limits import margins
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.phases import Movement, move
from ambulo.multibody.bvp.solutions import Solutions, all_solutions
from ambulo.multibody.bvp.systems import Bodies, ChainInVectors, System
from ambulo.multibody.tree.tree import JointType, joint_coordinates
from ambulo.records import Quantity
from ambulo.report.page_file import write_page_file
from ambulo.results.columns import quantity_and_unit
from ambulo.results.csv_table import write_table
from ambulo.results.json_file import Json, write_json
from ambulo.results.time_series import TimeSeries, write_time_series
from ambulo.results.whole_folder import require_place, write_folder

_FRAMES = 101

_TURN = ("{} qw [1]", "{} qx [1]", "{} qy [1]", "{} qz [1]")
_COLUMNS = {
    JointType.FREE: ("{} x [m]", "{} y [m]", "{} z [m]", *_TURN),
    JointType.BALL: _TURN,
    JointType.HINGE: ("{} [rad]",),
    JointType.SLIDE: ("{} [m]",),
}
_SPIN = ("{} wx [rad/s]", "{} wy [rad/s]", "{} wz [rad/s]")
_RATES = {
    JointType.FREE: ("{} vx [m/s]", "{} vy [m/s]", "{} vz [m/s]", *_SPIN),
    JointType.BALL: _SPIN,
    JointType.HINGE: ("{} rate [rad/s]",),
    JointType.SLIDE: ("{} rate [m/s]",),
}


@dataclass(frozen=True, eq=False)
class BallisticResult:
    """What `solve_file` found and wrote.

    Args:
        problem: as read.
        movement: the phases; none of a guided movement.
        solutions: of the search, if one was asked for.
        folder: that was made.
        files: names of the files in it.
        broken: limits that a phase does not keep, one sentence each.
        guided: the movement along guides, if there are any.
    """

    problem: MovementProblem
    movement: Movement | None
    solutions: Solutions | None
    folder: Path
    files: tuple[str, ...]
    broken: tuple[str, ...] = ()
    guided: ConstrainedSolution | None = None

    @property
    def message(self) -> str:
        """The outcome of the movement, and the limits that it does not keep."""
        if self.guided is not None:
            return self.guided.outcome.value
        assert self.movement is not None  # one of the two is there
        return ". ".join((self.movement.message, *self.broken))


def solve_file(
    path: Path, out: Path, progress: OnPart, *, overwrite: bool = False
) -> BallisticResult:
    """Solve a movement described in a TOML file and write what was found.

    Writes movement.csv and movement.nc (postures, velocities, energies over time), impulses.csv
    (by posture and joint), summary.json (outcome, residuals, sensitivities, efforts, other
    solutions) and movement.html.

    Args:
        path: the description.
        out: folder to make.
        progress: called with the present task and the share of it that is done.
        overwrite: whether an earlier movement there is replaced; otherwise `NAME-2`, `NAME-3`, … is
            made.

    Returns:
        The movement, or the guided movement; `message` says whether it was found, or why not.

    Raises:
        InputError: the file cannot be read, or describes no movement; the folder cannot be written
            to, or contains files that Ambulo did not write.
    """
    problem = read_problem(path)
    # what is refused is refused before the work
    require_place(out, overwrite=overwrite)
    if problem.guides:
        return _guided(problem, out, progress, overwrite)
    movement = move(
        problem.system,
        problem.postures,
        problem.time,
        problem.method,
        progress=progress,
        limits=problem.limits,
    )
    solutions = None
    if problem.search > 0:
        progress("searching for other solutions", 0.0)
        duration = float(problem.time[1] - problem.time[0])
        solutions = all_solutions(
            BoundaryProblem(problem.system, problem.postures[0], problem.postures[1], duration),
            problem.search,
        )
    progress("writing", 1.0)
    files = ["summary.json", "impulses.csv"]
    broken = _broken(problem, movement)
    if movement.converged:
        files += ["movement.csv", "movement.nc", "movement.html"]

    def fill(fresh: Path) -> None:
        _write_summary(problem, movement, solutions, fresh / "summary.json")
        _write_impulses(movement, fresh / "impulses.csv")
        if movement.converged:
            run = sampled(movement)
            columns = [*_postures(problem.system, run.q), *_rates(problem.system, run)]
            series = TimeSeries(run.time, columns, problem.title)
            write_time_series(series, fresh, "movement")
            page = movement_page(problem, movement, run.time, run.q, broken, solutions)
            write_page_file(page, fresh / "movement.html")

    made = write_folder(out, fill, overwrite=overwrite)
    return BallisticResult(problem, movement, solutions, made, tuple(files), broken)


def _guided(
    problem: MovementProblem, out: Path, progress: OnPart, overwrite: bool
) -> BallisticResult:
    assert isinstance(problem.system, ChainInVectors)  # a person with guides is refused
    progress("solving along the guides", 0.0)
    duration = float(problem.time[1] - problem.time[0])
    found = solve_guided(
        problem.system, problem.guides, problem.postures[0], problem.postures[1], duration
    )
    progress("writing", 1.0)
    converged = found.outcome is SearchOutcome.CONVERGED
    summary: dict[str, Json] = {
        "title": problem.title,
        "converged": converged,
        "message": found.outcome.value,
        "residual_at_target": found.residual,
        "largest_distance_from_a_guide_m": found.drift,
        "initial_velocity": [float(x) for x in found.velocity],
        "degrees_of_freedom": list(problem.system.coordinates),
    }

    def fill(fresh: Path) -> None:
        write_json(summary, fresh / "summary.json")
        if converged:
            names = [f"guide {g + 1} [multiplier]" for g in range(len(problem.guides))]
            time = problem.time[0] + found.time
            columns = [*_postures(problem.system, found.q), *_quantities(names, found.force)]
            write_time_series(TimeSeries(time, columns, problem.title), fresh, "movement")
            write_page_file(guided_page(problem, found, time), fresh / "movement.html")

    made = write_folder(out, fill, overwrite=overwrite)
    more = ("movement.csv", "movement.nc", "movement.html") if converged else ()
    files = ("summary.json", *more)
    return BallisticResult(problem, None, None, made, files, guided=found)


def _broken(problem: MovementProblem, movement: Movement) -> tuple[str, ...]:
    return tuple(
        f"phase {k + 1} goes beyond a limit, {margin.limit.name}, by {-margin.least:.3g} "
        f"{margin.limit.unit} after {margin.time:.3g} s, and no solution found keeps this limit"
        for k, phase in enumerate(movement.phases)
        if phase.converged
        for margin in margins(phase, problem.limits)
        if not margin.kept
    )


def sampled(movement: Movement) -> SimulatedMotion:
    """All phases over time. Common postures occur once, with the velocities before them."""
    share = max(11, _FRAMES // len(movement.phases))
    runs = [course(phase, frames=share) for phase in movement.phases]
    kept = [slice(1 if k else 0, None) for k in range(len(runs))]

    def joined(of: Callable[[SimulatedMotion], FloatArray]) -> FloatArray:
        return np.concatenate([of(run)[keep] for run, keep in zip(runs, kept, strict=True)])

    starts = zip(movement.time, runs, kept, strict=False)
    return SimulatedMotion(
        np.concatenate([start + run.time[keep] for start, run, keep in starts]),
        *(joined(attrgetter(name)) for name in ("q", "state", "kinetic", "potential")),
    )


def _postures(system: System, q: FloatArray) -> list[Quantity]:
    if isinstance(system, ChainInVectors):
        names = [f"{name} n{axis} [1]" for name in system.chain.names for axis in "xyz"]
    else:
        assert isinstance(system, Bodies)
        names = joint_coordinates(system.joint_names, system.tree, _COLUMNS)
    return _quantities(names, q)


def _rates(system: System, run: SimulatedMotion) -> list[Quantity]:
    """Velocities of the state, and energies."""
    v = run.state[:, system.nq :]
    if isinstance(system, ChainInVectors):
        names = [f"{name} n{axis} rate [1/s]" for name in system.chain.names for axis in "xyz"]
    else:
        assert isinstance(system, Bodies)
        names = joint_coordinates(system.joint_names, system.tree, _RATES)
    return [
        *_quantities(names, v[:, : len(names)]),
        Quantity("kinetic energy", "J", run.kinetic),
        Quantity("potential energy", "J", run.potential),
    ]


def _quantities(names: Sequence[str], values: FloatArray) -> list[Quantity]:
    columns = zip(map(quantity_and_unit, names), values.T, strict=True)
    return [Quantity(name, unit, column) for (name, unit), column in columns]


def _write_impulses(movement: Movement, path: Path) -> None:
    components = movement.impulse.shape[2]
    labels = "xyz" if components == 3 else [str(c + 1) for c in range(components)]
    headers = ["time [s]", "joint", *(f"impulse {c} [N*m*s or N*s]" for c in labels), "work [J]"]
    rows = (
        (float(time), joint, *movement.impulse[k, j].tolist(), float(movement.work[k, j]))
        for k, time in enumerate(movement.time)
        for j, joint in enumerate(movement.joints)
    )
    write_table(path, headers, rows, exact=True)


def _write_summary(
    problem: MovementProblem, movement: Movement, solutions: Solutions | None, path: Path
) -> None:
    summary: dict[str, Json] = {
        "title": problem.title,
        "converged": movement.converged,
        "message": ". ".join((movement.message, *_broken(problem, movement))),
        "notes": list(problem.notes),
        "phases": [
            {
                "start_s": float(movement.time[k]),
                "stop_s": float(movement.time[k + 1]),
                "outcome": phase.outcome.name.lower(),
                "message": phase.message,
                "method": phase.method,
                "residual_at_target": phase.residual,
                "condition": phase.condition if phase.converged else None,
                "sensitivity_s": phase.sensitivity if phase.converged else None,
                "initial_velocity": [float(x) for x in phase.velocity],
                "kinetic_energy_J": phase.kinetic.tolist(),
                "potential_energy_J": phase.potential.tolist(),
                **_limits(problem, phase),
            }
            for k, phase in enumerate(movement.phases)
        ],
        "degrees_of_freedom": list(problem.system.coordinates),
    }
    if movement.converged:
        summary["effort"] = {
            name: {"value": effort(movement, name), "unit": unit, "meaning": meaning}
            for name, (_, unit, meaning) in EFFORTS.items()
        }
    if solutions is not None:
        summary["solutions"] = {
            "message": solutions.message,
            "found": [
                {
                    "initial_velocity": [float(x) for x in found.solution.velocity],
                    "kinetic_energy_at_start_J": found.kick,
                    "energy_J": found.energy,
                    "turns": found.turns.tolist(),
                    "residual_at_target": found.solution.residual,
                    "hits": found.hits,
                }
                for found in solutions.found
            ],
        }
    write_json(summary, path)


def _limits(problem: MovementProblem, phase: Solution) -> dict[str, Json]:
    if not problem.limits or not phase.converged:
        return {}
    return {
        "limits": [
            {
                "limit": margin.limit.name,
                "kept": margin.kept,
                f"least_margin_{margin.limit.unit}": margin.least,
                "at_s": margin.time,
            }
            for margin in margins(phase, problem.limits)
        ]
    }
