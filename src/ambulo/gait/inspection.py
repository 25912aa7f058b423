"""What a trial holds and which marker sets fit it, or could be made for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import Match, match
from ambulo.mocap.marker_sets.starter import Starter, starter_set
from ambulo.records import Trial

__all__ = ["Inspection", "inspect", "starter_for"]


@dataclass(frozen=True)
class Inspection:
    """What a trial holds and which marker sets fit it, the best first."""

    trial: Trial
    matches: tuple[Match, ...]


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
    return Inspection(trial, tuple(found))


def starter_for(
    path: Path, *, up: str | None = None, forward: str | None = None, unit: str | None = None
) -> Starter:
    """A marker set to begin with, guessed from the names in a trial.

    Args:
        path, up, forward, unit: as `inspect`.
    Raises:
        InputError: the file cannot be read, or its names tell nothing.
    """
    trial = read_trial(path, up=up, forward=forward, unit=unit)
    return starter_set(trial.markers, path.name)
