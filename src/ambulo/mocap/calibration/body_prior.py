"""Prior knowledge of pelvis and legs, as rows for `fit_body`.

`body_prior.toml` has places and standard deviations. Further rows state: hip centres follow from
the pelvis (Harrington et al. 2007); knee and ankle are midway between their markers; widths follow
from stature (Ross & Wilson 1974; Drillis & Contini 1966); the torsion of the tibia turns the line
of the malleoli outwards (Hutter & Scott 1949); left equals right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.inputs.toml_file import Form, Number, Text, read_toml
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import exp, to_matrix
from ambulo.mocap.fit.body_fit import Known
from ambulo.model.skeleton import load_skeleton
from ambulo.multibody.tree.configuration import neutral
from ambulo.multibody.tree.tree import NQ, NV, JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import SIDES, Subject

_STATURE, _STATURE_SPREAD = 1.70, 0.25
_SKIN = {"pelvis": 0.005, "thigh": 0.0085, "shank": 0.006, "foot": 0.0035}
"""m; what skin moves over the bone, as `soft_tissue` has it, and cameras err."""
_STUCK = 0.006
"""m; by which a marker is stuck on beside its landmark (Della Croce et al. 1999)."""
TORSION, TORSION_SPREAD = np.radians(15.0), np.radians(8.0)
"""rad; outward torsion of the tibia, mean and standard deviation (Hutter & Scott 1949)."""
_FALL = np.radians(5.0)
"""By which a line through the ankle falls outwards, and by which that is unsure. The line of the
malleoli falls by 10 degrees (Isman & Inman 1969); where one marker alone shows the ankle, the
centre is taken level with it (Davis et al. 1991)."""
_SYMMETRY = 0.008
"""m; by which left and right differ."""
_MEASURED_HEIGHT, _MEASURED_WIDTH = 0.02, 0.004
"""m; standard deviations of a measured height (with shoes) and of half a measured joint width."""
_SOLE = 0.02
"""m; by which shoes and where markers are stuck lower those of the feet under the ankles."""
_EXACT = 0.002
"""m; of what only says which way a segment's axes lie."""
_MARKER_RADIUS = 0.007
VAGUE = 0.05
"""m; a place with a larger standard deviation is that of a segment, not of a landmark."""
_POSTURE = {
    "root": (8.0, 12.0, 12.0),
    "hip": (10.0, 30.0, 12.0),
    "knee": (5.0, 60.0, 12.0),
    "ankle": (8.0, 20.0, 8.0),
}
"""Degrees about x, y, z by which a joint's posture in movement strays from standing, the root's
from upright and facing forwards: flexion by a third of its range, the others by what walking shows
with skin that moves (Kadaba et al. 1990; Lafortune et al. 1992; Leardini et al. 2005)."""
_STANDING = {"root": 11.0, "hip": -11.0, "knee": 5.0, "ankle": -5.0}
"""Degrees about y in standing: the spines' line forwards down, the thigh upright, the shank leaning
forwards (Levine & Whittle 1996; Owen 2010)."""


class _Place(Form):
    place: tuple[Number, Number, Number]
    spread: tuple[Number, Number, Number]


class _Places(Form):
    source: Text
    stature: Number
    joint: dict[str, _Place]
    landmark: dict[str, _Place]


@cache
def _places() -> _Places:
    return read_toml(Path(__file__).with_suffix(".toml"), _Places)


@dataclass(frozen=True, eq=False)
class BodyPrior:
    """Prior knowledge of pelvis and legs.

    Args:
        known: for `fit_body`.
        points: canonical names of its points.
        segments, joints: names of its bodies and joints.
        start: (constants,) the mean body.
        place: name of a joint or a point -> its first constant.
    """

    known: Known
    points: tuple[str, ...]
    segments: tuple[str, ...]
    joints: tuple[str, ...]
    start: FloatArray
    place: Mapping[str, int]


def has_place(name: str) -> bool:
    """Whether the place of a landmark is known."""
    bare = re.sub(r"^(left|right)_", "", name)
    return bool({bare, re.sub(r"_\d+$", "", bare)} & {*_places().landmark})


def place_spread(name: str) -> float:
    """Standard deviation [m] of a landmark's place along each axis."""
    return float(np.sqrt(np.mean(np.square(_row(name).spread))))


def _row(name: str) -> _Place:
    """A landmark's row: its own, or that of its kind without the number."""
    bare = re.sub(r"^(left|right)_", "", name)
    rows = _places().landmark
    return rows[bare] if bare in rows else rows[re.sub(r"_\d+$", "", bare)]


_CHAIN = {"thigh": "hip", "shank": "knee", "foot": "ankle"}
"""Segments of a leg from above, with the joints that they hang on."""


