"""Pàmies-Vilà (2012), chapter 3: sizes of the models, tables of the body against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ambulo.demo.walking_man import MEASUREMENTS
from ambulo.gait.planar.planar_tables import load_planar_body
from ambulo.inputs.progress import OnPart
from ambulo.model.leg_regressions import leg_segments
from ambulo.model.scaling import build_model
from ambulo.model.segment_table_file import load_segment_table
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.natural.constraints import constraint_counts, rigid_constraints
from ambulo.multibody.natural.mass_matrix import element_indices
from ambulo.multibody.natural.points import NaturalBody, natural_body
from ambulo.records import Subject
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Comparison, Findings
from ambulo_studies.gait_trials import PAMIES_VILA_MASS, beside_printed

TITLE = "Sizes of the models, and the tables of the body against each other"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Chapter 3, tables 3.2 to 3.7."
)

TABLE_MASS = 74.0
"""kg, sum of the masses of table 3.4."""

DEVIATIONS = (
    "Vaughan's regressions on table 3.2 give the leg's printed moments of inertia with 74 kg, the "
    "sum of table 3.4's masses, not with the 85 kg of table 3.2.",
    "Table 3.4 prints the moments of inertia of the whole foot for the hindfoot.",
    "If the sides differ, table 3.5 has the right one, except for lengths and the legs' masses.",
    "Where table 3.5 adds parts, its moments of inertia have a hundredth of the parallel-axis "
    "(Steiner's) term: the parts' are in 1e-2 kg·m², the term was added in kg·m². So they are, to "
    "the digit, the trunk's 51.312 (117.859 by table 3.4), the head's 2.472 and the forearms' "
    "1.124.",
    "Table 3.5 has the hindfoot's centre with the other sign along x, and with the lateral "
    "coordinate for the height.",
)

_OF_74_KG = (
    "The mass is 85 kg in table 3.2, but the segments of table 3.4 add up to 74 kg. "
    "Experiment: 74 kg."
)

_SLIPS: Mapping[tuple[str, str], str] = {
    (
        "inertia",
        "She seems to have added Steiner's term in the wrong unit. Experiment: a hundredth of "
        "it is added, along z alone, on the right side.",
    ): "slipped inertia",
    (
        "centre x",
        "She seems to have changed the sign. Experiment: the right side with the other sign.",
    ): "centre -x",
    (
        "centre z",
        "She seems to have taken the wrong column. Experiment: the lateral coordinate of the "
        "right side.",
    ): "centre y",
}
"""What of table 3.5, by which slip -> what of table 3.4 it then is."""

_EXTREMES = 5
"""Ends of head, hands and forefeet: points that are no joints."""

_LEG = {"thigh": "thigh", "shank": "shank", "hindfoot": "foot"}
"""Row of table 3.4 -> segment of the regressions that gives its moments of inertia."""


def run(progress: OnPart) -> Findings:
    """Count, then set every number of table 3.5 and the leg's inertias beside ours."""
    progress("counting", 0.0)
    ours = {**_sizes(), **_planar_sizes()}
    return Findings(
        comparisons=(
            *(beside_printed(name, value) for name, value in ours.items()),
            *_inertias(),
            *_planar_table(),
        )
    )


def _sizes() -> Mapping[str, float]:
    """Of the model in space."""
    joints, ends = generic_geometry("body18", 1.82, "m")
    subject = Subject(mass=PAMIES_VILA_MASS, height=1.82, sex="m")
    model = build_model("body18", joints, ends, subject)
    body = natural_body(model.tree, model.segments, model.joints)
    counts = constraint_counts(body)
    rigid = sum(count for kind, count in counts.items() if kind <= "C07")
    vectors = sum(body.is_vector)
    return {
        "segments": len(model.segments),
        "degrees of freedom": body.freedom,
        "coordinates": body.coordinates,
        "points": body.n - vectors,
        "unit vectors": vectors,
        "coordinates of points and vectors": 3 * body.n,
        "angles": counts["angles"],
        "rigid body constraints": rigid,
        "constraints of the forward analysis": rigid + counts["angles"],
        "driver constraints": counts["C08"] + counts["C09"],
        "joints": len([name for name in body.names if name in model.joints]),
        "driver constraints of the lumbar joint": counts["C09"],
        "rows of an element's mass matrix": 3 * len(element_indices(body.elements[-1])),
        "figure 3.7, J2 to J3": 2.0 * 0.344 * MEASUREMENTS["asis_breadth"],
        **dict(_by_segment(body, model.segments)),
    }


