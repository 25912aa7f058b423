"""What presses: spheres found from the resultant and the plates (figures 6.4, 6.5, 6.7)."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np

from ambulo.foot_contact import published
from ambulo.foot_contact.design import PLACE, sole_design
from ambulo.foot_contact.estimation import estimate
from ambulo.foot_contact.evolution import evolve
from ambulo.foot_contact.identification import identify_normal
from ambulo.foot_contact.misfit import (
    COMPONENTS,
    Accuracy,
    normalised_errors,
    wrenches_as_wanted,
)
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.records import SIDES
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Comparison, Table
from ambulo_studies.contact_fits.cases import TRUE_NORMAL, ContactCase
from ambulo_studies.contact_fits.charts import PLACE_IN_WRENCH, beside, resultant_charts
from ambulo_studies.gait_trials import beside_printed
from ambulo_studies.walk_on_spheres import ContactTruth

_EVALUATIONS = 12_000
_ENDED = "A search of 72 variables does not end by 12 000 evaluations. Here it has 60 000."
_TOGETHER = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0])
_LAW = LankaraniNikravesh(3e4, 1.5, 0.5)
_BRISTLE = Bristle(0.5, 0.05, 5e4, 50.0, 0.0)
_NORMAL_ALONE = Accuracy((1e5, 1e5, 25.0), (10.0, 10.0, 1e5))
"""N, N*m: components that count in the least squares beside the evolution."""


def found_again(truth: ContactTruth, case: ContactCase) -> tuple[Table, float]:
    """Spheres of the simulated walk and what least squares finds of them; the largest error.

    Bounds of places and radii are those of table 6.2; all but friction is free, heights excepted.
    """
    spheres = [
        replace(sphere, bounds={name: sphere.bounds[name] for name in ("x", "y", "radius")})
        .bounded(stiffness=(1e3, 1e5), dissipation=(0.0, 2.0))
        .held(exponent=TRUE_NORMAL.exponent, viscosity=0.0)
        for sphere in case.spheres()
    ]
    design, found = identify_normal(spheres, case.feet, case.plates, starts=1)
    true = design.held.copy()
    for f, side in enumerate(SIDES):
        sole = truth.soles[side]
        true[f] = np.column_stack(
            [sole.centre, sole.radius, np.tile([*TRUE_NORMAL, 0.0], (len(sole.radius), 1))]
        )
    wanted, ours = design.variables(true), design.variables(found.values)
    # a place of zero has no relative error: places count over the sphere's radius
    foot, sphere, _ = np.unravel_index(design.free, true.shape)
    place = [name.endswith((" x", " y")) for name in design.name_of]
    size = np.where(place, true[foot, sphere, PLACE.index("radius")], wanted)
    off = np.abs(ours - wanted) / size
    rows = [
        (name, float(f"{a:.4g}"), float(f"{b:.4g}"), round(100.0 * float(e), 3))
        for name, a, b, e in zip(design.name_of, wanted, ours, off, strict=True)
    ]
    return (
        Table(
            "Simulated walk: its spheres found again from each foot's wrench, normal forces",
            ("variable", "true", "found", "error [%]"),
            tuple(rows),
            "SI units. Errors of places over the radius.",
        ),
        float(off.max()),
    )


def optima_in_bounds(
    case: ContactCase,
    charts: list[Chart],
    comparisons: list[Comparison],
    evaluations: int = _EVALUATIONS,
) -> list[Table]:
    """Optima of 40 variables within both bounds, by evolution and by least squares."""
    names = ("radius", "x", "y", "stiffness", "restitution")
    printed = np.array([published.TABLE_6_3[side] for side in SIDES])
    rows: list[tuple[str | float, ...]] = []
    methods: list[tuple[str | float, ...]] = []
    for bounds in ("table 6.2", "with the printed optima"):
        design = sole_design(case.spheres(bounds), _LAW, Viscous(0.0))
        began = perf_counter()
        evolved = evolve(design, case.feet, case.resultant, _TOGETHER, evaluations=evaluations)
        took = perf_counter() - began
        pressed = replace(case.resultant, accuracy=_NORMAL_ALONE)
        fitted = estimate(design, case.feet, pressed, start=evolved.values)
        for way, values in (("CMA-ES", evolved.values), ("and least squares", fitted.values)):
            _, nrmse = normalised_errors(design, values, case.feet, case.resultant)
            _, single = normalised_errors(design, values, case.feet, case.plates)
            at = design.at_bounds(design.variables(values))
            of_foot = (round(100 * float(x), 2) for x in single[:, 2])
            whole = (round(100 * float(x), 2) for x in nrmse[0, 2:5])
            methods.append((f"{bounds}, {way}", *whole, *of_foot, at))
        if bounds == "table 6.2":
            _, nrmse = normalised_errors(design, evolved.values, case.feet, case.resultant)
            ours = 100.0 * float(nrmse[0, 2:5].max())
            comparisons += [
                beside_printed("figure 6.7, NRMSE", ours, on=case.name),
                beside_printed("time of the inverse fit", took, on=case.name),
            ]
            charts += resultant_charts(
                case, "Fz, Mx and My weighed", "6.7", design, evolved.values, (5, 0, 1)
            )
        for f, side in enumerate(SIDES):
            for s in range(4):
                found = [evolved.values[f, s, design.names.index(name)] for name in names]
                rows.append((f"{bounds}, {side} {s + 1}", *(float(f"{x:.3g}") for x in found)))
    for f, side in enumerate(SIDES):
        rows += [(f"printed, {side} {s + 1}", *(float(x) for x in printed[f, s])) for s in range(4)]
    return [
        Table(
            f"{case.name}: NRMSE against the resultant and each plate, 40 variables",
            ("bounds, method", "Fz [%]", "Mx [%]", "My [%]", "left Fz [%]", "right Fz [%]",
             "variables at a bound"),
            tuple(methods),
            "Pàmies-Vilà: below 15 %; Fz 11.08 % where it alone is weighed.",
        ),
        Table(
            f"{case.name}: optimal spheres (table 6.3)",
            ("bounds, sphere", "radius [m]", "x [m]", "y [m]", "K [N/m^1.5]", "restitution"),
            tuple(rows),
        ),
    ]  # fmt: skip


def weighed_alone(
    case: ContactCase,
    comparisons: list[Comparison],
    evaluations: int = _EVALUATIONS,
) -> tuple[Table, list[Chart]]:
    """Each component weighed alone, 72 variables (figure 6.5).

    Args:
        case: the walk; evaluations: of each search.
        comparisons: filled with ours beside the printed errors.
    """
    numbers = printed("pamies2012").numbers
    ranges = dict(zip(COMPONENTS, case.resultant.ranges[0, [3, 4, 5, 0, 1, 2]], strict=True))
    design = sole_design(case.spheres(friction=True), _LAW, _BRISTLE)
    rows: list[tuple[str | float, ...]] = []
    charts: list[Chart] = []
    for name, weights in zip(COMPONENTS, published.WEIGHTS, strict=True):
        found = evolve(
            design, case.feet, case.resultant, np.array(weights), evaluations=evaluations
        )
        ours = 100.0 * found.misfit
        row = numbers[f"figure 6.5, NRMSE, {name}"]
        rows.append((f"{name} alone", float(row.value), round(ours, 2)))
        size = float(ranges[name])
        both = _both_errors(case, name, size, found.misfit)
        if any(c.verdict.startswith("missed") for c in both):
            longer = evolve(
                design, case.feet, case.resultant, np.array(weights), evaluations=5 * evaluations
            )
            both = _both_errors(case, name, size, found.misfit, longer.misfit)
        comparisons += both
        c = PLACE_IN_WRENCH[name]
        charts += resultant_charts(case, "weighed alone", "6.5", design, found.values, (c,))
    table = Table(
        f"{case.name}: every component weighed alone (figure 6.5), NRMSE",
        ("weights", "printed [%]", "here [%]"),
        tuple(rows),
    )
    return table, charts


def _both_errors(
    case: ContactCase, name: str, size: float, misfit: float, longer: float | None = None
) -> list[Comparison]:
    """A component's two errors, and what a longer search leaves of them."""
    return [
        beside_printed(
            f"figure 6.5, {what}, {name}", factor * misfit, on=case.name, mass=case.mass,
            without=None if longer is None else {_ENDED: factor * longer},
        )
        for what, factor in (("NRMSE", 100.0), ("RMSE", size))
    ]  # fmt: skip


