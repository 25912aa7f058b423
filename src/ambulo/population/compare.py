"""`ambulo compare`: compare finished analyses, such as sessions before and after a treatment."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray
from ambulo.population.group import Average, StrideSums
from ambulo.population.stride_curves import read_stride_curves
from ambulo.records import Analysis
from ambulo.records.analysis import SINCE
from ambulo.report.curve_words import in_full
from ambulo.results.columns import LEG_JOINTS, PER_KG, body_mass, meaning, quantity_and_unit
from ambulo.results.conventions import conventions, on_plates, require_one_convention
from ambulo.results.csv_table import write_table
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.trust import Trust, judged_percents, trust

_CHOICES = (
    "hip", "consistency", "filter", "cutoff", "trunk_mass_centre", "sharing", "force_threshold"
)  # fmt: skip
"""Choices that change numbers and not what these mean."""
# as many of the curves that differ are named
_NAMED = 3


@dataclass(frozen=True, eq=False)
class Difference:
    """One quantity in several analyses.

    Args:
        name: header, `left_knee_flexion [deg]`.
        averages: average of each analysis; None if it has no whole stride with this quantity.
        rms: rms difference of each analysis's mean from the first analysis's mean, in the
            quantity's unit; NaN if not known. Over the same part of the stride as the ±.
        errors: ± of the two curves behind each rms together, as of two independent numbers, in the
            quantity's unit; NaN if not known. Empty: none is known.
        part: "stance" for moments and powers of a leg, otherwise "the stride".
    """

    name: str
    averages: tuple[Average | None, ...]
    rms: tuple[float, ...]
    errors: tuple[float, ...] = ()
    part: str = "the stride"

    def error(self, of: int) -> float:
        """± of the first curve and that of an analysis together; NaN if not known."""
        return self.errors[of] if self.errors else float("nan")

    def exceeds(self, of: int) -> bool:
        """Whether the rms difference of an analysis is larger than the ± of both curves."""
        return self.rms[of] > self.error(of)


def compare(analyses: Mapping[Path, Analysis]) -> tuple[Difference, ...]:
    """Mean curves over the strides of each analysis, and their differences from the first analysis.

    Args:
        analyses: two or more, by their folder from `ambulo analyse`.
    Raises:
        InputError: a folder has no results, or the results have different formats or conventions.
    """
    require_one_format({str(name): one.provenance.format for name, one in analyses.items()})
    require_one_convention({str(name): conventions(one) for name, one in analyses.items()})
    found = []
    for folder in analyses:
        sums = StrideSums()
        sums.add(read_stride_curves(folder))
        found.append(sums.averages())
    names = dict.fromkeys(name for averages in found for name in averages)
    trusts = [trust(analysis) for analysis in analyses.values()]
    return tuple(
        _difference(
            name,
            [averages.get(name) for averages in found],
            _errors(name, trusts),
            [_judged(name, one) for one in analyses.values()],
        )
        for name in names
    )


def _errors(name: str, trusts: Sequence[Mapping[str, Trust]]) -> tuple[float, ...]:
    """± of the first curve and that of each analysis together."""
    group, quantity = group_and_quantity(name)
    known = [one.get(f"{group}/{quantity}") for one in trusts]
    errors = [math.nan if one is None else one.error for one in known]
    return tuple(math.hypot(errors[0], error) for error in errors)


def _judged(name: str, analysis: Analysis) -> BoolArray:
    """Percents of the stride to which the ± of a curve applies (101,)."""
    group, quantity = group_and_quantity(name)
    return judged_percents(analysis, group, quantity)


def group_and_quantity(name: str) -> tuple[str, str]:
    """Of a header, such as "moments" and "left_knee_flexion"."""
    quantity, unit = quantity_and_unit(name)
    group = next((group for group, per_kg in PER_KG.items() if per_kg == unit), "")
    return group, quantity.partition(" over ")[0]


def require_one_format(formats: Mapping[str, int]) -> None:
    """Refuse analyses if their numbers come from versions that compute differently.

    Args:
        formats: format of each analysis by its name.
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


def _difference(
    name: str,
    averages: Sequence[Average | None],
    errors: tuple[float, ...],
    judged: Sequence[BoolArray],
) -> Difference:
    first = averages[0]
    rms = [
        float("nan")
        if first is None or other is None
        else float(np.sqrt(np.mean((other.mean - first.mean)[judged[0] & own] ** 2)))
        for other, own in zip(averages, judged, strict=True)
    ]
    part = "the stride" if all(one.all() for one in judged) else "stance"
    return Difference(name, tuple(averages), tuple(rms), errors, part)


