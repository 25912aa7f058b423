"""Pàmies-Vilà (2012), section 4.6: ways of sharing double support against the plates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import starmap
from typing import NamedTuple

import numpy as np

from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.registry import SHARINGS, every_sharing, share
from ambulo.gait.wrench_comparison import reactions_about
from ambulo.inputs.progress import OnPart
from ambulo.records import SIDES, WRENCH, Analysis, SharingComparison, WrenchDifference
from ambulo.results.columns import header
from ambulo.studies.printed.lists import Printed, printed
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo_studies.gait_trials import (
    DEMO,
    HER_CYCLE,
    KNOWN,
    OTHER_MASSES,
    OTHER_SUBJECT,
    OWN_MASSES,
    PAMIES_VILA_MASS,
    beside_printed,
    experiments,
    on_every_walk,
)
from ambulo_studies.recorded_walk import PARTS, walk_without
from ambulo_studies.shared_again import problem_of, with_plates_resultant

TITLE = "Sharing the ground reaction in double support"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Sections 4.5 and 4.6, figures "
    "4.13 and 4.14, tables 4.2 and 4.3. Smooth transition: Ren L, Jones RK, Howard D (2008), J "
    "Biomech 41:2750-2759."
)

_FEET = ("trailing", "leading")

PrintedTable = Mapping[tuple[str, str], Mapping[str, Printed]]
"""Way and foot -> component -> rms about the ankle [N, N*m]."""


def printed_table(number: str) -> PrintedTable:
    """Tables 4.2, 4.3 and 6.4; a way's blank cells are left out.

    In table 4.2 one foot is on a plate: it leads in the first double support, trails in the last.
    """
    numbers = printed("pamies2012").numbers
    found: dict[tuple[str, str], dict[str, Printed]] = {}
    for way in ("sta", "cfp", "cm"):
        for foot in _FEET:
            for component in WRENCH:
                what = "force" if component.startswith("F") else "moment"
                row = numbers.get(f"table {number}, {way}, {what}, {foot}, {component}")
                if row is not None:
                    found.setdefault((way, foot), {})[component] = row
    return found


PLATE_FREE = 0.6
"""Largest part of the smooth transition's rms in Fz that a better plate-free sharing may have."""

_RESULTANT = (
    "The resultant of the motion has an error. Experiment: the resultant of the plates is shared."
)


DEVIATIONS = (
    OTHER_SUBJECT,
    OTHER_MASSES,
    "Where a figure of the smooth transition (STA) is larger than the printed one, the walk is "
    "shared again with the plates' own resultant in place of the motion's. Corrected plates (CFP) "
    "are then exact with both feet on plates: this does not show the cause of their error, which "
    "is that of the sum itself. Of CFP, and of the demo subject's STA too, the parts that the "
    "study of residuals names are taken out as there.",
    "Where one foot is beside the plates, the error of CFP is that of one frame, the last or the "
    "first of single support, shared in proportion to time (eqs. 4.9 to 4.11). Her 0.917 N·m of My"
    " are some 1.6 in that frame, where table 4.1 has 12.4 rms.",
    "With the plates' own resultant too Fz by STA is 1.3 to 1.8 times hers, My 1.1 to 1.7 times, "
    "Fy 1.1 to 2.1 times, and Mz of the leading foot in table 4.3 1.4 and 4.6 times: these walkers "
    "unload otherwise.",
    "The error of CFP is the same however the feet share the sum, so HC038A's walk in her time can "
    "be tried here.",
    "The text under Table 4.2 says that CFP is better with two plates than with one; the tables as "
    "printed say the contrary (Fz 16.6 and 10.9 N with one, 35.7 and 27.4 N with two).",
    "Contact and least action is not Pàmies-Vilà's: each foot's wrench stays within its sole, "
    "pushes only, within the friction cone, joins single support smoothly, and among these the "
    "joint moments are least.",
    "Smooth joint moments are not Pàmies-Vilà's either: the resultant is followed only within "
    "its error, and what no sole carries stays at the root. Here they know nothing of the plates.",
)


class _Figures(NamedTuple):
    """A printed table, and what stands beside it: a field of the comparison, here and exact."""

    number: str
    printed: PrintedTable
    what: str
    part: str
    found: Mapping[str, Mapping[str, WrenchDifference]]
    exact: Mapping[str, Mapping[str, WrenchDifference]]
    feet: Mapping[str, str]


class _Figure(NamedTuple):
    """One printed figure, scaled, ours, and ours with the plates' own resultant."""

    way: str
    foot: str
    component: str
    row: Printed
    printed: float
    ours: float
    exact: float


