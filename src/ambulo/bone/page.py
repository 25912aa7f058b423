"""The page of `ambulo bone`: peaks, histories at the gauges, the outer wall coloured by strain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from ambulo.bone.strain_records import BoneStrain, LegStrain
from ambulo.bone.tibia import Tibia
from ambulo.inputs.version import VERSION
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.multibody.flexible.strain import principal
from ambulo.records import Side
from ambulo.report.page_data import (
    Clock,
    Column,
    LinesPanel,
    MeshPanel,
    Page,
    PanelGroup,
    Plot,
    Role,
    Series,
    Site,
    TablePanel,
    TableRow,
    TextPanel,
    Unit,
)


class Wall(NamedTuple):
    """Vertices (n, 3) m, triangles (m, 3) of vertices, and the solid's node (n,) of each vertex."""

    vertices: FloatArray
    triangles: IntArray
    nodes: IntArray


def outer_wall(bone: Tibia) -> Wall:
    """The visible surface, without the end faces and the wall of the marrow's canal."""
    mesh, nodes = bone.solid.mesh, bone.solid.elements.nodes
    facets = mesh.facets[:, mesh.boundary_facets()].T
    chosen = facets[_outer(facets, nodes)]
    ordered = np.take_along_axis(chosen, _round(nodes[chosen]), axis=1)
    # a quadrilateral a b c d is the triangles a b c and a c d
    corners = np.concatenate([ordered[:, [0, 1, 2]], ordered[:, [0, 2, 3]]])
    used, triangles = np.unique(corners, return_inverse=True)
    return Wall(nodes[used], triangles.reshape(-1, 3).astype(np.int64), used.astype(np.int64))


def wall_strain(bone: Tibia, wall: Wall, ring_loads: FloatArray) -> FloatArray:
    """The larger principal strain by size, (instants, vertices), under loads on the rings.

    Args:
        ring_loads: (instants, 6 nr).
    """
    moved = bone.fields @ ring_loads.T
    found = np.empty((len(ring_loads), len(wall.nodes)))
    for k, node in enumerate(wall.nodes):
        e = principal(np.asarray(bone.solid.strain_rows(int(node)) @ moved).T)
        found[:, k] = np.where(e[:, 0] >= -e[:, 2], e[:, 0], e[:, 2])
    return found


def _outer(facets: IntArray, nodes: FloatArray) -> BoolArray:
    """Which boundary faces (n, 4) belong to the outer wall."""
    upright = np.ptp(nodes[facets][:, :, 2], axis=1) > 1e-9  # not the end faces
    # faces hang together by their nodes: without the ends, the walls of shaft and canal are two
    face, corner = np.nonzero(np.broadcast_to(upright[:, None], facets.shape))
    shape = (len(facets), len(nodes))
    touch = sp.csr_array((np.ones(len(face)), (face, facets[face, corner])), shape=shape)
    _, part = connected_components(touch @ touch.T, directed=False)
    walls = np.unique(part[upright])
    breadth = [np.ptp(nodes[facets[part == wall]][..., 0]) for wall in walls]
    return np.asarray(part == walls[int(np.argmax(breadth))])


def _round(quads: FloatArray) -> IntArray:
    """Order (n, 4) in which the corners (n, 4, 3) of an upright face go round it."""
    normal = np.cross(quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 0])
    level = np.stack([-normal[:, 1], normal[:, 0], np.zeros(len(quads))], axis=1)
    level /= np.linalg.norm(level, axis=1, keepdims=True)
    away = quads - quads.mean(axis=1, keepdims=True)
    across = np.einsum("fci,fi->fc", away, level)
    return np.argsort(np.arctan2(away[..., 2], across), axis=1).astype(np.int64)


_CLOCK = "trial"
_MICRO = 1e6
_SHOWN: tuple[tuple[str, Role], ...] = (
    ("anterior", "c4"), ("anteromedial", "c1"), ("medial", "c3"), ("posterior", "c5"),
    ("lateral", "c2"),
)  # fmt: skip


def bone_page(result: BoneStrain, trial: str) -> Page:
    """The page with all results of one run.

    Args:
        result: strain of the legs whose loads are known.
        trial: name of the recording.
    """
    legs = list(result.sides.items())
    sections = [
        PanelGroup(
            "peaks", "Strain at the middle of the shaft", [_peaks(result), _histories(legs)]
        ),
        PanelGroup("bone", "The bone", _coloured(legs)),
        PanelGroup("loads", "Joint contact forces", [_contact(legs)]),
    ]
    sensitive = [_sensitivity(side, leg) for side, leg in legs]
    sections.append(PanelGroup("sensitivity", "How sure is it?", sensitive))
    notes = TextPanel("assumed", "", items=result.notes)
    sections.append(PanelGroup("notes", "What was assumed", [notes]))
    return Page(
        title=f"Strain in the tibia: {trial}",
        subtitle=(
            "Muscle forces come from static optimisation. The bone is a flexible solid, loaded by "
            f"the muscles and by the contact forces of the joints. Ambulo {VERSION}."
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


def _peaks(result: BoneStrain) -> TablePanel:
    columns = [Column("side of the bone")]
    columns += [
        Column(f"{side}, largest {word}", "µε", number=True, role=side, decimals=0)
        for word in ("tension", "compression")
        for side in result.sides
    ]
    peaks = {name: [leg.peaks(name) for leg in result.sides.values()] for name, _ in _SHOWN}
    rows = [
        TableRow([name, *(_MICRO * float(one[k]) for k in range(2) for one in each)])
        for name, each in peaks.items()
    ]
    return TablePanel(
        "gauge-peaks",
        "Largest strain at the surface",
        columns,
        rows,
        caption=(
            "Largest tension and largest compression (principal strains), as a strain gauge "
            "rosette would measure them. The unit µε is a millionth of the length. Gauges on the "
            "anteromedial side of the tibia showed +437 and −544 µε in walking people (quoted by "
            "Al Nazer 2006) and −400 µε (Lanyon et al. 1975)."
        ),
    )


def _histories(legs: Sequence[tuple[Side, LegStrain]]) -> LinesPanel:
    plots = []
    for word, layer in (("tension", "high"), ("compression", "low")):
        for side, leg in legs:
            series = [Series(name, role, getattr(leg.gauges[name], layer)) for name, role in _SHOWN]
            plots.append(
                Plot(
                    title=f"{side.capitalize()} tibia, largest {word}",
                    units=(Unit("µε", _MICRO),),
                    series=series,
                    positive="tension",
                    least=200.0 / _MICRO,
                )
            )
    return LinesPanel(
        "gauges", "Principal strains over time", plots, clock=_CLOCK, columns=len(legs)
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
            f"largest tension of the anteromedial side, {known[pulled]:.2f} s",
        ),
        label="principal strain (the larger in size)",
        unit="µε",
        range=(-limit, limit),
        sites=[Site(name, _point(leg, name, side)) for name, _ in _SHOWN],
        caption=(
            f"The colours end at ±{limit:.0f} µε. At most 2 % of the surface exceeds this limit, "
            "mostly at the ends, where the loads act. Dots at mid-shaft: "
            f"{', '.join(n for n, _ in _SHOWN)}."
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
        TableRow([name, _written(high), _written(low)])
        for name, (high, low) in leg.sensitivity.items()
    ]
    return TablePanel(
        f"{side}-sensitivity",
        f"{side.capitalize()} tibia: change of the anteromedial peaks",
        (
            Column("what is changed"),
            Column("largest tension [µε]"),
            Column("largest compression [µε]"),
        ),
        rows,
    )
