"""Exchanged labels, found by the places of their markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from ambulo.mocap.naming.elsewhere import contradicted
from ambulo.mocap.naming.numbered import FRONTS
from ambulo.mocap.naming.places import Draft
from ambulo.mocap.naming.readings import Reading, reading_of
from ambulo.mocap.naming.sides import Sided
from ambulo.records import SIDES
from ambulo.records.sides import other_side, side_of

_CONTRADICTED, _MENDED = 2, 0.75
"""Markers that lie elsewhere than their names say where two labels are exchanged, at least; share
of those that exchanges mend that one alone mends."""
_ASTRAY = 0.02
"""m; with the right labels two markers of a leg and two of the other are nearer to their own side's
by 0.04 and more, in the sum, in 41 recordings of 22 laboratories."""
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


def _legs_cross_the_pelvis(draft: Draft) -> bool:
    """Whether markers of the left leg are on the right of the right one's, seen by its front."""
    pairs = ((name, other_side(name)) for name in draft.names if side_of(name) == "left")
    across = [
        np.sum((one - other) * (left - right), axis=1)
        for pair in pairs if on_leg(pair[0])
        for one, other, left, right in draft.paths(*pair, *_FRONTS)
    ]  # fmt: skip
    return bool(across) and np.median(np.concatenate(across)) < 0.0


def legs_crossed(draft: Draft) -> bool:
    """Whether the legs are exchanged, and not the pelvis's front markers."""
    return _legs_cross_the_pelvis(draft) and not pelvis_turned(draft)


def fronts(draft: Draft) -> Mapping[str, str]:
    """The pelvis's front markers, if both its back and the legs contradict them."""
    if not (_legs_cross_the_pelvis(draft) and pelvis_turned(draft)):
        return {}
    left, right = (draft.names[name] for name in _FRONTS)
    return {left: right, right: left}


def other_sides(draft: Draft, twins: Mapping[str, Sided]) -> Mapping[str, str]:
    """Left and right names of a leg's landmark, if each is nearer to the other side's landmarks.

    Args:
        draft: landmarks of the names.
        twins: names with the same name of the other side. Markers of one kind that differ by
            numbers have none.
    """
    names, distance = draft.names, draft.places.distance
    left_and_right = {
        name: (own, twins[own].twin if own in twins else names.get(other_side(name), ""))
        for name, own in names.items() if side_of(name) == "left"
    }  # fmt: skip
    read = {*names.values()}
    pairs = {name: pair for name, pair in left_and_right.items() if pair[1] in read}
    found: dict[str, str] = {}
    for name, (left, right) in pairs.items():
        astray = [
            distance(left, one) + distance(right, other)
            - distance(left, other) - distance(right, one)
            for one, other in pairs.values() if one != left
        ]  # fmt: skip
        if on_leg(name) and np.isfinite(astray).any() and np.nanmedian(astray) > _ASTRAY:
            found |= {left: right, right: left}
    return found


def neighbours(draft: Draft) -> Mapping[str, str]:
    """The two names of one leg whose exchange alone leaves hardly any errors, or corrects twice as
    many errors as any other exchange.
    """
    names = {stem: name for stem, name in draft.names.items() if name not in draft.doubtful}
    places = draft.places
    now = {*contradicted(names, places)}
    if len(now) < _CONTRADICTED:
        return {}
    left = {
        (names[a], names[b]): {*contradicted({**names, a: names[b], b: names[a]}, places)}
        for a, b in combinations(names, 2) if side_of(a) == side_of(b)
    }  # fmt: skip
    stay = now.intersection(*left.values())
    pairs = sorted(left, key=lambda pair: len(left[pair]))
    mended, next_best = ([len(now) - len(left[pair]) for pair in pairs] + [0, 0])[:2]
    alone = mended >= _MENDED * (len(now) - len(stay)) and mended > next_best
    if mended < _CONTRADICTED or not (alone or mended > 2 * next_best):
        return {}
    return dict([pairs[0], pairs[0][::-1]])