def in_standing(segment: str) -> tuple[FloatArray, FloatArray]:
    """Axes R (3, 3) and proximal joint (3,) m of a segment of the mean body in standing. Axes are
    forward, left and up; the origin is midway between the hips.
    """
    R, at, kind = _leaning("root"), np.zeros(3), segment.rpartition("_")[2]
    for below, joint in _CHAIN.items() if kind in _CHAIN else ():
        at = at + R @ (_places().joint[joint].place * np.array([1.0, _outward(segment), 1.0]))
        R = R @ _leaning(joint)
        if below == kind:
            break
    return R, at


def _leaning(joint: str) -> FloatArray:
    return to_matrix(exp(np.radians([0.0, _STANDING[joint], 0.0])))


def place_on(name: str) -> tuple[FloatArray, FloatArray]:
    """Place (3,) m of a landmark on its segment, from the proximal joint, and its standard
    deviation (3,) m.
    """
    row = _row(name)
    return np.array(row.place) * [1.0, _outward(name), 1.0], np.array(row.spread)


class _Breadth(NamedTuple):
    """Width of a joint.

    Args:
        share: of the stature; spread: m.
        turned: whether the shank's torsion turns its axis; fall: rad, by which the axis falls.
        beside: m, by which the centre that skin turns about lies ahead, aside and above the middle
            of the markers, as the movements of 28 recordings of some 20 laboratories show.
    """

    share: float
    spread: float
    turned: bool
    fall: float
    beside: tuple[float, float, float]


_BREADTHS = {
    "knee": _Breadth(0.0559, 0.006, False, 0.0, (0.009, 0.7 * _STUCK, 0.011)),
    "ankle": _Breadth(0.0393, 0.005, True, _FALL, (0.012, 0.7 * _STUCK, 0.006)),
}


def body_prior(points: Mapping[str, str], subject: Subject, tall: float) -> BodyPrior:
    """The prior knowledge of pelvis and legs for one subject.

    Args:
        points: canonical name -> segment, such as "left_thigh".
        subject: its height and its widths of knees and ankles are used if known.
        tall: m, a first guess of the height.
    """
    skeleton = load_skeleton("legs")
    places, bodies = _places(), skeleton.segments
    tree = build_tree(
        Body(link.segment, link.parent, link.type, mass=1.0, inertia=np.eye(3))
        for link in skeleton.links
    )
    turned = [bodies.index(f"{side}_foot") for side in SIDES]
    names = (*skeleton.joints[1:], *points)
    column = {joint: 3 * k for k, joint in enumerate(skeleton.joints[1:])}
    first = 3 * (tree.nb - 1)
    torsion = dict(zip(SIDES, range(first, first + 2), strict=True))
    column |= {name: first + 2 + 3 * k for k, name in enumerate(points)}
    stature = first + 2 + 3 * len(points)
    sole = stature + 1
    rows = _Rows(sole + 1)
    start = np.zeros(sole + 1)
    rows.add({sole: 1.0}, 0.0, _SOLE)
    start[stature] = tall
    if subject.height is None:
        rows.add({stature: 1.0}, _STATURE, _STATURE_SPREAD)
    else:
        rows.add({stature: 1.0}, subject.height, _MEASURED_HEIGHT)
    for name in names:
        side, _, bare = name.partition("_")
        row = places.joint[bare] if name in skeleton.joints else _row(name)
        place = np.array(row.place) * [1.0, _outward(name), 1.0] / places.stature
        start[column[name] : column[name] + 3] = tall * place
        for axis in range(3):
            of = {column[name] + axis: 1.0, stature: -place[axis]}
            # a shoe lowers all markers of both feet
            low = axis == 2 and points.get(name, "").endswith("_foot")
            rows.add(of | {sole: 1.0} if low else of, 0.0, row.spread[axis])
        alike = name in skeleton.joints or (bare in places.landmark and place_spread(name) < VAGUE)
        if side == "left" and f"right_{bare}" in column and alike:
            for axis, sign in enumerate((-1.0, 1.0, -1.0)):
                of = {column[name] + axis: 1.0, column[f"right_{bare}"] + axis: sign}
                rows.add(of, 0.0, _SYMMETRY)
    _pelvis(rows, column)
    for k, side in enumerate(SIDES):
        start[torsion[side]] = (-1.0) ** k * TORSION
        rows.add({torsion[side]: 1.0}, (-1.0) ** k * TORSION, TORSION_SPREAD)
        for joint in _BREADTHS:
            _breadth(rows, column, f"{side}_{joint}", subject, tall, stature, torsion[side])
    on = np.array([bodies.index(segment) for segment in points.values()])
    kinds = [segment.rpartition("_")[2] for segment in points.values()]
    posture, rest = np.full(tree.nv, np.inf), neutral(tree)
    for body, joint in enumerate(skeleton.joints):
        kind = joint.rpartition("_")[2]
        last = tree.v_start[body] + NV[JointType(tree.joint[body])]
        posture[last - 3 : last] = np.radians(_POSTURE[kind])
        last = tree.q_start[body] + NQ[JointType(tree.joint[body])]
        rest[last - 4 : last] = exp(np.radians([0.0, _STANDING[kind], 0.0]))
    A, b = rows.whole()
    known = Known(tree, turned, on, A, b, np.array([_SKIN[kind] for kind in kinds]), posture, rest)
    return BodyPrior(known, tuple(points), bodies, skeleton.joints, start, column)


