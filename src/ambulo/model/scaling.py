"""The model of a person: a skeleton scaled to joint centres, with published segment parameters.

Parts of a published table become segments of the skeleton, and total mass is kept exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.model.segment_parameters import PlacedPart, place_parts
from ambulo.model.segment_table_file import load_segment_table
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.model.standing_posture import StandingPosture, standing_posture
from ambulo.multibody.rigid_body import RigidBody, divide, join
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import SIDES, Model, Subject
from ambulo.records.sides import without_side


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
    """Mass properties of every segment. Parts are joined if a segment contains several, and
    divided.

    A part over two segments is divided so that the two together are exactly this part.

    Args:
        skeleton: its segments.
        parts: of the whole body, in the posture's coordinates.
        posture: where joints and landmarks are.
    Returns:
        Segment -> mass properties in the posture's coordinates; and notes on divided parts and, for
        a skeleton without upper body, on parts that were left out.
    Raises:
        InputError: the table has nothing for a segment, or only half of a part is in the skeleton.
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
                f"the table of segment parameters gives {' and '.join(part.covers)} as one part, "
                "but the "
                f"skeleton {skeleton.name} has only the {held}",
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
            f"the table of segment parameters has no values for {', '.join(empty)}",
            where=f"model {skeleton.name}",
            remedy="Choose another table or skeleton",
        )
    if left_out > 0.0:
        notes.append(
            f"The model {skeleton.name} has no upper body, so {left_out:.2f} kg of the body mass "
            "are "
            "left out."
        )
    return {segment: join(bodies) for segment, bodies in share.items()}, tuple(dict.fromkeys(notes))


def _fine(segment: str) -> tuple[str, ...]:
    name = without_side(segment)
    return tuple(segment.removesuffix(name) + fine for fine in _WHOLE.get(name, (name,)))


def _cut(
    part: PlacedPart, posture: StandingPosture, notes: list[str]
) -> tuple[RigidBody, RigidBody]:
    proximal, distal = (without_side(segment) for segment in part.covers[:2])
    prefix = part.covers[0].removesuffix(proximal)
    cut = next(c for c in _CUTS if (c.proximal, c.distal) == (proximal, distal))
    a, b, start, end = (posture.landmark[prefix + name] for name in (*cut.between, *cut.axis))
    axis = (end - start) / np.linalg.norm(end - start)
    # an offset across the axis is shared: the lighter part would take a multiple of it otherwise
    towards = part.body.com + axis * (axis @ (0.5 * np.add(a, b) - part.body.com))
    near, far, reach = divide(part.body, cut.share, towards)
    notes.append(f"Divided segment: {cut.reason}.")
    if reach < 1.0:
        notes.append(
            f"The centre of mass of the {distal} should lie in the middle of its segment. It is "
            f"moved only {100 * reach:.0f} % of the way there, because more would contradict the "
            "inertia of the undivided part."
        )
    return near, far


_MASS = (2.0, 400.0)
"""kg, from a newborn to the heaviest."""
_HEIGHT = (0.4, 2.6)
"""m."""
_BODY_MASS_INDEX = (8.0, 100.0)
"""kg/m^2; no living person has been outside."""


