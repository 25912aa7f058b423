"""The identified quantities: values of the spheres under both feet, with names and bounds.

Lateral positions are given for the right foot, with y to the left. They change sign for the left
foot, as in Pamies-Vila's optima (2012, table 6.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.packed import Packed
from ambulo.multibody.contact.pointed import Laws, laws_of

PLACE = ("x", "y", "z", "radius")
"""Names of a sphere's values that precede the parameters of its laws."""


@dataclass(frozen=True)
class Sphere:
    """One sphere of the right foot.

    Args:
        segment: "hindfoot" or "forefoot".
        values: fixed values by name. Every name of the laws and of `PLACE` is in `values` or in
            `bounds`.
        bounds: (lower, upper) of identified values by name.
    """

    segment: str
    values: Mapping[str, float]
    bounds: Mapping[str, tuple[float, float]]

    def bounded(self, **bounds: tuple[float, float]) -> Self:
        """The same sphere with other bounds of some values."""
        held = {name: x for name, x in self.values.items() if name not in bounds}
        return replace(self, values=held, bounds={**self.bounds, **bounds})

    def held(self, **values: float) -> Self:
        """The same sphere with some values fixed."""
        bounds = {name: x for name, x in self.bounds.items() if name not in values}
        return replace(self, values={**self.values, **values}, bounds=bounds)


@dataclass(frozen=True, eq=False)
class SoleDesign:
    """Spheres under both feet, order SIDES, with their laws.

    Args:
        normal, friction: the two laws.
        names: names of a sphere's values: PLACE, then parameters of the normal law, then of the
            friction law.
        segment: (spheres,) 0 hindfoot, 1 forefoot.
        held: (2, spheres, values) fixed values; identified values are at the middle of their
            bounds.
        free: (variables,) flat indices of the identified values in `held`.
        lower, upper: (variables,).
    """

    normal: Packed
    friction: Packed
    names: tuple[str, ...]
    segment: IntArray
    held: FloatArray
    free: IntArray
    lower: FloatArray
    upper: FloatArray

    @property
    def laws(self) -> Laws:
        """The laws of the contact, for the compiled loops."""
        return laws_of(self.normal, self.friction)

    def values(self, variables: FloatArray) -> FloatArray:
        """Values (2, spheres, values) of variables (variables,)."""
        found = self.held.copy()
        found.ravel()[self.free] = variables
        return found

    def holding(self, values: FloatArray) -> Self:
        """The design with fixed values (2, spheres, values), without identified values."""
        nothing = np.zeros(0)
        return replace(
            self, held=values, free=nothing.astype(np.int64), lower=nothing, upper=nothing
        )

    def variables(self, values: FloatArray) -> FloatArray:
        """Variables (variables,) of values (2, spheres, values)."""
        return np.asarray(values.ravel()[self.free])

    def at_bounds(self, variables: FloatArray) -> int:
        """Number of variables whose distance from a bound is less than 1 % of their range."""
        part = (variables - self.lower) / (self.upper - self.lower)
        return int(((part < 0.01) | (part > 0.99)).sum())

    @property
    def name_of(self) -> tuple[str, ...]:
        """Name of each variable, e.g. "left 2 radius"; spheres are numbered from 1."""
        found = []
        for place in self.free:
            f, s, i = np.unravel_index(int(place), self.held.shape)
            found.append(f"{('left', 'right')[int(f)]} {int(s) + 1} {self.names[int(i)]}")
        return tuple(found)

    def of_foot(self, f: int) -> IntArray:
        """Indices of the variables of one foot."""
        return np.flatnonzero(np.unravel_index(self.free, self.held.shape)[0] == f)

    def columns(self, f: int) -> IntArray:
        """(spheres, values) index of each value among a foot's own variables; -1 for a fixed
        value.
        """
        column_of = np.full(self.held.shape, -1, dtype=np.int64)
        own = self.of_foot(f)
        column_of.ravel()[self.free[own]] = np.arange(len(own))
        return np.asarray(column_of[f])


def values_in_order(normal: Packed, friction: Packed) -> tuple[str, ...]:
    """Names of a sphere's values in the order of the kernels.

    Args:
        normal, friction: packed laws.
    """
    of_friction = (name_of_friction(x, normal) for x in friction._fields)
    return (*PLACE, *normal._fields, *of_friction)


def name_of_friction(name: str, normal: Packed) -> str:
    """Name of a friction law's parameter among a sphere's values, given the sphere's normal law."""
    return f"friction_{name}" if name in normal._fields else name


def sole_design(
    spheres: Sequence[Sphere],
    normal: Packed,
    friction: Packed,
    *,
    feet: Sequence[str] = ("left", "right"),
) -> SoleDesign:
    """Place spheres under both feet.

    Args:
        spheres: spheres of the right foot.
        normal, friction: the two laws.
        feet: feet whose values are identified. Values of the other foot stay at the middle of their
            bounds.
    Raises:
        ValueError: a value is neither given nor bounded, or its bounds are not in order.
    """
    names = values_in_order(normal, friction)
    held = np.zeros((2, len(spheres), len(names)))
    free, lower, upper = [], [], []
    for f, side in enumerate(("left", "right")):
        for s, sphere in enumerate(spheres):
            for i, name in enumerate(names):
                mirrored = name == "y" and side == "left"
                if name not in sphere.bounds:
                    if name not in sphere.values:
                        raise ValueError(f"sphere {s + 1} has no {name}")
                    value = sphere.values[name]
                    held[f, s, i] = -value if mirrored else value
                    continue
                low, high = sphere.bounds[name]
                if mirrored:
                    low, high = -high, -low
                if not low < high:
                    raise ValueError(
                        f"the lower bound of {name} of sphere {s + 1} is above the upper bound"
                    )
                held[f, s, i] = 0.5 * (low + high)
                if side in feet:
                    free.append((f * len(spheres) + s) * len(names) + i)
                    lower.append(low)
                    upper.append(high)
    segment = np.array([("hindfoot", "forefoot").index(x.segment) for x in spheres])
    return SoleDesign(
        normal, friction, names, segment.astype(np.int64), held, np.array(free, dtype=np.int64),
        np.array(lower), np.array(upper),
    )  # fmt: skip
