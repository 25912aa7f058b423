"""The smoothing that a recording asks for: its noise as the model's fit shows it, and when not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import binary_dilation

from ambulo.gait.activities.flights import falls
from ambulo.math.arrays import BoolArray, FloatArray, IntArray, vector_product
from ambulo.math.medians import medians
from ambulo.math.vector_arrays import lengths, turned
from ambulo.mocap.filters.cutoff_in_time import cutoff_in_time
from ambulo.mocap.filters.mass_centre_cutoff import mass_centre_cutoff
from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.smoothing import Cutoff
from ambulo.mocap.fit.fit_kernel import followed_change
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.fit.posture_prior import posture_prior
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Markers, Model

__all__ = ["CONVENTION", "cutoff_of_fit"]

CONVENTION = 6.0
"""Hz; usual in gait laboratories (Winter 2009, section 2.2.4.4), where nothing can be measured."""

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
_TRIED = 60
"""Frames on which that is found."""
_POSTURES = 4
"""From either end of the recording to its middle, for how noise enters the mass centre."""


def cutoff_of_fit(model: Model, markers: Markers, q: FloatArray) -> Cutoff:
    """The cut-off by the noise that the fit of unfiltered markers leaves over, and its course.

    Markers that jump are bridged for this and the model is fitted once more; those without weight
    or with missing frames are not used.

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
            f"To measure the noise {int(jumps.sum())} positions of {', '.join(names)} were "
            "bridged, which jump there."
        )
    passed = seen.noise_passed()
    if passed > _TAKEN_UP:
        notes.append(
            "The noise cannot be measured: with so few markers a segment the model follows them "
            f"nearly everywhere. {CONVENTION:g} Hz is taken, which is a convention."
        )
        return Cutoff(CONVENTION, " ".join(notes))
    passed = max(1.0, passed)
    series = (markers.time, seen.measured, seen.fitted, seen.mass)
    found = noise_spectrum(*series, passed)
    note = " ".join([*notes, found.note])
    if found.still:
        return Cutoff(found.cutoff, note)
    course = cutoff_in_time(*series, found.cutoff, passed)
    course = np.where(seen.landed, np.maximum(course, found.cutoff), course)
    return Cutoff(found.cutoff, note, course, seen.centre_cutoff(found.cutoff, passed))


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
        return self.markers.position[:, self.column]

    @cached_property
    def measured(self) -> FloatArray:
        """(frames, used, 3) m."""
        return self._tracked[:, self.used]

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
        position = self.markers.position.copy()
        frame = np.arange(len(position))
        for k in np.flatnonzero(jumps.any(axis=0)):
            column = self.column[self.used[k]]
            good = ~binary_dilation(jumps[:, k])
            if good.mean() < 1.0 - _MOST:
                position[:, column] = np.nan
                continue
            path = PchipInterpolator(frame[good], position[good, column])
            position[~good, column] = path(np.clip(frame[~good], *frame[good][[0, -1]]))
        markers = Markers(self.markers.names, self.markers.time, position)
        return _Seen(self.model, markers, fit_model(self.model, markers).q)

    @property
    def _tried(self) -> IntArray:
        return np.unique(np.linspace(0, len(self.q) - 1, _TRIED).astype(int))

    def noise_passed(self) -> float:
        """Power of noise in the fitted markers over its power in what the fit leaves.

        Found by shaking the markers: each by itself, those of a segment together along a line,
        and together about their middle, which is how cameras and skin move them; the geometric
        mean of the three. It is about one where segments have three markers or more.
        """
        rows = self._tried
        R, _ = forward_kinematics(self.model.tree, self.q[rows])
        # nothing turns where every segment has one marker
        shakes = np.stack([shake for shake in self._shakes(R) if shake.any()])
        every = shakes.reshape(-1, *shakes.shape[2:])
        moved = self._followed(np.tile(rows, len(shakes)), every)[0].reshape(shakes.shape)
        entered = np.mean(moved**2, axis=(1, 3)) @ self.mass
        left = np.mean((shakes - moved) ** 2, axis=(1, 3)) @ self.mass
        ratios = entered / np.maximum(left, np.finfo(float).tiny)
        return float(np.exp(np.mean(np.log(np.maximum(ratios, np.finfo(float).tiny)))))

    def centre_cutoff(self, cutoff: float, passed: float) -> Cutoff | None:
        """Of the mass centre's path, from the segments' [Hz]; None for legs alone."""
        if not self.model.whole_body:
            return None
        hz, course = mass_centre_cutoff(
            self.markers.time,
            self.measured,
            self.fitted,
            self.mass,
            self.centre,
            cutoff,
            passed=passed,
            shared=self._noise_shared(),
        )
        return Cutoff(hz, "", course)

    def _noise_shared(self) -> float:
        """Power of noise in the mass centre over its power in what the fit leaves of the markers.

        Of markers that move each by itself and of those of a segment that move together, along each
        axis in turn: cameras and skin. Turned about their middle they take no mass centre along.
        """
        half = np.linspace(0.0, 0.5 * (len(self.q) - 1), _POSTURES).astype(int)
        # a film run backwards has the same
        rows = np.unique(np.concatenate([half, len(self.q) - 1 - half]))
        body = self.model.marker_body[self.used]
        ratios = []
        for moved_together in (np.eye(len(body)), np.equal.outer(np.unique(body), body)):
            shake = np.einsum("gm,xi->gxmi", moved_together, np.eye(3)).reshape(-1, len(body), 3)
            every = np.repeat(shake, len(rows), axis=0)
            moved, centre = self._followed(np.tile(rows, len(shake)), every)
            left = np.mean((every - moved) ** 2, axis=(0, 2)) @ self.mass / self.mass.sum()
            ratios.append(np.mean(centre**2) / left)
        return float(np.exp(np.mean(np.log(ratios))))

    def _shakes(self, R: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Displacements (rows, used, 3), of any size, under segments R (rows, nb, 3, 3)."""
        rng = np.random.default_rng(0)
        body, local = self.model.marker_body[self.used], self.model.marker_local[self.used]
        segments, mine = np.unique(body, return_inverse=True)
        middle = np.stack([local[body == k].mean(axis=0) for k in segments])
        arm = turned(R[:, body], local - middle[mine])
        each = rng.normal(size=arm.shape)
        along, about = rng.normal(size=(2, len(R), len(segments), 3))[:, :, mine]
        return each, along, vector_product(about, arm)

    def _followed(self, rows: IntArray, shake: FloatArray) -> tuple[FloatArray, FloatArray]:
        """How markers and mass centre follow shakes (rows, used, 3) m in frames, to first order.

        Returns:
            (rows, used, 3) of the model's markers, (rows, 3) of the mass centre.
        """
        model, tree, used = self.model, self.model.tree, self.used
        _, prior = posture_prior(model)
        # the segments' mass centres as markers that nothing draws
        moved = followed_change(
            tree,
            np.concatenate([model.marker_body[used], np.arange(tree.nb)]),
            np.concatenate([model.marker_local[used], tree.com]),
            np.concatenate([model.marker_weight[used], np.zeros(tree.nb)]),
            prior,
            self.q[rows],
            np.concatenate([shake, np.zeros((len(rows), tree.nb, 3))], axis=1),
        )
        share = tree.mass / tree.mass.sum()
        return moved[:, : len(used)], np.einsum("b,fbi->fi", share, moved[:, len(used) :])


def _jumps(distance: FloatArray) -> BoolArray:
    """Where a marker (frames, used) is off by more than its own scatter and the others' errors.

    A marker that jumps draws its neighbours along: only those count that err at least half as
    much as the worst of their frame.
    """
    middle = medians(distance)
    scatter = 1.48 * medians(np.abs(distance - middle))
    off = distance > middle + np.maximum(_BEYOND * scatter, _JUMP)
    return np.asarray(off & (distance >= 0.5 * distance.max(axis=1, keepdims=True)))
