"""Kinematic consistency: the closest motion in which segments are rigid and joints hold.

    min 1/2 (x - x_measured)^T W (x - x_measured)   with Phi(x) = 0     Pamies-Vila (2012), eq. 4.1

solved by the augmented Lagrangian iteration of eq. 4.2 (Bayo & Ledesma 1996; Alonso et al. 2010)
over the points and unit vectors of every frame. Angles are not unknowns, because they follow. The
iteration begins with the measured orientations of the segments, joined from the root. It cannot
begin with the measured points. A mirrored segment has the same distances and angles, and a hand or
forefoot with an error of its own size could end mirrored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.natural.constraints import rigid_constraints
from ambulo.multibody.natural.mass_matrix import element_indices
from ambulo.multibody.natural.points import (
    NaturalBody,
    element_basis,
    natural_body,
    natural_coordinates,
    poses,
)
from ambulo.multibody.natural.quadratic_constraints import project
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.records import Diagnostic, Model, SegmentLength

PENALTY = 1e9
"""alpha of eq. 4.2; it hardly matters."""
TOLERANCE = 1e-8
"""m, and of vectors; of the last step."""
MAX_ITERATIONS = 30
"""Four to six are usual."""
UPPER_WEIGHT, LOWER_WEIGHT = 1.0, 100.0
"""Pamies-Vila (2012), section 4.3.1: points of the lower body count a hundred times."""
CONSTRAINT_LIMIT = 1e-8
"""Norm of all constraints above which a frame has not converged."""

_LEGS = ("hip", "knee", "ankle", "metatarsal", "thigh", "shank", "foot", "hindfoot", "forefoot")


@dataclass(frozen=True, eq=False)
class Consistency:
    """Effort and changes of making a motion consistent.

    Args:
        iterations: (frames,) number of steps.
        constraint_norm: (frames,) norm of all constraints after these steps.
        lengths: names of the distances between neighbouring joints, "left_knee to left_ankle".
        before, after: (frames, lengths) m.
        moved: (frames, points) m, how far each joint or end was moved.
        points: their names.
        notes: one sentence each.
    """

    iterations: IntArray
    constraint_norm: FloatArray
    lengths: tuple[str, ...]
    before: FloatArray
    after: FloatArray
    moved: FloatArray
    points: tuple[str, ...]
    notes: tuple[str, ...]

    def segment_lengths(self) -> dict[str, SegmentLength]:
        """Smallest, mean and largest measured distance of neighbouring joints, and the new
        distance.
        """
        seen = np.isfinite(self.constraint_norm)
        if not seen.any():
            return {}
        before, after = self.before[seen], self.after[seen]
        return {
            name: SegmentLength(
                measured_min=float(before[:, k].min()),
                measured_mean=float(before[:, k].mean()),
                measured_max=float(before[:, k].max()),
                consistent=float(after[:, k].mean()),
            )
            for k, name in enumerate(self.lengths)
        }

    def diagnostics(self, time: FloatArray) -> tuple[Diagnostic, ...]:
        """Every length [mm] against time [s], before and after (Pamies-Vila 2012, fig. 4.6)."""
        return tuple(
            Diagnostic(
                name.replace("_", " ").capitalize(),
                "mm",
                "time [s]",
                time,
                {"as measured": 1e3 * self.before[:, k], "consistent": 1e3 * self.after[:, k]},
                "Distances between neighbouring joints: as the markers show them, and after "
                "segments were made rigid. They vary because skin moves over bone.",
            )
            for k, name in enumerate(self.lengths)
        )


def leg_weights(body: NaturalBody) -> FloatArray:
    """Weights (n,): 100 for points of the legs, 1 for all others (Pamies-Vila 2012, section
    4.3.1).
    """
    legs = [
        not vector and name.split(" ")[0].rpartition("_")[2] in _LEGS
        for name, vector in zip(body.names, body.is_vector, strict=True)
    ]
    return np.where(legs, LOWER_WEIGHT, UPPER_WEIGHT)


def consistent_motion(
    model: Model,
    R: FloatArray,
    p: FloatArray,
    weights: Mapping[str, float] | None = None,
) -> tuple[FloatArray, FloatArray, Consistency]:
    """Poses with rigid segments and closed joints that are nearest to separately measured poses.

    A joint's measured position is the origin of its distal segment.

    Args:
        model: with a free root and ball joints; its geometry is kept.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
        weights: by joint or segment name, over those of `leg_weights`; a joint's is its
            point's, a segment's is its two vectors' (and its end's).
    Returns:
        R (frames, nb, 3, 3), p (frames, nb, 3) m, and a record of the iteration.
    Raises:
        InputError: a weight is not positive or its name unknown, the model has other joints, or
            a frame does not converge.
    """
    body = natural_body(model.tree, model.segments, model.joints)
    weight = _weights(body, weights or {})
    measured = natural_coordinates(body, R, p)
    hung = forward_kinematics(model.tree, coordinates_of(model.tree, R, p))
    x, iterations, norm = project(
        rigid_constraints(body).forms,
        weight,
        measured,
        natural_coordinates(body, *hung),
        PENALTY,
        TOLERANCE,
        MAX_ITERATIONS,
    )
    inside_out = (_handedness(body, x) < 0.0).any(axis=1)
    failed = np.flatnonzero((norm > CONSTRAINT_LIMIT) | inside_out)
    if failed.size:
        first = int(failed[0])
        moved = np.linalg.norm(x[first] - measured[first], axis=1)
        raise InputError(
            f"the segments cannot be made rigid in {failed.size} frames "
            "(in the first one, the largest deviation is at the "
            f"{body.names[int(np.argmax(moved))].replace('_', ' ')})",
            where=f"frame {first + 1}",
            remedy="Look for exchanged markers in this frame, or choose --consistency fit",
        )
    R_new, p_new = poses(body, x)
    names, before, after = _lengths(model, p, p_new)
    points = [i for i, vector in enumerate(body.is_vector) if not vector]
    moved = np.linalg.norm(x[:, points] - measured[:, points], axis=2)
    return R_new, p_new, _report(body, iterations, norm, (names, before, after), moved, points)


def _weights(body: NaturalBody, given: Mapping[str, float]) -> FloatArray:
    weight = leg_weights(body)
    first_word = np.array([name.split(" ")[0] for name in body.names])
    for name, value in given.items():
        chosen = first_word == name
        if not chosen.any() or not (np.isfinite(value) and value > 0.0):
            raise InputError(
                f"the weight {name} = {value:g} cannot be used",
                where="kinematic consistency",
                remedy="Give positive weights by joint or segment: "
                + ", ".join(sorted(set(first_word.tolist()))),
            )
        weight[chosen] = value
    return weight


def _handedness(body: NaturalBody, x: FloatArray) -> FloatArray:
    """Determinant (frames, nb) of each segment's base against its own: 1, or -1 if inside out."""
    columns = []
    for element in body.elements:
        i, j, a, b = element_indices(element)
        volume = np.sum(np.cross(x[:, a], x[:, b]) * (x[:, j] - x[:, i]), axis=1)
        columns.append(volume / np.linalg.det(element_basis(element)))
    return np.stack(columns, axis=1)


