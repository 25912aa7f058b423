"""Basic points and unit vectors of a body whose segments are connected by ball joints.

Neighbouring segments share the point of their joint, so a ball joint needs no equation. A segment
at the end adds its centre of mass. Every segment has two of its axes as unit vectors (Garcia de
Jalon & Bayo 1994, chapter 2; Pamies-Vila 2012, section 3.2 and table 3.7). The body of 18 segments
has 22 points and 36 vectors, or 174 natural coordinates. With three angles for each segment there
are 228.

Pamies-Vila describes pelvis and torso with the vectors v and w, and uses the two hips and v as the
base of w (eq. 3.17). If the hips are symmetric along v, as with Vaughan's regressions, this base is
flat. Here each segment uses the points and axes that span the largest volume. The planar body may
end in centres of mass (section 3.1.2) or in the extreme points (section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.quaternions import from_matrix, to_matrix
from ambulo.multibody.tree.tree import JointType, Tree

_AXES = "uvw"
_FLAT = 0.05
"""Volume of three unit vectors below which they are no base: they lie within 3 degrees of a plane,
and the constraints on them would be as many times worse conditioned."""
_SHORT = 1e-3
"""m; two basic points closer than this give a segment no direction."""


@dataclass(frozen=True, eq=False)
class Element:
    """The basic points and unit vectors of one segment.

    Args:
        points: indices of its basic points; its mass matrix uses the first two.
        local: (points, 3) m, these points in the segment frame.
        vectors: indices of its two unit vectors.
        axes: the axes of the segment frame that these vectors are.
        third: index in `points` of a third point that forms a base with the first two and the first
            vector; None if there are two points, or all are on one line.
    """

    points: tuple[int, ...]
    local: FloatArray
    vectors: tuple[int, int]
    axes: tuple[int, int]
    third: int | None


@dataclass(frozen=True, eq=False)
class NaturalBody:
    """A model in natural coordinates.

    Args:
        tree: tree with ball joints, whose root is free or on a ball joint of the ground.
        names: (n,) of the points (joints, "left_hand end") and vectors ("left_hand u"), numbered
            from the ends of the limbs to the root.
        is_vector: (n,) whether an entry is a unit vector.
        segment: (n,) segment that a vector belongs to, and distal segment of a point.
        elements: one for each body, in the tree's order.
        base: index of the point whose position is an independent coordinate. It is the first joint
            on the root segment (J1 of Pamies-Vila 2012), or the joint with the ground if there is
            one.
    """

    tree: Tree
    names: tuple[str, ...]
    is_vector: tuple[bool, ...]
    segment: IntArray
    elements: tuple[Element, ...]
    base: int

    @property
    def n(self) -> int:
        """Number of basic points and unit vectors."""
        return len(self.names)

    @property
    def held(self) -> bool:
        """Whether the base point is a point of the ground."""
        return JointType(int(self.tree.joint[0])) is JointType.BALL

    @property
    def coordinates(self) -> int:
        """Number of mixed coordinates: points, vectors, and three angles for each segment."""
        return 3 * self.n + 3 * len(self.elements)

    @property
    def freedom(self) -> int:
        """Degrees of freedom: position of the base point, and three angles for each segment."""
        return 3 + 3 * len(self.elements)


def natural_body(tree: Tree, segments: Sequence[str], joints: Sequence[str]) -> NaturalBody:
    """Basic points and unit vectors of a tree.

    Args:
        tree: tree with ball joints and one root, which is free or on a ball joint of the ground.
        segments, joints: (nb,) names of the bodies and of the joints to their parents.
    Raises:
        InputError: there is another kind of joint, there are several models in the tree, or a
            segment has no extent.
    """
    kinds = [JointType(int(j)) for j in tree.joint]
    for body, kind in enumerate(kinds):
        if kind is not JointType.BALL and (kind is not JointType.FREE or tree.parent[body] >= 0):
            raise InputError(
                f"this is a {kind.name.lower()} joint, but natural coordinates allow only ball "
                "joints and a free root",
                where=joints[body],
                remedy="Use the coordinates of the tree for this model",
            )
    if np.count_nonzero(tree.parent < 0) != 1 or tree.mass.ndim != 1:
        raise InputError(
            "the tree has several roots or models, but natural coordinates describe one person",
            where=segments[0],
            remedy="Give a tree with one root and one model",
        )

    added: list[tuple[str, bool, int]] = []

    def add(name: str, vector: bool, body: int) -> int:
        added.append((name, vector, body))
        return len(added) - 1

    joint_point: dict[int, int] = {}
    elements: dict[int, Element] = {}
    for body in range(tree.nb - 1, -1, -1):
        children = np.flatnonzero(tree.parent == body)
        root = kinds[body] is JointType.FREE
        local = [] if root else [np.zeros(3)]
        local += [tree.p_PJ[child] for child in children]
        if len(local) < 2:
            local.append(tree.com[body])
        places = np.array(local)
        order, axes, third = _base(places, segments[body])
        ends = [] if len(children) + (not root) == len(local) else [len(local) - 1]
        index = {k: add(f"{segments[body]} end", False, body) for k in ends}
        vectors = [add(f"{segments[body]} {_AXES[axis]}", True, body) for axis in axes]
        if not root:
            joint_point[body] = index[0] = add(joints[body], False, body)
        index |= {k + (not root): joint_point[int(child)] for k, child in enumerate(children)}
        elements[body] = Element(
            tuple(index[k] for k in order), places[order], (vectors[0], vectors[1]), axes, third
        )
    first = np.flatnonzero(tree.parent == 0)
    base = elements[0].points[0]
    if 0 in joint_point:
        base = joint_point[0]
    elif first.size:
        base = joint_point[int(first[0])]
    return NaturalBody(
        tree,
        tuple(name for name, _, _ in added),
        tuple(vector for _, vector, _ in added),
        np.array([body for _, _, body in added]),
        tuple(elements[body] for body in range(tree.nb)),
        base,
    )


def _base(places: FloatArray, where: str) -> tuple[list[int], tuple[int, int], int | None]:
    """Order of a segment's points, its two axes, and its third point.

    Two points and two axes are taken that span most volume for the points' distance; of three
    points or more, first the three points and the axis that do.
    """
    arms = places[1:] - places[0]
    length = np.linalg.norm(arms, axis=1)
    if length.min() < _SHORT:
        raise InputError(
            "two of its joints, or its joint and its centre of mass, are at the same point",
            where=where,
            remedy="Check the segment's joint centres and its parameters",
        )
    unit = np.concatenate([np.eye(3), arms / length[:, None]])

    def volume(*chosen: int) -> float:
        return abs(float(np.linalg.det(unit[list(chosen)])))

    count = len(places)
    triples = [(a, j, k) for a in range(3) for j, k in combinations(range(3, count + 2), 2)]
    solid = max(triples, key=lambda choice: volume(*choice), default=None)
    first: list[int] = [0, 1, 2]
    candidates = list(range(3, count + 2))
    if solid is not None and volume(*solid) > _FLAT:
        first, candidates = [solid[0]], [*solid[1:]]
    else:
        solid = None
    a, b, j = max(
        ((a, b, j) for a in first for b in range(3) for j in candidates if a != b),
        key=lambda choice: volume(*choice),
    )
    order = [0, j - 2]
    third = None
    if solid is not None:
        third = 2
        order.append(next(k for k in candidates if k != j) - 2)
    order += [k for k in range(1, count) if k not in order]
    return order, (a, b), third


def element_basis(element: Element) -> FloatArray:
    """Matrix X (3, 3) of eq. 3.36, with columns: second point minus first point, and the two
    vectors.

    It is in the segment frame. Each place r on the segment is r_i + X a with constant a = X^-1 (r -
    r_i).
    """
    arm = element.local[1] - element.local[0]
    return np.column_stack([arm, np.eye(3)[element.axes[0]], np.eye(3)[element.axes[1]]])


def natural_coordinates(body: NaturalBody, R: FloatArray, p: FloatArray) -> FloatArray:
    """Points and vectors (frames, n, 3) of segments in the world.

    Args:
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m. If the two segments of a joint disagree
            about its position, the distal segment gives the shared point.
    """
    x = np.empty((len(p), body.n, 3))
    for segment in range(len(body.elements)):
        element = body.elements[segment]
        # a child comes after its parent and has the last word on the point they share
        for index, local in zip(element.points, element.local, strict=True):
            x[:, index] = p[:, segment] + R[:, segment] @ local
        for index, axis in zip(element.vectors, element.axes, strict=True):
            x[:, index] = R[:, segment, :, axis]
    return x


def poses(body: NaturalBody, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Segments in the world, from points and vectors that satisfy the constraints.

    Args:
        x: (frames, n, 3) m, and unit vectors.
    Returns:
        R (frames, nb, 3, 3), orthonormal to rounding, and p (frames, nb, 3) m.
    """
    frames, nb = len(x), len(body.elements)
    R = np.empty((frames, nb, 3, 3))
    p = np.empty((frames, nb, 3))
    for segment, element in enumerate(body.elements):
        i, j = element.points[:2]
        a, b = element.vectors
        now = np.stack([x[:, j] - x[:, i], x[:, a], x[:, b]], axis=2)
        R[:, segment] = now @ np.linalg.inv(element_basis(element))
        p[:, segment] = x[:, i]
    R = to_matrix(from_matrix(R))
    for segment, element in enumerate(body.elements):
        p[:, segment] -= R[:, segment] @ element.local[0]
    return R, p
