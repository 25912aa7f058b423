"""`ambulo simulate`: from an analysed folder to a simulation beside it, as NetCDF and a page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from ambulo.forward_check.frames_file import Variable, write_frames
from ambulo.forward_check.page import simulation_page
from ambulo.forward_check.run import Control, Formulation, ForwardCheck, check_forward
from ambulo.forward_check.support import SupportName
from ambulo.report.page_file import write_page_file
from ambulo.results.dataset import coordinate_names, velocity_names
from ambulo.results.folder import read_folder
from ambulo.results.summary import Json, plain, write_summary
from ambulo.results.whole_folder import require_as_written, write_folder

__all__ = ["simulate_folder", "write_simulation"]


def simulate_folder(
    folder: Path,
    *,
    integrator: str = "dop853",
    step: float = 1e-3,
    control: Control = "none",
    carried: SupportName = "feet",
    between: str = "cubic",
    formulation: Formulation = "tree",
    progress: Callable[[str], None] | None = None,
) -> ForwardCheck:
    """Simulate an analysed trial; write simulation/ beside its results.

    Args:
        folder: of the analysis.
        integrator, step, control, carried, between, formulation: as `check_forward`.
        progress: called with the name of each stage as it begins.
    Returns:
        The simulated motion and its figures.
    Raises:
        InputError: the folder holds no analysis, or the choices do not fit it.
    """
    say = progress or (lambda _: None)
    say("reading")
    analysis = read_folder(folder)
    say("simulating")
    check = check_forward(
        analysis,
        integrator=integrator,
        step=step,
        control=control,
        carried=carried,
        between=between,
        formulation=formulation,
    )
    say("writing")
    write_simulation(check, folder / "simulation")
    return check


def write_simulation(check: ForwardCheck, folder: Path) -> None:
    """Write <open_loop, pd or sampled>.nc and .html, and the check's entry in summary.json.

    What the other kind of control has left there stays.

    Args:
        folder: made if need be; an earlier simulation of the same control is replaced.
    Raises:
        InputError: the folder cannot be written to.
    """

    def fill(fresh: Path) -> None:
        entries: dict[str, Json] = {}
        if (folder / "summary.json").is_file():
            require_as_written(folder, "summary.json")
            entries = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        for name in entries.keys() - {check.name}:
            for path in folder.glob(f"{name}.*"):
                shutil.copy2(path, fresh)
        _write_motion(check, fresh / f"{check.name}.nc")
        write_page_file(simulation_page(check), fresh / f"{check.name}.html")
        write_summary({**entries, check.name: plain(check.summary)}, fresh / "summary.json")

    write_folder(folder, fill, overwrite=True)


def _write_motion(check: ForwardCheck, path: Path) -> None:
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
    told = {name: check.summary[name] for name in ("integrator", "step_s", "carried", "between")}
    write_frames(path, names, content, told)
