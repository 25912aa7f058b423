"""The smoothing that suits a recording, from its noise according to the model's fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.gait.activities.flights import falls
from ambulo.math.arrays import BoolArray, FloatArray, IntArray, vector_product
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import lengths, turned
from ambulo.math.windows import windows
from ambulo.mocap.filters.cutoff_in_time import cutoff_in_time
from ambulo.mocap.filters.jerk import RecordedJerk
from ambulo.mocap.filters.mass_centre_cutoff import mass_centre_cutoff
from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.smoothing import Cutoff
from ambulo.mocap.fit.marker_fit import fit_model, marker_response
from ambulo.mocap.fit.posture_prior import posture_prior
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.kinematics import forward_kinematics, point_jacobians
from ambulo.records import SIDES, Markers, Model

USUAL = 8.5
"""Hz; largest cut-off if the noise can hardly be measured. It is the median of walks of 12
laboratories in which the noise can be measured (5.2 to 13.4 Hz).
"""

_JUMP = 0.030
"""m; no skin takes a marker farther from its model within a few frames."""
_BEYOND = 8.0
"""Times the scatter of a marker's own distances (1.48 median absolute deviations)."""
_MOST = 0.1
"""Share of frames in which a marker may jump; one that does so more often is left out."""
_LANDING = 0.3
"""s after a flight, in which the cut-off is not below the recording's: a running stance, or the
time in which a jump's landing is over."""
_TAKEN_UP = 2.0
"""Noise that enters the fitted motion over noise that is left, above which the fit shows none."""
_POSTURES = 10
"""In which markers are shaken, to see how the fit takes up noise."""


