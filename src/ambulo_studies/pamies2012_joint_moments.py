"""Pàmies-Vilà (2012), figure 4.15: moments of ankle, knee and hip by ways of sharing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.registry import SHARINGS
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, Analysis, GroundReaction, Side, Stride
from ambulo.report.normal_band import NormalBand
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import CYCLE, over_stride
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo_studies.gait_trials import OTHER_MASSES, on_every_walk
from ambulo_studies.shared_again import (
    LEG_MOTIONS,
    leg_moments,
    problem_of,
    with_plates_resultant,
)

TITLE = "Joint moments of the legs by ways of sharing double support"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.6, figure 4.15. Normal "
    "walking: Schwartz MH, Rozumalski A, Trost JP (2008), J Biomech 41:1639-1650."
)

DEVIATIONS = (
    OTHER_MASSES,
    "Pàmies-Vilà draws the left leg's moments by corrected plates (CFP) over Winter's (1990) band "
    "and prints no figure; here every leg and sharing also stands against the moments that the "
    "plates give, while the foot is on its plate. The band is Schwartz's (2008), of children at "
    "the speed of the walk.",
    "CFP gives the stance foot the whole sum that the motion needs, with its errors. With the "
    "plates' own sum instead, CFP's moments are those of the plates. So their difference is the "
    "error of the sum.",
    "CFP's moments are within one standard deviation of the band for about as much of the stride "
    "as the plates' own, which is a half to three quarters and not almost always: these walkers "
    "differ from those of the band.",
    "Smooth joint moments follow the resultant only as far as soles can carry it.",
)

WAYS = ("cfp", "sta", "contact", "smooth")
"""Ways of sharing that are compared, in the order of the tables."""


class CurveMatch(NamedTuple):
    """How far a curve is from the plates': correlation, rms [N*m/kg], peak over the plates'."""

    r: float
    rms: float
    peak: float


def run(progress: OnPart) -> Findings:
    """Moments of both legs on every walk, by every way of sharing."""
    return on_every_walk(progress, _of_walk)


def _of_walk(name: str, analysis: Analysis) -> Findings:
    plates = analysis.plates_ground
    assert plates is not None
    assert analysis.sharing is not None
    problem = problem_of(analysis)
    measured = leg_moments(analysis, plates)
    shared = {way: analysis.sharing.sharings[way] for way in WAYS}
    moments = {way: leg_moments(analysis, ground) for way, ground in shared.items()}
    exact = SHARINGS["cfp"].share(with_plates_resultant(problem)).ground
    corrected = leg_moments(analysis, exact)
    frames = _on_plates(problem, plates)
    found = {
        way: {
            leg: agreement_with(values, measured[leg], frames[SIDES.index(leg[0])])
            for leg, values in by_leg.items()
        }
        for way, by_leg in {**moments, "cfp, the plates' resultant": corrected}.items()
    }
    nearer = all(found["cfp"][leg].rms < found["sta"][leg].rms for leg in measured)
    removed = all(
        found["cfp, the plates' resultant"][leg].rms < found["cfp"][leg].rms / 4 for leg in measured
    )
    band = Scene(analysis).band
    drawn = {**moments, "plates": measured}
    stride = _left_stride_on_plate(analysis)
    return Findings(
        tables=(
            _table(name, found),
            *(() if stride is None else (_within(name, analysis, drawn, stride, band),)),
        ),
        figures=() if stride is None else tuple(
            _charts(name, analysis, drawn, stride, band)
        ),
        checks={
            f"{name}: CFP's moments are nearer the plates' than STA's at every joint": nearer,
            f"{name}: the plates' resultant takes away three quarters of what CFP misses": removed,
        },
    )  # fmt: skip


def _on_plates(problem: SharingProblem, plates: GroundReaction) -> list[BoolArray]:
    """Frames (frames,) in which each foot stands and its plate measures it."""
    return list((problem.stance & plates.known).T)


def agreement_with(ours: FloatArray, reference: FloatArray, frames: BoolArray) -> CurveMatch:
    """How far a moment (frames,) is from a reference in the frames (frames,) that are judged."""
    both = frames & np.isfinite(ours) & np.isfinite(reference)
    a, b = ours[both], reference[both]
    peak = int(np.abs(b).argmax())
    return CurveMatch(
        float(np.corrcoef(a, b)[0, 1]),
        float(np.sqrt(np.mean((a - b) ** 2))),
        float((np.sign(b[peak]) * a).max() / abs(b[peak])),
    )


def _left_stride_on_plate(analysis: Analysis) -> Stride | None:
    """The stride of the left foot that begins on its plate; None where none is recorded whole."""
    strikes = [contact.start for contact in analysis.contacts if contact.side == "left"]
    for stride in analysis.strides:
        if stride.side == "left" and any(abs(stride.start - strike) < 0.05 for strike in strikes):
            return stride
    return None


def _table(name: str, found: Mapping[str, Mapping[tuple[str, str], CurveMatch]]) -> Table:
    return Table(
        f"{name}: moments against the plates', while the foot is on its plate",
        ("sharing", "leg, joint", "correlation", "rms [N*m/kg]", "peak over the plates'"),
        tuple(
            (way, " ".join(leg), round(fit.r, 3), round(fit.rms, 3), round(fit.peak, 2))
            for way, by_leg in found.items()
            for leg, fit in by_leg.items()
        ),
        "In the sagittal plane. Peak: the largest of the sign that the plates' largest has.",
    )


def _within(
    name: str,
    analysis: Analysis,
    moments: Mapping[str, Mapping[tuple[str, str], FloatArray]],
    stride: Stride,
    band: NormalBand,
) -> Table:
    """How much of the drawn stride lies inside the normal band."""
    rows: list[tuple[str | float, ...]] = []
    for way, by_leg in moments.items():
        for joint in LEG_MOTIONS:
            curve = over_stride(analysis.motion.time, by_leg[stride.side, joint], stride)
            mean, sd = _normal(band, joint, stride.side)
            off = np.abs(curve - mean)[np.isfinite(curve)] / sd[np.isfinite(curve)]
            rows.append((way, f"{stride.side} {joint}", *(
                round(100.0 * float(np.mean(off <= k)), 0) for k in (1.0, 2.0)
            )))  # fmt: skip
    return Table(
        f"{name}: part of the stride inside the normal band",
        ("sharing", "leg, joint", "within 1 sd [%]", "within 2 sd [%]"),
        tuple(rows),
        "Pàmies-Vilà finds CFP's moments almost always within a standard deviation of Winter's. "
        "If the plates' own moments leave the band, that is due to the walker and not to the "
        "sharing.",
    )


def _normal(band: NormalBand, joint: str, side: Side) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation (101,) [N*m/kg] of normal walking, flexion positive."""
    found = band.of("moments", f"{side}_{LEG_MOTIONS[joint]}", side)
    assert found is not None
    return (
        np.interp(CYCLE, found.cycle, found.mean),
        np.interp(CYCLE, found.cycle, found.sd),
    )


