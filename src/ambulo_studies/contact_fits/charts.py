"""Wrenches of a contact beside those that were wanted, as curves over time."""

from __future__ import annotations

import numpy as np

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.misfit import wrenches_as_wanted
from ambulo.math.arrays import FloatArray
from ambulo.studies.record import Chart, Curve
from ambulo_studies.contact_fits.cases import ContactCase

PLACE_IN_WRENCH = {"Fx": 3, "Fy": 4, "Fz": 5, "Mx": 0, "My": 1, "Mz": 2}


def beside(
    case: ContactCase, name: str, figure: str, wanted: tuple[str, FloatArray],
    found: list[tuple[str, FloatArray]], unit: str = "N", *, quantity: str = "",
) -> Chart:  # fmt: skip
    """Curves (frames,) found beside one that was wanted, black, where that is known.

    Args:
        name: of the chart; figure: the printed one; quantity: on the vertical axis, the name's
            first word if left out.
    """
    label, known = wanted
    judged = np.flatnonzero(np.isfinite(known))
    part = slice(judged[0], judged[-1] + 1)
    time = case.feet.time[part]
    curves = [Curve(of, time, np.where(np.isfinite(known), y, np.nan)[part]) for of, y in found]
    curves.append(Curve(label, time, known[part], "k--"))
    plain = f"{name}_{case.name}".replace(" ", "_").replace(",", "")
    return Chart(
        plain, f"{case.name}: {name}", "time [s]", f"{quantity or name.split()[0]} [{unit}]",
        tuple(curves),
        caption=f"{name[:1].upper()}{name[1:]}, of the {_walk(case)}; dashed, black: "
        f"{_what(case, label)}. "
        f"Pàmies-Vilà's figure {figure} shows the same of his subject.",
    )  # fmt: skip


def _walk(case: ContactCase) -> str:
    return case.name if case.simulated else f"recorded walk {case.name}"


def _what(case: ContactCase, label: str) -> str:
    """The curve that was wanted."""
    if case.simulated:
        return "what the simulated subject's own spheres give"
    return f"the {label}"


def resultant_charts(
    case: ContactCase, what: str, figure: str, design: SoleDesign, values: FloatArray,
    components: tuple[int, ...],
) -> list[Chart]:  # fmt: skip
    """Components of both feet's wrench beside those of the resultant."""
    wanted = case.resultant
    both = wrenches_as_wanted(design, values, case.feet, wanted).sum(axis=0)
    known = np.where(wanted.counted[0][:, None], wanted.wrench[0], np.nan)
    name_of = {c: name for name, c in PLACE_IN_WRENCH.items()}
    return [
        beside(
            case, f"{name_of[c]} of both feet, {what}", figure, ("resultant", known[:, c]),
            [("contact", both[:, c])], "N" if c > 2 else "N·m",
        )
        for c in components
    ]  # fmt: skip
