"""What `ambulo simulate` writes of a check: the motion as NetCDF, a page, its summary."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ambulo.forward_check.deviation import ANGLE_LIMIT, DISTANCE_LIMIT, largest
from ambulo.forward_check.missing import Effort, FrameMiss, ReactionMiss
from ambulo.forward_check.page import simulation_page
from ambulo.forward_check.run import ForwardCheck
from ambulo.forward_check.simulation_folder import add_simulation
from ambulo.inputs.version import VERSION
from ambulo.records import Analysis
from ambulo.report.panels.checks import under_verdict
from ambulo.results.catalogue import MOMENT_ABOUT_ANKLE, WORLD
from ambulo.results.dataset import coordinate_names, velocity_names
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.json_file import Json
from ambulo.results.netcdf import name_coordinate, netcdf, opened, variable
from ambulo.results.posture import posture


def forward_summary(check: ForwardCheck) -> dict[str, Json]:
    """The entry of a check, every number with its unit in its name."""
    choice, off, time = check.choice, check.off, check.stored.motion.time
    recorded = check.analysis.motion.time
    entry: dict[str, Json] = {
        "formulation": choice.formulation,
        "integrator": choice.method.name,
        "step_s": choice.step,
        "between": choice.between.name,
        "between_order": choice.between.order,
        choice.method.counts.replace(" ", "_"): check.simulation.count,
        "carried": choice.carried,
        "from_s": float(time[0]),
        "to_s": float(time[-1]),
        "recorded_s": float(recorded[-1] - recorded[0]),
        "simulated_s": check.simulated,
        "followed_s": check.followed,
        "reached_s": check.reached,
        "outcome": check.simulation.outcome.words,
        "followed_percent": 100.0 * check.followed / check.simulated,
        "limits": {"angle_deg": math.degrees(ANGLE_LIMIT), "distance_mm": 1e3 * DISTANCE_LIMIT},
        "largest_angle_deg": math.degrees(largest(off.angle)),
        "largest_distance_mm": 1e3 * largest(off.distance),
        "largest_root_distance_mm": 1e3 * largest(off.distance[:, :1]),
        "energy": {
            "largest_change_J": largest(check.gained),
            "largest_imbalance_J": largest(check.unexplained),
        },
    }
    entry["at_frames"] = _at_frames(check.miss, check.analysis.model.joints)
    if check.effort is not None:
        return {**entry, "controller": _controller(check, check.effort)}
    supports = [
        {
            "carried": row.carried,
            "followed_s": row.followed,
            "right_forces_follow_s": row.possible,
            "error_growth_per_s": row.growth.rate,
            "rounding_bound_s": row.growth.bound,
        }
        for row in check.supports
    ]
    return {**entry, "supports": supports}


def _at_frames(miss: FrameMiss, joints: Sequence[str]) -> dict[str, Json]:
    return {
        "largest_moment_missed_Nm": miss.moment,
        "moment_missed_at": joints[miss.joint],
        "largest_force_missed_N": miss.force,
        "force_missed_at": joints[miss.force_joint],
        "reported_moments_off_Nm": miss.reported,
        "tau_off_Nm": miss.generalised,
        "ground_reaction_off_Nm": miss.reaction.moment,
    }


def _controller(check: ForwardCheck, spent: Effort) -> dict[str, Json]:
    names = check.analysis.model.joints
    return {
        "largest_force_N": largest(check.simulation.force),
        "largest_moment_Nm": largest(check.simulation.moment),
        "rms_moment_Nm": spent.rms,
        "stored_moments_rms_Nm": spent.stored_rms,
        "part_of_moments": spent.part,
        "allowed_at_a_joint_Nm": spent.allowed,
        "joints_beyond": [names[j] for j in spent.beyond],
        "joints": [
            {
                "joint": names[j],
                "stored_rms_Nm": float(spent.stored[j]),
                "controller_rms_Nm": float(spent.added[j]),
                "open_between_frames_Nm": float(spent.open_between[j]),
            }
            for j in range(1, len(names))
        ],
    }


def with_stored_ankle_moments(
    simulate: Callable[[Analysis], ForwardCheck], folder: Path
) -> Callable[[Analysis], ForwardCheck]:
    """The same check, which compares the folder's ankle moments too: an `Analysis` has none."""

    def simulate_and_compare(analysis: Analysis) -> ForwardCheck:
        check, of_ankles = simulate(analysis), _ankle_moments_off(folder, analysis)
        if of_ankles.moment <= check.miss.reaction.moment:
            return check
        return replace(check, miss=replace(check.miss, reaction=of_ankles))

    return simulate_and_compare


def _ankle_moments_off(folder: Path, analysis: Analysis) -> ReactionMiss:
    """How far the moments about the ankles in results.nc are from those of force and moment."""
    columns = ground_reaction_quantities(analysis.ground, posture(analysis.model, analysis.motion))
    right = np.stack([column.values for column in columns if column.unit == "N*m"], axis=1)
    with opened(folder / "results.nc") as file:
        said = np.asarray(file.variables[MOMENT_ABOUT_ANKLE][...]).reshape(right.shape)
    off = np.linalg.norm((right - said).reshape(len(right), -1, 3), axis=2)
    return ReactionMiss("moment about the ankle", float(np.nanmax(off, initial=0.0)))


def write_simulation(check: ForwardCheck, folder: Path) -> None:
    """Write <open_loop, pd or sampled>.nc and .html, and the check's entry in summary.json.

    Args:
        folder: as `add_simulation`, which raises what is wrong with it.
    """
    page = under_verdict(simulation_page(check), check.analysis.checks)
    add_simulation(folder, check.name, forward_summary(check), page, partial(_write_motion, check))


def _write_motion(check: ForwardCheck, folder: Path) -> None:
    model, found = check.analysis.model, check.simulation
    choice = check.choice
    content = [
        name_coordinate("coordinate", coordinate_names(model)),
        name_coordinate("velocity", velocity_names(model)),
        name_coordinate("segment", model.segments),
        variable("time", "time", found.time, "s", "time on the clock of the file"),
        variable("q", "time coordinate", found.q, "m, rad, 1", "simulated coordinates"),
        variable("v", "time velocity", found.v, "m/s, rad/s", "simulated velocities"),
        variable("angle", "time segment", check.off.angle, "rad",
                 "turn from the measured segment"),
        variable("distance", "time segment", check.off.distance, "m",
                 "of proximal joints from measured ones"),
        variable("work", "time", found.work, "J", "done by joint moments, ground and controller"),
        variable("energy", "time", check.gained, "J",
                 "change of kinetic and potential energy since the start"),
        variable("controller_force", "time", found.force, "N", "largest since the frame before"),
        variable("controller_moment", "time segment", found.moment, "N m",
                 "largest since the frame before"),
        variable("controller_through_joint", "time segment", found.passed, "N m",
                 "controller's moments on all segments beyond, largest since the frame before"),
    ]  # fmt: skip
    about: dict[str, str | float] = {
        "source": f"ambulo {VERSION}", "frame": WORLD, "integrator": choice.method.name,
        "step_s": choice.step, "carried": choice.carried, "between": choice.between.name,
    }  # fmt: skip
    (folder / f"{check.name}.nc").write_bytes(netcdf(content, about))
