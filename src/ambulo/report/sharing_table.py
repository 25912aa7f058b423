"""Ways of sharing double support compared with the plates, as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.gait.sharing.registry import SHARINGS
from ambulo.records import SIDES, SharingComparison, WrenchDifference


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


def sharing_tables(found: SharingComparison | None) -> list[SharingTable]:
    """Tables in the form of Pamies-Vila (2012), tables 4.1 to 4.3; none without a comparison."""
    if found is None:
        return []
    rows = _by_foot("resultant", found.single_support)
    if found.resultant is not None:
        rows.insert(0, SharingRow("resultant, both feet", "", found.resultant.rms))
    tables = [SharingTable("Resultant of the motion, and single support", tuple(rows))]
    for title, by_way in (
        ("Double support, both feet on plates", found.both_feet_on_plates),
        ("Double support, one foot on a plate", found.one_foot_on_plate),
    ):
        rows = []
        for name, sharing in SHARINGS.items():
            # what is not corrected is what the plates measured
            if sharing.compared:
                rows += _by_foot(sharing.title, by_way.get(name, {}))
        tables.append(SharingTable(title, tuple(rows)))
    return [table for table in tables if table.rows]


def _by_foot(way: str, sides: Mapping[str, WrenchDifference]) -> list[SharingRow]:
    return [SharingRow(way, side, sides[side].rms) for side in SIDES if side in sides]
