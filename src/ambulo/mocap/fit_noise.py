"""How much of each joint's fitted motion is noise, frequency by frequency, from the fit itself.

A rigid model cannot follow what skin and cameras add to the markers: what it leaves over is a
sample of that error, with its spectrum. The fit passes it on to the coordinates in proportion to
their covariance, so that for every joint the spectrum of the noise is known beside that of the
motion, and the smoothing can be chosen that errs least in the acceleration (Wiener 1949).
"""

from __future__ import annotations

import numpy as np

from ambulo.kernels.kinematics import forward_kinematics
from ambulo.kernels.marker_fit import fit_covariance
from ambulo.mocap.posture_prior import posture_prior
from ambulo.mocap.splines import weight_at_cutoff
from ambulo.records import FloatArray, JointType, Markers, Model, Tree

__all__ = ["smoothing_weights"]

CUTOFFS = np.geomspace(2.0, 40.0, 60)
"""Hz; between the stride's own harmonics and what no limb does in walking."""

_SAMPLES = 20
"""Frames at which the covariance is taken; it changes slowly with posture."""


def smoothing_weights(model: Model, markers: Markers, q: FloatArray) -> FloatArray:
    """Weights (nq,) of the smoothing splines, one a joint so that no direction is preferred.

    Args:
        model: with tracking markers.
        markers: that were fitted.
        q: (frames, nq) fitted coordinates.
    Returns:
        Weights for `smoothing_spline`.
    """
    interval = float(markers.time[-1] - markers.time[0]) / (len(markers.time) - 1)
    frequency = np.fft.rfftfreq(len(markers.time), interval)
    error = _marker_error_spectrum(model, markers, q)
    variance = _coordinate_variance(model, markers, q)
    candidates = np.minimum(CUTOFFS, 0.5 / interval)
    weight = np.zeros(model.tree.nq)
    for coordinates, velocities, per_turn in _blocks(model.tree):
        motion_and_noise = _spectrum(q[:, coordinates]).sum(axis=1)
        noise = per_turn * variance[velocities].sum() * error
        cutoff = _least_acceleration_error(frequency, motion_and_noise, noise, candidates)
        weight[coordinates] = weight_at_cutoff(cutoff, interval)
    return weight


def _blocks(tree: Tree) -> list[tuple[slice, slice, float]]:
    """Coordinates smoothed alike, their velocities, and squared coordinate per squared velocity."""
    blocks = []
    for body in range(tree.nb):
        joint = JointType(int(tree.joint[body]))
        i, k = int(tree.q_start[body]), int(tree.v_start[body])
        if joint is JointType.FREE:
            blocks.append((slice(i, i + 3), slice(k, k + 3), 1.0))
            i, k = i + 3, k + 3
        if joint in (JointType.FREE, JointType.BALL):
            # a small turn moves the quaternion by half its angle
            blocks.append((slice(i, i + 4), slice(k, k + 3), 0.25))
        elif joint is not JointType.FIXED:
            blocks.append((slice(i, i + 1), slice(k, k + 1), 1.0))
    return blocks


def _coordinate_variance(model: Model, markers: Markers, q: FloatArray) -> FloatArray:
    """Variance (nv,) of the fitted coordinates for unit variance of a marker of weight one."""
    sampled = np.unique(np.linspace(0, len(q) - 1, _SAMPLES).astype(int))
    column = [markers.names.index(name) for name in model.marker_names]
    variance = fit_covariance(
        model.tree,
        model.marker_body,
        model.marker_local,
        model.marker_weight,
        markers.position[sampled][:, column],
        q[sampled],
        posture_prior(model)[1],
    )
    return np.asarray(variance.mean(axis=0))


def _marker_error_spectrum(model: Model, markers: Markers, q: FloatArray) -> FloatArray:
    """Spectrum (frequencies,) of the error of one coordinate of a marker of weight one, m^2.

    The fit takes up its share of the errors: what is left over is too small by the share of
    degrees of freedom among the observations.
    """
    R, p = forward_kinematics(model.tree, q)
    body = model.marker_body
    on_model = p[:, body] + np.einsum("fmij,mj->fmi", R[:, body], model.marker_local)
    column = [markers.names.index(name) for name in model.marker_names]
    residual = markers.position[:, column] - on_model
    residual = (residual * np.sqrt(model.marker_weight)[:, None]).reshape(len(residual), -1)
    seen = np.isfinite(residual)
    observations = float(seen.sum()) / len(residual)
    left = max(observations - model.tree.nv, 0.1 * observations)
    return np.asarray(_spectrum(np.where(seen, residual, 0.0)).sum(axis=1) / left)


def _spectrum(values: FloatArray) -> FloatArray:
    """Squared amplitudes (frequencies, series) after a parabola is taken out, Hann window."""
    frames = len(values)
    powers = np.vander(np.linspace(-1.0, 1.0, frames), 3)
    values = values - powers @ np.linalg.lstsq(powers, values)[0]
    window = np.hanning(frames)[:, None]
    return np.asarray(np.abs(np.fft.rfft(values * window, axis=0)) ** 2 / np.sum(window**2))


def _least_acceleration_error(
    frequency: FloatArray, observed: FloatArray, noise: FloatArray, candidates: FloatArray
) -> float:
    """Cut-off among the candidates with the least expected error of the second derivative."""
    motion = np.maximum(observed - noise, 0.0)
    passed = 1.0 / (1.0 + (frequency / candidates[:, None]) ** 6)
    error = ((1.0 - passed) ** 2 * motion + passed**2 * noise) * frequency**4
    return float(candidates[np.argmin(error.sum(axis=1))])
