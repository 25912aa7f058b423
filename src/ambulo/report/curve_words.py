"""Display of joint curves: their units, their names, and normal walking behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ambulo.records import Side
from ambulo.records.sides import without_side
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import Band
from ambulo.results.columns import GROUPS, PER_KG, PLANES, meaning
from ambulo.results.trust import Trust

_NAMED = 3


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


def poor_in_words(found: Mapping[str, Trust]) -> str:
    """The first poor curves, "left and right knee adduction moment, … and 3 more"; empty if none.

    Moments come first, and within them flexion, because readers use these most.
    """
    sides: dict[tuple[str, str], list[str]] = {}
    for one in sorted(found.values(), key=_most_used):
        if one.grade == "poor" and one.group in GROUPS:
            name = in_full(without_side(one.name), one.unit)
            sides.setdefault((one.group, name), []).append(meaning(one.name).side or "")
    words = [f"{' and '.join(those)} {name}".strip() for (_, name), those in sides.items()]
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return f"{', '.join(words[:_NAMED])}{more}"


def _most_used(one: Trust) -> tuple[int, int]:
    groups = ("moments", "angles", "powers")
    group = groups.index(one.group) if one.group in groups else len(groups)
    return group, PLANES.index(meaning(one.name).plane)


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