def fewer_spheres(
    case: ContactCase, comparisons: list[Comparison], evaluations: int = _EVALUATIONS // 2
) -> tuple[Table, Chart]:
    """Vertical force of each foot against its plate with one to four spheres (figure 6.4)."""
    whole = case.spheres()
    rows: list[tuple[str | float, ...]] = []
    curves: list[tuple[str, FloatArray]] = []
    for kept in ((1,), (1, 3), (0, 2, 3), (0, 1, 2, 3)):
        own = [whole[k] for k in kept]
        if len(kept) == 1:
            # the one sphere may be anywhere under the hindfoot
            own = [own[0].bounded(x=(whole[0].bounds["x"][0], whole[2].bounds["x"][1]))]
        design = sole_design(own, _LAW, Viscous(0.0))
        found = evolve(
            design, case.feet, case.plates, np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
            evaluations=evaluations,
        )  # fmt: skip
        rms, nrmse = normalised_errors(design, found.values, case.feet, case.plates)
        shown = (round(float(x), 2) for x in (*rms[:, 2], *(100.0 * nrmse[:, 2])))
        rows.append((len(kept), len(design.free), *shown))
        curves.append(
            (
                f"{len(kept)} sphere{'s' if len(kept) > 1 else ''}",
                wrenches_as_wanted(design, found.values, case.feet, case.plates)[1, :, 5],
            )
        )
    alone = np.where(case.plates.counted[1], curves[0][1], np.nan)
    jump = float(np.nanmax(np.abs(np.diff(alone))))
    comparisons.append(
        beside_printed(
            "jump of the vertical force on one sphere", jump, on=case.name, mass=case.mass
        )
    )
    return Table(
        f"{case.name}: vertical force of each foot against its plate (figure 6.4)",
        ("spheres a foot", "variables", "left rms [N]", "right rms [N]", "left NRMSE [%]",
         "right NRMSE [%]"),
        tuple(rows),
        "Pàmies-Vilà: the more spheres the closer, little between three and four.",
    ), beside(
        case, "vertical force by one to four spheres, right foot", "6.4",
        (case.measured, np.where(case.plates.counted[1], case.plates.wrench[1, :, 5], np.nan)),
        curves,
        quantity="vertical force",
    )  # fmt: skip
