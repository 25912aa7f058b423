"""The page of `ambulo bone`: peaks and histories at the gauges, the bone coloured by strain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.bone.strain_records import BoneStrain, LegStrain
from ambulo.bone.surface import Wall, outer_wall, wall_strain
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.records import Side
from ambulo.report.page_data import (
    Clock,
    Column,
    Fact,
    FactsPanel,
    LinesPanel,
    MeshPanel,
    Page,
    Plot,
    Role,
    Row,
    Section,
    Series,
    Site,
    TablePanel,
    TextPanel,
    Unit,
)

_CLOCK = "trial"
_MICRO = 1e6
_SHOWN: tuple[tuple[str, Role], ...] = (
    ("anterior", "c4"), ("anteromedial", "c1"), ("medial", "c3"), ("posterior", "c5"),
    ("lateral", "c2"),
)  # fmt: skip


def bone_page(result: BoneStrain, trial: str) -> Page:
    """Everything that one run found.

    Args:
        result: strain of the legs whose loads are known.
        trial: name of the recording.
    """
    legs = list(result.sides.items())
    sections = [
        Section("peaks", "Strain at the middle of the shaft", [_peaks(result), _histories(legs)]),
        Section("bone", "The bone", _coloured(legs)),
        Section("loads", "Joint contact forces", [_contact(legs)]),
    ]
    sensitive = [_sensitivity(side, leg) for side, leg in legs if leg.sensitivity]
    if sensitive:
        sections.append(Section("sensitivity", "How sure is it?", sensitive))
    notes = TextPanel("assumed", "", items=result.notes)
    sections.append(Section("notes", "What was assumed", [notes]))
    return Page(
        title=f"Strain in the tibia: {trial}",
        subtitle=(
            "Muscle forces by static optimisation, the bone a flexible solid under them and the "
            f"joint contact forces. Ambulo {VERSION}."
        ),
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
        clocks={_CLOCK: Clock(legs[0][1].time, start=_most_pressed(legs[0][1])[1])},
    )


def _most_pressed(leg: LegStrain) -> tuple[int, float]:
    """Known frame at which the anteromedial gauge is pressed most, and its time [s]."""
    frame = int(np.argmin(leg.gauges["anteromedial"].low[leg.known]))
    return frame, float(leg.time[leg.known][frame])


def _written(strain: float) -> str:
    return f"{_MICRO * strain:+.0f}".replace("-", "−")


def _peaks(result: BoneStrain) -> FactsPanel:
    facts = []
    for name, _ in _SHOWN:
        peaks = {side: leg.peaks(name) for side, leg in result.sides.items()}
        for k, word in enumerate(("largest stretch", "largest compression")):
            values = [_written(peaks[s][k]) if s in peaks else "–" for s in ("left", "right")]
            label = f"{name.capitalize()}, {word}"
            facts.append(Fact(label, "", "µε", sides=(values[0], values[1])))
    return FactsPanel(
        "gauge-peaks",
        "",
        facts,
        caption=(
            "Largest stretch and largest compression (principal strains) in the surface, as a "
            "strain gauge rosette would measure them; µε: millionths of the length. Gauges "
            "on the anteromedial side of people who walk showed +437 and −544 (quoted by "
            "Al Nazer 2006) and −400 (Lanyon et al. 1975)."
        ),
    )


def _histories(legs: Sequence[tuple[Side, LegStrain]]) -> LinesPanel:
    plots = []
    for side, leg in legs:
        series = []
        for name, role in _SHOWN:
            gauge = leg.gauges[name]
            series.append(Series(f"{name}, largest stretch", role, gauge.high))
            series.append(Series(f"{name}, largest compression", role, gauge.low, stroke="dash"))
        plots.append(
            Plot(
                title=f"{side.capitalize()} tibia",
                units=(Unit("µε", _MICRO),),
                series=series,
                positive="stretch",
                least=200.0 / _MICRO,
            )
        )
    return LinesPanel(
        "gauges", "Principal strains over time", plots, clock=_CLOCK, columns=len(plots)
    )


def _coloured(legs: Sequence[tuple[Side, LegStrain]]) -> list[MeshPanel]:
    """Each bone when its anteromedial gauge is pressed and pulled most, on one scale of colours."""
    walls = [outer_wall(leg.bone) for _, leg in legs]
    instants = [_instants(leg) for _, leg in legs]
    values = [
        wall_strain(leg.bone, wall, leg.ring_loads[list(at)])
        for (_, leg), wall, at in zip(legs, walls, instants, strict=True)
    ]
    # a few corners at the ends, where loads enter, would take the colours from the shaft
    limit = _MICRO * max(float(np.percentile(np.abs(each), 98.0)) for each in values)
    return [
        _bone(side, leg, wall, at, each, limit)
        for (side, leg), wall, at, each in zip(legs, walls, instants, values, strict=True)
    ]


def _instants(leg: LegStrain) -> tuple[int, int]:
    """Known frames at which the anteromedial gauge is pressed and pulled most."""
    pressed, _ = _most_pressed(leg)
    return pressed, int(np.argmax(leg.gauges["anteromedial"].high[leg.known]))


def _bone(
    side: Side,
    leg: LegStrain,
    wall: Wall,
    at: tuple[int, int],
    values: FloatArray,
    limit: float,
) -> MeshPanel:
    known = leg.time[leg.known]
    pressed, pulled = at
    return MeshPanel(
        f"{side}-bone",
        f"{side.capitalize()} tibia",
        _mirrored(wall.vertices, side),
        wall.triangles.astype(np.float64),
        _MICRO * values,
        instants=(
            f"largest compression of the anteromedial side, {known[pressed]:.2f} s",
            f"largest stretch of the anteromedial side, {known[pulled]:.2f} s",
        ),
        label="principal strain, the greater by size",
        unit="µε",
        range=(-limit, limit),
        sites=[Site(name, _point(leg, name, side)) for name, _ in _SHOWN],
        caption=(
            f"The colours end at ±{limit:.0f} µε, which at most 2 % of the surface exceeds, mostly "
            "at "
            f"the ends where loads enter. Dots at mid-shaft: {', '.join(n for n, _ in _SHOWN)}."
        ),
    )


def _mirrored(points: FloatArray, side: Side) -> FloatArray:
    """The left leg is computed as a right one: shown, it is what it is."""
    return points if side == "right" else points * [1.0, -1.0, 1.0]


def _point(leg: LegStrain, name: str, side: Side) -> tuple[float, float, float]:
    (gauge,) = (g for g in leg.bone.gauges if g.name == name)
    x, y, z = _mirrored(gauge.place, side).tolist()
    return x, y, z


def _contact(legs: Sequence[tuple[Side, LegStrain]]) -> LinesPanel:
    plots = []
    for joint in ("knee", "ankle"):
        series = []
        for side, leg in legs:
            force = np.full(len(leg.time), np.nan)
            force[leg.known] = getattr(leg.loads, f"{joint}_contact")
            series.append(Series(side, side, force))
        plots.append(Plot(f"{joint.capitalize()} contact force", (Unit("N"),), series, least=500.0))
    return LinesPanel("contact", "", plots, clock=_CLOCK, columns=2)


def _sensitivity(side: Side, leg: LegStrain) -> TablePanel:
    rows = [
        Row([name, _written(high), _written(low)]) for name, (high, low) in leg.sensitivity.items()
    ]
    return TablePanel(
        f"{side}-sensitivity",
        f"{side.capitalize()} tibia: change of the anteromedial peaks",
        (
            Column("what is changed"),
            Column("largest stretch [µε]"),
            Column("largest compression [µε]"),
        ),
        rows,
    )
