"""Results compared with known truth or another system's results: rms difference and correlation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Quantity, Side, WrenchDifference
from ambulo.report.error_bands import band_ends
from ambulo.report.scene import Scene
from ambulo.results.columns import GROUPS, LEG_JOINTS, layer, meaning, title


@dataclass(frozen=True)
class Agreement:
    """Agreement of one curve with its counterpart, over the frames where both are known.

    Args:
        rms: in the unit of the row.
        correlation: Pearson's r; None where a curve does not vary.
        inside: share of these frames in which the counterpart is in the curve's band; None without
            a band.
    """

    rms: float
    correlation: float | None
    inside: float | None = None


@dataclass(frozen=True)
class AgreementRow:
    """One motion of a joint.

    Args:
        leg: whether the motion belongs to the pelvis or a leg.
        groups: agreement by group ("angles" [deg], "moments" [N*m/kg], "powers" [W/kg]; for ground
            reactions by their unit), then by side, with None for the midline.
    """

    title: str
    leg: bool
    groups: Mapping[str, Mapping[Side | None, Agreement]]


def _agreed(
    scene: Scene,
    source: Mapping[str, FloatArray],
    table: Quantity,
    values: FloatArray,
    scale: float = 1.0,
) -> Agreement | None:
    """Of values in another unit than the table's by a scale; None where the source has too few."""
    other = layer(source, table)
    if other is None:
        return None
    other = other * scale
    low, high = band_ends(scene.analysis.bands, table, scale)
    both = np.isfinite(values) & np.isfinite(other)
    if both.sum() < 3:
        return None
    inside = None
    if low is not None and high is not None:
        inside = float(np.mean((low[both] <= other[both]) & (other[both] <= high[both])))
    a, b = values[both], other[both]
    varies = min(float(np.ptp(a)), float(np.ptp(b))) > 0.0
    return Agreement(
        rms=float(np.sqrt(np.mean((a - b) ** 2))),
        correlation=float(np.corrcoef(a, b)[0, 1]) if varies else None,
        inside=inside,
    )


def agreement(scene: Scene, source: Mapping[str, FloatArray]) -> list[AgreementRow]:
    """Rows for every motion that the other source has.

    Args:
        source: `Analysis.truth` or `Analysis.reference`.
    """
    found: dict[str, dict[str, dict[Side | None, Agreement]]] = {}
    legs: dict[str, bool] = {}
    for group in GROUPS:
        tables: tuple[Quantity, ...] = getattr(scene.analysis, group)
        for quantity, shown in zip(tables, scene.group(group), strict=True):
            agreed = _agreed(scene, source, quantity, shown.values, scene.scale(group))
            if agreed is None:
                continue
            name, what = title(quantity.name), meaning(quantity.name)
            found.setdefault(name, {}).setdefault(group, {})[what.side] = agreed
            legs[name] = what.joint in LEG_JOINTS
    return [AgreementRow(name, legs[name], groups) for name, groups in found.items()]


def ground_agreement(scene: Scene, source: Mapping[str, FloatArray]) -> list[AgreementRow]:
    """Rows for force, moment about the ankle and centre of pressure of each foot.

    Args:
        source: as in `agreement`; names as in ground_reaction.csv.
    """
    found: dict[tuple[str, str], dict[Side | None, Agreement]] = {}
    for quantity in scene.reactions:
        agreed = _agreed(scene, source, quantity, quantity.values)
        if agreed is not None:
            side, _, component = quantity.name.partition("_")
            name = component.replace("cop_", "centre of pressure ")
            key = (name, quantity.unit.replace("*", "·"))
            found.setdefault(key, {})["left" if side == "left" else "right"] = agreed
    return [AgreementRow(name, False, {unit: sides}) for (name, unit), sides in found.items()]


def share_inside(scene: Scene, source: Mapping[str, FloatArray]) -> float | None:
    """Mean share of the frames in which the source's moments of the legs are in the bands.

    Args:
        source: as in `agreement`.
    Returns:
        None without bands or without such moments.
    """
    shares = [
        both.inside
        for row in agreement(scene, source)
        if row.leg
        for both in row.groups.get("moments", {}).values()
        if both.inside is not None
    ]
    return sum(shares) / len(shares) if shares else None


@dataclass(frozen=True)
class ReactionRow:
    """Difference of two ground reactions in one component.

    Args:
        rms: rms difference by (phase, side); in N or N*m.
        relative: rms divided by the range of the reference [%].
    """

    component: str
    unit: str
    rms: Mapping[tuple[str, str], float]
    relative: Mapping[tuple[str, str], float]


def reaction_differences(
    compared: Mapping[str, Mapping[str, WrenchDifference]],
) -> list[ReactionRow]:
    """One row for each component of the ground reaction; none if the comparison was not made.

    Args:
        compared: phase -> side or "both" -> difference from the plates.
    """
    rms: dict[str, dict[tuple[str, str], float]] = {}
    relative: dict[str, dict[tuple[str, str], float]] = {}
    for phase, sides in compared.items():
        for side, found in sides.items():
            for component, value in found.rms.items():
                rms.setdefault(component, {})[phase, side] = value
                share = 100.0 * found.relative[component]
                relative.setdefault(component, {})[phase, side] = share
    return [
        ReactionRow(name, "N" if name.startswith("F") else "N·m", rms[name], relative[name])
        for name in rms
    ]
