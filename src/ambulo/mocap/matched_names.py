"""The marker set for the analysis of a trial, and the landmarks of this set that no marker shows.

`info` also uses this module, and usually needs no compiled code. Such code is therefore imported
only if no complete set fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.vector_arrays import cosines_about
from ambulo.mocap.calibration.landmarks import Landmarks, evaluate_landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_legs
from ambulo.mocap.labels_by_place import Relabelled, relabelled
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.mocap.marker_sets.marker_set import Chord, Mean
from ambulo.mocap.marker_sets.marker_set_file import MARKER_SETS, own_marker_sets
from ambulo.mocap.naming.people import other_person
from ambulo.mocap.naming.places import Places
from ambulo.mocap.static_landmarks import missing_beside_clusters
from ambulo.model.skeleton import load_skeleton
from ambulo.records import SIDES, Markers, Subject, Trial
from ambulo.records.sides import side_of

_OF_BASE = "left_knee_lateral"
"""A marker of the sets that are laid over `landmarks`, whose landmarks the body can place."""


class MatchedNames(NamedTuple):
    """The marker set to which a trial's names belong.

    Args:
        match: match of the names with the set.
        beside: landmarks that only the static trial has, from `missing_beside_clusters`.
        read, lacks: names of an incomplete set, and its missing landmarks, from `in_the_place_of`.
        right: the trials with corrected labels, if labels were looked at.
        remarks: notes on corrected labels, and on another person in the recording.
    """

    match: Match
    beside: Mapping[str, Sequence[str]] = {}
    read: Mapping[str, str] = {}
    lacks: Sequence[str] = ()
    right: Relabelled | None = None
    remarks: tuple[str, ...] = ()

    def saying(self, *notes: str) -> MatchedNames:
        """The same names with further notes before those of the match."""
        return self._replace(match=replace(self.match, notes=(*notes, *self.match.notes)))

    @property
    def by_body(self) -> bool:
        """Whether a fit of the body to all markers finds the missing landmarks."""
        return bool(self.read) or (not self.beside and _OF_BASE in self.match.marker_set.markers)

    @property
    def placed(self) -> tuple[str, ...]:
        """The landmarks without a marker; a fit of the body to all markers finds them."""
        if self.read or not self.by_body:
            return tuple(self.lacks)
        from ambulo.mocap.missing_landmarks import missing_markers

        return missing_markers(self.match.marker_set, self.match.found)


def match_names(trial: Trial, wanted: str | None, static: Trial | None = None) -> MatchedNames:
    """The marker set for the analysis of a trial: a set that fits, or the nearest one.

    Args:
        trial: trial to be analysed; static: its static trial.
        wanted: the chosen marker set; None for any known set.
    Raises:
        MarkersMissing: no set fits, and landmarks of a leg or the pelvis are missing.
        InputError: the chosen marker set has a mistake.
    """
    markers, standing = trial.markers, None if static is None else static.markers
    sets = None if wanted is None else [wanted]
    try:
        fitting = best(markers.names, sets)
        if standing is not None:
            from ambulo.mocap.missing_landmarks import in_the_place_of

            stands = match_set(standing.names, fitting.marker_set)
            if not stands.complete:
                names, lacks = in_the_place_of(stands, standing, markers)
                return MatchedNames(fitting, read=names, lacks=lacks)
        seen, fits = Relabelled(markers, standing), MatchedNames(fitting)
        # a set of one's own says itself what its labels are, and a fit of the body looks at them
        if MARKER_SETS.name_of(fitting.marker_set.path) in MARKER_SETS and not fits.by_body:
            seen = relabelled(fitting, markers, standing)
            fits = fits._replace(right=seen)
        remarks = (*seen.notes, *_others(fitting, markers))
        noted = replace(fitting, notes=(*fitting.notes, *remarks))
        fits = fits._replace(match=noted, remarks=remarks)
        if sets is not None or (
            _legs_placed(fitting, seen.standing or seen.markers, trial.subject)
            and not _leaves_out_inner_sides(fitting, markers, standing)
        ):
            return fits
        unknown = None
    except MarkersMissing as refused:
        unknown = refused
        for nearly in match(markers.names, sets) if standing is not None else ():
            assert standing is not None
            missing = missing_beside_clusters(nearly, standing)
            if missing:
                note = f"Marker set {nearly.marker_set.name}, with the static trial's landmarks."
                return MatchedNames(replace(nearly, notes=(note, *nearly.notes)), missing)
    if sets is not None:
        assert unknown is not None
        from ambulo.mocap.missing_landmarks import can_be_completed, in_the_place_of

        nearly = match(markers.names, sets)[0]
        if can_be_completed(nearly):
            return MatchedNames(nearly)
        names, lacks = in_the_place_of(nearly, markers, standing)
        if not names:
            raise unknown
        return MatchedNames(nearly, read=names, lacks=lacks)
    faults = []
    for kept in own_marker_sets(trial.path):
        try:
            own = match_names(trial, str(kept), static)
            if own.by_body and not own.read:
                from ambulo.mocap.missing_landmarks import require_on_legs

                require_on_legs(own.match.marker_set)
        except MarkersMissing:
            continue
        except InputError as fault:
            faults.append(f"A marker set that the laboratory keeps is left out. {fault}")
            continue
        note = f"No marker set of Ambulo fits, but {kept}, a set of this laboratory, does."
        return own.saying(note, *faults)
    try:
        return _read_names(markers, standing, unknown).saying(*faults)
    except MarkersMissing as refused:
        if not faults:
            raise
        raise MarkersMissing(refused.what, refused.where, faults[0]) from None


def _read_names(
    markers: Markers, standing: Markers | None, unknown: MarkersMissing | None
) -> MatchedNames:
    """Names read that no set knows, or the nearest set with what it lacks.

    Args:
        unknown: why no shipped set fits; None where one does that leaves a leg unplaced, or the
            inner sides of joints out.
    """
    # names are read where no set knows them, and nowhere else
    from ambulo.mocap.missing_landmarks import can_be_completed, in_the_place_of, lacks_one_side
    from ambulo.mocap.naming.guess import guess

    guessed = guess(markers, standing)
    if standing is not None:
        nearly = match_set(markers.names, guessed.marker_set)
        missing = missing_beside_clusters(nearly, standing)
        if missing:
            return MatchedNames(guessed.told(nearly), missing)
    read, nearest = match_set(markers.names, guessed.marker_set), match(markers.names)[0]
    # the names of a shipped set, which lacks a few; or all that it lacks the other side shows
    shipped = not read.complete and len(nearest.found) > len(guessed.names)
    kept = shipped or (unknown is not None and lacks_one_side(nearest))
    # what a segment lacks that has markers is found by the body that they fit
    if can_be_completed(read):
        names, lacks = in_the_place_of(nearest, markers, standing) if kept else ({}, ())
        return (
            MatchedNames(nearest, {}, names, lacks) if names else MatchedNames(guessed.told(read))
        )
    if unknown is None:
        return MatchedNames(nearest)
    if shipped and guessed.shows_legs:
        raise unknown
    return MatchedNames(guessed.match(markers.names))


_A_BODY = 6
"""Names that a set does not know and that may be those of another person."""


def _others(found: Match, markers: Markers) -> Sequence[str]:
    """A note on another person beside the one whose names a set knows."""
    if len(found.unknown) < _A_BODY:
        return ()
    said = other_person([*found.found.values()], found.unknown, Places([markers]))
    return (said,) if said else ()


def _leaves_out_inner_sides(found: Match, markers: Markers, standing: Markers | None) -> bool:
    """Whether names that a set does not know tell the inner sides of both knees or both ankles."""
    names = dict.fromkeys((*markers.names, *(standing.names if standing is not None else ())))
    unknown = match_set(names, found.marker_set).unknown
    if not unknown:
        return False
    from ambulo.mocap.naming.readings import read_names

    told = read_names([*names])
    inner = {(told[name][0].landmark, told[name][0].side) for name in unknown if told[name]}
    return any({(joint, s) for s in SIDES} <= inner for joint in ("knee_medial", "ankle_medial"))


_GLANCE = 8
"""Frames that tell which rules of a set find their markers; all are asked where these do not."""


def _legs_placed(found: Match, markers: Markers, subject: Subject) -> bool:
    """Whether pelvis and legs can be placed by the markers that a set's names find in a trial."""
    skeleton = load_skeleton(found.marker_set.skeletons[0])
    fits = match_set(markers.names, found.marker_set)
    if not fits.complete or not any(
        found.marker_set.markers[name].segment in LOWER_BODY for name in fits.missing_optional
    ):
        return True
    for step in (max(len(markers.time) // _GLANCE, 1), 1):
        some = Markers(markers.names, markers.time[::step], markers.position[::step])
        seen = evaluate_landmarks(fits, some, Subject())
        with suppress(InputError):
            require_legs(skeleton, Placement(skeleton.segments, seen, seen))
            return _wands_beside(fits, seen, subject)
    return False


_ASIDE = np.cos(np.radians(45.0))
"""About the leg from a wand to the pelvis's way outwards: 3 to 27 degrees in six recordings of two
laboratories. A marker of a cluster may lie nearer to the sagittal plane."""


def _wands_beside(found: Match, seen: Landmarks, subject: Subject) -> bool:
    """Whether what alone shows the axes of knees and ankles, unmeasured, lies as a wand."""
    pelvis = found.marker_set.pelvis
    for name, (first, *others) in found.marker_set.points.items() if pelvis else ():
        assert pelvis is not None
        side = side_of(name)
        known = isinstance(first, Mean) and {*first.mean} <= {*found.found}
        for rule in () if known else (first, *others):
            match rule:
                case Chord(chord=(proximal, marker), away_from=str(wand), rotation=turn) if (
                    wand in found.found and turn not in subject.measurements
                ):
                    at, out = seen.points[marker], seen.frames[pelvis.frame].R[:, :, 1]
                    cosine = cosines_about(
                        seen.points[proximal] - at,
                        seen.points[wand] - at,
                        out if side == "left" else -out,
                    )
                    if np.nanmedian(cosine) < _ASIDE:
                        return False
    return True
