"""Figures of `ambulo bone`: strain histories and the bone coloured by strain."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np

from ambulo.bone.strain_records import BoneStrain, LegStrain
from ambulo.multibody.flexible.strain import principal

__all__ = ["draw_bone", "draw_strain"]


def draw_strain(result: BoneStrain) -> str:
    """Principal strains over time at the gauges, one panel a leg, as SVG."""
    figure = _figure(6.4, 2.8 * len(result.sides))
    panels = figure.subplots(len(result.sides), 1, squeeze=False, sharex=True)[:, 0]
    for axes, (side, leg) in zip(panels, result.sides.items(), strict=True):
        for k, name in enumerate(("anterior", "anteromedial", "medial", "posterior")):
            history = leg.gauges[name]
            axes.plot(leg.time, 1e6 * history.high, color=f"C{k}", lw=1.2, label=name)
            axes.plot(leg.time, 1e6 * history.low, color=f"C{k}", lw=1.2)
        axes.axhline(0.0, color="#dfe4e9", lw=0.8)
        axes.set_title(f"{side} tibia, mid-shaft: principal strains", loc="left", fontsize=10)
        axes.set_ylabel("strain [µε]")
        axes.legend(frameon=False, fontsize=8)
    panels[-1].set_xlabel("time [s]")
    return _svg(figure)


def draw_bone(result: BoneStrain) -> str:
    """The bone from in front and behind when the anteromedial gauge is pressed most, as SVG."""
    from matplotlib.collections import PolyCollection

    figure = _figure(2.0 * len(result.sides) + 1.4, 5.6)
    panels = figure.subplots(1, 2 * len(result.sides), squeeze=False, sharey=True)[0]
    surfaces = {side: _surface(leg) for side, leg in result.sides.items()}
    # a few corners at the ends, where loads enter, would take the colours from the shaft
    every = np.concatenate([np.abs(values) for _, values in surfaces.values()])
    limit = float(np.percentile(every, 98.0))
    drawn = None
    for index, (side, (quads, values)) in enumerate(surfaces.items()):
        medial = 1.0 if side == "right" else -1.0  # seen from the front, on the viewer's right
        for k, view in enumerate(("front", "back")):
            axes = panels[2 * index + k]
            toward = 1.0 if view == "front" else -1.0
            order = np.argsort(toward * quads[:, :, 0].mean(axis=1))
            flat = 1e3 * np.stack([toward * medial * quads[..., 1], quads[..., 2]], axis=-1)[order]
            drawn = PolyCollection(
                list(flat), array=1e6 * values[order], cmap="RdBu_r", edgecolors="face", lw=0.2
            )
            drawn.set_clim(-1e6 * limit, 1e6 * limit)
            axes.add_collection(drawn)
            axes.autoscale_view()
            axes.set_aspect("equal")
            axes.set_title(f"{side}, {view}", fontsize=9)
            axes.set_xticks([])
    panels[0].set_ylabel("height above the knee's centre [mm]")
    if drawn is not None:
        figure.colorbar(
            drawn,
            ax=list(panels),
            label="principal strain, greater by size [µε]",
            extend="both",
            shrink=0.7,
        )
    return _svg(figure)


def _surface(leg: LegStrain) -> tuple[Any, Any]:
    """Outer faces (n, 4, 3) and the greater principal strain by size in their middles (n,)."""
    history = leg.gauges["anteromedial"].low[leg.known]
    loads = leg.ring_loads[int(np.argmin(history))]
    solid = leg.bone.solid
    mesh = solid.mesh
    nodes = solid.elements.nodes
    facets = mesh.facets[:, mesh.boundary_facets()].T
    corners = nodes[facets]
    inside = np.ptp(corners[:, :, 2], axis=1) > 1e-9  # not the end faces
    middle = corners.mean(axis=1)
    axis_x = np.interp(middle[:, 2], leg.bone.rings[:, 2], leg.bone.rings[:, 0])
    axis_y = np.interp(middle[:, 2], leg.bone.rings[:, 2], leg.bone.rings[:, 1])
    away = np.hypot(middle[:, 0] - axis_x, middle[:, 1] - axis_y)
    outer = np.zeros(len(facets), dtype=bool)
    for level in np.unique(np.round(middle[inside, 2], 9)):
        here = inside & (np.abs(middle[:, 2] - level) < 1e-9)
        # inner and outer wall alternate: the outer face of each direction is the farther
        angle = np.round(np.degrees(np.arctan2(middle[:, 1] - axis_y, middle[:, 0] - axis_x)), 0)
        for turn in np.unique(angle[here]):
            pair = np.nonzero(here & (np.abs(angle - turn) < 1.5))[0]
            outer[pair[np.argmax(away[pair])]] = True
    used = np.unique(facets[outer])
    greater = np.zeros(len(nodes))
    moved = leg.bone.fields @ loads
    for node in used:
        e = principal(np.asarray(solid.strain_rows(int(node)) @ moved))
        greater[node] = e[0] if e[0] >= -e[2] else e[2]
    # corners in drawing order round the face
    chosen = facets[outer]
    quads = nodes[chosen]
    centre = quads.mean(axis=1, keepdims=True)
    along = quads[:, :, 2] - centre[:, :, 2]
    side = np.where(
        np.abs(quads[:, :, 0] - centre[:, :, 0]) > np.abs(quads[:, :, 1] - centre[:, :, 1]),
        quads[:, :, 0] - centre[:, :, 0],
        quads[:, :, 1] - centre[:, :, 1],
    )
    order = np.argsort(np.arctan2(along, side), axis=1)
    return np.take_along_axis(quads, order[:, :, None], axis=1), greater[chosen].mean(axis=1)


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure


def _svg(figure: Any) -> str:
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "ambulo"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
