"""Centre of rotation of a joint from its motion: sphere fit and relative poses."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite, nearest_rotation
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import SIDES, Markers, Side, Subject

# a joint moved less than this about its second axis gives no centre (Camomilla et al. 2006)
SMALLEST_MOTION = np.radians(8.0)
# m; Bell's regression is within 2 cm in adults (Leardini et al. 1999), a good motion within 1 cm
FARTHEST = 0.04


def sphere_centre(points: FloatArray, *, compensate_bias: bool = True) -> FloatArray:
    """Common centre of spheres on which markers move, by Gamage & Lasenby (2002), section 2.

    Noise biases the closed-form solution towards the markers. Halvorsen (2003) removes the bias by
    iteration with the noise estimated from the fit.

    Args:
        points: (frames, markers, 3) m in the frame in which the centre is fixed; frames in which
            any is NaN are left out.
    Returns:
        (3,) m.
    Raises:
        InputError: fewer than four frames, or the motion leaves the centre undetermined.
    """
    points = points[np.isfinite(points).all(axis=(1, 2))]
    frames = len(points)
    if frames < 4:
        raise InputError(
            what="a centre of rotation needs four frames with all markers, "
            f"but the trial has {frames}",
            remedy="Give a trial in which the joint moves",
        )
    # work about the mean so that squares and cubes of coordinates keep their digits
    origin = points.mean(axis=(0, 1))
    v = points - origin
    mean = v.mean(axis=0)
    square = np.sum(v**2, axis=2)
    A = 2 * (np.einsum("fmi,fmj->ij", v, v) / frames - np.einsum("mi,mj->ij", mean, mean))
    b = np.sum(
        np.einsum("fmi,fm->mi", v, square) / frames - mean * square.mean(axis=0)[:, None], axis=0
    )
    if np.linalg.cond(A) > 1e6:
        raise InputError(
            what="the markers move in a plane, so the centre of rotation is not determined",
            remedy="Move the joint about more than one axis",
        )
    centre = np.linalg.solve(A, b)
    if compensate_bias:
        for _ in range(100):
            arm = v - centre
            radius = np.linalg.norm(arm, axis=2)
            # the noise along the radius; its size is what biases b (Halvorsen 2003, eq. 12)
            variance = np.mean(np.var(radius, axis=0))
            correction = 2 * variance * np.sum(mean - centre, axis=0)
            previous, centre = centre, np.linalg.solve(A, b - correction)
            if np.linalg.norm(centre - previous) < 1e-9:
                break
    return np.asarray(centre + origin)


def score_centre(
    R1: FloatArray, p1: FloatArray, R2: FloatArray, p2: FloatArray
) -> tuple[FloatArray, FloatArray, float]:
    """Joint centre fixed in two moving segments: SCoRE, Ehrig, Taylor, Duda & Heller (2006), eq. 5.

    Args:
        R1, R2: (frames, 3, 3) segment to world.
        p1, p2: (frames, 3) m, segment origins.
    Returns:
        Centre in the frames of the first and the second segment, (3,) m each, and the rms distance
        between the two over the frames, m.
    Raises:
        InputError: the segments do not turn enough relative to each other about two axes.
    """
    A = np.concatenate([R1, -R2], axis=2).reshape(-1, 6)
    b = (p2 - p1).reshape(-1)
    good = finite(A) & np.isfinite(b)
    A, b = A[good], b[good]
    singular = np.linalg.svd(A, compute_uv=False) if len(A) >= 6 else np.zeros(6)
    # for a pure hinge one direction of both centres is free, and the smallest value vanishes
    if singular[-1] < np.sqrt(len(A) / 3) * SMALLEST_MOTION / 4:
        raise InputError(
            what="the joint hardly moves about a second axis, so its centre is not determined",
            remedy="Give a trial with flexion, abduction and circumduction",
        )
    solution = np.linalg.lstsq(A, b, rcond=None)[0]
    apart = (A @ solution - b).reshape(-1, 3)
    residual = float(np.sqrt(np.mean(np.sum(apart**2, axis=1))))
    return solution[:3], solution[3:], residual


def fit_poses(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Poses of a marker cluster relative to its mean shape, least squares (Soederkvist & Wedin
    1993).

    Args:
        points: (frames, markers >= 3, 3) m; frames in which any is NaN give NaN.
    Returns:
        R (frames, 3, 3) and centroid (frames, 3) m.
    """
    whole = np.isfinite(points).all(axis=(1, 2))
    R = np.full((len(points), 3, 3), np.nan)
    centroid = points.mean(axis=1)
    if not whole.any():
        return R, centroid
    arms = points - centroid[:, None]
    shape = arms[whole][0]
    for _ in range(3):
        # the shape is the mean over the frames, turned back: three passes settle it
        turned = nearest_rotation(np.einsum("fmi,mj->fij", arms[whole], shape))
        shape = np.einsum("fji,fmj->mi", turned, arms[whole]) / len(turned)
    R[whole] = turned
    return R, centroid


