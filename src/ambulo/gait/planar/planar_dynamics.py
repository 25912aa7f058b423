"""Constraints and inverse dynamics of the planar body in mixed coordinates.

Each point has two coordinates. Each segment has an angle to its reference segment; the angle of the
base is to the vertical. C01 keeps distances (Pamies-Vila 2012, eq. 3.26). The constraint for an
angle t between the lines a and b is

    Phi = (b x a) cos t - (b . a) sin t = L_a L_b sin(angle(a, b) - t)

Pamies-Vila uses the cross product alone, b x a = L_a L_b sin t (eq. 3.28), or the scalar product
alone (eq. 3.27). The first fails at +-90 degrees, past which a knee bends. The second fails at 0
and 180 degrees, past which a hip moves in walking. Their combination never fails.

The independent coordinates are the base point and the angles. So the driving forces Q_m are the
contact force at the base point and the moments of the joints.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody, line_angles
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.natural.constraints import distance, forms_of, jacobian
from ambulo.multibody.natural.mass_matrix import planar_element_mass_matrix
from ambulo.multibody.natural.quadratic_constraints import QuadraticForms, project

UPPER_WEIGHT, HIP_AND_ANKLE_WEIGHT, KNEE_WEIGHT = 1.0, 10.0, 5.0
"""Pamies-Vila (2012), section 5.1; points that it does not name count as the upper body's."""

# rotation by -90 degrees about Y: across a line, from the line
_ACROSS = np.array([[0.0, -1.0], [1.0, 0.0]])


@dataclass(frozen=True, eq=False)
class PlanarMotion:
    """Independent coordinates of a planar body over time, with two derivatives each.

    Args:
        time: (frames,) s.
        z: (frames, 2 + segments) base point x, z [m], then angles [rad].
        velocity, acceleration: the same shape.
    """

    time: FloatArray
    z: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


def rigid_forms(body: PlanarBody) -> QuadraticForms:
    """Distances between the ends of every segment (eq. 3.26)."""
    ends = zip(*body.ends(), body.segments, strict=True)
    return forms_of([distance(i, j, segment.length) for i, j, segment in ends], 2)


def joint_weights(body: PlanarBody) -> FloatArray:
    """Weights (points,): hips and ankles 10, knees 5, all others 1 (Pamies-Vila 2012, section
    5.1).
    """
    table = {"hip": HIP_AND_ANKLE_WEIGHT, "ankle": HIP_AND_ANKLE_WEIGHT, "knee": KNEE_WEIGHT}
    return np.array([table.get(name.rpartition("_")[2], UPPER_WEIGHT) for name in body.points])


def segment_angles(body: PlanarBody, x: FloatArray) -> FloatArray:
    """Angles (frames, segments) [rad] of points, relative to the reference segment; for the base,
    absolute.

    Args:
        x: (frames, points, 2) m.
    """
    absolute = line_angles(body, x)
    return absolute - np.where(np.array(body.origin) >= 0, absolute[:, list(body.origin)], 0.0)


def place_points(body: PlanarBody, z: FloatArray) -> FloatArray:
    """Points (frames, points, 2) m from independent coordinates (frames, 2 + segments)."""
    start, end = body.ends()
    x = np.full((len(z), len(body.points), 2), np.nan)
    x[:, start[0]] = z[:, :2]
    absolute = np.empty((len(z), len(body.segments)))
    placed = {start[0]}
    for k, segment in enumerate(body.segments):
        origin = body.origin[k]
        absolute[:, k] = z[:, 2 + k] + (absolute[:, origin] if origin >= 0 else 0.0)
        # angles from the vertical towards +x
        line = segment.length * np.stack([np.sin(absolute[:, k]), np.cos(absolute[:, k])], axis=1)
        if start[k] in placed:
            x[:, end[k]] = x[:, start[k]] + line
        else:
            x[:, start[k]] = x[:, end[k]] - line
        placed |= {start[k], end[k]}
    return x


