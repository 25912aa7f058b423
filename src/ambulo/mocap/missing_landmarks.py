"""Landmarks without a marker, found by the body that fits all markers best.

If the names of a recording show too few landmarks for the rules of a marker set, pelvis and legs
are fitted with unknown marker places (`fit_body`), over frames of the movement and of the static
trial. The landmarks are then those of this body.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.inputs.printable import printable
from ambulo.math.vector_arrays import finite
from ambulo.mocap.calibration.body_prior import VAGUE, has_place, place_spread
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.labels_by_body import across, contradiction, put_labels_back
from ambulo.mocap.marker_sets.marker_names import NAME_YOURS, Match, match_set
from ambulo.mocap.marker_sets.marker_set import Chord, MarkerSet
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.measured_body import MeasuredBody, measure_body, point_paths
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import SIDES, Markers, PutBack, Subject
from ambulo.records.sides import other_side

if TYPE_CHECKING:
    from ambulo.mocap.naming.guess import Guess

_LEGS = frozenset(
    {"pelvis", *(f"{side}_{part}" for side, part in product(SIDES, ("thigh", "shank", "foot")))}
)
"""Segments that are fitted."""
_SEGMENT_ABOVE = {"knee": "thigh", "ankle": "shank"}
PAIRED = frozenset(
    f"{side}_{joint}_{which}"
    for side, joint, which in product(SIDES, _SEGMENT_ABOVE, ("lateral", "medial"))
)
"""Landmarks that a knee or an ankle lies between."""
_CONTRADICTED, _ANYWHERE = 2.0, 0.10
"""Misfit over what skin moves; m."""


@dataclass(frozen=True, eq=False)
class Completed:
    """Trials with the landmarks that a marker set's rules need.

    Args:
        match: match of the movement. Other markers carry the added landmarks, which are not
            tracked.
        markers: markers of the movement.
        static: markers of the static trial, None without one.
        body: body with these landmarks.
    """

    match: Match
    markers: Markers
    static: Markers | None
    body: MeasuredBody


def can_be_completed(found: Match) -> bool:
    """Whether the places of a set's landmarks are known, and every segment has at least one marker.

    A shank needs no marker if knee and foot have markers.
    """
    specs = found.marker_set.markers
    required = (name for name, spec in specs.items() if spec.required)
    shown = {specs[name].segment for name in found.found}
    ends = product(SIDES, ("lateral", "medial"))
    shown |= {f"{side}_shank" for side, end in ends if f"{side}_knee_{end}" in found.found}
    return shown >= _LEGS and all(map(has_place, required))


def require_on_legs(marker_set: MarkerSet) -> None:
    """Require that every landmark that the fit can place is on a segment that is fitted.

    Raises:
        InputError: a landmark is on another segment.
    """
    for name, spec in marker_set.markers.items():
        if has_place(name) and spec.segment not in _LEGS:
            raise InputError(
                what=f"{name} is on {spec.segment}, which is not one of {', '.join(sorted(_LEGS))}",
                where=f"marker set {marker_set.name}",
                remedy="Correct `on`",
            )


def completed_trials(
    found: Match, markers: Markers, static: Markers | None, subject: Subject
) -> Completed | None:
    """The trials with the landmarks that a marker set needs but no marker shows.

    Exchanged labels are corrected if this is certain, and called doubtful.

    Args:
        found: names of the movement in a set that extends `landmarks` and `can_be_completed`.
        markers: markers of the movement; static: markers of the same subject in standing.
        subject: height and widths where they are known.
    Returns:
        None if nothing is missing and no label seems exchanged.
    Raises:
        MarkersMissing: the markers do not place every joint.
        InputError: the set puts a landmark on a segment that is not fitted.
    """
    marker_set = found.marker_set
    require_on_legs(marker_set)
    trials = [(found.found, markers)]
    if static is not None:
        trials.append((match_set(static.names, marker_set).found, static))
    trials = [
        ({name: own for name, own in file.items() if has_place(name) and _seen(seen, own)}, seen)
        for file, seen in trials
    ]
    shown = {name for file, _ in trials for name in file}
    needed = shown.union(*(missing_markers(marker_set, file) for file, _ in trials), PAIRED)
    needed |= {other_side(name) for name in needed}
    segments = {name: spec.segment for name, spec in marker_set.markers.items() if name in needed}
    body = measure_body(segments, trials, subject)
    mended, body, unclear = put_labels_back(segments, trials, subject, body)
    wanted = [missing_markers(marker_set, file) for file, _ in mended]
    if mended is trials and not any(wanted) and not unclear:
        return None
    if not unclear or any(wanted):
        _require_body(body, found.found)
    labels = dict(pair for file, _ in reversed(trials) for pair in file.items())
    whole, exchanged = [], dict[str, str]()
    for (file, seen), (was, _), lacks in zip(mended, trials, wanted, strict=True):
        back = {own: was.get(name, name) for name, own in file.items() if was.get(name) != own}
        exchanged |= back
        names = tuple(back.get(name, name) for name in seen.names)
        named = {name: back.get(own, own) for name, own in file.items()}
        added = {name: labels.get(name, name) for name in lacks}
        whole.append(_with(body, named, Markers(names, seen.time, seen.position), added))
    match = match_set(whole[0].names, marker_set)
    notes = [*found.notes]
    if exchanged:
        pairs = ", ".join(f"{name} is {other}" for name, other in exchanged.items())
        notes.append(
            PutBack(f"Labels are exchanged, as the fit of the body to all markers shows: {pairs}.")
        )
    if unclear:
        pairs = ", ".join(f"{name} with {other}" for name, other in unclear.items())
        notes.append(
            f"Labels seem exchanged, but it is not clear which: {pairs}. Ambulo corrected none."
        )
    if wanted[0]:
        notes.append(
            f"No marker shows these landmarks: {', '.join(wanted[0])}. They were {_placed(body)}."
        )
    doubts = {
        name: f"labelled {old} in the file, but used as {name}, because the body's position shows "
        f"that it is {name}"
        for old, name in exchanged.items()
    } | {
        name: f"its label may be exchanged with {other}, as the position of the body shows"
        for name, other in unclear.items()
    }  # fmt: skip
    match = replace(
        match, carried=found.carried | {*wanted[0]}, notes=tuple(notes), guessed=found.guessed,
        doubtful={**found.doubtful, **doubts},
    )  # fmt: skip
    match = _followed(match, [mended[0][0].get(across(name)) for name in wanted[0]])
    body = _with_unshown(body, frozenset[str]().union(*wanted))
    return Completed(match, whole[0], whole[1] if static is not None else None, body)


def in_the_place_of(
    found: Match, markers: Markers, other: Markers | None
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The names of a recording in one of Ambulo's sets, and the missing names.

    Args:
        found: names of a trial in a set that needs the missing names.
        markers: markers of that trial; other: markers of the other trial (static trial or
            movement).
    Returns:
        Canonical name in `landmarks` -> name in the files (or in the set, if missing); and the
        names that the trial lacks. Empty if a missing name has no known place, or if more names can
        be read than the set knows and the trial does not lack one side's names alone.
    """
    spec = found.marker_set.markers
    needed = missing_markers(found.marker_set, found.found)
    spare = [name for name in found.missing_optional if spec[name].segment in LOWER_BODY]
    there = {} if other is None else match_set(other.names, found.marker_set).found
    lacks, others = ([there.get(n, n) for n in own] for own in (needed or spare, spare))
    absent = tuple(dict.fromkeys((*lacks, *others)))
    read = _read_with(absent, markers, other)
    # names that no word tells, of a user's set, show no body
    if other is None and not can_be_completed(match_set(markers.names, read.marker_set)):
        return {}, ()
    one_side = lacks_one_side(found)
    known = _lacking_places(found, read, lacks, absent, one_side)
    if known is not None and len(found.found) + len(known[1]) > len(known[0]):
        return known
    if not one_side:
        return {}, ()
    # beside further markers of a segment, there or not, the set's own ones are read as a cluster
    paired = {own for name, own in read.names.items() if name in PAIRED}
    absent = tuple(name for name in absent if name in lacks or name in paired)
    own = _read_with(
        absent,
        _only(markers, found.found.values()),
        None if other is None else _only(other, there.values()),
    )
    shown = {*found.found.values(), *there.values(), *lacks}
    wands = {
        at: mark for name, at in _wands(found).items()
        if (mark := there.get(name, found.found.get(name, name))) in shown
    }  # fmt: skip
    rest = {at: mark for at, mark in own.names.items() if mark not in wands.values()}
    known = _lacking_places(found, replace(own, names={**rest, **wands}), lacks, absent, one_side)
    if known is None:
        return {}, ()
    names, named = known
    taken = {*names.values(), *absent, *found.found.values(), *there.values()}
    further = {name: mark for name, mark in read.names.items() if mark not in taken}
    return {**further, **names}, named


