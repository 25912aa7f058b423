"""results.nc: everything an analysis found, one dataset with units and signs in its attributes.

`xarray.open_dataset` reads it. (Importing xarray and pandas would cost more time than the whole
fit.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.coordinate_names import joint_coordinates
from ambulo.multibody.tree.tree import JointType
from ambulo.records import SIDES, Analysis, GroundReaction, Model, Quantity
from ambulo.results.columns import header, layer, meaning
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.gait_cycle import (
    CYCLE,
    STRIDE_UNITS,
    StrideParameters,
    over_stride,
    side_of_strides,
    stride_parameters,
)
from ambulo.results.netcdf import Variable, named, texts, variable
from ambulo.results.output_columns import COLUMNS, all_columns
from ambulo.results.posture import Posture

__all__ = [
    "MOMENT_ABOUT_ANKLE",
    "attributes",
    "coordinate_names",
    "variables",
    "velocity_names",
]

MOMENT_ABOUT_ANKLE = "ground_reaction_moment_ankle"
"""Variable that follows from the ground reaction and the motion: no record is read from it."""

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


def _group(analysis: Analysis, group: str, what: str) -> list[Variable]:
    """Joint quantities (time, name), their strides, and truth or reference on the same names."""
    quantities: tuple[Quantity, ...] = getattr(analysis, group)
    if not quantities:
        return []
    time, dim = analysis.motion.time, group.removesuffix("s")
    unit, signs = _UNITS[quantities[0].unit], {"positive": f"see {dim}_positive"}
    values = np.stack([q.values for q in quantities], axis=1)
    found = [
        named(dim, [q.name for q in quantities]),
        Variable(f"{dim}_positive", (dim,), texts([q.positive for q in quantities])),
        variable(f"joint_{group}", f"time {dim}", values, unit, what, **signs),
    ]
    if analysis.strides:
        cut = np.full((len(analysis.strides), len(CYCLE), len(quantities)), np.nan)
        for i, stride in enumerate(analysis.strides):
            for j, q in enumerate(quantities):
                if side_of_strides(meaning(q.name).side, [stride]) == stride.side:
                    cut[i, :, j] = over_stride(time, q.values, stride)
        name, said = f"joint_{group}_by_stride", f"{what}, over strides of the same side"
        found.append(variable(name, f"stride cycle {dim}", cut, unit, said, **signs))
    for name, values in _beside(analysis, quantities).items():
        said = f"{what}: {name}"
        found.append(variable(f"joint_{group}_{name}", f"time {dim}", values, unit, said, **signs))
    return found


def _beside(analysis: Analysis, quantities: Sequence[Quantity]) -> dict[str, FloatArray]:
    """Curves (time, name) that stand beside the analysis' own, by what they are; NaN where none."""
    sources = {"truth": analysis.truth, "reference": analysis.reference}
    bands = analysis.bands
    if bands is not None:
        sources |= {"median": bands.median, "low": bands.low, "high": bands.high}
    nothing = np.full(len(analysis.motion.time), np.nan)
    found = {}
    for name, source in sources.items():
        layers = [layer(source, q) for q in quantities]
        if any(curve is not None for curve in layers):
            found[name] = np.stack([nothing if c is None else c for c in layers], axis=1)
    return found


def _ground(ground: GroundReaction, prefix: str) -> list[Variable]:
    rows = (
        ("force", "time side axis", "N", "force of the ground on the foot"),
        ("moment_origin", "time side axis", "N m", "moment on the foot about the world origin"),
        ("centre_of_pressure", "time side axis", "m", "centre of pressure; missing in the air"),
        ("free_moment", "time side", "N m",
         "moment on the foot about the vertical at the centre of pressure"),
    )  # fmt: skip
    about = {"frame": _WORLD, "source": ground.source}
    said = "1 where the foot is in the air or its reaction is known"
    return [
        *(
            variable(f"{prefix}_{name}", dims, getattr(ground, name), unit, what, **about)
            for name, dims, unit, what in rows
        ),
        variable(f"{prefix}_known", "time side", ground.known.astype(np.int8), "1", said),
    ]


