"""results.nc: everything an analysis found, one dataset with units and signs in its attributes.

`xarray.open_dataset` reads it. (Importing xarray and pandas would cost more time than the whole
fit.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.coordinate_names import joint_coordinates
from ambulo.multibody.tree.tree import JointType
from ambulo.records import SIDES, Analysis, GroundReaction, Model, Quantity
from ambulo.records.version import VERSION
from ambulo.results.columns import header, layer, meaning
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.gait_cycle import CYCLE, over_stride, side_of_strides
from ambulo.results.netcdf import Variable, netcdf
from ambulo.results.output_columns import COLUMNS
from ambulo.results.posture import Posture

__all__ = [
    "attributes",
    "coordinate_names",
    "variables",
    "velocity_names",
    "write_dataset",
]

# spelling that UDUNITS and pint understand
_UNITS = {"deg": "degree", "N*m": "N m", "W": "W", "N": "N", "m": "m"}
_WORLD = "world: x in the direction of progression, y to the left, z up"


_ONE = {JointType.HINGE: ("{}",), JointType.SLIDE: ("{}",)}
_POSITIONS = {
    JointType.FREE: ("{}_tx", "{}_ty", "{}_tz", "{}_qw", "{}_qx", "{}_qy", "{}_qz"),
    JointType.BALL: ("{}_qw", "{}_qx", "{}_qy", "{}_qz"),
    **_ONE,
}
_VELOCITIES = {
    JointType.FREE: ("{}_vx", "{}_vy", "{}_vz", "{}_wx", "{}_wy", "{}_wz"),
    JointType.BALL: ("{}_wx", "{}_wy", "{}_wz"),
    **_ONE,
}


def coordinate_names(model: Model) -> list[str]:
    """Name of each entry of q: `<joint>_tx`, `<joint>_qw`, ... in the order of the tree."""
    return joint_coordinates(model.joints, model.tree, _POSITIONS)


def velocity_names(model: Model) -> list[str]:
    """Name of each entry of v and a: `<joint>_vx` along and `<joint>_wx` about an axis."""
    return joint_coordinates(model.joints, model.tree, _VELOCITIES)


def _text(values: Sequence[str]) -> npt.NDArray[np.generic]:
    return np.array(list(values), dtype=object)


def _group(analysis: Analysis, group: str, what: str) -> list[Variable]:
    """Joint quantities (time, name), their strides, and truth or reference on the same names."""
    quantities: tuple[Quantity, ...] = getattr(analysis, group)
    if not quantities:
        return []
    time, dim = analysis.motion.time, group.removesuffix("s")
    about = {
        "units": _UNITS[quantities[0].unit],
        "long_name": what,
        "positive": f"see {dim}_positive",
    }
    found = [
        Variable(dim, (dim,), _text([q.name for q in quantities])),
        Variable(f"{dim}_positive", (dim,), _text([q.positive for q in quantities])),
        Variable(
            f"joint_{group}", ("time", dim), np.stack([q.values for q in quantities], axis=1), about
        ),
    ]
    if analysis.strides:
        cut = np.full((len(analysis.strides), len(CYCLE), len(quantities)), np.nan)
        for i, stride in enumerate(analysis.strides):
            for j, q in enumerate(quantities):
                if side_of_strides(meaning(q.name).side, [stride]) == stride.side:
                    cut[i, :, j] = over_stride(time, q.values, stride)
        found.append(
            Variable(
                f"joint_{group}_by_stride",
                ("stride", "cycle", dim),
                cut,
                {**about, "long_name": f"{what}, over strides of the same side"},
            )
        )
    for name, source in _beside(analysis).items():
        layers = [layer(source, q) for q in quantities]
        if any(curve is not None for curve in layers):
            nothing = np.full(len(time), np.nan)
            values = np.stack([nothing if c is None else c for c in layers], axis=1)
            found.append(
                Variable(
                    f"joint_{group}_{name}",
                    ("time", dim),
                    values,
                    {**about, "long_name": f"{what}: {name}"},
                )
            )
    return found


def _beside(analysis: Analysis) -> dict[str, Mapping[str, FloatArray]]:
    """Curves by header that stand beside the analysis' own, by what they are."""
    found = {"truth": analysis.truth, "reference": analysis.reference}
    bands = analysis.bands
    if bands is not None:
        found |= {"median": bands.median, "low": bands.low, "high": bands.high}
    return found


