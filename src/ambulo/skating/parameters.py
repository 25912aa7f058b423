"""The skater's parameters from a TOML file with units, in SI and radians."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from ambulo.errors import InputError
from ambulo.multibody.gravity import STANDARD_GRAVITY

__all__ = ["Skater", "load", "uncertainty"]

UNITS = {
    "kg": 1.0,
    "m": 1.0,
    "s": 1.0,
    "N": 1.0,
    "m/s": 1.0,
    "m^2": 1.0,
    "kg/m^3": 1.0,
    "1": 1.0,
    "body weights": 1.0,
    "deg": math.pi / 180.0,
    "deg/s": math.pi / 180.0,
}

DIMENSION = {
    "mass": "kg",
    "lower_leg": "m",
    "upper_leg": "m",
    "lower_leg_mass": "kg",
    "ski_mass": "kg",
    "ski_length": "m",
    "ski_width": "m",
    "ski_thickness": "m",
    "friction": "N",
    "friction_smoothing": "m/s",
    "drag_area": "m^2",
    "air_density": "kg/m^3",
    "slope": "deg",
    "push_off": "body weights",
    "sines": "1",
    "cosines": "1",
    "leg_start": "m",
    "leg_stop": "m",
    "lean_start": "deg",
    "time": "s",
    "angle": "deg",
    "extension_rate": "m/s",
    "lean_rate": "deg/s",
    "strokes": "1",
}
"""Unit in which each parameter is written; another one is refused, not converted in silence."""

PLACES = {
    "mass": ("skier", "mass"),
    "lower_leg": ("skier", "lower_leg"),
    "upper_leg": ("skier", "upper_leg"),
    "lower_leg_mass": ("skier", "lower_leg_mass"),
    "ski_mass": ("ski", "mass"),
    "ski_length": ("ski", "length"),
    "ski_width": ("ski", "width"),
    "ski_thickness": ("ski", "thickness"),
    "friction": ("resistance", "friction"),
    "friction_smoothing": ("resistance", "friction_smoothing"),
    "drag_area": ("resistance", "drag_area"),
    "air_density": ("resistance", "air_density"),
    "slope": ("resistance", "slope"),
    "push_off": ("push_off", "mean"),
    "sines": ("push_off", "sines"),
    "cosines": ("push_off", "cosines"),
    "leg_start": ("leg", "start"),
    "leg_stop": ("leg", "stop"),
    "lean_start": ("leg", "lean_start"),
}

IN_CASE = ("time", "angle", "extension_rate", "lean_rate", "strokes")


@dataclass(frozen=True)
class Skater:
    """One skater on one course, SI units and radians.

    Args:
        mass: of the skier, kg, without the ski; lower_leg, upper_leg: lengths, m.
        lower_leg_mass: kg, part of `mass`.
        ski_mass, ski_length, ski_width, ski_thickness: kg, m.
        friction: N; friction_smoothing: m/s.
        drag_area: m^2; air_density: kg/m^3; slope: rad, positive uphill.
        push_off: mean force along the leg, body weights.
        sines, cosines: harmonics of the push-off over a stroke, parts of the mean.
        leg_start, leg_stop: distance of the centre of mass from the ski, m.
        lean_start: rad.
        time: of a stroke, s; angle: of the ski from the direction of travel, rad.
        extension_rate: m/s; lean_rate: rad/s.
        strokes: number of strokes.
    """

    mass: float
    lower_leg: float
    upper_leg: float
    lower_leg_mass: float
    ski_mass: float
    ski_length: float
    ski_width: float
    ski_thickness: float
    friction: float
    friction_smoothing: float
    drag_area: float
    air_density: float
    slope: float
    push_off: float
    sines: tuple[float, ...]
    cosines: tuple[float, ...]
    leg_start: float
    leg_stop: float
    lean_start: float
    time: float
    angle: float
    extension_rate: float
    lean_rate: float
    strokes: int

    @property
    def body_mass(self) -> float:
        """Mass of body 3, kg: all of the skier but the lower leg."""
        return self.mass - self.lower_leg_mass

    @property
    def total_mass(self) -> float:
        """Skier and ski, kg."""
        return self.mass + self.ski_mass

    @property
    def weight(self) -> float:
        """Of the skier, N."""
        return self.mass * STANDARD_GRAVITY

    def with_(self, **changes: Any) -> Skater:
        """A copy with other values."""
        return replace(self, **changes)


def load(case: str, path: Path | None = None) -> Skater:
    """Read a skater.

    Args:
        case: name of the case, such as "long_run".
        path: TOML file; the document's skater when absent.

    Raises:
        InputError: if the file, the case, an entry or its unit is wrong.
    """
    tables, where = _tables(path)
    cases = tables.get("case", {})
    if case not in cases:
        raise InputError(
            what=f"there is no case called {case}",
            where=where,
            remedy="Choose one of " + ", ".join(sorted(cases)),
        )
    chosen = cases[case]
    unknown = set(chosen) - set(DIMENSION)
    if unknown:
        raise InputError(
            what=f"there is no parameter called {sorted(unknown)[0]}",
            where=f"{where}, [case.{case}]",
            remedy="Choose among " + ", ".join(sorted(DIMENSION)),
        )
    values: dict[str, Any] = {}
    for name, (table, key) in PLACES.items():
        if name in chosen:
            values[name] = _entry(chosen, name, name, f"{where}, [case.{case}] {name}")
        else:
            values[name] = _entry(tables.get(table, {}), key, name, f"{where}, [{table}] {key}")
    for name in IN_CASE:
        values[name] = _entry(chosen, name, name, f"{where}, [case.{case}] {name}")
    values["strokes"] = int(values["strokes"])
    skater = Skater(**values)
    _check(skater, where)
    return skater


def uncertainty(path: Path | None = None) -> dict[str, float]:
    """Standard deviations of the uncertain parameters, SI units and radians.

    Args:
        path: TOML file; the document's skater when absent.

    Raises:
        InputError: if an entry or its unit is wrong.
    """
    tables, where = _tables(path)
    table = tables.get("uncertainty", {})
    dimension = {"lean": "lean_start"}
    return {
        name: float(_single(_entry(table, name, dimension.get(name, name), f"{where}, {name}")))
        for name in ("mass", "friction", "drag_area", "lean", "leg_stop")
    }


def _single(value: float | tuple[float, ...]) -> float:
    return value[0] if isinstance(value, tuple) else value


def _tables(path: Path | None) -> tuple[dict[str, Any], str]:
    where = "skater.toml" if path is None else str(path)
    try:
        if path is None:
            text = resources.files("ambulo.skating").joinpath("skater.toml").read_text("utf-8")
        else:
            text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), where
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(
            what=f"the file cannot be read: {error}", where=where, remedy="Give a TOML file"
        ) from error


def _entry(table: Mapping[str, Any], key: str, name: str, where: str) -> float | tuple[float, ...]:
    entry = table.get(key)
    if not isinstance(entry, Mapping) or "value" not in entry or "unit" not in entry:
        raise InputError(
            what="the entry is missing, or has no value and unit",
            where=where,
            remedy=f'Write {key} = {{ value = ..., unit = "{DIMENSION[name]}", source = "..." }}',
        )
    if entry["unit"] != DIMENSION[name]:
        raise InputError(
            what=f"the unit is {entry['unit']}",
            where=where,
            remedy=f"Give the value in {DIMENSION[name]}",
        )
    factor = UNITS[DIMENSION[name]]
    numbers = entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
    if not all(
        isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in numbers
    ):
        raise InputError(what="the value is not a number", where=where, remedy="Write a number")
    if isinstance(entry["value"], list):
        return tuple(factor * float(x) for x in numbers)
    return factor * float(numbers[0])


def _check(skater: Skater, where: str) -> None:
    positive = ("mass", "lower_leg", "upper_leg", "time", "leg_start", "friction_smoothing")
    for name in positive:
        if getattr(skater, name) <= 0.0:
            raise InputError(what=f"{name} is not positive", where=where, remedy="Correct it")
    if not 0.0 <= skater.lower_leg_mass < skater.mass:
        raise InputError(
            what="the lower leg weighs more than the skier", where=where, remedy="Correct it"
        )
    if skater.strokes < 1:
        raise InputError(what="there is no stroke", where=where, remedy="Give at least one")
    if len(skater.sines) != len(skater.cosines):
        raise InputError(
            what="sines and cosines of the push-off differ in number",
            where=where,
            remedy="Give as many of each; write 0.0 where there is none",
        )
