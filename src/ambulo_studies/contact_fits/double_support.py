"""Contact under the feet beside the other ways to share (table 6.4, figures 6.8 and 6.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import starmap

import numpy as np

from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.registry import SHARINGS, share
from ambulo.math.vector_arrays import wrench_about
from ambulo.records import SIDES, WRENCH, Analysis, GroundReaction
from ambulo.results.columns import header
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.contact_fits.cases import ContactCase
from ambulo_studies.contact_fits.charts import PLACE_IN_WRENCH, beside
from ambulo_studies.gait_trials import PAMIES_VILA_MASS, beside_printed
from ambulo_studies.pamies2012_sharing import feet_in_order, printed_table


def shared_by_contact(
    analysis: Analysis, case: ContactCase, problem: SharingProblem, comparisons: list[Comparison]
) -> tuple[Table, list[Chart]]:
    """Contact under the feet beside the other ways that need no plates (table 6.4)."""
    scale = analysis.model.mass / PAMIES_VILA_MASS
    blind = replace(problem, measured=None)
    ways = {name: share(blind, name).ground for name in ("foot-contact", "smooth", "sta")}
    ways["cfp"] = share(problem, "cfp").ground
    found = compare_sharings(problem, ways).both_feet_on_plates
    feet = feet_in_order(analysis)
    rows: list[tuple[str | float, ...]] = []
    for way, by_side in found.items():
        for place, side in feet.items():
            rms = by_side[side].rms
            rows.append((f"{SHARINGS[way].title}, {place}", *(round(rms[c], 1) for c in WRENCH)))
            if way == "foot-contact":
                comparisons += [
                    beside_printed(row.name, rms[c], on="HC038A", mass=analysis.model.mass)
                    for c, row in printed_table("6.4")["cm", place].items()
                ]  # fmt: skip
    for (way, place), printed in printed_table("6.4").items():
        scaled = (
            round(scale * float(printed[c].value), 1) if c in printed else "–" for c in WRENCH
        )
        rows.append((f"printed, scaled: {way.upper()}, {place}", *scaled))
    table = Table(
        "HC038A: double support, both feet on plates, rms about the ankle (table 6.4)",
        ("sharing, foot", *starmap(header, WRENCH.items())),
        tuple(rows),
    )
    return table, _shared_charts(case, problem, ways, feet)


def _shared_charts(
    case: ContactCase, problem: SharingProblem, ways: Mapping[str, GroundReaction],
    feet: Mapping[str, str],
) -> list[Chart]:  # fmt: skip
    """Each foot's Fz, Mx and My about its ankle in double support, by every way (6.8, 6.9)."""
    part = np.searchsorted(problem.time, case.feet.time - 1e-9)
    both = case.plates.counted.all(axis=0) & (case.plates.wrench[..., 5] > 0.0).all(axis=0)
    charts = []
    for place, side in feet.items():
        s = SIDES.index(side)
        ankle = case.feet.p[s, :, 0]
        moved = np.cross(case.plates.about[s] - ankle, case.plates.wrench[s, :, 3:])
        plate = case.plates.wrench[s] + np.concatenate([moved, 0.0 * moved], axis=1)
        by_way = {
            way: wrench_about(ankle, x.force[part, s], x.moment_origin[part, s])
            for way, x in ways.items()
        }
        for name, figure in (("Fz", "6.8"), ("Mx", "6.9"), ("My", "6.9")):
            c = PLACE_IN_WRENCH[name]
            charts.append(
                beside(
                    case, f"{name} of the {place} foot in double support", figure,
                    ("plate", np.where(both, plate[:, c], np.nan)),
                    [(SHARINGS[w].title, np.where(both, x[:, c], np.nan))
                     for w, x in by_way.items()],
                    "N" if c > 2 else "N·m",
                )
            )  # fmt: skip
    return charts