def lacks_one_side(found: Match) -> bool:
    """Whether a file has the other side's marker for all that a set needs and the file lacks.

    A recording with the names of another set lacks them on both sides.
    """
    lacks = missing_markers(found.marker_set, found.found)
    return bool(lacks) and all(_twins(name) & found.found.keys() for name in lacks)


def _twins(name: str) -> set[str]:
    """What a set may call the other side's marker: of LTIB, RTIB."""
    ways = ("L", "R"), ("l", "r"), SIDES
    both = (*ways, *(pair[::-1] for pair in ways))
    return {re.sub(rf"(^|_){a}", rf"\1{b}", name) for a, b in both} - {name}


def _wands(found: Match) -> Mapping[str, str]:
    """Markers that a set's rules take as wands, and their canonical names in `landmarks`."""
    specs = found.marker_set.markers
    return {
        wand: f"{specs[wand].segment}_wand"
        for rules in found.marker_set.points.values() for rule in rules
        if isinstance(rule, Chord) and rule.rotation and (wand := str(rule.away_from)) in specs
    }  # fmt: skip


def _read_with(absent: Sequence[str], markers: Markers, other: Markers | None) -> Guess:
    """The names of a recording, read with absent ones of a marker set."""
    # names are read where no set fits, and nowhere else
    from ambulo.mocap.naming.guess import guess

    blank = np.full((len(markers.time), len(absent), 3), np.nan)
    with_them = (*markers.names, *absent)
    return guess(
        Markers(with_them, markers.time, np.concatenate([markers.position, blank], axis=1)), other
    )


