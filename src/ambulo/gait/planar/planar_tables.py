"""Planar bodies as data: a shipped table, or a TOML file of the user's for any set of segments."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.errors import InputError
from ambulo.gait.planar.planar_body import PlanarBody, PlanarSegment, seen_from
from ambulo.records import SIDES

__all__ = ["load_planar_body", "planar_body_names"]

_FOLDER = files("ambulo.gait.planar") / "planar_bodies"
_NUMBERS = ("length", "mass", "inertia", "neutral")


def planar_body_names() -> tuple[str, ...]:
    """Names of the planar bodies that come with Ambulo."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name[:-5] for name in found if name.endswith(".toml")))


def load_planar_body(
    source: str | Path, *, mass: float | None = None, base: str | None = None
) -> tuple[PlanarBody, tuple[str, ...]]:
    """A planar body from a table.

    Entries of a segment: name, start, end [points], length [m], mass [kg], com [x, z from the
    start in the axes of the reference posture, m], inertia [kg*m^2, about the centre of mass],
    neutral [degrees, its line in the reference posture; 0 up, 90 forwards], and, but for the
    proximal-most, joint and parent. "{side}" in a name writes the segment out for both sides.

    Args:
        source: one of `planar_body_names()`, or a TOML file.
        mass: kg, to which masses and inertias are scaled; None for the table's own.
        base: segment against the ground; None for the proximal-most.
    Returns:
        The body, and the table's remarks, one sentence each.
    Raises:
        InputError: no such table, or an entry that is missing or impossible (named).
    """
    where = str(source)
    if isinstance(source, str) and source in planar_body_names():
        text = (_FOLDER / f"{source}.toml").read_text(encoding="utf-8")
    else:
        try:
            text = Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                "there is no such planar body",
                where=where,
                remedy="Give a TOML file, or one of " + ", ".join(planar_body_names()),
            ) from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML ({error})", where, "Correct that line") from error
    rows = [row for entry in table.get("segment", []) for row in _written_out(entry)]
    if not rows:
        raise InputError("it has no [[segment]]", where, "Give at least one segment")
    segments = [_segment(row, where) for row in rows]
    wanted = mass if mass is not None else table.get("mass")
    if wanted is not None:
        ratio = float(wanted) / sum(segment.mass for segment in segments)
        segments = [replace(s, mass=ratio * s.mass, inertia=ratio * s.inertia) for s in segments]
    first = next((segment.name for segment in segments if segment.parent is None), "")
    said = (f"Planar body: {table['citation']}.",) if "citation" in table else ()
    return seen_from(segments, base or first), (*said, *table.get("remarks", ()))


def _written_out(entry: dict[str, Any]) -> list[dict[str, Any]]:
    if "{side}" not in str(entry.get("name")):
        return [entry]
    return [
        {k: v.replace("{side}", side) if isinstance(v, str) else v for k, v in entry.items()}
        for side in SIDES
    ]


def _segment(row: dict[str, Any], where: str) -> PlanarSegment:
    name = str(row.get("name", "a segment without a name"))
    missing = [k for k in ("name", "start", "end", "com", *_NUMBERS) if k not in row]
    if ("joint" in row) != ("parent" in row):
        missing.append("parent" if "joint" in row else "joint")
    if missing:
        raise InputError(
            f"{name} lacks {', '.join(missing)}", where, "Add it; `load_planar_body` lists them"
        )
    try:
        length, mass, inertia, neutral = (float(row[k]) for k in _NUMBERS)
        com = np.array(row["com"], dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} has an entry that is no number", where, "Correct it") from error
    possible = length > 0.0 and mass >= 0.0 and inertia >= 0.0 and com.shape == (2,)
    if not (possible and np.isfinite([length, mass, inertia, neutral, *com]).all()):
        raise InputError(
            f"{name} has an impossible length, mass, centre of mass or inertia",
            where,
            "Lengths are positive, masses and inertias not negative, com has two numbers",
        )
    angle = np.radians(neutral)
    along = np.array([np.sin(angle), np.cos(angle)])
    return PlanarSegment(
        name=name,
        start=str(row["start"]),
        end=str(row["end"]),
        length=length,
        mass=mass,
        com=np.array([com @ along, com @ [-along[1], along[0]]]),
        inertia=inertia,
        joint=str(row.get("joint", "")),
        parent=row.get("parent"),
        neutral=float(angle),
    )
