"""Display of joint curves: their units, their names, and normal walking behind them."""

from __future__ import annotations

import re

from ambulo.records import Side
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import Band
from ambulo.results.columns import GROUPS, PER_KG, meaning


def units_in_words(text: str) -> str:
    """A text with units as they are printed: `lean [deg]` becomes `lean [°]`, N*m becomes N·m."""
    text = re.sub(r"(?<=[\w)])\^2\b", "²", re.sub(r"\bdeg\b", "°", text))
    return re.sub(r"(?<=[A-Za-z])\*(?=[A-Za-z])", "·", text)


UNIT = {name: units_in_words(unit) for name, unit in PER_KG.items()}


def readable(name: str, group: str) -> str:
    """A quantity without its side: "left_knee_flexion" becomes "Knee flexion moment"."""
    what = meaning(name)
    motion = "" if what.plane == "total" and group == "powers" else what.motion
    return f"{what.joint} {motion}".strip().replace("_", " ").capitalize() + GROUPS[group].word


def in_full(name: str, unit: str) -> str:
    """A header's quantity in full words: "left knee flexion moment" if it is in N*m/kg."""
    quantity, _, over = name.partition(" over ")
    kind = next((group.word for group in GROUPS.values() if unit == group.per_kg), "")
    words = quantity.replace("_", " ")
    said = words if words.endswith(kind) else f"{words}{kind}"
    return f"{said} over {over}" if over else said


def normal_walking(
    band: NormalBand, group: str, name: str, side: Side, *, cycle: bool = False
) -> Band | None:
    """Normal walking of a quantity over the strides of a side; None if there are no such data.

    Args:
        cycle: whether the page shows the curves in front of it over the stride.
    """
    curve = band.of(group, name, side)
    if curve is None:
        return None
    label = f"normal: {band.short} ({band.name}), mean ± SD"
    low, high = curve.mean - curve.sd, curve.mean + curve.sd
    return Band(label, curve.cycle, low, high, mean=curve.mean, cycle=cycle)
