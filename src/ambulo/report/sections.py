"""The sections of an analysis' report in their order: a new panel is a module and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ambulo.report.checks import checks_panel
from ambulo.report.page_data import Panel, Section
from ambulo.report.panels.centre_of_pressure import centre_of_pressure_panel
from ambulo.report.panels.comparison import reactions_panel, reference_panel, truth_panel
from ambulo.report.panels.diagnostics import diagnostics_panel
from ambulo.report.panels.ground_reaction import ground_reaction_panel
from ambulo.report.panels.joint_curves import curves_panel
from ambulo.report.panels.marker_errors import marker_errors_panel, marker_table_panel
from ambulo.report.panels.method import assumed_panel, input_panel, method_panel
from ambulo.report.panels.peaks import peaks_panel
from ambulo.report.panels.residuals import residuals_panel
from ambulo.report.panels.sharing import sharing_panel, sharing_table_panel
from ambulo.report.panels.subject import strides_panel, subject_panel
from ambulo.report.panels.walk import walk_panel
from ambulo.report.scene import Scene

__all__ = ["SECTIONS", "Chapter", "sections_of"]

Maker = Callable[[Scene], Panel | None]


@dataclass(frozen=True)
class Chapter:
    """A section before its panels are made; without any of them it is left out."""

    id: str
    title: str
    makers: tuple[Maker, ...]
    intro: str = ""


SECTIONS: tuple[Chapter, ...] = (
    Chapter("who", "Who walked, and how", (subject_panel, strides_panel)),
    Chapter("trust", "Can it be trusted?", (checks_panel,)),
    Chapter("walk", "The walk", (walk_panel,)),
    Chapter(
        "joints",
        "Joint curves",
        (
            partial(curves_panel, group="angles", part="legs"),
            partial(curves_panel, group="moments", part="legs"),
            partial(curves_panel, group="powers", part="legs"),
            peaks_panel,
            partial(curves_panel, group="powers", part="legs by plane"),
            partial(curves_panel, group="angles", part="others"),
            partial(curves_panel, group="moments", part="others"),
            partial(curves_panel, group="powers", part="others"),
        ),
        "Point at a curve, or move to it with Tab and use the arrow keys: values are read in all "
        "plots at once, and the body moves along.",
    ),
    Chapter("ground", "Ground reaction", (ground_reaction_panel, centre_of_pressure_panel)),
    Chapter(
        "detail",
        "Agreement in detail",
        (
            residuals_panel,
            marker_errors_panel,
            marker_table_panel,
            truth_panel,
            reference_panel,
            reactions_panel,
            sharing_table_panel,
            sharing_panel,
            diagnostics_panel,
        ),
    ),
    Chapter("method", "Method and files", (input_panel, assumed_panel, method_panel)),
)


def sections_of(scene: Scene) -> list[Section]:
    """All sections that have something to show."""
    found = []
    for chapter in SECTIONS:
        panels = [panel for maker in chapter.makers if (panel := maker(scene)) is not None]
        if panels:
            found.append(Section(chapter.id, chapter.title, panels, chapter.intro))
    return found
