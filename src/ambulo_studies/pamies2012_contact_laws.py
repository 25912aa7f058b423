"""Pàmies-Vilà (2012), section 6.1 and tables 6.1 and 6.2: contact laws beside one another.

What each law does to a sphere that bounces, and how closely each gives a walk's forces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ambulo.foot_contact.design import name_of_friction, sole_design
from ambulo.foot_contact.estimation import MotionError
from ambulo.foot_contact.evolution import evolve
from ambulo.foot_contact.identification import identify, identify_normal
from ambulo.foot_contact.laws import laws_named
from ambulo.foot_contact.misfit import normalised_errors
from ambulo.foot_contact.person import person_spheres
from ambulo.gait.configuration import Configuration
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.law import normal_force
from ambulo.multibody.contact.normal_laws.flores import Flores
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.records import SIDES
from ambulo.studies.record import Chart, Comparison, Findings, Table
from ambulo_studies.contact_fits import published
from ambulo_studies.contact_fits.cases import ContactCase, recorded_case, simulated_truth
from ambulo_studies.contact_fits.charts import beside
from ambulo_studies.contact_fits.friction import FRICTION_HEADINGS, figure_6_6, friction_rows
from ambulo_studies.gait_trials import WITHOUT_TRIAL, analysed_public_walk, beside_printed
from ambulo_studies.shared_again import problem_of

TITLE = "Contact laws: restitution, and the forces of a walk"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 6.1, tables 6.1 and 6.2, "
    "figures 6.4 and 6.6. Laws: Lankarani & Nikravesh (1990), Hunt & Crossley (1975), Flores et "
    "al. (2011), Goldsmith (1960), Dopico et al. (2011), Canudas de Wit et al. (1995)."
)

NORMAL_LAWS = ("lankarani-nikravesh", "hunt-crossley", "flores", "kelvin-voigt")
FRICTION_LAWS = ("bristle", "regularised-coulomb", "lugre")

DEVIATIONS = (
    "The law of Lankarani and Nikravesh has its nominal restitution only near 1: with a nominal "
    "0.1 a sphere comes back with 0.67 of its speed. So no contact had the restitutions of 0.005 "
    "to 0.3 in tables 6.3 and 6.5.",
    "The figures of HC038A need that recorded walk; a page that lacks its tables was made without "
    "it. Figure 6.6 is fitted as in the thesis: one foot, 36 variables within table 6.2, motion as "
    "recorded; HC038A's Fz is missed by 8.2 %. With other spheres three normal laws then miss it "
    "by 5 to 8 %, Kelvin's and Voigt's by 5. With the motion corrected and the spheres' heights "
    "free all friction laws meet the plates to 3 %, with shifts of 2.7 mm (LuGre) to 4.6 mm "
    "(regularised Coulomb). On the simulated walk they are 1.1 to 3.3 mm; with the heights held "
    "elsewhere than they are, 10 mm.",
)

_SPEED = 0.3
"""m/s, of the bouncing sphere."""
_RESTITUTIONS = (0.1, 0.3, 0.5, 0.7, 0.9)
_LAW, _BRISTLE = LankaraniNikravesh(3e4, 1.5, 0.5), Bristle(0.5, 0.05, 5e4, 50.0, 0.0)
_FORCES = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
"""h of figure 6.6: the forces alone."""
_EVALUATIONS = 36_000
"""By 12 000 a search of 36 variables does not end: HC038A's Fz is then missed by 10 %, by 8."""


def run(progress: OnPart) -> Findings:
    """Bounce, then fit every law to a simulated walk and to the public one where it is at hand."""
    progress("bouncing", 0.0)
    tables = [_approaches(), _bounds(), _bounces()]
    cases = [simulated_truth()[1]]
    analysis = analysed_public_walk(Configuration(method="whole-body"))
    if analysis is not None:
        cases.append(recorded_case("HC038A", analysis, problem_of(analysis)))
    comparisons = list(_variables())
    checks = {"Flores' restitution within 0.06 of the nominal": _flores_holds()}
    charts: list[Chart] = []
    for k, case in enumerate(cases):
        at = 0.1 + 0.9 * k / len(cases)
        progress(f"{case.name}: normal laws", at)
        table, found = _normal_laws(case)
        tables.append(table)
        charts.append(found)
        progress(f"{case.name}: friction laws", at + 0.4 / len(cases))
        table, best = _friction_laws(case)
        tables.append(table)
        comparisons += _figure_6_6(case)
        checks[f"{case.name}: bristles within 12 % in both directions"] = bool(
            best[:, 3:5].max() <= 0.12
        )
    return Findings(
        comparisons=tuple(comparisons), tables=tuple(tables), figures=tuple(charts),
        notes=() if analysis is not None else (WITHOUT_TRIAL,), checks=checks,
    )  # fmt: skip