def _charts(
    name: str,
    analysis: Analysis,
    moments: Mapping[str, Mapping[tuple[str, str], FloatArray]],
    stride: Stride,
    band: NormalBand,
) -> Iterator[Chart]:
    """Figure 4.15: a joint a chart, extension and plantarflexion positive as there."""
    side = stride.side
    time = analysis.motion.time
    for joint in LEG_MOTIONS:
        mean, sd = _normal(band, joint, side)
        curves = [
            Curve(
                SHARINGS[way].title if way in SHARINGS else way,
                CYCLE,
                -over_stride(time, by_leg[side, joint], stride),
                "-" if way in SHARINGS else "k--",
            )
            for way, by_leg in moments.items()
        ]
        normal = [
            Curve(label, CYCLE, values, "k:")
            for label, values in ((f"{band.short}, ± 1 sd", -mean - sd), ("", -mean + sd))
        ]
        word = "plantarflexion" if joint == "ankle" else "extension"
        yield Chart(
            f"{joint}_{name.replace(' ', '_')}",
            f"{name}: {side} {joint}, {word} moment",
            "stride [%]",
            "moment by body mass [N·m/kg]",
            (*curves, *normal),
            caption="As Pàmies-Vilà's figure 4.15, over the stride that begins on the plate.",
        )
