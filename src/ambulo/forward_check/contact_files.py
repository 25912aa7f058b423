"""What `ambulo simulate --contact` writes: a walk on contact as NetCDF, TOML, page, summary."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ambulo.foot_contact.contact_file import contact_text, sphere_names
from ambulo.forward_check.contact_page import contact_page
from ambulo.forward_check.contact_walk import AddedEffort, ContactWalk
from ambulo.forward_check.simulation_folder import add_simulation
from ambulo.inputs.version import VERSION
from ambulo.report.panels.checks import under_verdict
from ambulo.results.catalogue import WORLD
from ambulo.results.dataset import coordinate_names, velocity_names
from ambulo.results.json_file import Json
from ambulo.results.netcdf import name_coordinate, netcdf, variable


def method_summary(walk: ContactWalk) -> dict[str, str | float]:
    """How it was simulated."""
    return {
        "integrator": walk.integrator,
        "step_s": walk.step,
        "normal_law": walk.contact.normal_law,
        "friction_law": walk.contact.friction_law,
    }


def contact_summary(walk: ContactWalk) -> dict[str, Json]:
    """The entry of a walk, every number with its unit in its name."""
    carried, off, time = walk.carried, walk.off, walk.measured.time
    left = np.sqrt((carried.left[walk.counted].reshape(-1, 2, 3) ** 2).sum(axis=2).mean(axis=0))
    return {
        **method_summary(walk),
        "spheres": walk.spheres,
        "spheres_that_touched": int(walk.use.touched.sum()),
        "spheres_that_never_touched": list(walk.use.idle) if walk.use.ended else None,
        "identified_values": walk.use.identified,
        "identified_values_on_a_bound": walk.use.at_bounds,
        "deepest_compression_mm": 1e3 * walk.use.deepest,
        "deepest_compression_of": walk.use.where,
        "largest_compression_of_radius": walk.use.part,
        "largest_compression_of_radius_of": walk.use.of,
        "forces_off_the_analysed_ones": {
            side: {f"{c}_N": error for c, (error, _) in found.items()}
            for side, found in walk.force_errors.items()
        },
        "identified_from_this_walk": walk.identified,
        "values_changed_with_the_motion_of_range": carried.change,
        "from_s": float(time[0]),
        "to_s": float(time[-1]),
        "simulated_s": walk.simulated,
        "walked_s": walk.followed.reached,
        "outcome": walk.followed.outcome.words,
        "motion_moved_by": {
            "largest_mm": 1e3 * float(carried.moved.max()),
            "rms_mm": 1e3 * float(np.sqrt((carried.moved**2).mean())),
            "largest_deg": float(np.degrees(np.nanmax(carried.turned))),
            "rms_deg": float(np.degrees(np.sqrt(np.nanmean(carried.turned**2)))),
            "left_at_the_root_N": float(left[1]),
            "left_at_the_root_Nm": float(left[0]),
        },
        "off_the_measured_motion": {
            "largest_mm": 1e3 * float(np.nanmax(off.distance)),
            "largest_deg": float(np.degrees(np.nanmax(off.angle))),
        },
        "controller": _added(walk.effort),
        **_filter(walk),
    }


def _added(effort: AddedEffort) -> dict[str, Json]:
    """What a controller or the filter adds."""
    root_force, root_moment, joint_moments = effort.parts
    return {
        "weight_N": effort.weight,
        "moments_rms_Nm": effort.moments,
        "root_force_rms_N": effort.root_force,
        "root_moment_rms_Nm": effort.root_moment,
        "joint_moments_rms_Nm": effort.joint_moments,
        "root_force_of_weight": root_force,
        "root_moment_of_moments": root_moment,
        "joint_moments_of_moments": joint_moments,
        "together": effort.together,
    }


def _filter(walk: ContactWalk) -> dict[str, Json]:
    """Of the walk held by the filter, if there is one."""
    found, off, effort = walk.filtered, walk.filtered_off, walk.filter_effort
    if found is None or off is None or effort is None:
        return {}
    return {
        "filter": {
            **_added(effort),
            "walked_s": found.followed.reached,
            "outcome": found.followed.outcome.words,
            "off_the_measured_motion_mm": 1e3 * float(np.nanmax(off.distance)),
            "off_the_measured_motion_deg": float(np.degrees(np.nanmax(off.angle))),
            "square_of_innovation_by_covariance": float(np.nanmean(found.square)),
            "expected_of_it": found.shift.shape[1],
        }
    }


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
        name_coordinate("coordinate", coordinate_names(model)),
        name_coordinate("velocity", velocity_names(model)),
        name_coordinate("segment", model.segments),
        name_coordinate("component", "xyz"),
        name_coordinate("sphere", sphere_names(walk.contact)),
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
                 "through the proximal joint, on the segment, without the controller's moment"),
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
    about = {"source": f"ambulo {VERSION}", "frame": WORLD, **method_summary(walk)}
    path.write_bytes(netcdf(content, about))
