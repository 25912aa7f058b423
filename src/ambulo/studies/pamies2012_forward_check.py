"""Pàmies-Vilà (2012), section 4.7: the motion back from its own forces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.deviation import deviation, followed
from ambulo.forward_check.forward import Simulation, simulate, tracking_inputs
from ambulo.forward_check.missing import effort
from ambulo.forward_check.pd import HOLDING, SAMPLED, InertiaProportional, ProportionalDerivative
from ambulo.forward_check.stored_forces import StoredForces, stored_at, stored_forces
from ambulo.forward_check.support import SupportName, support, supports_of
from ambulo.math.arrays import FloatArray
from ambulo.multibody.forces.interpolants import INTERPOLANTS
from ambulo.multibody.integrators.registry import METHODS
from ambulo.records import Analysis
from ambulo.studies.gait_trials import analysed_walks, notes_on
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

__all__ = ["DEVIATIONS", "SOURCE", "TITLE", "run"]

TITLE = "Forward check: from the forces back to the motion"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.7, figures 4.16, 4.19 "
    "and 4.20."
)

FOLLOWED = 80.0
"""% of the cycle that the printed open loop follows."""
POSITION, ANGLE = 7e-8, 5e-6
"""m at the lumbar joint and rad, largest deviations under control (text under figure 4.19)."""
FORCE, MOMENT = 5e-3, 4e-3
"""N and N*m, bounds on the controller's efforts (text under figure 4.20)."""

RATE = 1000.0
"""Hz; forces are stored again at the time step of 1 ms (section 4.7)."""

DEVIATIONS = (
    "Pàmies-Vilà stores forces at the time step of 1 ms and integrates by the trapezoidal rule, "
    "with a controller of sampled errors (eqs. 4.14 to 4.16); so do the rows called as printed. "
    "Its errors of orientation are of three angles, here rotation vectors: of the same size, "
    "about other axes.",
    "The rows of the rule of order eight have the stored forces cubic between the frames, and a "
    "controller in continuous time that does not ring.",
    "Where the ground's resultant is carried decides how fast errors grow: at the feet the body is "
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


def run(progress: Progress) -> Findings:
    """Simulate the analysed walks, open loop and with the controllers of section 4.7."""
    progress("analysing", 0.0)
    walks = analysed_walks()
    comparisons: list[Comparison] = []
    supports: list[tuple[str | float, ...]] = []
    rates: list[tuple[str | float, ...]] = []
    charts: list[Chart] = []
    for k, (name, analysis) in enumerate(walks.items()):
        progress(f"simulating {name}", (k + 0.5) / len(walks))
        stored = stored_forces(analysis)
        time = stored.motion.time
        cycle = float(np.mean([stride.stop - stride.start for stride in analysis.strides]))
        times = max(1, round(RATE * (time[-1] - time[0]) / (len(time) - 1)))
        fine = stored_at(analysis.model.tree, stored, times)
        for carried in supports_of(analysis.model):
            one, other = (_seconds(analysis, each, carried) for each in (stored, fine))
            recorded = float(time[-1] - time[0])
            supports.append((name, carried, one, other, round(recorded, 2)))
            if carried == "lumbar":
                comparisons.append(
                    Comparison(
                        f"{name}: of a cycle followed within 5° and 10 mm, open loop",
                        "%",
                        FOLLOWED,
                        100.0 * other / cycle,
                        None,
                        "figure 4.16: about 80 % of a cycle",
                    )
                )
        comparisons += [c for rule in RULES for c in _held(name, analysis, fine, rule)]
        rates += _by_rate(name, analysis, stored)
        charts.append(_chart(name, analysis, fine))
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
            if RULES[0].name not in c.quantity
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


def _seconds(analysis: Analysis, stored: StoredForces, carried: SupportName) -> float:
    found = _simulated(analysis, stored, carried)
    off = deviation(analysis.model.tree, found.q, stored.motion.q)
    return round(followed(stored.motion.time, off), 2)


def _held(name: str, analysis: Analysis, fine: StoredForces, rule: _Rule) -> list[Comparison]:
    """Deviations and efforts under control, the ground's force at the lumbar joint."""
    found = _simulated(
        analysis, fine, "lumbar", between=rule.between, method=rule.method,
        controller=rule.controller,
    )  # fmt: skip
    off = deviation(analysis.model.tree, found.q, fine.motion.q)
    lumbar = off.distance[:, analysis.model.joints.index("lumbar")]
    found_here = {
        "deviation of the lumbar joint": ("m", POSITION, lumbar),
        "deviation of a segment": ("rad", ANGLE, off.angle),
        "controller's force": ("N", FORCE, found.force),
        "controller's moment": ("N*m", MOMENT, found.moment),
    }
    return [
        Comparison(f"{name}, {rule.name}: {what}", unit, printed, _largest(values))
        for what, (unit, printed, values) in found_here.items()
    ]


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


def _chart(name: str, analysis: Analysis, fine: StoredForces) -> Chart:
    found = _simulated(analysis, fine, "lumbar")
    worst = deviation(analysis.model.tree, found.q, fine.motion.q).angle.max(axis=1)
    return Chart(
        f"open_loop_{name.replace(' ', '_')}",
        f"{name}: largest deviation of a segment, open loop, stored at 1 kHz",
        "time [s]",
        "degrees",
        (Curve("", fine.motion.time[1:], np.degrees(np.maximum(worst[1:], 1e-18))),),
        caption="Pàmies-Vilà's figure 4.16 shows curves that part after 80 % of the cycle.",
        log_y=True,
    )
