"""Pàmies-Vilà (2012), section 4.7: the motion back from its own forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.deviation import ANGLE_LIMIT, deviation, followed
from ambulo.forward_check.forward import Simulation, simulate, tracking_inputs
from ambulo.forward_check.missing import effort
from ambulo.forward_check.pd import HOLDING, SAMPLED, InertiaProportional, ProportionalDerivative
from ambulo.forward_check.stored_forces import StoredForces, stored_at, stored_forces
from ambulo.forward_check.support import SupportName, support, supports_of
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.forces.interpolants import INTERPOLANTS
from ambulo.multibody.integrators.registry import METHODS
from ambulo.records import SIDES, Analysis
from ambulo.results.columns import header
from ambulo.results.posture import posture_at
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo_studies.gait_trials import OTHER_MASSES, analysed_walks, beside_printed, notes_on
from ambulo_studies.shared_again import LEG_MOTIONS

TITLE = "Forward check: from the forces back to the motion"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.7, figures 4.16, 4.19 "
    "and 4.20."
)

FOLLOWED = 80.0
"""% of the cycle that the printed open loop follows (section 4.7)."""

RATE = 1000.0
"""Hz; forces are stored again at the time step of 1 ms (section 4.7)."""

_LEG_SEGMENTS = ("thigh", "shank", "hindfoot", "forefoot")

FINER = (1, 2, 4)
"""Times that rate, to see what of a miss is the step's."""

DEVIATIONS = (
    OTHER_MASSES,
    "Pàmies-Vilà stores forces at the time step of 1 ms and integrates by the trapezoidal rule, "
    "with a controller of sampled errors (eqs. 4.14 to 4.16); so do the rows called as printed. "
    "Its errors of orientation are of three angles, here rotation vectors: of the same size, "
    "about other axes. Figures above the printed ones come from the step: half of it leaves a "
    "quarter of them, as expected of second order, and with a quarter of it all are below.",
    "The rows of the rule of order eight have the stored forces cubic between the frames, and a "
    "controller in continuous time that does not ring.",
    "How fast errors grow depends on where the ground's force is applied: at the feet the body is "
    "a column of joints, at the lumbar joint (Pàmies-Vilà's actuators) an inverted pendulum, at "
    "the head a hanging one.",
)


@dataclass(frozen=True)
class _Rule:
    """A way to integrate and to hold."""

    name: str
    method: str
    between: str
    controller: ProportionalDerivative | InertiaProportional


RULES = (
    _Rule("as printed", "trapezoidal", "linear", SAMPLED),
    _Rule("order eight", "dop853", "cubic", HOLDING),
)


def run(progress: OnPart) -> Findings:
    """Simulate the analysed walks, open loop and with the controllers of section 4.7."""
    progress("analysing", 0.0)
    walks = analysed_walks()
    comparisons: list[Comparison] = []
    supports: list[tuple[str | float, ...]] = []
    rates: list[tuple[str | float, ...]] = []
    steps: list[tuple[str | float, ...]] = []
    joints: list[tuple[str | float, ...]] = []
    charts: list[Chart] = []
    for k, (name, analysis) in enumerate(walks.items()):
        progress(f"simulating {name}", (k + 0.5) / len(walks))
        stored = stored_forces(analysis)
        time = stored.motion.time
        cycle = float(np.mean([stride.stop - stride.start for stride in analysis.strides]))
        times = max(1, round(RATE * (time[-1] - time[0]) / (len(time) - 1)))
        finer = {k: stored_at(analysis.model.tree, stored, k * times) for k in FINER}
        fine = finer[1]
        for carried in supports_of(analysis.model):
            one, other = (_seconds(analysis, each, carried) for each in (stored, fine))
            recorded = float(time[-1] - time[0])
            supports.append((name, carried, one, other, round(recorded, 2)))
            if carried == "lumbar":
                comparisons.append(_followed(name, analysis, fine, cycle, other))
        held = {(rule.name, k): _held(analysis, each, rule) for rule in RULES
                for k, each in finer.items() if k == 1 or rule is RULES[0]}  # fmt: skip
        comparisons += _printed(name, held)
        steps += _by_step(name, {k: held[RULES[0].name, k] for k in FINER})
        rates += _by_rate(name, analysis, stored)
        back = _simulated(analysis, fine, "lumbar")
        joints += _by_joint(name, analysis, fine, back, cycle)
        charts += [_chart(name, analysis, fine, back), *_angle_charts(name, analysis, fine, back)]
        charts += _controller_charts(name, analysis, fine, held[RULES[0].name, 1])
    return Findings(
        comparisons=tuple(comparisons),
        tables=(
            Table(
                "Open loop by where the ground's resultant is carried",
                ("walk", "carried at", "followed, as stored [s]", "followed, stored at 1 kHz [s]",
                 "recorded [s]"),
                tuple(supports),
            ),
            Table(
                "Joint angles in the open loop, stored at 1 kHz, the ground's force at the lumbar "
                "joint (figure 4.16)",
                ("walk", "joint", "within 5° for [% of a cycle]",
                 f"rms over the first {FOLLOWED:.0f} % [°]"),
                tuple(joints),
            ),
            Table(
                f"{RULES[0].name.capitalize()}, with other steps",
                ("walk", "largest", "printed",
                 *(f"step of {1e3 / (k * RATE):g} ms" for k in FINER)),
                tuple(steps),
            ),
            Table(
                "Controller's effort over the moments' rms, by how often forces are stored",
                ("walk", "between frames", "as recorded", "twice", "four times"),
                tuple(rates),
            ),
        ),
        figures=tuple(charts),
        notes=notes_on(walks),
        checks={
            f"{c.quantity}: at least as good as printed": _as_good(c)
            for c in comparisons
            if RULES[0].name not in c.on
        } | {
            f"{row[0]}, {RULES[0].name}, a quarter of the step: {row[1]} at most as printed": bool(
                float(row[-1]) <= float(row[2])
            )
            for row in steps
        },
    )  # fmt: skip