def _breadth(
    rows: _Rows,
    column: Mapping[str, int],
    joint: str,
    subject: Subject,
    tall: float,
    stature: int,
    torsion: int,
) -> None:
    """Add where the markers on both sides of a knee or ankle lie, if both are there.

    Args:
        column: first of each point's three columns; stature, torsion: columns.
        tall: m, a first guess of the height.
    """
    known, out = _BREADTHS[joint.partition("_")[2]], _outward(joint)
    centre, lateral, medial = (column.get(f"{joint}{w}") for w in ("", "_lateral", "_medial"))
    if centre is None or lateral is None or medial is None:
        return
    width = subject.measurements.get(f"{joint}_width")
    half = 0.5 * (width or known.share * tall) + _MARKER_RADIUS
    for axis, beside in enumerate(known.beside):
        of = {lateral + axis: 0.5, medial + axis: 0.5, centre + axis: -1.0}
        rows.add(of, 0.0, beside)
    fallen = 2.0 * half * float(np.tan(known.fall))
    of = {lateral + 2: 1.0, medial + 2: -1.0}
    rows.add(of, -fallen, float(np.hypot(fallen, 1.4 * _STUCK)))
    # across the leg, or turned outwards: the left lateral one goes back
    turn = {torsion: 2.0 * out * half} if known.turned else {}
    rows.add({lateral: 1.0, medial: -1.0} | turn, 0.0, 1.4 * _STUCK)
    of = {lateral + 1: 0.5 * out, medial + 1: -0.5 * out}
    if width is None:
        rows.add(of | {stature: -0.5 * known.share}, _MARKER_RADIUS, known.spread)
    else:
        rows.add(of, half, _MEASURED_WIDTH)


def _outward(name: str) -> float:
    return -1.0 if name.startswith("right_") else 1.0


class _Rows:
    """Rows sum of coefficient times constant = value, each with its standard deviation."""

    def __init__(self, constants: int) -> None:
        self._constants = constants
        self._rows: list[FloatArray] = []
        self._values: list[float] = []

    def add(self, of: Mapping[int, float], value: float, spread: float) -> None:
        row = np.zeros(self._constants)
        row[list(of)] = list(of.values())
        self._rows.append(row / spread)
        self._values.append(value / spread)

    def whole(self) -> tuple[FloatArray, FloatArray]:
        return np.array(self._rows), np.array(self._values)


def _pelvis(rows: _Rows, column: Mapping[str, int]) -> None:
    """The pelvis's axes by its spines, and the hips in them (Harrington et al. 2007)."""
    left, right = column["left_asis"], column["right_asis"]
    backs = (
        [column["sacral"]]
        if "left_psis" not in column
        else [column["left_psis"], column["right_psis"]]
    )
    back = {k: 1.0 / len(backs) for k in backs}
    for k in (backs[0] + 0, backs[0] + 2) if len(backs) == 2 else ():
        rows.add({k: 1.0, backs[1] + k - backs[0]: -1.0}, 0.0, _SYMMETRY)
    for axis in (0, 2):
        rows.add({left + axis: 1.0, right + axis: -1.0}, 0.0, _EXACT)
    rows.add({left + 1: 1.0, right + 1: 1.0}, 0.0, _SYMMETRY)
    level = {left + 2: 0.5, right + 2: 0.5} | {k + 2: -share for k, share in back.items()}
    rows.add(level, 0.0, _EXACT)
    for side in SIDES:
        hip, out = column[f"{side}_hip"], _outward(f"{side}_")
        depth = {left: 0.12 - 0.5, right: 0.12 - 0.5}
        depth |= {k: -0.24 * share for k, share in back.items()}
        rows.add({hip: 1.0} | depth, -0.0099, 0.007)
        breadth = {left + 1: -0.5 * out - 0.33, right + 1: -0.5 * out + 0.33}
        rows.add({hip + 1: out} | breadth, 0.0073, 0.006)
        up = {hip + 2: 1.0, left + 2: -0.5, right + 2: -0.5, left + 1: 0.30, right + 1: -0.30}
        rows.add(up, -0.0109, 0.008)
