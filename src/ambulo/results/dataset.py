"""results.nc: everything an analysis found, one dataset with units and signs in its attributes.

`xarray.open_dataset` reads it. (Importing xarray and pandas would cost more time than the whole
fit.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.foot_roll import roll_known
from ambulo.multibody.tree.tree import JointType, joint_coordinates
from ambulo.records import SIDES, Analysis, Bands, Model, Quantity
from ambulo.results.catalogue import (
    ARRAYS,
    NUMBERS,
    WORLD,
    OutputArray,
    OutputColumns,
    OutputNumbers,
    axes_in_words,
)
from ambulo.results.columns import GROUPS, header, layer, meaning
from ambulo.results.conventions import conventions
from ambulo.results.gait_cycle import (
    CYCLE,
    STRIDE_UNITS,
    StrideParameters,
    over_stride,
    side_of_strides,
    stride_parameters,
)
from ambulo.results.netcdf import Variable, name_coordinate, texts, variable
from ambulo.results.output_columns import COLUMNS, all_columns
from ambulo.results.posture import Posture
from ambulo.results.trust import in_words, trust

# spelling that UDUNITS and pint understand
_UNITS = {"deg": "degree", "N*m": "N m", "W": "W", "N": "N", "m": "m"}
_PARTS = ("median", "low", "high")


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


def _beside(analysis: Analysis, quantities: Sequence[Quantity]) -> dict[str, FloatArray]:
    """Curves (time, name) that stand beside the analysis' own, by what they are; NaN where none."""
    sources = {"truth": analysis.truth, "reference": analysis.reference}
    bands = analysis.bands
    if bands is not None:
        sources |= {part: getattr(bands, part) for part in _PARTS}
    nothing = np.full(len(analysis.motion.time), np.nan)
    found = {}
    for name, source in sources.items():
        layers = [layer(source, q) for q in quantities]
        if any(curve is not None for curve in layers):
            found[name] = np.stack([nothing if c is None else c for c in layers], axis=1)
    return found


def variables(analysis: Analysis, posture: Posture) -> list[Variable]:
    """Everything an analysis found, as the variables of one dataset."""
    shipped = _shipped(analysis, posture)
    return [*shipped, *_all_curves(analysis, posture, {one.name for one in shipped})[0]]


def columns_left_out(analysis: Analysis, posture: Posture) -> list[str]:
    """A sentence on every set of output columns that was left out of tables or dataset."""
    faults = all_columns(analysis, posture)[1]
    taken = {one.name for one in _shipped(analysis, posture)}
    return faults + _all_curves(analysis, posture, taken)[1]


def _shipped(analysis: Analysis, posture: Posture) -> list[Variable]:
    """Labels of the dimensions, arrays of the catalogue, peaks with their bands, strides."""
    model = analysis.model
    rows = [row for row in ARRAYS if model.marker_names or "model_marker" not in row.dims]
    arrays = [v for row in rows if (v := _array(row, analysis, posture)) is not None]
    labels = {
        "axis": "xyz",
        "side": SIDES,
        "joint": model.joints,
        "coordinate": coordinate_names(model),
        "velocity": velocity_names(model),
        "wrench_component": ("Mx", "My", "Mz", "Fx", "Fy", "Fz"),
        "marker": analysis.trial.markers.names,
        **({"model_marker": model.marker_names} if model.marker_names else {}),
    }
    found = [
        *arrays,
        *(name_coordinate(dim, names) for dim, names in labels.items()),
        Variable("segment", ("joint",), texts(model.segments)),
        *_peaks(analysis.bands),
    ]
    return [*found, *_strides(analysis, posture)] if analysis.strides else found


def _array(row: OutputArray, analysis: Analysis, posture: Posture) -> Variable | None:
    values = row.values(analysis, posture)
    if values is None:
        return None
    fill = partial(str.format, model=analysis.model, ground=analysis.ground,
                   plates_ground=analysis.plates_ground)  # fmt: skip
    more = {"frame": row.axes, "source": fill(row.source)}
    more = {name: said for name, said in more.items() if said}
    return variable(row.variable, row.dims, values, row.unit, fill(row.title), **more)