def variables(analysis: Analysis, posture: Posture) -> list[Variable]:
    """Everything an analysis found, as the variables of one dataset."""
    found, more = _shipped(analysis, posture)
    return [*found, *_added(analysis, posture, _names(found, more))[0], *more]


def columns_left_out(analysis: Analysis, posture: Posture) -> list[str]:
    """A sentence on every set of output columns that tables or dataset do without."""
    faults = all_columns(analysis, posture)[1]
    return faults + _added(analysis, posture, _names(*_shipped(analysis, posture)))[1]


def _names(*variables: list[Variable]) -> set[str]:
    return {one.name for some in variables for one in some}


def _shipped(analysis: Analysis, posture: Posture) -> tuple[list[Variable], list[Variable]]:
    """What stands before and behind the output columns that have a variable of their own."""
    model, motion = analysis.model, analysis.motion
    by_ankle = ground_reaction_quantities(analysis.ground, posture)
    moments = np.stack([q.values for q in by_ankle if q.unit == "N*m"], axis=1)
    of_foot = moments.reshape(len(motion.time), 2, 3)
    found = [
        variable("time", "time", motion.time, "s", "time on the clock of the file"),
        named("axis", "xyz"),
        named("side", SIDES),
        named("joint", model.joints),
        Variable("segment", ("joint",), texts(model.segments)),
        named("coordinate", coordinate_names(model)),
        named("velocity", velocity_names(model)),
        variable("q", "time coordinate", motion.q, "m, rad, 1",
                  "coordinates: root position, unit quaternions (w, x, y, z), angles"),
        variable("v", "time velocity", motion.v, "m/s, rad/s",
                  "velocities: root in the world, angular ones in the segment's frame"),
        variable("a", "time velocity", motion.a, "m/s^2, rad/s^2", "time derivative of v"),
        variable("segment_position", "time joint axis", posture.p_WB, "m",
                  "proximal joint of each segment", frame=_WORLD),
        variable("segment_mass", "joint", model.tree.mass, "kg",
                  f"segment mass ({model.parameters})"),
        variable("joint_force", "time joint axis", analysis.joint_forces.force, "N",
                  "force of the proximal on the distal segment", frame=_WORLD),
        variable("joint_moment", "time joint axis", analysis.joint_forces.moment, "N m",
                  "net moment of the proximal on the distal segment about the joint",
                  frame=_WORLD),
        variable("tau", "time velocity", analysis.joint_forces.tau, "N, N m",
                  "generalised forces dual to v"),
        named("wrench_component", ["Mx", "My", "Mz", "Fx", "Fy", "Fz"]),
        variable("root_residual", "time wrench_component", analysis.residual, "N m, N",
                  "wrench at the root origin that ground reaction and motion leave over",
                  frame=_WORLD),
        *_group(analysis, "angles", "joint angles"),
        *_group(analysis, "moments", "net internal joint moments"),
        *_group(analysis, "powers", "joint powers"),
        *_ground(analysis.ground, "ground_reaction"),
        variable(MOMENT_ABOUT_ANKLE, "time side axis", of_foot, "N m",
                  "moment on the foot about its ankle", frame=_WORLD),
        *_bands_of_ground(analysis, by_ankle),
    ]  # fmt: skip
    more = _markers(analysis, posture)
    if analysis.plates_ground is not None:
        more += _ground(analysis.plates_ground, "plates_ground_reaction")
    return found, [*more, *_strides(analysis, posture)] if analysis.strides else more


