"""How columns of the catalogue become computed points of a C3D file, by Plug-in Gait's names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Analysis, LabFrame, Quantities, Quantity, Side
from ambulo.results.columns import body_mass, meaning

_PLANES = ("sagittal", "frontal", "transverse")
_OPPOSITE = {
    "flexion": "extension",
    "dorsiflexion": "plantarflexion",
    "adduction": "abduction",
    "adduction (varus)": "abduction (valgus)",
    "inversion": "eversion",
    "internal rotation": "external rotation",
}


@dataclass(frozen=True, eq=False)
class ResultPoint:
    """A result as a point: label, kind ("ANGLES", ...), what x, y and z are, (frames, 3)."""

    label: str
    kind: str
    said: str
    values: FloatArray


@dataclass(frozen=True)
class C3DPoints:
    """How the columns of a catalogue row become points.

    Args:
        kind: of the points, a list of the group POINT.
        make: the function that makes them: `by_plane`, `totals`, `in_space` or `scalars`.
        suffix: of their labels, after side and joint.
        unit: of the kind; "" if each point states its unit, or if it is the file's unit.
        scale: factor from the column's unit and sign to those of the point.
        by_mass: whether they are divided by body mass.
        said: description of every point, if it is not made from the columns' signs.
        places: whether they are places, in the file's unit of length.
    """

    kind: str
    make: Callable[[C3DPoints, Analysis, Sequence[Quantity]], Iterator[ResultPoint]]
    suffix: str = ""
    unit: str = ""
    scale: float = 1.0
    by_mass: bool = False
    said: str = ""
    places: bool = False

    def point(self, side: Side | None, joint: str, said: str, values: FloatArray) -> ResultPoint:
        """Make one point, such as `LKneeAngles`."""
        name = "".join(word.capitalize() for word in joint.split("_"))
        letter = "" if side is None else side[0].upper()
        return ResultPoint(f"{letter}{name}{self.suffix}", self.kind, said, values)


def by_plane(
    rule: C3DPoints, analysis: Analysis, columns: Sequence[Quantity]
) -> Iterator[ResultPoint]:
    """One point for each joint: its sagittal, frontal and transverse column; 0 if a column is
    missing.
    """
    joints: dict[tuple[Side | None, str], dict[str, Quantity]] = {}
    for column in columns:
        what = meaning(column.name)
        if what.plane in _PLANES:
            joints.setdefault((what.side, what.joint), {})[what.plane] = column
    factor = rule.scale / body_mass(analysis) if rule.by_mass else rule.scale
    for (side, joint), parts in joints.items():
        nothing = np.zeros_like(next(iter(parts.values())).values)
        each = [parts[p].values if p in parts else nothing for p in _PLANES]
        values = factor * np.stack(each, axis=1)
        if (side, joint) == (None, "pelvis"):
            # as seen by the leg: its side up, its side forward
            for leg, signs in (("left", [1.0, 1.0, -1.0]), ("right", [1.0, -1.0, 1.0])):
                said = "deg: anterior tilt, this side up, this side forward"
                yield rule.point("left" if leg == "left" else "right", joint, said, values * signs)
            continue
        senses = [parts[p].positive if p in parts else "not computed" for p in _PLANES]
        if factor < 0.0:
            senses = [_OPPOSITE.get(sense, f"against {sense}") for sense in senses]
        yield rule.point(side, joint, f"{rule.said}{rule.unit}: {', '.join(senses)}", values)


def totals(
    rule: C3DPoints, analysis: Analysis, columns: Sequence[Quantity]
) -> Iterator[ResultPoint]:
    """One point for each joint: its total as the third number."""
    for column in columns:
        what = meaning(column.name)
        if what.plane == "total":
            scaled = column.values / body_mass(analysis) if rule.by_mass else column.values
            said = f"{rule.unit}: 0, 0, {rule.said or 'generated'}"
            yield rule.point(what.side, what.joint, said, _third(scaled))


def scalars(
    rule: C3DPoints, _analysis: Analysis, columns: Sequence[Quantity]
) -> Iterator[ResultPoint]:
    """One point for each column, as the third number."""
    for column in columns:
        side = meaning(column.name).side
        name = column.name.removeprefix(f"{side}_")
        sense = column.positive or "value"
        yield rule.point(side, name, f"{column.unit}: 0, 0, {sense}", _third(column.values))


def in_space(
    prefix: str, rule: C3DPoints, analysis: Analysis, columns: Sequence[Quantity]
) -> Iterator[ResultPoint]:
    """One point for each side, or one on the midline: the columns `<side>_<prefix>x`, y and z, or
    `<prefix>x`, y and z, on the laboratory's axes.
    """
    by_name, lab = Quantities(columns), analysis.trial.lab
    for side in (None, *SIDES):
        name = f"{side}_{prefix}" if side else prefix
        if f"{name}x" not in by_name.names:
            continue
        parts = [by_name[f"{name}{axis}"].values for axis in "xyz"]
        values = to_file(np.stack(parts, axis=1), lab)
        values /= body_mass(analysis) if rule.by_mass else lab.unit if rule.places else 1.0
        yield rule.point(side, "", rule.said, values)


def to_file(vectors: FloatArray, lab: LabFrame) -> FloatArray:
    """Transform from world axes to the file's axes: x_file = R_WL^T x_world, row by row."""
    turned: FloatArray = vectors @ lab.R_WL
    return turned


def _third(values: FloatArray) -> FloatArray:
    point = np.zeros((len(values), 3))
    point[:, 2] = values
    point[np.isnan(values)] = np.nan
    return point
