"""Pelvis and legs from all their markers: the frames of the fit, its start, and its result.

The fit begins in the frame that is most similar to standing. Markers with known places on the mean
body begin there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from ambulo.inputs.errors import MarkersMissing
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.quaternions import exp, multiply, to_matrix
from ambulo.math.vector_arrays import finite, nearest_rotation
from ambulo.mocap.calibration.body_prior import VAGUE, BodyPrior, body_prior, place_spread
from ambulo.mocap.fit.body_fit import (
    BodyFit,
    Known,
    fit_body,
    joint_covariances,
    points_covariance,
    sure_with,
)
from ambulo.mocap.fit.fit_kernel import fit_markers
from ambulo.multibody.tree.configuration import difference
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import Tree
from ambulo.records import SIDES, Markers, Subject

_MOVING, _STANDING = 60, 4
"""Frames chosen of the movement and of the static trial."""
_INDEPENDENT, _INDEPENDENT_STANDING = 3.0, 2.0
"""What they count for together: skin moves with the joints, alike in many frames and in all
markers of a segment (`soft_tissue`). How sure a body is, the movement's count as one."""
_SPINES = 0.575
"""Height of the pelvis's markers over the lowest one, of the stature (Winter 2009)."""
_TALL = (0.6, 2.3)
_CLOSE, _BETWEEN = 40.0, 10
"""Hz at least, at which postures are followed; frames of these to a chosen one, at most."""
_BOW = np.radians(2.5)
"""By which one knee's angle in the frontal plane differs from the other's: 2.3 degrees in 27
recordings of 20 laboratories."""
_FAR, _ASIDE = 1.0, np.cos(np.radians(20.0))
"""m that somebody who walks straight ahead goes at least, and cosine of the angle between his way
and where his pelvis faces at most."""
_AHEAD = np.radians(4.0)
"""By which the pelvis faces beside the way in the mean of a walk: 3.7 degrees in 23 straight walks
of some 18 laboratories."""
_HIPS = np.radians(9.6)
"""Standard deviation of hip rotation between people who walk (Schwartz et al. 2008). The fit takes
them to be nearly alike."""
_KNEE_AXIS = np.radians(17.0)
"""By which the fit turns a knee's axis from that by all markers, which differs between laboratories
too: 15 degrees in 34 legs of 12 laboratories, for a further one wider by Student's t."""
_FEWEST = 6
"""Markers of pelvis and legs in a frame that is chosen."""