def _only(markers: Markers, names: Collection[str]) -> Markers:
    """Some of the markers of a trial."""
    kept = [k for k, name in enumerate(markers.names) if name in names]
    shown = tuple(markers.names[k] for k in kept)
    return Markers(shown, markers.time, markers.position[:, kept])


def _lacking_places(
    found: Match, read: Guess, lacks: Sequence[str], absent: Sequence[str], one_side: bool
) -> tuple[Mapping[str, str], tuple[str, ...]] | None:
    """The names read and those that a trial lacks; None if one of these has no known place.

    Args:
        absent: names that were read without a marker; lacks: those of them that the set needs.
        one_side: whether the other side shows what these are.
    """
    placed = {own: name for name, own in read.names.items() if own not in read.doubtful}
    # the other marker of a pair too: a joint that lacks both is between them, or beside a wand
    by_wands = {rule.chord[1] for rules in found.marker_set.points.values() for rule in rules
                if isinstance(rule, Chord) and rule.rotation}  # fmt: skip
    pairs = {across(placed.get(name, "")) for name in lacks if name not in by_wands}
    named = tuple(name for name in absent if name in lacks or placed.get(name) in pairs)
    left = {*absent} - {*named}
    for name in named:
        at = placed.get(name, "")
        # a rule needs of a wand only the way in which it lies, beside the segment's line
        beside = one_side and at.endswith("_wand")
        if not (has_place(at) and (beside or place_spread(at) < VAGUE)):
            return None
    return {name: own for name, own in read.names.items() if own not in left}, named