def build_model(
    skeleton: Skeleton | str,
    joint_positions: Mapping[str, npt.ArrayLike],
    endpoints: Mapping[str, npt.ArrayLike],
    subject: Subject,
    parameters: str = "de_leva1996",
) -> Model:
    """A person's model from joint centres and a table of segment parameters.

    Parts of the table are joined and divided into segments of the skeleton. Mass, centre of mass
    and inertia are kept exactly (see `partition`).

    Args:
        skeleton: or its name, one of `SKELETONS`.
        joint_positions: every joint but the root -> (3,) m in the parent segment's frame.
        endpoints: (3,) m: "head" (vertex), "left_hand" (fingertip), "left_forefoot" or
            "left_foot" (toe tip) in that segment's frame, "left_heel" in the frame of hindfoot
            or foot, "left_metatarsal" (for a foot of one segment), and the right side's. Those
            not given follow from average proportions, with a note.
        subject: mass is needed; height and sex are used if known.
        parameters: name of the table, one of `SEGMENT_TABLES`.
    Returns:
        The model without markers; its notes say what was assumed. Its mass is the subject's for
        a whole-body skeleton.
    Raises:
        InputError: the mass is missing, mass or height is impossible, a joint is missing or not
            finite, or a table or skeleton does not exist.
    """
    if isinstance(skeleton, str):
        skeleton = load_skeleton(skeleton)
    table = load_segment_table(parameters)
    _check_subject(subject)
    posture = standing_posture(skeleton, joint_positions, endpoints, subject.height, subject.sex)
    # the table is of bare feet
    bare = replace(subject, mass=subject.mass - 2.0 * subject.shoe) if subject.mass else subject
    parts, part_notes = place_parts(table, posture, bare)
    bodies, cut_notes = segment_bodies(skeleton, parts, posture)
    shod = _shod(bodies, skeleton, subject.shoe)

    # frames are parallel in the standing posture: positions subtract without rotation
    tree = build_tree(
        Body(
            name=link.segment,
            parent=link.parent,
            joint=link.type,
            p_PJ=np.zeros(3)
            if link.parent is None
            else posture.origin[link.segment] - posture.origin[link.parent],
            mass=shod[link.segment].mass,
            com=shod[link.segment].com - posture.origin[link.segment],
            inertia=shod[link.segment].inertia,
        )
        for link in skeleton.links
    )
    return Model(
        name=skeleton.name,
        segments=skeleton.segments,
        joints=skeleton.joints,
        tree=tree,
        subject=subject,
        parameters=table.name,
        whole_body=skeleton.whole_body,
        points=_foot_points(skeleton, posture),
        notes=(
            f"Segment parameters: {table.citation}.",
            *posture.notes,
            *part_notes,
            *cut_notes,
            *(
                [f"Each foot has {subject.shoe:g} kg more, the mass of the shoe."]
                if subject.shoe
                else []
            ),
        ),
    )


def _check_subject(subject: Subject) -> None:
    mass, height = subject.mass, subject.height
    if mass is None:
        raise InputError(
            "the subject's mass is not known",
            where="subject",
            remedy="Give the mass in kg (--mass)",
        )
    if not _MASS[0] <= mass <= _MASS[1]:
        raise InputError(
            f"a mass of {mass:g} kg is impossible for a person",
            where="subject",
            remedy="Give the mass in kg",
        )
    if height is None:
        return
    if not _HEIGHT[0] <= height <= _HEIGHT[1]:
        unit = "mm" if height >= 400.0 else "cm" if height >= 40.0 else "another unit"
        raise InputError(
            f"a height of {height:g} m is impossible for a person",
            where="subject",
            remedy=f"Give the height in metres. This looks like {unit}",
        )
    index = mass / height**2
    if not _BODY_MASS_INDEX[0] <= index <= _BODY_MASS_INDEX[1]:
        raise InputError(
            f"{mass:g} kg and {height:g} m do not go together (body mass index {index:.1f})",
            where="subject",
            remedy="Check mass (kg) and height (m)",
        )


def _shod(
    bodies: Mapping[str, RigidBody], skeleton: Skeleton, shoe: float
) -> Mapping[str, RigidBody]:
    """Feet with a shoe [kg] that is spread as the foot's mass is: its radii of gyration stay."""
    shod = dict(bodies)
    for side in SIDES:
        foot = {name: bodies[name] for name in skeleton.feet[side]}
        factor = 1.0 + shoe / sum(body.mass for body in foot.values())
        for name, body in foot.items():
            shod[name] = RigidBody(factor * body.mass, body.com, factor * body.inertia)
    return shod


def _foot_points(skeleton: Skeleton, posture: StandingPosture) -> dict[str, tuple[int, FloatArray]]:
    """Heel and metatarsal joint in the hindfoot or foot, toe tip in the forefoot or foot."""
    points: dict[str, tuple[int, FloatArray]] = {}
    for side in SIDES:
        hind, fore = skeleton.feet[side]
        for name, segment in (("heel", hind), ("metatarsal", hind), ("toe", fore)):
            local = posture.landmark[f"{side}_{name}"] - posture.origin[segment]
            points[f"{side}_{name}"] = (skeleton.segments.index(segment), local)
    return points
