"""Curves over the frames, by name, and plots that show how filter and fit worked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self, SupportsIndex, overload

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.records.by_name import nearest


@dataclass(frozen=True, eq=False)
class Quantity(BriefRepr):
    """A curve over time with its unit and sign: a column of a table, or a curve of a figure.

    Args:
        name: the name in the tables, such as "left_knee_flexion".
        unit: "deg", "N*m", "W", "N", "m".
        values: (frames,) in `unit`; NaN if the value is not known.
        positive: the meaning of a positive value, such as "flexion".
    """

    name: str
    unit: str
    values: Annotated[FloatArray, "frames"]
    positive: str = ""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> FloatArray:
        """The values, to NumPy."""
        return np.array(self.values, dtype=dtype, copy=copy)


class Quantities(tuple[Quantity, ...]):
    """Reported quantities in their order, and by name: `moments["left_knee_flexion"].values`.

    Iteration gives the quantities, and `names` gives their names. `"left_knee_flexion" in moments`
    tests whether there is such a quantity.
    """

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(quantity.name for quantity in self)

    def items(self) -> Iterator[tuple[str, Quantity]]:
        """Each name with its quantity."""
        return ((quantity.name, quantity) for quantity in self)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Quantity: ...
    @overload
    def __getitem__(self, key: str, /) -> Quantity: ...
    @overload
    def __getitem__(self, key: slice, /) -> Self: ...
    def __getitem__(self, key: SupportsIndex | str | slice, /) -> Quantity | Self:
        if isinstance(key, slice):
            return type(self)(super().__getitem__(key))
        if not isinstance(key, str):
            return super().__getitem__(key)
        for quantity in self:
            if quantity.name == key:
                return quantity
        raise nearest(key, self.names)

    def __contains__(self, key: object, /) -> bool:
        return key in self.names if isinstance(key, str) else super().__contains__(key)

    def __repr__(self) -> str:
        return f"Quantities({', '.join(f'{q.name} [{q.unit}]' for q in self)})"


@dataclass(frozen=True, eq=False)
class Diagnostic(BriefRepr):
    """Curves that show how a stage of the analysis worked: one small plot of the report.

    Args:
        title: what is shown.
        unit: the unit of the curves.
        xlabel: what x is, with its unit.
        x: (n,) abscissae.
        curves: name -> (n,).
        note: one sentence on how to read the plot. Plots that belong together have the same note.
    """

    title: str
    unit: str
    xlabel: str
    x: Annotated[FloatArray, "n"]
    curves: Mapping[str, Annotated[FloatArray, "n"]]
    note: str
