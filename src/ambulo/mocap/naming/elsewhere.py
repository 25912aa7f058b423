"""Markers that cannot be what their names say, because of their distance from certain markers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.naming.grammar import grammar
from ambulo.mocap.naming.places import LONGEST, PAIRS, Places
from ambulo.mocap.naming.readings import DEAREST, Reading, names_leg, reading_of, words
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import SIDES
from ambulo.records.sides import side_of

_SHANK = (0.15, 0.65)
"""Knee to ankle: a child of two to a man of 2.3 m; m. Drillis & Contini 1966: 0.246 of stature."""
_BENDS = 0.25
"""Share of the shank by which no distance from a landmark's origin changes; it is at most 0.14 in
46 recordings of 21 laboratories, most of them walking."""

_SEGMENTS = ("thigh", "shank")
"""Between hip, knee and ankle."""


def elsewhere(
    readings: Mapping[str, Sequence[Reading]], sure: Mapping[str, str], places: Places
) -> Mapping[tuple[str, str], str]:
    """Names with landmarks that are impossible at their places, and the reason.

    Args:
        readings: readings of each name.
        sure: canonical name -> name in the file, for the markers used for comparison.
        places: places of the markers.
    """
    rules, base = grammar().landmarks, load_marker_set(BASE).markers
    ends = {side: [sure.get(f"{side}_{name}") for name in ("asis", *PAIRS)] for side in SIDES}
    beside: dict[str, set[str]] = defaultdict(set)
    for canonical, name in sure.items():
        side = side_of(canonical)
        leg = [end for own in ([side] if side else SIDES) for end in ends[own] if end]
        # what is far from the whole leg, as computed points may be, tells nothing of others
        if not leg or not all(places.distance(name, end) > LONGEST for end in leg):
            beside[base[canonical].segment].add(name)
    shanks = {side: places.distance(knee, ankle) for side, (_, knee, ankle) in ends.items()}
    found = {}
    for side in SIDES:
        usable = (s for s in (shanks[side], *shanks.values()) if _SHANK[0] <= s <= _SHANK[1])
        shank = next(usable, np.nan)
        for name, ways in readings.items():
            for one in ways:
                if one.price > DEAREST or one.side not in (side, None):
                    continue
                spec = one.marker
                if spec is None:
                    continue
                rule = rules[one.landmark]
                origin = sure.get(f"{side}_{rule.origin}")
                away = places.distance(name, origin)
                least, most = _SHANK if one.landmark in PAIRS else np.multiply(rule.within, shank)
                if 0.0 < away < least or away > most:
                    why = f"but {away:.2f} m from the {words(rule.origin)}"
                elif not rule.bends and places.change(name, origin) > _BENDS * shank:
                    why = f"but it moves against the {words(rule.origin)}"
                elif places.sways(name, beside[spec.segment]):
                    why = f"but it is not with the markers of the {words(spec.segment)}"
                elif one.landmark in _SEGMENTS and _beside_another(
                    one.landmark, name, ends[side], places
                ):
                    why = "but another marker is beside it"
                else:
                    continue
                found[name, one.stem] = f"{words(one.stem)} by its name, {why}"
    return found


def _beside_another(segment: str, name: str, ends: Sequence[str | None], places: Places) -> bool:
    # by how much each segment's line is longer over the marker
    over = {
        one: places.distance(a, name) + places.distance(name, b) - places.distance(a, b)
        for one, (a, b) in zip(_SEGMENTS, pairwise(ends), strict=True)
    }
    return bool(over[segment] > np.min([*over.values()]))


def contradicted(taken: Mapping[str, str], places: Places) -> Mapping[str, str]:
    """Names whose markers are not at the places of their assigned landmarks, and the reason."""
    as_taken = {name: [reading_of(canonical)] for canonical, name in taken.items()}
    return {name: why for (name, _), why in elsewhere(as_taken, taken, places).items()}


def on_arms(taken: Mapping[str, str]) -> Mapping[str, str]:
    """Names of legs that an arm may also have, and the reason.

    No name has a long word for a part of a leg. Beside a thigh neither side has an ankle, a heel
    with a shank or the pelvis, or all of pelvis, shank and foot.
    """
    base = load_marker_set(BASE).markers
    worn = {canonical: base[canonical].segment for canonical in taken}
    said = {*taken, *worn.values()}
    whole = any(
        {f"{side}_thigh", *rest} <= said
        for side in SIDES
        for rest in (
            {f"{side}_ankle_lateral"},
            {f"{side}_calcaneus_1", f"{side}_shank"},
            {f"{side}_calcaneus_1", "pelvis"},
            {f"{side}_foot", f"{side}_shank", "pelvis"},
        )
    )
    if whole or any(map(names_leg, taken.values())):
        return {}
    return {
        name: f"{words(reading_of(canonical).stem)}, or on an arm, because no leg is complete"
        for canonical, name in taken.items() if worn[canonical] != "pelvis"
    }  # fmt: skip
