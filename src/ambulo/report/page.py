"""report.html: one page that opens offline and can be sent by mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from ambulo.inputs.version import VERSION
from ambulo.records import SIDES
from ambulo.report.page_data import Clock, Page, StrideSpan
from ambulo.report.page_file import write_page_file
from ambulo.report.panels.method import files_panel
from ambulo.report.panels.subject import subject_in_words
from ambulo.report.scene import Scene
from ambulo.report.sections import sections_of


def _clock(scene: Scene) -> Clock:
    """The trial's time, its strides, and when each foot stands."""
    analysis = scene.analysis
    strides = [StrideSpan(s.side, float(s.start), float(s.stop), s.off) for s in analysis.strides]
    return Clock(
        analysis.motion.time,
        strides,
        {side: found for side, found in scene.standing.items() if found},
        start=_first_look(scene),
    )


def _first_look(scene: Scene) -> float:
    """A moment worth seeing first: the middle of a stance whose ground reaction is known."""
    time, ground = scene.analysis.motion.time, scene.ground
    for s, side in enumerate(SIDES):
        for start, stop in scene.standing[side]:
            inside = (time >= start) & (time <= stop)
            loaded = np.isfinite(ground.centre_of_pressure[inside, s, 0])
            if loaded.size and ground.known[inside, s].all() and loaded.mean() > 0.8:
                return float(start + 0.35 * (stop - start))
    return float(time[len(time) // 2])


ABOUT = {
    "laboratory": "Laboratory",
    "referrer": "Referred by",
    "recorded": "Recorded",
    "comment": "Comment",
}
"""Entries of [report] that are shown under the title, with their words."""


def report_page(scene: Scene, files: Sequence[str]) -> Page:
    """The report of one analysis.

    Args:
        files: names of the files beside the page, for its list.
    """
    trial = scene.analysis.trial
    sections = sections_of(scene)
    if sections and (last := sections[-1]).id == "method":
        citation = scene.band.citation if scene.activity.walking else ""
        panels = [*last.panels, files_panel(files, scene.analysis.timing, citation)]
        sections[-1] = replace(last, panels=panels)
    subject = scene.analysis.model.subject.name
    turn = f" The subject {scene.turn_in_words}." if scene.turn else ""
    kind = "Gait" if scene.activity.walking else "Movement"
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Page(
        title=f"{kind} analysis{' of a simulated subject' if scene.simulated else ''}: "
        f"{f'{subject}, ' if subject else ''}{trial.path.stem}",
        subtitle=(
            f"{subject_in_words(scene)}.{turn} Recording {trial.path.name}, analysed {when} with "
            f"Ambulo {VERSION}."
        ),
        footer=(
            f"Made with Ambulo {VERSION}. This page is complete in one file and opens "
            "without a network."
        ),
        sections=sections,
        clocks={"trial": _clock(scene)},
        about=[
            (label, said)
            for entry, label in ABOUT.items()
            if (said := scene.choice.get("report", {}).get(entry))
        ],
    )


def write_page(scene: Scene, path: Path, files: Sequence[str]) -> None:
    """Write report.html.

    Args:
        files: names of the files beside the page.
    """
    write_page_file(report_page(scene, files), path)
