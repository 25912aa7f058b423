"""Exchanged labels, found by the places of their markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ambulo.math.vector_arrays import lengths
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.elsewhere import contradicted
from ambulo.mocap.naming.exchanged_in_part import ASTRAY, InPart, exchanged_in_part
from ambulo.mocap.naming.numbered import FRONTS
from ambulo.mocap.naming.places import Draft, Places
from ambulo.mocap.naming.readings import Reading, read_names, reading_of
from ambulo.mocap.naming.set_text import BASE
from ambulo.mocap.naming.sides import Sided, sides_of
from ambulo.records import SIDES, Markers
from ambulo.records.sides import other_side, side_of

_CONTRADICTED, _MENDED = 2, 0.75
"""Markers that lie elsewhere than their names say where two labels are exchanged, at least; share
of those that exchanges mend that one alone mends."""
_TELL = 3
"""Pairs of markers of which one can be told to be on the wrong side."""
_ASIDE = 0.03
"""m; markers of the pelvis's sides that are nearer may be on its middle."""
_FRONTS = ("left_asis", "right_asis")


def on_leg(canonical: str) -> bool:
    """Whether a marker of the base, or one of its kind, is on a leg."""
    on = reading_of(canonical).marker
    return on is not None and on.segment != "pelvis"


def mirrored(reading: Reading) -> Reading:
    """A reading of a leg's marker as that of the other leg."""
    if not on_leg(reading.stem):
        return reading
    return replace(reading, side=side_of(other_side(reading.stem)))


def pelvis_turned(draft: Draft) -> bool:
    """Whether the pelvis's left front marker is on the right, seen from its back."""
    backs = [name for name in ("left_psis", "right_psis", "sacral") if name in draft.names]
    for left, right, *back in draft.paths(*_FRONTS, *backs) if backs else ():
        forward = 0.5 * (left + right) - np.mean(back, axis=0)
        out = left - right
        # upright: left of forward is up x forward
        if np.median(forward[:, 0] * out[:, 1] - forward[:, 1] * out[:, 0]) < 0.0:
            return True
    return False


def faces_back(draft: Draft) -> bool | None:
    """Whether left is on the right, seen from behind.

    The pelvis shows it, otherwise the feet. None if neither is read.
    """
    backs = [(f"{side}_asis", back) for side in SIDES for back in (f"{side}_psis", "sacral")]
    feet = [(f"{side}_{front}", f"{side}_calcaneus_1") for side in SIDES for front in FRONTS]
    pairs = [(name, other_side(name)) for name in draft.names if side_of(name) == "left"]
    out, *ahead = (
        [np.mean(one - two, axis=0) for way in ways for one, two in draft.paths(*way)]
        for ways in (pairs, backs, feet)
    )
    if not out or not any(ahead):
        return None
    (x, y, _), (u, v, _) = (np.sum(each, axis=0) for each in (ahead[0] or ahead[1], out))
    return bool(x * v < y * u)


def _of_legs(draft: Draft) -> Sequence[tuple[str, str]]:
    """Names of a leg's landmarks that both sides have, left and right."""
    left = (name for name in draft.names if side_of(name) == "left" and on_leg(name))
    return [(draft.names[name], draft.names[other_side(name)]) for name in left
            if other_side(name) in draft.names]  # fmt: skip


def _legs_cross_the_pelvis(legs: Sequence[tuple[str, str]], draft: Draft) -> bool:
    """Whether markers of the left leg are on the right of the right one's, seen by its front."""
    front = [draft.names.get(name) for name in _FRONTS]
    across = [
        np.sum((one - other) * (left - right), axis=1)
        for pair in legs
        for one, other, left, right in draft.places.paths(*pair, *front)
    ]
    return bool(across) and np.median(np.concatenate(across)) < 0.0


def legs_crossed(draft: Draft) -> bool:
    """Whether the legs are exchanged, and not the pelvis's front markers."""
    return _legs_cross_the_pelvis(_of_legs(draft), draft) and not pelvis_turned(draft)


def fronts(draft: Draft) -> Mapping[str, str]:
    """The pelvis's front markers, if both its back and the legs contradict them."""
    if not (_legs_cross_the_pelvis(_of_legs(draft), draft) and pelvis_turned(draft)):
        return {}
    return _swap_fronts(draft)


def _swap_fronts(draft: Draft) -> Mapping[str, str]:
    left, right = (draft.names[name] for name in _FRONTS)
    return {left: right, right: left}


def other_sides(draft: Draft, twins: Mapping[str, Sided]) -> Mapping[str, str]:
    """Left and right names of a leg's landmark, if each is nearer to the other side's landmarks.

    Args:
        draft: landmarks of the names.
        twins: names with the same name of the other side. Markers of one kind that differ by
            numbers have none.
    """
    names = draft.names
    left_and_right = {
        name: (own, twins[own].twin if own in twins else names.get(other_side(name), ""))
        for name, own in names.items() if side_of(name) == "left"
    }  # fmt: skip
    read = {*names.values()}
    pairs = {name: pair for name, pair in left_and_right.items() if pair[1] in read}
    legs = [pair for name, pair in pairs.items() if on_leg(name)]
    found = _astray(legs, [*pairs.values()], draft.places)
    # what lies elsewhere on either side, as curves of another system may, has no label exchanged
    odd = contradicted({name: found.get(own, own) for name, own in names.items()}, draft.places)
    return {own: other for own, other in found.items() if not {own, other} <= odd.keys()}


