"""Skeletons: the segments of a model and their joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from ambulo.inputs.registry import FileRegistry
from ambulo.inputs.toml_file import Form, Text, Texts, TomlFile, mistake, open_toml, text_of
from ambulo.model.joint_motions import JOINTS, joint_motions
from ambulo.multibody.tree.tree import NV, JointType
from ambulo.records import SIDES, Side

SKELETONS = FileRegistry("skeleton", Path(__file__).parent / "skeletons")
"""Skeletons by name; an entry is the path of a TOML file."""


@dataclass(frozen=True)
class Link:
    """A segment and its joint with its parent.

    Args:
        segment: such as "left_thigh".
        parent: segment name, or None for the world.
        joint: joint name, such as "left_hip".
        type: type of that joint.
    """

    segment: str
    parent: str | None
    joint: str
    type: JointType


@dataclass(frozen=True)
class Skeleton:
    """Segments and joints in topological order.

    Args:
        name: such as "body18".
        description, source: one line each.
        whole_body: whether its segments make up the whole subject.
        links: parents before children; the first is the root.
    """

    name: str
    description: str
    source: str
    whole_body: bool
    links: tuple[Link, ...]

    @cached_property
    def segments(self) -> tuple[str, ...]:
        """Segment names in order."""
        return tuple(link.segment for link in self.links)

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """Joint names in order; joint i carries segment i."""
        return tuple(link.joint for link in self.links)

    @property
    def nv(self) -> int:
        """Degrees of freedom."""
        return sum(NV[link.type] for link in self.links)

    def link(self, segment: str) -> Link:
        """The link of one segment."""
        return self.links[self.segments.index(segment)]

    @cached_property
    def feet(self) -> Mapping[Side, tuple[str, str]]:
        """Segments that carry the heel and the toes of each side: the same one for a rigid foot."""
        return {
            side: (f"{side}_foot", f"{side}_foot")
            if f"{side}_foot" in self.segments
            else (f"{side}_hindfoot", f"{side}_forefoot")
            for side in SIDES
        }


class _Chain(Form):
    """Segments one after the other, each hanging on the one before."""

    parent: Text
    segments: Texts = Field(min_length=1)
    joints: Texts
    types: tuple[Literal["FREE", "BALL", "HINGE"], ...] = Field(title="joint type")
    sided: bool = Field(False, strict=True)

    @model_validator(mode="after")
    def _alike(self) -> _Chain:
        if not len(self.segments) == len(self.joints) == len(self.types):
            raise mistake(
                "segments, joints and types differ in number",
                "Give one joint and one type for each segment",
            )
        return self


class _SkeletonForm(Form):
    name: Text
    description: Text
    source: Text
    whole_body: bool = Field(strict=True, description="true where it makes up the whole subject")
    chain: tuple[_Chain, ...] = Field(min_length=1, description="[[chain]] tables of segments")


def load_skeleton(given: str | Path) -> Skeleton:
    """Load a skeleton.

    Args:
        given: one of `SKELETONS`, or a TOML file.
    Returns:
        The skeleton with both sides written out, left before right.
    Raises:
        InputError: there is no skeleton of this name, or the file has a mistake.
    """
    path = SKELETONS.located(given, "--skeleton")
    return _parsed(path, text_of(path, "the skeleton"))


@lru_cache(maxsize=16)
def _parsed(path: Path, text: str) -> Skeleton:
    file = open_toml(path, "the skeleton", text)
    form = file.read(_SkeletonForm)
    links: list[Link] = []
    for row, chain in enumerate(form.chain):
        for prefix in [f"{side}_" for side in SIDES] if chain.sided else [""]:
            parent = None if chain.parent == "world" else chain.parent
            for segment, joint, kind in zip(chain.segments, chain.joints, chain.types, strict=True):
                link = Link(prefix + segment, parent, prefix + joint, JointType[kind])
                _check(link, links, file, row)
                links.append(link)
                parent = prefix + segment
    _check_legs(links, file)
    return Skeleton(form.name, form.description, form.source, form.whole_body, tuple(links))


def _check(link: Link, before: list[Link], file: TomlFile, row: int) -> None:
    """Parents come first, the first link alone hangs on the world, no name stands twice."""
    known = [other.segment for other in before]
    if (link.parent is None) != (not before):
        raise file.error(
            "the first segment must have the world as its parent, and no other segment may",
            ("chain", row, "parent"),
            'Write parent = "world" in the first [[chain]], and name a segment in each other one',
        )
    if link.parent is not None and link.parent not in known:
        raise file.error(
            f"no segment {link.parent!r} comes before this one",
            ("chain", row, "parent"),
            f"Choose one of {', '.join(known)}",
        )
    if (link.type == JointType.FREE) != (not before):
        raise file.error(
            "the first joint must be FREE, and no other joint may be",
            ("chain", row, "types"),
            "Write FREE for the first joint, and BALL or HINGE (about the y axis) for each other",
        )
    try:
        joint_motions(link.joint)
    except KeyError:
        raise file.error(
            f"Ambulo has no names for the motions of a joint {link.joint!r}",
            ("chain", row, "joints"),
            f"Choose one of {', '.join(JOINTS)}. A joint of a limb needs sided = true",
        ) from None
    if link.segment in known or link.joint in [other.joint for other in before]:
        raise file.error(
            f"the segment {link.segment} or its joint {link.joint} is given twice",
            ("chain", row, "segments"),
            "Give every segment and joint a name of its own",
        )


_LEG = ("thigh", "shank")


def _check_legs(links: list[Link], file: TomlFile) -> None:
    """Pelvis first, and two legs with feet of one or two segments: what an analysis stands on."""
    names = [link.segment for link in links]
    lacking = [] if names[0] == "pelvis" else ["pelvis, first of all"]
    for side in SIDES:
        lacking += [f"{side}_{part}" for part in _LEG if f"{side}_{part}" not in names]
        two = (f"{side}_hindfoot", f"{side}_forefoot")
        if f"{side}_foot" not in names and not set(two) <= set(names):
            lacking.append(f"{side}_foot")
    joints = [link.joint for link in links]
    lacking += [
        f"a joint {side}_{name}"
        for side in SIDES
        for name in ("hip", "knee", "ankle")
        if f"{side}_{name}" not in joints
    ]
    if lacking:
        raise file.error(
            f"the skeleton has no {lacking[0]}", ("chain",), "Add it: an analysis needs both legs"
        )
