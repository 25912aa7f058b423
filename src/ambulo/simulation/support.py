"""Where the ground's force on the body can be carried in a simulation.

Along the measured motion all supports are one set of forces; off it they are not. Standing on its
feet a body is a column of joints without stiffness, held at the lumbar joint an inverted pendulum
above it, and hung from the head no segment stands on another: errors grow the slower the less of
the body is above its support.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ambulo.dynamics.forward import Support
from ambulo.errors import InputError
from ambulo.records import Model

__all__ = ["LABELS", "SupportName", "support", "supports_of"]

SupportName = Literal["feet", "lumbar", "head"]
LABELS: Mapping[SupportName, str] = {"feet": "feet", "lumbar": "lumbar joint", "head": "head"}
"""What each is called in a sentence."""


def supports_of(model: Model) -> tuple[SupportName, ...]:
    """Those that the model's segments allow."""
    head: tuple[SupportName, ...] = ("head",) if "head" in model.segments else ()
    return ("feet", "lumbar", *head)


def support(model: Model, name: SupportName) -> Support:
    """The carrying point of a name.

    The lumbar joint is Pamies-Vila's (2012, section 4.7); legs without a trunk have their root's
    origin in its place. Of "feet" it is what carries the part that no foot takes.

    Raises:
        InputError: the model has no such segment.
    """
    if name not in supports_of(model):
        raise InputError(
            what=f"the model {model.name} has no {name} to carry it by",
            where="--carried",
            remedy=f"Choose one of {', '.join(supports_of(model))}",
        )
    tree = model.tree
    if name == "head":
        head = model.segments.index("head")
        x, y, z = tree.com[head].tolist()
        return Support(name, head, (x, y, z))
    point = (0.0, 0.0, 0.0)
    if "lumbar" in model.joints:
        joint = model.joints.index("lumbar")
        if tree.parent[joint] == 0:
            x, y, z = tree.p_PJ[joint].tolist()
            point = (x, y, z)
    return Support(name, 0, point)
