"""The content of a trial as a record for other programs: the output of `ambulo info --json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ambulo.records import ForcePlate
from ambulo.report.trial_words import lacking, plate_use

if TYPE_CHECKING:
    from ambulo.gait.inspection import Inspection


def trial_record(found: Inspection) -> dict[str, object]:
    """Frames, subject, markers with their missing frames, plates, events, marker sets.

    Args:
        found: content of the trial.
    """
    trial, guess = found.trial, found.guess
    markers, subject = trial.markers, trial.subject
    unseen = np.isnan(markers.position).any(axis=2).sum(axis=0)
    return {
        "file": trial.path,
        "frames": len(markers.time),
        "rate_Hz": _single(markers.rate) if len(markers.time) > 1 else None,
        "from_s": _single(markers.time[0]),
        "to_s": _single(markers.time[-1]),
        "subject": {
            "name": subject.name,
            "mass_kg": _single(subject.mass),
            "height_m": _single(subject.height),
            "sex": subject.sex,
        },
        "laboratory": trial.lab.reason,
        "markers": [
            {"name": name, "frames_not_seen": count}
            for name, count in zip(markers.names, unseen, strict=True)
        ],
        "plates": [_plate(plate) for plate in trial.plates],
        "events": [
            {"time_s": _single(e.time), "side": e.side, "kind": e.kind} for e in trial.events
        ],
        "marker_sets": [
            {
                "name": match.marker_set.name,
                "fits": match.complete,
                "found": len(match.found),
                "of": len(match.marker_set.markers),
                "missing_required": match.missing_required,
                "missing_optional": match.missing_optional,
                "doubtful": match.doubtful,
            }
            for match in found.matches
        ],
        "names_read": None
        if guess is None
        else {
            "markers": guess.names,
            "doubtful": guess.doubtful,
            "unread": guess.unread,
            "elsewhere": guess.elsewhere,
        },
        "placed_by_the_body": found.placed,
        "refused": found.refused or None,
        "missing": lacking(found),
        "notes": (*trial.notes, *found.remarks),
    }


def _single(value: float | None) -> float | None:
    """With the digits that a file's single precision holds: 56.8, not 56.79999923706055."""
    return None if value is None else float(f"{value:.7g}")


def _plate(plate: ForcePlate) -> dict[str, object]:
    use = plate_use(plate)
    return {
        "name": plate.name,
        "rate_Hz": _single(use.rate),
        "loaded_s": _single(use.loaded),
        "greatest_Fz_N": _single(use.greatest),
        "corners_m": plate.corners,
    }
