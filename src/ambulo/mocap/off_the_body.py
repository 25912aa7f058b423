"""Positions of markers that are farther from the body than anyone can reach."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.inputs.article import counted
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import finite, lengths
from ambulo.records import Markers, Trial

_REACH = 2.5
"""m from the median marker; raised arms are 1.6 m from a tall person's pelvis."""
_BODY, _FEW = 6, 3
"""Markers that must be within reach in a frame, and that may be beyond: with others it is not known
where the body is, or there are several persons."""


def without_far_markers(trial: Trial) -> tuple[Trial, tuple[str, ...]]:
    """The trial without positions out of the body's reach, and without markers that have only such
    positions.

    Returns:
        Trial, and one sentence on each such marker.
    """
    markers = trial.markers
    position = markers.position
    middle = np.stack([medians(position[:, :, axis].T) for axis in range(3)], axis=1)
    away = lengths(position - middle[:, None])
    near, far = away <= _REACH, away > _REACH
    far &= ((near.sum(axis=1) >= _BODY) & (far.sum(axis=1) <= _FEW))[:, None]
    if not far.any():
        return trial, ()
    position = np.where(far[:, :, None], np.nan, position)
    kept = np.flatnonzero(finite(position).any(axis=0) | ~far.any(axis=0))
    names = tuple(markers.names[k] for k in kept)
    notes = tuple(
        f"Marker {markers.names[k]} is up to {away[far[:, k], k].max():.1f} m from the middle of "
        f"the body on {counted(int(far[:, k].sum()), 'frame')}; these positions were left out."
        for k in np.flatnonzero(far.any(axis=0))
    )
    return replace(trial, markers=Markers(names, markers.time, position[:, kept])), notes
