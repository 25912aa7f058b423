"""Origin of the results: input, method, signs, assumptions, files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ambulo.inputs.version import VERSION
from ambulo.report.method_text import method_text
from ambulo.report.page_data import Column, TablePanel, TableRow, TextPanel
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.wording import (
    marker_set_in_words,
    method_in_words,
    model_in_words,
    notes_in_words,
    others_in_words,
    parameters_in_words,
    plates_in_words,
)
from ambulo.results.provenance import written_by

FILES = "files-written"
"""Id of the last panel of the page."""

_OVER_STRIDES = (
    "Curves over the stride go from strike to strike of the same foot and have 101 points. Shaded "
    "areas show ± one sample standard deviation of the strides."
)


def input_panel(scene: Scene) -> TablePanel:
    """The input files and their analysis."""
    analysis = scene.analysis
    markers, model = analysis.trial.markers, analysis.model
    span = float(markers.time[-1] - markers.time[0])
    rows = [
        ("Recording", analysis.trial.path.name),
        (
            "Length",
            f"{span:.2f} s at {markers.rate:.0f} Hz, {len(markers.names)} markers, "
            f"{plates_in_words(analysis.trial)}",
        ),
        ("Marker set", marker_set_in_words(analysis.marker_set)),
        ("Model", model_in_words(analysis)),
        ("Segment masses and inertias", parameters_in_words(model.parameters)),
        ("Joint moments", method_in_words(analysis)),
    ]
    if scene.activity.walking:
        rows.append(("Normal walking", f"{scene.band.population}: {scene.band.citation}"))
    others = {**analysis.provenance.plugins, **written_by()}
    if others:
        rows.append(("Not Ambulo's", others_in_words(others)))
    columns = (Column("what"), Column("used"))
    return TablePanel(
        "input",
        "Input",
        columns,
        [TableRow(list(row)) for row in rows],
        folded=True,
        line=f"{rows[1][1]}; {marker_set_in_words(analysis.marker_set)}",
    )


def method_panel(scene: Scene) -> TextPanel:
    """Signs and method in a few paragraphs."""
    analysis = scene.analysis
    return TextPanel(
        "signs",
        "Signs and method",
        paragraphs=(
            "Positive: flexion, dorsiflexion, adduction (knee: varus), inversion, internal "
            "rotation, on both sides. Pelvis in the world: anterior tilt, left side up, turn to "
            "the left. Trunk and head: flexion forwards, bending to the right, turn to the left.",
            "Moments are net internal moments (proximal on distal segment), positive when the "
            "muscles tend to produce the positive motion. A plantarflexor or knee extensor moment "
            "is therefore negative. Power is positive when it is generated.",
            "World: x in the direction walked, y to the left, z up. The ground reaction acts on "
            "the foot. Its moments in the tables are about the ankle joint centre.",
            " ".join(method_text(scene.analysis)),
            *([_OVER_STRIDES] if analysis.strides else []),
        ),
        folded=True,
    )


def assumed_panel(scene: Scene) -> TextPanel:
    """Every gap filled, marker left out or value assumed."""
    lines = notes_in_words(scene.analysis)
    return TextPanel(
        "assumed",
        "What was assumed, filled or left out",
        paragraphs=() if lines else ("Nothing.",),
        items=lines,
        folded=True,
    )


def files_panel(files: Sequence[str], timing: Mapping[str, float], citation: str) -> TextPanel:
    """Files beside the page, how to cite, time taken.

    Args:
        files: names.
        timing: seconds by stage.
        citation: citation of the normal band; "" if it is not shown.
    """
    took = ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in timing.items())
    paragraphs = [
        "provenance.json lists the input files with checksums, and all versions and settings.",
        f"Cite as: Ambulo {VERSION}, from a motion-capture trial to the forces inside "
        "the body." + (f" Normal walking: {citation}." if citation else ""),
    ]
    if took:
        paragraphs.append(f"Time taken: {took}.")
    return TextPanel(
        FILES,
        "Files written beside this page, and how to cite",
        paragraphs=paragraphs,
        items=files,
        code=True,
        folded=True,
    )


INPUT = Panel("method", input_panel)
ASSUMED = Panel("method", assumed_panel)
PANEL = Panel("method", method_panel)
