"""The sections of an analysis's report with their panels, in the order of a reader's questions.

Panels of other packages are checked before they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

import numpy as np

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near, shown
from ambulo.inputs.untouched import Untouched
from ambulo.report import page_data
from ambulo.report.page_data import Band, LinesPanel, Panel, PanelGroup, Role, Series
from ambulo.report.panels import PANELS
from ambulo.report.panels.method import FILES
from ambulo.report.scene import Scene
from ambulo.report.wording import others_in_words


def require_drawable(panel: Panel, clocks: Mapping[str, int]) -> None:
    """Check that the curves of a panel fit their axes.

    Args:
        clocks: instants of the page's clocks by name.
    Raises:
        InputError: the panel's clock is unknown, a curve does not have one real number for each x
            or instant, a plot has no unit, or a colour does not exist.
    """
    if not isinstance(panel, LinesPanel):
        return
    if panel.clock is not None and panel.clock not in clocks:
        raise InputError(f"there is no clock {shown(panel.clock)}", remedy=near("", clocks))
    for plot in panel.plots:
        if not plot.units:
            raise InputError(
                f"the plot {shown(plot.title)} has no unit", remedy="Give one, such as Unit('N')"
            )
        for series in plot.series:
            _require_curve(series, None if panel.clock is None else clocks[panel.clock])
        for band in plot.bands:
            _require_curve(band, None)


def _require_curve(curve: Series | Band, instants: int | None) -> None:
    """Refuse a colour that is none, and what is not one real number for each x or instant."""
    if curve.role not in get_args(Role):
        known = near(str(curve.role), get_args(Role))
        raise InputError(f"there is no colour {shown(curve.role)}", remedy=known)
    over = instants if curve.x is None else np.size(curve.x)
    if over is None:
        raise InputError(
            f"{shown(curve.label)} has neither x nor a clock",
            remedy="Give x to the series, or clock='trial' to the panel",
        )
    for name, array in _arrays(curve):
        if not isinstance(array, np.ndarray):
            raise InputError(
                f"{name} of {shown(curve.label)} is not an array but {shown(array)}",
                remedy=f"Give an array of {over} real numbers",
            )
        if array.shape != (over,) or array.dtype.kind not in "fiu":
            raise InputError(
                f"{name} of {shown(curve.label)} is {array.dtype.name} {array.shape}",
                remedy=f"Give an array of {over} real numbers",
            )


def _arrays(curve: Series | Band) -> Iterator[tuple[str, object]]:
    for name in ("x", "y", "low", "high", "mean"):
        values: object = getattr(curve, name, None)
        if values is not None:
            yield name, values


@dataclass(frozen=True)
class Chapter:
    """A section before its panels are made.

    A section without panels is left out. `{noun}` and `{doing}` in its title are replaced by the
    activity.
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
        "Point at a curve, or select it with Tab and use the arrow keys. All plots show their "
        "values at this instant, and the body moves to it.",
    ),
    "ground": Chapter("Ground reaction"),
    "detail": Chapter("Agreement in detail"),
    "method": Chapter("Method and files"),
}


def sections_of(scene: Scene) -> list[PanelGroup]:
    """All sections with content, with their panels in the registry's order.

    The caption of a panel from another package names this package.
    """
    panels = _panels(scene)[0]
    found = []
    for name, chapter in SECTIONS.items():
        shown = [panel for section, panel in panels if section == name]
        if shown:
            title = chapter.title.format(noun=scene.activity.noun, doing=scene.activity.doing)
            found.append(PanelGroup(name, title, shown, chapter.hint, chapter.beside))
    return found


def panels_left_out(scene: Scene) -> list[str]:
    """A sentence on every panel of another package that cannot be shown."""
    return _panels(scene)[1] if any(PANELS.whose(name) for name in PANELS) else []


def _panels(scene: Scene) -> tuple[list[tuple[str, page_data.Panel]], list[str]]:
    """Panels with their sections, and a sentence on each that is left out."""
    found, faults = [], []
    taken = {*SECTIONS, FILES}
    clocks = {"trial": len(scene.analysis.motion.time)}
    untouched = Untouched(analysis=scene.analysis, posture=scene.posture)
    for name in scene.choice.get("report", {}).get("panels") or PANELS:
        others = bool(PANELS.whose(name))
        try:
            section, make = PANELS[name].section, partial(PANELS[name].make, scene)
            panel = untouched.by(make) if others else make()
            if others:
                _require_shown(section, panel, taken, clocks)
        except (Exception, SystemExit) as error:  # somebody else's costs their panel alone
            if not others:
                raise
            faults.append(PANELS.without(name, error))
            continue
        if panel is not None:
            taken.add(panel.id)
            found.append((section, _signed(panel, name) if others else panel))
    return found, faults


def _signed(panel: page_data.Panel, name: str) -> page_data.Panel:
    """A panel that is not shipped, with whose it is at its end."""
    whose = others_in_words({f"{PANELS.kind}.{name}": PANELS.origin(name)})
    return replace(panel, caption=f"{panel.caption} Not Ambulo's: {whose}.".lstrip())


def _require_shown(section: str, panel: object, taken: set[str], clocks: Mapping[str, int]) -> None:
    """Refuse what has no place on the page."""
    if section not in SECTIONS:
        raise InputError(f"there is no section {shown(section)}", remedy=near(section, SECTIONS))
    if panel is None:
        return
    if not isinstance(panel, page_data.Panel):
        raise InputError(
            f"it gives {with_article(type(panel).__name__)}, not a panel",
            remedy="Give a record of ambulo.report.page_data such as TextPanel",
        )
    if panel.id in taken:
        raise InputError(
            f"there is a section or panel {shown(panel.id)} already",
            remedy="Give the panel another id",
        )
    require_drawable(panel, clocks)
    page_data.to_json(page_data.Page("", "", "", [PanelGroup("", "", [panel])]))