def _peaks(bands: Bands | None) -> Iterator[Variable]:
    """Median and ends of the bands of the peaks."""
    if bands is not None and bands.peaks:
        yield name_coordinate("peak", bands.peaks)
        for part in _PARTS:
            ends = np.array([getattr(peak, part) for peak in bands.peaks.values()])
            said = f"peak joint moment: {part}, {_share(bands)}"
            yield variable(f"peak_moment_{part}", "peak", ends, "N m kg-1", said)


def _share(bands: Bands) -> str:
    return f"{100 * bands.share:g} % of {bands.samples} perturbed analyses"


def _curves(
    analysis: Analysis, row: OutputColumns, columns: Sequence[Quantity]
) -> Iterator[Variable]:
    """Columns (time, name) with unit and sense of each, over strides, and what is beside them."""
    dim = row.names or f"{row.variable}_column"
    title = row.title or row.variable.replace("_", " ")
    units = [_UNITS.get(q.unit, q.unit) for q in columns]
    unit, over_time = ", ".join(sorted({*units})), f"time {dim}"
    more = {"positive": f"see {dim}_positive"}
    if row.axes:
        more["axes"] = axes_in_words(row.axes, analysis)
    beside = _beside(analysis, columns)
    if not beside and row.beside:
        return
    # columns of several units, by their headers
    yield name_coordinate(dim, [header(q.name, q.unit) if row.beside else q.name for q in columns])
    yield Variable(f"{dim}_positive", (dim,), texts(q.positive for q in columns))
    yield from _trusted(analysis, dim, row, columns)
    if not row.names:
        yield Variable(f"{dim}_unit", (dim,), texts(units))
    if not row.beside:
        values = np.stack([q.values for q in columns], axis=1)
        yield variable(row.variable, over_time, values, unit, title, **more)
        if analysis.strides:
            said = f"{title}, over strides of the same side"
            name, dims = f"{row.variable}_by_stride", f"stride cycle {dim}"
            yield variable(name, dims, _cut(analysis, columns), unit, said, **more)
    for name, values in beside.items():
        said = f"{title}: {name}"
        if analysis.bands is not None and name in _PARTS and row.beside:
            said += f", {_share(analysis.bands)}"
        yield variable(f"{row.variable}_{name}", over_time, values, unit, said, **more)


def _trusted(
    analysis: Analysis, dim: str, row: OutputColumns, columns: Sequence[Quantity]
) -> Iterator[Variable]:
    """Grade and ± of each column of joint angles, moments and powers, where one is known."""
    group = row.table.removeprefix("joint_")
    if group not in GROUPS or row.variable == group:
        return
    found = trust(analysis)
    mine = [found.get(f"{group}/{q.name}") for q in columns]
    if not any(mine):
        return
    errors = np.array([np.nan if one is None else one.error for one in mine])
    yield Variable(
        f"{dim}_trust", (dim,), texts("unknown" if one is None else one.grade for one in mine)
    )
    said = "± of the curve, rms, held in nine of ten cases"
    yield variable(f"{dim}_error", dim, errors, GROUPS[group].per_kg.replace("*", " "), said)


def _cut(analysis: Analysis, columns: Sequence[Quantity]) -> FloatArray:
    """Columns over the strides of their side (stride, cycle, name); NaN over those of the other."""
    cut = np.full((len(analysis.strides), len(CYCLE), len(columns)), np.nan)
    values = np.stack([q.values for q in columns], axis=1)
    for i, stride in enumerate(analysis.strides):
        sides = [side_of_strides(meaning(q.name).side, [stride]) for q in columns]
        mine = np.array(sides) == stride.side
        if mine.any():
            cut[i][:, mine] = over_stride(analysis.motion.time, values[:, mine], stride)
    return cut