@dataclass(frozen=True, eq=False)
class MeasuredBody:
    """Pelvis and legs according to all markers.

    Args:
        prior: prior knowledge; fit: result of the fit.
        position: (frames, n, 3) m, markers of the body's points in the fitted frames; NaN if not
            seen.
        shares: (frames,) number of independent frames for which each frame counted.
        trial: (frames,) number of the trial of each frame; 0 is the movement.
        straight: whether the path shows the direction in which the pelvis faces.
        unshown: knees and ankles whose axis no marker shows.
    """

    prior: BodyPrior
    fit: BodyFit
    position: FloatArray
    shares: FloatArray
    trial: IntArray
    straight: bool
    unshown: frozenset[str] = frozenset()

    @cached_property
    def covariances(self) -> Mapping[str, FloatArray]:
        """Covariance (3, 3) m^2 of each joint's place relative to the markers, in the pelvis's
        axes.
        """
        return self._of_joints()

    @cached_property
    def spread(self) -> Mapping[str, float]:
        """Standard deviation [m] of each joint's place in its least certain direction."""
        return {joint: _widest(found) for joint, found in self.covariances.items()}

    @cached_property
    def within(self) -> Mapping[str, float]:
        """Radius [m] of the ball about each joint's place that contains nine of ten errors."""
        return {joint: ball_of_90(found) for joint, found in self.covariances.items()}

    @cached_property
    def tilt(self) -> float:
        """Standard deviation [rad] of pelvis tilt if no marker shows the back of the pelvis;
        otherwise 0.
        """
        points, at = self.prior.points, self.fit.points
        seen = np.asarray(finite(self.position).any(axis=0))
        front, back = (
            np.flatnonzero([name.endswith(ends) for name in points])
            for ends in (("_asis",), ("_psis", "sacral"))
        )
        if not len(front) or not len(back) or seen[back].any():
            return 0.0
        weight = np.zeros(len(points))
        weight[back] = 1.0 / len(back)
        weight[front] = -np.where(seen[front], 0.0, 1.0) / len(front)
        up = points_covariance(self.prior.known, self._sure, self.shares, weight)[2, 2]
        depth = at[front].mean(axis=0) - at[back].mean(axis=0)
        return float(np.sqrt(up) / depth[0])

    def axis_spread(self, joint: str) -> float:
        """Standard deviation [rad] of the turn of a knee's or ankle's axis about the segment above;
        0 if markers show the axis.
        """
        if joint not in self.unshown:
            return 0.0
        return max(self.fitted_axis_spread(joint), _KNEE_AXIS if joint.endswith("_knee") else 0.0)

    def fitted_axis_spread(self, joint: str) -> float:
        """`axis_spread` from the covariance of the fit alone, as if the prior were true for the
        subject.
        """
        points, ends = self.prior.points, self._ends(joint)
        seen = np.asarray(finite(self.position).any(axis=0))
        weight = np.zeros(len(points))
        weight[ends] = np.where(seen[ends], 0.0, [-1.0, 1.0])
        ahead = points_covariance(self.prior.known, self._sure, self.shares, weight)[0, 0]
        return float(np.sqrt(ahead) / self._width(joint))

    def _ends(self, joint: str) -> list[int]:
        """Indices of the points outside and inside a knee or an ankle."""
        return [self.prior.points.index(f"{joint}_{which}") for which in ("lateral", "medial")]

    def _width(self, joint: str) -> float:
        """m, between these points."""
        return float(np.linalg.norm(np.subtract(*self.fit.points[self._ends(joint)])))

    def most_helpful(self, joint: str) -> tuple[str, float]:
        """The landmark whose marker would make a joint most certain ("" if all have markers), and
        the radius `within` [m] with this marker.
        """
        unseen = np.flatnonzero(~finite(self.position).any(axis=0))
        found = {}
        for k in unseen.tolist():
            found[self.prior.points[k]] = ball_of_90(self._of_joints(k)[joint])
        best = min(found, key=found.__getitem__, default="")
        return best, found.get(best, self.within[joint])

    @cached_property
    def _sure(self) -> BodyFit:
        """The fit, as sure as its frames together make it."""
        return self._sure_with(None)

    def _sure_with(self, seen: int | None) -> BodyFit:
        """As sure as it would be with one more of the points seen."""
        known = self.prior.known
        # skin carries the markers of a cluster together: they are as good as one
        loose = np.array([place_spread(name) > VAGUE for name in self.prior.points])
        loose &= np.asarray(finite(self.position).any(axis=0))
        alike = np.sum((known.on[:, None] == known.on) & loose, axis=1)
        known = replace(known, error=known.error * np.sqrt(np.where(loose, alike, 1)))
        return sure_with(known, self.fit, self.position, self.shares / _INDEPENDENT, seen)

    def _of_joints(self, seen: int | None = None) -> Mapping[str, FloatArray]:
        """Covariances; with one more of the points seen."""
        fit = self._sure if seen is None else self._sure_with(seen)
        each = joint_covariances(fit, self.shares / _INDEPENDENT)[1:]
        found = dict(zip(self.prior.joints[1:], each, strict=True))
        for joint in self.unshown:
            # a knee's centre is half its width from the marker, along the axis
            if joint.endswith("_knee") and seen not in self._ends(joint):
                found[joint][0, 0] += (0.5 * self._width(joint) * _HIPS) ** 2
        return found

    def pose(self, position: FloatArray) -> tuple[FloatArray, FloatArray]:
        """R (frames, nb, 3, 3) and p (frames, nb, 3) m of the segments, from the paths of the
        points.
        """
        known, tree = self.prior.known, self.fit.tree
        turn, q = _facing(tree, known, self.fit.points, position, known.error**-2.0)
        yaw, (ahead, q) = to_matrix(exp(turn)), _turned_back(turn, position, q)
        R, p = forward_kinematics(tree, _postures(tree, known, self.fit.points, ahead, q))
        return yaw[:, None] @ R, np.einsum("fij,fnj->fni", yaw, p)

    def paths(self, position: FloatArray) -> FloatArray:
        """Places of the body's points (frames, n, 3) m, from the paths of the seen points."""
        R, p = self.pose(position)
        on = self.prior.known.on
        return np.asarray(p[:, on] + np.einsum("fnij,nj->fni", R[:, on], self.fit.points))


def _widest(covariance: FloatArray) -> float:
    return float(np.sqrt(np.linalg.eigvalsh(covariance)[-1]))


