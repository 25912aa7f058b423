"""The sides of the body, and names that begin with a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
OTHER: Mapping[Side, Side] = {"left": "right", "right": "left"}


def side_of(name: str) -> Side | None:
    """The side in a name such as "left_knee"; None on the midline."""
    for side in SIDES:
        if name.startswith(f"{side}_"):
            return side
    return None


def without_side(name: str) -> str:
    """A name without its side: "knee" of "left_knee"."""
    side = side_of(name)
    return name if side is None else name[len(side) + 1 :]


def other_side(name: str) -> str:
    """The name of the same thing on the other side. Names on the midline do not change."""
    side = side_of(name)
    return name if side is None else f"{SIDES[side == 'left']}_{without_side(name)}"
