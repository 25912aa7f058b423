"""Where the ground's force on the body can be carried in a simulation.

Along the measured motion all supports are one set of forces; off it they are not. Standing on its
feet a body is a column of joints without stiffness, held at the lumbar joint an inverted pendulum
above it, and hung from the head no segment stands on another: errors grow the slower the less of
the body is above its support.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from ambulo.forward_check.forward import Support
from ambulo.inputs.errors import InputError
from ambulo.records import Model

SupportName = Literal["feet", "lumbar", "pelvis", "head"]
LABELS: Mapping[SupportName, str] = {
    "feet": "feet",
    "lumbar": "lumbar joint",
    "pelvis": "pelvis",
    "head": "head",
}
"""What each is called in a sentence."""


def supports_of(model: Model) -> tuple[SupportName, ...]:
    """Those that the model's segments allow, from below upwards.

    The lumbar joint is Pamies-Vila's (2012, section 4.7); legs without a trunk have the pelvis'
    origin in its place.
    """
    waist: SupportName = "lumbar" if "lumbar" in model.joints else "pelvis"
    return ("feet", waist, "head") if "head" in model.segments else ("feet", waist)


def support(model: Model, name: SupportName) -> Support:
    """The carrying point of a name; for "feet", of the part that no foot takes.

    Raises:
        InputError: the model has no such point.
    """
    able = supports_of(model)
    if name not in able:
        raise InputError(
            what=f"the model {model.name} has no {LABELS[name]} at which the ground reaction could "
            "be applied",
            where="--carried",
            remedy=f"Choose one of {', '.join(able)}",
        )
    tree, used = model.tree, able[1] if name == "feet" else name
    body, at = 0, np.zeros(3)
    if used == "head":
        body = model.segments.index("head")
        at = tree.com[body]
    elif used == "lumbar":
        joint = model.joints.index("lumbar")
        body, at = int(tree.parent[joint]), tree.p_PJ[joint]
    x, y, z = at.tolist()
    return Support(name, body, (x, y, z))