def consistent_points(
    body: PlanarBody, measured: FloatArray, weight: FloatArray | None = None
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Points with rigid segments, nearest to measured ones (eq. 5.1 by the iteration of eq. 4.2).

    Args:
        measured: (frames, points, 2) m.
        weight: (points,); None for `joint_weights`.
    Returns:
        Points (frames, points, 2) m, iterations (frames,), constraint norm (frames,).
    Raises:
        InputError: some frames do not converge.
    """
    start = body.ends()[0][0]
    first = np.concatenate([measured[:, start], segment_angles(body, measured)], axis=1)
    x, iterations, norm = project(
        rigid_forms(body),
        joint_weights(body) if weight is None else weight,
        measured,
        place_points(body, first),
        1e9,
        1e-8,
        30,
    )
    if (norm > 1e-8).any():
        raise InputError(
            f"the segments cannot be made rigid in {int((norm > 1e-8).sum())} frames",
            where=f"frame {int(np.argmax(norm > 1e-8)) + 1}",
            remedy="Look for exchanged markers in this frame",
        )
    return x, iterations, norm


def mass_matrix(body: PlanarBody) -> FloatArray:
    """Constant mass matrix (2 points, 2 points) (eq. 3.49); angles have no mass."""
    M = np.zeros((2 * len(body.points),) * 2)
    for i, j, segment in zip(*body.ends(), body.segments, strict=True):
        # point i has coordinates 2 i (x) and 2 i + 1 (z)
        index = [2 * i, 2 * i + 1, 2 * j, 2 * j + 1]
        M[np.ix_(index, index)] += planar_element_mass_matrix(
            segment.length, segment.mass, segment.com, segment.inertia
        )
    return M


def constraint_matrix(
    body: PlanarBody, x: FloatArray, angles: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """All constraints and their Jacobian.

    Args:
        x: (frames, points, 2) m.
        angles: (frames, segments) rad.
    Returns:
        Phi (frames, 2 segments), derivatives by the points (frames, 2 segments, 2 points) and by
        the angles (frames, 2 segments, segments).
    """
    frames, count = angles.shape
    Phi, by_distance = jacobian(rigid_forms(body), x)
    start, end = body.ends()
    by_points = np.zeros((frames, count, len(body.points), 2))
    by_angles = np.zeros((frames, 2 * count, count))
    values = np.empty((frames, count))
    # rows: the distances, then b^T N(angle) a = 0 from the line a seen from to the segment's b
    for k in range(count):
        N, dN = _between(angles[:, k])
        a, b = _line(body, x, body.origin[k]), _line(body, x, k)
        by_b = np.einsum("fij,fj->fi", N, a)
        by_a = np.einsum("fij,fi->fj", N, b)
        values[:, k] = np.sum(b * by_b, axis=1)
        by_points[:, k, end[k]] += by_b
        by_points[:, k, start[k]] -= by_b
        if body.origin[k] >= 0:
            by_points[:, k, end[body.origin[k]]] += by_a
            by_points[:, k, start[body.origin[k]]] -= by_a
        by_angles[:, count + k, k] = np.einsum("fi,fij,fj->f", b, dN, a)
    both = np.concatenate([by_distance, by_points.reshape(frames, count, -1)], axis=1)
    return np.concatenate([Phi, values], axis=1), both, by_angles


def driving_forces(
    body: PlanarBody,
    motion: PlanarMotion,
    wrench: FloatArray | None = None,
) -> FloatArray:
    """The driving forces of a motion: Q_m = R^T (M (S c + R z'') - Q), eqs. 3.61 to 3.64 and 4.6.

    Args:
        motion: of the independent coordinates.
        wrench: (frames, segments, 3) external force x, z [N] and moment about Y [N*m] on each
            segment, about its start.
    Returns:
        (frames, 2 + segments): force on the base point [N], torque about Y on the base [N*m], and
        for every other segment the torque by its reference segment.
    """
    frames, count = len(motion.z), len(body.segments)
    start, end = body.ends()
    x = place_points(body, motion.z)
    _, by_points, by_angles = constraint_matrix(body, x, motion.z[:, 2:])
    base = [2 * start[0], 2 * start[0] + 1]
    dependent = np.delete(np.arange(x.shape[1] * 2), base)
    independent = np.concatenate([by_points[:, :, base], by_angles], axis=2)

    # Phi_d x_d' = -Phi_z z' gives R with x' = R z'; then x'' = S c + R z'' with Phi_d S c = c
    R = np.zeros((frames, x.shape[1] * 2, 2 + count))
    R[:, base, [0, 1]] = 1.0
    R[:, dependent] = np.linalg.solve(by_points[:, :, dependent], -independent)
    velocity = np.einsum("fij,fj->fi", R, motion.velocity).reshape(x.shape)
    c = _remainder(body, x, velocity, motion)
    Sc = np.zeros((frames, x.shape[1] * 2))
    Sc[:, dependent] = np.linalg.solve(by_points[:, :, dependent], c[:, :, None])[:, :, 0]
    acceleration = Sc + np.einsum("fij,fj->fi", R, motion.acceleration)

    Q = np.zeros_like(x)
    for k, segment in enumerate(body.segments):
        # a point of the segment is at r_i + B (r_j - r_i) with constant B
        B = (segment.com[0] * np.eye(2) + segment.com[1] * _ACROSS) / segment.length
        weight = np.array([0.0, -segment.mass * STANDARD_GRAVITY])
        Q[:, start[k]] += weight - B.T @ weight
        Q[:, end[k]] += B.T @ weight
        if wrench is not None:
            line = x[:, end[k]] - x[:, start[k]]
            couple = wrench[:, k, 2:] * (line @ _ACROSS) / segment.length**2
            Q[:, start[k]] += wrench[:, k, :2] - couple
            Q[:, end[k]] += couple
    left = acceleration @ mass_matrix(body) - Q.reshape(frames, -1)
    return np.asarray(np.einsum("fji,fj->fi", R, left))


def _remainder(
    body: PlanarBody, x: FloatArray, velocity: FloatArray, motion: PlanarMotion
) -> FloatArray:
    """c = -Phi_q' q' (frames, 2 segments)."""
    start, end = body.ends()
    rates = velocity[:, end] - velocity[:, start]
    columns = [-2.0 * np.sum(rates**2, axis=2)]
    for k in range(len(body.segments)):
        N, dN = _between(motion.z[:, 2 + k])
        rate = motion.velocity[:, 2 + k]
        a, b = _line(body, x, body.origin[k]), _line(body, x, k)
        da = rates[:, body.origin[k]] if body.origin[k] >= 0 else np.zeros_like(b)
        db = rates[:, k]
        # of b^T N a without second derivatives; d2N/dt2 = -N
        second = (
            2.0 * np.einsum("fi,fij,fj->f", db, N, da)
            + 2.0 * rate * np.einsum("fi,fij,fj->f", db, dN, a)
            + 2.0 * rate * np.einsum("fi,fij,fj->f", b, dN, da)
            - rate**2 * np.einsum("fi,fij,fj->f", b, N, a)
        )
        columns.append(-second[:, None])
    return np.concatenate(columns, axis=1)


def _between(angle: FloatArray) -> tuple[FloatArray, FloatArray]:
    """N (frames, 2, 2) with b^T N a = (b x a) cos t - (b . a) sin t, and its derivative by t."""
    c, s = np.cos(angle), np.sin(angle)
    N = np.stack([np.stack([-s, c], axis=-1), np.stack([-c, -s], axis=-1)], axis=-2)
    dN = np.stack([np.stack([-c, -s], axis=-1), np.stack([s, -c], axis=-1)], axis=-2)
    return N, dN


def _line(body: PlanarBody, x: FloatArray, segment: int) -> FloatArray:
    """From start to end of a segment (frames, 2); the upward unit vector for the ground (-1)."""
    if segment < 0:
        return np.tile([0.0, 1.0], (len(x), 1))
    start, end = body.ends()
    return np.asarray(x[:, end[segment]] - x[:, start[segment]])
