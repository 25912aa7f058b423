"""A tree as the compiled loops take it: contiguous arrays, with the models on a leading axis."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ambulo.records import NQ, NV, BoolArray, FloatArray, IntArray, JointType, Tree

__all__ = [
    "BALL",
    "FIXED",
    "FREE",
    "HINGE",
    "SLIDE",
    "TreeArrays",
    "over_models",
    "pack",
    "without_models",
]

# plain integers, which numba freezes into the code
FREE = int(JointType.FREE)
BALL = int(JointType.BALL)
HINGE = int(JointType.HINGE)
SLIDE = int(JointType.SLIDE)
FIXED = int(JointType.FIXED)

_WHOLE = ["C_CONTIGUOUS", "WRITEABLE"]


class TreeArrays(NamedTuple):
    """Contiguous copy of a `Tree`; every array that may differ between models leads with that axis.

    Args:
        parent, joint, q_start, v_start: (nb,) as in `Tree`.
        aligned: (nb,) whether R_PJ is the identity, so that a product can be left out.
        p_PJ, com: (models, nb, 3) m.
        R_PJ: (nb, 3, 3); axis: (nb, 3); gravity: (3,) m/s^2.
        mass: (models, nb) kg; inertia: (models, nb, 3, 3) kg*m^2.
        dof_body: (nv,) body whose joint owns the degree of freedom.
        dof_parent: (nv,) next degree of freedom towards the root, -1 for none.
        rotates: (nv,) whether the degree of freedom is a rotation.
        chain: (nv, longest) degrees of freedom from the root to this one, itself last; then -1.
        depth: (nv,) place of the degree of freedom in its own chain.
    """

    parent: IntArray
    joint: IntArray
    aligned: BoolArray
    p_PJ: FloatArray
    R_PJ: FloatArray
    axis: FloatArray
    q_start: IntArray
    v_start: IntArray
    mass: FloatArray
    com: FloatArray
    inertia: FloatArray
    gravity: FloatArray
    dof_body: IntArray
    dof_parent: IntArray
    rotates: BoolArray
    chain: IntArray
    depth: IntArray


def pack(tree: Tree) -> TreeArrays:
    """Check a tree and lay it out for the compiled loops.

    Args:
        tree: mass, com, inertia and p_PJ with at most one leading axis, models.

    Returns:
        Arrays in which the models axis is always there, of length 1 if the tree has none.

    Raises:
        ValueError: a body comes before its parent, or shapes or coordinate starts do not fit.
    """
    nb = tree.nb
    parent = _integers(tree.parent)
    joint = _integers(tree.joint)
    q_start = _integers(tree.q_start)
    v_start = _integers(tree.v_start)
    if nb == 0:
        raise ValueError("a tree needs at least one body")
    if np.any(parent >= np.arange(nb)) or np.any(parent < -1):
        raise ValueError("every body must come after its parent (parent[i] < i, -1 for the world)")

    dof_body, dof_parent, rotates = [], [], []
    last_dof = np.full(nb + 1, -1)  # of each body or its nearest moving ancestor; [-1] is the world
    nq = 0
    for i in range(nb):
        kind = JointType(joint[i])
        if (q_start[i], v_start[i]) != (nq, len(dof_body)) and NV[kind] > 0:
            raise ValueError(f"coordinates of body {i} must start at {nq} and {len(dof_body)}")
        last = last_dof[parent[i]]
        for k in range(NV[kind]):
            dof_parent.append(last)
            last = len(dof_body)
            dof_body.append(i)
            rotates.append(kind in (JointType.BALL, JointType.HINGE) or k >= 3)
        last_dof[i] = last
        nq += NQ[kind]

    chains: list[list[int]] = []
    for d, above in enumerate(dof_parent):
        chains.append([*(chains[above] if above >= 0 else []), d])
    longest = max((len(c) for c in chains), default=0)
    chain = [c + [-1] * (longest - len(c)) for c in chains]

    models = np.broadcast_shapes(
        tree.mass.shape[:-1], tree.com.shape[:-2], tree.inertia.shape[:-3], tree.p_PJ.shape[:-2]
    )
    if len(models) > 1:
        raise ValueError(f"a tree has at most one models axis, not shape {models}")
    models = models or (1,)
    R_PJ = _floats(tree.R_PJ, (nb, 3, 3))
    return TreeArrays(
        parent=parent,
        joint=joint,
        aligned=np.all(R_PJ == np.eye(3), axis=(1, 2)),
        p_PJ=_floats(tree.p_PJ, (*models, nb, 3)),
        R_PJ=R_PJ,
        axis=_floats(tree.axis, (nb, 3)),
        q_start=q_start,
        v_start=v_start,
        mass=_floats(tree.mass, (*models, nb)),
        com=_floats(tree.com, (*models, nb, 3)),
        inertia=_floats(tree.inertia, (*models, nb, 3, 3)),
        gravity=_floats(tree.gravity, (3,)),
        dof_body=_integers(dof_body),
        dof_parent=_integers(dof_parent),
        rotates=np.array(rotates, dtype=np.bool_),
        chain=_integers(np.reshape(chain, (len(chains), longest))),
        depth=_integers([len(c) - 1 for c in chains]),
    )


def over_models(name: str, x: npt.ArrayLike, width: tuple[int, ...], models: int) -> FloatArray:
    """Give an array over frames its models axis: (frames, *width) becomes (1, frames, *width).

    Raises:
        ValueError: the shape is neither (frames, *width) nor (models, frames, *width).
    """
    array = np.asarray(x, dtype=np.float64)
    if array.ndim == len(width) + 1:
        array = array[np.newaxis]
    expected = array.shape[2:] == width and (models == 1 or array.shape[0] in (1, models))
    if array.ndim != len(width) + 2 or not expected:
        shown = ", ".join(["frames", *map(str, width)])
        raise ValueError(f"{name} has shape {np.shape(x)}, not ({shown}) nor (models, {shown})")
    return np.require(array, requirements=_WHOLE)


def without_models(x: FloatArray, tree: Tree, *inputs: npt.ArrayLike | None) -> FloatArray:
    """Drop the models axis of a result again if neither the tree nor an input over frames had it.

    Args:
        x: (models, frames, ...).
        tree: as the caller gave it.
        inputs: (frames, n) or (models, frames, n) arrays of the caller; None is passed over.
    """
    batched = tree.mass.ndim > 1 or tree.com.ndim > 2 or tree.inertia.ndim > 3
    batched = batched or tree.p_PJ.ndim > 2 or any(np.ndim(y) > 2 for y in inputs if y is not None)
    return x if batched else x[0]


def _floats(x: npt.ArrayLike, shape: tuple[int, ...]) -> FloatArray:
    return np.require(np.broadcast_to(np.asarray(x, np.float64), shape), requirements=_WHOLE)


def _integers(x: npt.ArrayLike) -> IntArray:
    return np.require(np.asarray(x, dtype=np.int64), requirements=_WHOLE)
