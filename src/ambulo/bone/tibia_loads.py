"""Loads on the tibia in walking: muscles, joint contact and couples.

The muscles give the joint moments with the smallest sum of squared activations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.bone.leg import Leg, NetLoad
from ambulo.bone.leg_muscles import LegMuscles, Routes, leg_muscles, point_on_leg, route
from ambulo.math.arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Activations:
    """Solution over frames.

    Args:
        activation: (frames, muscles) 0 to 1.
        missing: (frames, joints) N*m that the muscles cannot produce.
    """

    activation: FloatArray
    missing: FloatArray


def least_activations(moments: FloatArray, capacity: FloatArray) -> Activations:
    """Minimise the sum of a^2 subject to capacity a = moments, 0 <= a <= 1, frame by frame.

    Anderson and Pandy (2001), static optimisation. The solution is a = clip(capacity^T y, 0, 1);
    Newton's method finds the joints' prices y of the dual, which is smooth and concave.

    Args:
        moments: (frames, joints) N*m to give.
        capacity: (frames, joints, muscles) N*m of each muscle at full activation.

    Returns:
        Activations. If the muscles cannot produce the moments, these are the nearest activations in
        the sense of the penalised dual, with the missing moments.
    """
    activation = np.stack([_activation(b, A) for b, A in zip(moments, capacity, strict=True)])
    missing = moments - np.einsum("fjm,fm->fj", capacity, activation)
    return Activations(activation, missing)


def _activation(b: FloatArray, A: FloatArray) -> FloatArray:
    """One frame (muscles,): maximise b.y - (A^T y).a + a.a / 2 - penalty y.y / 2 over y."""
    # a price that grows without bound belongs to a moment out of reach
    penalty = 1e-9 * max(float(np.einsum("ij,ij->", A, A)), 1e-300)

    def dual(y: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        raw = A.T @ y
        a = np.clip(raw, 0.0, 1.0)
        value = float(b @ y - raw @ a + 0.5 * a @ a - 0.5 * penalty * y @ y)
        return value, b - A @ a - penalty * y, a

    y = np.zeros(len(b))
    value, slope, a = dual(y)
    for _ in range(60):
        if np.abs(slope).max() < 1e-10 * max(1.0, float(np.abs(b).max())):
            break
        raw = A.T @ y
        # a price of zero sits on a corner: muscles that would begin to pull count as pulling
        free = ((raw > 0.0) & (raw < 1.0)) | ((raw == 0.0) & (A.T @ slope > 0.0))
        H = A[:, free] @ A[:, free].T + penalty * np.eye(len(b))
        step = np.linalg.solve(H, slope)
        length = 1.0
        while length > 1e-12:
            tried, tried_slope, tried_a = dual(y + length * step)
            # Armijo's rule, with room for rounding
            if tried >= value + 1e-4 * length * float(slope @ step) - 1e-14 * abs(value):
                break
            length *= 0.5
        y = y + length * step
        value, slope, a = tried, tried_slope, tried_a
    return a


@dataclass(frozen=True, eq=False)
class TibiaLoads:
    """Loads on one tibia in the bone's axes (origin at the knee, z from ankle to knee).

    Args:
        length: m, mean distance between knee and ankle centres.
        labels: (loads,) such as "soleus 1" (the first point of its path), "knee contact".
        points, forces, couples: (frames, loads, 3) m, N, N*m.
        muscles: names; muscle_force (frames, muscles) N.
        knee_contact, ankle_contact: (frames,) N along the bone, compression of the joint's
            surfaces; zero if the segments are pulled apart.
        knee_ligaments, ankle_ligaments: (frames,) N along the bone, tension of ligaments and
            capsule if the segments are pulled apart, as in swing; otherwise zero.
        missing: (frames, 3) N*m of knee flexion, ankle and subtalar moment that no muscle can
            produce.
        axes: (frames, 3, 3) the bone's axes in the (mirrored) world.
    """

    length: float
    labels: tuple[str, ...]
    points: FloatArray
    forces: FloatArray
    couples: FloatArray
    muscles: tuple[str, ...]
    muscle_force: FloatArray
    knee_contact: FloatArray
    ankle_contact: FloatArray
    knee_ligaments: FloatArray
    ankle_ligaments: FloatArray
    missing: FloatArray
    axes: FloatArray


def tibia_loads(
    leg: Leg,
    muscle_factor: float = 1.0,
    moment_shift: float = 0.0,
    table: LegMuscles | None = None,
) -> TibiaLoads:
    """Divide knee and ankle moments between muscles, and find all loads on the bone.

    Knee flexion, ankle dorsiflexion and subtalar moments are divided between muscles (least squared
    activations). The remaining force and moment are joint contact and ligaments, at the joints'
    centres.

    Args:
        leg: its posture and net joint loads.
        muscle_factor: multiplies all muscle forces afterwards, for sensitivities.
        moment_shift: adds this part of the ankle's moment to both joints' moments, like an error of
            the centre of pressure, for sensitivities. Forces stay balanced.
        table: of muscles; by default that of `muscles.toml`.
    """
    table = leg_muscles() if table is None else table
    routes = route(table, leg)
    shift = moment_shift * leg.ankle.moment
    knee = NetLoad(leg.knee.force, leg.knee.moment + shift)
    ankle = NetLoad(leg.ankle.force, leg.ankle.moment + shift)
    solved = _activations(table, leg, routes, knee, ankle)
    tension = solved.activation * table.strengths * muscle_factor
    at_knee = _left_by_muscles(knee, tension, routes.pull[0], routes.lever[0])
    at_ankle = _left_by_muscles(ankle, tension, routes.pull[1], routes.lever[1])

    pulls = [tension[:, at.muscle, None] * at.pull for at in routes.attachments]
    points = [at.point for at in routes.attachments]
    # the thigh presses on the shank at the knee; at the ankle the foot's part is the reaction
    forces = np.stack([*pulls, at_knee.force, -at_ankle.force], axis=1)
    couples = np.zeros_like(forces)
    couples[:, -2], couples[:, -1] = at_knee.moment, -at_ankle.moment
    arms = np.stack([*points, leg.knee_centre, leg.ankle_centre], axis=1) - leg.knee_centre[:, None]

    axes = _bone_axes(leg)
    into_bone = np.swapaxes(axes, 1, 2)[:, None]
    points_in, forces_in, couples_in = (
        np.asarray((into_bone @ vectors[..., None])[..., 0]) for vectors in (arms, forces, couples)
    )
    pressed, held = (
        [np.maximum(sign * np.einsum("fi,fi->f", at.force, axes[:, :, 2]), 0.0)
         for at in (at_knee, at_ankle)]
        for sign in (-1.0, 1.0)
    )  # fmt: skip
    return TibiaLoads(
        length=leg.shank_length,
        labels=(*(at.label for at in routes.attachments), "knee contact", "ankle contact"),
        points=points_in,
        forces=forces_in,
        couples=couples_in,
        muscles=tuple(muscle.name for muscle in table.muscles),
        muscle_force=tension,
        knee_contact=pressed[0],
        ankle_contact=pressed[1],
        knee_ligaments=held[0],
        ankle_ligaments=held[1],
        missing=solved.missing,
        axes=axes,
    )


def _activations(
    table: LegMuscles, leg: Leg, routes: Routes, knee: NetLoad, ankle: NetLoad
) -> Activations:
    """Muscles for the moments of knee flexion, ankle dorsiflexion and the subtalar joint."""
    flexion = leg.shank[:, :, 1]  # flexion and dorsiflexion turn about +y
    subtalar = leg.foot @ table.subtalar_axis
    arm = point_on_leg(table, leg, "foot", table.subtalar_position) - leg.ankle_centre
    # moments about the ankle, moved to the subtalar joint: M - arm x F
    below = ankle.moment - np.cross(arm, ankle.force)
    lever_below = routes.lever[1] - np.cross(arm[:, None], routes.pull[1])
    moments = [
        np.einsum("fi,fi->f", moment, axis)
        for moment, axis in ((knee.moment, flexion), (ankle.moment, flexion), (below, subtalar))
    ]
    capacity = [
        table.strengths * np.einsum("fmi,fi->fm", lever, axis)
        for lever, axis in (
            (routes.lever[0], flexion),
            (routes.lever[1], flexion),
            (lever_below, subtalar),
        )
    ]
    return least_activations(np.stack(moments, axis=1), np.stack(capacity, axis=1))


def _left_by_muscles(
    net: NetLoad, tension: FloatArray, pull: FloatArray, lever: FloatArray
) -> NetLoad:
    """Contact and ligaments: the net load without what muscles across the joint give."""
    return NetLoad(
        net.force - np.einsum("fm,fmi->fi", tension, pull),
        net.moment - np.einsum("fm,fmi->fi", tension, lever),
    )


def _bone_axes(leg: Leg) -> FloatArray:
    """(frames, 3, 3): z from ankle to knee, y the shank's medial axis made normal to it."""
    up = leg.knee_centre - leg.ankle_centre
    up = up / np.linalg.norm(up, axis=1, keepdims=True)
    medial = leg.shank[:, :, 1]
    medial = medial - np.einsum("fi,fi->f", medial, up)[:, None] * up
    medial /= np.linalg.norm(medial, axis=1, keepdims=True)
    return np.stack([np.cross(medial, up), medial, up], axis=2)
