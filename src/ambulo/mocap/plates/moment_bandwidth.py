"""Moment channels that were smoothed and forces that were not: they begin before the foot lands.

A plate's moment is its force times a lever of less than its own size: where there is no force there
is no moment. A channel that was low-passed by itself spreads beyond the load by which the others
begin and end.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.runs import runs
from ambulo.mocap.plates.plate_channels import NAMES, at_rest
from ambulo.records import PlateFault

__all__ = ["smoothed_moments", "spread"]

_BESIDE = 0.15
"""s before and after a load in which a moment is looked for: a filter of 3 Hz needs them."""
_SHORTEST = 0.2
"""s of a foot's load."""
_UNLOADED = 0.02
"""Of the greatest vertical force, below which the plate is untouched."""
_MEAN = 0.02
"""s of the mean that takes noise away."""
_LEVER = 4.0
"""By which a heel's lever can be longer than that of the greatest moment: what is left of the
force may show as so many times the share in the moment."""
_SMOOTHED, _GRAVELY = 0.03, 0.12
"""Of a channel's peak, found beside the load and more than the force explains: -0.02 to 0.006 on 16
plates of public walks (deviation 0.006; four of them and half as much). Moments low-passed alone
without lag at 3, 6 and 10 Hz have 0.10 to 0.43, 0.01 to 0.27 and 0.00 to 0.18 there; with the
forces, less than none. From 0.12 on a peak of the knee is off by a fifth and more."""


def smoothed_moments(signals: FloatArray, rate: float) -> tuple[PlateFault, ...]:
    """Horizontal moment channels that go on where no force is.

    Args:
        signals: (samples, 6), three forces and three moments of any units, z along the normal.
        rate: Hz.
    """
    found = spread(signals, rate)
    if found is None:
        return ()
    return tuple(
        PlateFault(
            NAMES[6][3 + k],
            "smoothed where the forces are not, as by a low-pass below about 10 Hz: "
            f"{100 * share:.0f} % of its peak comes before or after the load",
            bool(share > _GRAVELY),
        )
        for k, share in enumerate(found)
        if share > _SMOOTHED
    )


def spread(signals: FloatArray, rate: float) -> FloatArray | None:
    """Shares (2,) of the peaks of Mx and My found beside a load, more than the force explains.

    Args:
        signals, rate: as in `smoothed_moments`.
    Returns:
        The median over loads that come and go; None where there are none.
    """
    rest = at_rest(signals)
    width, beside = max(round(_MEAN * rate), 1), round(_BESIDE * rate)
    if rest is None or len(signals) < 2 * beside:
        return None
    moved = (signals - rest)[:, 2:5]
    loaded = np.abs(moved[:, 0]) > _UNLOADED * np.abs(moved[:, 0]).max()
    total = np.vstack([np.zeros((1, 3)), np.cumsum(moved, axis=0)])
    mean = np.abs(total[width:] - total[:-width]) / width
    shares = []
    for start, stop in runs(loaded):
        first, last = start - beside, stop + beside
        if stop - start < _SHORTEST * rate or first < 0 or last > len(signals):
            continue
        if loaded[first:start].any() or loaded[stop:last].any():
            continue
        peak = np.abs(moved[start:stop]).max(axis=0)
        sides = (mean[first : start - width + 1], mean[stop : last - width + 1])
        before_after = np.array([side.max(axis=0) for side in sides]) / np.maximum(peak, 1e-300)
        more = before_after[:, 1:] - _LEVER * before_after[:, :1]
        shares.append(more.max(axis=0))
    return np.asarray(np.median(shares, axis=0)) if shares else None
