"""The skater's parameters from a TOML file with units, in SI and radians."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

from pydantic import Field

from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import Form, Number, Numbers, Text, TomlFile, open_toml
from ambulo.multibody.gravity import STANDARD_GRAVITY

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


class _Written(NamedTuple):
    """How a parameter stands in the file; another unit is refused, not converted in silence."""

    unit: str
    table: str
    key: str = ""


@dataclass(frozen=True)
class Skater:
    """One skater on one course, SI units and radians.

    Args:
        mass: kg, of the skier without the ski; lower_leg, upper_leg: lengths, m.
        lower_leg_mass: kg, part of `mass`.
        ski_mass, ski_length, ski_width, ski_thickness: kg, m.
        friction: N; friction_smoothing: m/s.
        drag_area: m^2; air_density: kg/m^3; slope: rad, positive uphill.
        push_off: mean force along the leg, body weights.
        sines, cosines: harmonics of the push-off over a stroke, as shares of the mean.
        leg_start, leg_stop: distance of the centre of mass from the ski, m.
        lean_start: rad.
        time: s, of a stroke; angle: rad, of the ski from the direction of travel.
        extension_rate: m/s; lean_rate: rad/s.
        strokes: number of strokes.
    """

    mass: Annotated[float, _Written("kg", "skier")]
    lower_leg: Annotated[float, _Written("m", "skier")]
    upper_leg: Annotated[float, _Written("m", "skier")]
    lower_leg_mass: Annotated[float, _Written("kg", "skier")]
    ski_mass: Annotated[float, _Written("kg", "ski", "mass")]
    ski_length: Annotated[float, _Written("m", "ski", "length")]
    ski_width: Annotated[float, _Written("m", "ski", "width")]
    ski_thickness: Annotated[float, _Written("m", "ski", "thickness")]
    friction: Annotated[float, _Written("N", "resistance")]
    friction_smoothing: Annotated[float, _Written("m/s", "resistance")]
    drag_area: Annotated[float, _Written("m^2", "resistance")]
    air_density: Annotated[float, _Written("kg/m^3", "resistance")]
    slope: Annotated[float, _Written("deg", "resistance")]
    push_off: Annotated[float, _Written("body weights", "push_off", "mean")]
    sines: Annotated[tuple[float, ...], _Written("1", "push_off")]
    cosines: Annotated[tuple[float, ...], _Written("1", "push_off")]
    leg_start: Annotated[float, _Written("m", "leg", "start")]
    leg_stop: Annotated[float, _Written("m", "leg", "stop")]
    lean_start: Annotated[float, _Written("deg", "leg")]
    time: Annotated[float, _Written("s", "case")]
    angle: Annotated[float, _Written("deg", "case")]
    extension_rate: Annotated[float, _Written("m/s", "case")]
    lean_rate: Annotated[float, _Written("deg/s", "case")]
    strokes: Annotated[int, _Written("1", "case")]

    @property
    def body_mass(self) -> float:
        """Mass of body 3, kg: the skier without the lower leg."""
        return self.mass - self.lower_leg_mass

    @property
    def total_mass(self) -> float:
        """Mass of skier and ski, kg."""
        return self.mass + self.ski_mass

    @property
    def weight(self) -> float:
        """Weight of the skier, N."""
        return self.mass * STANDARD_GRAVITY

    def with_(self, **changes: Any) -> Skater:
        """A copy with other values."""
        return replace(self, **changes)


_WRITTEN: dict[str, _Written] = {
    name: hint.__metadata__[0]._replace(key=hint.__metadata__[0].key or name)
    for name, hint in get_type_hints(Skater, include_extras=True).items()
}


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
        path: TOML file; the skater of Bruzzo (2012) if absent.

    Raises:
        InputError: the file, the case, an entry or its unit is wrong.
    """
    file = open_toml(path or _SHIPPED, "the skater")
    form = file.read(_SkaterForm)
    if case not in form.case:
        raise file.error(f"there is no case {case!r}", ("case",), near(case, form.case))
    chosen = form.case[case]
    for name in chosen:
        if name not in _WRITTEN:
            raise file.error(f"unknown entry {name!r}", ("case", case, name), near(name, _WRITTEN))
    for table in _TABLES:
        known = [written.key for written in _WRITTEN.values() if written.table == table]
        for key in getattr(form, table):
            if key not in known:
                raise file.error(f"unknown entry {key!r}", (table, key), near(key, known))
    values: dict[str, Any] = {}
    for name, (_, table, key) in _WRITTEN.items():
        if name in chosen or table not in _TABLES:
            values[name] = _entry(file, chosen, ("case", case, name), name)
        else:
            values[name] = _entry(file, getattr(form, table), (table, key), name)
    values["strokes"] = int(values["strokes"])
    skater = Skater(**values)
    _check(skater, file)
    return skater


def uncertainty(path: Path | None = None) -> dict[str, float]:
    """Standard deviations of the uncertain parameters, SI units and radians.

    Args:
        path: TOML file; the skater of Bruzzo (2012) if absent.

    Raises:
        InputError: an entry or its unit is wrong.
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
_TABLES = ("skier", "ski", "resistance", "push_off", "leg")
"""What holds for every case that does not say otherwise; the rest is said by each."""


def _entry(
    file: TomlFile, table: Mapping[str, _Entry], keys: tuple[str, ...], name: str
) -> float | tuple[float, ...]:
    """A quantity in SI units and radians."""
    unit = _WRITTEN[name].unit
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
            f"the push-off has {len(skater.sines)} sines and {len(skater.cosines)} cosines",
            ("push_off",),
            "Give as many sines as cosines; write 0.0 where there is none",
        )
