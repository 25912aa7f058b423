"""Moment channels that were smoothed while forces were not. Their signal begins before the foot
lands.

A plate's moment is its force times a lever smaller than the plate. Without force there is no
moment. If only the moment channel was low-pass filtered, its signal begins before the load and ends
after it.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.mocap.plates.plate_channels import NAMES, at_rest
from ambulo.records import PlateFault

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
_NOISE, _MEDIAN_SIZE = 3.0, 0.674
"""Deviations of noise that the greatest mean beside a load has; median size over deviation."""
_SMOOTHED, _GRAVELY = 0.03, 0.12
"""Of a channel's peak, found beside the load and more than force and noise explain: -0.03 to 0.005
on 18 plates of public recordings (deviation 0.007; four of them). The larger of both moments,
low-passed alone without lag at 3, 6 and 10 Hz, has 0.15 to 0.35, 0.05 to 0.21 and 0.00 to 0.14
there; with the forces, less than none. From 0.12 on a peak of the knee is off by a fifth and
more."""


def smoothed_moments(signals: FloatArray, rate: float) -> tuple[PlateFault, ...]:
    """Horizontal moment channels that continue without force.

    Args:
        signals: (samples, 6), three forces and three moments of any units, z along the normal.
        rate: Hz.
    """
    found = peak_shares(signals, rate)
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


def peak_shares(signals: FloatArray, rate: float) -> FloatArray | None:
    """Shares (2,) of the peaks of Mx and My beside a load, beyond those that force and noise
    explain.

    Args:
        signals, rate: as in `smoothed_moments`.
    Returns:
        The median over loads with beginning and end; None without such loads.
    """
    rest = at_rest(signals)
    width, beside = max(round(_MEAN * rate), 1), round(_BESIDE * rate)
    if rest is None or len(signals) < 2 * beside:
        return None
    moved = (signals - rest)[:, 2:5]
    loaded = np.abs(moved[:, 0]) > _UNLOADED * np.abs(moved[:, 0]).max()
    total = np.vstack([np.zeros((1, 3)), np.cumsum(moved, axis=0)])
    mean = np.abs(total[width:] - total[:-width]) / width
    noise = _noise(mean, loaded, width, beside)
    shares = []
    for start, stop in runs(loaded):
        first, last = start - beside, stop + beside
        if stop - start < _SHORTEST * rate or first < 0 or last > len(signals):
            continue
        if loaded[first:start].any() or loaded[stop:last].any():
            continue
        peak = np.abs(moved[start:stop]).max(axis=0)
        sides = (mean[first : start - width + 1], mean[stop : last - width + 1])
        most = np.array([side.max(axis=0) for side in sides])
        most[:, 1:] -= noise[1:]
        before_after = most / np.maximum(peak, 1e-300)
        more = before_after[:, 1:] - _LEVER * before_after[:, :1]
        shares.append(more.max(axis=0))
    return np.asarray(np.median(shares, axis=0)) if shares else None


def _noise(mean: FloatArray, loaded: BoolArray, width: int, beside: int) -> FloatArray:
    """What noise alone makes of each channel's greatest mean beside a load (channels,).

    Args:
        mean: (samples - width + 1, channels), sizes of the means of `width` samples.
        loaded: (samples,).
    Returns:
        By samples farther than `beside` from any load; zero where there are none.
    """
    unloaded = [(start + beside, stop - beside - width + 1) for start, stop in runs(~loaded)]
    still = np.concatenate([mean[:0], *(mean[a:b] for a, b in unloaded if a < b)])
    return _NOISE * medians(still) / _MEDIAN_SIZE if len(still) else np.zeros(mean.shape[1])
