"""A tree for the compiled loops: one record for each body, so that a kernel reads `body.mass`.

One array of records is passed to inner functions in a few registers. Forward kinematics is eight
times faster than with one array for each property.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.multibody.tree.tree import NQ, NV, JointType, Tree

# plain integers, which numba freezes into the code
FREE = int(JointType.FREE)
BALL = int(JointType.BALL)
HINGE = int(JointType.HINGE)
SLIDE = int(JointType.SLIDE)

Records = npt.NDArray[np.void]
Input = tuple[str, npt.ArrayLike | None, tuple[int, ...]]
"""Name, array over frames, and its width per frame."""

_IDENTITY = np.identity(3)
_BODY = np.dtype(
    [
        ("parent", np.int64),
        ("joint", np.int64),
        ("aligned", np.int64),  # 1 where R_PJ is the identity and a product can be left out
        ("q_start", np.int64),
        ("v_start", np.int64),
        ("p_PJ", np.float64, 3),
        ("R_PJ", np.float64, 9),
        ("axis", np.float64, 3),
        ("mass", np.float64),
        ("com", np.float64, 3),
        ("inertia", np.float64, 9),
    ]
)
_DOF = np.dtype(
    [
        ("body", np.int64),
        ("rotates", np.int64),  # 1 for a rotation, 0 for a translation
        ("depth", np.int64),  # place in its own chain
    ]
)


@inner
def rotation_start(joint: int, first: int) -> int:
    """Place of a joint's quaternion among its coordinates from `first`; -1 for none."""
    if joint == BALL:
        return first
    return first + 3 if joint == FREE else -1


class PackedTree(NamedTuple):
    """Records of a tree.

    Args:
        bodies: (models, nb) with the fields of `Tree`; there is always an axis of models.
        dofs: (nv,) body of each degree of freedom, its kind, and the number of others between it
            and the world.
        chain: (nv, longest) degrees of freedom from the world up to and including this one; then
            -1.
        gravity: (3,) m/s^2.
    """

    bodies: Records
    dofs: Records
    chain: IntArray
    gravity: FloatArray


def pack(tree: Tree) -> PackedTree:
    """Check a tree and pack it for the compiled loops.

    Args:
        tree: mass, com, inertia and p_PJ may have one leading axis, of models.

    Returns:
        Records; the axis of models has length 1 if the tree has none.

    Raises:
        ValueError: a body comes before its parent, or shapes or coordinate starts do not fit.
    """
    nb = tree.nb
    if nb == 0:
        raise ValueError("a tree needs at least one body")
    shape = _shape(tuple(tree.parent.tolist()), tuple(tree.joint.tolist()))
    moves = shape.nv > 0  # where a weld's coordinates would start is nobody's business
    if np.any((tree.q_start != shape.q_start)[moves] | (tree.v_start != shape.v_start)[moves]):
        raise ValueError(
            f"the coordinates of the bodies start at {shape.q_start.tolist()} in q and at "
            f"{shape.v_start.tolist()} in v, not at {[*map(int, tree.q_start)]} and "
            f"{[*map(int, tree.v_start)]}"
        )
    leading = {
        tree.mass.shape[:-1], tree.com.shape[:-2], tree.inertia.shape[:-3], tree.p_PJ.shape[:-2]
    }  # fmt: skip
    models = leading.pop() if len(leading) == 1 else np.broadcast_shapes(*leading)
    if len(models) > 1:
        raise ValueError(f"a tree has at most one models axis, not shape {models}")
    bodies = np.zeros((*(models or (1,)), nb), dtype=_BODY)
    for name in ("parent", "joint", "q_start", "v_start", "p_PJ", "axis", "mass", "com"):
        bodies[name] = getattr(tree, name)
    bodies["R_PJ"] = tree.R_PJ.reshape(nb, 9)
    bodies["aligned"] = (tree.R_PJ == _IDENTITY).all(axis=(1, 2))
    bodies["inertia"] = tree.inertia.reshape(*tree.inertia.shape[:-2], 9)
    gravity = np.array(tree.gravity, dtype=np.float64)
    if gravity.shape != (3,):
        raise ValueError(f"gravity has shape {gravity.shape}, not (3,)")
    return PackedTree(bodies, shape.dofs, shape.chain, gravity)


class _Shape(NamedTuple):
    """What follows from parents and joints alone; shared between calls, never written to."""

    q_start: IntArray
    v_start: IntArray
    nv: IntArray
    dofs: Records
    chain: IntArray


