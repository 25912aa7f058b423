"""The ways of sharing double support against the plates, as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.gait.sharing.registry import SHARINGS
from ambulo.records import SIDES

__all__ = ["SharingRow", "SharingTable", "sharing_tables"]

_TITLES = {
    "both_feet_on_plates": "Double support, both feet on plates",
    "one_foot_on_plate": "Double support, one foot on a plate",
}


@dataclass(frozen=True)
class SharingRow:
    """Root mean square differences of one foot by component [N, N*m]."""

    way: str
    side: str
    rms: Mapping[str, float]


@dataclass(frozen=True)
class SharingTable:
    """Rows for one kind of phase."""

    title: str
    rows: tuple[SharingRow, ...]


def sharing_tables(summary: Mapping[str, object]) -> list[SharingTable]:
    """Tables in the form of Pamies-Vila (2012), tables 4.1 to 4.3; none without a comparison.

    Args:
        summary: content of summary.json.
    """
    found = summary.get("sharing")
    if not isinstance(found, Mapping) or not found:
        return []
    tables = []
    resultant = found.get("resultant")
    rows = [] if resultant is None else [SharingRow("resultant, both feet", "", resultant)]
    rows += _by_foot("resultant", found["single_support"])
    tables.append(SharingTable("Resultant of the motion, and single support", tuple(rows)))
    for key, title in _TITLES.items():
        rows = []
        for name, sharing in SHARINGS.items():
            # what is not corrected is what the plates measured
            if sharing.compared:
                rows += _by_foot(sharing.title, found[key].get(name, {}))
        tables.append(SharingTable(title, tuple(rows)))
    return [table for table in tables if table.rows]


def _by_foot(way: str, sides: Mapping[str, Mapping[str, float]]) -> list[SharingRow]:
    return [SharingRow(way, side, sides[side]) for side in SIDES if side in sides]
