"""`ambulo compare`: finished analyses beside each other, such as a session before and after."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.population.group import Average, StrideSums
from ambulo.population.stride_curves import read_stride_curves
from ambulo.records import Analysis
from ambulo.records.analysis import SINCE
from ambulo.results.columns import PER_KG, meaning, quantity_and_unit
from ambulo.results.conventions import conventions, on_plates, require_one_convention
from ambulo.results.csv_table import write_table
from ambulo.results.gait_cycle import CYCLE

_CHOICES = (
    "hip", "consistency", "filter", "cutoff", "trunk_mass_centre", "sharing", "force_threshold"
)  # fmt: skip
"""Choices that change numbers and not what these mean."""


@dataclass(frozen=True, eq=False)
class Difference:
    """One quantity in several analyses.

    Args:
        name: header, `left_knee_flexion [deg]`.
        averages: of each analysis; None where it has no whole stride of it.
        rms: of each analysis' mean from the first's, in the quantity's unit; NaN where not known.
    """

    name: str
    averages: tuple[Average | None, ...]
    rms: tuple[float, ...]


def compare(analyses: Mapping[Path, Analysis]) -> tuple[Difference, ...]:
    """Mean curves over the strides of each analysis, and how far they are from the first.

    Args:
        analyses: two or more, by the folder that `ambulo analyse` has written.
    Raises:
        InputError: a folder has no results, they are of several formats, or of several conventions.
    """
    require_one_format({str(name): one.provenance.format for name, one in analyses.items()})
    require_one_convention({str(name): conventions(one) for name, one in analyses.items()})
    found = []
    for folder in analyses:
        sums = StrideSums()
        sums.add(read_stride_curves(folder))
        found.append(sums.averages())
    names = dict.fromkeys(name for averages in found for name in averages)
    return tuple(_difference(name, [averages.get(name) for averages in found]) for name in names)


def require_one_format(formats: Mapping[str, int]) -> None:
    """Refuse analyses of which some were written before numbers changed.

    Args:
        formats: of each analysis by its name.
    """
    older = sorted(name for name, one in formats.items() if one < max(formats.values()))
    if older:
        raise InputError(
            f"these results have format {formats[older[0]]}, but others have format "
            f"{max(formats.values())}: "
            f"{SINCE[formats[older[0]]]}",
            ", ".join(older),
            "Analyse these trials again with this version of Ambulo",
        )


def _difference(name: str, averages: Sequence[Average | None]) -> Difference:
    first = averages[0]
    rms = [
        float("nan")
        if first is None or other is None
        else float(np.sqrt(np.mean((other.mean - first.mean) ** 2)))
        for other in averages
    ]
    return Difference(name, tuple(averages), tuple(rms))


def largest(differences: Sequence[Difference], of: int) -> dict[str, list[Difference]]:
    """The two that are farthest from the first analysis, by angles, moments, powers.

    What belongs to neither side stands once, and a joint's power is its total.

    Args:
        of: place of the analysis that is compared.
    Returns:
        Nothing for a kind that is not known of both, no entries for one that is the same in both.
    """
    found = {}
    for kind, unit in PER_KG.items():
        known = [o for o in differences if o.name.endswith(f"[{unit}]") and np.isfinite(o.rms[of])]
        if kind == "powers":
            known = [o for o in known if meaning(quantity_and_unit(o.name)[0]).plane == "total"]
        if known:
            farthest: dict[str, Difference] = {}
            for one in sorted(known, key=lambda one: -one.rms[of]):
                farthest.setdefault(one.name.partition(" over ")[0], one)
            found[kind] = [one for one in list(farthest.values())[:2] if one.rms[of] > 0.0]
    return found


def ways(analysis: Analysis) -> dict[str, str]:
    """How an analysis came to its numbers, in words, by what was chosen."""
    choice = json.loads(analysis.provenance.configuration)
    return {
        "ground reaction": _ground(analysis),
        "marker set": analysis.marker_set,
        "segment parameters": analysis.model.parameters,
        **{name: str(choice.get(name) or "as found") for name in _CHOICES},
    }


def unlike(found: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """What differs between analyses and changes their numbers: each one's, in words, by its name.

    These numbers can be set beside each other; a part of their difference is of the methods.

    Args:
        found: `ways` of each.
    """
    said = {name: [each[name] for each in found] for name in (found[0] if found else ())}
    return {name: each for name, each in said.items() if len(set(each)) > 1}


def _ground(analysis: Analysis) -> str:
    if analysis.method == "plates":
        return "measured by plates" if on_plates(analysis) else "not known"
    return "estimated from motion"


def short_names(folders: Sequence[Path]) -> list[str]:
    """What to call each analysis: the end of its path that tells it from the others."""
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InputError(
            what="the same analysis is given twice",
            where=", ".join(map(str, folders)),
            remedy="Give each folder once",
        )
    # a link goes by its own name, which says more than the digest that it leads to
    parts = [Path(os.path.abspath(folder)).parts for folder in folders]
    length = 1
    while len(set(names := ["/".join(each[-length:]) for each in parts])) < len(parts):
        length += 1
    return names


def write_table_of(differences: Sequence[Difference], names: Sequence[str], path: Path) -> None:
    """One row a quantity and analysis: strides, rms from the first, and the mean curve."""
    write_table(
        path,
        ["analysis", "quantity", "strides", "rms from the first",
         *(f"at {percent:.0f} %" for percent in CYCLE)],
        (
            (name, one.name, average.strides, rms, *average.mean.tolist())
            for one in differences
            for name, average, rms in zip(names, one.averages, one.rms, strict=True)
            if average is not None
        ),
    )  # fmt: skip
