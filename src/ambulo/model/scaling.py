"""Builds a person: a skeleton scaled to joint centres, with published segment parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.model.partition import segment_bodies
from ambulo.model.segment_parameters import place_parts
from ambulo.model.segment_table_file import load_segment_table
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.model.standing_posture import StandingPosture, standing_posture
from ambulo.multibody.rigid_body import RigidBody
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import SIDES, Model, Subject

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

    Segments of the table are joined and divided to those of the skeleton so that mass, centre of
    mass and inertia of what was joined or divided are kept exactly; see `model.partition`.

    Args:
        skeleton: or its name, one of `SKELETONS`.
        joint_positions: every joint but the root -> (3,) m in the parent segment's frame.
        endpoints: (3,) m: "head" (vertex), "left_hand" (fingertip), "left_forefoot" or
            "left_foot" (toe tip) in that segment's frame, "left_heel" in the frame of hindfoot
            or foot, "left_metatarsal" (for a foot of one segment), and the right side's. Those
            not given follow from average proportions, with a note.
        subject: mass is needed; height and sex are used where known.
        parameters: name of the table, one of `SEGMENT_TABLES`.
    Returns:
        The model without markers; its notes say what was assumed. Its mass is the subject's for
        a whole-body skeleton.
    Raises:
        InputError: mass missing, mass or height no person's, a joint missing or not finite,
            a table or skeleton that does not exist.
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
            *([f"Each foot has {subject.shoe:g} kg more, of the shoe."] if subject.shoe else []),
        ),
    )


def _check_subject(subject: Subject) -> None:
    mass, height = subject.mass, subject.height
    if mass is None:
        raise InputError(
            "the subject's mass is not known", where="subject", remedy="Give it in kg (--mass)"
        )
    if not _MASS[0] <= mass <= _MASS[1]:
        raise InputError(
            f"a mass of {mass:g} kg is not a person's", where="subject", remedy="Give it in kg"
        )
    if height is None:
        return
    if not _HEIGHT[0] <= height <= _HEIGHT[1]:
        unit = "mm" if height >= 400.0 else "cm" if height >= 40.0 else "another unit"
        raise InputError(
            f"a height of {height:g} m is not a person's",
            where="subject",
            remedy=f"Give it in metres; this looks like {unit}",
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
