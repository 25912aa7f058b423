"""What walking puts on the tibia: muscles, joint contact and couples, from an analysed trial.

A left leg is mirrored, so that everything here is a right leg: x forwards, y medial, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from ambulo.bone.muscle_forces import least_activations
from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Model, Side
from ambulo.toml_file import Form, Number, Numbers, Vector, read_toml

__all__ = ["TibiaLoads", "tibia_loads"]


_Segment = Literal["pelvis", "thigh", "shank", "foot"]
_Point = tuple[_Segment, Number, Number, Number] | tuple[Literal["patella"]]


class _LengthsForm(Form):
    thigh: Number
    shank: Number


class _SubtalarForm(Form):
    axis: Vector
    place: Vector


class _PatellaForm(Form):
    flexion: Numbers
    x: Numbers
    y: Numbers


class _MuscleForm(Form):
    force: Number
    path: tuple[_Point, ...]


class _MusclesForm(Form):
    lengths: _LengthsForm
    subtalar: _SubtalarForm
    patella: _PatellaForm
    muscle: dict[str, _MuscleForm]


@dataclass(frozen=True, eq=False)
class TibiaLoads:
    """Loads on one tibia in the bone's axes (origin at the knee, z from ankle to knee).

    Args:
        length: m, mean distance between knee and ankle centres.
        labels: (loads,) such as "soleus 1" (the first point of its path), "knee contact".
        points, forces, couples: (frames, loads, 3) m, N, N*m.
        muscles: names; muscle_force (frames, muscles) N.
        knee_contact, ankle_contact: (frames,) N along the bone, compression positive.
        missing: (frames, 3) N*m of knee flexion, ankle and subtalar moment that no muscle can give.
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
    missing: FloatArray
    axes: FloatArray