def _ground(ground: GroundReaction, prefix: str) -> list[Variable]:
    world = {"frame": _WORLD, "source": ground.source}
    dims3 = ("time", "side", "axis")
    return [
        Variable(
            f"{prefix}_force",
            dims3,
            ground.force,
            {**world, "units": "N", "long_name": "force of the ground on the foot"},
        ),
        Variable(
            f"{prefix}_moment_origin",
            dims3,
            ground.moment_origin,
            {**world, "units": "N m", "long_name": "moment on the foot about the world origin"},
        ),
        Variable(
            f"{prefix}_centre_of_pressure",
            dims3,
            ground.centre_of_pressure,
            {**world, "units": "m", "long_name": "centre of pressure; missing in the air"},
        ),
        Variable(
            f"{prefix}_free_moment",
            ("time", "side"),
            ground.free_moment,
            {
                **world,
                "units": "N m",
                "long_name": "moment on the foot about the vertical at the centre of pressure",
            },
        ),
        Variable(
            f"{prefix}_known",
            ("time", "side"),
            ground.known.astype(np.int8),
            {"units": "1", "long_name": "1 where the foot is in the air or its reaction is known"},
        ),
    ]


def variables(analysis: Analysis, posture: Posture) -> list[Variable]:
    """Everything an analysis found, as the variables of one dataset."""
    model, motion, forces = analysis.model, analysis.motion, analysis.joint_forces
    seconds = {"units": "s", "long_name": "time on the clock of the file"}
    found = [
        Variable("time", ("time",), motion.time, seconds),
        Variable("axis", ("axis",), _text("xyz")),
        Variable("side", ("side",), _text(SIDES)),
        Variable("joint", ("joint",), _text(model.joints)),
        Variable("segment", ("joint",), _text(model.segments)),
        Variable("coordinate", ("coordinate",), _text(coordinate_names(model))),
        Variable("velocity", ("velocity",), _text(velocity_names(model))),
        Variable(
            "q",
            ("time", "coordinate"),
            motion.q,
            {
                "units": "m, rad, 1",
                "long_name": "coordinates: root position, unit quaternions (w, x, y, z), angles",
            },
        ),
        Variable(
            "v",
            ("time", "velocity"),
            motion.v,
            {
                "units": "m/s, rad/s",
                "long_name": "velocities: root in the world, angular ones in the segment's frame",
            },
        ),
        Variable(
            "a",
            ("time", "velocity"),
            motion.a,
            {"units": "m/s^2, rad/s^2", "long_name": "time derivative of v"},
        ),
        Variable(
            "segment_position",
            ("time", "joint", "axis"),
            posture.p_WB,
            {"units": "m", "long_name": "proximal joint of each segment", "frame": _WORLD},
        ),
        Variable(
            "segment_mass",
            ("joint",),
            model.tree.mass,
            {"units": "kg", "long_name": f"segment mass ({model.parameters})"},
        ),
        Variable(
            "joint_force",
            ("time", "joint", "axis"),
            forces.force,
            {
                "units": "N",
                "long_name": "force of the proximal on the distal segment",
                "frame": _WORLD,
            },
        ),
        Variable(
            "joint_moment",
            ("time", "joint", "axis"),
            forces.moment,
            {
                "units": "N m",
                "long_name": "net moment of the proximal on the distal segment about the joint",
                "frame": _WORLD,
            },
        ),
        Variable(
            "tau",
            ("time", "velocity"),
            forces.tau,
            {"units": "N, N m", "long_name": "generalised forces dual to v"},
        ),
        Variable(
            "wrench_component", ("wrench_component",), _text(["Mx", "My", "Mz", "Fx", "Fy", "Fz"])
        ),
        Variable(
            "root_residual",
            ("time", "wrench_component"),
            analysis.residual,
            {
                "units": "N m, N",
                "long_name": "wrench at the root origin that ground reaction and motion leave over",
                "frame": _WORLD,
            },
        ),
    ]
    found += _group(analysis, "angles", "joint angles")
    found += _group(analysis, "moments", "net internal joint moments")
    found += _group(analysis, "powers", "joint powers")
    found += _ground(analysis.ground, "ground_reaction")
    if analysis.plates_ground is not None:
        found += _ground(analysis.plates_ground, "plates_ground_reaction")
    by_ankle = ground_reaction_quantities(analysis.ground, posture)
    moments = np.stack([q.values for q in by_ankle if q.unit == "N*m"], axis=1)
    found.append(
        Variable(
            "ground_reaction_moment_ankle",
            ("time", "side", "axis"),
            moments.reshape(len(motion.time), 2, 3),
            {"units": "N m", "long_name": "moment on the foot about its ankle", "frame": _WORLD},
        )
    )
    found += _bands_of_ground(analysis, by_ankle)
    found += _added(analysis, posture)
    found += _markers(analysis, posture)
    if analysis.strides:
        found += _strides(analysis)
    return found


