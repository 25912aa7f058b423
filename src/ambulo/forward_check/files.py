"""What `ambulo simulate` writes of a check: the simulated motion as NetCDF, and a page."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ambulo.forward_check.frames_file import Variable, write_frames
from ambulo.forward_check.page import simulation_page
from ambulo.forward_check.run import ForwardCheck
from ambulo.forward_check.simulation_folder import add_simulation
from ambulo.forward_check.summary import forward_summary
from ambulo.report.panels.checks import under_verdict
from ambulo.results.dataset import coordinate_names, velocity_names

__all__ = ["write_simulation"]


def write_simulation(check: ForwardCheck, folder: Path) -> None:
    """Write <open_loop, pd or sampled>.nc and .html, and the check's entry in summary.json.

    Args:
        folder: as `add_simulation`, which raises what is wrong with it.
    """
    page = under_verdict(simulation_page(check), check.analysis.gates)
    add_simulation(folder, check.name, forward_summary(check), page, partial(_write_motion, check))


def _write_motion(check: ForwardCheck, folder: Path) -> None:
    model, found = check.analysis.model, check.simulation
    names = {
        "coordinate": coordinate_names(model),
        "velocity": velocity_names(model),
        "segment": list(model.segments),
    }
    content: dict[str, Variable] = {
        "time": (("time",), found.time, "s", "time on the clock of the file"),
        "q": (("time", "coordinate"), found.q, "m, rad, 1", "simulated coordinates"),
        "v": (("time", "velocity"), found.v, "m/s, rad/s", "simulated velocities"),
        "angle": (("time", "segment"), check.off.angle, "rad", "turn from the measured segment"),
        "distance": (
            ("time", "segment"), check.off.distance, "m", "of proximal joints from measured ones",
        ),
        "work": (("time",), found.work, "J", "done by joint moments, ground and controller"),
        "energy": (("time",), check.gained, "J", "kinetic and potential, gained since the start"),
        "controller_force": (("time",), found.force, "N", "largest since the frame before"),
        "controller_moment": (
            ("time", "segment"), found.moment, "N m", "largest since the frame before",
        ),
        "controller_through_joint": (
            ("time", "segment"), found.passed, "N m",
            "controller's moments on all segments beyond, largest since the frame before",
        ),
    }  # fmt: skip
    choice = check.choice
    told: dict[str, str | float] = {
        "integrator": choice.method.name, "step_s": choice.step, "carried": choice.carried,
        "between": choice.between.name,
    }  # fmt: skip
    write_frames(folder / f"{check.name}.nc", names, content, told)
