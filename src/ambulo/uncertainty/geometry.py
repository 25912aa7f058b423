"""A model with moved joint centres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.records import Model


def joint_positions(model: Model) -> FloatArray:
    """Proximal joints (nb, 3) m in the reference posture, where all frames are parallel."""
    place = np.zeros((model.tree.nb, 3))
    for body, parent in enumerate(model.tree.parent):
        if parent >= 0:
            place[body] = place[parent] + model.tree.p_PJ[body]
    return place


def children_of(model: Model, body: int) -> IntArray:
    """Child segments of a segment."""
    return np.flatnonzero(model.tree.parent == body)


def segment_lengths(model: Model) -> FloatArray:
    """Distance (nb,) m from the proximal joint to the farthest distal joint.

    For a last segment, it is the distance to the farthest landmark, or twice that of the centre of
    mass.
    """
    length = np.zeros(model.tree.nb)
    for body in range(model.tree.nb):
        ends = [model.tree.p_PJ[child] for child in children_of(model, body)]
        ends = ends or [local for segment, local in model.points.values() if segment == body]
        ends = ends or [2.0 * model.tree.com[body]]
        length[body] = max(float(np.linalg.norm(end)) for end in ends)
    return length


def along_joints(model: Model, marker_set: MarkerSet) -> dict[int, int]:
    """Segments whose first axis goes through their proximal joint, and the other joint on this
    axis.

    Args:
        model: calibrated with the marker set.
    """
    found: dict[int, int] = {}
    for body, name in enumerate(model.segments):
        ends = {model.joints[child]: int(child) for child in children_of(model, body)}
        for rule in marker_set.frames.get(name, ()):
            along = rule.axes[0][1] if rule.axes else None
            if isinstance(along, tuple) and model.joints[body] in along:
                found.update((body, ends[end]) for end in along if end in ends)
                break
    return found


def move_joints(
    model: Model, shift: FloatArray, along: Mapping[int, int] = MappingProxyType({})
) -> Model:
    """The model of the same subject with joint centres assumed elsewhere.

    Markers and landmarks keep their places on the subject in the reference posture, because they
    were seen there. A centre of mass keeps its relative place between the joints of its segment, as
    in tables. Moments of inertia stay. Axes through joints turn with the joints, by the smallest
    rotation.

    Args:
        shift: (nb, 3) m, shift of each segment's proximal joint in the reference posture; zero for
            the root.
        along: segments with an axis through joints, and the child whose proximal joint is the other
            end.
    """
    tree = model.tree
    p_PJ, com = tree.p_PJ.copy(), tree.com.copy()
    R = np.tile(np.eye(3), (tree.nb, 1, 1))
    for body, parent in enumerate(tree.parent):
        if parent >= 0:
            p_PJ[body] += shift[body] - shift[parent]
        children = children_of(model, body)
        # a last segment's end stays: only its beginning moves
        end = shift[children].mean(axis=0) if len(children) else np.zeros(3)
        com[body] += _share(model, body, children) * (end - shift[body])
    for body, child in along.items():
        R[body] = _turn(tree.p_PJ[child], p_PJ[child])
    # in the turned axes
    p_PJ[1:] = _seen_from(R[tree.parent[1:]], p_PJ[1:])
    com = _seen_from(R, com)
    on = model.marker_body
    local = _seen_from(R[on], model.marker_local - shift[on])
    points = {k: (body, (at - shift[body]) @ R[body]) for k, (body, at) in model.points.items()}
    return replace(model, tree=replace(tree, p_PJ=p_PJ, com=com), marker_local=local, points=points)


def _seen_from(R: FloatArray, v: FloatArray) -> FloatArray:
    """R^T v for each of (n, 3, 3) and (n, 3)."""
    return np.asarray(np.einsum("nji,nj->ni", R, v))


def _turn(a: FloatArray, b: FloatArray) -> FloatArray:
    """The shortest turn (3, 3) of a onto the direction of b: 1 + [w] + [w]^2 / (1 + c)."""
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    x, y, z = np.cross(a, b)
    W = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + W + W @ W / (1.0 + a @ b))


def _share(model: Model, body: int, children: IntArray) -> float:
    """How far along its segment the centre of mass lies, 0 to 1."""
    if not len(children):
        return 0.5
    end = model.tree.p_PJ[children].mean(axis=0)
    square = float(end @ end)
    return float(np.clip(model.tree.com[body] @ end / square, 0.0, 1.0)) if square > 0.0 else 0.5
