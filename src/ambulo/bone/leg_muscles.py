"""Muscles across knee and ankle: their table, and their paths in a posed leg."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ambulo.bone.leg import Leg
from ambulo.inputs.toml_file import Form, Number, Numbers, Vector, read_toml
from ambulo.math.arrays import FloatArray

_Segment = Literal["pelvis", "thigh", "shank", "foot"]
_Point = tuple[_Segment, Number, Number, Number] | tuple[Literal["patella"]]


class _LengthsForm(Form):
    thigh: Number
    shank: Number


class _SubtalarForm(Form):
    axis: Vector
    position: Vector


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


class Muscle(NamedTuple):
    """A muscle of the table.

    Args:
        name: such as "soleus".
        strength: N, largest isometric force.
        path: (segment, position (3,) m in its axes) from the proximal end on; that of "patella"
            follows the knee's flexion instead.
    """

    name: str
    strength: float
    path: tuple[tuple[str, FloatArray], ...]


class LegMuscles(NamedTuple):
    """The table of muscles, in a right leg's axes x forwards, y medial, z up.

    Args:
        thigh, shank: m, lengths of the leg in which the positions were measured.
        subtalar_axis, subtalar_position: (3,) of the joint between talus and calcaneus, foot axes.
        patella_flexion: (n,) rad; patella_place: (n, 3) m in the shank's axes at these angles.
        muscles: all of them.
    """

    thigh: float
    shank: float
    subtalar_axis: FloatArray
    subtalar_position: FloatArray
    patella_flexion: FloatArray
    patella_place: FloatArray
    muscles: tuple[Muscle, ...]

    @property
    def strengths(self) -> FloatArray:
        """(muscles,) N."""
        return np.array([muscle.strength for muscle in self.muscles])


class Attachment(NamedTuple):
    """A point of the shank where a muscle pulls.

    Args:
        label: such as "soleus 1", the first point of its path.
        muscle: index.
        point: (frames, 3) m, world.
        pull: (frames, 3) force on the shank by 1 N of tension.
    """

    label: str
    muscle: int
    point: FloatArray
    pull: FloatArray


class Routes(NamedTuple):
    """Muscles in the world, joints in the order knee, ankle.

    Args:
        pull: (2, frames, muscles, 3) force on the part distal of the joint by 1 N of tension; zero
            if the muscle does not cross the joint.
        lever: (2, frames, muscles, 3) m, moment of that force about the joint's centre.
        attachments: on the shank.
    """

    pull: FloatArray
    lever: FloatArray
    attachments: tuple[Attachment, ...]


_DISTAL_OF = {"pelvis": 0, "thigh": 0, "patella": 0, "shank": 1, "foot": 2}
"""How many of knee and ankle are between the pelvis and the segment: the patella's pull on the
shank counts as one from above the knee."""


@cache
def leg_muscles() -> LegMuscles:
    """Read `muscles.toml`, whose axes are x forwards, y up, z to the right."""
    given = read_toml(Path(__file__).with_name("muscles.toml"), _MusclesForm)
    patella = given.patella
    kneecap = np.stack([patella.x, patella.y, np.zeros(len(patella.x))], axis=1)
    return LegMuscles(
        thigh=given.lengths.thigh,
        shank=given.lengths.shank,
        subtalar_axis=_medial_and_up(given.subtalar.axis),
        subtalar_position=_medial_and_up(given.subtalar.position),
        patella_flexion=np.radians(patella.flexion),
        patella_place=_medial_and_up(kneecap),
        muscles=tuple(
            Muscle(
                name,
                entry.force,
                tuple((at[0], _medial_and_up(at[1:] or np.zeros(3))) for at in entry.path),
            )
            for name, entry in given.muscle.items()
        ),
    )


def _medial_and_up(vectors: npt.ArrayLike) -> FloatArray:
    """(..., 3) from x forwards, y up, z right to x forwards, y left (medial), z up."""
    x, y, z = np.moveaxis(np.asarray(vectors, dtype=np.float64), -1, 0)
    return np.stack([x, -z, y], axis=-1)


def point_on_leg(table: LegMuscles, leg: Leg, segment: str, position: FloatArray) -> FloatArray:
    """A point of the table in the world (frames, 3) [m], scaled with the leg's segments.

    Pelvis and thigh scale with the thigh's length, and the parts below with the shank's length.

    Args:
        position: (3,) m in the segment's axes; not used for "patella".
    """
    by_thigh, by_shank = leg.thigh_length / table.thigh, leg.shank_length / table.shank
    origin, axes, scale = {
        "pelvis": (leg.hip_centre, leg.pelvis, by_thigh),
        "thigh": (leg.hip_centre, leg.thigh, by_thigh),
        "patella": (leg.knee_centre, leg.shank, by_shank),
        "shank": (leg.knee_centre, leg.shank, by_shank),
        "foot": (leg.ankle_centre, leg.foot, by_shank),
    }[segment]
    local = _kneecap(table, leg) if segment == "patella" else position[None]
    return np.asarray(origin + scale * (axes @ local[:, :, None])[:, :, 0])


def _kneecap(table: LegMuscles, leg: Leg) -> FloatArray:
    """(frames, 3) m in the shank's axes, before scaling."""
    return np.stack(
        [np.interp(leg.knee_flexion, table.patella_flexion, x) for x in table.patella_place.T],
        axis=1,
    )


def route(table: LegMuscles, leg: Leg) -> Routes:
    """Straight lines between the points of every muscle's path, with pulls, levers and
    attachments.
    """
    shape = (2, len(leg.knee_centre), len(table.muscles), 3)
    pull, lever = np.zeros(shape), np.zeros(shape)
    attachments: list[Attachment] = []
    for m, muscle in enumerate(table.muscles):
        points = [point_on_leg(table, leg, segment, position) for segment, position in muscle.path]
        lines = [_unit(b - a) for a, b in pairwise(points)]
        level = [_DISTAL_OF[segment] for segment, _ in muscle.path]
        for k, line in enumerate(lines):
            for joint, centre in enumerate((leg.knee_centre, leg.ankle_centre)):
                if level[k] <= joint < level[k + 1]:
                    # tension draws the distal end towards the proximal one
                    pull[joint, :, m] = -line
                    lever[joint, :, m] = np.cross(points[k + 1] - centre, -line)
        for k, (segment, _) in enumerate(muscle.path):
            if segment != "shank":
                continue
            # drawn on towards the next point and back towards the one before
            onwards = lines[k] if k < len(lines) else 0.0
            back = lines[k - 1] if k > 0 else 0.0
            label = f"{muscle.name} {k + 1}"
            attachments.append(Attachment(label, m, points[k], np.asarray(onwards - back)))
    return Routes(pull, lever, tuple(attachments))


def _unit(vectors: FloatArray) -> FloatArray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))