def _all_curves(
    analysis: Analysis, posture: Posture, taken: set[str]
) -> tuple[list[Variable], list[str]]:
    """Rows of the catalogue that have a variable.

    Returns:
        The variables; and a sentence on each entry of others whose variable's names are `taken`.
    """
    found: list[Variable] = []
    faults = []
    for name, row, columns in all_columns(analysis, posture)[0]:
        mine = list(_curves(analysis, row, columns)) if row.variable else []
        if taken.isdisjoint(one.name for one in mine):
            taken.update(one.name for one in mine)
            found += mine
        else:
            refused = InputError(
                f"it has a variable {row.variable} already",
                remedy="Give the variable another name",
            )
            faults.append(COLUMNS.without(name, refused, " of results.nc"))
    return found, faults


def _strides(analysis: Analysis, posture: Posture) -> list[Variable]:
    strides, seconds = analysis.strides, {"units": "s"}
    off = [np.nan if s.off is None else s.off for s in strides]
    parameters = stride_parameters(analysis, posture)
    return [
        Variable("cycle", ("cycle",), CYCLE, {"units": "percent", "long_name": "of the stride"}),
        Variable("stride", ("stride",), np.arange(1, len(strides) + 1)),
        Variable("stride_side", ("stride",), texts([s.side for s in strides])),
        Variable("stride_start", ("stride",), np.array([s.start for s in strides]), seconds),
        Variable("stride_stop", ("stride",), np.array([s.stop for s in strides]), seconds),
        Variable("stride_foot_off", ("stride",), np.array(off), seconds),
        Variable("stride_events", ("stride",), texts([p.events for p in parameters])),
        *_stride_numbers(parameters),
        *(one for row in NUMBERS for one in _numbers(row, analysis, posture)),
    ]


def _numbers(row: OutputNumbers, analysis: Analysis, posture: Posture) -> Iterator[Variable]:
    """Columns over the strides, (stride, name), with unit and sense of each."""
    columns, dim = row.quantities(analysis, posture), f"{row.table}_column"
    if columns:
        units = [_UNITS.get(q.unit, q.unit) for q in columns]
        yield name_coordinate(dim, [q.name for q in columns])
        yield Variable(f"{dim}_positive", (dim,), texts(q.positive for q in columns))
        yield Variable(f"{dim}_unit", (dim,), texts(units))
        values = np.stack([q.values for q in columns], axis=1)
        unit, more = ", ".join(sorted({*units})), {"positive": f"see {dim}_positive"}
        yield variable(row.table, f"stride {dim}", values, unit, row.title, **more)
        bands = analysis.bands
        found = [] if bands is None else [layer(bands.strides, q) for q in columns]
        ends = [one for one in found if one is not None]
        if bands is not None and len(ends) == len(columns):
            for part, of in zip(_PARTS, np.stack(ends, axis=-1), strict=True):
                said = f"{row.title}: {part}, {_share(bands)}"
                yield variable(f"{row.table}_{part}", f"stride {dim}", of, unit, said, **more)


def _stride_numbers(strides: Sequence[StrideParameters]) -> Iterator[Variable]:
    for name, unit in STRIDE_UNITS.items():
        values = np.array([getattr(one, name) for one in strides], dtype=np.float64)
        units = {"units": {"%": "percent"}.get(unit, unit)}
        yield Variable(f"stride_{name.removeprefix('stride_')}", ("stride",), values, units)


def attributes(analysis: Analysis) -> dict[str, str | float]:
    """Attributes of the whole dataset."""
    mass = analysis.model.subject.mass
    known: dict[str, str | float] = {} if mass is None else {"subject_mass_kg": float(mass)}
    return {
        "title": f"Ambulo analysis of {analysis.trial.path.name}",
        "source": f"ambulo {VERSION}",
        "format": analysis.provenance.format,
        "method": analysis.method,
        "model": f"{analysis.model.name}, {analysis.model.parameters}",
        "frame": WORLD,
        **conventions(analysis),
        "signs": (
            "flexion, dorsiflexion, adduction, inversion and internal rotation are positive; "
            "moments are net internal moments, positive when they tend to produce the positive "
            "motion; positive power is generated"
        ),
        "trust": in_words(trust(analysis)),
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
