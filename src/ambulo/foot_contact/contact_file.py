"""CONTACT.toml: spheres under both feet with their laws, as an identification found them.

The file has these entries:

    normal_law = "hunt-crossley"
    friction_law = "bristle"

    [[left]]                  # and as many [[right]]
    segment = "hindfoot"      # or "forefoot"
    x = -0.02                 # m, centre in the segment's frame
    y = 0.0
    z = -0.045
    radius = 0.04             # m
    stiffness = 4e4           # and the other parameters of both laws, by their names
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field

from ambulo.foot_contact.design import PLACE, SoleDesign, Sphere, sole_design
from ambulo.foot_contact.laws import ContactLaws
from ambulo.inputs.toml_file import Form, Text, TomlFile, open_toml
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
from ambulo.records import SIDES

_SEGMENTS = ("hindfoot", "forefoot")


class _Contact(Form):
    normal_law: Text = Field(description="name of a normal contact law")
    friction_law: Text = Field(description="name of a friction law")
    left: tuple[Mapping[str, Any], ...] = Field(min_length=1, description="[[left]] spheres")
    right: tuple[Mapping[str, Any], ...] = Field(min_length=1, description="[[right]] spheres")


@dataclass(frozen=True, eq=False)
class ContactParameters:
    """Spheres under both feet.

    Args:
        normal_law, friction_law: names in the registries.
        design: kinds of laws, names of the values, segment of each sphere.
        values: (2, spheres, values), order SIDES.
    """

    normal_law: str
    friction_law: str
    design: SoleDesign
    values: FloatArray


def sphere_names(contact: ContactParameters) -> list[str]:
    """Names of all spheres of both feet in order, such as "left 1"."""
    spheres = range(1, contact.values.shape[1] + 1)
    return [f"{side} {k}" for side in SIDES for k in spheres]


def contact_text(contact: ContactParameters) -> str:
    """Content of the file that `read_contact` reads."""
    lines = [
        f'normal_law = "{contact.normal_law}"',
        f'friction_law = "{contact.friction_law}"',
    ]
    for side, spheres in zip(SIDES, contact.values, strict=True):
        for part, values in zip(contact.design.segment, spheres, strict=True):
            lines += ["", f"[[{side}]]", f'segment = "{_SEGMENTS[part]}"']
            lines += [
                f"{name} = {float(value)!r}"
                for name, value in zip(contact.design.names, values, strict=True)
            ]
    return "\n".join(lines) + "\n"


def read_contact(path: Path) -> ContactParameters:
    """Spheres from a file.

    Raises:
        InputError: the file cannot be read, or a law does not exist. An entry is unknown, missing,
            not a number, or impossible for the law. The feet do not have the same segments in the
            same order.
    """
    file = open_toml(path, "the contact file")
    form = file.read(_Contact)
    laws = ContactLaws(
        NORMAL_LAWS.named(form.normal_law, str(path)),
        FRICTION_LAWS.named(form.friction_law, str(path)),
    )
    names = (*PLACE, *laws.usual)
    least = laws.least
    segments = [
        [_segment(file, side, k, sphere, names) for k, sphere in enumerate(getattr(form, side))]
        for side in SIDES
    ]
    if segments[0] != segments[1]:
        raise file.error(
            "the spheres of the right foot are not on the same segments as those of the left one",
            ("right",),
            "Give as many spheres on hindfoot and forefoot of both feet, in the same order",
        )  # fmt: skip
    values = np.array(
        [
            [[_number(file, side, k, sphere, name, least) for name in names] for k, sphere in rows]
            for side, rows in ((side, list(enumerate(getattr(form, side)))) for side in SIDES)
        ]
    )
    held = dict.fromkeys(names, 0.0)
    spheres = [Sphere(segment, held, {}) for segment in segments[0]]
    design = sole_design(spheres, laws.normal.usual, laws.friction.usual)
    return ContactParameters(form.normal_law, form.friction_law, design, values)


def _segment(
    file: TomlFile, side: str, k: int, sphere: Mapping[str, Any], names: tuple[str, ...]
) -> Literal["hindfoot", "forefoot"]:
    """Segment of a sphere, its entries all known."""
    for key in sphere:
        if key not in ("segment", *names):
            raise file.error(
                f"unknown entry {key!r}",
                (side, k, key),
                f"Choose one of segment, {', '.join(names)}",
            )
    found = sphere.get("segment")
    if found not in _SEGMENTS:
        raise file.error(
            "the segment of a sphere is missing", (side, k), "Give hindfoot or forefoot"
        )
    return found  # type: ignore[no-any-return]


def _number(
    file: TomlFile,
    side: str,
    k: int,
    sphere: Mapping[str, Any],
    name: str,
    least: Mapping[str, float],
) -> float:
    value = sphere.get(name)
    keys = (side, k, name) if name in sphere else (side, k)
    if not isinstance(value, int | float) or isinstance(value, bool) or not np.isfinite(value):
        raise file.error(f"{name} must be a number", keys, f"Give {name} for every sphere")
    if name == "radius" and not value > 0.0:
        raise file.error("a radius is not positive", keys, "Give a positive radius in metres")
    low = least.get(name, -np.inf)
    if value < low:
        raise file.error(
            f"{name} = {value:g} is impossible for this law", keys, f"Give at least {low:g}"
        )
    return float(value)
