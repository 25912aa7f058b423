"""What `ambulo simulate --contact` writes: a walk on contact spheres as NetCDF, TOML and page."""

from __future__ import annotations

from pathlib import Path

from ambulo.foot_contact.contact_file import contact_text, sphere_names
from ambulo.forward_check.contact_page import contact_page
from ambulo.forward_check.contact_summary import contact_summary, method_summary
from ambulo.forward_check.contact_walk import ContactWalk
from ambulo.forward_check.frames_file import Variable, write_frames
from ambulo.forward_check.simulation_folder import add_simulation
from ambulo.report.panels.checks import under_verdict
from ambulo.results.dataset import coordinate_names, velocity_names

__all__ = ["write_contact_walk"]


def write_contact_walk(walk: ContactWalk, folder: Path) -> None:
    """Write contact.nc, contact.toml, contact.html, and the entry in summary.json.

    Args:
        folder: as `add_simulation`, which raises what is wrong with it.
    """

    def fill(fresh: Path) -> None:
        _write_motion(walk, fresh / "contact.nc")
        (fresh / "contact.toml").write_text(contact_text(walk.contact), encoding="utf-8")

    page = under_verdict(contact_page(walk), walk.analysis.checks)
    add_simulation(folder, "contact", contact_summary(walk), page, fill)


def _write_motion(walk: ContactWalk, path: Path) -> None:
    model, followed, carried = walk.model, walk.followed, walk.carried
    names = {
        "coordinate": coordinate_names(model),
        "velocity": velocity_names(model),
        "segment": list(model.segments),
        "component": ["x", "y", "z"],
        "sphere": sphere_names(walk.contact),
    }
    by_segment, by_sphere = ("time", "segment", "component"), ("time", "sphere", "component")
    content: dict[str, Variable] = {
        "time": (("time",), followed.time, "s", "time on the clock of the file"),
        "q": (("time", "coordinate"), followed.q, "m, rad, 1", "simulated coordinates"),
        "v": (("time", "velocity"), followed.v, "m/s, rad/s", "simulated velocities"),
        "q_moved": (
            ("time", "coordinate"), carried.motion.q, "m, rad, 1",
            "measured coordinates moved so that the contact carries them",
        ),
        "angle": (("time", "segment"), walk.off.angle, "rad", "turn from the measured segment"),
        "distance": (
            ("time", "segment"), walk.off.distance, "m", "of proximal joints from measured ones",
        ),
        "ground_force": (by_segment, followed.wrench[..., 3:], "N", "of the floor on the segment"),
        "ground_moment": (
            by_segment, followed.wrench[..., :3], "N m", "of the floor about the segment's origin",
        ),
        "sphere_depth": (
            ("time", "sphere"), followed.felt.depth, "m", "into the floor; negative above it",
        ),
        "sphere_force": (by_sphere, followed.felt.force, "N", "of the floor on the sphere"),
        "sphere_point": (by_sphere, followed.felt.point, "m", "where its force acts, in the floor"),
        "joint_moment": (
            by_segment, followed.moment, "N m",
            "through the proximal joint, on the segment, without the controller's",
        ),
    }  # fmt: skip
    if walk.filtered is not None:
        found = walk.filtered
        content |= {
            "q_filtered": (
                ("time", "coordinate"), found.followed.q, "m, rad, 1",
                "simulated coordinates, held by the Kalman filter",
            ),
            "filter_force": (
                ("time", "velocity"), found.force, "N, N m",
                "the filter's correction of the velocities, as a generalised force since the frame "
                "before",
            ),
            "filter_shift": (
                ("time", "velocity"), found.moved, "m, rad",
                "the filter's correction of the pose since the frame before",
            ),
        }  # fmt: skip
    write_frames(path, names, content, method_summary(walk))