def _lengths(
    model: Model, before: FloatArray, after: FloatArray
) -> tuple[tuple[str, ...], FloatArray, FloatArray]:
    """Distances between the joints of each segment but the root: Fig. 4.6 for all of them."""
    pairs = [
        (int(model.tree.parent[child]), child)
        for child in range(model.tree.nb)
        if model.tree.parent[child] > 0
    ]
    names = tuple(f"{model.joints[a]} to {model.joints[b]}" for a, b in pairs)
    first, second = (list(x) for x in zip(*pairs, strict=True)) if pairs else ([], [])
    return (
        names,
        np.linalg.norm(before[:, second] - before[:, first], axis=2),
        np.linalg.norm(after[:, second] - after[:, first], axis=2),
    )


def _report(
    body: NaturalBody,
    iterations: IntArray,
    norm: FloatArray,
    lengths: tuple[tuple[str, ...], FloatArray, FloatArray],
    moved: FloatArray,
    points: list[int],
) -> Consistency:
    names, before, after = lengths
    seen = np.isfinite(norm)
    notes = [
        f"Segments made rigid by the augmented Lagrangian method: at most {iterations.max()} "
        f"iterations a frame, constraint norm at most {norm[seen].max(initial=0.0):.0e}, joints "
        f"moved by {1e3 * np.sqrt(np.mean(moved[seen] ** 2)):.1f} mm rms."
    ]
    if names:
        spread = np.ptp(before[seen], axis=0)
        widest = int(np.argmax(spread))
        notes.append(
            f"Measured distances between joints varied by up to {1e3 * spread[widest]:.0f} mm "
            f"({names[widest]}). After this step they are constant."
        )
    return Consistency(
        iterations,
        norm,
        names,
        before,
        after,
        moved,
        tuple(body.names[i] for i in points),
        tuple(notes),
    )
