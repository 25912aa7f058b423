"""The catalogue of outputs: all results of an analysis, with units, axes and files.

A row of `CURVES` describes columns over time. These go into a table and its means over the stride,
the workbook, results.nc, results.c3d and the page. A row of `NUMBERS` describes columns over the
strides. These go into a table, the workbook, results.nc and the page. A row of `ARRAYS` is one
variable of results.nc. The lists of docs/output.md are made from these rows. A new quantity needs
one new row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_moments import MOMENT_AXES
from ambulo.records import Analysis, Quantity
from ambulo.results.c3d_points import C3DPoints, by_plane, in_space, scalars, totals
from ambulo.results.columns import body_mass, per_kg
from ambulo.results.device_columns import device_quantities
from ambulo.results.energy import body_energy, segment_energies, work
from ambulo.results.foot_progression import foot_progression
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.over_time import mass_centre, muscle_activity, residual_of_moments
from ambulo.results.posture import Posture

WORLD = "world: x in the direction of progression, y to the left, z up"
MOMENT_ABOUT_ANKLE = "ground_reaction_moment_ankle"
"""Variable that follows from the ground reaction and the motion: no record is read from it."""
_NOT_OVER_TIME = (
    "events", "strides", "work", "peaks", "bands_settling", "effects_of_sources",
    *(f"peaks_{axes}" for axes in MOMENT_AXES),
)  # fmt: skip
"""Tables that are written beside those over time."""
ChangedBy = Literal["masses", "plates"]
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


@dataclass(frozen=True)
class OutputColumns:
    """A row of the catalogue: columns over time of one table.

    If the table exists, the row adds columns to it. Any other name makes a new table. Each column
    states its unit and sign as `Quantity.unit` and `Quantity.positive`.

    Args:
        table: name of the CSV file without ending, such as "joint_reaction".
        quantities: function of an analysis and the segments' posture that gives the columns,
            (frames,) each.
        variable: their name in `results.nc`; "" if they are stored there in another way.
        title: what the columns contain, in words; the variable's name by default.
        axes: of the components, for `axes_in_words`; "" without axes.
        names: dimension of the variable beside time; `<variable>_column` by default.
        beside: whether `results.nc` has only their bands, because the columns follow from other
            variables.
        c3d: how they become points of results.c3d.
        opensim: file of opensim/ that contains them.
        banded: whether they get bands, by the same functions of perturbed analyses.
        changed_by: which errors change them, of those of "masses" and of "plates". With this entry,
            bands of these errors need no complete analysis. The columns may depend on motion,
            model, angles, moments, powers and ground reaction; None if they depend on other things.
        shown: whether the page has panels for them. Other columns are among its further curves.

    Raises:
        InputError: a name cannot be a file name, or belongs to a table that is not over time.
    """

    table: str
    quantities: Callable[[Analysis, Posture], Sequence[Quantity]]
    variable: str = ""
    title: str = ""
    axes: str = ""
    names: str = ""
    beside: bool = False
    c3d: tuple[C3DPoints, ...] = (C3DPoints("SCALARS", scalars),)
    opensim: str = ""
    shown: bool = False
    banded: bool = False
    changed_by: tuple[ChangedBy, ...] | None = None

    def __post_init__(self) -> None:
        for name in (self.table, self.variable or self.table):
            if not _NAME.fullmatch(name):
                raise InputError(
                    f"{name!r} cannot be the name of a table or variable",
                    where="OutputColumns",
                    remedy="Give a letter, and after it only letters, digits and _",
                )
        if self.table in _NOT_OVER_TIME or self.table.endswith(("_by_stride", "_bands")):
            raise InputError(
                f"the table {self.table} does not have a row for each frame",
                where="OutputColumns",
                remedy="Give a new name, or the name of a table that has one, such as joint_angles",
            )


class OutputNumbers(NamedTuple):
    """A row of the catalogue: numbers of each stride, in a table and a variable of results.nc.

    Args:
        table: name of the CSV file without ending, and of the variable (stride, name).
        quantities: function of an analysis and the segments' posture that gives the columns,
            (strides,) each.
        title: what they are, in words.
    """

    table: str
    quantities: Callable[[Analysis, Posture], Sequence[Quantity]]
    title: str


@dataclass(frozen=True)
class OutputArray:
    """A row of the catalogue: one variable of results.nc.

    Args:
        variable: its name.
        dims: its dimensions, as "time axis".
        unit: as UDUNITS spells it.
        title: what the variable contains; `{…}` is filled from the analysis.
        of: place of its values in an analysis, such as "motion.q", or a function that gives them.
        axes: as in `OutputColumns`.
        source: where they are from; filled as the title.
    """

    variable: str
    dims: str
    unit: str
    title: str
    of: str | Callable[[Analysis, Posture], FloatArray]
    axes: str = ""
    source: str = ""

    def values(self, analysis: Analysis, posture: Posture) -> npt.NDArray[np.generic] | None:
        """Its values; None if the analysis has none."""
        if not isinstance(self.of, str):
            return self.of(analysis, posture)
        found: Any = analysis
        for name in self.of.split("."):
            found = getattr(found, name, None)
        if found is None:
            return None
        return np.asarray(found, np.int8 if found.dtype == np.bool_ else None)


def _planar(analysis: Analysis) -> bool:
    return bool(json.loads(analysis.provenance.configuration).get("model") == "planar")


def axes_in_words(axes: str, analysis: Analysis) -> str:
    """The axes of a row in words. `{angles}`, `{moments}` and `{powers}` are filled from the
    analysis.
    """
    if _planar(analysis):
        return axes.format(angles=ACROSS, moments=ACROSS, powers=ACROSS)
    return axes.format(angles=_JCS, moments=MOMENT_AXES[analysis.moment_axes], powers=_PROXIMAL)


def table_name(table: str, analysis: Analysis) -> str:
    """Name of a table's file. It states unusual axes of moments, as in `joint_moments_distal`."""
    moments = any(row.table == table and "{moments}" in row.axes for row in CURVES.values())
    return f"{table}{axes_suffix(analysis)}" if moments else table


