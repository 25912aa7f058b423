"""`ambulo norms`: the user's own normal data from analysed walks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import is_file
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.population.compare import require_one_format, unlike, ways
from ambulo.records import SIDES, Analysis, Quantity, Side
from ambulo.report.normal_band import read_own_norms
from ambulo.report.verdict import overall
from ambulo.results.columns import LEG_JOINTS, PER_KG, body_mass, meaning, per_kg
from ambulo.results.conventions import (
    conventions,
    on_plates,
    require_one_convention,
    without_moments,
)
from ambulo.results.folder import read_folder
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import CYCLE, cycle_curves, stride_parameters
from ambulo.results.netcdf import Variable, netcdf, texts, variable
from ambulo.results.posture import Posture, posture
from ambulo.results.whole_file import write_file

_FEWEST = 2

Curves = Mapping[str, Mapping[str, FloatArray]]
"""Curves (101,) by group and name without side."""


@dataclass(frozen=True, eq=False)
class OwnNorms:
    """Mean and standard deviation between people over the stride.

    Args:
        people: names of the subjects; the folder's name for a subject without a name.
        trials: number of analyses; without_plates: number of analyses without measured force, whose
            moments and powers are left out.
        speed: (people,) m/s, mean speed of each person.
        mean, sd: by group and name without side, (101,); NaN where fewer than two are known.
        count: by group and name, (101,) number of people.
        conventions: conventions of the numbers in words, by choice.
        unlike: other differences between the walks that change numbers, by choice.
    """

    people: tuple[str, ...]
    trials: int
    speed: FloatArray
    mean: Curves
    sd: Curves
    count: Curves
    without_plates: int = 0
    conventions: Mapping[str, str] = field(default_factory=dict)
    unlike: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """The subjects in words."""
        low, high = self.speed.min(), self.speed.max()
        return f"{len(self.people)} people, {low:.2f} to {high:.2f} m/s"

    @property
    def doubts(self) -> str:
        """Missing contents, and differences between the walks, in words; may be empty."""
        walks = f"{counted(self.without_plates, 'walk')} without force plates"
        said = [f"Moments and powers of {walks} are left out"] if self.without_plates else []
        for what, each in self.unlike.items():
            of = ", ".join(f"{way}: {count}" for way, count in Counter(each).most_common())
            said.append(f"The walks differ in {what} ({of})")
        return ". ".join(said)


def make_norms(
    folders: Sequence[Path], progress: Callable[[str, float], None] | None = None
) -> OwnNorms:
    """Curves of every walk's strides, averaged by leg, then by person, then over people.

    A person's curve is the mean of both legs' mean curves over all walks of this person. The
    standard deviation is that between people. Pelvis angles are relative to each leg (positive with
    this side up or forward). Moments and powers come only from walks with forces from plates,
    because forces from the motion alone are not measured. Analyses with the same subject name
    belong to one person.

    Args:
        folders: folders from `ambulo analyse`.
        progress: function called with the present folder and the finished share.
    Raises:
        InputError: a folder is not an analysed walk with strides, there are fewer than two people,
            or the walks have different formats or conventions.
    """
    by_person: dict[str, list[Mapping[tuple[str, str], FloatArray]]] = defaultdict(list)
    speeds: dict[str, list[float]] = defaultdict(list)
    without_plates = 0
    held: dict[str, dict[str, str]] = {}
    formats: dict[str, int] = {}
    found = list[dict[str, str]]()
    for k, folder in enumerate(folders):
        if progress is not None:
            progress(f"reading {folder.name}", k / len(folders))
        analysis = read_folder(folder)
        if not analysis.activity.walking or not analysis.strides:
            raise InputError(
                "this is not a walk with a whole stride", str(folder), "Leave this analysis out"
            )
        formats[str(folder)] = analysis.provenance.format
        person = analysis.model.subject.name or folder.resolve().name
        segments = posture(analysis.model, analysis.motion)
        by_person[person] += _legs(analysis, segments)
        without_plates += not on_plates(analysis)
        usable = "do not use" if overall(analysis.checks) == "do-not-use" else "usable"
        found.append(ways(analysis) | {"ground reaction": "", "verdict": usable})
        of = conventions(analysis)
        held[str(folder)] = of if on_plates(analysis) else without_moments(of)
        strides = stride_parameters(analysis, segments)
        speeds[person].append(float(np.mean([stride.speed for stride in strides])))
    require_one_format(formats)
    require_one_convention(held)
    if len(by_person) < _FEWEST:
        raise InputError(
            f"all given analyses are of {next(iter(by_person), 'nobody')}",
            "norms",
            "Give walks of at least two people. Each recording must name its subject",
        )
    each = [_mean_of(legs) for legs in by_person.values()]
    keys = list(dict.fromkeys(key for person in each for key in person))
    mean: dict[str, dict[str, FloatArray]] = {group: {} for group in PER_KG}
    sd: dict[str, dict[str, FloatArray]] = {group: {} for group in PER_KG}
    count: dict[str, dict[str, FloatArray]] = {group: {} for group in PER_KG}
    for group, name in keys:
        curves = [person[group, name] for person in each if (group, name) in person]
        table = np.array(curves)
        known = np.isfinite(table).sum(axis=0)
        middle = _mean(table)
        square = np.nansum((table - middle) ** 2, axis=0)
        enough = known >= _FEWEST
        if not enough.any():
            continue
        mean[group][name] = np.where(enough, middle, np.nan)
        sd[group][name] = np.where(enough, np.sqrt(square / np.maximum(known - 1, 1)), np.nan)
        count[group][name] = known.astype(float)
    return OwnNorms(
        tuple(by_person),
        len(folders),
        np.array([np.mean(found) for found in speeds.values()]),
        mean,
        sd,
        count,
        without_plates,
        {name: said for of in held.values() for name, said in of.items()},
        unlike(found),
    )


def write_norms(norms: OwnNorms, out: Path, population: str | None = None) -> None:
    """Write a netCDF file that `--norms` takes.

    Args:
        out: the file. It replaces earlier normal data.
        population: description of the subjects for legends; None gives their number and speeds.
    Raises:
        InputError: the file cannot be written, is among other results, does not end in .nc, or has
            other contents.
    """
    if out.suffix != ".nc":
        raise InputError(
            "the name of the normal data does not end in .nc", str(out), "Give --out NAME.nc"
        )
    if is_file(out):
        try:
            read_own_norms(out)
        except InputError as error:
            raise InputError(
                "this file contains no normal data and would be overwritten",
                str(out),
                "Give another name with --out",
            ) from error
    people = f"{len(norms.people)} people, {norms.trials} walks"
    content = [variable("cycle", "cycle", CYCLE, "percent", "stride")]
    for group, unit in PER_KG.items():
        dims = (f"{group}_quantity", "cycle")
        names = list(norms.mean[group])
        said = {"units": unit, "long_name": f"{group} of the legs, sides taken together"}
        content.append(Variable(dims[0], dims[:1], texts(names), {"long_name": "name"}))
        for kind in ("mean", "sd", "count"):
            curves: Mapping[str, FloatArray] = getattr(norms, kind)[group]
            table = np.array([curves[name] for name in names]).reshape(-1, len(CYCLE))
            content.append(
                Variable(f"{group}_{kind}", dims, table, said if kind != "count" else {})
            )
    about = {
        "name": out.stem,
        "citation": f"own data, {people}" + (f". {norms.doubts}" if norms.doubts else ""),
        "population": population or norms.said,
        "short": out.stem,
        **norms.conventions,
        "ambulo": VERSION,
    }
    write_file(out, netcdf(content, about))


def _legs(analysis: Analysis, segments: Posture) -> list[Mapping[tuple[str, str], FloatArray]]:
    """Mean curves over the strides of each leg that has some."""
    mass = body_mass(analysis)
    groups: dict[str, Sequence[Quantity]] = {
        "angles": (*analysis.angles, *foot_progression(analysis, segments))
    }
    if on_plates(analysis):
        groups["moments"] = per_kg(analysis.moments, mass)
        groups["powers"] = per_kg(analysis.powers, mass)
    found: list[Mapping[tuple[str, str], FloatArray]] = []
    for side in SIDES:
        strides = [stride for stride in analysis.strides if stride.side == side]
        if not strides:
            continue
        curves: dict[tuple[str, str], FloatArray] = {}
        for group, quantities in groups.items():
            for quantity in quantities:
                what = meaning(quantity.name)
                if what.joint in (*LEG_JOINTS, "foot") and what.side in (side, None):
                    mean = cycle_curves(analysis.motion.time, quantity.values, strides).mean
                    sign = 1.0 if what.side else _sign(side, what.plane)
                    curves[group, f"{what.joint}_{what.motion}"] = sign * mean
        found.append(curves)
    return found


def _sign(side: Side, plane: str) -> float:
    """Of a pelvic angle in the world as this leg sees it; turned left, the right side leads."""
    own = 1.0 if side == "left" else -1.0
    return {"frontal": own, "transverse": -own}.get(plane, 1.0)


def _mean_of(
    legs: Sequence[Mapping[tuple[str, str], FloatArray]],
) -> dict[tuple[str, str], FloatArray]:
    keys = list(dict.fromkeys(key for leg in legs for key in leg))
    return {key: _mean(np.array([leg[key] for leg in legs if key in leg])) for key in keys}


def _mean(table: FloatArray) -> FloatArray:
    """Over the rows that are known, (columns,); NaN where none is."""
    known = np.isfinite(table).sum(axis=0)
    mean: FloatArray = np.where(known > 0, np.nansum(table, axis=0) / np.maximum(known, 1), np.nan)
    return mean