def functional_hips(
    match: Match,
    markers: Markers,
    *,
    subject: Subject | None = None,
) -> tuple[Mapping[Side, FloatArray], tuple[str, ...]]:
    """Hip centres from a trial in which one or both hips are moved about all axes.

    With three or more thigh markers, the poses of the thigh give the centre. One or two thigh
    markers give a sphere in the pelvis.

    Args:
        match: marker set and names of the functional trial.
        markers: markers of that trial.
        subject: measurements, if the set's pelvis needs any.
    Returns:
        side -> (3,) m from mid-ASIS in the pelvic frame, for the sides that moved enough; and notes
        with the residual of each side.
    Raises:
        InputError: the set has no pelvis, or neither hip moves enough.
    """
    pelvis = match.marker_set.pelvis
    if pelvis is None:
        raise InputError(
            what=f"the marker set {match.marker_set.name} has no table [pelvis], which hip centres "
            "need",
            where=match.marker_set.path.name,
            remedy="Add the table [pelvis]",
        )
    R, mid_asis, breadth = _pelvis_pose(match, markers, subject or Subject())
    centres: dict[Side, FloatArray] = {}
    notes: list[str] = []
    for side in SIDES:
        names = [
            name
            for canonical, name in match.found.items()
            if match.marker_set.markers[canonical].segment == f"{side}_thigh"
            and name in markers.names
            and np.isfinite(markers.of(name)).any()
        ]
        if not names:
            notes.append(f"{side.capitalize()} hip: no thigh markers in the functional trial.")
            continue
        thigh = np.stack([markers.of(name) for name in names], axis=1)
        try:
            if len(names) >= 3:
                R2, p2 = fit_poses(thigh)
                centre, _, residual = score_centre(R, mid_asis, R2, p2)
                how = (
                    f"SCoRE (Ehrig 2006) with {', '.join(names)}, residual {1000 * residual:.1f} mm"
                )
            else:
                in_pelvis = np.einsum("fji,fmj->fmi", R, thigh - mid_asis[:, None])
                _check_spread(in_pelvis)
                centre = sphere_centre(in_pelvis)
                how = f"sphere fit (Gamage & Lasenby 2002, Halvorsen 2003) with {', '.join(names)}"
            _check_place(centre, side, breadth)
        except InputError as error:
            notes.append(f"{side.capitalize()} hip: {error.what}.")
            continue
        notes.append(f"{side.capitalize()} hip: {how}.")
        centres[side] = centre
    if not centres:
        raise InputError(
            what=f"the functional trial gives no hip centre ({' '.join(notes)})",
            remedy="Give a trial with flexion, abduction and circumduction of each hip",
        )
    return centres, tuple(notes)


def _pelvis_pose(
    match: Match, markers: Markers, subject: Subject
) -> tuple[FloatArray, FloatArray, float]:
    """Pelvic frame (frames, 3, 3), mid-ASIS (frames, 3) and the breadth between the ASIS [m]."""
    pelvis = match.marker_set.pelvis
    assert pelvis is not None
    landmarks = evaluate_landmarks(match, markers, subject)
    if pelvis.frame not in landmarks.frames:
        raise InputError(
            what="the frame of the pelvis cannot be found: "
            f"{landmarks.unavailable.get(pelvis.frame, 'it is not defined')}",
            remedy="Label the pelvis markers in the functional trial",
        )
    points = landmarks.points
    left, right = points[pelvis.left_asis], points[pelvis.right_asis]
    breadth = float(np.nanmedian(np.linalg.norm(left - right, axis=1)))
    return landmarks.frames[pelvis.frame].R, (left + right) / 2, breadth


def _check_place(centre: FloatArray, side: Side, breadth: float) -> None:
    """Raises where a centre (3,) m, from mid-ASIS in the pelvic frame, is outside the pelvis."""
    expected = np.array([-0.19, 0.36 if side == "left" else -0.36, -0.30]) * breadth
    apart = float(np.linalg.norm(centre - expected))
    if apart > FARTHEST:
        raise InputError(
            what=f"the centre found is {1e3 * apart:.0f} mm from the usual place of a hip (Bell "
            "1990), so the motion does not determine it",
            remedy="Give a trial with flexion, abduction and circumduction",
        )


def _check_spread(in_pelvis: FloatArray) -> None:
    """Raises unless the markers sweep a part of their sphere in two directions."""
    points = in_pelvis[np.isfinite(in_pelvis).all(axis=(1, 2))]
    radius = np.linalg.norm(points - points.mean(axis=0), axis=2).max(initial=0.0)
    if not len(points):
        raise InputError(what="the thigh markers are never seen together", remedy="Fill the gaps")
    sweep = np.linalg.svd((points - points.mean(axis=0))[:, 0], compute_uv=False)
    if radius == 0 or sweep[1] / np.sqrt(len(points)) < 0.2 * SMALLEST_MOTION:
        raise InputError(
            what="the joint hardly moves about a second axis, so its centre is not determined",
            remedy="Give a trial with flexion, abduction and circumduction",
        )
