"""Random trees and motions, to check the kernels on every joint type and branching, and to time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math import quaternions
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.tree.tree import NQ, NV, JointType, Tree


def tree_of(
    parent: Sequence[int], joint: Sequence[JointType], rng: np.random.Generator, scale: float = 0.3
) -> Tree:
    """A tree of the given shape with random geometry and physically possible inertia.

    Args:
        parent, joint: (nb,) as in `Tree`.
        rng: source of the numbers.
        scale: typical distance between joints [m].

    Returns:
        The tree, without a models axis; joint frames are turned in every body but the first.
    """
    nb = len(parent)
    nq = [NQ[j] for j in joint]
    nv = [NV[j] for j in joint]
    axis = rng.normal(size=(nb, 3))
    R_PJ = quaternions.to_matrix(rng.normal(size=(nb, 4)))
    R_PJ[0] = np.eye(3)
    # the inertia of six point masses, so that the triangle inequality holds
    points = rng.normal(scale=0.5 * scale, size=(nb, 6, 3))
    points -= points.mean(axis=1, keepdims=True)
    mass = rng.uniform(0.5, 10.0, size=nb)
    second = np.einsum("bki,bkj->bij", points, points) * (mass / 6.0)[:, None, None]
    trace = np.trace(second, axis1=1, axis2=2)[:, None, None]
    return Tree(
        parent=np.array(parent, dtype=np.int64),
        joint=np.array(joint, dtype=np.int64),
        p_PJ=rng.normal(scale=scale, size=(nb, 3)),
        R_PJ=R_PJ,
        axis=axis / np.linalg.norm(axis, axis=1, keepdims=True),
        q_start=np.cumsum([0, *nq[:-1]]).astype(np.int64),
        v_start=np.cumsum([0, *nv[:-1]]).astype(np.int64),
        mass=mass,
        com=rng.normal(scale=0.5 * scale, size=(nb, 3)),
        inertia=trace * np.eye(3) - second,
        gravity=np.array([0.0, 0.0, -STANDARD_GRAVITY]),
    )


def random_tree(rng: np.random.Generator, nb: int, roots: int = 1) -> Tree:
    """A random branching tree that has every joint type, given at least five bodies.

    Args:
        rng: source of the numbers.
        nb: bodies.
        roots: bodies that hang from the world.

    Returns:
        The tree; its first body's joint is free.
    """
    kinds = list(JointType)
    parent = [-1 if i < roots else int(rng.integers(0, i)) for i in range(nb)]
    joint = [kinds[i] if i < len(kinds) else kinds[rng.integers(len(kinds))] for i in range(nb)]
    return tree_of(parent, joint, rng)


def random_coordinates(tree: Tree, rng: np.random.Generator, frames: int) -> FloatArray:
    """Coordinates (frames, nq) with quaternions of unit length, far from the reference posture."""
    q = rng.normal(size=(frames, tree.nq))
    for kind, k in zip(tree.joint, tree.q_start, strict=True):
        if kind in (JointType.FREE, JointType.BALL):
            turn = slice(k + 3, k + 7) if kind == JointType.FREE else slice(k, k + 4)
            q[:, turn] /= np.linalg.norm(q[:, turn], axis=1, keepdims=True)
    return q


def one_body(joint, mass, com, inertia, gravity):
    """A tree of a single body in its joint to the world."""
    return Tree(
        parent=np.array([-1]),
        joint=np.array([joint]),
        p_PJ=np.zeros((1, 3)),
        R_PJ=np.eye(3)[None],
        axis=np.zeros((1, 3)),
        q_start=np.array([0]),
        v_start=np.array([0]),
        mass=np.array([mass]),
        com=np.array([com]),
        inertia=inertia[None],
        gravity=np.array([0.0, 0.0, -gravity]),
    )
