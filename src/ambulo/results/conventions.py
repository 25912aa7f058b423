"""Conventions that must be the same before two results are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ambulo.inputs.errors import InputError
from ambulo.mocap.direction import ALONG_AXIS, WALKED, direction_in_words
from ambulo.model.joint_moments import MOMENT_AXES
from ambulo.records import Analysis
from ambulo.results.catalogue import ACROSS, axes_in_words
from ambulo.results.posture import posture

_DIFFERENT = {
    "moment_axes": "joint moments with the same name are on different axes",
    "forward": "pelvis and feet turn against different directions",
    "knee_axis": "knee axes are found in different ways",
    "plates_cutoff": "the plates' forces went through different filters",
}
"""By the choice: what is different."""
OF_MOMENTS = ("moment_axes", "plates_cutoff")
"""Conventions that concern only moments."""


def chosen(choice: Mapping[str, Any]) -> dict[str, str]:
    """The conventions that a configuration chooses, in words.

    Args:
        choice: its entries.
    """
    cutoff, planar = choice.get("plates_cutoff", "none"), choice.get("model") == "planar"
    return {
        "moment_axes": ACROSS if planar else MOMENT_AXES[choice.get("moment_axes", "jcs")],
        "forward": ALONG_AXIS if choice.get("forward") else WALKED,
        "knee_axis": str(choice.get("knee_axis", "markers")),
        "plates_cutoff": cutoff if isinstance(cutoff, str) else f"{cutoff:g} Hz",
    }


def conventions(analysis: Analysis) -> dict[str, str]:
    """The conventions of an analysis, in words; those of moments only if it has moments.

    The plates' filter counts only if moments come from plates.
    """
    found = chosen(json.loads(analysis.provenance.configuration))
    path = posture(analysis.model, analysis.motion).joint("root")
    found["forward"] = direction_in_words(analysis, path)
    found["moment_axes"] = axes_in_words("{moments}", analysis)
    if not on_plates(analysis):
        del found["plates_cutoff"]
    return found if analysis.moments else without_moments(found)


def axes_by_group(conventions: Mapping[str, str]) -> dict[str, str]:
    """A sentence on the axes of moments and on the direction of angles, as far as they are known.

    Args:
        conventions: in words, by choice.
    """
    said = {
        "angles": ("forward", "Pelvis rotation and foot progression are relative to"),
        "moments": ("moment_axes", "Moments are about"),
    }
    return {
        group: f"{start} {conventions[choice]}."
        for group, (choice, start) in said.items()
        if choice in conventions
    }


def on_plates(analysis: Analysis) -> bool:
    """Whether joint moments are computed from measured forces."""
    return analysis.method == "plates" and analysis.plates_ground is not None


def without_moments(conventions: Mapping[str, str]) -> dict[str, str]:
    """The conventions of angles alone."""
    return {choice: said for choice, said in conventions.items() if choice not in OF_MOMENTS}


def require_one_convention(found: Mapping[str, Mapping[str, str]]) -> None:
    """Refuse to compare results with different conventions.

    Args:
        found: conventions by the name of the analysis.
    Raises:
        InputError: two conventions differ. The error names them.
    """
    for choice, what in _DIFFERENT.items():
        first: dict[str, str] = {}
        for name, said in found.items():
            if choice in said:
                first.setdefault(said[choice], name)
        if len(first) > 1:
            raise InputError(
                what,
                "; ".join(f"{name}: {said}" for said, name in first.items()),
                f"Analyse these trials again with one choice of {choice}",
            )
