"""Check of heel and toe markers against the static trial, and of left against right.

While the sole is flat, three values must be those of standing: the distance of the markers, the
height of the heel marker over the toe marker, and the place of the ankle beside their line. In ten
legs of public walks the distance is 0 to 7 mm shorter, the heel 2 mm lower to 8 mm higher, and the
ankle 2 mm farther outwards (2 mm inwards to 7 mm outwards). A floor that slopes tilts both feet.
Therefore changes that both feet share do not count.

A toe marker that was moved outwards hardly changes these values. It turns the line outwards
relative to the shank, and the ankle then lies farther inwards of the line. If the foot itself turns
outwards on its ball, the ankle lies farther outwards, and if skin turns the shank's markers,
the ankle stays. The turn and the place of the ankle each give a distance by which the marker was
moved. The smaller distance counts, if both are to the same side. In 16 legs of eight walks (five
people, four laboratories) it is at most 4.8 mm, mostly 0.

On feet with four markers or more, each marker is compared with the others as a rigid body. They
agree within 5 mm, and within 10 mm for a marker on a stick at the heel. The remaining markers show
a marker that was placed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ambulo.gait.checks.finding import Finding, worst
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import BoolArray, FloatArray, scalar_products
from ambulo.math.medians import median
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.calibration.placement import Placement
from ambulo.mocap.files.lab_frame import right_partner
from ambulo.mocap.fit.foot_roll import FootRoll, foot_rolls
from ambulo.mocap.fit.sole_level import level_across
from ambulo.mocap.foot_contact import points_on_floor
from ambulo.mocap.rigid_motion import in_a_line, placed_on
from ambulo.records import SIDES, Facts, Markers, Model, Side

_OUTWARDS = 0.002
"""m; by which the ankle lies farther outwards in walking than in standing."""
_AHEAD = 0.15
"""Of the way from heel to toe; an ankle nearer to the heel says little of the line's direction."""
_SAID = 0.002
"""m; a smaller difference is not worth a sentence."""
_RIGID = 4
"""Markers of which three others tell where one belongs."""


def compare_foot_markers(
    model: Model, markers: Markers, walk: Landmarks, stood: Landmarks
) -> list[Finding]:
    """Whether the markers of the feet are in the same places in the walk and in the static trial.

    Args:
        model: calibrated on the static trial.
        markers, walk: of the trial to be analysed.
        stood: of the static trial.
    Returns:
        Empty if no foot lies flat and has two markers that are far apart.
    """
    ends = {
        foot.side: np.stack([markers.of(model.marker_names[k]) for k in foot.pair], axis=1)
        for foot in foot_rolls(model)
        if foot.pair is not None and foot.pair[0] >= 0
    }
    if not ends or len(markers.time) < 3:
        return []
    down = points_on_floor(markers.time, ends)
    standing, found = _standing(model), list[Finding]()
    tilts, of_ankle = _tilts(model, ends, down), limits("foot_markers", "ankle")
    for foot in foot_rolls(model):
        ankle = walk.points.get(f"{foot.side}_ankle")
        if foot.side not in ends or ankle is None:
            continue
        flat = np.asarray(down[foot.side].all(axis=1) & finite(ankle))
        flat &= finite(ends[foot.side].reshape(len(ankle), -1))
        if not flat.any():
            continue
        heel, toe = ends[foot.side][flat, 0], ends[foot.side][flat, 1]
        length, aside = standing[foot.side]
        longer = median(lengths(toe - heel)) - length
        outer = median(_beside(heel, toe, ankle[flat], foot.side)) - aside
        higher = tilts[foot.side]
        facts: Facts = {
            "longer": longer,
            "outer": outer,
            "higher": higher,
            "side": foot.side,
            "apart": abs(longer) >= _SAID,
            "raised": abs(higher) >= _SAID,
            "aside": abs(outer) >= _SAID,
        }
        ways = [
            Finding("foot_markers", foot.side, 1e3 * max(abs(longer), abs(higher)), facts),
            Finding("foot_markers", foot.side, 1e3 * abs(outer - _OUTWARDS), facts, of_ankle),
        ]
        found.append(max(ways, key=lambda one: one.value / one.bounds[0]))
        turn = _turned(model, foot, walk, stood, markers, flat)
        reach = median(scalar_products(ankle[flat] - heel, toe - heel)[:, 0]) / length**2
        if np.isfinite(turn) and reach > _AHEAD:
            both = sorted((length * turn, (_OUTWARDS - outer) / reach), key=abs)
            toe_aside = both[0] if both[0] * both[1] > 0.0 else 0.0
            facts = {"aside": toe_aside, "side": foot.side}
            found.append(Finding("toe_aside", foot.side, 1e3 * abs(toe_aside), facts))
        for name, moved in _among_others(model, foot.body, markers, flat):
            facts = {"moved": moved, "side": foot.side}
            found.append(Finding("foot_marker_apart", name, 1e3 * moved, facts))
    ids = sorted({one.id for one in found})
    return [worst([one for one in found if one.id == id]) for id in ids]


