"""Joint centres of a model moved, with what is tied to them and what is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.records import Model

__all__ = ["children_of", "joint_positions", "move_joints", "segment_lengths"]


def joint_positions(model: Model) -> FloatArray:
    """Proximal joints (nb, 3) m in the reference posture, where all frames are parallel."""
    place = np.zeros((model.tree.nb, 3))
    for body, parent in enumerate(model.tree.parent):
        if parent >= 0:
            place[body] = place[parent] + model.tree.p_PJ[body]
    return place


def children_of(model: Model, body: int) -> IntArray:
    """Segments that hang on a segment."""
    return np.flatnonzero(model.tree.parent == body)


def segment_lengths(model: Model) -> FloatArray:
    """Distance (nb,) m from the proximal joint to the farthest distal one.

    For a last segment: to the farthest landmark, or twice the distance of the centre of mass.
    """
    length = np.zeros(model.tree.nb)
    for body in range(model.tree.nb):
        ends = [model.tree.p_PJ[child] for child in children_of(model, body)]
        ends = ends or [local for segment, local in model.points.values() if segment == body]
        ends = ends or [2.0 * model.tree.com[body]]
        length[body] = max(float(np.linalg.norm(end)) for end in ends)
    return length


def move_joints(model: Model, shift: FloatArray) -> Model:
    """The model of the same subject whose joint centres were taken to be elsewhere.

    Markers and landmarks stay where they are on the subject in the reference posture: that is where
    they were seen. A centre of mass keeps its place between the joints of its segment, as tables
    give it. Moments of inertia stay.

    Args:
        shift: (nb, 3) m, of each segment's proximal joint in the reference posture; zero for the
            root.
    """
    tree = model.tree
    p_PJ = tree.p_PJ.copy()
    com = tree.com.copy()
    for body, parent in enumerate(tree.parent):
        if parent >= 0:
            p_PJ[body] += shift[body] - shift[parent]
        children = children_of(model, body)
        # a last segment's end stays: only its beginning moves
        end = shift[children].mean(axis=0) if len(children) else np.zeros(3)
        com[body] += _share(model, body, children) * (end - shift[body])
    local = model.marker_local - shift[model.marker_body]
    points = {name: (body, place - shift[body]) for name, (body, place) in model.points.items()}
    return replace(model, tree=replace(tree, p_PJ=p_PJ, com=com), marker_local=local, points=points)


def _share(model: Model, body: int, children: IntArray) -> float:
    """How far along its segment the centre of mass lies, 0 to 1."""
    if not len(children):
        return 0.5
    end = model.tree.p_PJ[children].mean(axis=0)
    square = float(end @ end)
    return float(np.clip(model.tree.com[body] @ end / square, 0.0, 1.0)) if square > 0.0 else 0.5
