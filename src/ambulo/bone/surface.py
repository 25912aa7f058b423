"""The outer wall of a tibia as triangles, and the strain in it at chosen instants."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from ambulo.bone.tibia import Tibia
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.multibody.flexible.strain import principal


class Wall(NamedTuple):
    """Vertices (n, 3) m, triangles (m, 3) of vertices, and the solid's node (n,) of each vertex."""

    vertices: FloatArray
    triangles: IntArray
    nodes: IntArray


def outer_wall(bone: Tibia) -> Wall:
    """The surface that one sees: the end faces and the wall of the marrow's canal are left out."""
    mesh, nodes = bone.solid.mesh, bone.solid.elements.nodes
    facets = mesh.facets[:, mesh.boundary_facets()].T
    chosen = facets[_outer(facets, nodes)]
    ordered = np.take_along_axis(chosen, _round(nodes[chosen]), axis=1)
    # a quadrilateral a b c d is the triangles a b c and a c d
    corners = np.concatenate([ordered[:, [0, 1, 2]], ordered[:, [0, 2, 3]]])
    used, triangles = np.unique(corners, return_inverse=True)
    return Wall(nodes[used], triangles.reshape(-1, 3).astype(np.int64), used.astype(np.int64))


def wall_strain(bone: Tibia, wall: Wall, ring_loads: FloatArray) -> FloatArray:
    """Principal strain, the greater by size, (instants, vertices), under loads on the rings.

    Args:
        ring_loads: (instants, 6 nr).
    """
    moved = bone.fields @ ring_loads.T
    found = np.empty((len(ring_loads), len(wall.nodes)))
    for k, node in enumerate(wall.nodes):
        e = principal(np.asarray(bone.solid.strain_rows(int(node)) @ moved).T)
        found[:, k] = np.where(e[:, 0] >= -e[:, 2], e[:, 0], e[:, 2])
    return found


def _outer(facets: IntArray, nodes: FloatArray) -> BoolArray:
    """Which boundary faces (n, 4) belong to the outer wall."""
    upright = np.ptp(nodes[facets][:, :, 2], axis=1) > 1e-9  # not the end faces
    # faces hang together by their nodes: without the ends, the walls of shaft and canal are two
    face, corner = np.nonzero(np.broadcast_to(upright[:, None], facets.shape))
    shape = (len(facets), len(nodes))
    touch = sp.csr_array((np.ones(len(face)), (face, facets[face, corner])), shape=shape)
    _, part = connected_components(touch @ touch.T, directed=False)
    walls = np.unique(part[upright])
    breadth = [np.ptp(nodes[facets[part == wall]][..., 0]) for wall in walls]
    return np.asarray(part == walls[int(np.argmax(breadth))])


def _round(quads: FloatArray) -> IntArray:
    """Order (n, 4) in which the corners (n, 4, 3) of an upright face go round it."""
    normal = np.cross(quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 0])
    level = np.stack([-normal[:, 1], normal[:, 0], np.zeros(len(quads))], axis=1)
    level /= np.linalg.norm(level, axis=1, keepdims=True)
    away = quads - quads.mean(axis=1, keepdims=True)
    across = np.einsum("fci,fi->fc", away, level)
    return np.argsort(np.arctan2(away[..., 2], across), axis=1).astype(np.int64)
