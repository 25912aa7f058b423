"""One kind of contact law with parameters of their own at every sphere."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.packed import Packed
from ambulo.multibody.contact.law import law_at, law_of


class PerSphere(NamedTuple):
    """In the place of a law of `SpheresOnGround`.

    Args:
        kind: a normal or friction law; its own parameters do not count.
        values: (spheres, parameters) in its order.
    """

    kind: Packed
    values: FloatArray


def per_sphere(kind: Packed, values: FloatArray) -> PerSphere:
    """Parameters of a law for each of several spheres.

    Args:
        kind: packed law of the kind wanted.
        values: (spheres, parameters) in its order.
    Raises:
        ValueError: the law has another number of parameters.
    """
    rows = np.array(values, dtype=np.float64, ndmin=2)
    if rows.shape[1] != len(kind._fields):
        raise ValueError(f"{type(kind).__name__} has not {rows.shape[1]} parameters")
    return PerSphere(kind, rows)


@implements(law_of, PerSphere)
def _of(law: PerSphere, k: int) -> Any:
    return law_at(law.kind, law.values[k], 0)
