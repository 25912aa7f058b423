"""The method of an analysis in sentences, according to its choices."""

from __future__ import annotations

import json

from ambulo.mocap.filters.registry import FILTERS
from ambulo.records import Analysis

_CONSISTENCY = {
    "fit": "In each frame, the markers of the model are fitted to the recorded markers by weighted "
    "least squares.",
    "natural": "Every segment is placed by its own markers. Then the segments are made rigid and "
    "the joints closed in natural coordinates, by the augmented Lagrangian method (Pàmies-Vilà "
    "2012, eq. 4.2).",
    "none": "Every segment follows its own markers, so joints may come apart.",
}

_METHOD = {
    "plates": "The measured ground reactions act on the feet, and moments are computed from the "
    "feet upwards. The force and moment that remain at the pelvis are the residual.",
    "whole-body": "The sum of the ground reactions is computed from the motion alone. In single "
    "support it acts on the stance foot. In double support it is divided between the feet.",
}

_PLANAR = (
    "Joint angles, moments and powers belong to a planar body in the sagittal plane. Its segments "
    "keep their lengths. Motion and ground reaction come from the three-dimensional model."
)


def method_text(analysis: Analysis) -> list[str]:
    """Sentences on the chosen model, fit, filter, dynamics and ground reaction.

    If a program made the analysis without `analyse`, its choices are not known. Then only its
    method is described. A filter of a package that is not installed is described by its name.
    """
    choice = json.loads(analysis.provenance.configuration)
    said = ["The model is a tree of rigid segments scaled to the subject."]
    if "consistency" in choice:
        said.append(_CONSISTENCY[choice["consistency"]])
    if "filter" in choice:
        name = choice["filter"]
        known = FILTERS.get(name)
        by = f"the filter {name}" if known is None else f"{known.title} ({known.source})"
        said += [
            f"Noise is removed by {by}.",
            "Velocities and accelerations are the derivatives of quintic splines.",
        ]
    if choice.get("model") == "planar":
        said.append(_PLANAR)
    said.append(
        "Joint forces and moments are computed by the recursive Newton–Euler method (Featherstone "
        "2008)."
    )
    return [*said, _METHOD[analysis.method]]
