"""Times at which a force plate is loaded, places of points on it, and distances from a foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import off_line
from ambulo.math.windows import windows
from ambulo.records import ForcePlate, Trial
from ambulo.records.measurement import LOADED

_RELEASE = 0.5
"""Share of the threshold at which a loading begins and ends: hysteresis against chatter."""
SHORTEST = 0.05
"""s; a shorter loading is a knock, not a step."""
_HANDED = 0.01, 5.0
"""s, the shortest, and times the threshold: a short loading that another plate's follows, or that
follows one, is a part of that foot's step over the edge between them."""
REACH = 0.15
"""m; greatest distance of a foot's centre of pressure from its line from heel to toe. It covers
half a foot's breadth, the sole beyond heel and toe, and 5 cm for markers and calibration.
"""
_PAUSE = 0.03
"""s; a shorter interruption does not end a contact."""
_QUIET = 0.25
"""Of the force at which a loading begins: it is four deviations of the noise that is left then."""
_NEAR_REST, _NOISE_RATE, _RESTS = 3.0, 300.0, 0.1
"""Times the threshold, below which noise is looked for; Hz, from which a load is smooth from sample
to sample; s, for which no load that comes or goes is so near to rest, at lower rates."""


@dataclass(frozen=True)
class Loading:
    """A plate's loading [s]. It is brief if it counts only as a part of another plate's loading."""

    plate: int
    start: float
    stop: float
    cut: bool
    brief: bool = False


def loaded(
    plate: ForcePlate, *, threshold: float = LOADED, shortest: float = SHORTEST
) -> tuple[tuple[float, float, bool], ...]:
    """Periods in which a plate is loaded: start [s], stop [s], whether the record cuts it.

    Args:
        plate: one plate.
        threshold: N; the vertical force must exceed it in a period. The period lasts while the
            force is above half of it.
        shortest: s; shorter periods are left out.

    Returns:
        Periods in order of time. Pauses below 0.03 s do not separate them.
    """
    step = float(plate.time[1] - plate.time[0]) if len(plate.time) > 1 else 1.0
    vertical, _ = steady_force(plate.force[:, 2], 1.0 / step, threshold)
    periods: list[list[int]] = []
    for start, stop in runs(vertical > _RELEASE * threshold):
        if periods and (start - periods[-1][1]) * step < _PAUSE:
            periods[-1][1] = stop
        else:
            periods.append([start, stop])
    return tuple(
        (float(plate.time[a]), float(plate.time[b - 1]), a == 0 or b == len(vertical))
        for a, b in periods
        if vertical[a:b].max() > threshold
        and (b - a) * step >= shortest
        # a load lasts; noise that no mean takes away only flickers about the threshold
        and float(vertical[a:b].mean()) > _RELEASE * threshold
    )


def steady_force(vertical: FloatArray, rate: float, threshold: float) -> tuple[FloatArray, float]:
    """A plate's vertical force, averaged if its noise could pass for a load.

    Args:
        vertical: (samples,) N.
        rate: samples per second.
        threshold: N, of a contact.

    Returns:
        (samples,) N: unchanged with ordinary noise. Otherwise they are means over so many samples
        that their noise is a quarter of the force at which a loading begins, but at most over the
        shortest loading. Also the white noise of a sample [N rms] if means were used, otherwise 0.
    """
    near_rest = np.abs(vertical[1:-1]) < _NEAR_REST * threshold
    if rate < _NOISE_RATE:
        near_rest = _lasting(near_rest, round(_RESTS * rate))
    bend = np.abs(np.diff(vertical, 2))[near_rest]
    if not len(bend):
        return vertical, 0.0
    # second differences of white noise have six times its variance, and nothing of a steady load
    noise = float(1.48 * np.median(bend) / np.sqrt(6.0))
    width = int(np.ceil((noise / (_QUIET * _RELEASE * threshold)) ** 2)) | 1
    width = min(width, round(SHORTEST * rate) | 1)
    if width == 1:
        return vertical, 0.0
    return np.asarray(windows(vertical, width).mean(axis=-1)), noise


def _lasting(when: BoolArray, least: int) -> BoolArray:
    """Samples (samples,) of runs of so many and more."""
    kept = np.zeros_like(when)
    for start, stop in runs(when):
        kept[start:stop] = stop - start >= least
    return kept


def loadings(plates: Sequence[ForcePlate], threshold: float) -> list[Loading]:
    """Loadings of every plate, and short loadings that are the beginning or end of another plate's
    loading.

    If the record cuts a step, only such a short part may remain.
    """
    long = [
        Loading(number, *period)
        for number, plate in enumerate(plates)
        for period in loaded(plate, threshold=threshold)
    ]
    shortest, heavy = _HANDED
    short = list[Loading]()
    for number, plate in enumerate(plates):
        mine = [other for other in long if other.plate == number]
        others = [other for other in long if other.plate != number]
        for period in loaded(plate, threshold=heavy * threshold, shortest=shortest):
            start, stop, cut = period
            # above the higher threshold there are parts of long ones too
            part = any(other.start <= start <= other.stop for other in mine)
            beside = any(
                min(abs(other.start - stop), abs(start - other.stop)) < _PAUSE for other in others
            )
            if not part and (cut or beside):
                short.append(Loading(number, *period, brief=beside))
    return sorted(long + short, key=lambda loading: (loading.plate, loading.start))


@dataclass(frozen=True, eq=False)
class PlateOutline:
    """A plate seen from above. It tells where points are on the plate."""

    centre: FloatArray
    axes: FloatArray
    half: FloatArray

    def outside(self, points: FloatArray) -> FloatArray:
        """Distance of points (..., 3) outside the edges, m; negative inside."""
        local = (points - self.centre)[..., :2] @ self.axes.T
        return np.asarray((np.abs(local) - self.half).max(axis=-1))


def edges_known(trial: Trial) -> bool:
    """Whether a trial's plates have edges. A list of forces (.mot) has none."""
    return trial.path.suffix.lower() == ".c3d"


def plate_surface(plate: ForcePlate) -> PlateOutline:
    """The surface of a plate, seen from above."""
    corners = plate.corners[:, :2]
    u = (corners[0] + corners[3]) - (corners[1] + corners[2])
    v = (corners[0] + corners[1]) - (corners[3] + corners[2])
    size = np.array([np.linalg.norm(u), np.linalg.norm(v)])
    return PlateOutline(
        centre=plate.corners.mean(axis=0),
        # a plate that stands on edge, as in a stair, has no surface from above
        axes=np.array([u, v]) / np.where(size > 0.0, size, 1.0)[:, None],
        half=size / 4,
    )


def distance_from_foot(foot: FloatArray, point: FloatArray) -> FloatArray:
    """Horizontal distance of points (n, 3) from the line from heel to toe (n, k, 3), m.

    For a foot in the air, three times the height of its lowest point above 0.1 m is added.
    """
    beside = off_line(point[:, :2], foot[:, 0, :2], foot[:, 1, :2])
    height = np.fmin(foot[:, 0, 2], foot[:, 1, 2]) - point[:, 2]
    return np.asarray(beside + 3.0 * np.maximum(height - 0.1, 0.0))
