"""Landmarks that only the static trial has, in addition to clusters in both trials.

Markers or a pointer show them while the subject stands. In the movement, the cluster of their
segment carries them (calibrated anatomical systems technique: Cappozzo, Catani, Della Croce &
Leardini 1995).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.math.vector_arrays import finite
from ambulo.mocap.marker_sets.marker_names import Match, match_set
from ambulo.mocap.rigid_motion import carried_path, in_a_line, placed_on
from ambulo.records import Markers


def missing_beside_clusters(walk: Match, static: Markers) -> Mapping[str, Sequence[str]]:
    """Required markers that only the static trial has, and the markers of their segment in both
    trials.

    Args:
        walk: match of a trial that lacks required markers of the set.
        static: match of the same subject's static trial.
    Returns:
        Both by canonical names; empty unless all missing markers can be found in this way.
    """
    spec, standing = walk.marker_set.markers, match_set(static.names, walk.marker_set)
    if not standing.complete or not set(walk.missing_required) <= set(spec):
        return {}
    found = {
        name: [
            other
            for other in walk.found
            if spec[other].segment == spec[name].segment and other in standing.found
        ]
        for name in walk.missing_required
    }
    for others in found.values():
        seen = static.position[:, [static.names.index(standing.found[n]) for n in others]]
        whole = np.flatnonzero(np.isfinite(seen).all(axis=(1, 2)))
        if len(others) < 3 or not len(whole) or in_a_line(seen[whole[0]]):
            return {}
    return found


def with_static_landmarks(
    walk: Match, markers: Markers, static: Markers, missing: Mapping[str, Sequence[str]]
) -> tuple[Match, Markers]:
    """The trial with these landmarks under the static trial's names. The fit does not track them.

    Args:
        walk: match of the trial.
        markers: markers of the trial with filled gaps; NaN where a marker of the cluster still has
            a gap.
        static: match of the same subject's static trial.
        missing: result of `missing_beside_clusters`.
    """
    standing = match_set(static.names, walk.marker_set).found
    paths, names = [markers.position], list(markers.names)
    for name, others in missing.items():
        both = [n for n in others if walk.found.get(n) in markers.names]
        seen = static.position[:, [static.names.index(standing[n]) for n in both]]
        own = static.position[:, static.names.index(standing[name])]
        rows = np.isfinite(seen).all(axis=(1, 2)) & finite(own)
        shape = seen[rows][0]
        place = placed_on(seen[rows], shape, own[rows]).mean(axis=0)
        moved = markers.position[:, [markers.names.index(walk.found[n]) for n in both]]
        path = np.full((len(moved), 3), np.nan)
        whole = np.isfinite(moved).all(axis=(1, 2))
        path[whole] = carried_path(moved[whole], shape, place)
        paths.append(path[:, None])
        names.append(standing[name])
    found = match_set(names, walk.marker_set)
    said = (
        f"Only the static trial has these markers: {', '.join(missing)}. In the movement, the "
        "other markers of their segment give their places.",
    )
    return (
        replace(
            found,
            # labels that were put back stay so
            found={name: walk.found.get(name, own) for name, own in found.found.items()},
            carried=frozenset(missing),
            notes=(*walk.notes, *said),
            guessed=walk.guessed,
            doubtful=walk.doubtful,
        ),
        Markers(tuple(names), markers.time, np.concatenate(paths, axis=1)),
    )
