"""The sections of an analysis' report in the order of a reader's questions, filled with panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.report.page_data import Section
from ambulo.report.panels import PANELS
from ambulo.report.scene import Scene

__all__ = ["SECTIONS", "Chapter", "sections_of"]


@dataclass(frozen=True)
class Chapter:
    """A section before its panels are made; without any of them it is left out.

    `{noun}` and `{doing}` in its title are the activity's.
    """

    title: str
    hint: str = ""
    beside: bool = False


SECTIONS: Mapping[str, Chapter] = {
    "who": Chapter("Who {doing}, and how"),
    "trust": Chapter("Can it be trusted?"),
    "legs": Chapter("What the legs did"),
    "walk": Chapter("The {noun}", beside=True),
    "joints": Chapter(
        "Joint curves",
        "Point at a curve, or move to it with Tab and use the arrow keys: values are read in all "
        "plots at once, and the body moves along.",
    ),
    "ground": Chapter("Ground reaction"),
    "detail": Chapter("Agreement in detail"),
    "method": Chapter("Method and files"),
}


def sections_of(scene: Scene) -> list[Section]:
    """All sections that have something to show, with their panels in the registry's order."""
    panels = list(PANELS.values())
    found = []
    for name, chapter in SECTIONS.items():
        mine = [p.make(scene) for p in panels if p.section == name]
        shown = [panel for panel in mine if panel is not None]
        if shown:
            title = chapter.title.format(noun=scene.activity.noun, doing=scene.activity.doing)
            found.append(Section(name, title, shown, chapter.hint, chapter.beside))
    return found
