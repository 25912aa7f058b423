"""Names of reported quantities: `<side>_<joint>_<motion>`, headers, titles and order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_motions import JointMotion, joint_motions
from ambulo.records import Analysis, Quantity, Side
from ambulo.records.sides import side_of, without_side


class Group(NamedTuple):
    """A group of reported quantities: its unit, its unit per body mass, and its word in titles.

    `least`: smallest span of an axis, per body mass. For a gait analyst, smaller changes do not
    matter.
    """

    unit: str
    per_kg: str
    word: str
    least: float


GroupName = Literal["angles", "moments", "powers"]

GROUPS: Mapping[str, Group] = {
    "angles": Group("deg", "deg", "", 20.0),
    "moments": Group("N*m", "N*m/kg", " moment", 0.4),
    "powers": Group("W", "W/kg", " power", 0.6),
}
"""Groups of reported quantities in an `Analysis`, in the order of the report."""

PER_KG = {name: group.per_kg for name, group in GROUPS.items()}

LEG_JOINTS = ("pelvis", "hip", "knee", "ankle")
"""Joints of the main figures, from the top."""

PLANES = ("sagittal", "frontal", "transverse", "total")
_PLANE_OF_AXIS = {1: "sagittal", 0: "frontal", 2: "transverse"}


@dataclass(frozen=True)
class NameParts:
    """The parts of a name: side (None: the midline), joint and motion.

    `positive`: what a positive angle means; "" if the quantity is not a motion of a joint.
    """

    side: Side | None
    joint: str
    motion: str
    plane: str
    positive: str = ""


def header(name: str, unit: str) -> str:
    """Column header `<name> [<unit>]`, unique over all groups of an analysis."""
    return f"{name} [{unit}]"


@cache
def quantity_and_unit(name: str) -> tuple[str, str]:
    """Split a header that `header` made."""
    quantity, _, unit = name.partition(" [")
    return quantity, unit.removesuffix("]")


@cache
def meaning(name: str) -> NameParts:
    """Split a quantity's name. A quantity that is not a motion is the total of its joint."""
    side = side_of(name)
    joint, _, motion = without_side(name).rpartition("_")
    for known in _motions(side, joint):
        if known.name == name:
            return NameParts(side, joint, motion, _PLANE_OF_AXIS[known.axis], known.positive)
    return NameParts(side, joint, motion, "total")


def _motions(side: Side | None, joint: str) -> tuple[JointMotion, ...]:
    full = "root" if joint == "pelvis" else f"{side}_{joint}" if side else joint
    try:
        return joint_motions(full)
    except KeyError:
        return ()


def title(name: str) -> str:
    """Readable title without the side: "left_hip_flexion" becomes "Hip flexion"."""
    what = meaning(name)
    return f"{what.joint} {what.motion}".replace("_", " ").capitalize()


def layer(source: Mapping[str, FloatArray], quantity: Quantity) -> FloatArray | None:
    """The curve of `truth` or `reference` for a quantity, (frames,) in its unit.

    Angles, moments and powers share names. The keys of these mappings are therefore headers, such
    as `left_knee_flexion [deg]`.
    """
    return source.get(header(quantity.name, quantity.unit))


def body_mass(analysis: Analysis) -> float:
    """Mass by which moments and forces are divided [kg]: the subject's, even if the model is only a
    part.
    """
    mass = analysis.model.subject.mass
    return float(mass) if mass is not None else analysis.model.mass


def per_kg(quantities: Iterable[Quantity], mass: float) -> tuple[Quantity, ...]:
    """The same quantities divided by body mass, e.g. N*m to N*m/kg.

    Args:
        quantities: (frames,) each.
        mass: kg.
    """
    return tuple(Quantity(q.name, f"{q.unit}/kg", q.values / mass, q.positive) for q in quantities)