def _followed(
    name: str, analysis: Analysis, fine: StoredForces, cycle: float, seconds: float
) -> Comparison:
    """Part of a cycle that the open loop follows within 5° and 10 mm (figure 4.16)."""
    as_printed = 100.0 * _seconds(analysis, fine, "lumbar", rule=RULES[0]) / cycle
    return beside_printed(
        "cycle followed, open loop", 100.0 * seconds / cycle, on=name,
        without={
            "Ambulo integrates by a rule of order eight. Experiment: the trapezoidal rule, with "
            "forces linear between frames.": as_printed
        },
    )  # fmt: skip


def _simulated(
    analysis: Analysis,
    stored: StoredForces,
    carried: SupportName,
    *,
    between: str = "cubic",
    method: str = "dop853",
    controller: ProportionalDerivative | InertiaProportional | None = None,
) -> Simulation:
    """One run; a grid of instants at the stored frames keeps the steps at 1 ms or less."""
    tree, motion = analysis.model.tree, stored.motion
    place = support(analysis.model, carried)
    laws = tracking_inputs(
        tree, motion, stored.unloaded, place,
        reactions=stored.reactions if carried == "feet" else None,
        gains=None if controller is None else controller.gains(tree, place),
        between=INTERPOLANTS[between],
    )  # fmt: skip
    return simulate(tree, laws, motion.time, motion.q[0], motion.v[0], METHODS[method])


def _seconds(
    analysis: Analysis, stored: StoredForces, carried: SupportName, rule: _Rule = RULES[1]
) -> float:
    found = _simulated(analysis, stored, carried, between=rule.between, method=rule.method)
    off = deviation(analysis.model.tree, found.q, stored.motion.q)
    return round(followed(stored.motion.time, off), 2)


@dataclass(frozen=True, eq=False)
class _Held:
    """A walk held by a controller, and how far it is off: (frames,) m and (frames, nb) rad."""

    back: Simulation
    lumbar: FloatArray
    angle: FloatArray

    @property
    def largest(self) -> Mapping[str, tuple[str, float, float]]:
        """What -> unit, printed and found figure (figures 4.19 and 4.20)."""
        found = {
            "deviation of the lumbar joint": self.lumbar,
            "deviation of a segment": self.angle,
            "controller's force": self.back.force,
            "controller's moment": self.back.moment,
        }
        numbers = printed("pamies2012").numbers
        return {
            what: (numbers[what].unit, float(numbers[what].value), _largest(values))
            for what, values in found.items()
        }


def _held(analysis: Analysis, fine: StoredForces, rule: _Rule) -> _Held:
    """Deviations and efforts under control, the ground's force at the lumbar joint."""
    back = _simulated(
        analysis, fine, "lumbar", between=rule.between, method=rule.method,
        controller=rule.controller,
    )  # fmt: skip
    off = deviation(analysis.model.tree, back.q, fine.motion.q)
    return _Held(back, off.distance[:, analysis.model.joints.index("lumbar")], off.angle)


_QUARTER = (
    "The step of 1 ms causes this error. The thesis has the same step. Experiment: a quarter of "
    "this step."
)


def _printed(name: str, held: Mapping[tuple[str, int], _Held]) -> Iterator[Comparison]:
    """Deviations and efforts by both rules; of a miss as printed, at the finest step."""
    for rule in RULES:
        for what, (_, _, found) in held[rule.name, 1].largest.items():
            finest = held[RULES[0].name, FINER[-1]].largest[what][2]
            left = {_QUARTER: finest} if rule is RULES[0] else {}
            yield beside_printed(what, found, on=f"{name}, {rule.name}", without=left)


def _by_step(name: str, held: Mapping[int, _Held]) -> list[tuple[str | float, ...]]:
    rows: list[tuple[str | float, ...]] = []
    for what, (unit, limit, _) in held[1].largest.items():
        found = (float(f"{each.largest[what][2]:.2g}") for each in held.values())
        rows.append((name, header(what, unit), limit, *found))
    return rows