def most_different(differences: Sequence[Difference], of: int) -> dict[str, list[Difference]]:
    """The first two quantities of `in_order`, separately for angles, moments and powers.

    The power of a joint is its total.

    Args:
        of: index of the compared analysis.
    Returns:
        By kind of quantity. A kind that is not known in both analyses is left out. A kind that is
        equal in both has no entries.
    """
    found = {}
    for kind, unit in PER_KG.items():
        known = [o for o in differences if o.name.endswith(f"[{unit}]") and np.isfinite(o.rms[of])]
        if kind == "powers":
            known = [o for o in known if meaning(quantity_and_unit(o.name)[0]).plane == "total"]
        if known:
            found[kind] = [one for one in in_order(known, of) if one.rms[of] > 0.0][:2]
    return found


def in_order(differences: Sequence[Difference], of: int) -> list[Difference]:
    """Differences from the most telling: pelvis and legs first, then by the factor by which they
    exceed their ±, then by size. A quantity of neither side occurs once.

    Args:
        of: index of the compared analysis.
    """

    def last(one: Difference) -> tuple[bool, float, float]:
        joint = meaning(quantity_and_unit(one.name)[0]).joint
        factor = one.rms[of] / one.error(of) if one.error(of) > 0.0 else 0.0
        return joint not in (*LEG_JOINTS, "foot"), -factor, -one.rms[of]

    once: dict[str, Difference] = {}
    for one in sorted(differences, key=last):
        name, unit = quantity_and_unit(one.name)
        once.setdefault(f"{name.partition(' over ')[0]} [{unit}]", one)
    return list(once.values())


def beyond(differences: Sequence[Difference], of: int) -> tuple[int, int]:
    """How many quantities differ by more than the ± of both curves, and of how many this is known.

    Args:
        of: index of the compared analysis.
    """
    known = [one for one in differences if math.isfinite(one.rms[of] - one.error(of))]
    return sum(one.exceeds(of) for one in known), len(known)


def beyond_in_words(differences: Sequence[Difference], of: int) -> str:
    """This in a line, with the first names of those that exceed their ±; empty if no ± is known."""
    many, known = beyond(differences, of)
    if not known:
        return ""
    most = in_order([one for one in differences if one.exceeds(of)], of)
    names = ", ".join(in_full(*quantity_and_unit(one.name)) for one in most[:_NAMED])
    which = f"{': ' if many <= _NAMED else ', most of all '}{names}" if most else ""
    return f"{many} of {known} curves differ by more than the ± of both{which}"


def dissimilar(analyses: Sequence[Analysis]) -> dict[str, list[str]]:
    """`unlike` methods of analyses, and other body masses of one subject."""
    found = unlike([ways(one) for one in analyses])
    people: dict[str, set[float | None]] = {}
    for one in analyses:
        people.setdefault(one.model.subject.name, set()).add(one.model.subject.mass)
    if any(len(masses) > 1 for masses in people.values()):
        found["body mass"] = [f"{body_mass(one):.1f} kg" for one in analyses]
    return found


def ways(analysis: Analysis) -> dict[str, str]:
    """The methods of an analysis in words, by choice."""
    choice = json.loads(analysis.provenance.configuration)
    return {
        "ground reaction": _ground(analysis),
        "marker set": analysis.marker_set,
        "segment parameters": analysis.model.parameters,
        **{name: str(choice.get(name) or "as found") for name in _CHOICES},
    }


def unlike(found: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Differences between the methods of analyses that change numbers: each analysis's method, in
    words, by choice.

    Such numbers can be compared, but a part of their difference comes from the methods.

    Args:
        found: `ways` of each analysis.
    """
    said = {name: [each[name] for each in found] for name in (found[0] if found else ())}
    return {name: each for name, each in said.items() if len(set(each)) > 1}


def _ground(analysis: Analysis) -> str:
    if analysis.method == "plates":
        return "measured by plates" if on_plates(analysis) else "not known"
    return "estimated from motion"


def short_names(folders: Sequence[Path]) -> list[str]:
    """A short name for each analysis: the end of its path that differs from the others."""
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
    """Write one row for each quantity and analysis: strides, rms difference from the first
    analysis, ± of both curves (empty for the first), and mean curve.
    """
    write_table(
        path,
        ["analysis", "quantity", "strides", "rms from the first", "± of both",
         *(f"at {percent:.0f} %" for percent in CYCLE)],
        (
            (name, one.name, average.strides, one.rms[k], one.error(k) if k else math.nan,
             *average.mean.tolist())
            for one in differences
            for k, (name, average) in enumerate(zip(names, one.averages, strict=True))
            if average is not None
        ),
    )  # fmt: skip