def completed_set(
    found: Match,
    read: Mapping[str, str],
    lacks: Sequence[str],
    trials: Sequence[Markers],
    subject: Subject,
) -> Completed:
    """The trials with the missing markers of one of Ambulo's sets, at their places on the fitted
    body.

    Args:
        found: names of the movement in the set.
        read, lacks: results of `in_the_place_of`.
        trials: the movement, and the static trial if there is one.
        subject: height and widths where they are known.
    Raises:
        MarkersMissing: the markers do not place every joint.
    """
    base = load_marker_set(BASE)
    shown = [
        {n: own for n, own in read.items() if own in t.names and has_place(n) and _seen(t, own)}
        for t in trials
    ]
    added = {name: own for name, own in read.items() if own in lacks}
    needed = {*added, *PAIRED}.union(*shown, *(missing_markers(base, file) for file in shown))
    needed |= {other_side(name) for name in needed}
    # in the order of the set: that of names in memory would change the last digits from run to run
    segments = {name: spec.segment for name, spec in base.markers.items() if name in needed}
    body = measure_body(segments, list(zip(shown, trials, strict=True)), subject)
    _require_body(body, read)
    whole = [
        _with(body, file, seen, {n: own for n, own in added.items() if n not in file})
        for file, seen in zip(shown, trials, strict=True)
    ]
    match = match_set(whole[0].names, found.marker_set)
    lost = {own for own in lacks if own not in trials[0].names}
    carried = [n for n, own in match.found.items() if own in lost]
    where = "No" if carried else "In the static trial no"
    note = (
        f"Marker set {match.marker_set.name}. {where} marker shows these landmarks: "
        f"{', '.join(lacks)}. They were {_placed(body)}."
    )
    match = replace(match, carried=frozenset(carried), notes=(note, *match.notes))
    match = _followed(match, [shown[0].get(across(n)) for n, own in added.items() if own in lost])
    never = {n for n, own in match.found.items() if own in lost and own not in trials[-1].names}
    match = _with_clusters(_unturned(match, never), read)
    body = _with_unshown(body, frozenset(added))
    return Completed(match, whole[0], whole[1] if len(whole) > 1 else None, body)


def _unturned(match: Match, placed: Collection[str]) -> Match:
    """The match without measured rotations of wands that lie beside their segments in the fit."""
    points = {
        name: tuple(
            rule.model_copy(update={"rotation": None})
            if isinstance(rule, Chord) and rule.away_from in placed else rule
            for rule in rules
        )
        for name, rules in match.marker_set.points.items()
    }  # fmt: skip
    return replace(match, marker_set=match.marker_set.model_copy(update={"points": points}))


def _with_clusters(match: Match, read: Mapping[str, str]) -> Match:
    """The match with further markers tracked on segments that a marker was lost on.

    Args:
        read: canonical name in `landmarks` -> name in the file.
    """
    base, specs = load_marker_set(BASE).markers, match.marker_set.markers
    short = {specs[name].segment for name in match.carried}
    more = {
        own: base[name].model_copy(update={"aliases": (own,)})
        for name, own in read.items()
        if own in match.unknown and own not in specs and base[name].segment in short
    }
    if not more:
        return match
    with_them = match.marker_set.model_copy(update={"markers": {**specs, **more}})
    note, *notes = match.notes
    note += f" On the same segment Ambulo also follows {printable(', '.join(more))}."
    return replace(
        match, marker_set=with_them, found={**match.found, **{own: own for own in more}},
        notes=(note, *notes),
        unknown=tuple(name for name in match.unknown if name not in more),
    )  # fmt: skip


