"""Each foot's forces against its plate, the motion as recorded and corrected (figure 6.6)."""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.estimation import Estimated, MotionError
from ambulo.foot_contact.identification import identify
from ambulo.foot_contact.person import person_spheres
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Table
from ambulo_studies.contact_fits.cases import ContactCase
from ambulo_studies.contact_fits.charts import PLACE_IN_WRENCH, beside

FRICTION_HEADINGS = ("Fx [%]", "Fy [%]", "Fz [%]", "largest shift of a foot [mm]")
"""Of `friction_rows`, after what was fitted."""


def friction_rows(case: ContactCase, name: str, found: Estimated) -> list[tuple[str | float, ...]]:
    """Of each foot: NRMSE of its forces against its plate, and how far a foot was moved."""
    nrmse = case.nrmse(found.wrenches)
    moved = np.linalg.norm(found.corrections[..., :3], axis=2)
    largest = round(1e3 * float(np.where(case.feet.stance, moved, 0.0).max()), 1)
    return [
        (f"{name}, {side}", *(round(100.0 * float(x), 2) for x in nrmse[s, 3:]), largest)
        for s, side in enumerate(SIDES)
    ]


def figure_6_6() -> list[float]:
    """NRMSE [%] of Fx, Fy and Fz as printed."""
    numbers = printed("pamies2012").numbers
    return [float(numbers[f"figure 6.6, NRMSE, {c}"].value) for c in ("Fx", "Fy", "Fz")]


def with_friction(case: ContactCase) -> tuple[Table, list[Chart], dict[str, float]]:
    """Forces of each foot against its plate, the motion as recorded and corrected (figure 6.6).

    Returns:
        Table, charts, and the worse foot's NRMSE of each component with the motion corrected.
    """
    spheres = person_spheres(case.feet, free_heights=True)
    rows: list[tuple[str | float, ...]] = [("printed, one foot", *figure_6_6(), "–")]
    worst: dict[str, float] = {}
    error = MotionError.of(jointed=case.feet.jointed)
    forces: dict[str, FloatArray] = {}
    for name, free in (("motion as recorded", None), ("motion corrected", error)):
        found = identify(spheres, case.feet, case.plates, error=free, starts=3).estimated
        rows += friction_rows(case, name, found)
        forces[name] = found.wrenches
        nrmse = case.nrmse(found.wrenches).max(axis=0)
        worst = {c: float(nrmse[place]) for c, place in PLACE_IN_WRENCH.items()}
    charts = []
    for s, side in enumerate(SIDES):
        plate = np.where(case.plates.counted[s, :, None], case.plates.wrench[s], np.nan)
        for name in ("Fx", "Fy", "Fz"):
            c = PLACE_IN_WRENCH[name]
            charts.append(
                beside(
                    case, f"{name} of the {side} foot", "6.6", (case.measured, plate[:, c]),
                    [(of, wrench[s, :, c]) for of, wrench in forces.items()],
                )
            )  # fmt: skip
    title = f"{case.name}: each foot's forces against its plate (figure 6.6), NRMSE"
    return Table(title, ("fit, foot", *FRICTION_HEADINGS), tuple(rows)), charts, worst