def _bands_of_ground(analysis: Analysis, columns: Sequence[Quantity]) -> list[Variable]:
    """Median and ends of the bands of the ground reactions, and the peaks' bands."""
    bands = analysis.bands
    if bands is None:
        return []
    dim, names = "ground_reaction_column", [header(q.name, q.unit) for q in columns]
    share = f"{100 * bands.share:g} % of {bands.samples} perturbed analyses"
    found = [Variable(dim, (dim,), _text(names))]
    for part, of in (("median", bands.median), ("low", bands.low), ("high", bands.high)):
        values = np.stack([of[name] for name in names], axis=1)
        about = {
            "units": "N, N m, m",
            "long_name": f"ground reaction of each foot: {part}, {share}",
        }
        found.append(Variable(f"ground_reaction_{part}", ("time", dim), values, about))
    if bands.peaks:
        found.append(Variable("peak", ("peak",), _text(list(bands.peaks))))
        for part in ("median", "low", "high"):
            ends = np.array([getattr(peak, part) for peak in bands.peaks.values()])
            about = {"units": "N m kg-1", "long_name": f"peak joint moment: {part}, {share}"}
            found.append(Variable(f"peak_moment_{part}", ("peak",), ends, about))
    return found


def _added(analysis: Analysis, posture: Posture) -> list[Variable]:
    """Output columns that have a variable of their own, with the unit of each beside its name."""
    found = []
    for entry in COLUMNS.values():
        if not entry.variable:
            continue
        columns, dim = entry.quantities(analysis, posture), f"{entry.variable}_column"
        if not columns:
            continue
        units = sorted({_UNITS.get(q.unit, q.unit) for q in columns})
        found += [
            Variable(dim, (dim,), _text([q.name for q in columns])),
            Variable(f"{dim}_unit", (dim,), _text([_UNITS.get(q.unit, q.unit) for q in columns])),
            Variable(
                entry.variable,
                ("time", dim),
                np.stack([q.values for q in columns], axis=1),
                {"units": ", ".join(units), "long_name": entry.variable.replace("_", " ")},
            ),
        ]
    return found


def _markers(analysis: Analysis, posture: Posture) -> list[Variable]:
    markers, model = analysis.trial.markers, analysis.model
    found = [
        Variable("marker", ("marker",), _text(markers.names)),
        Variable(
            "marker_time",
            ("marker_time",),
            markers.time,
            {"units": "s", "long_name": "time of the recorded frames"},
        ),
        Variable(
            "marker_position",
            ("marker_time", "marker", "axis"),
            markers.position,
            {"units": "m", "long_name": "markers as recorded", "frame": _WORLD},
        ),
    ]
    if model.marker_names:
        found += [
            Variable("model_marker", ("model_marker",), _text(model.marker_names)),
            Variable(
                "model_marker_position",
                ("time", "model_marker", "axis"),
                posture.markers(),
                {"units": "m", "long_name": "markers as the model carries them", "frame": _WORLD},
            ),
            Variable(
                "marker_residual",
                ("time", "model_marker"),
                analysis.marker_residual,
                {"units": "m", "long_name": "distance of the model's marker from the recorded one"},
            ),
        ]
    return found


def _strides(analysis: Analysis) -> list[Variable]:
    strides, seconds = analysis.strides, {"units": "s"}
    off = [np.nan if s.off is None else s.off for s in strides]
    return [
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        Variable("stride", ("stride",), np.arange(1, len(strides) + 1)),
        Variable("stride_side", ("stride",), _text([s.side for s in strides])),
        Variable("stride_start", ("stride",), np.array([s.start for s in strides]), seconds),
        Variable("stride_stop", ("stride",), np.array([s.stop for s in strides]), seconds),
        Variable("stride_foot_off", ("stride",), np.array(off), seconds),
    ]


def write_dataset(
    analysis: Analysis,
    content: Sequence[Variable],
    path: Path,
    groups: Mapping[str, Sequence[Variable]],
) -> None:
    """Write results.nc (NetCDF 4), readable with xarray, Matlab, R and ncdump.

    Args:
        content: what `variables` gives.
        path: overwritten if it exists.
        groups: further variables by group, apart from the dataset.
    """
    path.write_bytes(netcdf(content, attributes(analysis), groups))


def attributes(analysis: Analysis) -> dict[str, str | float]:
    """What the whole dataset is about."""
    mass = analysis.model.subject.mass
    known: dict[str, str | float] = {} if mass is None else {"subject_mass_kg": float(mass)}
    return {
        "title": f"Ambulo analysis of {analysis.trial.path.name}",
        "source": f"ambulo {VERSION}",
        "method": analysis.method,
        "model": f"{analysis.model.name}, {analysis.model.parameters}",
        "frame": _WORLD,
        "signs": (
            "flexion, dorsiflexion, adduction, inversion and internal rotation are positive; "
            "moments are net internal moments, positive when they tend to produce the positive "
            "motion; positive power is generated"
        ),
        **known,
    }
