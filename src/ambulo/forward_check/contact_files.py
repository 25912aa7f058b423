"""What `ambulo simulate --contact` writes: a walk on contact spheres as NetCDF, TOML and page."""

from __future__ import annotations

from pathlib import Path

from ambulo.foot_contact.contact_file import contact_text, sphere_names
from ambulo.forward_check.contact_page import contact_page
from ambulo.forward_check.contact_summary import contact_summary, method_summary
from ambulo.forward_check.contact_walk import ContactWalk
from ambulo.forward_check.simulation_folder import add_simulation
from ambulo.inputs.version import VERSION
from ambulo.report.panels.checks import under_verdict
from ambulo.results.dataset import coordinate_names, velocity_names
from ambulo.results.netcdf import named, netcdf, variable


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
    by_segment, by_sphere = "time segment component", "time sphere component"
    content = [
        named("coordinate", coordinate_names(model)),
        named("velocity", velocity_names(model)),
        named("segment", model.segments),
        named("component", "xyz"),
        named("sphere", sphere_names(walk.contact)),
        variable("time", "time", followed.time, "s", "time on the clock of the file"),
        variable("q", "time coordinate", followed.q, "m, rad, 1", "simulated coordinates"),
        variable("v", "time velocity", followed.v, "m/s, rad/s", "simulated velocities"),
        variable("q_moved", "time coordinate", carried.motion.q, "m, rad, 1",
                 "measured coordinates moved so that the contact carries them"),
        variable("angle", "time segment", walk.off.angle, "rad", "turn from the measured segment"),
        variable("distance", "time segment", walk.off.distance, "m",
                 "of proximal joints from measured ones"),
        variable("ground_force", by_segment, followed.wrench[..., 3:], "N",
                 "of the floor on the segment"),
        variable("ground_moment", by_segment, followed.wrench[..., :3], "N m",
                 "of the floor about the segment's origin"),
        variable("sphere_depth", "time sphere", followed.felt.depth, "m",
                 "into the floor; negative above it"),
        variable("sphere_force", by_sphere, followed.felt.force, "N", "of the floor on the sphere"),
        variable("sphere_point", by_sphere, followed.felt.point, "m",
                 "where its force acts, in the floor"),
        variable("joint_moment", by_segment, followed.moment, "N m",
                 "through the proximal joint, on the segment, without the controller's"),
    ]  # fmt: skip
    if walk.filtered is not None:
        found, corrected = walk.filtered, "the filter's correction of the"
        content += [
            variable("q_filtered", "time coordinate", found.followed.q, "m, rad, 1",
                     "simulated coordinates, held by the Kalman filter"),
            variable("filter_force", "time velocity", found.force, "N, N m",
                     f"{corrected} velocities, as a generalised force since the frame before"),
            variable("filter_shift", "time velocity", found.moved, "m, rad",
                     f"{corrected} pose since the frame before"),
        ]  # fmt: skip
    about = {"source": f"ambulo {VERSION}", **method_summary(walk)}
    path.write_bytes(netcdf(content, about))