def _by_segment(body: NaturalBody, segments: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Table 3.7: constraints of pelvis, torso and the sixteen others."""
    rigid = rigid_constraints(body)
    totals = {"pelvis": "pelvis, constraints", "torso": "constraints of the torso",
              "neck": "constraints of another segment"}  # fmt: skip
    for segment, total in totals.items():
        of = zip(rigid.kind, rigid.segment, strict=True)
        counts = Counter(kind for kind, k in of if segments[k] == segment)
        label = "another segment" if segment == "neck" else segment
        yield total, counts.total()
        yield from ((f"table 3.7, equations, {label}, {kind}", n) for kind, n in counts.items())
        if segment == "pelvis":
            yield "pelvis, constraints of linear dependence", counts["C06"]
            yield "pelvis, constraints of table 3.6", counts.total() - counts["C06"]


def _planar_sizes() -> Mapping[str, float]:
    body, _ = load_planar_body("pamies2012", base="right_hindfoot")
    return {
        "planar segments": len(body.segments),
        "planar degrees of freedom": body.freedom,
        "planar coordinates": body.coordinates,
        "planar points": len(body.points),
        "planar coordinates of points": 2 * len(body.points),
        "planar joints": len(body.points) - _EXTREMES,
        "planar relative angles": len(body.segments) - 1,
        "planar constraints": body.coordinates - body.freedom,
    }


def _inertias() -> Iterator[Comparison]:
    """Of the leg, by Vaughan's regressions on table 3.2."""
    regressions = load_segment_table("vaughan1992").legs
    by_mass = {
        mass: leg_segments(
            regressions, Subject(mass=mass, height=1.82, sex="m", measurements=MEASUREMENTS)
        )
        for mass in (PAMIES_VILA_MASS, TABLE_MASS)
    }
    for row, segment in _LEG.items():
        for side in ("right", "left"):
            whole, light = (
                100.0 * np.asarray(legs[side, segment].moments) for legs in by_mass.values()
            )
            for k, axis in enumerate("XYZ"):
                yield beside_printed(
                    f"table 3.4, inertia, {side} {row}, I{axis}", float(whole[k]),
                    without={_OF_74_KG: float(light[k])},
                )  # fmt: skip


def _planar_table() -> Iterator[Comparison]:
    """Table 3.5 from table 3.4: parts added about their common centre, the mean of both sides."""
    for segment, parts in (
        ("trunk", ("pelvis", "torso")),
        ("head", ("neck", "head")),
        ("arm", ("arm",)),
        ("forearm", ("forearm", "hand")),
        ("thigh", ("thigh",)),
        ("shank", ("shank",)),
        ("hindfoot", ("hindfoot",)),
        ("forefoot", ("forefoot",)),
    ):
        sided = segment not in ("trunk", "head")
        sides = {side: _added(side if sided else "", parts) for side in ("right", "left")}
        for side in ("right ", "left ") if sided else ("",):
            for what, right in sides["right"].items():
                left = sides["left"][what]
                one_sided = segment in ("arm", "forearm") and what == "length"
                ours = sides[side.strip()][what] if one_sided else 0.5 * (right + left)
                if f"table 3.5, {what}, {side}{segment}" not in printed("pamies2012").numbers:
                    continue
                yield beside_printed(
                    f"table 3.5, {what}, {side}{segment}", ours,
                    without={
                        "Experiment: the number of the right side instead of the mean of both "
                        "sides.": right,
                        **{
                            cause: sides["right"][other]
                            for (of, cause), other in _SLIPS.items()
                            if of == what
                        },
                    },
                )  # fmt: skip


def _added(side: str, parts: tuple[str, ...]) -> Mapping[str, float]:
    """Length, centre (x, z) [m], mass [kg] and inertia about Y [1e-2 kg m^2] of parts in a row."""
    numbers = printed("pamies2012").numbers

    def of(what: str, part: str) -> float:
        called = f"{side} {part}".strip()
        names = (f"table 3.4, {what}, {called}", f"table 3.4, {what} of the rest, {called}")
        return next((float(numbers[name].value) for name in names if name in numbers), 0.0)

    mass = np.array([of("mass", part) for part in parts])
    length = np.array([of("length", part) for part in parts])
    inertia = np.array([of("inertia", f"{part}, IY") for part in parts])
    x = np.array([of("centre", f"{part}, x") for part in parts])
    z = np.array([of("centre", f"{part}, z") for part in parts])
    # limbs hang from their proximal joint, the neck carries the head
    way = 1.0 if parts[-1] == "head" else -1.0
    if parts[0] != "pelvis":
        z[1:] += way * length[:-1]
    centre = mass @ np.column_stack([x, z]) / mass.sum()
    apart = (x - centre[0]) ** 2 + (z - centre[1]) ** 2
    return {
        "length": float(length.sum()),
        "centre x": float(centre[0]),
        "centre z": float(centre[1]),
        "mass": float(mass.sum()),
        "inertia": float(inertia.sum() + 100.0 * mass @ apart),
        "slipped inertia": float(inertia.sum() + mass @ (z - centre[1]) ** 2),
        "centre -x": float(-centre[0]),
        "centre y": of("centre", f"{parts[0]}, y"),
    }
