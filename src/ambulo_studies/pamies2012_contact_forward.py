"""Pàmies-Vilà (2012), section 6.3.2: foot contact identified by going forwards with a filter.

Table 6.5, figures 6.10 and 6.11.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from scipy.interpolate import CubicSpline

from ambulo.demo.trial import walking_demo
from ambulo.foot_contact.design import SoleDesign, Sphere, sole_design
from ambulo.foot_contact.estimation import MotionError
from ambulo.foot_contact.foot_dynamics import FREEDOMS
from ambulo.foot_contact.foot_record import FootRecord, foot_record
from ambulo.foot_contact.forward_misfit import ForwardAim, evolve_forward, fit_forward
from ambulo.foot_contact.identification import identify, identify_normal
from ambulo.foot_contact.laws import laws_named
from ambulo.foot_contact.person import person_spheres
from ambulo.foot_contact.tracked_foot import TrackedFoot, follow_foot
from ambulo.gait.configuration import Configuration
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.math.packed import Packed
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.records import SIDES, Analysis, Side
from ambulo.results.columns import header
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo_studies.contact_fits import published
from ambulo_studies.contact_fits.cases import (
    GRAZING,
    ContactCase,
    recorded_case,
    simulated_truth,
)
from ambulo_studies.gait_trials import (
    OTHER_SUBJECT,
    WITHOUT_TRIAL,
    analysed_public_walk,
    beside_printed,
)
from ambulo_studies.shared_again import problem_of

TITLE = "Foot contact identified by forward dynamics with an extended Kalman filter"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Sections 6.2.2 and 6.3.2, "
    "appendix D, table 6.5, figures 6.10 and 6.11."
)

DEVIATIONS = (
    OTHER_SUBJECT,
    "The process noise is not printed. Here it is 100 m/s^2 and 1000 rad/s^2 over a root of a "
    "second, so that the filter alone holds the foot like a spring with 316 rad/s.",
    "Printed steps are explicit at 1 ms; here they are implicit, for bristles of 1e5 N/m on a "
    "forefoot of 0.2 kg cannot be followed explicitly at 1 ms.",
    "Without friction nothing balances the horizontal part of the driving forces but the filter, "
    "which then carries tens of newtons. With bristles it does not.",
    "The simulated foot's spheres lie at other heights than usual. With the usual heights held, "
    "a search with bristles ended at 4.2 mm and 84 N in Fz; with free heights one run ended at "
    "1.0 mm and 21 N, a later one at 3.0 mm and 77 N. The valley of the misfit is 30 000 times as "
    "long as wide: an evolution of 3000 motions does not come to its end. Least squares do in 930, "
    "from the inverse approach's contact, at 0.6 mm and 15 N.",
    "On the recorded feet the bristles stick and slip so often that the motion is chaotic: what "
    "changes the contact by 1e-10 changes the force by 270 N after 0.2 s, with bristles a "
    "thousandth as stiff by less than 1e-3 N. Least squares find little there. The evolution that "
    "follows does; where it ends depends on the seed and on rounding. There the heights are held: "
    "free ones were not closer after 3000 motions in generations of 40.",
    "HC038A's markers give one segment a foot: it is divided at the metatarsal heads, a spring of "
    "20 N*m/rad in the joint, and the forefoot's orientation is taken as hardly measured.",
)

_EVALUATIONS, _POPULATION = 3000, 14
"""Of an evolution: 214 generations of 4 + 3 ln n of n = 36 variables."""
_APART = (0.02, np.radians(4.0))
"""m, rad: rms deviations that count as much as an error of a component's whole range."""
_LAW = LankaraniNikravesh(3e4, 1.5, 0.5)
_FIRST = 5
"""Frames before and after the foot's loading."""


@dataclass(frozen=True, eq=False)
class _Foot:
    """A foot to be identified, and whether the heights of its spheres are, with bristles.

    `cycle` is the stride's time [s], where a whole one is known.
    """

    name: str
    mass: float
    record: FootRecord
    side: Side
    case: ContactCase
    free_heights: bool
    cycle: float | None = None

    @property
    def s(self) -> int:
        return SIDES.index(self.side)