def _turned(
    model: Model,
    foot: FootRoll,
    walk: Landmarks,
    stood: Landmarks,
    markers: Markers,
    flat: BoolArray,
) -> float:
    """How far outwards of its direction in standing the line from heel to toe points, rad.

    Relative to the shank; NaN if the trials do not show the shank alike.

    Args:
        flat: (frames,) frames of the walk in which the sole is flat.
    """
    shank = f"{foot.side}_shank"
    own = Placement(model.segments, stood, stood).frame(model.segments[foot.body])
    if own is None or shank not in stood.frames or foot.pair is None:
        return np.nan
    standing, upright = stood.frames[own], stood.frames[shank]
    (rear, front), local = foot.pair, model.marker_local
    at_rest = _in_axes(upright.R, standing.R @ (local[front] - local[rear]))
    on = np.flatnonzero(model.marker_body == model.segments.index(shank))
    ends = [markers.of(model.marker_names[k])[flat] for k in (rear, front)]
    if len(on) >= 3 and not in_a_line(local[on]):
        seen = np.stack([markers.of(model.marker_names[k])[flat] for k in on], axis=1)
        whole = finite(seen.reshape(len(seen), -1))
        shape = local[on]
        heel, toe = (placed_on(seen[whole], shape, end[whole]) for end in ends)
        walking = toe - heel
    elif walk.built_as(stood, f"{foot.side}_ankle") and shank in walk.frames:
        walking = _in_axes(walk.frames[shank].R[flat], ends[1] - ends[0])
    else:
        return np.nan
    angles = [np.arctan2(line[:, 1], line[:, 0]) for line in (walking, at_rest)]
    angles = [angle[np.isfinite(angle)] for angle in angles]
    if not all(map(len, angles)):
        return np.nan
    return (1.0 if foot.side == "left" else -1.0) * (median(angles[0]) - median(angles[1]))


def _in_axes(R: FloatArray, line: FloatArray) -> FloatArray:
    """Vectors (frames, 3) in axes R (frames, 3, 3)."""
    return np.asarray(np.einsum("fij,fi->fj", R, line))


def _tilts(
    model: Model, ends: Mapping[Side, FloatArray], down: Mapping[Side, BoolArray]
) -> dict[Side, float]:
    """How much higher over the toe's the heel marker is on a flat sole than in standing, m.

    Without what both feet have alike.
    """
    found = dict[Side, float]()
    for foot in foot_rolls(model):
        if foot.pair is None or foot.side not in ends:
            continue
        heel, toe = ends[foot.side][down[foot.side].all(axis=1), :, 2].T
        over = (heel - toe)[np.isfinite(heel - toe)]
        if len(over):
            rear, front = model.marker_local[list(foot.pair), 2]
            found[foot.side] = median(over) - float(rear - front)
    if len(found) < 2:
        return found
    left, right = (found[side] for side in SIDES)
    alike = np.sign(left) * min(abs(left), abs(right)) if left * right > 0.0 else 0.0
    return {side: one - float(alike) for side, one in found.items()}


def _among_others(
    model: Model, body: int, markers: Markers, flat: BoolArray
) -> Iterator[tuple[str, float]]:
    """How far each of a foot's markers is from its place among the others, m."""
    on = np.flatnonzero(model.marker_body == body)
    names = [model.marker_names[k] for k in on]
    seen = np.stack([markers.of(name)[flat] for name in names], axis=1)
    seen = seen[finite(seen.reshape(len(seen), -1))]
    if len(on) < _RIGID or not len(seen):
        return
    shape = model.marker_local[on]
    for k, name in enumerate(names):
        others = np.arange(len(on)) != k
        place = placed_on(seen[:, others], shape[others], seen[:, k])
        yield name, median(lengths(place - (shape[k] - shape[others].mean(axis=0))))


def compare_foot_lengths(model: Model) -> list[Finding]:
    """Whether the distance between heel and toe markers is the same on the left and on the right.

    Returns:
        Empty if the ends of the feet are different markers on the two sides.
    """
    standing = _standing(model)
    ends = [
        [model.marker_names[k].rsplit(":", 1)[-1] for k in foot.pair]
        for foot in foot_rolls(model)
        if foot.pair
    ]
    alike = len(ends) == 2 and list(map(right_partner, ends[0])) == [n.upper() for n in ends[1]]
    if len(standing) < 2 or not alike:
        return []
    longer = standing["left"][0] - standing["right"][0]
    facts = {"longer": "left" if longer > 0.0 else "right", "ahead": abs(longer)}
    return [Finding("foot_lengths_alike", "", 1e3 * abs(longer), facts)]


def _standing(model: Model) -> dict[Side, tuple[float, float]]:
    """Distance of heel and toe marker, and how far outwards of their line the ankle is, m."""
    found: dict[Side, tuple[float, float]] = {}
    for foot in foot_rolls(model):
        if foot.pair is not None and foot.pair[0] >= 0:
            heel, toe = (model.marker_local[[k]] for k in foot.pair)
            beside = _beside(heel, toe, np.zeros((1, 3)), foot.side)
            found[foot.side] = float(lengths(toe - heel)[0]), float(beside[0])
    return found


def _beside(heel: FloatArray, toe: FloatArray, ankle: FloatArray, side: Side) -> FloatArray:
    """How far outwards of the line from heel to toe the ankle is, (frames,) m, level."""
    leftward, _ = level_across(toe - heel)
    return (1.0 if side == "left" else -1.0) * scalar_products(ankle - heel, leftward)[..., 0]
