"""results.nc: everything an analysis found, one dataset with units and signs in its attributes.

`xarray.open_dataset` reads it. (Importing xarray and pandas would cost more time than the whole
fit.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.foot_roll import roll_known
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
from ambulo.results.netcdf import Variable
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


def _text(values: Sequence[str]) -> npt.NDArray[np.generic]:
    return np.array(list(values), dtype=object)


def _named(dim: str, names: Sequence[str]) -> Variable:
    """The coordinate of a dimension whose entries have names."""
    return Variable(dim, (dim,), _text(names))


def _variable(
    name: str, dims: str, values: npt.NDArray[np.generic], unit: str, said: str, **more: str
) -> Variable:
    """A variable over dimensions, as "time axis", in a unit, with what it is in words."""
    return Variable(name, tuple(dims.split()), values, {"units": unit, "long_name": said, **more})


def _group(analysis: Analysis, group: str, what: str) -> list[Variable]:
    """Joint quantities (time, name), their strides, and truth or reference on the same names."""
    quantities: tuple[Quantity, ...] = getattr(analysis, group)
    if not quantities:
        return []
    time, dim = analysis.motion.time, group.removesuffix("s")
    unit, signs = _UNITS[quantities[0].unit], {"positive": f"see {dim}_positive"}
    values = np.stack([q.values for q in quantities], axis=1)
    found = [
        _named(dim, [q.name for q in quantities]),
        Variable(f"{dim}_positive", (dim,), _text([q.positive for q in quantities])),
        _variable(f"joint_{group}", f"time {dim}", values, unit, what, **signs),
    ]
    if analysis.strides:
        cut = np.full((len(analysis.strides), len(CYCLE), len(quantities)), np.nan)
        for i, stride in enumerate(analysis.strides):
            for j, q in enumerate(quantities):
                if side_of_strides(meaning(q.name).side, [stride]) == stride.side:
                    cut[i, :, j] = over_stride(time, q.values, stride)
        name, said = f"joint_{group}_by_stride", f"{what}, over strides of the same side"
        found.append(_variable(name, f"stride cycle {dim}", cut, unit, said, **signs))
    for name, values in _beside(analysis, quantities).items():
        said = f"{what}: {name}"
        found.append(_variable(f"joint_{group}_{name}", f"time {dim}", values, unit, said, **signs))
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
            _variable(f"{prefix}_{name}", dims, getattr(ground, name), unit, what, **about)
            for name, dims, unit, what in rows
        ),
        _variable(f"{prefix}_known", "time side", ground.known.astype(np.int8), "1", said),
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
        _variable("time", "time", motion.time, "s", "time on the clock of the file"),
        _named("axis", "xyz"),
        _named("side", SIDES),
        _named("joint", model.joints),
        Variable("segment", ("joint",), _text(model.segments)),
        _named("coordinate", coordinate_names(model)),
        _named("velocity", velocity_names(model)),
        _variable("q", "time coordinate", motion.q, "m, rad, 1",
                  "coordinates: root position, unit quaternions (w, x, y, z), angles"),
        _variable("v", "time velocity", motion.v, "m/s, rad/s",
                  "velocities: root in the world, angular ones in the segment's frame"),
        _variable("a", "time velocity", motion.a, "m/s^2, rad/s^2", "time derivative of v"),
        _variable("segment_position", "time joint axis", posture.p_WB, "m",
                  "proximal joint of each segment", frame=_WORLD),
        _variable("segment_mass", "joint", model.tree.mass, "kg",
                  f"segment mass ({model.parameters})"),
        _variable("joint_force", "time joint axis", analysis.joint_forces.force, "N",
                  "force of the proximal on the distal segment", frame=_WORLD),
        _variable("joint_moment", "time joint axis", analysis.joint_forces.moment, "N m",
                  "net moment of the proximal on the distal segment about the joint",
                  frame=_WORLD),
        _variable("tau", "time velocity", analysis.joint_forces.tau, "N, N m",
                  "generalised forces dual to v"),
        _named("wrench_component", ["Mx", "My", "Mz", "Fx", "Fy", "Fz"]),
        _variable("root_residual", "time wrench_component", analysis.residual, "N m, N",
                  "wrench at the root origin that ground reaction and motion leave over",
                  frame=_WORLD),
        *_group(analysis, "angles", "joint angles"),
        *_group(analysis, "moments", "net internal joint moments"),
        *_group(analysis, "powers", "joint powers"),
        *_ground(analysis.ground, "ground_reaction"),
        _variable(MOMENT_ABOUT_ANKLE, "time side axis", of_foot, "N m",
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
    found = [_named(dim, names)]
    for part, of in (("median", bands.median), ("low", bands.low), ("high", bands.high)):
        values = np.stack([of[name] for name in names], axis=1)
        said = f"ground reaction of each foot: {part}, {share}"
        found.append(_variable(f"ground_reaction_{part}", f"time {dim}", values, "N, N m, m", said))
    if bands.peaks:
        found.append(_named("peak", list(bands.peaks)))
        for part in ("median", "low", "high"):
            ends = np.array([getattr(peak, part) for peak in bands.peaks.values()])
            said = f"peak joint moment: {part}, {share}"
            found.append(_variable(f"peak_moment_{part}", "peak", ends, "N m kg-1", said))
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
            _named(dim, [q.name for q in columns]),
            Variable(f"{dim}_unit", (dim,), _text(units)),
            _variable(entry.variable, over_time, values, unit, said),
            *(
                _variable(f"{entry.variable}_{part}", over_time, curves, unit, f"{said}: {part}")
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
        _named("marker", markers.names),
        _variable("marker_time", "marker_time", markers.time, "s", "time of the recorded frames"),
        _variable("marker_position", "marker_time marker axis", markers.position, "m",
                  "markers as recorded", frame=_WORLD),
    ]  # fmt: skip
    if model.marker_names:
        found += [
            _named("model_marker", model.marker_names),
            _variable("model_marker_position", "time model_marker axis", posture.markers(), "m",
                      "markers as the model carries them", frame=_WORLD),
            _variable("marker_residual", "time model_marker", analysis.marker_residual, "m",
                      "distance of the model's marker from the recorded one"),
        ]  # fmt: skip
    return found


def _strides(analysis: Analysis, posture: Posture) -> list[Variable]:
    strides, seconds = analysis.strides, {"units": "s"}
    off = [np.nan if s.off is None else s.off for s in strides]
    return [
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        Variable("stride", ("stride",), np.arange(1, len(strides) + 1)),
        Variable("stride_side", ("stride",), _text([s.side for s in strides])),
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
        **_roll_of_feet(analysis.model),
        **known,
    }


def _roll_of_feet(model: Model) -> dict[str, str]:
    """How far ankle inversion and the ankle's frontal and transverse moments are known."""
    known = roll_known(model)
    if not known:
        return {}
    guessed = [
        f"{side}_ankle_{motion}"
        for side, of in known.items()
        if of["by"] == "nothing"
        for motion in ("inversion", "rotation")
    ]
    said = [
        f"{side}: by {of['by']}, {of['flat']:.1f} deg while flat, {of['free']:.1f} deg in the air"
        for side, of in known.items()
    ]
    return {"roll_of_feet": "; ".join(said), "not_known": " ".join(guessed) or "none"}