def run(progress: OnPart) -> Findings:
    """Identify the contact of a simulated foot, and of the public walk's where it is at hand."""
    progress("simulating", 0.0)
    feet = [_simulated_foot()]
    progress("analysing", 0.1)
    analysis = analysed_public_walk(Configuration())
    if analysis is not None:
        case = recorded_case("HC038A", analysis, problem_of(analysis))
        feet += [_recorded_foot(analysis, case, side) for side in SIDES]
    comparisons = list(_sizes())
    charts: list[Chart] = []
    rows: list[tuple[str | float, ...]] = []
    spheres: list[tuple[str | float, ...]] = []
    checks: dict[str, bool] = {}
    for k, foot in enumerate(feet):
        at, began = 0.15 + 0.85 * k / len(feet), perf_counter()
        progress(f"{foot.name}: normal forces", at)
        design, found = _normal_alone(foot)
        rows.append(_row(f"{foot.name}, normal forces, h = (0, 0, 1, 1, 1, 0)", foot, found[1]))
        spheres += _optimum(f"{foot.name}, ours", design, found[0][foot.s])
        theirs = f"{foot.name}, spheres as printed in table 6.5"
        try:
            rows.append(_row(theirs, foot, _printed(foot)))
        except ValueError:
            # another person's spheres: the motion may be lost on this foot
            rows.append((f"{theirs}: the motion is lost", *["–"] * 9))
        progress(f"{foot.name}: bristles", at + 0.4 / len(feet))
        motion = _with_bristles(foot)
        rows.append(_row(f"{foot.name}, bristles, all components", foot, motion))
        errors = _errors(foot, motion)
        comparisons += _compared(foot, errors)
        hours = (perf_counter() - began) / 3600.0
        comparisons.append(beside_printed("time of the forward fit", hours, on=foot.name))
        charts += _charts(foot, motion)
        # the printed errors of her foot, largest of all
        checks[f"{foot.name}: rms within 6 mm, 1 degree, 100 N, 10 and 24 N*m"] = (
            errors.position <= 6.0
            and errors.angle <= 1.0
            and bool((errors.wrench[[5, 0, 1]] <= [100.0, 10.0, 24.0]).all())
        )
    spheres += [
        (f"printed, {s + 1}", *(float(x) for x in row)) for s, row in enumerate(published.TABLE_6_5)
    ]
    return Findings(
        comparisons=tuple(comparisons),
        tables=(
            Table(
                "Deviations from the measured motion and errors of the wrench about the ankle, rms",
                ("foot, fit", "ankle [mm]", "hindfoot [deg]", "Fx [N]", "Fy [N]", "Fz [N]",
                 "Mx [N*m]", "My [N*m]", "Mz [N*m]", "filter's force [N]"),
                tuple(rows),
                "The largest of three coordinates. Pàmies-Vilà: up to 6 mm and 1 degree, Fz above "
                "100 N, Mx about 10, My about 24 N*m.",
            ),
            Table(
                "Optimal spheres (table 6.5), normal forces alone",
                ("sphere", "radius [m]", "x [m]", "y [m]", "K [N/m^1.5]", "restitution"),
                tuple(spheres),
            ),
        ),
        figures=tuple(charts),
        notes=() if analysis is not None else (WITHOUT_TRIAL,),
        checks=checks,
    )  # fmt: skip


