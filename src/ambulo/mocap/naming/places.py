"""Places of a recording's markers relative to each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import cosines_about, finite, lengths
from ambulo.mocap.marker_distances import deviations, neighbours, take_out_strays
from ambulo.records import SIDES, Markers, Side

PAIRS = {"knee_lateral": "knee_medial", "ankle_lateral": "ankle_medial"}
"""The two markers of each joint."""
_INSTEAD = {
    "pelvis": ("{}_asis", "left_asis", "right_asis"), "knee_lateral": ("{}_knee_medial",),
    "ankle_lateral": ("{}_ankle_medial",),
}  # fmt: skip
"""What stands for the end of a segment's line where it has no marker: the first that is there."""
_TWINS = ("asis", "psis", "knee_lateral", "ankle_lateral")
"""Left and right of these show the way across the body: the first that are there."""
_FRAMES = 200
_PERCENTILES = np.array([0.05, 0.5, 0.95])
_SWAY = 0.12
"""m; by which the distance of a segment's markers may vary: up to 0.06 on 45 recordings of some 35
laboratories, where an elbow's from the thigh varies by 0.23."""
LONGEST = 0.65
"""m; longest distance between markers of one segment. The thigh of a subject with a height of 2.3 m
has 0.56 m (Drillis & Contini 1966: 0.245 of stature).
"""


class Places:
    """Distances [m] between markers, by their names in the file; NaN if no frame shows both."""

    def __init__(self, trials: Sequence[Markers]) -> None:
        self.trials = [_sampled(trial) for trial in trials]
        self._measured, self._swaying = cache(self._of_pair), cache(self._of_group)

    def paths(self, *names: str | None) -> Iterator[FloatArray]:
        """Paths (names, frames, 3) m in the frames that show all these names, trial by trial."""
        for trial in self.trials:
            if {*names} <= trial.keys():
                path = np.array([trial[str(name)] for name in names])
                path = path[:, finite(path).all(axis=0)]
                if path.size:
                    yield path

    def distance(self, one: str | None, other: str | None) -> float:
        """The distance in the middle frame."""
        return self._measured(frozenset({one, other}))[0]

    def change(self, one: str | None, other: str | None) -> float:
        """The range of a distance, from the 5th to the 95th percentile."""
        return self._measured(frozenset({one, other}))[1]

    def _of_pair(self, pair: frozenset[str | None]) -> tuple[float, float]:
        for path in self.paths(*pair):
            ordered = np.sort(lengths(path[0] - path[-1]))
            rank = np.arange(len(ordered))
            low, middle, high = np.interp(rank[-1] * _PERCENTILES, rank, ordered)
            return float(middle), float(high - low)
        return np.nan, np.nan

    def sways(self, name: str, others: Collection[str]) -> bool:
        """Whether a marker is far from most of a segment's other markers, or moves differently."""
        return name in self._swaying(frozenset({name, *others}))

    def _of_group(self, names: frozenset[str]) -> frozenset[str]:
        every = sorted(names)
        near = ~np.array(
            [[self.change(a, b) > _SWAY or self.distance(a, b) > LONGEST for b in every]
             for a in every]
        )  # fmt: skip
        count = near.sum(axis=1)
        most = near[count.argmax()]
        rivals = max([1, *count[~most]])
        swaying = ~most & (count.max() > rivals)
        return frozenset(name for name, away in zip(every, swaying, strict=True) if away)


def _sampled(trial: Markers) -> Mapping[str, FloatArray]:
    """Paths of all markers in some frames, without positions far from their neighbours'."""
    path = trial.position[:: max(len(trial.time) // _FRAMES, 1)].copy()
    if len(trial.names) > 1 and len(path):
        near = neighbours(path)
        take_out_strays(path, near, deviations(path, near), trial.names, len(path) // 3)
    return {name: path[:, k] for k, name in enumerate(trial.names)}


@dataclass
class Draft:
    """The landmarks that are assigned to the names at present.

    Args:
        names: canonical name -> name in the file.
        doubtful: name in the file -> why it may be something else.
        places: places of the markers.
    """

    names: dict[str, str]
    doubtful: dict[str, str]
    places: Places

    def distance(self, one: str, other: str) -> float:
        """Distance between two markers [m] by their canonical names; NaN if one is not known."""
        return self.places.distance(self.names.get(one), self.names.get(other))

    def paths(self, *names: str) -> Iterator[FloatArray]:
        """As `Places.paths`, by canonical names."""
        return self.places.paths(*map(self.names.get, names))

    def cosine(
        self, side: Side, marker: str, above: str, below: str, behind: str | None = None
    ) -> float:
        """Cosine of the angle, about a line, from a marker to the outward direction of the body.

        Args:
            marker: canonical, without its side; above, below: markers on the line, or their
                substitutes.
            behind: a marker from which the angle to the forward direction is measured.
        """
        ends = self._end(side, above), self._end(side, below)
        names = f"{side}_{marker}", *ends, f"{side}_{behind}" if behind else ends[1]
        twins = ([f"{one}_{name}" for one in SIDES] for name in _TWINS)
        pair = next((both for both in twins if {*both} <= self.names.keys()), ("", ""))
        for at, top, end, start, left, right in self.paths(*names, *pair):
            # in walking the legs pass each other
            across = left - right if pair[0].endswith("sis") else np.mean(left - right, axis=0)
            out = across if side == "left" else -across
            # left x up
            way = out if behind is None else np.cross(across, top - end)
            cosines = cosines_about(top - end, at - start, way)
            if finite(cosines).any():
                return float(np.nanmedian(cosines))
        return np.nan

    def _end(self, side: Side, name: str) -> str:
        """A marker of a side, or what stands for it; "" without any."""
        others = (other.format(side) for other in _INSTEAD.get(name, ()))
        return next(filter(self.names.__contains__, (f"{side}_{name}", *others)), "")

    def rename(self, side: Side, old: str, new: str) -> str:
        """Assign another landmark of the same side to a marker. Returns the marker's name in the
        file.
        """
        name = self.names[f"{side}_{new}"] = self.names.pop(f"{side}_{old}")
        return name
