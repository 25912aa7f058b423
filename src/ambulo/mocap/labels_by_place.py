"""Trials with corrected labels, where the places of their markers show exchanged ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ambulo.inputs.printable import printable
from ambulo.math.runs import runs
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.marker_sets.marker_names import Match, match_set
from ambulo.mocap.naming.exchanged import Exchanged, labels_by_place
from ambulo.records import Markers, PutBack

_SHOW = "The places of the markers show this. It was corrected."


class Relabelled(NamedTuple):
    """Trials with corrected labels.

    Args:
        markers: of the movement; standing: of the static trial, None without one.
        notes: a note for each trial and kind of exchange.
    """

    markers: Markers
    standing: Markers | None
    notes: tuple[str, ...] = ()


def relabelled(found: Match, markers: Markers, standing: Markers | None) -> Relabelled:
    """The trials with corrected labels of pelvis and legs.

    Args:
        found: match of the movement with one of Ambulo's sets.
        markers: of the movement; standing: of the static trial.
    """
    specs = found.marker_set.markers
    trials = {"the recording": markers}
    if standing is not None:
        trials["the static trial"] = standing
    matches = [found, *(match_set(trial.names, found.marker_set) for trial in trials.values())]
    worn = {
        own: specs[name].segment
        for match in matches
        for name, own in match.found.items()
        if specs[name].segment in LOWER_BODY
    }
    exchanged = labels_by_place([*trials.values()], worn)
    right = [_corrected(*each) for each in zip(trials.values(), exchanged, strict=True)]
    notes = (note for each in zip(trials.items(), exchanged, strict=True) for note in _notes(*each))
    return Relabelled(right[0], right[1] if standing is not None else None, (*notes,))


def _corrected(trial: Markers, exchanged: Exchanged) -> Markers:
    names = tuple(exchanged.labels.get(name, name) for name in trial.names)
    position = trial.position
    if exchanged.part.frames:
        position = position.copy()
    for pair, frames in exchanged.part.frames.items():
        left, right = (trial.names.index(name) for name in pair)
        position[frames, left] = trial.position[frames, right]
        position[frames, right] = trial.position[frames, left]
    return replace(trial, names=names, position=position)


def _notes(trial: tuple[str, Markers], exchanged: Exchanged) -> Iterator[str]:
    where, markers = trial
    if exchanged.labels:
        pairs = sorted({" and ".join(sorted(pair)) for pair in exchanged.labels.items()})
        yield PutBack(printable(f"Labels are exchanged in {where}: {', '.join(pairs)}. {_SHOW}"))
    for pair, frames in exchanged.part.frames.items():
        spans = ", ".join(
            f"{markers.time[start]:.2f} to {markers.time[stop - 1]:.2f} s"
            for start, stop in runs(frames)
        )
        said = f"Labels {' and '.join(pair)} are exchanged in a part of {where}: {spans}. {_SHOW}"
        yield PutBack(printable(said))
    for pair, share in exchanged.part.unclear.items():
        yield printable(
            f"Labels {' and '.join(pair)} seem exchanged in {100.0 * share:.0f} % of the frames of "
            f"{where}. In which of them is not clear, so Ambulo corrected none."
        )