def axes_suffix(analysis: Analysis) -> str:
    """End of the names of files with moments: such as `_distal`; "" for the usual axes."""
    return suffix_of(analysis.moment_axes, planar=_planar(analysis))


def suffix_of(moment_axes: str, *, planar: bool) -> str:
    """`axes_suffix` of a choice of axes."""
    return "" if moment_axes == "jcs" or planar else f"_{moment_axes}"


ACROSS = "y of the world, across the plane of progression"
_JCS = "proximal mediolateral, floating and distal longitudinal axis (joint coordinate system)"
_PROXIMAL = "the proximal segment's axes; their sum, the power of the joint, has no axes"


def _group(name: str, analysis: Analysis, _posture: Posture) -> Sequence[Quantity]:
    found: Sequence[Quantity] = getattr(analysis, name)
    return found


def _moments_per_kg(analysis: Analysis, _posture: Posture) -> Sequence[Quantity]:
    return per_kg(analysis.moments, body_mass(analysis))


def _ground_reaction(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    return ground_reaction_quantities(analysis.ground, posture)


CURVES: Mapping[str, OutputColumns] = {
    "joint_angles": OutputColumns(
        "joint_angles", partial(_group, "angles"), "joint_angles", "joint angles", names="angle",
        axes="{angles}",
        c3d=(C3DPoints("ANGLES", by_plane, "Angles", "deg"),),
        opensim="coordinates.mot", shown=True, banded=True, changed_by=(),
    ),
    "joint_moments": OutputColumns(
        "joint_moments", partial(_group, "moments"), "joint_moments", "net internal joint moments",
        names="moment", axes="{moments}",
        c3d=(C3DPoints("MOMENTS", by_plane, "Moment", "Nmm/kg", -1000.0, by_mass=True,
                       said="internal, "),),
        opensim="inverse_dynamics.sto", shown=True, banded=True, changed_by=("masses", "plates"),
    ),
    "joint_powers": OutputColumns(
        "joint_powers", partial(_group, "powers"), "joint_powers", "joint powers", names="power",
        axes="{powers}",
        c3d=(C3DPoints("POWERS", totals, "Power", "W/kg", by_mass=True),), shown=True,
        banded=True, changed_by=("masses", "plates"),
    ),
    "joint_moments_per_kg": OutputColumns(
        "joint_moments_per_kg", _moments_per_kg,
        title="net internal joint moments divided by body mass",
        axes="{moments}", c3d=(), shown=True,
    ),
    "ground_reaction": OutputColumns(
        "ground_reaction", _ground_reaction, "ground_reaction", "ground reaction of each foot",
        axes=WORLD, beside=True,
        c3d=(
            C3DPoints("FORCES", partial(in_space, "F"), "GroundReactionForce", "N/kg",
                      by_mass=True, said="of the ground on the foot, N/kg, laboratory axes"),
            C3DPoints("MODELED_MARKERS", partial(in_space, "cop_"), "CentreOfPressure",
                      said="of the ground reaction, laboratory axes", places=True),
        ),
        opensim="ground_reaction.mot", shown=True, banded=True, changed_by=("plates",),
    ),
    "foot_progression": OutputColumns(
        "joint_angles", foot_progression, "foot_progression", axes=WORLD,
        c3d=(C3DPoints("ANGLES", totals, "ProgressAngles", "deg",
                       said="toes inwards from the direction of progression"),),
        shown=True, banded=True, changed_by=(),
    ),
    "centre_of_mass": OutputColumns(
        "centre_of_mass", mass_centre, "centre_of_mass", "centre of mass of the body", axes=WORLD,
        c3d=(C3DPoints("MODELED_MARKERS", partial(in_space, "centre_of_mass_"), "CentreOfMass",
                       said="of the body, laboratory axes", places=True),),
        banded=True, changed_by=("masses",),
    ),
    "body_energy": OutputColumns(
        "energy", body_energy, "body_energy", "energy of the body, relative to the floor", c3d=(),
        banded=True, changed_by=("masses",),
    ),
    "segment_energies": OutputColumns(
        "energy", segment_energies, "segment_energy",
        "energy of each segment, relative to the floor", c3d=(), banded=True,
        changed_by=("masses",),
    ),
    "devices": OutputColumns(
        "devices", device_quantities, "devices", "forces of crutches; moments and powers of "
        "orthoses, and the person's part", axes=WORLD, c3d=(), shown=True,
    ),
    "muscle_activity": OutputColumns(
        "muscle_activity", muscle_activity, "muscle_activity", c3d=(), shown=True
    ),
}  # fmt: skip
"""Columns over time by id, in their order."""


NUMBERS: Sequence[OutputNumbers] = (
    OutputNumbers("work", work, "work over the stride, relative to the floor"),
)
"""Numbers of strides beside those of `strides.csv`."""


def _moments_about_ankles(analysis: Analysis, posture: Posture) -> FloatArray:
    found = [q.values for q in _ground_reaction(analysis, posture) if q.unit == "N*m"]
    return np.stack(found, axis=1).reshape(-1, 2, 3)


ARRAYS: Sequence[OutputArray] = (
    OutputArray("time", "time", "s", "time on the clock of the file", "motion.time"),
    OutputArray("q", "time coordinate", "m, rad, 1",
                "coordinates: root position, unit quaternions (w, x, y, z), angles",
                "motion.q"),
    OutputArray("v", "time velocity", "m/s, rad/s",
                "velocity of the root in the world, then angular velocities in segments' frames",
                "motion.v"),
    OutputArray("a", "time velocity", "m/s^2, rad/s^2", "time derivative of v", "motion.a"),
    OutputArray("segment_position", "time joint axis", "m", "proximal joint of each segment",
                lambda _, posture: posture.p_WB, WORLD),
    OutputArray("segment_mass", "joint", "kg", "segment mass ({model.parameters})",
                "model.tree.mass"),
    OutputArray("joint_force", "time joint axis", "N",
                "force of the proximal on the distal segment", "joint_forces.force", WORLD),
    OutputArray("joint_moment", "time joint axis", "N m",
                "net moment of the proximal on the distal segment about the joint",
                "joint_forces.moment", WORLD),
    OutputArray("tau", "time velocity", "N, N m", "generalised forces dual to v",
                "joint_forces.tau"),
    OutputArray("root_residual", "time wrench_component", "N m, N",
                "residual at the root origin, with the plates smoothed like the motion",
                "residual", WORLD),
    OutputArray("root_residual_of_moments", "time wrench_component", "N m, N",
                "residual at the root origin, with the ground reaction from which the "
                "joint moments were computed",
                residual_of_moments, WORLD),
    *(
        OutputArray(f"{of}_reaction_{name}", dims, unit, title, f"{of}.{name}", axes,
                    f"{{{of}.source}}" if axes else "")
        for of in ("ground", "plates_ground")
        for name, dims, unit, title, axes in (
            ("force", "time side axis", "N", "force of the ground on the foot", WORLD),
            ("moment_origin", "time side axis", "N m", "moment on the foot about the world origin",
             WORLD),
            ("centre_of_pressure", "time side axis", "m",
             "centre of pressure; NaN while the foot is in the air", WORLD),
            ("free_moment", "time side", "N m",
             "moment on the foot about the vertical at the centre of pressure", WORLD),
            ("known", "time side", "1",
             "1: the foot is in the air, or its reaction is known; 0: the reaction is NaN, or only "
             "the part that plates measured", ""),
        )
    ),
    OutputArray(MOMENT_ABOUT_ANKLE, "time side axis", "N m",
                "moment on the foot about its ankle", _moments_about_ankles, WORLD),
    OutputArray("marker_time", "marker_time", "s", "time of the recorded frames",
                "trial.markers.time"),
    OutputArray("marker_position", "marker_time marker axis", "m", "markers as recorded",
                "trial.markers.position", WORLD),
    OutputArray("model_marker_position", "time model_marker axis", "m",
                "markers of the fitted model",
                lambda _, posture: posture.markers(), WORLD),
    OutputArray("marker_residual", "time model_marker", "m",
                "distance of the model's marker from the recorded marker",
                "marker_residual"),
)  # fmt: skip
"""Variables of results.nc that are no columns of a table, in their order."""
