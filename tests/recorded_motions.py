"""Made motions as cameras and skin record them, fitted, and how far smoothing is from truth."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from tests.made_motions import MadeMotion, made_motion, marked_man

from ambulo.gait.inverse import joint_forces
from ambulo.gait.mass_centre_path import with_mass_centre_smoothed
from ambulo.math.splines import weight_at_cutoff
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.mocap.filters.smoothing import Cutoff, PathSmoothing
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import body_accelerations, forward_kinematics
from ambulo.records import Markers, Model

Noise = Callable[[np.random.Generator, MadeMotion], np.ndarray]
MAN = marked_man()


@functools.cache
def made(name: str, rate: float) -> MadeMotion:
    return made_motion(name, rate, MAN)


def _recorded(name: str, rate: float, noise: Noise, seed: int = 0) -> tuple[MadeMotion, Markers]:
    true = made(name, rate)
    R, p = forward_kinematics(MAN.tree, true.motion.q)
    body = MAN.marker_body
    place = p[:, body] + np.einsum("fmij,mj->fmi", R[:, body], MAN.marker_local)
    position = place + noise(np.random.default_rng(seed), true)
    return true, Markers(MAN.marker_names, true.motion.time, position)


def in_unison(
    rng: np.random.Generator, made: MadeMotion, size: float, part: float = 0.75
) -> np.ndarray:
    """Damped vibrations of 9 to 20 Hz after every contact, a part of their power shared by the
    markers of a segment, on white noise of 0.2 mm."""
    time = made.motion.time
    body = made.model.marker_body
    shift = 2e-4 * rng.normal(size=(len(time), len(body), 3))
    for segment in np.unique(body):
        mine = np.flatnonzero(body == segment)
        frequency = rng.uniform(9.0, 20.0)
        for strike in made.strikes:
            since = np.clip(time - strike, 0.0, None)
            wave = np.exp(-since / 0.06) * np.sin(2 * np.pi * frequency * since)
            shared = np.sqrt(part) * rng.normal(size=3)
            own = np.sqrt(1.0 - part) * rng.normal(size=(len(mine), 3))
            shift[:, mine] += size * wave[:, None, None] * (shared + own)
    return shift


def _profile(cutoff: float, course: np.ndarray | None) -> np.ndarray | None:
    return None if course is None else (cutoff / np.sqrt(course[1:] * course[:-1])) ** 6


@dataclass(frozen=True, eq=False)
class FittedMotion:
    made: MadeMotion
    model: Model
    markers: Markers
    q: np.ndarray

    def motion(self, cutoff: float, course: np.ndarray | None = None) -> Motion:
        weight = np.full(MAN.tree.nq, weight_at_cutoff(cutoff, 1.0 / self.markers.rate))
        profile = _profile(cutoff, course)
        return differentiate(MAN.tree, self.markers.time, self.q, weight, profile=profile)

    def chosen(self, found: Cutoff) -> Motion:
        """As an analysis smooths it: segments and mass centre each by their own cut-off."""
        motion = self.motion(found.hz, found.course)
        centre = found.centre or found
        weight = weight_at_cutoff(centre.hz, 1.0 / self.markers.rate)
        path = PathSmoothing(weight, _profile(centre.hz, centre.course))
        return with_mass_centre_smoothed(MAN, motion, self.q, path)

    def vertical_force(self, motion: Motion) -> np.ndarray:
        return joint_forces(MAN, motion).force[10:-10, 0, 2]

    @property
    def true_vertical_force(self) -> np.ndarray:
        return joint_forces(MAN, self.made.motion).force[10:-10, 0, 2]


def fitted_motion(
    name: str, rate: float, noise: Noise, markers_a_segment: int | None = None, seed: int = 0
) -> FittedMotion:
    true, markers = _recorded(name, rate, noise, seed)
    model = MAN
    if markers_a_segment is not None:
        body = MAN.marker_body
        keep = np.sort([k for b in np.unique(body) for k in np.flatnonzero(body == b)[:1]])
        model = replace(
            MAN,
            marker_names=tuple(MAN.marker_names[k] for k in keep),
            marker_body=body[keep],
            marker_local=MAN.marker_local[keep],
            marker_weight=MAN.marker_weight[keep],
        )
        markers = Markers(model.marker_names, markers.time, markers.position[:, keep])
    return FittedMotion(true, model, markers, fit_model(model, markers).q)


def acceleration_error(fitted: FittedMotion, motion: Motion) -> float:
    """Root mean square error of the segments' accelerations, by mass, ends left out; m/s^2."""
    found, truth = (
        body_accelerations(MAN.tree, m.q, m.v, m.a)[1] for m in (motion, fitted.made.motion)
    )
    ends = round(0.1 * fitted.markers.rate)
    wrong = np.sum((found - truth)[ends:-ends] ** 2, axis=2) @ MAN.tree.mass
    return float(np.sqrt(wrong.mean() / MAN.tree.mass.sum()))
