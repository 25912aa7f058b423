"""The part of a recording in which the whole body is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import GapTooLong, InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run
from ambulo.math.vector_arrays import finite
from ambulo.records import FramesLeftOut, Markers

SHORTEST = 20
"""Frames; a shorter stretch is too short to differentiate its movement."""
_MUCH = 0.02
"""Share of the frames, with the person in them, from which the result says that they are left out,
not only the log."""


@dataclass(frozen=True)
class UsableFrames:
    """Frames start to stop (exclusive) of the recording, and why the other frames are left out."""

    start: int
    stop: int
    notes: tuple[str, ...]

    def cut(self, markers: Markers) -> Markers:
        """The markers in these frames."""
        chosen = slice(self.start, self.stop)
        return Markers(markers.names, markers.time[chosen], markers.position[chosen])

    def cut_curves(self, curves: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
        """Curves (frames,) in these frames."""
        return {name: values[self.start : self.stop] for name, values in curves.items()}


def usable_frames(markers: Markers, required: Sequence[str]) -> UsableFrames:
    """The longest stretch of frames in which every required marker is seen.

    Args:
        markers: markers with filled gaps.
        required: names without which a segment cannot be placed.
    Raises:
        GapTooLong: no 20 successive frames have all of them. The message names the worst marker.
        InputError: a required marker is not in the trial, or the trial is shorter than 20 frames.
    """
    if len(markers.time) < SHORTEST:
        raise InputError(
            what=f"the recording is too short: velocities and accelerations need {SHORTEST} "
            f"frames, and it has {len(markers.time)}",
            remedy="Give the whole trial",
        )
    absent = [name for name in required if name not in markers.names]
    if absent:
        raise InputError(
            what=f"required markers are missing: {', '.join(absent)}",
            remedy="Label them, or choose with --markers a marker set that does not need them",
        )
    columns = [markers.names.index(name) for name in required]
    seen = finite(markers.position[:, columns])
    start, stop = longest_run(np.asarray(seen.all(axis=1)))
    time = markers.time
    if stop - start < SHORTEST:
        worst = int(np.argmin(seen.sum(axis=0)))
        missing = np.flatnonzero(~seen[:, worst])
        raise GapTooLong(
            what=(
                f"marker {required[worst]} is missing in {len(missing)} of {len(seen)} frames "
                f"({time[missing[0]]:.2f} to {time[missing[-1]]:.2f} s), and no {SHORTEST} frames "
                "in a row show all required markers"
            ),
            remedy="Fill its gaps in the capture software, or choose a marker set without it",
        )
    if stop - start == len(seen):
        return UsableFrames(start, stop, ())
    lacking = [
        name
        for k, name in enumerate(required)
        if not seen[:start, k].all() or not seen[stop:, k].all()
    ]
    shown = ", ".join(lacking[:6]) + (" and others" if len(lacking) > 6 else "")
    left, gone = len(seen) - (stop - start), int((~seen.all(axis=1)).sum())
    noun, verb, them, whose = (
        ("marker", "is", "it", "its") if len(lacking) == 1 else ("markers", "are", "them", "their")
    )
    note = (
        f"{left} of {len(seen)} frames ({left / markers.rate:.2f} s) are left out, because "
        f"{noun} {shown} {verb} missing in {gone} of them. Ambulo analyses the longest part in "
        f"which all required markers are seen: {time[start]:.2f} to {time[stop - 1]:.2f} s. To "
        f"analyse more, label {them} or fill {whose} gaps in the capture software."
    )
    # where most are missing, the person is not there, and nothing can be labelled
    there = seen.mean(axis=1) >= 0.5
    there[start:stop] = False
    if there.sum() >= _MUCH * len(seen):
        note = FramesLeftOut(note)
    return UsableFrames(start, stop, (note,))
