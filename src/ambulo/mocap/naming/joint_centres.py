"""Names of a skeleton's points: joint centres, where no marker is on skin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.naming.computed_points import HIPS
from ambulo.mocap.naming.places import PAIRS, Places
from ambulo.mocap.naming.readings import DEAREST, SURE, Reading, read_names

KEY_POINTS = "key_points"
"""Marker set of joint centres."""
_JOINTS, _TRUNK = ("Hip", "Knee", "Ankle", "BigToe"), (("Neck",), ("LShoulder", "RShoulder"))
_ON_SKIN = frozenset(
    ("asis", "psis", "sacral", "crest", "patella", "tubercle", "fibula", *PAIRS.values())
)
"""Landmarks that no skeleton has."""


def joint_centres(readings: Mapping[str, Sequence[Reading]], places: Places) -> Mapping[str, str]:
    """Name in `KEY_POINTS` -> name in the file; none where markers are on skin.

    Args:
        readings: readings of the names as markers on skin.
        places: places of the points.
    Raises:
        MarkersMissing: the legs are joint centres, and no point shows the toes, or no point shows
            the trunk.
    """
    if any(found and found[0].landmark in _ON_SKIN and found[0].price <= SURE
           for found in readings.values()):  # fmt: skip
        return {}
    ways = sorted(
        (one.price, f"{(one.side or '')[:1].upper()}{one.landmark}", name)
        for name, found in read_names(readings, joints=True).items()
        for one in found
        if one.price <= DEAREST and np.isfinite(places.distance(name, name))
    )
    taken: dict[str, str] = {}
    for _, joint, name in ways:
        if joint not in taken and name not in taken.values():
            taken[joint] = name
    # two with the same claim are not of one skeleton
    if any(one[:2] == other[:2] and taken.get(one[1]) in (one[2], other[2])
           for one, other in pairwise(ways)):  # fmt: skip
        return {}
    legs = [[taken.get(f"{side}{joint}") for joint in _JOINTS] for side in "LR"]
    length = sum(places.distance(a, b) for *leg, _ in legs for a, b in pairwise(leg)) / 2.0
    if not places.distance(legs[0][0], legs[1][0]) < HIPS * length:
        return {}
    lacks = [] if all(map(all, legs)) else ["the toes of both feet"]
    if not any({*ends} <= taken.keys() for ends in _TRUNK):
        lacks.append("the neck or the shoulders")
    if lacks:
        raise MarkersMissing(
            what="the points of the legs are joint centres, not markers on skin, and none shows "
            + " and ".join(lacks),
            remedy="Export these points too, or the markers",
        )
    return taken