def _simulated_foot(rate: float = 100.0) -> _Foot:
    """The simulated subject's right foot over its first whole stance, frames a second."""
    truth, case = simulated_truth(rate)
    s = SIDES.index("right")
    on = truth.wrench[s, :, 5] > 0.0
    starts, ends = (np.flatnonzero(np.diff(on.astype(int)) == sign) for sign in (1, -1))
    first = int(starts[0])
    last = int(ends[ends > first + len(on) // 4][0])
    part = slice(max(first - _FIRST, 0), last + _FIRST)
    record = FootRecord(
        truth.bodies[s], truth.feet.time[part], truth.feet.p[s, part, 0], truth.feet.R[s, part],
        truth.drive[s, part], truth.wrench[s, part], True,
    )  # fmt: skip
    return _Foot("simulated foot", walking_demo().model.mass, record, "right", case, True,
                 walking_demo().walk.cycle.stride_time)  # fmt: skip


def _recorded_foot(analysis: Analysis, case: ContactCase, side: Side) -> _Foot:
    """A foot of the public walk while it loads its plate."""
    plates, s = analysis.plates_ground, SIDES.index(side)
    assert plates is not None
    loaded = np.flatnonzero(plates.known[:, s] & (np.nan_to_num(plates.force[:, s, 2]) > 5.0))
    part = slice(max(int(loaded[0]) - _FIRST, 0), int(loaded[-1]) + _FIRST)
    record = foot_record(analysis.model, analysis.motion, analysis.joint_forces, plates, side, part)
    return _Foot(f"HC038A {side}", analysis.model.mass, record, side, case, False)


def _design(foot: _Foot, spheres: tuple[Sphere, ...], normal: Packed, rub: Packed) -> SoleDesign:
    return sole_design(spheres, normal, rub, feet=(foot.side,))


def _normal_alone(foot: _Foot) -> tuple[SoleDesign, tuple[FloatArray, TrackedFoot]]:
    """20 variables, weights as printed: values and motion."""
    laws = laws_named("lankarani-nikravesh", "viscous")
    spheres = [x.held(viscosity=0.0) for x in person_spheres(foot.case.feet, laws)]
    design = _design(foot, tuple(spheres), _LAW, Viscous(0.0))
    _, start = identify_normal(spheres, foot.case.feet, foot.case.plates, laws=laws, starts=2)
    values, _ = fit_forward(ForwardAim(design, foot.record, foot.s), start.values)
    motion = follow_foot(foot.record, _LAW, Viscous(0.0), design.segment, values[foot.s])
    return design, (values, motion)


def _printed(foot: _Foot) -> TrackedFoot:
    """On the printed optimum, another person's: for what it is worth on this foot."""
    design = _design(foot, published.spheres(drop=foot.case.feet.drop), _LAW, Viscous(0.0))
    values = design.held[foot.s].copy()
    mirrored = -1.0 if foot.side == "left" else 1.0
    for row, (radius, x, y, stiffness, restitution) in zip(
        values, published.TABLE_6_5, strict=True
    ):
        row[:4] = (x, mirrored * y, row[2], radius)
        row[design.names.index("stiffness")] = stiffness
        row[design.names.index("restitution")] = restitution
    return follow_foot(foot.record, _LAW, Viscous(0.0), design.segment, values)


def _with_bristles(foot: _Foot) -> TrackedFoot:
    """All components and the deviations count; it starts at the inverse approach's contact."""
    laws = laws_named()
    spheres = person_spheres(foot.case.feet, laws, free_heights=foot.free_heights)
    error = MotionError.of(jointed=foot.record.jointed)
    start = identify(spheres, foot.case.feet, foot.case.plates, error=error, starts=2)
    design = _design(foot, spheres, laws.normal.usual, laws.friction.usual)
    aim = ForwardAim(design, foot.record, foot.s, (1.0,) * 6, _APART)
    values, misfit = fit_forward(aim, start.estimated.values)
    evolved = evolve_forward(aim, values, evaluations=_EVALUATIONS, population=_POPULATION)
    if evolved.misfit < misfit:
        values = evolved.values
    return follow_foot(foot.record, design.normal, design.friction, design.segment, values[foot.s])


@dataclass(frozen=True, eq=False)
class _Errors:
    """Rms: position [mm], angle [deg], wrench (6,) [N*m, N], the filter's force [N].

    And the wrench (6,) over its ranges [1], the ankle's y [mm] and that over its range [1].
    """

    position: float
    angle: float
    wrench: FloatArray
    force: float
    relative: FloatArray
    sideways: tuple[float, float]


def _errors(foot: _Foot, motion: TrackedFoot) -> _Errors:
    record = foot.record
    known = np.isfinite(record.wrench).all(axis=1)
    wanted = CubicSpline(record.time[known], record.wrench[known])(motion.time)
    inside = np.interp(motion.time, record.time, known.astype(float)) > 1.0 - 1e-9
    wrench = np.sqrt(((motion.rows.wrench - wanted)[inside] ** 2).mean(axis=0))
    off = np.sqrt((motion.off**2).mean(axis=0))
    force = np.sqrt((motion.rows.correction[:, :3] ** 2).mean(axis=0)).max()
    # of a foot of one segment the forefoot is not measured
    angles = off[3:] if record.jointed else off[3:6]
    y = 1e3 * float(off[1])
    return _Errors(
        1e3 * float(off[:3].max()), float(np.degrees(angles.max())), wrench, float(force),
        wrench / np.ptp(record.wrench[known], axis=0), (y, y / (1e3 * np.ptp(record.p[:, 1]))),
    )  # fmt: skip


def _row(name: str, foot: _Foot, motion: TrackedFoot) -> tuple[str | float, ...]:
    found = _errors(foot, motion)
    wrench = (round(float(found.wrench[c]), 2) for c in (3, 4, 5, 0, 1, 2))
    return (name, round(found.position, 2), round(found.angle, 2), *wrench, round(found.force, 1))


def _sizes() -> Iterator[Comparison]:
    """How many coordinates and variables one foot has."""
    design = sole_design(published.spheres(), _LAW, Viscous(0.0), feet=("right",))
    yield beside_printed("independent coordinates of the foot", FREEDOMS)
    yield beside_printed("design variables of one foot", len(design.free))


def _compared(foot: _Foot, found: _Errors) -> Iterator[Comparison]:
    pressing = 100.0 * found.relative[[5, 0, 1]]
    ours = {
        "largest RMSE of a position": found.position,
        "largest RMSE of an angle": found.angle,
        "ankle, y, RMSE": found.sideways[0],
        "ankle, y, NRMSE": 100.0 * found.sideways[1],
        "figure 6.11, RMSE, Fz": found.wrench[5],
        "figure 6.11, RMSE, Mx": found.wrench[0],
        "figure 6.11, RMSE, My": found.wrench[1],
        "figure 6.11, least NRMSE": pressing.min(),
        "figure 6.11, largest NRMSE": pressing.max(),
    }
    if foot.cycle is not None:
        stance = np.ptp(foot.record.time) - 2 * _FIRST * np.diff(foot.record.time).mean()
        # swinging it grazes the floor
        loaded = np.ptp(foot.record.time[foot.record.wrench[:, 5] > GRAZING])
        yield beside_printed(
            "part of the cycle that the foot stands", 100.0 * stance / foot.cycle, on=foot.name,
            without={"The swinging foot grazes the floor. Experiment: only loads over "
                     f"{GRAZING:g} N count.":
                     100.0 * float(loaded) / foot.cycle},
        )  # fmt: skip
    for name, value in ours.items():
        yield beside_printed(name, float(value), on=foot.name, mass=foot.mass)


def _optimum(name: str, design: SoleDesign, values: FloatArray) -> list[tuple[str | float, ...]]:
    names = ("radius", "x", "y", "stiffness", "restitution")
    return [
        (f"{name}, {s + 1}", *(float(f"{row[design.names.index(n)]:.3g}") for n in names))
        for s, row in enumerate(values)
    ]


def _charts(foot: _Foot, motion: TrackedFoot) -> list[Chart]:
    record, plain = foot.record, foot.name.replace(" ", "_")
    found = [
        Chart(
            f"height_{plain}",
            f"{foot.name}: height of the ankle",
            "time [s]",
            "height [mm]",
            (
                Curve("forwards", motion.time, 1e3 * motion.rows.p[:, 2]),
                Curve("measured", record.time, 1e3 * record.p[:, 2], "k--"),
            ),
            caption="The foot that goes forwards on its contact, and the measured one (black); as "
            "Pàmies-Vilà's figure 6.10.",
        )
    ]
    apart = np.concatenate([1e3 * motion.off[:, :3], np.degrees(motion.off[:, 3:6])], axis=1)
    for first, what, unit, of in (
        (0, "ankle's place", "mm", ("forwards", "left", "up")),
        (3, "hindfoot's orientation", "deg", ("about forwards", "about left", "about up")),
    ):
        curves = tuple(Curve(of[k], motion.time, apart[:, first + k]) for k in range(3))
        found.append(
            Chart(
                f"apart_{first}_{plain}", f"{foot.name}: measured {what} less that on the contact",
                "time [s]", f"[{unit}]", curves,
                caption="What the filter leaves between the two curves of Pàmies-Vilà's figure "
                "6.10, axes of the world.",
            )
        )  # fmt: skip
    for c, name, unit in ((5, "Fz", "N"), (0, "Mx", "N·m"), (1, "My", "N·m")):
        curves = (
            Curve("forwards", motion.time, motion.rows.wrench[:, c]),
            Curve("plate", record.time, record.wrench[:, c], "k--"),
        )
        found.append(
            Chart(
                f"{name}_{plain}", f"{foot.name}: {name} about the ankle", "time [s]",
                header(name, unit),
                curves,
                caption="The contact's, beside the plate's (black); as Pàmies-Vilà's figure 6.11.",
            )
        )  # fmt: skip
    return found
