"""Meanings of markers whose names do not state them: wands, the ends of a foot, its outer edge."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from ambulo.mocap.naming.places import Draft
from ambulo.records import SIDES

_LINES = (
    ("thigh", "pelvis", "knee_lateral", np.radians(30.0)),
    ("shank", "knee_lateral", "ankle_lateral", np.radians(45.0)),
)
"""Segments, the ends of their lines, and the angle from the pelvis' frontal plane within which a
lone marker shows the axis of the joint below; the ankle's is turned outwards by the tibia's
torsion."""
_BAR, _NOISE, _SHORTEST_BAR = 0.003, 0.015, 0.08
"""m; by which bars of both sides differ in length and one bar's length varies, at most; the least
length. In one laboratory's recordings: 1 mm, 12 mm, 152 mm."""
_BREADTH, _HALF_BREADTH = 1.0 / 3.0, 0.4
"""Of the distance from the heel to the first metatarsal's marker, from there to another's: the
second's is 0.15 to 0.27 away (two laboratories), the fifth's 0.32 to 0.59 (eight). And from the
fifth's to the second's 0.30 to 0.33 (two), to the first's 0.46 to 0.58 (three)."""
_OUTWARD = 0.25
"""Sine, about the shank, from straight ahead of the lateral ankle outwards: the mean of both sides
is -0.23 to 0.22 for the second metatarsal's marker (seven recordings of six laboratories), and
0.20 to 0.57 for the fifth's (13 of 15 recordings)."""
FRONTS = ("metatarsal_2", "hallux", "metatarsal_1", "metatarsal_5")


def name_wands(draft: Draft) -> None:
    """Name the wands. A segment's only marker is a wand if it is beside the segment's line in the
    frontal plane, and if the other side's marker is also a wand or was lost. A segment's only two
    markers are front and rear wands if on both sides they are the ends of a bar across that plane.
    """
    for segment, above, below, angle in _LINES:
        own = {
            side: sorted(
                name.removeprefix(f"{side}_")
                for name in draft.names
                if name.startswith(f"{side}_{segment}_")
            )
            for side in SIDES
        }
        count, least = {*map(len, own.values())}, np.cos(angle)
        if max(count) == 1:
            lone = {side: ones[0] for side, ones in own.items() if ones}
            if all(draft.cosine(s, one, above, below) > least for s, one in lone.items()):
                for side, one in lone.items():
                    draft.rename(side, one, f"{segment}_wand")
        elif count == {2}:
            bars = [[draft.names[f"{side}_{end}"] for end in ends] for side, ends in own.items()]
            long = [draft.places.distance(*bar) for bar in bars]
            ahead = {s: draft.cosine(s, one, above, below, two) for s, (one, two) in own.items()}
            if (
                min(long) >= _SHORTEST_BAR
                and np.ptp(long) <= _BAR
                and max(draft.places.change(*bar) for bar in bars) <= _NOISE
                and all(abs(cosine) > least for cosine in ahead.values())
            ):
                for side, ends in own.items():
                    for end in ("front", "back") if ahead[side] > 0.0 else ("back", "front"):
                        draft.rename(side, ends.pop(0), f"{segment}_{end}")


def name_ends_of_feet(draft: Draft) -> None:
    """Name front and heel of a foot whose names do not state them. The rearmost heel marker comes
    first.
    """

    def from_(there: str) -> Callable[[str], float]:
        return lambda name: float(np.nan_to_num(draft.distance(name, there)))

    names = draft.names
    for side in SIDES:
        ankle, heel = f"{side}_ankle_lateral", f"{side}_calcaneus_1"
        on_foot = [name for name in names if name.startswith(f"{side}_foot_")]
        fronts = (name for end in FRONTS if (name := f"{side}_{end}") in names)
        front = next(fronts, "")
        apart = [draft.distance(name, ankle) for name in on_foot]
        if not front and len(on_foot) > 1 and np.isfinite(apart).all():
            front = f"{side}_hallux"
            on_foot.sort(key=from_(ankle))
            names[front] = names.pop(on_foot.pop())
            draft.doubtful[names[front]] = (
                "front of the foot, because it is farthest from the ankle"
            )
            if heel not in names:
                names[heel] = names.pop(max(on_foot, key=from_(front)))
                draft.doubtful[names[heel]] = (
                    "heel, because it is farthest from the front of the foot"
                )
        heels = sorted(name for name in names if name.startswith(f"{side}_calcaneus_"))
        if front:
            rearmost = sorted(heels, key=from_(front), reverse=True)
            names |= dict(zip(heels, [names[name] for name in rearmost], strict=True))


def name_outer_edges_of_feet(draft: Draft) -> None:
    """Rename the second metatarsal of both feet as the fifth if it is behind the first, at a foot's
    breadth from it. Some laboratories number their two markers on the ball 1 and 2.
    """
    names = draft.names
    second = [f"{side}_metatarsal_2" for side in SIDES]
    if names.keys() & {f"{side}_metatarsal_5" for side in SIDES}:
        return
    first, heel = ([f"{side}_{end}" for side in SIDES] for end in ("metatarsal_1", "calcaneus_1"))
    length, breadth, behind = (
        np.mean(list(map(draft.distance, these, those)))
        for these, those in ((heel, first), (first, second), (heel, second))
    )
    if breadth > _BREADTH * length and behind < length:  # not where one is NaN
        for side in SIDES:
            draft.doubtful[draft.rename(side, "metatarsal_2", "metatarsal_5")] = (
                "second metatarsal by its name, but as far from the first as the fifth is"
            )


def name_inner_edges_of_feet(draft: Draft) -> None:
    """Rename the second metatarsal of both feet as the first if its name says 0, and it is at a
    foot's breadth from the fifth.
    """
    if draft.names.keys() & {f"{side}_metatarsal_1" for side in SIDES}:
        return
    ends = ("calcaneus_1", "metatarsal_2", "metatarsal_5")
    heel, second, fifth = ([f"{side}_{end}" for side in SIDES] for end in ends)
    if not all(draft.names.get(one, "").endswith("0") for one in second):
        return
    length, breadth = (np.mean(list(map(draft.distance, second, those))) for those in (heel, fifth))
    if breadth > _HALF_BREADTH * length:  # not where one is NaN
        for side in SIDES:
            draft.doubtful[draft.rename(side, "metatarsal_2", "metatarsal_1")] = (
                "a metatarsal, as far from the fifth as the first is"
            )


def name_metatarsals_without_ray(draft: Draft, bare: Collection[str]) -> None:
    """Mark second metatarsals as doubtful whose names say no ray, on feet without another one.
    They are taken for the fifth if they lie as far outwards as the fifth does.

    Args:
        bare: names in the file that say nothing but a metatarsal.
    """
    names = draft.names
    second = [side for side in SIDES if names.get(f"{side}_metatarsal_2") in bare]
    if any(f"{side}_metatarsal_{ray}" in names for side in second for ray in (1, 5)):
        return
    outward = [
        draft.cosine(side, "metatarsal_2", "knee_lateral", "ankle_lateral") for side in second
    ]
    if outward and np.mean(outward) > _OUTWARD:  # not where one is NaN
        for side in second:
            draft.doubtful[draft.rename(side, "metatarsal_2", "metatarsal_5")] = (
                "a metatarsal whose number its name does not say, as far outwards as the fifth is"
            )
    else:
        why = "a metatarsal whose number its name does not say"
        draft.doubtful |= {names[f"{side}_metatarsal_2"]: why for side in second}
