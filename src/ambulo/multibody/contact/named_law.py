"""A contact law with a name: its usual parameters, and their ranges for identification."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ambulo.math.dispatch import implementation_of
from ambulo.math.packed import Packed
from ambulo.multibody.contact.law import friction_force, normal_force


@dataclass(frozen=True, eq=False)
class _NamedLaw:
    """What both have in common.

    Args:
        usual: the packed law with parameters as under a person's foot, from which an
            identification starts and at which it holds what has no range.
        source: author and year.
        ranges: by parameter (lower, upper) of what is identified; none, and the law cannot be.
        least: by parameter what it may not be below, for what divides or is a power; 0 of others.

    Raises:
        ValueError: the law does not implement what it has to, or a range is empty or of no
            parameter.
    """

    usual: Packed
    source: str
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    least: Mapping[str, float] = field(default_factory=dict)

    force: ClassVar[Callable[..., object]]

    def __post_init__(self) -> None:
        kind, force = type(self.usual), type(self).force
        if implementation_of(force, kind) is None:
            raise ValueError(f"{kind.__name__} does not implement {force.__name__}")
        for name in (*self.ranges, *self.least):
            if name not in self.usual._fields:
                raise ValueError(f"{kind.__name__} has no parameter {name}")
        for name, (low, high) in self.ranges.items():
            if not -math.inf < low < high < math.inf:
                raise ValueError(f"{name} of {kind.__name__} cannot range from {low} to {high}")


@dataclass(frozen=True, eq=False)
class NormalLaw(_NamedLaw):
    """A normal contact law: its packed type implements `law.normal_force`."""

    force = normal_force


@dataclass(frozen=True, eq=False)
class FrictionLaw(_NamedLaw):
    """A friction law: its packed type implements `law.friction_force`."""

    force = friction_force