def _bands_of_ground(analysis: Analysis, columns: Sequence[Quantity]) -> list[Variable]:
    """Median and ends of the bands of the ground reactions, and the peaks' bands."""
    bands = analysis.bands
    if bands is None:
        return []
    dim, names = "ground_reaction_column", [header(q.name, q.unit) for q in columns]
    share = f"{100 * bands.share:g} % of {bands.samples} perturbed analyses"
    found = [named(dim, names)]
    for part, of in (("median", bands.median), ("low", bands.low), ("high", bands.high)):
        values = np.stack([of[name] for name in names], axis=1)
        said = f"ground reaction of each foot: {part}, {share}"
        found.append(variable(f"ground_reaction_{part}", f"time {dim}", values, "N, N m, m", said))
    if bands.peaks:
        found.append(named("peak", list(bands.peaks)))
        for part in ("median", "low", "high"):
            ends = np.array([getattr(peak, part) for peak in bands.peaks.values()])
            said = f"peak joint moment: {part}, {share}"
            found.append(variable(f"peak_moment_{part}", "peak", ends, "N m kg-1", said))
    return found


def _added(
    analysis: Analysis, posture: Posture, taken: set[str]
) -> tuple[list[Variable], list[str]]:
    """Output columns that have a variable of their own, with the unit of each beside its name.

    Returns:
        The variables; and a sentence on each entry whose variable's names are `taken`.
    """
    found: list[Variable] = []
    faults = []
    for name, entry, columns in all_columns(analysis, posture)[0]:
        if not entry.variable:
            continue
        dim = f"{entry.variable}_column"
        units = [_UNITS.get(q.unit, q.unit) for q in columns]
        values = np.stack([q.values for q in columns], axis=1)
        unit, said = ", ".join(sorted({*units})), entry.variable.replace("_", " ")
        over_time = f"time {dim}"
        mine = [
            named(dim, [q.name for q in columns]),
            Variable(f"{dim}_unit", (dim,), texts(units)),
            variable(entry.variable, over_time, values, unit, said),
            *(
                variable(f"{entry.variable}_{part}", over_time, curves, unit, f"{said}: {part}")
                for part, curves in _beside(analysis, columns).items()
            ),
        ]
        if taken.isdisjoint(one.name for one in mine):
            taken.update(one.name for one in mine)
            found += mine
        else:
            refused = InputError(
                f"it has a variable {entry.variable} already",
                remedy="Give the variable another name",
            )
            faults.append(COLUMNS.without(name, refused, " of results.nc"))
    return found, faults


def _markers(analysis: Analysis, posture: Posture) -> list[Variable]:
    markers, model = analysis.trial.markers, analysis.model
    found = [
        named("marker", markers.names),
        variable("marker_time", "marker_time", markers.time, "s", "time of the recorded frames"),
        variable("marker_position", "marker_time marker axis", markers.position, "m",
                  "markers as recorded", frame=_WORLD),
    ]  # fmt: skip
    if model.marker_names:
        found += [
            named("model_marker", model.marker_names),
            variable("model_marker_position", "time model_marker axis", posture.markers(), "m",
                      "markers as the model carries them", frame=_WORLD),
            variable("marker_residual", "time model_marker", analysis.marker_residual, "m",
                      "distance of the model's marker from the recorded one"),
        ]  # fmt: skip
    return found


def _strides(analysis: Analysis, posture: Posture) -> list[Variable]:
    strides, seconds = analysis.strides, {"units": "s"}
    off = [np.nan if s.off is None else s.off for s in strides]
    return [
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        Variable("stride", ("stride",), np.arange(1, len(strides) + 1)),
        Variable("stride_side", ("stride",), texts([s.side for s in strides])),
        Variable("stride_start", ("stride",), np.array([s.start for s in strides]), seconds),
        Variable("stride_stop", ("stride",), np.array([s.stop for s in strides]), seconds),
        Variable("stride_foot_off", ("stride",), np.array(off), seconds),
        *_stride_numbers(stride_parameters(analysis, posture)),
    ]


def _stride_numbers(strides: Sequence[StrideParameters]) -> Iterator[Variable]:
    for name, unit in STRIDE_UNITS.items():
        values = np.array([getattr(one, name) for one in strides], dtype=np.float64)
        units = {"units": {"%": "percent"}.get(unit, unit)}
        yield Variable(f"stride_{name.removeprefix('stride_')}", ("stride",), values, units)


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