@lru_cache(maxsize=64)
def _shape(parent: tuple[int, ...], joint: tuple[int, ...]) -> _Shape:
    if any(not -1 <= p < i for i, p in enumerate(parent)):
        raise ValueError("every body must come after its parent (parent[i] < i, -1 for the world)")
    kinds = [JointType(j) for j in joint]
    nq, nv = [NQ[k] for k in kinds], [NV[k] for k in kinds]
    dofs: list[tuple[int, int, int]] = []
    chains: list[list[int]] = []
    reach: list[list[int]] = []  # of each body: degrees of freedom from the world to it
    for i, kind in enumerate(kinds):
        above = reach[parent[i]] if parent[i] >= 0 else []
        for k in range(nv[i]):
            rotates = kind in (JointType.BALL, JointType.HINGE) or k >= 3
            above = [*above, len(dofs)]
            dofs.append((i, int(rotates), len(above) - 1))
            chains.append(above)
        reach.append(above)
    longest = max((len(c) for c in chains), default=0)
    chain = np.full((len(chains), longest), -1, dtype=np.int64)
    for d, line in enumerate(chains):
        chain[d, : len(line)] = line
    return _Shape(
        q_start=np.cumsum([0, *nq[:-1]]),
        v_start=np.cumsum([0, *nv[:-1]]),
        nv=np.array(nv),
        dofs=np.array(dofs, dtype=_DOF),
        chain=chain,
    )


def whole(x: npt.ArrayLike) -> FloatArray:
    """The array as float64, contiguous and writeable: one type needs only one compilation."""
    return np.require(np.asarray(x, dtype=np.float64), requirements=("C", "W"))


def over_frames(packed: PackedTree, *inputs: Input) -> list[FloatArray]:
    """Give arrays over frames an axis of models, from (frames, *width) to (1, frames, *width).

    Args:
        packed: the tree.
        inputs: name, array (frames, *width) or (models, frames, *width), and width of each; None
            gives an array of one model without frames.

    Raises:
        ValueError: a shape is neither of these, or frames or models differ between arrays.
    """
    arrays = []
    models = {len(packed.bodies)} - {1}
    frames = set()
    for name, x, width in inputs:
        if x is None:
            arrays.append(np.empty((1, 0, *width)))
            continue
        array = np.asarray(x, dtype=np.float64)
        if array.ndim == len(width) + 1:
            array = array[np.newaxis]
        if array.ndim != len(width) + 2 or array.shape[2:] != width:
            shown = ", ".join(["frames", *map(str, width)])
            raise ValueError(f"{name} has shape {np.shape(x)}, not ({shown}) nor (models, {shown})")
        models |= {array.shape[0]} - {1}
        frames.add(array.shape[1])
        arrays.append(whole(array))
    names = ", ".join(name for name, x, _ in inputs if x is not None)
    if len(frames) > 1:
        raise ValueError(f"{names} have different numbers of frames: {sorted(frames)}")
    if len(models) > 1:
        raise ValueError(f"the tree, {names} have different numbers of models: {sorted(models)}")
    return arrays


def each_model(
    tree: Tree,
    kernel: Callable[..., None],
    inputs: Sequence[Input],
    *widths: tuple[int, ...],
    of_tree: Callable[[PackedTree], tuple[Any, ...]] = lambda _: (),
) -> tuple[FloatArray, ...]:
    """Call a compiled loop for each model, and return its results over frames.

    Args:
        tree: the tree of the caller.
        kernel: function of the records (nb,) of the bodies, the result of `of_tree`, the inputs and
            the results, (frames, *width) each. It fills the results.
        inputs: of `over_frames`.
        widths: of the results.
        of_tree: function that gives further data of the tree for the kernel.

    Returns:
        (frames, *width) for each width; with a leading axis of models if the tree or an input has
        it.
    """
    packed = pack(tree)
    arrays = over_frames(packed, *inputs)
    models, frames = max(len(packed.bodies), *map(len, arrays)), arrays[0].shape[1]
    results = [np.empty((models, frames, *width)) for width in widths]
    also = of_tree(packed)
    for m in range(models):
        bodies, *given = (x[min(m, len(x) - 1)] for x in (packed.bodies, *arrays))
        kernel(bodies, *also, *given, *(x[m] for x in results))
    batched = tree.mass.ndim > 1 or tree.com.ndim > 2 or tree.inertia.ndim > 3 or tree.p_PJ.ndim > 2
    batched = batched or any(np.ndim(x) > len(width) + 1 for _, x, width in inputs if x is not None)
    return tuple(x if batched else x[0] for x in results)