def _by_rate(name: str, analysis: Analysis, stored: StoredForces) -> list[tuple[str | float, ...]]:
    rows: list[tuple[str | float, ...]] = []
    tree = analysis.model.tree
    for between, course in INTERPOLANTS.items():
        parts = []
        for times in (1, 2, 4):
            again = stored if times == 1 else stored_at(tree, stored, times)
            found = _simulated(analysis, again, "feet", between=between, controller=HOLDING)
            spent = effort(analysis, stored, found, course)
            parts.append(float(f"{spent.rms / spent.stored_rms:.2g}"))
        rows.append((name, between, *parts))
    return rows


def _largest(values: FloatArray) -> float:
    return float(np.abs(values).max())


def _as_good(comparison: Comparison) -> bool:
    """Whether more was followed, or less deviation or effort was needed, than printed."""
    if comparison.unit == "%":
        return comparison.ours >= comparison.printed
    return comparison.ours <= comparison.printed


def _chart(name: str, analysis: Analysis, fine: StoredForces, back: Simulation) -> Chart:
    worst = deviation(analysis.model.tree, back.q, fine.motion.q).angle.max(axis=1)
    return Chart(
        f"open_loop_{name.replace(' ', '_')}",
        f"{name}: largest deviation of a segment, open loop, stored at 1 kHz",
        "time [s]",
        "turn [deg]",
        (Curve("", fine.motion.time[1:], np.degrees(np.maximum(worst[1:], 1e-18))),),
        caption="In Pàmies-Vilà's figure 4.16 the curves separate after 80 % of the cycle.",
        log_y=True,
    )


def _angles(analysis: Analysis, q: FloatArray) -> Mapping[tuple[str, str], FloatArray]:
    """Flexion (frames,) [deg] of ankle, knee and hip, by (side, joint), as it is reported."""
    angles = posture_at(analysis.model, q).angles()
    return {
        (side, joint): angles[f"{side}_{motion}"].values
        for side in SIDES
        for joint, motion in LEG_MOTIONS.items()
    }


def _by_joint(
    name: str, analysis: Analysis, fine: StoredForces, back: Simulation, cycle: float
) -> list[tuple[str | float, ...]]:
    measured, found = _angles(analysis, fine.motion.q), _angles(analysis, back.q)
    passed = 100.0 * (fine.motion.time - fine.motion.time[0]) / cycle
    rows: list[tuple[str | float, ...]] = []
    for leg, values in measured.items():
        off = np.abs(found[leg] - values)
        out = np.flatnonzero(~(off < np.degrees(ANGLE_LIMIT)))
        last = float(passed[out[0] - 1] if out.size else passed[-1])
        rms = float(np.sqrt(np.mean(off[passed <= FOLLOWED] ** 2)))
        rows.append((name, " ".join(leg), round(last, 1), float(f"{rms:.2g}")))
    return rows


def _angle_charts(
    name: str, analysis: Analysis, fine: StoredForces, back: Simulation
) -> Iterator[Chart]:
    """Figure 4.16: each joint's flexion as measured and as the open loop gives it back."""
    measured, found = _angles(analysis, fine.motion.q), _angles(analysis, back.q)
    for leg, values in measured.items():
        # beyond a turn nothing is to be seen but the scale
        near = np.where(np.abs(found[leg] - values) < 60.0, found[leg], np.nan)
        yield Chart(
            f"{'_'.join(leg)}_{name.replace(' ', '_')}",
            f"{name}: {' '.join(leg)}, flexion",
            "time [s]",
            "angle [deg]",
            (
                Curve("open loop", fine.motion.time, near),
                Curve("measured", fine.motion.time, values, "k--"),
            ),
            caption="As Pàmies-Vilà's figure 4.16, forces stored at 1 kHz.",
        )


def _controller_charts(
    name: str, analysis: Analysis, fine: StoredForces, held: _Held
) -> Iterator[Chart]:
    """Figures 4.19 and 4.20: deviations and efforts of the legs, by the rule as printed."""
    time, segments = fine.motion.time, analysis.model.segments
    legs = [k for k, each in enumerate(segments) if each.partition("_")[2] in _LEG_SEGMENTS]
    place = name.replace(" ", "_")
    for key, what, label, at_point, by_segment, number in (
        ("deviation", "deviation", ("distance [m]", "turn [rad]"), held.lumbar, held.angle, "4.19"),
        (
            "effort",
            "controller's effort",
            ("force [N]", "moment [N*m]"),
            held.back.force,
            held.back.moment,
            "4.20",
        ),
    ):
        caption = f"As Pàmies-Vilà's figure {number}, of size, by the rule as printed."
        yield Chart(f"{key}_lumbar_{place}", f"{name}: {what} at the lumbar joint", "time [s]",
                    label[0], (Curve("", time, np.abs(at_point)),), caption=caption)  # fmt: skip
        curves = (
            Curve(segments[k].replace("_", " "), time, np.abs(by_segment[:, k])) for k in legs
        )
        yield Chart(f"{key}_segments_{place}", f"{name}: {what} on the segments of the legs",
                    "time [s]", label[1], tuple(curves), caption=caption)  # fmt: skip