def _with_unshown(body: MeasuredBody, lacks: Collection[str]) -> MeasuredBody:
    """The body with the knees and ankles whose axis neither markers on both sides nor wands show.

    Args:
        lacks: canonical names of the landmarks that a trial lacks.
    """
    points = body.prior.points
    seen = {points[k] for k in np.flatnonzero(finite(body.position).any(axis=0))}
    unshown = set()
    for side, (joint, above) in product(SIDES, _SEGMENT_ABOVE.items()):
        ends = {f"{side}_{joint}_{which}" for which in ("lateral", "medial")}
        wands = {f"{side}_{above}_{which}" for which in ("wand", "front", "back")}
        if not ends <= seen and not (ends | wands).isdisjoint(lacks):
            unshown.add(f"{side}_{joint}")
    return replace(body, unshown=frozenset(unshown))


def _placed(body: MeasuredBody) -> str:
    faces = ""
    if body.straight:
        faces = " and to the direction walked, because the pelvis faces this way on average"
    return f"placed by a fit of the body to all markers{faces}"


def _followed(match: Match, names: Sequence[str | None]) -> Match:
    """The match with markers tracked that are for calibration alone, where their partner is lost.

    Args:
        names: names of the markers in the file.
    """
    specs = match.marker_set.markers
    most: dict[str, float] = {}
    for spec in specs.values():
        most[spec.segment] = max(spec.weight, most.get(spec.segment, 0.0))
    stand_in = {
        name: specs[name].model_copy(update={"weight": most[specs[name].segment]})
        for name, own in match.found.items()
        if own in names and specs[name].weight == 0
    }
    with_them = match.marker_set.model_copy(update={"markers": {**specs, **stand_in}})
    return replace(match, marker_set=with_them)


def _require_body(body: MeasuredBody, named: Mapping[str, str]) -> None:
    """Raises where the markers do not move as a body, or leave a joint anywhere."""
    where, spread = max(body.spread.items(), key=lambda item: item[1])
    if not body.fit.misfit < _CONTRADICTED:
        against = contradiction(body)
        worst = sorted(named.keys() & against.keys(), key=against.__getitem__)[:-3:-1]
        raise MarkersMissing(
            what="no marker set fits, and the markers do not move as their names suggest, least "
            "of all " + printable(" and ".join(named[name] for name in worst)),
            remedy=NAME_YOURS,
        )
    if not spread < _ANYWHERE:
        raise MarkersMissing(
            what=f"from the markers, the position of the {where.replace('_', ' ')} is known only "
            f"within {1e2 * spread:.0f} cm",
            remedy="Give a static trial with landmarks on both sides of it, or a movement in "
            "which it bends",
        )


def _seen(markers: Markers, name: str) -> bool:
    return bool(finite(markers.of(name)).any())


def missing_markers(marker_set: MarkerSet, found: Collection[str]) -> tuple[str, ...]:
    """Missing markers that a set needs, and missing markers for the middle of a knee or ankle.

    A knee or ankle needs both markers of its pair, unless a wand shows the joint's axis.
    """
    wanted = [name for name, spec in marker_set.markers.items() if spec.required]
    for group in marker_set.one_of:
        if not any({*option} <= {*found} for option in group.options):
            wanted += min(group.options, key=lambda option: len({*option} - {*found}))
    wanted = [name for name in wanted if name not in found]
    for side, (joint, above) in product(SIDES, _SEGMENT_ABOVE.items()):
        lateral, medial = (f"{side}_{joint}_{which}" for which in ("lateral", "medial"))
        wand, front, back = (f"{side}_{above}_{end}" for end in ("wand", "front", "back"))
        shown = lateral in found and (wand in found or {front, back} <= {*found})
        if medial in marker_set.markers and medial not in found and not shown:
            wanted.append(medial)
    return tuple(wanted)


def _with(
    body: MeasuredBody, found: Mapping[str, str], markers: Markers, added: Mapping[str, str]
) -> Markers:
    """A trial with landmarks, canonical name -> name, where the body takes them."""
    points = body.prior.points
    path = body.paths(point_paths(points, found, markers))[
        :, [points.index(name) for name in added]
    ]
    names = (*markers.names, *added.values())
    return Markers(names, markers.time, np.concatenate([markers.position, path], axis=1))
