"""The skater's parameters from a TOML file with units, in SI and radians."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import Field

from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import Form, Number, Numbers, Text, TomlFile, open_toml
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


class _Entry(Form):
    """One quantity as written: value, unit, and where it comes from."""

    value: Number | Numbers
    unit: Text
    source: Text = ""


class _SkaterForm(Form):
    skier: dict[str, _Entry]
    ski: dict[str, _Entry]
    resistance: dict[str, _Entry]
    push_off: dict[str, _Entry]
    leg: dict[str, _Entry]
    case: dict[str, dict[str, _Entry]]
    uncertainty: dict[str, _Entry] = Field(default_factory=dict)


def load(case: str, path: Path | None = None) -> Skater:
    """Read a skater.

    Args:
        case: name of the case, such as "long_run".
        path: TOML file; the skater of Bruzzo (2012) when absent.

    Raises:
        InputError: if the file, the case, an entry or its unit is wrong.
    """
    file = open_toml(path or _SHIPPED, "the skater")
    form = file.read(_SkaterForm)
    if case not in form.case:
        raise file.error(f"there is no case {case!r}", ("case",), near(case, form.case))
    chosen = form.case[case]
    for name in chosen:
        if name not in DIMENSION:
            raise file.error(f"unknown entry {name!r}", ("case", case, name), near(name, DIMENSION))
    for table in {table for table, _ in PLACES.values()}:
        known = [key for other, key in PLACES.values() if other == table]
        for key in getattr(form, table):
            if key not in known:
                raise file.error(f"unknown entry {key!r}", (table, key), near(key, known))
    values: dict[str, Any] = {}
    for name, (table, key) in PLACES.items():
        if name in chosen:
            values[name] = _entry(file, chosen, ("case", case, name), name)
        else:
            values[name] = _entry(file, getattr(form, table), (table, key), name)
    for name in IN_CASE:
        values[name] = _entry(file, chosen, ("case", case, name), name)
    values["strokes"] = int(values["strokes"])
    skater = Skater(**values)
    _check(skater, file)
    return skater


def uncertainty(path: Path | None = None) -> dict[str, float]:
    """Standard deviations of the uncertain parameters, SI units and radians.

    Args:
        path: TOML file; the skater of Bruzzo (2012) when absent.

    Raises:
        InputError: if an entry or its unit is wrong.
    """
    file = open_toml(path or _SHIPPED, "the skater")
    table = file.read(_SkaterForm).uncertainty
    dimension = {"lean": "lean_start"}
    found = {}
    for name in ("mass", "friction", "drag_area", "lean", "leg_stop"):
        value = _entry(file, table, ("uncertainty", name), dimension.get(name, name))
        assert not isinstance(value, tuple)
        found[name] = value
    return found


_SHIPPED = Path(__file__).with_name("skater.toml")


def _entry(
    file: TomlFile, table: Mapping[str, _Entry], keys: tuple[str, ...], name: str
) -> float | tuple[float, ...]:
    """A quantity in SI units and radians."""
    unit = DIMENSION[name]
    if keys[-1] not in table:
        raise file.error(
            f"{keys[-1]} is missing",
            keys,
            f'Write {keys[-1]} = {{ value = ..., unit = "{unit}", source = "..." }}',
        )
    entry = table[keys[-1]]
    if entry.unit != unit:
        raise file.error(f"the unit is {entry.unit}", keys, f"Give the value in {unit}")
    factor = UNITS[unit]
    if name in _SERIES:
        if not isinstance(entry.value, tuple):
            raise file.error("the value is no list", keys, "Write a list of numbers, or []")
        return tuple(factor * value for value in entry.value)
    if isinstance(entry.value, tuple):
        raise file.error("the value is not a number", keys, "Write one number")
    return factor * entry.value


_SERIES = ("sines", "cosines")


def _check(skater: Skater, file: TomlFile) -> None:
    positive = ("mass", "lower_leg", "upper_leg", "time", "leg_start", "friction_smoothing")
    for name in positive:
        if getattr(skater, name) <= 0.0:
            raise file.error(f"{name} is not positive", (), "Write a number above 0")
    if not 0.0 <= skater.lower_leg_mass < skater.mass:
        what = "the lower leg weighs more than the skier, or less than nothing"
        remedy = f"Give it a mass from 0 kg to below {skater.mass:g} kg"
        raise file.error(what, ("skier",), remedy)
    if skater.strokes < 1:
        raise file.error("there is no stroke", ("case",), "Give at least one")
    if len(skater.sines) != len(skater.cosines):
        raise file.error(
            "sines and cosines of the push-off differ in number",
            ("push_off",),
            "Give as many of each; write 0.0 where there is none",
        )
