"""Skeletons: which segments a model has and by which joints they hang together."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ambulo.errors import InputError
from ambulo.multibody.tree.tree import NV, JointType
from ambulo.records import SIDES

__all__ = ["Link", "Skeleton", "load_skeleton", "skeleton_names"]

_FOLDER = files("ambulo.model") / "skeletons"


@dataclass(frozen=True)
class Link:
    """A segment and the joint by which it hangs on its parent.

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

    @property
    def segments(self) -> tuple[str, ...]:
        """Segment names in order."""
        return tuple(link.segment for link in self.links)

    @property
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

    def foot(self, side: str) -> tuple[str, str]:
        """Segments that carry the heel and the toes of one side: the same one for a rigid foot."""
        if f"{side}_foot" in self.segments:
            return f"{side}_foot", f"{side}_foot"
        return f"{side}_hindfoot", f"{side}_forefoot"


def skeleton_names() -> tuple[str, ...]:
    """Names of the skeletons that come with Ambulo."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name[:-5] for name in found if name.endswith(".toml")))


@cache
def load_skeleton(name: str) -> Skeleton:
    """A skeleton by name.

    Args:
        name: one of `skeleton_names()`.
    Returns:
        The skeleton, sides written out, left before right.
    Raises:
        InputError: no skeleton has that name.
    """
    if name not in skeleton_names():
        raise InputError(
            f"there is no skeleton {name!r}",
            where="model",
            remedy="Choose one of " + ", ".join(skeleton_names()),
        )
    data = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    links: list[Link] = []
    for chain in data["chain"]:
        for prefix in [f"{side}_" for side in SIDES] if chain.get("sided", False) else [""]:
            parent = None if chain["parent"] == "world" else chain["parent"]
            for segment, joint, kind in zip(
                chain["segments"], chain["joints"], chain["types"], strict=True
            ):
                links.append(Link(prefix + segment, parent, prefix + joint, JointType[kind]))
                parent = prefix + segment
    return Skeleton(
        name=data["name"],
        description=data["description"],
        source=data["source"],
        whole_body=data["whole_body"],
        links=tuple(links),
    )
