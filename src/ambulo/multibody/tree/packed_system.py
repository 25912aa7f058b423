"""A tree of rigid bodies with forces on it, as the compiled loops take it, and its scratch."""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.forces.law import Loads
from ambulo.multibody.tree.articulated_body import Frame
from ambulo.multibody.tree.derivatives import TangentScratch
from ambulo.multibody.tree.packing import Records

__all__ = ["TreeNewton", "TreeSystem", "TreeWorkspace"]


class TreeSystem(NamedTuple):
    """A tree of rigid bodies with forces on it, as the compiled loops take it.

    Args:
        bodies, dofs, chain, gravity: of a `PackedTree`, one model.
        nq: entries of q.
        forces: tuple of packed laws (`multibody.forces.law`) that act besides gravity.
    """

    bodies: Records
    dofs: Records
    chain: IntArray
    gravity: FloatArray
    nq: int
    forces: tuple[Any, ...]


class TreeWorkspace(NamedTuple):
    """Scratch of one system.

    Args:
        frame: of the articulated-body algorithm.
        w, u: (nb, 3) velocities of the bodies for the forces; nothing without forces.
        loads: of the forces.
        motion: (5, nb, 3) angular velocities and accelerations, accelerations of the origins,
            joint moments and forces.
        moments, H: (nb, 10), (nv, longest) composite inertia and its factors.
        tangent, change: of the variations; dloads: changes of the loads.
    """

    frame: Frame
    w: FloatArray
    u: FloatArray
    loads: Loads
    motion: FloatArray
    moments: FloatArray
    H: FloatArray
    tangent: TangentScratch
    dloads: Loads


class TreeNewton(NamedTuple):
    """Scratch of a step that is solved: (nb, 9), (nb, 3) the posture at its start; momenta."""

    R: FloatArray
    p: FloatArray
    moment: FloatArray
    force: FloatArray