def cutoff_of_fit(model: Model, markers: Markers, q: FloatArray) -> Cutoff:
    """The cut-off and its course, from the noise that remains after a fit to unfiltered markers.

    Markers that jump are interpolated for this purpose, and the model is fitted again. Markers
    without weight or with missing frames are not used.

    Args:
        model: fitted to the markers.
        markers: gaps filled, not filtered.
        q: (frames, nq) coordinates of that fit.
    """
    seen = _Seen(model, markers, q)
    notes = []
    jumps = _jumps(seen.distance)
    if jumps.any():
        # one that jumps on most frames is among them no longer
        names = [seen.names[k] for k in np.flatnonzero(jumps.any(axis=0))]
        seen = seen.bridged(jumps)
        notes.append(
            f"Jumps of {', '.join(names)}: the noise was measured without these "
            f"{int(jumps.sum())} positions."
        )
    passed = seen.noise_passed()
    taken_up, passed = passed > _TAKEN_UP, max(1.0, passed)
    series = (markers.time, seen.measured, seen.fitted, seen.mass)
    found = noise_spectrum(*series, passed)
    if taken_up:
        notes.append(
            "The noise can hardly be measured, because each segment has so few markers that the "
            "model follows them nearly exactly. The cut-off is at most "
            f"{USUAL:g} Hz, as is usual in walks."
        )
        return Cutoff(min(found.cutoff, USUAL), " ".join(notes))
    note = " ".join([*notes, found.note])
    if found.still:
        return Cutoff(found.cutoff, note)
    whole = model.whole_body
    jerk = RecordedJerk(*series, seen.centre if whole else None)
    of_markers = jerk.of_markers(found.cutoff)
    course = cutoff_in_time(of_markers, passed)
    course = np.where(seen.landed, np.maximum(course, found.cutoff), course)
    centre = None
    if whole:
        hz, at = mass_centre_cutoff(jerk, of_markers, passed=passed, shared=seen.noise_shared())
        centre = Cutoff(hz, "", at)
    return Cutoff(found.cutoff, note, course, centre)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Markers that count, as measured and on the model.

    Args:
        model, markers, q: as `cutoff_of_fit`.
    """

    model: Model
    markers: Markers
    q: FloatArray

    @cached_property
    def used(self) -> IntArray:
        """Those of the model's markers that have weight and no gap."""
        whole = np.isfinite(self._tracked).all(axis=(0, 2))
        return np.flatnonzero(whole & (self.model.marker_weight > 0.0))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.model.marker_names[k] for k in self.used)

    @cached_property
    def column(self) -> list[int]:
        """Where the model's markers are among the trial's."""
        return [self.markers.names.index(name) for name in self.model.marker_names]

    @cached_property
    def _tracked(self) -> FloatArray:
        return self.markers.position.take(self.column, axis=1)

    @cached_property
    def measured(self) -> FloatArray:
        """(frames, used, 3) m."""
        return self._tracked.take(self.used, axis=1)

    @cached_property
    def fitted(self) -> FloatArray:
        """(frames, used, 3) m."""
        place = forward_kinematics(self.model.tree, self.q)
        return markers_on_model(self.model, *place)[:, self.used]

    @property
    def distance(self) -> FloatArray:
        """(frames, used) m."""
        return lengths(self.measured - self.fitted)

    @cached_property
    def mass(self) -> FloatArray:
        """(used,) kg: a segment's by its markers."""
        body = self.model.marker_body[self.used]
        return np.asarray(self.model.tree.mass[body] / np.bincount(body)[body])

    @cached_property
    def centre(self) -> FloatArray:
        """Of mass, (frames, 3) m."""
        return centre_of_mass(self.model.tree, self.q)[0]

    @property
    def landed(self) -> BoolArray:
        """Frames (frames,) on the ground just after a flight.

        The ground then stops the body, and the skin shakes with it: noise is greatest where the
        movement is most sudden, and would hide it.
        """
        model = self.model
        if model.whole_body:
            height = self.centre[:, 2]
        else:
            hips = [model.joints.index(f"{side}_hip") for side in SIDES]
            height = forward_kinematics(model.tree, self.q)[1][:, hips, 2].mean(axis=1)
        frames = round(_LANDING * self.markers.rate)
        landed = np.zeros(len(height), dtype=bool)
        for first, stop in falls(self.markers.time, height, whole_body=model.whole_body):
            landed[first:stop] = False
            landed[stop : stop + frames] = True
        return landed

    def bridged(self, jumps: BoolArray) -> _Seen:
        """The same with jumping markers led from before to after, and fitted again."""
        # rarely asked for, and long to import
        from scipy.interpolate import PchipInterpolator

        position = self.markers.position.copy()
        frame = np.arange(len(position))
        for k in np.flatnonzero(jumps.any(axis=0)):
            column = self.column[self.used[k]]
            # and their neighbours
            good = ~windows(jumps[:, k], 3).any(axis=-1)
            if good.mean() < 1.0 - _MOST:
                position[:, column] = np.nan
                continue
            path = PchipInterpolator(frame[good], position[good, column])
            position[~good, column] = path(np.clip(frame[~good], *frame[good][[0, -1]]))
        markers = Markers(self.markers.names, self.markers.time, position)
        return _Seen(self.model, markers, fit_model(self.model, markers).q)

    def noise_passed(self) -> float:
        """Power of noise in the fitted markers over its power in what the fit leaves.

        Found by shaking the markers: each by itself, those of a segment together along a line,
        and together about their middle, which is how cameras and skin move them; the geometric
        mean of the three. It is about one where segments have three markers or more. Shakes along
        three axes are as good as shakes of every direction.
        """
        rows, of_markers, _ = self._response
        each, together = self._shakes
        about = self._turned(forward_kinematics(self.model.tree, self.q[rows])[0])
        ratios = []
        for shake, moved in (
            (each, of_markers),
            (together, of_markers @ together),
            (about, of_markers @ about),
        ):
            # nothing turns where every segment has one marker
            if shake.any():
                entered, left = self._by_mass(moved), self._by_mass(shake - moved)
                ratios.append(entered / max(left, np.finfo(float).tiny))
        return float(np.exp(np.mean(np.log(np.maximum(ratios, np.finfo(float).tiny)))))

    def noise_shared(self) -> float:
        """Power of noise in the mass centre over its power in what the fit leaves of the markers.

        Of markers that move each by itself and of those of a segment that move together, along each
        axis in turn: cameras and skin. Turned about their middle they take no mass centre along.
        """
        _, of_markers, of_centre = self._response
        each, together = self._shakes
        shared = []
        for shake, moved, centre in (
            (each, of_markers, of_centre),
            (together, of_markers @ together, of_centre @ together),
        ):
            left = self._by_mass(shake - moved)
            shared.append(np.mean(centre**2) / left)
        return float(np.exp(np.mean(np.log(shared))))

    def _by_mass(self, moved: FloatArray) -> float:
        """Mean square of (frames, 3 used, n) m, markers by the mass of their segments."""
        square = np.einsum("fsn,fsn->s", moved, moved) / (len(moved) * moved.shape[2])
        return float(square.reshape(-1, 3).mean(axis=1) @ self.mass / self.mass.sum())

    @cached_property
    def _response(self) -> tuple[IntArray, FloatArray, FloatArray]:
        """How the fit follows markers that move in some postures, to first order.

        Returns:
            (rows,) frames of the postures; what the fitted markers move (rows, 3 used, 3 used) by
            each coordinate of a marker; what the mass centre does (rows, 3, 3 used).
        """
        model, tree, used = self.model, self.model.tree, self.used
        half = np.linspace(0.0, 0.5 * (len(self.q) - 1), _POSTURES // 2).astype(int)
        # a film run backwards has the same
        rows = np.unique(np.concatenate([half, len(self.q) - 1 - half]))
        J = point_jacobians(
            tree,
            self.q[rows],
            np.concatenate([model.marker_body[used], np.arange(tree.nb)]),
            np.concatenate([model.marker_local[used], tree.com]),
        )
        of_markers, of_segments = np.split(J, [len(used)], axis=1)
        share = tree.mass / tree.mass.sum()
        of_centre = (share @ of_segments.reshape(len(rows), tree.nb, -1)).reshape(-1, 3, tree.nv)
        _, prior = posture_prior(model)
        gain = marker_response(of_markers, model.marker_weight[used], prior)
        gain = gain.reshape(len(rows), tree.nv, -1)
        of_markers = of_markers.reshape(len(rows), -1, tree.nv)
        return rows, of_markers @ gain, of_centre @ gain

    @cached_property
    def _shakes(self) -> tuple[FloatArray, FloatArray]:
        """Displacements (3 used, n) of each marker, and of those of a segment, along each axis."""
        body = self.model.marker_body[self.used]
        segments = np.equal.outer(body, np.unique(body))
        together = np.asarray(np.kron(segments, np.eye(3)), dtype=np.float64)
        return np.eye(3 * len(body)), together

    def _turned(self, R: FloatArray) -> FloatArray:
        """Displacements (rows, 3 used, n) of markers that turn about the middle of those of their
        segment R (rows, nb, 3, 3), about each axis.
        """
        body, local = self.model.marker_body[self.used], self.model.marker_local[self.used]
        segments, mine = np.unique(body, return_inverse=True)
        middle = np.stack([local[body == k].mean(axis=0) for k in segments])
        arm = turned(R[:, body], local - middle[mine])
        about = np.zeros((*arm.shape, len(segments), 3))
        for axis, turn in enumerate(np.eye(3)):
            about[:, np.arange(len(mine)), :, mine, axis] = vector_product(
                np.broadcast_to(turn, arm.shape), arm
            ).swapaxes(0, 1)
        return about.reshape(len(R), 3 * len(mine), -1)


def _jumps(distance: FloatArray) -> BoolArray:
    """Where a marker (frames, used) is off by more than its own scatter and the others' errors.

    A marker that jumps draws its neighbours along: only those count that err at least half as
    much as the worst of their frame.
    """
    middle = medians(distance)
    scatter = 1.48 * medians(np.abs(distance - middle))
    off = distance > middle + np.maximum(_BEYOND * scatter, _JUMP)
    return np.asarray(off & (distance >= 0.5 * distance.max(axis=1, keepdims=True)))
