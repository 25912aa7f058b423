"""The contents of a trial, and the marker sets that fit it or could be made for it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.one_thread import one_thread
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import Match, match, match_set
from ambulo.mocap.matched_names import match_names
from ambulo.mocap.naming.guess import Guess, guess
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import Trial


@dataclass(frozen=True)
class Inspection:
    """The contents of a trial and the marker sets that fit it, the best first.

    Args:
        trial: the trial.
        matches: first with the set that the analysis uses, then with the other sets.
        guess: how the names were read, if no set fits.
        placed: landmarks that no marker shows and the analysis finds by a fit of the body.
        refused: why the analysis would refuse the markers; "" if it would not. Gaps in the markers
            of one of Ambulo's sets are not tested.
        remarks: notes on labels that the analysis corrects, because their places show that they are
            exchanged, and on another person in the recording.
    """

    trial: Trial
    matches: tuple[Match, ...]
    guess: Guess | None = None
    placed: tuple[str, ...] = ()
    refused: str = ""
    remarks: tuple[str, ...] = ()


def inspect(
    path: str | Path,
    *,
    grf: str | Path | None = None,
    markers: str | None = None,
    up: str | None = None,
    forward: str | None = None,
    unit: str | None = None,
) -> Inspection:
    """Read a trial and compare its markers with all known sets.

    Args:
        path, grf: as `analyse`.
        markers: only this marker set (name or TOML file).
        up, forward: laboratory axes such as "+z"; found from the data if None.
        unit: of the file's lengths; if None, the unit that the file states.
    Raises:
        InputError: the file or the marker set cannot be read.
    """
    reactions = None if grf is None else Path(grf)
    trial = read_trial(Path(path), grf=reactions, up=up, forward=forward, unit=unit)
    return inspected(trial, markers)


@one_thread
def inspected(trial: Trial, markers: str | None = None) -> Inspection:
    """As `inspect`, for a trial that was read."""
    found = match(trial.markers.names, None if markers is None else [markers])
    try:
        named = match_names(trial, markers)
    except MarkersMissing as why:
        refused = Inspection(trial, tuple(found), refused=str(why))
        if markers is not None:
            return refused
        with suppress(MarkersMissing):  # of several people
            guessed = guess(trial.markers)
            read = guessed.told(match_set(trial.markers.names, guessed.marker_set))
            others = [one for one in found if one.marker_set.name != BASE]
            return replace(refused, matches=(read, *others), guess=guessed)
        return refused
    found_as, why_not = named.match, ""
    if named.by_body:
        # compiled code, that a shipped set's names do without
        from ambulo.gait.configuration import Configuration
        from ambulo.gait.stages.markers import find_markers

        try:
            found_as = find_markers(trial, Configuration(markers=markers), names=named).match
        except InputError as why:
            why_not = str(replace(why, where=""))
    others = [one for one in found if one.marker_set.name != named.match.marker_set.name]
    read_names = guess(trial.markers) if named.match.guessed else None
    if read_names is not None and read_names.base != named.match.marker_set.name:
        read_names = None  # a set of one's own, with doubts
    if read_names is not None:
        doubts = {**read_names.doubtful, **found_as.doubtful}
        read_names = replace(read_names, doubtful=doubts)
    matches = (found_as, *others)
    return Inspection(trial, matches, read_names, named.placed, why_not, named.remarks)


def guess_for(
    path: Path, *, up: str | None = None, forward: str | None = None, unit: str | None = None
) -> tuple[Trial, Guess]:
    """A trial, and the marker set that was read from its names.

    Args:
        path, up, forward, unit: as `inspect`.
    Raises:
        InputError: the file cannot be read, or its names belong to several people.
    """
    trial = read_trial(path, up=up, forward=forward, unit=unit)
    return trial, guess(trial.markers)