def _variables() -> Iterator[Comparison]:
    """How many variables are identified, of a sphere and of both feet."""
    rough = len(sole_design(published.spheres(friction=True), _LAW, _BRISTLE).free)
    smooth = len(sole_design(published.spheres(), _LAW, Viscous(0.0)).free)
    for name, ours in (
        ("design variables with friction", rough),
        ("design variables of a sphere", rough / 8),
        ("design variables without friction", smooth),
        ("design variables of a sphere without friction", smooth / 8),
    ):
        yield beside_printed(name, ours)


@generic
def bounce(law: Any, mass: float, speed: float, step: float) -> float:
    """Speed with which a sphere leaves a plane that it hit at a speed, over that speed.

    No weight; Heun's rule in steps of `step` [s], at most a million of them; NaN if it stays.
    """
    depth, rate = 0.0, speed
    for _ in range(1_000_000):
        a = -normal_force(law, max(depth, 1e-15), rate, speed) / mass
        there, faster = depth + step * rate, rate + step * a
        if there <= 0.0:
            return -rate / speed
        b = -normal_force(law, there, faster, speed) / mass
        depth += 0.5 * step * (rate + faster)
        rate += 0.5 * step * (a + b)
        if depth <= 0.0:
            return -rate / speed
    return np.nan


def _restitution(law: Any) -> float:
    return float(bounce(law, 1.0, _SPEED, 1e-6))


def _laws_of(e: float) -> tuple[Any, ...]:
    """Lankarani and Nikravesh, Flores, Hunt and Crossley at a nominal restitution."""
    stiffness, exponent = 3e4, 1.5
    return (
        LankaraniNikravesh(stiffness, exponent, e),
        Flores(stiffness, exponent, e),
        HuntCrossley(stiffness, exponent, (1.0 - e) / _SPEED),
    )


def _flores_holds() -> bool:
    return all(abs(_restitution(_laws_of(e)[1]) - e) <= 0.06 for e in _RESTITUTIONS)


def _bounces() -> Table:
    rows = [(e, *(round(_restitution(law), 3) for law in _laws_of(e))) for e in _RESTITUTIONS]
    return Table(
        f"Restitution of a sphere at {_SPEED} m/s, K = 3e4 N/m^1.5, 1 kg",
        ("nominal", "Lankarani-Nikravesh", "Flores", "Hunt-Crossley"),
        tuple(rows),
        "Hunt's and Crossley's dissipation is (1 - e) / v, which is right for slow impacts.",
    )  # fmt: skip


def _approaches() -> Table:
    return Table(
        "The two approaches (table 6.1)",
        ("", "inverse, printed", "inverse, here", "forward, printed", "forward, here"),
        (
            ("motion", "two feet", "two feet", "one foot", "one foot"),
            ("input", "ankles' places, absolute angles", "segments' poses and velocities",
             "force and torque at the ankle, torque at the metatarsal joint", "the same"),
            ("time step", "10 ms", "the frames'", "1 ms, explicit", "1 ms, implicit"),
            ("objective", "resultant by inverse dynamics less contact",
             "the same, or each foot's plate", "plate less contact", "the same"),
            ("controller", "–", "motion free within its error", "extended Kalman filter",
             "extended Kalman filter"),
        ),
    )  # fmt: skip


