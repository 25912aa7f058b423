"""The assignment of all names of a recording to landmarks with the smallest total price."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.places import PAIRS
from ambulo.mocap.naming.readings import DEAREST, PLACE, SURE, Reading, words
from ambulo.mocap.naming.set_text import BASE

_MARGIN = 0.6
"""By how much the next meaning of a sure name is dearer."""
_AWAY, _NEVER, _EQUAL = 3.0, 1e3, 1e-6
"""Price of lying elsewhere; of what cannot be; prices that differ by less are the same."""
NEITHER = "neither name says which marker is lateral"


def cheapest(
    readings: Mapping[str, Sequence[Reading]], elsewhere: Collection[tuple[str, str]]
) -> tuple[dict[str, str], dict[str, str]]:
    """Landmarks of the names, and why some names are doubtful. A name is doubtful if another
    assignment has nearly the same price.

    Args:
        readings: readings of each name.
        elsewhere: names with landmarks from which they are far away.
    """
    # imported here: what has a shipped set needs no optimizer
    from scipy.optimize import linear_sum_assignment

    base = load_marker_set(BASE).markers
    options: dict[str, dict[str, float]] = {}
    for name, found in readings.items():
        own = {
            one.stem: one.price + _AWAY * ((name, one.stem) in elsewhere)
            for one in reversed(found)  # of several elsewhere the surest
            if one.price <= DEAREST and (not one.landmark or one.marker)
        }
        if any(own):
            options[name] = dict(sorted(own.items(), key=lambda way: way[1]))
    names = list(options)
    slots = sorted({stem for own in options.values() for stem in own if stem in base})
    free = {name: {s: p for s, p in own.items() if s not in slots} for name, own in options.items()}
    # a column for each single landmark, and one of its own for each name: any of a kind, or none
    price = np.full((len(names), len(slots) + len(names)), _NEVER)
    for k, name in enumerate(names):
        price[k, len(slots) + k] = min([DEAREST, *free[name].values()])
        for stem in options[name].keys() - free[name]:
            price[k, slots.index(stem)] = options[name][stem]
    rows, chosen = linear_sum_assignment(price)
    taken: dict[str, str] = {}
    doubtful: dict[str, str] = {}
    for k, (name, there) in enumerate(zip(names, chosen, strict=True)):
        own, kinds = options[name], free[name]
        single = there < len(slots)
        stem = slots[there] if single else next(iter(kinds), "")
        first = next(iter(own))
        by_place = _by_place(readings[name], stem)
        if not stem:
            if first and (name, first) not in elsewhere:
                doubtful[name] = f"perhaps one more {words(first)}"
            continue
        otherwise = price.copy()
        otherwise[k, there] = _NEVER
        again = linear_sum_assignment(otherwise)
        margin = float(otherwise[again].sum() - price[rows, chosen].sum())
        if not single and len(kinds) > 1:
            margin = min(margin, float(np.diff(list(kinds.values()))[0]))
        side, _, landmark = stem.partition("_")
        if landmark in PAIRS.values() and own[stem] - own[first] > _EQUAL and not by_place:
            lateral = f"{side}_{landmark.replace('medial', 'lateral')}"
            pair = [names[j] for j in np.flatnonzero(chosen == slots.index(lateral))]
            # what its place alone tells stays doubtful, whichever of the two is lateral
            pair = [other for other in pair if not _by_place(readings[other], lateral)]
            doubtful |= dict.fromkeys([name, *pair], NEITHER)
        elif margin < _EQUAL and there in again[1] and landmark not in PAIRS:
            doubtful[name] = f"one of several for {words(stem)}"
            continue
        elif margin < _MARGIN and name not in doubtful:
            other = next((way for way in own if way != stem), "another marker")
            doubtful[name] = f"{words(stem)} or {words(other) or 'no marker of the legs'}"
        elif own[stem] > SURE or by_place:
            how = "place" if by_place else "letters"
            doubtful[name] = f"{words(stem)} by its {how}, because no known word is in the name"
        of_kind = (s for s in sorted(base) if s not in taken and re.fullmatch(rf"{stem}_\d+", s))
        slot = stem if single else next(of_kind, "")
        if slot:
            taken[slot] = name
        else:
            doubtful[name] = f"perhaps one more {words(stem)}"
    return taken, doubtful


def _by_place(found: Sequence[Reading], stem: str) -> bool:
    """Whether the place of a marker alone tells a meaning of its name."""
    return any(one.stem == stem and one.habit == PLACE for one in found)
