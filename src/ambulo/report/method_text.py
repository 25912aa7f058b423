"""How the results were found, in sentences that follow the choices of the analysis."""

from __future__ import annotations

import json

from ambulo.mocap.filters.registry import FILTERS
from ambulo.records import Analysis

_CONSISTENCY = {
    "fit": "Its markers are fitted to the recorded ones, all segments at once, by weighted least "
    "squares.",
    "natural": "Every segment is placed by its own markers; then segments are made rigid and "
    "joints closed in natural coordinates, by the augmented Lagrangian method (Pàmies-Vilà 2012, "
    "eq. 4.2).",
    "none": "Every segment follows its own markers; joints may come apart.",
}

_METHOD = {
    "plates": "The measured ground reactions act on the feet and moments are found from the feet "
    "up; what is left over at the pelvis is the residual force and moment.",
    "whole-body": "The sum of the ground reactions follows from the motion alone. In single "
    "support it acts on the stance foot; in double support it is divided between the feet.",
}

_PLANAR = (
    "Joint angles, moments and powers are those of a planar body in the sagittal plane, whose "
    "segments keep their lengths; motion and ground reaction come from the body in space."
)


def method_text(analysis: Analysis) -> list[str]:
    """Sentences on model, fit, filter, dynamics and ground reaction, as they were chosen.

    An analysis that does not say its choices (made by a program, not by `analyse`) is described
    by its method alone; a filter of a package that is no longer there, by its name.
    """
    choice = json.loads(analysis.provenance.configuration)
    said = ["The model is a tree of rigid segments scaled to the subject."]
    if "consistency" in choice:
        said.append(_CONSISTENCY[choice["consistency"]])
    if "filter" in choice:
        name = choice["filter"]
        known = FILTERS.get(name)
        by = f"the filter {name}" if known is None else f"{known.title} ({known.source})"
        said.append(f"Noise is taken out by {by}.")
        said.append("Coordinates are differentiated on quintic splines.")
    if choice.get("model") == "planar":
        said.append(_PLANAR)
    said.append("Joint forces and moments follow from recursive Newton–Euler (Featherstone 2008).")
    return [*said, _METHOD[analysis.method]]