def _bounds() -> Table:
    rows = []
    for s, sphere in enumerate(published.spheres(friction=True)):
        for name, (low, high) in sphere.bounds.items():
            printed = [published.TABLE_6_3["right"][s], published.TABLE_6_5[s]]
            names = ("radius", "x", "y", "stiffness", "restitution")
            found: list[str | float] = ["–", "–"]
            if name in names:
                found = [float(row[names.index(name)]) for row in printed]
            rows.append((f"sphere {s + 1} {name.replace('_', ' ')}", low, high, *found))
    return Table(
        "Bounds (table 6.2) and printed optima of the right foot (tables 6.3 and 6.5)",
        ("variable", "least", "most", "inverse", "forward"),
        tuple(rows),
        "SI units.",
    )


def _normal_laws(case: ContactCase, names: Sequence[str] = NORMAL_LAWS) -> tuple[Table, Chart]:
    """Frictionless, the motion as recorded, each foot against its plate (figure 6.4)."""
    rows: list[tuple[str | float, ...]] = []
    curves: list[tuple[str, FloatArray]] = []
    for name in names:
        laws = laws_named(name)
        own = laws_named(name, "viscous")
        spheres = [
            # the viscosity of a film is held at zero
            sphere.held(**{name_of_friction("viscosity", laws.normal.usual): 0.0})
            for sphere in person_spheres(case.feet, own, free_heights=True)
        ]
        design, found = identify_normal(spheres, case.feet, case.plates, laws=laws, starts=2)
        nrmse = 100.0 * case.nrmse(found.wrenches)
        for s, side in enumerate(SIDES):
            shown = (round(float(nrmse[s, c]), 2) for c in (5, 0, 1))
            rows.append((f"{name}, {side}", len(design.of_foot(s)), *shown))
        curves.append((laws.normal.source, found.wrenches[1, :, 5]))
    wanted = np.where(case.plates.counted[1], case.plates.wrench[1, :, 5], np.nan)
    return (
        Table(
            f"{case.name}: normal laws, motion as recorded, NRMSE against each plate",
            ("law, foot", "variables", "Fz [%]", "Mx [%]", "My [%]"),
            tuple(rows),
            "Least squares. Pàmies-Vilà's Fz with one foot's plate: 8.58 %.",
        ),
        beside(
            case, "vertical force by each normal law, right foot", "6.4", (case.measured, wanted),
            curves, quantity="vertical force",
        ),
    )  # fmt: skip


def _figure_6_6(case: ContactCase) -> Iterator[Comparison]:
    """The worse foot's forces, each foot alone as hers: 36 variables, the motion as recorded."""
    errors = np.empty((2, 2, 6))
    for f, side in enumerate(SIDES):
        design = sole_design(case.spheres(friction=True), _LAW, _BRISTLE, feet=(side,))
        evolved = evolve(design, case.feet, case.plates, _FORCES, evaluations=_EVALUATIONS)
        found = normalised_errors(design, evolved.values, case.feet, case.plates)
        errors[:, f] = [of_feet[f] for of_feet in found]
    for k, name in enumerate(("Fx", "Fy", "Fz")):
        rms, nrmse = (float(x) for x in errors[:, :, k].max(axis=1))
        for what, ours in (("RMSE", rms), ("NRMSE", 100.0 * nrmse)):
            yield beside_printed(f"figure 6.6, {what}, {name}", ours, on=case.name, mass=case.mass)


def _friction_laws(
    case: ContactCase, names: Sequence[str] = FRICTION_LAWS
) -> tuple[Table, FloatArray]:
    """The motion free within its error; NRMSE (2, 6) of the first law."""
    error = MotionError.of(jointed=case.feet.jointed)
    rows: list[tuple[str | float, ...]] = [("printed, one foot, as recorded", *figure_6_6(), "–")]
    best = np.full((2, 6), np.nan)
    for name in names:
        laws = laws_named(friction=name)
        found = identify(
            person_spheres(case.feet, laws, free_heights=True), case.feet, case.plates,
            laws=laws, error=error, starts=2,
        ).estimated  # fmt: skip
        nrmse = case.nrmse(found.wrenches)
        rows += friction_rows(case, name, found)
        if name == names[0]:
            best = nrmse
    title = f"{case.name}: friction laws, motion corrected, NRMSE against each plate (figure 6.6)"
    return Table(title, ("law, foot", *FRICTION_HEADINGS), tuple(rows)), best
