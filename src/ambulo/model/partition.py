"""From the parts of a published table to the segments of a skeleton, total mass kept exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.model.segment_parameters import PlacedPart
from ambulo.model.skeleton import Skeleton
from ambulo.model.standing_posture import StandingPosture
from ambulo.multibody.rigid_body import RigidBody, divide, join
from ambulo.records import SIDES


@dataclass(frozen=True)
class _Cut:
    """How a part that spans two segments is divided.

    Args:
        proximal, distal: segments it spans.
        share: mass of the distal one over both.
        between: landmarks midway between which the distal one's centre of mass lies, seen along
        axis: landmarks of the line on which the two lie one after the other.
        reason: where the share comes from.
    """

    proximal: str
    distal: str
    share: float
    between: tuple[str, str]
    axis: tuple[str, str]
    reason: str


# Pàmies-Vilà (2012), table 3.4: forefoot 0.206 of 1.029 kg, neck 0.963 of 4.814 kg
_CUTS = (
    _Cut(
        "hindfoot",
        "forefoot",
        0.200,
        ("metatarsal", "toe"),
        ("heel", "toe"),
        "the forefoot takes 0.200 of the foot's mass (Pàmies-Vilà 2012, table 3.4)",
    ),
    _Cut(
        "neck",
        "head",
        0.800,
        ("head", "vertex"),
        ("neck", "vertex"),
        "the neck takes 0.200 of the mass of head and neck (Pàmies-Vilà 2012, table 3.4)",
    ),
)

_WHOLE = {"foot": ("hindfoot", "forefoot")}
"""Segments that stand for several of the finest skeleton."""


def segment_bodies(
    skeleton: Skeleton, parts: Sequence[PlacedPart], posture: StandingPosture
) -> tuple[dict[str, RigidBody], tuple[str, ...]]:
    """Mass properties of every segment: parts are joined where a segment holds several, and cut.

    A part that spans two segments is cut so that the two together are exactly that part.

    Args:
        skeleton: its segments.
        parts: of the whole body, in the posture's coordinates.
        posture: where joints and landmarks are.
    Returns:
        Segment -> mass properties in the posture's coordinates, and notes on what was cut and,
        for a skeleton without upper body, left out.
    Raises:
        InputError: the table has nothing for one of the segments, or a part is half in it.
    """
    owner = {fine: segment for segment in skeleton.segments for fine in _fine(segment)}
    share: dict[str, list[RigidBody]] = {segment: [] for segment in skeleton.segments}
    notes: list[str] = []
    left_out = 0.0
    for part in parts:
        owners = list(dict.fromkeys(owner.get(fine, "") for fine in part.covers))
        if owners == [""]:
            left_out += part.body.mass
        elif "" in owners:
            held = ", ".join(owner for owner in owners if owner)
            raise InputError(
                f"{skeleton.name} has the {held} but not all of {' and '.join(part.covers)}, which "
                "the table of segment parameters gives together",
                where=f"model {skeleton.name}",
                remedy="Add the other segment to the skeleton, or leave both out",
            )
        elif len(owners) == 1:
            share[owners[0]].append(part.body)
        else:
            for segment, body in zip(owners, _cut(part, posture, notes), strict=True):
                share[segment].append(body)
    empty = [segment for segment, bodies in share.items() if not bodies]
    if empty:
        raise InputError(
            f"the table of segment parameters has nothing for {', '.join(empty)}",
            where=f"model {skeleton.name}",
            remedy="Choose another table or skeleton",
        )
    if left_out > 0.0:
        notes.append(
            f"{skeleton.name} has no upper body: {left_out:.2f} kg of the subject are not in it."
        )
    return {segment: join(bodies) for segment, bodies in share.items()}, tuple(dict.fromkeys(notes))


def _fine(segment: str) -> tuple[str, ...]:
    prefix, name = _split_side(segment)
    return tuple(prefix + fine for fine in _WHOLE.get(name, (name,)))


def _split_side(segment: str) -> tuple[str, str]:
    for side in SIDES:
        if segment.startswith(f"{side}_"):
            return f"{side}_", segment.removeprefix(f"{side}_")
    return "", segment


def _cut(
    part: PlacedPart, posture: StandingPosture, notes: list[str]
) -> tuple[RigidBody, RigidBody]:
    prefix, proximal = _split_side(part.covers[0])
    _, distal = _split_side(part.covers[1])
    cut = next(c for c in _CUTS if (c.proximal, c.distal) == (proximal, distal))
    a, b, start, end = (posture.landmark[prefix + name] for name in (*cut.between, *cut.axis))
    axis = (end - start) / np.linalg.norm(end - start)
    # an offset across the axis is shared: the lighter part would take a multiple of it otherwise
    towards = part.body.com + axis * (axis @ (0.5 * np.add(a, b) - part.body.com))
    near, far, reach = divide(part.body, cut.share, towards)
    notes.append(f"Divided: {cut.reason}.")
    if reach < 1.0:
        notes.append(
            f"The centre of mass of the {distal} is moved only {100 * reach:.0f} % of the way to "
            "the middle of its segment, because the inertia of the undivided part allows no more."
        )
    return near, far