def tibia_loads(
    model: Model,
    q: FloatArray,
    joint_force: FloatArray,
    joint_moment: FloatArray,
    side: Side,
    muscle_factor: float = 1.0,
    moment_shift: float = 0.0,
) -> TibiaLoads:
    """Resolve knee and ankle moments into muscles and turn all into loads on the bone.

    Knee flexion, ankle dorsiflexion and subtalar moments are shared between muscles (least squared
    activations); what they leave of force and moment is joint contact and ligaments, taken at the
    joints' centres.

    Args:
        q: (frames, nq); joint_force, joint_moment: (frames, nb, 3) proximal on distal segment,
            world axes, moments about the joints [N, N*m].
        muscle_factor: multiplies all muscle forces after they were found, for sensitivities.
        moment_shift: adds this part of the ankle's moment to both joints' moments, as an error of
            the centre of pressure does, for sensitivities: forces stay balanced.

    Raises:
        InputError: if the model has no such leg.
    """
    names = [f"{side}_thigh", f"{side}_shank"]
    for name in ("pelvis", *names):
        if name not in model.segments:
            raise InputError(
                what=f"the model has no segment {name}",
                where=model.name,
                remedy="Analyse the trial with a model that has legs (body or legs)",
            )
    thigh, shank = (model.segments.index(name) for name in names)
    foot = int(np.nonzero(np.asarray(model.tree.parent) == shank)[0][0])
    pelvis = model.segments.index("pelvis")
    S = np.diag([1.0, 1.0 if side == "right" else -1.0, 1.0])
    R, p = forward_kinematics(model.tree, q)
    R, p = S @ R @ S, p @ S
    force = joint_force @ S
    moment = (joint_moment @ S) * np.linalg.det(S)
    moment[:, [shank, foot]] += moment_shift * moment[:, [foot]]

    knee, hip, ankle = p[:, shank], p[:, thigh], p[:, foot]
    given = read_toml(Path(__file__).with_name("muscles.toml"), _MusclesForm)
    shank_length = float(np.linalg.norm(ankle - knee, axis=1).mean())
    scale = {
        "shank": shank_length / given.lengths.shank,
        "thigh": float(np.linalg.norm(knee - hip, axis=1).mean()) / given.lengths.thigh,
    }
    scale |= {"pelvis": scale["thigh"], "foot": scale["shank"], "patella": scale["shank"]}
    origin = {"pelvis": hip, "thigh": hip, "shank": knee, "foot": ankle, "patella": knee}
    turn = {
        "pelvis": R[:, pelvis], "thigh": R[:, thigh], "shank": R[:, shank],
        "foot": R[:, foot], "patella": R[:, shank],
    }  # fmt: skip

    relative = np.swapaxes(R[:, thigh], 1, 2) @ R[:, shank]
    flexion = np.degrees(np.arctan2(relative[:, 0, 2], relative[:, 2, 2]))
    patella = given.patella
    kneecap = np.stack(
        [
            np.interp(flexion, patella.flexion, patella.x),
            np.interp(flexion, patella.flexion, patella.y),
            np.zeros(len(q)),
        ],
        axis=1,
    )

    def place(point: _Point) -> FloatArray:
        segment = point[0]
        local = kneecap if segment == "patella" else np.array([point[1:]], dtype=np.float64)
        turned = np.stack([local[:, 0], -local[:, 2], local[:, 1]], axis=1) * scale[segment]
        return np.asarray(origin[segment] + (turn[segment] @ turned[:, :, None])[:, :, 0])

    level = {"pelvis": 0, "thigh": 0, "patella": 0, "shank": 1, "foot": 2}
    muscles = list(given.muscle)
    pull = np.zeros((2, len(q), len(muscles), 3))  # unit force on the distal side of knee, ankle
    lever = np.zeros_like(pull)
    labels: list[str] = []
    at: list[FloatArray] = []
    per_newton: list[tuple[int, FloatArray]] = []
    for m, name in enumerate(muscles):
        path = given.muscle[name].path
        points = [place(point) for point in path]
        lines = [b - a for a, b in pairwise(points)]
        lines = [line / np.linalg.norm(line, axis=1, keepdims=True) for line in lines]
        levels = [level[point[0]] for point in path]
        for k, line in enumerate(lines):
            for joint, centre in enumerate((knee, ankle)):
                if levels[k] <= joint < levels[k + 1]:
                    pull[joint, :, m] = -line
                    lever[joint, :, m] = np.cross(points[k + 1] - centre, -line)
        for k, point in enumerate(points):
            if path[k][0] != "shank":
                continue
            net = np.zeros((len(q), 3))
            if k < len(lines):
                net += lines[k]
            if k > 0:
                net -= lines[k - 1]
            labels.append(f"{name} {k + 1}")
            at.append(point)
            per_newton.append((m, net))

    axis = R[:, shank, :, 1]  # flexion and dorsiflexion axis: flexion turns about +y
    strength = np.array([given.muscle[name].force for name in muscles])
    hinge = np.array(given.subtalar.axis)
    hinge = np.einsum("fij,j->fi", R[:, foot], np.array([hinge[0], -hinge[2], hinge[1]]))
    away = place(("foot", *given.subtalar.place)) - ankle
    below = moment[:, foot] - np.cross(away, force[:, foot])  # moved from ankle to subtalar joint
    capacity = strength * np.stack(
        [
            np.einsum("fmi,fi->fm", lever[0], axis),
            np.einsum("fmi,fi->fm", lever[1], axis),
            np.einsum("fmi,fi->fm", lever[1] - np.cross(away[:, None], pull[1]), hinge),
        ],
        axis=1,
    )
    wanted = np.stack(
        [
            np.einsum("fi,fi->f", moment[:, shank], axis),
            np.einsum("fi,fi->f", moment[:, foot], axis),
            np.einsum("fi,fi->f", below, hinge),
        ],
        axis=1,
    )
    sharing = least_activations(wanted, capacity)
    tension = sharing.activation * strength * muscle_factor

    contact, couple = [], []
    for joint, body in enumerate((shank, foot)):
        contact.append(force[:, body] - np.einsum("fm,fmi->fi", tension, pull[joint]))
        couple.append(moment[:, body] - np.einsum("fm,fmi->fi", tension, lever[joint]))
    loaded = np.stack([*at, knee, ankle], axis=1)
    forces = np.stack(
        [tension[:, m, None] * net for m, net in per_newton] + [contact[0], -contact[1]], axis=1
    )
    couples = np.zeros_like(forces)
    couples[:, -2], couples[:, -1] = couple[0], -couple[1]

    up = knee - ankle
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    medial = R[:, shank, :, 1] - np.einsum("fi,fi->f", R[:, shank, :, 1], up)[:, None] * up
    medial /= np.linalg.norm(medial, axis=1, keepdims=True)
    axes = np.stack([np.cross(medial, up), medial, up], axis=2)
    into = np.swapaxes(axes, 1, 2)[:, None]

    def bone(vectors: FloatArray) -> FloatArray:
        return np.asarray((into @ vectors[..., None])[..., 0])

    return TibiaLoads(
        length=shank_length,
        labels=(*labels, "knee contact", "ankle contact"),
        points=bone(loaded - knee[:, None]),
        forces=bone(forces),
        couples=bone(couples),
        muscles=tuple(muscles),
        muscle_force=tension,
        knee_contact=-np.einsum("fi,fi->f", contact[0], up),
        ankle_contact=-np.einsum("fi,fi->f", contact[1], up),
        missing=sharing.missing,
        axes=axes,
    )
