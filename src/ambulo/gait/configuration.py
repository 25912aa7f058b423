"""What a user can choose about an analysis: a TOML file with these names, or options."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ambulo.errors import InputError

__all__ = ["Configuration", "read_configuration"]


class Configuration(BaseModel):
    """Choices of one analysis. None lets Ambulo choose, and say in the log what it chose."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mass: float | None = Field(None, gt=0, description="body mass, kg")
    height: float | None = Field(None, gt=0, description="standing height, m")
    sex: Literal["f", "m"] | None = Field(None, description="sex, f or m")
    age: float | None = Field(None, ge=0, description="age, years")
    measurements: dict[str, float] = Field(
        default_factory=dict, description="subject's lengths in m and angles in rad, by name"
    )

    markers: str | None = Field(None, description="marker set: a shipped name or a TOML file")
    model: Literal["body", "legs", "planar"] | None = Field(
        None,
        description="with the upper body; legs and pelvis; or the whole body in the sagittal plane",
    )
    parameters: str | None = Field(None, description="segment parameter table")
    hip: str | None = Field(
        None, description="hip centres: davis1991, bell1990, harrington2007, functional, ..."
    )
    functional: tuple[Path, ...] = Field(
        (), description="trials that move the hips, for hip = functional; else the walk itself"
    )

    up: str | None = Field(None, description="laboratory axis that points up, e.g. +z")
    forward: str | None = Field(None, description="laboratory axis of progression, e.g. -y")
    unit: str | None = Field(None, description="unit of the file's lengths, overriding the file")
    force_threshold: float = Field(20.0, gt=0, description="vertical force of a contact, N")
    max_gap: float = Field(0.2, ge=0, description="longest gap to be filled by a spline, s")
    consistency: Literal["fit", "natural", "none"] = Field(
        "fit",
        description="jointed model fitted to all markers; each segment from its own markers, then "
        "made rigid and jointed in natural coordinates; or each segment from its own markers",
    )
    weights: dict[str, float] = Field(
        default_factory=dict,
        description="weights of joints and segments for consistency = natural, e.g. left_knee",
    )
    filter: Literal["quintic", "ssa", "butterworth", "gcv"] = Field(
        "quintic", description="how noise is taken out before accelerations are formed"
    )
    cutoff: float | None = Field(
        None, gt=0, description="frequency of the filter, Hz; None follows the noise"
    )

    trunk_mass_centre: Literal["table", "plates"] = Field(
        "table",
        description="the trunk's centre of mass: of the segment parameter table, or moved so that "
        "plates and motion balance over whole steps",
    )
    method: Literal["plates", "whole-body"] | None = Field(
        None, description="inverse dynamics from the feet up, or from the motion alone"
    )
    sharing: Literal["cfp", "plates", "contact", "sta", "none"] | None = Field(
        None, description="way in which the feet share the ground reaction in double support"
    )
    moment_axes: Literal["proximal", "distal", "jcs"] | None = Field(
        None, description="axes on which moments are reported; None takes the marker set's"
    )


def read_configuration(path: Path | None, **options: object) -> Configuration:
    """Configuration from a TOML file, overridden by options that are not None.

    Raises:
        InputError: the file cannot be read, or an entry is unknown or out of range (named).
    """
    entries: dict[str, object] = {}
    if path is not None:
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(
                what="the configuration cannot be read",
                where=str(path),
                remedy="Check the path after --config",
            ) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(
                what=f"not valid TOML ({error})", where=str(path), remedy="Correct that line"
            ) from error
    entries.update({name: value for name, value in options.items() if value is not None})
    try:
        return Configuration.model_validate(entries)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        known = Configuration.model_fields
        where = f"--{name}" if options.get(name) is not None else str(path)
        if first["type"] == "extra_forbidden":
            near = get_close_matches(name, known, n=1)
            raise InputError(
                what=f"there is no entry {name!r}",
                where=where,
                remedy=f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known)}",
            ) from error
        said = first["msg"].removeprefix("Input ")
        raise InputError(
            what=f"{name} is {first['input']!r} and {said}",
            where=where,
            remedy=f"What it is: {known[name].description}" if name in known else "",
        ) from error
