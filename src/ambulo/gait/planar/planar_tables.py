"""Planar bodies as data: a shipped table, or a TOML file of the user's for any set of segments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from ambulo.gait.planar.planar_body import PlanarBody, PlanarSegment, seen_from
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import FileRegistry
from ambulo.inputs.toml_file import Form, Number, Text, Texts, mistake, open_toml
from ambulo.records import SIDES

_MASSES = (1.0, 650.0)
"""kg, between which people's masses lie."""

PLANAR_BODIES = FileRegistry("planar_body", Path(__file__).parent / "planar_bodies")
"""Planar bodies by name; an entry is the path of a TOML file."""


class _Segment(Form):
    name: Text
    start: Text = Field(description="its first point")
    end: Text = Field(description="its last point")
    length: Annotated[Number, Field(gt=0, lt=1e3)] = Field(description="m")
    mass: Annotated[Number, Field(ge=0, lt=1e4)] = Field(description="kg")
    com: tuple[Number, Number] = Field(description="[x, z] from the start, m")
    inertia: Annotated[Number, Field(ge=0)] = Field(description="kg*m^2, about the centre of mass")
    neutral: Number = Field(description="degrees, its line in the reference posture")
    joint: Text | None = None
    parent: Text | None = None

    @model_validator(mode="after")
    def _joined(self) -> _Segment:
        if (self.joint is None) != (self.parent is None):
            lacking = "joint" if self.joint is None else "parent"
            raise mistake(
                f"{self.name} lacks {lacking}",
                "Give joint and parent, or neither for the first segment",
            )
        return self


class _Body(Form):
    segment: tuple[_Segment, ...] = Field(min_length=1, description="[[segment]] tables")
    citation: Text | None = None
    population: Text | None = None
    mass: Annotated[Number, Field(gt=0, lt=1e4)] | None = None
    remarks: Texts = ()


def load_planar_body(
    source: str | Path, *, mass: float | None = None, base: str | None = None
) -> tuple[PlanarBody, tuple[str, ...]]:
    """A planar body from a table.

    Entries of a segment: name, start, end [points], length [m], mass [kg], com [x, z from the
    start in the axes of the reference posture, m], inertia [kg*m^2, about the centre of mass],
    neutral [degrees, its line in the reference posture; 0 up, 90 forwards], and joint and parent
    (except for the most proximal segment). A name with "{side}" stands for the segments of both
    sides.

    Args:
        source: one of `PLANAR_BODIES`, or a TOML file.
        mass: kg, to which masses and inertias are scaled; None keeps those of the table.
        base: segment on the ground; None for the most proximal segment.
    Returns:
        The body, and the table's remarks, one sentence each.
    Raises:
        InputError: there is no such table, an entry is missing or impossible, or the mass is
            impossible.
    """
    if mass is not None and not _MASSES[0] < mass < _MASSES[1]:
        raise InputError(
            f"a mass of {mass:g} kg is impossible",
            "mass",
            "Give the subject's mass in kg, or leave it out",
        )
    file = open_toml(PLANAR_BODIES.located(source), "the planar body")
    table = file.read(_Body)
    segments = [segment for row in table.segment for segment in _segments(row)]
    names = [segment.name for segment in segments]
    for name in names:
        if names.count(name) > 1:
            raise file.error(
                f"the segment {name} is given twice", ("segment",), "Give each segment its own name"
            )
    wanted = mass if mass is not None else table.mass
    if wanted is not None:
        total = sum(segment.mass for segment in segments)
        if not total > 0.0:
            raise file.error(
                "no segment has a mass", ("segment",), "Give the mass of each segment in kg"
            )
        ratio = wanted / total
        segments = [replace(s, mass=ratio * s.mass, inertia=ratio * s.inertia) for s in segments]
    first = next((segment.name for segment in segments if segment.parent is None), "")
    said = (f"Planar body: {table.citation}.",) if table.citation else ()
    try:
        return seen_from(segments, base or first), (*said, *table.remarks)
    except InputError as error:
        raise replace(error, where=str(file.path)) from error


def _segments(row: _Segment) -> list[PlanarSegment]:
    """A row of the table, for both sides where its name says so."""
    sided = "{side}" in row.name
    angle = np.radians(row.neutral)
    along = np.array([np.sin(angle), np.cos(angle)])
    com = np.array(row.com)

    def of(side: str) -> PlanarSegment:
        def named(text: str) -> str:
            return text.replace("{side}", side) if sided else text

        return PlanarSegment(
            name=named(row.name),
            start=named(row.start),
            end=named(row.end),
            length=row.length,
            mass=row.mass,
            com=np.array([com @ along, com @ [-along[1], along[0]]]),
            inertia=row.inertia,
            joint=named(row.joint or ""),
            parent=None if row.parent is None else named(row.parent),
            neutral=float(angle),
        )

    return [of(side) for side in (SIDES if sided else ("",))]
