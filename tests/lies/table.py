"""What becomes of each lie: refused, repaired, marked, or passed over."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np
from tests.lies import recordings
from tests.lies.lie import Lie
from tests.lies.marker_lies import marker_lies
from tests.lies.named import names
from tests.lies.not_observable import REASONS
from tests.lies.other_lies import other_lies
from tests.lies.plate_lies import plate_lies
from tests.lies.recordings import Recording, analysed

from ambulo.inputs.errors import InputError
from ambulo.records import SIDES, Analysis

Outcome = Literal["refused", "repaired", "marked", "wrong cause", "silent", "harmless"]

PAIRS = {
    "first": (recordings.first_whole, recordings.first_legs),
    "second": (recordings.second_whole, recordings.second_legs),
}
OBSERVED, LARGE = 0.15, 0.25
"""Change of a peak sagittal moment from which a lie matters, and from which it must be found."""


@dataclass(frozen=True)
class Row:
    """What became of a lie told of one recording.

    Args:
        recording: its title.
        lie: as told.
        change: greatest of the peak sagittal moments, relative to that joint's largest; NaN where
            it was refused, infinite where a moment was lost.
        outcome: refused, or marked, with the right cause or another; else repaired (what is left
            changes less than 15 %, and a note says what was done), harmless (it changes less than
            that anyhow), or silent.
        said: the message, the checks, or the note.
        forbidden: whether a check says do-not-use that did not without the lie.
    """

    recording: str
    lie: Lie
    change: float
    outcome: Outcome
    said: str
    forbidden: bool = False

    @property
    def matters(self) -> bool:
        """Whether what is printed is wrong by more than is tolerated, or would have been."""
        return self.outcome not in ("harmless", "repaired", "refused")


def lies() -> list[Lie]:
    """All of them."""
    every = [*marker_lies(), *plate_lies(), *other_lies()]
    return [replace(lie, hidden=REASONS.get(lie.name, "")) for lie in every]


def peaks(found: Analysis, used: slice = slice(None)) -> dict[str, np.ndarray]:
    """Least and greatest sagittal moment [N*m/kg] of hip, knee and ankle of either side, in the
    frames used.
    """
    mass = found.model.subject.mass or np.nan
    names = [
        f"{side}_{motion}"
        for side in SIDES
        for motion in ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return {
            name: np.array(
                [limit(found.moments[name].values[used]) for limit in (np.nanmin, np.nanmax)]
            )
            / mass
            for name in names
        }


def changed(found: Analysis, truth: Analysis) -> float:
    """Greatest change of a peak, relative to the largest peak of that joint in the truth.

    Where only a part of the recording is used, as the log says, the truth is that of this part.
    """
    time, every = found.motion.time, truth.motion.time
    first = int(np.argmin(np.abs(every - time[0])))
    used = slice(first, first + len(time))
    part = len(every[used]) == len(time) and np.allclose(every[used], time, atol=1e-4)
    now, right = peaks(found), peaks(truth, used if part else slice(None))
    size = {name: np.abs(both).max() for name, both in peaks(truth).items()}
    change = [np.abs(now[name] - right[name]).max() / size[name] for name in right]
    greatest = float(np.max(change))
    return greatest if np.isfinite(greatest) else np.inf


@cache
def truth(recording: str) -> tuple[Recording, Analysis]:
    """A recording and its analysis."""
    for pair in PAIRS.values():
        for make in pair:
            if make().title == recording:
                with TemporaryDirectory() as folder:
                    return make(), analysed(make(), Path(folder))
    raise KeyError(recording)


def told(lie: Lie, recording: str) -> Row:
    """Tell a lie of a recording and see what the analysis makes of it."""
    right, true = truth(recording)
    false = right.copy()
    lie.tell(false)
    with TemporaryDirectory() as folder:
        try:
            found = analysed(false, Path(folder))
        except InputError as error:
            named = re.search(lie.cause, str(error), re.IGNORECASE)
            return Row(recording, lie, np.nan, "refused" if named else "wrong cause", str(error))
    change = changed(found, true)
    before = {check.id: check.grade for check in true.checks}
    new = [check for check in found.checks if check.beyond and before.get(check.id) != check.grade]
    notes = [note for note in found.log if note not in true.log]
    if new:
        right_cause = any(names(check.id, lie.cause) for check in new)
        outcome: Outcome = "marked" if right_cause else "wrong cause"
        if not right_cause and change <= OBSERVED:
            outcome = "harmless"
        forbidden = any(check.grade == "do-not-use" for check in new)
        marks = "; ".join(f"{check.id} {check.value:.3g}: {check.grade}" for check in new)
        return Row(recording, lie, change, outcome, marks, forbidden)
    if change > OBSERVED:
        return Row(recording, lie, change, "silent", "; ".join(notes)[:300])
    # what a repair says is a note more; other notes only change their numbers
    repaired = len(found.log) > len(true.log)
    return Row(
        recording, lie, change, "repaired" if repaired else "harmless", " ".join(notes)[:300]
    )
