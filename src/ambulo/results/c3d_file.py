"""The trial as a C3D file with the results in it, for programs that read Plug-in Gait's outputs.

Names, units and senses are those of Plug-in Gait: angles in degrees as Ambulo has them, moments
in N*mm/kg with the opposite sign (internal, positive for extension, plantarflexion, abduction and
external rotation), joint powers in W/kg as the third number. Axes of moments are those of the
analysis; Plug-in Gait's are the distal segment's by default. Every point's description says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
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
from ambulo.records import SIDES, Analysis, InputFile
from ambulo.results.c3d_points import ResultPoint, to_file
from ambulo.results.catalogue import CURVES, axes_in_words
from ambulo.results.columns import body_mass
from ambulo.results.conventions import conventions
from ambulo.results.gait_cycle import stride_parameters
from ambulo.results.output_columns import all_columns
from ambulo.results.posture import posture

_kind = attrgetter("kind")


def write_results_c3d(analysis: Analysis, path: str | Path) -> Path:
    """Write the trial with angles, moments, powers and ground reactions as computed points.

    Measured points, analog channels and parameters of a C3D file are kept. Points that another
    system computed are left out. The foot strikes and offs and the means over strides are replaced
    by those of the analysis; other events are kept. Axes and the unit of length are those of the
    file. Unknown values are marked as not seen.

    Args:
        path: of the file; overwritten.
    Returns:
        The path.
    Raises:
        InputError: the path is not valid, or the trial's file has changed since the analysis.
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
            "results.c3d needs the channels of this recording, but the recording was moved or "
            "changed",
            str(source),
            "Put the recording back, or analyse it again with --c3d",
        )
    return read_c3d(source)


def _into_file(
    analysis: Analysis,
    results: Sequence[ResultPoint],
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
    # what another system made of its own events does not go with these
    groups["ANALYSIS"] = _of_strides(analysis)
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
    analysis: Analysis, results: Sequence[ResultPoint], kinds: Mapping[str, list[str]]
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
        "ANALYSIS": _of_strides(analysis),
        **subject_groups(analysis.model.subject, {}),
        "AMBULO": _own_group(analysis),
    }
    return C3DContent(
        labels=[*markers.names, *(point.label for point in results)],
        points=_beside(to_file(markers.position, lab) / lab.unit, results, rows, len(markers.time)),
        rate=markers.rate,
        first_frame=first,
        descriptions=["" for _ in markers.names] + [point.said for point in results],
        groups=groups,
    )


def _beside(
    points: FloatArray, results: Sequence[ResultPoint], rows: IntArray, frames: int
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
    rules = [rule for row in CURVES.values() for rule in row.c3d if rule.unit]
    units = {f"{r.kind.removesuffix('S')}_UNITS": [r.unit] for r in sorted(rules, key=_kind)}
    # pairs of a list's name and what one entry is called, as Vicon writes them
    pairs = [word for kind in named for word in (kind, kind.removesuffix("S"))]
    return {**named, "TYPE_GROUPS": pairs, **units}


_SPOKEN = {
    "cadence": ("Cadence", "steps/min"),
    "speed": ("Walking Speed", "m/s"),
    "duration": ("Stride Time", "s"),
    "step_time": ("Step Time", "s"),
    "stance": ("Foot Off", "%"),
    "single_support": ("Single Support", "%"),
    "double_support": ("Double Support", "%"),
    "stride_length": ("Stride Length", "m"),
    "step_length": ("Step Length", "m"),
    "step_width": ("Step Width", "m"),
}
"""As Vicon calls them in the group ANALYSIS, which says their units."""


def _of_strides(analysis: Analysis) -> dict[str, Value]:
    """Means over the strides of each side, as the group ANALYSIS has them."""
    strides = stride_parameters(analysis, posture(analysis.model, analysis.motion))
    found: dict[tuple[str, str, str], float] = {}
    for name, said in _SPOKEN.items():
        for side in SIDES:
            mine = [getattr(p, name) for p in strides if p.stride.side == side]
            known = [value for value in mine if value is not None]
            if known:
                found[*said, side.capitalize()] = float(np.mean(known))
    return {
        "USED": np.array([len(found)]),
        "NAMES": [name for name, _, _ in found],
        "UNITS": [unit for _, unit, _ in found],
        "CONTEXTS": [side for _, _, side in found],
        "VALUES": np.array([*found.values()]),
    }


def _own_group(analysis: Analysis) -> dict[str, Value]:
    return {
        "VERSION": [VERSION],
        "MODEL": [analysis.model.name],
        "SEGMENT_TABLE": [analysis.model.parameters],
        "GROUND_REACTION": [analysis.ground.source],
        "MASS": np.array([body_mass(analysis)]),
        **{choice.upper(): [said] for choice, said in conventions(analysis).items()},
    }


def _results(analysis: Analysis) -> list[ResultPoint]:
    where = posture(analysis.model, analysis.motion)
    rows = all_columns(analysis, where)[0]
    # rows of several kinds a side: the kinds of one side beside each other
    return [
        replace(point, said=f"{point.said}; {axes_in_words(row.axes, analysis)}")
        if "{" in row.axes and point.kind != "POWERS"
        else point
        for _, row, columns in rows
        for one in zip(*(rule.make(rule, analysis, columns) for rule in row.c3d), strict=True)
        for point in one
    ]
