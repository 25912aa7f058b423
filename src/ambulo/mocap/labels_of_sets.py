"""Labels exchanged in recordings that a marker set fits, found by a fit of the body to its markers.

The names of the set tell which landmarks its markers show. No label is exchanged if the markers
agree with prior knowledge of bodies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from ambulo.inputs.errors import MarkersMissing
from ambulo.math.vector_arrays import finite
from ambulo.mocap.calibration.body_prior import has_place
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.labels_by_body import put_labels_back
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.measured_body import measure_body
from ambulo.mocap.missing_landmarks import PAIRED, missing_markers
from ambulo.mocap.naming.readings import read_names
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import SIDES, Markers, Subject
from ambulo.records.sides import other_side

_LEAST = frozenset(
    f"{side}_{name}" for side, name in product(SIDES, ("asis", "knee_lateral", "ankle_lateral"))
)
"""Landmarks without which no body is fitted."""
_FEET = {
    f"{side}_{part}": f"{side}_foot" for side, part in product(SIDES, ("hindfoot", "forefoot"))
}

Names = Mapping[str, str]
"""Canonical name in a set -> name in the file."""


def labels_by_body(
    marker_set: MarkerSet, trials: Sequence[tuple[Names, Markers]], subject: Subject
) -> tuple[Sequence[Names], Names]:
    """The names of each trial with corrected labels of pelvis and legs.

    And labels that seem exchanged, each with the other one, if it is not clear which they are.

    Args:
        marker_set: set of the names.
        trials: the movement, and the static trial if there is one.
        subject: height and widths, if known.
    """
    given, base = [names for names, _ in trials], load_marker_set(BASE)
    shows = landmarks(marker_set, {name for names in given for name in names})
    known = {own: name for name, own in shows.items()}
    files = [
        ({known[n]: own for n, own in names.items() if n in known and _seen(markers, own)}, markers)
        for names, markers in trials
    ]
    shown = {name for file, _ in files for name in file}
    if not shown >= _LEAST:
        return given, {}
    needed = shown.union(PAIRED, *(missing_markers(base, file) for file, _ in files))
    needed |= {other_side(name) for name in needed}
    segments = {name: spec.segment for name, spec in base.markers.items() if name in needed}
    try:
        body = measure_body(segments, files, subject)
        found, _, unclear = put_labels_back(segments, files, subject, body)
    except MarkersMissing:
        return given, {}
    if found is files:
        return given, unclear
    return [
        {**{n: own for n, own in names.items() if n not in known or known[n] not in was},
         **{shows[name]: own for name, own in file.items()}}
        for names, (file, _), (was, _) in zip(given, found, files, strict=True)
    ], {}  # fmt: skip


def landmarks(marker_set: MarkerSet, names: set[str]) -> Names:
    """Landmarks with known places that names of a set show -> these names; required ones first."""
    specs, base = marker_set.markers, load_marker_set(BASE).markers
    worn = [n for n in specs if n in names and specs[n].segment in LOWER_BODY]
    worn.sort(key=lambda name: not specs[name].required)
    found: dict[str, str] = {}
    for name, ways in read_names(worn).items():
        stem, on = ways[0].stem if ways else "", specs[name].segment
        # markers of one kind have numbers
        kind = (stem, *(f"{stem}_{k}" for k in range(1, len(worn))))
        free = next((one for one in kind if one in base and one not in found), "")
        if free and has_place(free) and base[free].segment == _FEET.get(on, on):
            found[free] = name
    return found


def _seen(markers: Markers, name: str) -> bool:
    return name in markers.names and bool(finite(markers.of(name)).any())
