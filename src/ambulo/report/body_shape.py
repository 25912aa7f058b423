"""A person's outline around a fitted model: smooth cross-sections of every segment.

The outline is only drawn; nothing is computed from it. Lengths are those of the model. Breadths and
depths are those of an adult of 72 kg and 1.75 m, scaled by the root of mass over height, as for
equal density and proportions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.records.sides import side_of, without_side
from ambulo.report.page_data import Solid
from ambulo.uncertainty.geometry import joint_positions

_MASS, _HEIGHT = 72.0, 1.75
# head from chin to vertex over the height (Drillis and Contini 1966)
_HEAD = 0.130
_HAND = 0.108

# Along the limb from its joint (0) to the next (1): half breadth (across) and half depth (fore and
# aft) of the adult [m], and how far the section lies forwards [m].
_THIGH = (
    (-0.13, 0.036, 0.050, 0.0),
    (-0.06, 0.066, 0.078, 0.0),
    (0.10, 0.078, 0.084, 0.004),
    (0.35, 0.070, 0.078, 0.006),
    (0.70, 0.055, 0.062, 0.004),
    (0.93, 0.049, 0.056, 0.003),
    (1.00, 0.048, 0.054, 0.002),
)
_SHANK = (
    (0.00, 0.048, 0.053, 0.002),
    (0.12, 0.048, 0.055, -0.003),
    (0.30, 0.051, 0.059, -0.010),
    (0.55, 0.041, 0.047, -0.006),
    (0.82, 0.030, 0.034, -0.001),
    (1.00, 0.031, 0.035, 0.0),
)
_UPPER_ARM = (
    (-0.17, 0.016, 0.020, 0.0),
    (-0.12, 0.034, 0.038, 0.0),
    (0.06, 0.048, 0.052, 0.0),
    (0.35, 0.043, 0.049, 0.002),
    (0.70, 0.037, 0.041, 0.002),
    (1.00, 0.034, 0.036, 0.0),
)
_FOREARM = (
    (0.00, 0.034, 0.037, 0.0),
    (0.22, 0.039, 0.041, 0.002),
    (0.60, 0.031, 0.034, 0.001),
    (1.00, 0.021, 0.027, 0.0),
)
_PALM = (
    (0.00, 0.019, 0.025, 0.0),
    (0.35, 0.016, 0.041, 0.002),
    (0.65, 0.014, 0.038, 0.004),
    (1.00, 0.008, 0.019, 0.008),
)
_LIMBS = {"thigh": _THIGH, "shank": _SHANK, "upper_arm": _UPPER_ARM, "forearm": _FOREARM}
# from the hips (0) to the neck's root (1): half breadth and half depth
_TRUNK = (
    (-0.10, 0.120, 0.088),
    (0.00, 0.164, 0.114),
    (0.18, 0.158, 0.104),
    (0.38, 0.134, 0.092),
    (0.56, 0.142, 0.102),
    (0.74, 0.156, 0.112),
)
# from the neck's root (0) to the head's joint (1): half breadth, half depth, forwards
_NECK = (
    (-0.35, 0.080, 0.062, 0.040),
    (0.05, 0.062, 0.060, 0.038),
    (0.50, 0.054, 0.057, 0.027),
    (0.90, 0.052, 0.056, 0.015),
    (1.25, 0.050, 0.052, 0.010),
)
# from chin (0) to vertex (1): half breadth, half depth, forwards; of a head of 0.2275 m
_FACE = (
    (0.03, 0.034, 0.040, 0.034),
    (0.15, 0.050, 0.064, 0.022),
    (0.36, 0.064, 0.087, 0.010),
    (0.60, 0.073, 0.096, 0.002),
    (0.77, 0.070, 0.090, -0.002),
    (0.88, 0.057, 0.074, -0.004),
    (0.95, 0.041, 0.053, -0.005),
    (0.99, 0.020, 0.026, -0.005),
)
# from heel (0) to toe (1): half breadth and height over the sole; of a foot of 0.265 m
_FOOT = (
    (0.03, 0.024, 0.046),
    (0.12, 0.031, 0.072),
    (0.30, 0.033, 0.088),
    (0.50, 0.037, 0.064),
    (0.72, 0.046, 0.040),
    (0.88, 0.043, 0.027),
    (0.98, 0.028, 0.018),
)
_ADULT_FOOT = 0.265
_X, _Y, _Z = np.eye(3)


def _section(centre: FloatArray, u: FloatArray, w: FloatArray) -> tuple[float, ...]:
    return tuple(round(float(v), 4) for v in (*centre, *u, *w))


def body_shapes(model: Model) -> tuple[Solid, ...]:
    """One solid for every segment of a model, in the order of its tree.

    Args:
        model: its segments are named as in Ambulo's skeletons; others become plain rods.
    """
    mass = model.subject.mass or model.mass
    height = model.subject.height or _standing(model)
    girth = float(np.sqrt((mass / height) / (_MASS / _HEIGHT)))
    return tuple(
        Solid(
            segment,
            side_of(segment) or "grey",
            _shape(model, i, girth, height),
            _exponent(segment),
        )
        for i, segment in enumerate(model.segments)
    )


def _exponent(segment: str) -> float:
    if segment in {"pelvis", "torso"} or segment.endswith("foot"):
        return 2.4
    return 2.0


def _shape(model: Model, i: int, girth: float, height: float) -> Sequence[Sequence[float]]:
    segment = model.segments[i]
    bare = without_side(segment)
    children = [c for c, parent in enumerate(model.tree.parent) if parent == i]
    if bare in _LIMBS and children:
        outwards = 0.012 * girth * {"left": 1.0, "right": -1.0}.get(side_of(segment) or "", 0.0)
        shift = outwards if bare == "thigh" else 0.0
        return _limb(model.tree.p_PJ[children[0]], _LIMBS[bare], girth, shift)
    if bare == "hand":
        return _limb(np.array([0.0, 0.0, -_HAND * height]), _PALM, girth, 0.0)
    if bare in {"pelvis", "torso"}:
        return _trunk(model, bare, girth)
    if bare == "neck" and children:
        end = model.tree.p_PJ[children[0]]
        # the joint lies at the spine: the flesh of the neck is in front of it
        return [
            _section(t * end + girth * ahead * _X, girth * wide * _Y, girth * deep * _X)
            for t, wide, deep, ahead in _NECK
        ]
    if bare == "head":
        return _head(model, i, height)
    if bare in {"foot", "hindfoot", "forefoot"}:
        found = _foot(model, segment)
        if found:
            return found
    return _rod(model, i, children, girth)


def _limb(
    end: FloatArray,
    profile: Sequence[tuple[float, float, float, float]],
    girth: float,
    shift: float,
) -> list[tuple[float, ...]]:
    # `shift` carries the upper end sideways: the flesh of the thighs lies outside the joints
    return [
        _section(
            t * end + girth * forwards * _X + shift * max(0.0, 1.0 - t) * _Y,
            girth * across * _Y,
            girth * deep * _X,
        )
        for t, across, deep, forwards in profile
    ]


def _trunk(model: Model, part: str, girth: float) -> list[tuple[float, ...]]:
    """Pelvis below the lumbar joint, torso above it; one outline runs through both."""
    tree = model.tree
    if "lumbar" not in model.joints:
        # legs only: the pelvis ends where the waist begins
        high = 0.17 * girth
        return [
            _section(t / 0.38 * high * _Z, girth * a * _Y, girth * b * _X)
            for t, a, b in _TRUNK
            if t <= 0.38
        ]
    lumbar = tree.p_PJ[model.joints.index("lumbar")]
    torso = model.segments.index("torso")
    shoulders = [tree.p_PJ[j] for j, name in enumerate(model.joints) if name.endswith("_shoulder")]
    necks = [
        tree.p_PJ[j]
        for j, parent in enumerate(tree.parent)
        if parent == torso and not model.joints[j].endswith("_shoulder")
    ]
    neck = lumbar + (necks[0] if necks else np.array([0.0, 0.0, 0.45]))
    level = lumbar + np.mean(shoulders, axis=0) if shoulders else lumbar + 0.8 * (neck - lumbar)
    broad = float(np.mean([abs(s[1]) for s in shoulders])) if shoulders else 0.16 * girth
    # the neck's root is well above the shoulders on every body
    top = max(float(neck[2]), float(level[2]) + 0.06)
    outline = []
    for t, a, b in _TRUNK:
        z = t * top
        if z < level[2] - 0.05:
            outline.append((z, girth * a, girth * b))
    outline += [
        (float(level[2]) - 0.03, max(broad + 0.004, 0.8 * girth * 0.15), 0.098 * girth),
        (float(level[2]) + 0.015, 0.95 * broad, 0.078 * girth),
        (float(level[2]) + 0.045, 0.72 * broad, 0.064 * girth),
        (max(top - 0.005, float(level[2]) + 0.07), 0.42 * broad, 0.056 * girth),
    ]
    # the neck's joint lies at the spine, its middle in front of it
    lean = (float(neck[0]) + 0.025 * girth) / top
    zs, widths, depths = (np.array(column) for column in zip(*sorted(outline), strict=True))

    def cut(z: float, part: float) -> tuple[float, ...]:
        """The outline at any height, at a part of its size."""
        across, deep = float(np.interp(z, zs, widths)), float(np.interp(z, zs, depths))
        return _section(np.array([lean * z, 0.0, z]), part * across * _Y, part * deep * _X)

    middle = float(lumbar[2])
    pelvis = part == "pelvis"
    if pelvis:
        # its upper end lies inside the torso, so that the waist bends without a seam
        heights = [float(z) for z in zs if z < middle - 0.03]
        rows = [cut(z, 1.0) for z in heights]
        rows += [cut(middle - 0.02, 0.985), cut(middle + 0.02, 0.90), cut(middle + 0.05, 0.66)]
    else:
        heights = [float(z) for z in zs if z > middle + 0.02]
        rows = [cut(middle - 0.06, 0.74), cut(middle - 0.02, 0.955)]
        rows += [cut(z, 1.0) for z in heights]
    offset = np.zeros(9) if pelvis else np.concatenate([lumbar, np.zeros(6)])
    return [tuple(np.round(np.array(row) - offset, 4).tolist()) for row in rows]


def _standing(model: Model) -> float:
    """Height of the model from its lowest joint to its highest, with head and sole [m]."""
    z = joint_positions(model)[:, 2]
    return max(float(np.ptp(z)) + 0.28, 1.0)


def _head(model: Model, i: int, height: float) -> list[tuple[float, ...]]:
    tall = _HEAD * height
    z = joint_positions(model)[:, 2]
    # the vertex is where the height says; the chin stays near the joint
    vertex = height - (float(z[i]) - (float(z.min()) - 0.06))
    chin = float(np.clip(vertex - tall, -0.09, 0.03))
    scale = tall / (_HEAD * _HEIGHT)
    ahead = float(np.clip(model.tree.com[..., i, 0].mean(), 0.0, 0.03))
    return [
        _section(
            np.array([ahead + scale * forwards, 0.0, chin + t * tall]),
            scale * across * _Y,
            scale * deep * _X,
        )
        for t, across, deep, forwards in _FACE
    ]


def _foot(model: Model, segment: str) -> list[tuple[float, ...]]:
    side = side_of(segment)
    if not {f"{side}_heel", f"{side}_toe"} <= set(model.points):
        return []
    (hind, heel), (fore, tip) = model.points[f"{side}_heel"], model.points[f"{side}_toe"]
    joint = model.tree.p_PJ[fore] if fore != hind else np.zeros(3)
    toe = tip + joint
    along = toe - heel
    long = float(np.hypot(along[0], along[1]))
    ahead = np.array([along[0], along[1], 0.0]) / long
    across = np.array([-ahead[1], ahead[0], 0.0])
    sole = min(float(heel[2]), float(toe[2])) - 0.012
    size = long / _ADULT_FOOT
    bend = float((joint - heel) @ ahead) / long if fore != hind else 2.0
    rows = []
    for t, half, high in _FOOT:
        # the parts of a foot of two segments overlap a little at the bend
        mine = {"foot": True, "hindfoot": t < bend + 0.12, "forefoot": t > bend - 0.12}
        if not mine[segment.removeprefix(f"{side}_")]:
            continue
        up = size * high
        centre = np.array([*(heel + t * long * ahead)[:2], sole + 0.5 * up])
        origin = joint if segment.endswith("forefoot") else np.zeros(3)
        rows.append(_section(centre - origin, size * half * across, 0.5 * up * _Z))
    return rows if len(rows) > 1 else []


def _rod(model: Model, i: int, children: Sequence[int], girth: float) -> list[tuple[float, ...]]:
    """A segment that has no outline of its own: from its joint to its first child or mass."""
    end = (
        model.tree.p_PJ[children[0]]
        if children
        else 2.0 * model.tree.com[..., i, :].reshape(-1, 3)[0]
    )
    if float(np.linalg.norm(end)) < 0.02:
        end = np.array([0.0, 0.0, -0.05])
    side = np.cross(end, _X)
    if float(np.linalg.norm(side)) < 0.01:
        side = np.cross(end, _Y)
    side /= np.linalg.norm(side)
    other = np.cross(side, end) / np.linalg.norm(end)
    wide = 0.035 * girth
    return [_section(t * end, wide * side, wide * other) for t in (0.0, 0.5, 1.0)]
