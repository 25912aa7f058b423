"""Results set against known truth or another system's answer: rms difference and correlation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.records import SIDES, FloatArray, Quantity, Side
from ambulo.report.columns import GROUPS, layer, meaning, title
from ambulo.report.scene import Scene

__all__ = ["Agreement", "AgreementRow", "agreement"]


@dataclass(frozen=True)
class Agreement:
    """Of one curve with its counterpart, over the frames where both are known.

    Args:
        rms: in the unit of the row.
        correlation: Pearson's r; None where a curve does not vary.
    """

    rms: float
    correlation: float | None


@dataclass(frozen=True)
class AgreementRow:
    """One motion: both sides, or the midline under None."""

    group: str
    title: str
    unit: str
    sides: Mapping[Side | None, Agreement]


def _agree(values: FloatArray, other: FloatArray) -> Agreement | None:
    both = np.isfinite(values) & np.isfinite(other)
    if both.sum() < 3:
        return None
    a, b = values[both], other[both]
    varies = min(float(np.ptp(a)), float(np.ptp(b))) > 0.0
    return Agreement(
        rms=float(np.sqrt(np.mean((a - b) ** 2))),
        correlation=float(np.corrcoef(a, b)[0, 1]) if varies else None,
    )


def agreement(scene: Scene, source: Mapping[str, FloatArray]) -> list[AgreementRow]:
    """Rows for every motion that the other source has; angles in deg, else per kg.

    Args:
        source: `Analysis.truth` or `Analysis.reference`.
    """
    rows = []
    for group in GROUPS:
        tables: tuple[Quantity, ...] = getattr(scene.analysis, group)
        scale = 1.0 if group == "angles" else 1.0 / scene.mass
        found: dict[str, dict[Side | None, Agreement]] = {}
        units: dict[str, str] = {}
        for quantity, shown in zip(tables, scene.group(group), strict=True):
            other = layer(source, quantity)
            if other is None:
                continue
            agreed = _agree(shown.values, other * scale)
            if agreed is not None:
                name = title(quantity.name)
                found.setdefault(name, {})[meaning(quantity.name).side] = agreed
                units[name] = shown.unit
        rows += [
            AgreementRow(group, name, units[name], sides)
            for name, sides in found.items()
            if sides.keys() & {*SIDES, None}
        ]
    return rows
