"""A panel of the report: its place and its content as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ambulo.report import page_data
from ambulo.report.scene import Scene


@dataclass(frozen=True)
class Panel:
    """One panel of the report.

    Args:
        section: id of its section, a key of `report.sections.SECTIONS`.
        make: function that returns the content; None if the analysis has nothing to show.
    """

    section: str
    make: Callable[[Scene], page_data.Panel | None]
