"""What a panel of the report is: a title, a drawing, and a caption that says how to read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ambulo.report.scene import Scene

__all__ = ["Panel"]


@dataclass(frozen=True)
class Panel:
    """One figure of the report.

    Args:
        name: anchor on the page.
        title: heading.
        draw: gives the SVG, or "" where the analysis has nothing to show.
        caption: gives sentences below the figure.
        folded: shown on demand.
    """

    name: str
    title: str
    draw: Callable[[Scene], str]
    caption: Callable[[Scene], str]
    folded: bool = False