def _astray(
    legs: Sequence[tuple[str, str]], pairs: Sequence[tuple[str, str]], places: Places
) -> Mapping[str, str]:
    """Pairs of a leg's names, left and right, that are clearly with the other side's of most."""
    if len(pairs) < _TELL:
        return {}
    near = np.array([[_nearer(places, one, other) for other in pairs] for one in pairs])
    # with right labels all are positive; of some exchanged ones the first eigenvector is negative
    side = np.linalg.eigh(np.nan_to_num(near))[1][:, -1]
    side = np.sign(side * side.sum())
    clear = side * side[:, None] * near
    found: dict[str, str] = {}
    for pair, own, alike in zip(pairs, side, clear, strict=True):
        if pair in legs and own < 0.0 and np.isfinite(alike).any() and np.nanmedian(alike) > ASTRAY:
            found |= dict([pair, pair[::-1]])
    return found


def _nearer(places: Places, one: tuple[str, str], other: tuple[str, str]) -> float:
    """By how much [m] two landmarks' markers are nearer to their own side's than to the others."""
    if one == other:
        return np.nan
    (left, right), (a, b) = one, other
    distance = places.distance
    return distance(left, b) + distance(right, a) - distance(left, a) - distance(right, b)


def neighbours(draft: Draft, *, clearly: bool = False) -> Mapping[str, str]:
    """The two names of one leg whose exchange alone leaves hardly any errors, or corrects twice as
    many errors as any other exchange; `clearly`: the latter only.
    """
    names = {stem: name for stem, name in draft.names.items() if name not in draft.doubtful}
    places = draft.places
    now = {*contradicted(names, places)}
    if len(now) < _CONTRADICTED:
        return {}
    left = {
        (names[a], names[b]): {*contradicted({**names, a: names[b], b: names[a]}, places)}
        for a, b in combinations(names, 2)
        # the other marker of a joint lies too near for distances to tell
        if side_of(a) == side_of(b) and not (clearly and _of_one_joint(a, b))
    }  # fmt: skip
    stay = now.intersection(*left.values())
    pairs = sorted(left, key=lambda pair: len(left[pair]))
    mended, next_best = ([len(now) - len(left[pair]) for pair in pairs] + [0, 0])[:2]
    alone = not clearly and mended >= _MENDED * (len(now) - len(stay)) and mended > next_best
    if mended < _CONTRADICTED or not (alone or mended > 2 * next_best):
        return {}
    return dict([pairs[0], pairs[0][::-1]])


def _of_one_joint(one: str, other: str) -> bool:
    joints = [name.removesuffix("_lateral").removesuffix("_medial") for name in (one, other)]
    return joints[0] == joints[1]


class Exchanged(NamedTuple):
    """Labels of pelvis and legs that are exchanged in a trial.

    Args:
        labels: label -> the label that it should be, in the whole trial.
        part: left and right labels that are exchanged in a part of the trial.
    """

    labels: Mapping[str, str]
    part: InPart = InPart({}, {})


def labels_by_place(trials: Sequence[Markers], worn: Mapping[str, str]) -> Sequence[Exchanged]:
    """The exchanged labels of each trial.

    Args:
        trials: the movement, and the static trial if there is one.
        worn: label -> segment, of pelvis and legs.
    """
    return [_exchanged(trial, worn) for trial in trials]


def _exchanged(trial: Markers, worn: Mapping[str, str]) -> Exchanged:
    draft, pairs = _drafted(trial, worn)
    legs = [pair for pair in pairs if worn[pair[0]] != "pelvis"]
    labels = _other_sides(draft, legs)
    labels = {**labels, **_behind(draft, [pair for pair in pairs if pair not in legs], labels)}
    part = exchanged_in_part(trial, legs, labels)
    if part.frames or part.unclear:
        in_part = {name for pair in (*part.frames, *part.unclear) for name in pair}
        return Exchanged({a: b for a, b in labels.items() if a not in in_part}, part)
    return Exchanged(labels or neighbours(draft, clearly=True))


def _drafted(trial: Markers, worn: Mapping[str, str]) -> tuple[Draft, Sequence[tuple[str, str]]]:
    """The names that a first reading tells, and names of the same marker, left and right."""
    own = [k for k, name in enumerate(trial.names) if name in worn]
    names = tuple(trial.names[k] for k in own)
    places = Places([Markers(names, trial.time, trial.position[:, own])])
    base, read = load_marker_set(BASE).markers, dict[str, str]()
    for name, found in read_names(names).items():
        for stem in (found[0].stem, f"{found[0].stem}_1") if found else ():
            if stem in base:
                read.setdefault(stem, name)
    twins, unknown = sides_of(names, places)
    pairs = [(name, own.twin) for name, own in twins.items() if own.side == "left" and own.twin]
    return Draft(read, {}, places), [] if unknown else pairs


def _behind(
    draft: Draft, pairs: Sequence[tuple[str, str]], labels: Mapping[str, str]
) -> Mapping[str, str]:
    """Left and right labels of the pelvis that lie the other way than its front, as it is right."""
    front = [draft.names.get(name) for name in _FRONTS]
    found: dict[str, str] = {}
    for pair in pairs:
        for left, right, *ends in draft.places.paths(*pair, *front) if pair[0] not in front else ():
            out = (ends[0] - ends[1]) * (-1.0 if front[0] in labels else 1.0)
            if np.median(np.sum((left - right) * out, axis=1) / lengths(out)) < -_ASIDE:
                found |= dict([pair, pair[::-1]])
    return found


def _other_sides(draft: Draft, legs: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Labels that are exchanged with those of the other side: the legs, or some of these."""
    astray = _astray(legs, legs, draft.places)
    alike = [pair[::-1] if pair[0] in astray else pair for pair in legs]
    if not _legs_cross_the_pelvis(alike, draft):
        return astray
    if pelvis_turned(draft):
        return {**astray, **_swap_fronts(draft)}
    return dict(each for pair in legs if pair[0] not in astray for each in (pair, pair[::-1]))
