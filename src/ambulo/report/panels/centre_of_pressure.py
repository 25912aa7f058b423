"""The walk from above: force plates, footprints and the path of each centre of pressure."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.report import svg
from ambulo.report.panels.footprints import footprints
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]

_WIDTH, _LEFT, _TOP = 1000.0, 46.0, 40.0


def _polygon(axes: svg.Axes, outline: FloatArray, style: str) -> str:
    points = " ".join(
        f"{x:.1f},{y:.1f}"
        for x, y in zip(axes.px(outline[:, 0]), axes.py(outline[:, 1]), strict=True)
    )
    return f'<polygon points="{points}" {style}/>'


def _draw(scene: Scene) -> str:
    analysis, ground = scene.analysis, scene.ground
    prints = footprints(scene)
    plates = [p for p in analysis.trial.plates if np.isfinite(p.corners).all()]
    centre = np.where(ground.known[:, :, None], ground.centre_of_pressure, np.nan)
    clouds = [p.corners[:, :2] for p in plates] + [f.outline for f in prints]
    clouds += [centre[:, s, :2] for s in range(2)]
    seen = np.vstack(clouds)
    seen = seen[np.isfinite(seen).all(axis=1)]
    if not len(seen):
        return ""
    low, high = seen.min(axis=0) - 0.08, seen.max(axis=0) + 0.08
    span = high - low
    # one scale on both axes; a square-ish field must not become a tower
    scale = min((_WIDTH - _LEFT - 12) / span[0], 420.0 / span[1])
    axes = svg.Axes(
        _LEFT,
        _TOP,
        float(span[0] * scale),
        float(span[1] * scale),
        (float(low[0]), float(high[0])),
        (float(low[1]), float(high[1])),
    )
    parts = [
        axes.frame(
            xticks=svg.ticks(*axes.xlim, 9),
            yticks=svg.ticks(*axes.ylim, max(2, int(axes.height / 45))),
            xlabel="x, forward [m]",
        )
    ]
    for plate in plates:
        parts.append(_polygon(axes, plate.corners, f'fill="#eef1f4" stroke="{svg.GREY}"'))
        corner = plate.corners[np.argmax(plate.corners[:, 1] - plate.corners[:, 0])]
        parts.append(
            svg.text(
                float(axes.px(corner[0])) + 5,
                float(axes.py(corner[1])) + 13,
                plate.name,
                size=10,
                colour=svg.GREY,
            )
        )
    for foot in prints:
        colour = svg.SIDE_COLOUR[foot.side]
        parts.append(
            _polygon(
                axes,
                foot.outline,
                f'fill="{colour}" fill-opacity="0.1" stroke="{colour}" stroke-opacity="0.55"',
            )
        )
    for s, side in enumerate(SIDES):
        colour = svg.SIDE_COLOUR[side]
        parts.append(axes.line(centre[:, s, 0], centre[:, s, 1], colour, width=2.2))
    parts.append(
        svg.text(
            14,
            axes.top + axes.height / 2,
            "y, to the left [m]",
            size=10.5,
            colour=svg.GREY,
            anchor="middle",
            turn=-90,
        )
    )
    keys = [svg.Key(f"{side} centre of pressure", svg.SIDE_COLOUR[side]) for side in SIDES]
    keys.append(svg.Key("sole at mid-stance", svg.GREY, area=True, opacity=0.3))
    height = _TOP + axes.height + 38
    return svg.document(
        _WIDTH, height, [svg.legend(_LEFT, 16, keys), *parts], "Centre of pressure seen from above"
    )


def _caption(scene: Scene) -> str:
    words = ["Seen from above, walking to the right, one scale on both axes."]
    words += [
        f"{scene.analysis.trial.plates[c.plate].name.capitalize()}, {c.start:.2f} to "
        f"{c.stop:.2f} s: {c.side or 'no single'} foot, {c.quality}; {c.reason.rstrip('.')}."
        for c in scene.analysis.contacts
    ]
    return " ".join(words)


PANEL = Panel("centre-of-pressure", "Centre of pressure and footprints", _draw, _caption)