def run(progress: OnPart) -> Findings:
    """Every sharing on every walk, where one or both feet are on plates."""
    return on_every_walk(progress, _of_walk)


def _of_walk(name: str, analysis: Analysis) -> Findings:
    scale = (analysis.model.subject.mass or np.nan) / PAMIES_VILA_MASS
    assert analysis.sharing is not None
    problem = problem_of(analysis)
    exact = with_plates_resultant(problem)
    tables = _printed_tables(
        analysis, analysis.sharing, compare_sharings(exact, every_sharing(exact))
    )
    found = analysis.sharing.both_feet_on_plates
    part = found["contact"]["both"].rms["Fz"] / found["sta"]["both"].rms["Fz"]
    both = list(_figures(tables[1], scale))
    return Findings(
        tuple(
            beside_printed(
                each.row.name,
                each.ours,
                on=name,
                mass=analysis.model.subject.mass,
                without=_without(name, table, each),
            )
            for table in tables
            for each in _figures(table, scale)
        ),
        tuple(_table(name, table, scale) for table in tables),
        tuple(_charts(name, analysis, problem)),
        checks={
            f"{name}: contact's Fz, without plates, within {PLATE_FREE:.0%} of STA's rms": bool(
                part <= PLATE_FREE
            ),
            f"{name}: the feet add up to the resultant within 1e-9": _adds_up(analysis),
            f"{name}: CFP is nearer the plates than STA as often as in table 4.3": (
                _times_better({(f.way, f.foot, f.component): f.ours for f in both})
                >= _times_better(_as_figures(printed_table("4.3")))
            ),
            f"{name}: with the plates' resultant CFP is the plates, within 1e-6": (
                max(f.exact for f in both if f.way == "cfp") <= 1e-6
            ),
            f"{name}: with the plates' resultant STA is worse in My for the leading foot": (
                _exact(both, "sta", "leading", "My") > _exact(both, "sta", "trailing", "My")
            ),
        },
    )


def feet_in_order(analysis: Analysis) -> dict[str, str]:
    """Which foot trails and which leads in the double support on the plates."""
    plates = analysis.plates_ground
    assert plates is not None
    loaded = plates.known.all(axis=1) & (plates.force[:, :, 2] > 0.0).all(axis=1)
    first = int(np.flatnonzero(loaded)[0])
    trailing = int(np.argmax(plates.force[first, :, 2]))
    return {"trailing": SIDES[trailing], "leading": SIDES[1 - trailing]}


def _printed_tables(
    analysis: Analysis,
    found: SharingComparison,
    exact: SharingComparison,
) -> tuple[_Figures, _Figures]:
    """Tables 4.2 and 4.3: the foot that trails on both plates led onto the first of them."""
    feet = feet_in_order(analysis)
    alone = {"leading": feet["trailing"], "trailing": feet["leading"]}
    return (
        _Figures(
            "4.2",
            printed_table("4.2"),
            "one foot on a plate",
            "one_foot_on_plate",
            found.one_foot_on_plate,
            exact.one_foot_on_plate,
            alone,
        ),
        _Figures(
            "4.3",
            printed_table("4.3"),
            "both feet on plates",
            "both_feet_on_plates",
            found.both_feet_on_plates,
            exact.both_feet_on_plates,
            feet,
        ),
    )


def _figures(table: _Figures, scale: float) -> Iterator[_Figure]:
    """Every printed figure for which this walk has one: not each has both kinds of support."""
    for (way, foot), by_component in table.printed.items():
        side = table.feet[foot]
        if side not in table.found.get(way, {}):
            continue
        ours, exact = table.found[way][side].rms, table.exact[way][side].rms
        for component, row in by_component.items():
            limit = scale * float(row.value)
            yield _Figure(way, foot, component, row, limit, ours[component], exact[component])


def _as_figures(table: PrintedTable) -> dict[tuple[str, str, str], float]:
    return {
        (*key, component): float(row.value)
        for key, by_component in table.items()
        for component, row in by_component.items()
    }


def _times_better(figures: Mapping[tuple[str, str, str], float]) -> int:
    """For how many components of both feet CFP's rms is below STA's."""
    return sum(
        figure < figures["sta", foot, component]
        for (way, foot, component), figure in figures.items()
        if way == "cfp"
    )


def _exact(figures: list[_Figure], way: str, foot: str, component: str) -> float:
    return next(f.exact for f in figures if f[:3] == (way, foot, component))


