"""What a panel of the report is: where it stands, and what is to be seen, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ambulo.report import page_data
from ambulo.report.scene import Scene


@dataclass(frozen=True)
class Panel:
    """One panel of the report.

    Args:
        section: id of the section it stands in, a key of `report.sections.SECTIONS`.
        make: gives what is to be seen; None where the analysis has nothing to show.
    """

    section: str
    make: Callable[[Scene], page_data.Panel | None]
