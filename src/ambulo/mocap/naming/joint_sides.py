"""The lateral and the medial marker of a knee or ankle, found by their places."""

from __future__ import annotations

import numpy as np

from ambulo.mocap.naming.cheapest import NEITHER
from ambulo.mocap.naming.places import PAIRS, Draft
from ambulo.records import SIDES, Side

_ENDS = {
    "knee_lateral": ("asis", "ankle_lateral"),
    "ankle_lateral": ("knee_lateral", "calcaneus_1"),
}
"""Ends of the lines that a knee's and an ankle's lateral marker lie outside of."""
_ACROSS = 0.8
"""Cosine of the angle to the pelvis's way outwards that tells a joint's two markers apart."""


def tell_lateral_from_medial(draft: Draft) -> None:
    """The names, corrected or marked as doubtful."""
    _take_for_lateral(draft)
    for side in SIDES:
        _put_the_outer_first(draft, side)


def _take_for_lateral(draft: Draft) -> None:
    """A joint's only marker, medial by its name, where it lies at the outer side: m may be for
    marker. Both sides are alike."""
    for lateral, medial in PAIRS.items():
        outwards = {}
        for side in SIDES:
            if f"{side}_{medial}" in draft.names and f"{side}_{lateral}" not in draft.names:
                outwards[side] = draft.cosine(side, medial, *_ENDS[lateral])
        if np.nansum([*outwards.values()]) > 0.0:
            for side in outwards:
                name = draft.rename(side, medial, lateral)
                draft.doubtful[name] = (
                    "medial by its name, but it is on the outer side of the joint"
                )


def _put_the_outer_first(draft: Draft, side: Side) -> None:
    """Of a joint's two markers the lateral one is that on the pelvis's way outwards.

    Where it is straight there, no word is needed for that.
    """
    names, doubtful = draft.names, draft.doubtful
    for lateral, medial in PAIRS.items():
        outwards = draft.cosine(side, lateral, "asis", medial)
        both = f"{side}_{lateral}", f"{side}_{medial}"
        if outwards < 0.0:
            names |= dict(zip(both, [names[name] for name in reversed(both)], strict=True))
        for name in filter(None, map(names.get, both)):
            if abs(outwards) > _ACROSS and doubtful.get(name) == NEITHER:
                del doubtful[name]
            elif outwards < 0.0:
                doubtful.setdefault(name, "its name says medial instead of lateral, or the reverse")
