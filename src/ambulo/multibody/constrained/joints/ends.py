"""What joints have in common: a name, two ends i (proximal) and j (distal), a place to draw."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Frame, Point


@dataclass(frozen=True, eq=False)
class FrameToFrame:
    """Frame i of one body and frame j of another."""

    name: str
    i: Frame
    j: Frame

    @property
    def at(self) -> Point:
        """Frame j's origin."""
        return self.j.origin


class _OnPoint:
    j: Point

    @property
    def at(self) -> Point:
        """Point j."""
        return self.j


@dataclass(frozen=True, eq=False)
class FrameToPoint(_OnPoint):
    """Frame i of one body and point j of another."""

    name: str
    i: Frame
    j: Point


@dataclass(frozen=True, eq=False)
class PointToPoint(_OnPoint):
    """Point i of one body and point j of another."""

    name: str
    i: Point
    j: Point
