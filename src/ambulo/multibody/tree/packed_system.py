"""A tree of rigid bodies with forces on it, for the compiled loops, and its scratch arrays.

Outside an operation, all scratch arrays are one flat array; inside, a NamedTuple of its parts. One
array is passed in a register and compiled once; forty arrays are not.
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.inputs.article import counted
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.function_pointers import row
from ambulo.multibody.forces.law import Loads
from ambulo.multibody.forces.laws import HeldLaws
from ambulo.multibody.tree.articulated_body import PassWork
from ambulo.multibody.tree.packing import Records


class TreeSystem(NamedTuple):
    """A tree of rigid bodies with forces on it, for the compiled loops.

    Args:
        bodies, dofs, chain, gravity: of a `PackedTree`, one model.
        nq: number of entries of q.
        forces: forces besides gravity.
    """

    bodies: Records
    dofs: Records
    chain: IntArray
    gravity: FloatArray
    nq: int
    forces: HeldLaws

    def __repr__(self) -> str:
        laws = ", ".join(type(law).__name__ for law in self.forces.given) or "none"
        n = len(self.bodies)
        said = f"{n} {'body' if n == 1 else 'bodies'}, {counted(self.nq, 'coordinate')}"
        return f"<TreeSystem: {said}; forces {laws}>"


class TreeWorkspace(NamedTuple):
    """Scratch arrays of one system.

    Args:
        frame: of the articulated-body algorithm.
        w, u: (nb, 3) velocities of the bodies for the forces; empty without forces.
        loads: loads of the forces.
        motion: (5, nb, 3) angular velocities and accelerations, accelerations of the origins,
            joint moments and forces.
        moments, H: (nb, 10), (nv, longest) composite inertia and its factors.
        tangent: (8, nb, 3) of the variations, see `derivatives`; dloads: changes of the loads.
    """

    frame: PassWork
    w: FloatArray
    u: FloatArray
    loads: Loads
    motion: FloatArray
    moments: FloatArray
    H: FloatArray
    tangent: FloatArray
    dloads: Loads


class TreeNewton(NamedTuple):
    """Scratch arrays of Newton's method for a step: the posture (nb, 9), (nb, 3) at its start, and
    momenta."""

    R: FloatArray
    p: FloatArray
    moment: FloatArray
    force: FloatArray


@inner
def workspace_size(system: TreeSystem) -> int:
    """Length of the flat array that `tree_scratch` divides."""
    nb, nv = len(system.bodies), len(system.dofs)
    return nb * 136 + nv * 16 + system.chain.size


@inner
def tree_scratch(system: TreeSystem, flat: FloatArray) -> TreeWorkspace:
    """The parts of a system's flat scratch array."""
    nb, nv = len(system.bodies), len(system.dofs)
    # whoever calls keeps the array: no references are counted of its parts
    flat = row(flat.ctypes.data, len(flat))
    k = 0
    # by width of a row: matrices, spatial vectors, vectors, by body and then by degree of freedom
    nine = flat[k : k + 36 * nb].reshape(4, nb, 9)
    k += 36 * nb
    six = flat[k : k + 30 * nb].reshape(5, nb, 6)
    k += 30 * nb
    loads = flat[k : k + 12 * nb].reshape(2, nb, 6)
    k += 12 * nb
    three = flat[k : k + 48 * nb].reshape(16, nb, 3)
    k += 48 * nb
    moments = flat[k : k + 10 * nb].reshape(nb, 10)
    k += 10 * nb
    along = flat[k : k + 12 * nv].reshape(2, nv, 6)
    k += 12 * nv
    one = flat[k : k + 4 * nv].reshape(4, nv)
    k += 4 * nv
    H = flat[k : k + system.chain.size].reshape(system.chain.shape)
    frame = PassWork(
        nine[0], three[0], along[0], six[0], six[1], nine[1], nine[2], nine[3], six[2],
        along[1], one[0], one[1], six[3],
    )  # fmt: skip
    return TreeWorkspace(
        frame, three[1], three[2], Loads(loads[0], one[2]), three[3:8], moments, H,
        three[8:16], Loads(loads[1], one[3]),
    )  # fmt: skip
