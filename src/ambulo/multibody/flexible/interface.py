"""Interfaces: sets of nodes with a common frame, to which joints and forces attach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import cross_matrix
from ambulo.multibody.flexible.finite_elements import FiniteElements

Tie = Literal["rigid", "averaging"]


@dataclass(frozen=True, eq=False)
class Interface:
    """A frame on an elastic body, for a joint or a force.

    Args:
        name: unique in a body.
        nodes: (k,) the nodes that are tied to the frame.
        origin: (3,) m, in body axes; the frame has the axes of the body.
        tie: "rigid" makes the nodes move like one rigid part, as in a cemented joint; "averaging"
            moves the frame with the mean of the nodes, which remain free to deform.
    """

    name: str
    nodes: IntArray
    origin: FloatArray
    tie: Tie = "rigid"

    def motion_rows(self, elements: FiniteElements) -> FloatArray:
        """Matrix (6, width * k) from the nodes' displacements to the displacement and small
        rotation of the frame.

        The rotation is that of the best fitting rigid motion.

        Raises:
            InputError: the nodes are on a line, so the rotation about this line is not determined.
        """
        count, width = len(self.nodes), elements.width
        places = elements.nodes[self.nodes]
        rows = np.zeros((6, count, width))
        if width == 6:  # nodal rotations: their mean
            rows[3:, :, 3:] = np.eye(3)[:, None] / count
        else:
            arm = places - places.mean(axis=0)
            spread = np.einsum("ni,ni->", arm, arm) * np.eye(3) - arm.T @ arm
            if count < 3 or np.linalg.cond(spread) > 1e8:
                raise InputError(
                    what=f"the nodes of interface {self.name} lie on a line",
                    where="flexible bone",
                    remedy="Connect it to nodes that span a surface",
                )
            rows[3:] = np.einsum("ij,njk->ink", np.linalg.inv(spread), cross_matrix(arm))
        rows[:3, :, :3] = np.eye(3)[:, None] / count
        flat = rows.reshape(6, -1)
        flat[:3] -= cross_matrix(self.origin - places.mean(axis=0)) @ flat[3:]
        return flat

    def dofs(self, elements: FiniteElements) -> IntArray:
        """Degrees of freedom of the nodes."""
        return elements.dofs(self.nodes, tuple(range(elements.width)))
