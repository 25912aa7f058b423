"""Pàmies-Vilà (2012), section 4.6: ways of sharing double support against the plates."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.gait.sharing.registry import SHARINGS
from ambulo.gait.wrench_comparison import COMPONENTS
from ambulo.records import SIDES, Analysis, WrenchDifference
from ambulo.studies.gait_trials import OTHER_SUBJECT, PAMIES_VILA_MASS, analysed_walks, notes_on
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

__all__ = ["DEVIATIONS", "SOURCE", "TABLE_4_3", "TITLE", "feet_in_order", "run"]

TITLE = "Sharing the ground reaction in double support"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Sections 4.5 and 4.6, figures "
    "4.13 and 4.14, table 4.3. Smooth transition: Ren L, Jones RK, Howard D (2008), J Biomech "
    "41:2750-2759."
)

TABLE_4_3 = {
    ("sta", "trailing"): (39.383, 7.166, 71.764, 9.908, 13.465, 4.011),
    ("sta", "leading"): (31.541, 14.234, 74.961, 16.257, 43.869, 2.315),
    ("cfp", "trailing"): (9.011, 12.557, 35.746, 10.122, 20.838, 5.277),
    ("cfp", "leading"): (10.467, 8.148, 27.432, 6.014, 12.963, 1.879),
}
"""Fx, Fy, Fz [N], Mx, My, Mz [N*m] about the ankle, rms; Pàmies-Vilà's right foot trails."""

PLATE_FREE = 0.6
"""Largest part of the smooth transition's rms in Fz that a better plate-free sharing may have."""

DEVIATIONS = (
    OTHER_SUBJECT,
    "Corrected plates (CFP) differ from the plates by the resultant's own error, which differs "
    "from subject to subject: a component above the scaled figure is a resultant less accurate "
    "there, not another sharing.",
    "Contact and least action is not Pàmies-Vilà's: each foot's wrench stays within its sole, "
    "pushes only, within the friction cone, joins single support smoothly, and among these the "
    "joint moments are least.",
    "Smooth joint moments are not Pàmies-Vilà's either: the resultant is followed only within "
    "its error, and what no sole carries stays at the root. Here they know nothing of the plates.",
)


def run(progress: Progress) -> Findings:
    """Every sharing on every walk, where both feet are on plates."""
    progress("analysing", 0.0)
    walks = analysed_walks()
    found = [_of_walk(name, analysis) for name, analysis in walks.items()]
    return Findings.joined([*found, Findings(notes=notes_on(walks))])


def _of_walk(name: str, analysis: Analysis) -> Findings:
    scale = (analysis.model.subject.mass or np.nan) / PAMIES_VILA_MASS
    assert analysis.sharing is not None
    found = analysis.sharing.both_feet_on_plates
    feet = feet_in_order(analysis)
    part = found["contact"]["both"].rms["Fz"] / found["sta"]["both"].rms["Fz"]
    claim = f"{name}: contact's Fz, without plates, within {PLATE_FREE:.0%} of STA's rms"
    return Findings(
        tuple(
            Comparison(
                f"{name}: {foot} foot's Fz by {SHARINGS[way].title}",
                "N",
                scale * printed[2],
                found[way][feet[foot]].rms["Fz"],
                None,
                "table 4.3, scaled by body mass",
            )
            for (way, foot), printed in TABLE_4_3.items()
        ),
        (_table(name, found, feet, scale),),
        tuple(_charts(name, analysis)),
        checks={
            claim: bool(part <= PLATE_FREE),
            f"{name}: the feet add up to the resultant within 1e-9": _adds_up(analysis),
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


def _table(
    name: str,
    found: Mapping[str, Mapping[str, WrenchDifference]],
    feet: dict[str, str],
    scale: float,
) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for way, by_side in found.items():
        for foot, side in feet.items():
            printed = TABLE_4_3.get((way, foot))
            if printed is not None:
                scaled = (round(scale * x, 2) for x in printed)
                rows.append((f"{way}, {foot}, printed, scaled", *scaled))
            rows.append(
                (f"{way}, {foot}, here", *(round(by_side[side].rms[c], 2) for c in COMPONENTS))
            )
    units = ["N"] * 3 + ["N*m"] * 3
    return Table(
        f"{name}: double support, both feet on plates, rms about the ankle (table 4.3)",
        ("sharing, foot", *(f"{c} [{u}]" for c, u in zip(COMPONENTS, units, strict=True))),
        tuple(rows),
    )


def _adds_up(analysis: Analysis) -> bool:
    """Whether every sharing that claims it leaves nothing of the resultant."""
    assert analysis.sharing is not None
    whole = [
        np.concatenate([ground.force, ground.moment_origin], axis=2).sum(axis=1)
        for way, ground in analysis.sharing.sharings.items()
        if SHARINGS[way].adds_up
    ]
    known = np.all([np.isfinite(total).all(axis=1) for total in whole], axis=0)
    return all(float(np.abs(total[known] - whole[0][known]).max()) <= 1e-9 for total in whole)


def _charts(name: str, analysis: Analysis) -> list[Chart]:
    """Vertical and fore-aft force of each foot by every sharing (figure 4.13)."""
    plates = analysis.plates_ground
    assert plates is not None
    assert analysis.sharing is not None
    time = analysis.motion.time
    marks = tuple(e.time for e in analysis.events)
    seen = plates.known.all(axis=1) & (plates.force[:, :, 2] > 0.0).all(axis=1)
    near = np.abs(time - time[seen].mean()) < 0.35
    charts = []
    for s, side in enumerate(SIDES):
        for axis, label in ((2, "vertical"), (0, "fore-aft")):
            curves = [
                Curve(SHARINGS[way].title, time[near], ground.force[near, s, axis])
                for way, ground in analysis.sharing.sharings.items()
                if way in ("cfp", "sta", "contact", "smooth")
            ]
            measured = np.where(plates.known[:, s], plates.force[:, s, axis], np.nan)
            curves.append(Curve("plates", time[near], measured[near], "k--"))
            charts.append(
                Chart(
                    f"{label}_{side}_{name.replace(' ', '_')}",
                    f"{name}: {label} force, {side} foot",
                    "time [s]",
                    "N",
                    tuple(curves),
                    tuple(m for m in marks if near.any() and time[near][0] <= m <= time[near][-1]),
                    caption="As Pàmies-Vilà's figure 4.13, around the measured double support.",
                )
            )
    return charts
