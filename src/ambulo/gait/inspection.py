"""What a trial holds and which marker sets fit it, or could be made for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import Match, match, match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, own_marker_sets
from ambulo.mocap.naming.guess import Guess, guess
from ambulo.records import Trial


@dataclass(frozen=True)
class Inspection:
    """What a trial holds and which marker sets fit it, the best first.

    Args:
        trial: the trial.
        matches: with shipped sets; where none fits, with what its names were read as first.
        guess: how the names were read, where no set fits.
    """

    trial: Trial
    matches: tuple[Match, ...]
    guess: Guess | None = None


def inspect(
    path: str | Path,
    *,
    grf: str | Path | None = None,
    markers: str | None = None,
    up: str | None = None,
    forward: str | None = None,
    unit: str | None = None,
) -> Inspection:
    """Read a trial and match its markers with the sets known.

    Args:
        path, grf: as `analyse`.
        markers: only this marker set (name or TOML file).
        up, forward: laboratory axes such as "+z"; found from the data if None.
        unit: of the file's lengths; what the file says if None.
    Raises:
        InputError: the file or the marker set cannot be read.
    """
    reactions = None if grf is None else Path(grf)
    trial = read_trial(Path(path), grf=reactions, up=up, forward=forward, unit=unit)
    found = match(trial.markers.names, None if markers is None else [markers])
    if markers is not None or any(one.complete for one in found):
        return Inspection(trial, tuple(found))
    kept = [match_set(trial.markers.names, load_marker_set(p)) for p in own_marker_sets(trial.path)]
    if any(one.complete for one in kept):
        return Inspection(trial, (*sorted(kept, key=lambda one: not one.complete), *found))
    try:
        guessed = guess(trial.markers)
    except MarkersMissing:  # of several people
        return Inspection(trial, tuple(found))
    read = guessed.told(match_set(trial.markers.names, guessed.marker_set))
    return Inspection(trial, (read, *found), guessed)


def guess_for(
    path: Path, *, up: str | None = None, forward: str | None = None, unit: str | None = None
) -> tuple[Trial, Guess]:
    """A trial and the marker set read from its names.

    Args:
        path, up, forward, unit: as `inspect`.
    Raises:
        InputError: the file cannot be read, or its names are of several people.
    """
    trial = read_trial(path, up=up, forward=forward, unit=unit)
    return trial, guess(trial.markers)
