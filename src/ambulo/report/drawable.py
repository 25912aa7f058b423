"""What a panel of curves needs to be drawn as it is meant, looked at where others give it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near, shown
from ambulo.report.page_data import Band, LinesPanel, Panel, Role, Series


def require_drawable(panel: Panel, clocks: Mapping[str, int]) -> None:
    """Nothing, if the curves of a panel fit their axes.

    Args:
        clocks: by name on the page, their instants.
    Raises:
        InputError: its clock is none of these, a curve has not one real number for each x or
            instant, a plot has no unit, or a colour is none.
    """
    if not isinstance(panel, LinesPanel):
        return
    if panel.clock is not None and panel.clock not in clocks:
        raise InputError(f"there is no clock {shown(panel.clock)}", remedy=near("", clocks))
    for plot in panel.plots:
        if not plot.units:
            raise InputError(
                f"the plot {shown(plot.title)} has no unit", remedy="Give one, such as Unit('N')"
            )
        for series in plot.series:
            _require_curve(series, None if panel.clock is None else clocks[panel.clock])
        for band in plot.bands:
            _require_curve(band, None)


def _require_curve(curve: Series | Band, instants: int | None) -> None:
    """Refuse a colour that is none, and what is not one real number for each x or instant."""
    if curve.role not in get_args(Role):
        known = near(str(curve.role), get_args(Role))
        raise InputError(f"there is no colour {shown(curve.role)}", remedy=known)
    over = instants if curve.x is None else np.size(curve.x)
    if over is None:
        raise InputError(
            f"{shown(curve.label)} has neither x nor a clock",
            remedy="Give the series its x, or the panel clock='trial'",
        )
    for name, array in _arrays(curve):
        if not isinstance(array, np.ndarray):
            raise InputError(
                f"{name} of {shown(curve.label)} is not an array but {shown(array)}",
                remedy=f"Give real numbers ({over},)",
            )
        if array.shape != (over,) or array.dtype.kind not in "fiu":
            raise InputError(
                f"{name} of {shown(curve.label)} is {array.dtype.name} {array.shape}",
                remedy=f"Give real numbers ({over},)",
            )


def _arrays(curve: Series | Band) -> Iterator[tuple[str, object]]:
    for name in ("x", "y", "low", "high", "mean"):
        values: object = getattr(curve, name, None)
        if values is not None:
            yield name, values