def _without(name: str, table: _Figures, figure: _Figure) -> Iterator[tuple[str, float]]:
    """What may make a miss, and what is left without it.

    Of corrected plates the plates' own resultant leaves the plates: it shows no cause. A smooth
    transition misses what the motion's resultant does not hold, so nothing else is tried of one
    that is recorded.
    """
    own = HER_CYCLE if name == DEMO else ()
    parts = {
        "sta": (*own, _RESULTANT),
        "cfp": (*own, *KNOWN, OWN_MASSES) if name == DEMO else PARTS,
    }
    side = table.feet[figure.foot]
    for cause, found in experiments(parts[figure.way], partial(_shared_without, name)):
        by_side = getattr(found, table.part)[figure.way]
        if side in by_side:
            yield cause, by_side[side].rms[figure.component]


@cache
def _shared_without(name: str, parts: tuple[str, ...]) -> SharingComparison | None:
    problem = walk_without(name, tuple(part for part in parts if part != _RESULTANT))
    if problem is None:
        return None
    if _RESULTANT in parts:
        problem = with_plates_resultant(problem)
    blind = replace(problem, measured=None)
    ways = {"sta": share(blind, "sta").ground, "cfp": share(problem, "cfp").ground}
    return compare_sharings(problem, ways)


def _table(name: str, table: _Figures, scale: float) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for way, by_side in table.found.items():
        if not SHARINGS[way].compared:
            continue
        for foot, side in table.feet.items():
            rows_of = table.printed.get((way, foot))
            if rows_of is not None:
                scaled = (round(scale * float(rows_of[c].value), 2) for c in WRENCH)
                rows.append((f"{way}, {foot}, printed, scaled", *scaled))
            for what, found in (("here", by_side), ("the plates' resultant", table.exact[way])):
                if side in found:
                    values = (round(found[side].rms[c], 2) for c in WRENCH)
                    rows.append((f"{way}, {foot}, {what}", *values))
    return Table(
        f"{name}: double support, {table.what}, rms about the ankle (table {table.number})",
        ("sharing, foot", *starmap(header, WRENCH.items())),
        tuple(rows),
    )


def _adds_up(analysis: Analysis) -> bool:
    """Whether every sharing that claims it leaves nothing of the resultant."""
    assert analysis.sharing is not None
    whole = [
        ground.wrench.sum(axis=1)
        for way, ground in analysis.sharing.sharings.items()
        if SHARINGS[way].adds_up
    ]
    known = np.all([np.isfinite(total).all(axis=1) for total in whole], axis=0)
    return all(float(np.abs(total[known] - whole[0][known]).max()) <= 1e-9 for total in whole)


def _charts(name: str, analysis: Analysis, problem: SharingProblem) -> Iterator[Chart]:
    """Each foot's force (figure 4.13) and moment about the ankle (figure 4.14)."""
    plates = analysis.plates_ground
    assert plates is not None
    assert analysis.sharing is not None
    time = problem.time
    # from the first strike on a plate to the last off
    inside = np.zeros(len(time), dtype=bool)
    seen = np.flatnonzero(
        (plates.known & problem.stance & (plates.force[..., 2] > 0.0)).any(axis=1)
    )
    inside[seen[0] : seen[-1] + 1] = True
    measured = reactions_about(plates, problem.ankles)
    measured[~plates.known] = np.nan
    shared = {
        way: reactions_about(ground, problem.ankles)
        for way, ground in analysis.sharing.sharings.items()
        if way in ("cfp", "sta", "contact", "smooth")
    }
    marks = tuple(e.time for e in analysis.events if time[seen[0]] <= e.time <= time[seen[-1]])
    words = ("fore-aft force", "force to the left", "vertical force", "moment about the forward "
             "axis", "moment about the axis to the left", "moment about the vertical")  # fmt: skip
    for c, (component, word) in enumerate(zip(WRENCH, words, strict=True)):
        for s, side in enumerate(SIDES):
            curves = [
                Curve(SHARINGS[way].title, time[inside], values[inside, s, c])
                for way, values in shared.items()
            ]
            yield Chart(
                f"{component}_{side}_{name.replace(' ', '_')}",
                f"{name}: {word}, {side} foot",
                "time [s]",
                header(component, WRENCH[component]),
                (*curves, Curve("plates", time[inside], measured[inside, s, c], "k--")),
                marks,
                caption=f"As Pàmies-Vilà's figure {'4.13' if c < 3 else '4.14, about the ankle'}; "
                "marks are foot strikes and offs, and in single support every sharing that adds "
                "up is the resultant of the motion.",
            )
