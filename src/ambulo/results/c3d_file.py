"""The trial as a C3D file with the results in it, for programs that read Plug-in Gait's outputs.

Names, units and senses are those of Plug-in Gait: angles in degrees as Ambulo has them, moments
in N*mm/kg with the opposite sign (internal, positive for extension, plantarflexion, abduction and
external rotation), joint powers in W/kg as the third number. Every point's description says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.arguments import path_of
from ambulo.inputs.errors import InputError
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.mocap.events import other_events_in_file
from ambulo.mocap.files.c3d import C3DFile, read_c3d
from ambulo.mocap.files.c3d_encoding import C3DContent, Value
from ambulo.mocap.files.c3d_parameters import Parameters
from ambulo.mocap.files.c3d_writer import event_group, save_c3d, subject_groups
from ambulo.mocap.files.trial_file import points_by_kind
from ambulo.records import SIDES, Analysis, InputFile, LabFrame, Quantities, Side
from ambulo.results.columns import body_mass, meaning

__all__ = ["write_results_c3d"]

_PLANES = ("sagittal", "frontal", "transverse")
_OPPOSITE = {
    "flexion": "extension",
    "dorsiflexion": "plantarflexion",
    "adduction": "abduction",
    "adduction (varus)": "abduction (valgus)",
    "inversion": "eversion",
    "internal rotation": "external rotation",
}
_UNITS = {
    "ANGLE_UNITS": "deg",
    "FORCE_UNITS": "N/kg",
    "MOMENT_UNITS": "Nmm/kg",
    "POWER_UNITS": "W/kg",
}


@dataclass(frozen=True, eq=False)
class _Point:
    """A result as a point: label, kind ("ANGLES", ...), what x, y and z are, (frames, 3)."""

    label: str
    kind: str
    said: str
    values: FloatArray


def write_results_c3d(analysis: Analysis, path: str | Path) -> Path:
    """Write the trial with angles, moments, powers and ground reactions as computed points.

    Of a C3D file its measured points, analog channels and parameters are kept as they are; points
    that another system computed are left out. Its foot strikes and offs give way to those by which
    the strides were cut; its other events stay. Axes and the unit of length are the file's. What is
    not known is marked as not seen.

    Args:
        path: of the file; overwritten.
    Returns:
        The path.
    Raises:
        InputError: the path is none, or the trial's file is no longer the one analysed.
        OSError: the file cannot be written.
    """
    path = path_of(path, "path")
    results = _results(analysis)
    kinds = {point.kind: [p.label for p in results if p.kind == point.kind] for point in results}
    source = analysis.trial.path
    if source.suffix.lower() == ".c3d":
        content = _into_file(analysis, results, kinds, _unchanged(analysis, source))
    else:
        content = _into_markers(analysis, results, kinds)
    save_c3d(path, content)
    return path


def _unchanged(analysis: Analysis, source: Path) -> C3DFile:
    """The trial's file, read again."""
    known = {file.sha256 for file in analysis.provenance.inputs if file.role == "trial"}
    if not source.is_file() or (known and InputFile.of("trial", source).sha256 not in known):
        raise InputError(
            "the trial that was analysed is no longer there, and its channels go into the C3D",
            str(source),
            "Put it back, or analyse it again with --c3d",
        )
    return read_c3d(source)


def _into_file(
    analysis: Analysis,
    results: Sequence[_Point],
    kinds: Mapping[str, list[str]],
    file: C3DFile,
) -> C3DContent:
    """The file's own points, channels and parameters with the results beside them."""
    computed = points_by_kind(file).outputs
    kept = [k for k in range(len(file.labels)) if k not in set(computed.values())]
    groups = _as_given(file.parameters)
    theirs = groups.get("POINT", {})
    for name in {*file.parameters.texts("POINT", "TYPE_GROUPS"), *kinds}:
        theirs.pop(name.upper(), None)
    said = file.parameters.texts("POINT", "DESCRIPTIONS")
    said += [""] * (len(file.labels) - len(said))
    groups["POINT"] = theirs | _point_parameters(kinds)
    groups["EVENT"] = dict(event_group(analysis.events, other_events_in_file(file)))
    groups["AMBULO"] = _own_group(analysis)
    rows = np.round(analysis.motion.time * file.rate).astype(np.int64) - file.first_frame
    frames = len(file.points)
    return C3DContent(
        labels=[*(file.labels[k] for k in kept), *(point.label for point in results)],
        points=_beside(file.points[:, kept], results, rows, frames),
        rate=file.rate,
        first_frame=file.first_frame,
        analog=file.analog,
        descriptions=[*(said[k] for k in kept), *(point.said for point in results)],
        groups=groups,
    )


def _into_markers(
    analysis: Analysis, results: Sequence[_Point], kinds: Mapping[str, list[str]]
) -> C3DContent:
    """The markers of a file of another kind with the results beside them."""
    trial = analysis.trial
    lab, markers = trial.lab, trial.markers
    first = round(markers.time[0] * markers.rate)
    rows = np.round(analysis.motion.time * markers.rate).astype(np.int64) - first
    unit = {0.001: "mm", 0.01: "cm", 1.0: "m"}.get(round(lab.unit, 6), "mm")
    groups: dict[str, Mapping[str, Value]] = {
        "POINT": {"UNITS": [unit], **_point_parameters(kinds)},
        "EVENT": event_group(analysis.events),
        **subject_groups(analysis.model.subject, {}),
        "AMBULO": _own_group(analysis),
    }
    return C3DContent(
        labels=[*markers.names, *(point.label for point in results)],
        points=_beside(
            _to_file(markers.position, lab) / lab.unit, results, rows, len(markers.time)
        ),
        rate=markers.rate,
        first_frame=first,
        descriptions=["" for _ in markers.names] + [point.said for point in results],
        groups=groups,
    )