def ball_of_90(covariance: FloatArray) -> float:
    """Radius of the ball that contains nine of ten normal errors with this covariance (3, 3).

    Their squared length is nearly distributed as a chi squared of the same mean and variance
    (Satterthwaite 1946).
    """
    from scipy.special import chdtri

    mean, square = np.trace(covariance), np.sum(covariance**2)
    return float(np.sqrt(square / mean * chdtri(mean**2 / square, 0.1)))


def _postures(
    tree: Tree, known: Known, points: FloatArray, position: FloatArray, start: FloatArray
) -> FloatArray:
    """Coordinates (frames, nq) by the points' paths and what is known of postures."""
    weight, stray = known.error**-2.0, known.stray
    return fit_markers(tree, known.on, points, weight, position, start, stray, known.rest)[0]


def _facing(
    tree: Tree, known: Known, points: FloatArray, position: FloatArray, weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Turns (frames, 3) about the vertical from forwards to where the pelvis faces.

    With the coordinates (frames, nq) by the paths (frames, n, 3). Frames follow each other closely.
    """
    stray = known.stray.copy()
    stray[:6] = 0.0
    # the fit begins where most weight is seen: there where the body is nearest to standing
    each = np.tile(weight, (len(position), 1))
    each[_most_upright(tree, known, points, position, weight)] *= 1.0 + 1e-6
    q, _, _, _ = fit_markers(tree, known.on, points, each, position, known.rest, stray, known.rest)
    ahead, turn = to_matrix(q[:, 3:7])[:, :2, 0], np.zeros((len(q), 3))
    turn[:, 2] = np.arctan2(ahead[:, 1], ahead[:, 0])
    return turn, q


def _way_walked(turn: FloatArray, q: FloatArray) -> FloatArray | None:
    """Turn (3,) from forwards to the way of somebody who walks straight ahead; else None."""
    x, y = q[-1, :2] - q[0, :2]
    way = np.array([0.0, 0.0, np.arctan2(y, x)])
    ahead = np.cos(turn[:, 2] - way[2]).min() > _ASIDE
    return way if np.hypot(x, y) > _FAR and ahead else None


def _turned_back(
    turn: FloatArray, position: FloatArray, q: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Paths (frames, n, 3) and coordinates (frames, nq) turned back by turns (frames, 3)."""
    R, q = to_matrix(exp(turn)), q.copy()
    q[:, :3] = np.einsum("fji,fj->fi", R, q[:, :3])
    q[:, 3:7] = multiply(exp(-turn), q[:, 3:7])
    return np.einsum("fji,fnj->fni", R, position), q


def _most_upright(
    tree: Tree, known: Known, points: FloatArray, position: FloatArray, weight: FloatArray
) -> int:
    """The frame in which the points lie most as in standing, of those that show most."""
    R, p = forward_kinematics(tree, known.rest[np.newaxis])
    shape = p[0, known.on] + np.einsum("nij,nj->ni", R[0, known.on], points)
    seen = finite(position) * weight
    rows = np.flatnonzero(seen.sum(axis=1) >= 0.999 * seen.sum(axis=1).max())
    share = seen[rows] / seen[rows].sum(axis=1, keepdims=True)
    there = np.nan_to_num(position[rows])
    there -= np.einsum("fn,fni->fi", share, there)[:, None]
    here = shape - np.einsum("fn,ni->fi", share, shape)[:, None]
    turn = nearest_rotation(np.einsum("fn,fni,fnj->fij", share, there, here))
    apart = there - np.einsum("fij,fnj->fni", turn, here)
    return int(rows[np.argmin(np.einsum("fn,fni,fni->f", share, apart, apart))])


def point_paths(points: Sequence[str], found: Mapping[str, str], markers: Markers) -> FloatArray:
    """Paths (frames, points, 3) m of a body's points; NaN for points without a marker."""
    path = np.full((len(markers.time), len(points), 3), np.nan)
    for k, name in enumerate(points):
        if name in found:
            path[:, k] = markers.of(found[name])
    return path


def measure_body(
    segments: Mapping[str, str],
    trials: Sequence[tuple[Mapping[str, str], Markers]],
    subject: Subject,
    *,
    frames: int = _MOVING,
) -> MeasuredBody:
    """Pelvis and legs from their markers.

    Args:
        segments: canonical name of each point -> its segment. Points without a marker are found.
        trials: for the movement, and for the static trial if there is one: names in the file by
            canonical names, and markers.
        subject: height and widths, if known.
        frames: chosen frames of the movement.
    Raises:
        MarkersMissing: a trial never shows enough markers at once.
    """
    points = tuple(segments)
    every, chosen, shares = [], [], []
    for trial, (found, markers) in enumerate(trials):
        path = point_paths(points, found, markers)
        path = path[:: max(1, int(markers.rate / _CLOSE))]
        path = path[finite(path).sum(axis=1) >= _FEWEST][: frames * _BETWEEN]
        count = min((frames, _STANDING)[trial], len(path))
        if not count:
            kind = ("movement", "static trial")[trial]
            raise MarkersMissing(
                what=f"no frame of the {kind} shows {_FEWEST} markers of pelvis and legs at once",
                remedy="Fill their gaps in the capture software, or give another trial",
            )
        every.append(path)
        chosen.append(np.linspace(0, len(path) - 1, count).astype(int))
        shares += [(_INDEPENDENT, _INDEPENDENT_STANDING)[trial] / count] * count
    pelvis = [k for k, segment in enumerate(segments.values()) if segment == "pelvis"]
    tall = subject.height or _tall(every, pelvis)
    prior = body_prior(segments, subject, tall)
    known, start = prior.known, prior.start.copy()
    tree, local = known.geometry(start)
    # at first markers lie where the mean body has them, as far as that is known
    spread = np.array([place_spread(name) for name in points])
    believed = 1.0 / (known.error**2 + spread**2)
    begun = []
    for path, rows in zip(every, chosen, strict=True):
        turn, q = _facing(tree, known, local, path, believed)
        if (way := _way_walked(turn, q)) is not None:
            turn, posture = np.tile(way, (len(q), 1)), known.posture.copy()
            posture[5] = _AHEAD
            prior = replace(prior, known=replace(known, posture=posture))
        ahead, q = _turned_back(turn, path, q)
        begun.append((ahead[rows], q[rows]))
    straight, known = prior.known is not known, prior.known
    path, q = (np.concatenate(parts) for parts in zip(*begun, strict=True))
    R, p = forward_kinematics(tree, q)
    there = np.einsum("fnji,fnj->fni", R[:, known.on], path - p[:, known.on])
    for k in np.flatnonzero((spread > VAGUE) & finite(there).any(axis=0)):
        start[prior.place[points[k]] :][:3] = np.nanmedian(there[:, k], axis=0)
    counted, of = np.array(shares), np.repeat(np.arange(len(chosen)), [len(c) for c in chosen])
    fit = fit_body(known, start, path, counted, q)
    prior = _mirrored(prior, fit, path)
    if prior.known is not known:
        fit = fit_body(prior.known, fit.constants, path, counted, fit.q)
    return MeasuredBody(prior, fit, path, counted, of, straight)


def _tall(paths: Sequence[FloatArray], pelvis: Sequence[int]) -> float:
    """A first guess [m] of the height of the body, by the paths of its points in each trial."""
    # of the static trial where there is one: who stands is as tall as he is
    for path in paths[::-1]:
        height = np.where(finite(path), path[..., 2], np.nan)
        height = height[np.isfinite(height[:, pelvis]).any(axis=1)]
        if len(height):
            up = np.nanmedian(np.nanmean(height[:, pelvis], axis=1) - np.nanmin(height, axis=1))
            return float(np.clip(up / _SPINES, *_TALL))
    return float(np.mean(_TALL))


def _mirrored(prior: BodyPrior, fit: BodyFit, position: FloatArray) -> BodyPrior:
    """The prior with a knee that no marker shows as bowed as the other one, where markers show it.

    Args:
        fit: by the prior; position: (frames, n, 3) m, of the points' markers.
    """
    seen = {prior.points[k] for k in np.flatnonzero(finite(position).any(axis=0))}
    shown = {side for side, which in product(SIDES, ("lateral", "medial"))
             if f"{side}_knee_{which}" in seen}  # fmt: skip
    if len(shown) != 1:
        return prior
    known, tree = prior.known, fit.tree
    away = difference(tree, np.broadcast_to(known.rest, fit.q.shape), fit.q)
    rest, posture = known.rest.copy(), known.posture.copy()
    there, here = (
        prior.joints.index(f"{side}_knee") for side in sorted(SIDES, key=lambda s: s not in shown)
    )
    v, q = tree.v_start[here], tree.q_start[here]
    bow = np.array([-np.median(away[:, tree.v_start[there]]), 0.0, 0.0])
    rest[q : q + 4] = multiply(rest[q : q + 4], exp(bow))
    posture[v] = _BOW
    return replace(prior, known=replace(known, rest=rest, posture=posture))
