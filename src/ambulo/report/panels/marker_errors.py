"""Distance of the model's markers from the recorded ones: by marker and against time."""

from __future__ import annotations

from html import escape

import numpy as np

from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.summary import rms

__all__ = ["PANEL"]

_WIDTH, _LEFT, _TOP, _HEIGHT = 1000.0, 52.0, 32.0, 120.0


def _bar_colour(segment: str) -> str:
    for side, colour in svg.SIDE_COLOUR.items():
        if segment.startswith(side):
            return colour
    return "#8a949e"


def _draw(scene: Scene) -> str:
    analysis = scene.analysis
    model, errors = analysis.model, 1e3 * analysis.marker_residual
    if not np.isfinite(errors).any():
        return ""
    each = np.array([rms(errors[:, m]) for m in range(errors.shape[1])])
    seen = np.isfinite(errors)
    count = np.maximum(seen.sum(axis=1), 1)
    over_time = np.sqrt(np.where(seen, errors**2, 0.0).sum(axis=1) / count)
    over_time[~seen.any(axis=1)] = np.nan

    top = max(10.0, 1.08 * float(np.nanmax(each)))
    axes = svg.Axes(_LEFT, _TOP, _WIDTH - _LEFT - 12, _HEIGHT, (0.0, float(len(each))), (0.0, top))
    parts = [axes.frame(title="By marker", unit="mm rms")]
    slot = axes.width / len(each)
    for place, m in enumerate(np.argsort(-np.nan_to_num(each, nan=-1.0))):
        if not np.isfinite(each[m]):
            continue
        colour = _bar_colour(model.segments[model.marker_body[m]])
        left, edge = axes.left + place * slot, float(axes.py(each[m]))
        parts.append(
            f'<rect x="{left + 0.14 * slot:.1f}" y="{edge:.1f}" width="{0.72 * slot:.1f}" '
            f'height="{axes.top + axes.height - edge:.1f}" fill="{colour}" fill-opacity="0.75">'
            f"<title>{escape(model.marker_names[m])}: {each[m]:.1f} mm</title></rect>"
        )
        parts.append(
            svg.text(
                left + 0.5 * slot + 3.4,
                axes.top + axes.height + 6,
                model.marker_names[m],
                size=min(10.0, 0.72 * slot),
                colour=svg.GREY,
                anchor="end",
                turn=-90,
            )
        )
    longest = max(len(name) for name in model.marker_names)
    second = _TOP + _HEIGHT + 52 + 5.4 * min(longest, 12)
    time = analysis.motion.time
    xlim = (float(time[0]), float(time[-1]))
    below = svg.Axes(
        _LEFT,
        second,
        axes.width,
        90.0,
        xlim,
        (0.0, max(10.0, 1.08 * float(np.nanmax(over_time)))),
    )
    drawn = [
        below.frame(
            title="All markers", unit="mm rms", xticks=svg.ticks(*xlim, 9), xlabel="time [s]"
        ),
        below.line(time, over_time, svg.INK, width=1.5, label="all markers"),
    ]
    parts.append(below.group(drawn, "s", "mm rms"))
    return svg.document(_WIDTH, second + 90 + 36, parts, "Marker errors")


def _caption(scene: Scene) -> str:
    errors = scene.analysis.marker_residual
    return (
        f"Distance between recorded markers and the fitted model's: {1e3 * rms(errors):.1f} mm rms "
        "over all markers and frames. Skin moves over bone by 5 to 20 mm in walking; much more "
        "means a label or a static trial that does not belong. Colours: side of the body."
    )


PANEL = Panel("marker-errors", "Marker errors", _draw, _caption)