def _beside(
    points: FloatArray, results: Sequence[_Point], rows: IntArray, frames: int
) -> FloatArray:
    """Points of the file, and the results in those of its frames that were analysed."""
    inside = (rows >= 0) & (rows < frames)
    added = np.full((frames, len(results), 3), np.nan)
    for k, point in enumerate(results):
        added[rows[inside], k] = point.values[inside]
    return np.concatenate([points, added], axis=1)


def _as_given(parameters: Parameters) -> dict[str, dict[str, Value]]:
    """The file's parameters with the kinds of number that it has."""
    groups: dict[str, dict[str, Value]] = {}
    for (group, name), value in parameters.values.items():
        whole = (group, name) in parameters.whole
        given: Value = value if isinstance(value, list) or not whole else value.astype(np.int64)
        groups.setdefault(group, {})[name] = given
    return groups


def _point_parameters(kinds: Mapping[str, list[str]]) -> dict[str, Value]:
    named = {kind: labels for kind, labels in kinds.items() if labels}
    # pairs of a list's name and what one entry is called, as Vicon writes them
    pairs = [word for kind in named for word in (kind, kind.removesuffix("S"))]
    return {**named, "TYPE_GROUPS": pairs, **{name: [unit] for name, unit in _UNITS.items()}}


def _own_group(analysis: Analysis) -> dict[str, Value]:
    return {
        "VERSION": [VERSION],
        "MODEL": [analysis.model.name],
        "SEGMENT_TABLE": [analysis.model.parameters],
        "GROUND_REACTION": [analysis.ground.source],
        "MASS": np.array([body_mass(analysis)]),
    }


def _results(analysis: Analysis) -> list[_Point]:
    lab, mass = analysis.trial.lab, body_mass(analysis)
    points = _angles(analysis.angles)
    for joint, parts in _by_joint(analysis.moments).items():
        positive = [_OPPOSITE.get(q, f"against {q}") for q in _positive(analysis.moments, parts)]
        values = -1000.0 / mass * _columns(analysis.moments, parts)
        said = f"internal, Nmm/kg: {', '.join(positive)}"
        points.append(_Point(f"{joint}Moment", "MOMENTS", said, values))
    for quantity in analysis.powers:
        what = meaning(quantity.name)
        if what.plane == "total":
            values = np.zeros((len(quantity.values), 3))
            values[:, 2] = quantity.values / mass
            values[np.isnan(quantity.values)] = np.nan
            label = f"{_joint(what.side, what.joint)}Power"
            points.append(_Point(label, "POWERS", "W/kg: 0, 0, generated", values))
    ground = analysis.ground
    for k, side in enumerate(SIDES):
        letter, known = side[0].upper(), ground.known[:, k, None]
        force = _to_file(np.where(known, ground.force[:, k], np.nan), lab) / mass
        said = "of the ground on the foot, N/kg, laboratory axes"
        points.append(_Point(f"{letter}GroundReactionForce", "FORCES", said, force))
        place = _to_file(np.where(known, ground.centre_of_pressure[:, k], np.nan), lab) / lab.unit
        said = "of the ground reaction, laboratory axes"
        points.append(_Point(f"{letter}CentreOfPressure", "MODELED_MARKERS", said, place))
    return points


def _angles(angles: Quantities) -> list[_Point]:
    points = []
    for joint, parts in _by_joint(angles).items():
        values = _columns(angles, parts)
        if joint != "Pelvis":
            said = f"deg: {', '.join(_positive(angles, parts))}"
            points.append(_Point(f"{joint}Angles", "ANGLES", said, values))
            continue
        # as seen by the leg: its side up, its side forward
        for side, signs in (("L", [1.0, 1.0, -1.0]), ("R", [1.0, -1.0, 1.0])):
            said = "deg: anterior tilt, this side up, this side forward"
            points.append(_Point(f"{side}PelvisAngles", "ANGLES", said, values * signs))
    return points


def _by_joint(quantities: Quantities) -> dict[str, dict[str, str]]:
    """Names of a joint's quantities by plane, by the joint's label."""
    found: dict[str, dict[str, str]] = {}
    for quantity in quantities:
        what = meaning(quantity.name)
        if what.plane in _PLANES:
            found.setdefault(_joint(what.side, what.joint), {})[what.plane] = quantity.name
    return found


def _joint(side: Side | None, joint: str) -> str:
    name = "".join(word.capitalize() for word in joint.split("_"))
    return name if side is None else f"{side[0].upper()}{name}"


def _positive(quantities: Quantities, parts: Mapping[str, str]) -> Iterable[str]:
    for plane in _PLANES:
        yield quantities[parts[plane]].positive if plane in parts else "not computed"


def _columns(quantities: Quantities, parts: Mapping[str, str]) -> FloatArray:
    """(frames, 3) in the order of the planes; zero where the model has no motion in a plane."""
    some = quantities[next(iter(parts.values()))].values
    return np.stack(
        [
            quantities[parts[plane]].values if plane in parts else np.zeros_like(some)
            for plane in _PLANES
        ],
        axis=1,
    )


def _to_file(vectors: FloatArray, lab: LabFrame) -> FloatArray:
    """World axes to the file's: x_file = R_WL^T x_world, row by row."""
    turned: FloatArray = vectors @ lab.R_WL
    return turned
