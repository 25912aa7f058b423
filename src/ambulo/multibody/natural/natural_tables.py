"""A body in natural coordinates as arrays for compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.natural.mass_matrix import (
    element_indices,
    element_mass_matrix,
    place_matrix,
)
from ambulo.multibody.natural.points import NaturalBody


class NaturalTables(NamedTuple):
    """A body in natural coordinates as arrays; nb segments, n points and vectors.

    Args:
        base: index of the base point.
        known: (nb,) the point that a segment shares with earlier segments; known_place (nb, 3) m in
            the segment's axes.
        added: points and vectors that each segment adds, in the order of segments; first_added (nb
            + 1,); added_place (added, 3) in the segment's axes; added_vector (added,) 1 for a
            vector, which rotates only.
        column: columns of R in which a segment has entries; first_column (nb + 1,).
        carrier: (nb, 4) points and vectors that carry a segment's mass; mass (nb, 4, 4) kg, kg m,
            kg m^2.
        weight: (nb, 4) weights of the carriers for the centre of mass, times the mass [kg].
        origin: (nb, 4) weights of the carriers for the origin; axes (nb, 4, 3) for the three axes.
        gravity: (3,) m/s^2.
    """

    base: int
    known: IntArray
    known_place: FloatArray
    added: IntArray
    first_added: IntArray
    added_place: FloatArray
    added_vector: IntArray
    column: IntArray
    first_column: IntArray
    carrier: IntArray
    mass: FloatArray
    weight: FloatArray
    origin: FloatArray
    axes: FloatArray
    gravity: FloatArray


def natural_tables(body: NaturalBody) -> NaturalTables:
    """Pack a body for the compiled functions."""
    tree, elements = body.tree, body.elements
    known: list[int] = []
    known_place: list[FloatArray] = []
    columns: list[IntArray] = []
    added: list[tuple[int, FloatArray, int]] = []
    first_added = [0]
    # from the base outwards: each segment shares one placed point and adds the rest
    placed = {body.base}
    for k, element in enumerate(elements):
        own = {*element.points} & placed
        shared = element.points.index(own.pop())
        known.append(element.points[shared])
        known_place.append(element.local[shared])
        points = zip(element.points, element.local, strict=True)
        added += [(point, local, 0) for point, local in points if point not in placed]
        vectors = zip(element.vectors, element.axes, strict=True)
        added += [(vector, np.eye(3)[axis], 1) for vector, axis in vectors]
        placed |= {*element.points, *element.vectors}
        first_added.append(len(added))
        parent = int(tree.parent[k])
        # R of a segment: columns of the base point and of the turns on the way to it
        turns = np.arange(3 + 3 * k, 6 + 3 * k)
        columns.append(np.concatenate([columns[parent] if parent >= 0 else np.arange(3), turns]))
    return NaturalTables(
        base=body.base,
        known=np.array(known),
        known_place=np.array(known_place),
        added=np.array([number for number, _, _ in added]),
        first_added=np.array(first_added),
        added_place=np.array([place for _, place, _ in added]),
        added_vector=np.array([is_vector for _, _, is_vector in added]),
        column=np.concatenate(columns),
        first_column=np.cumsum([0, *(len(part) for part in columns)]),
        carrier=np.array([element_indices(element) for element in elements]),
        mass=np.array(
            [
                element_mass_matrix(e, float(tree.mass[k]), tree.com[k], tree.inertia[k])
                for k, e in enumerate(elements)
            ]
        ),
        weight=np.array(
            [tree.mass[k] * place_matrix(e, tree.com[k]) for k, e in enumerate(elements)]
        ),
        origin=np.array([place_matrix(e, np.zeros(3)) for e in elements]),
        axes=np.array(
            [
                np.transpose(
                    [place_matrix(e, axis) - place_matrix(e, np.zeros(3)) for axis in np.eye(3)]
                )
                for e in elements
            ]
        ),
        gravity=np.array(tree.gravity, dtype=np.float64),
    )
