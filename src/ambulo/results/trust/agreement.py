"""The measured agreement with other systems, by kind of markers, plates and quantity."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("agreement.csv")
AGREEMENT = "agreement with another system"
USUAL_BAND = "error bands of the compared walks"


class ExpectedAgreement(NamedTuple):
    """A row of `agreement.csv`: agreement with another system in walks of several laboratories.

    Args:
        markers: "wands" of the conventional model (Plug-in Gait's sets), "other", or "all".
        plates: whether plates measured the foot.
        laboratories, legs: numbers behind the error; of all kinds of markers, if one kind has fewer
            than three.
        error: rms that nine of ten legs of a new laboratory do not exceed.
        r: correlation that nine of ten legs reach, for a curve of `size`.
        size: standard deviation of their curves, geometric mean.
        band: standard deviation according to their bands, divided by size, geometric mean; NaN
            without bands.
        half: half the width of their bands, geometric mean; NaN without bands.
    """

    markers: str
    plates: bool
    group: str
    quantity: str
    laboratories: int
    legs: int
    error: float
    r: float
    size: float
    band: float = math.nan
    half: float = math.nan

    def expected_r(self, size: float, band: float = math.nan) -> float:
        """Expected r of a curve of this size.

        If the curve is smaller than the compared curves, 1 - r² grows in inverse proportion to its
        size. A larger curve counts as one of their size, because errors also make curves large.
        With a band, 1 - r² is also proportional to the width of this band divided by the width of
        their bands.

        Args:
            size: standard deviation of the curve.
            band: standard deviation according to its band, divided by the size; NaN without a band.
        """
        wide = band / self.band
        lack = (1.0 - self.r**2) * max(1.0, self.size / size) * (wide if math.isfinite(wide) else 1)
        return math.sqrt(max(0.0, 1.0 - lack))


Table = Mapping[tuple[str, bool, str, str], ExpectedAgreement]


@cache
def trust_table() -> Table:
    """The shipped table, by markers, plates, group and quantity."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return by_kind(
            ExpectedAgreement(
                one["markers"], one["plates"] == "yes", one["group"], one["quantity"],
                int(one["laboratories"]), int(one["legs"]),
                *(float(one[name]) for name in ExpectedAgreement._fields[6:]),
            )
            for one in csv.DictReader(file)
        )  # fmt: skip


def by_kind(rows: Iterator[ExpectedAgreement]) -> Table:
    """Rows by their keys."""
    return {(row.markers, row.plates, row.group, row.quantity): row for row in rows}


def kind_of_markers(marker_set: str) -> str:
    """ "wands" if one marker beside each knee and ankle and a wand show the axes; otherwise
    "other".
    """
    return "wands" if marker_set.startswith("plug_in_gait") else "other"


def looked_up(
    table: Table, markers: str, plates: bool, group: str, quantity: str
) -> ExpectedAgreement | None:
    """The row of these markers, or of all kinds; None without one."""
    found = (table.get((kind, plates, group, quantity)) for kind in (markers, "all"))
    return next((row for row in found if row is not None), None)
