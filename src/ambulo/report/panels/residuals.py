"""What ground reaction and motion leave over at the root, against time."""

from __future__ import annotations

import numpy as np

from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.summary import rms

__all__ = ["PANEL"]

_WIDTH, _LEFT, _TOP, _HEIGHT = 1000.0, 52.0, 58.0, 120.0
# x, y, z, apart from the colours of the sides
_AXIS_COLOUR = ("#e69f00", "#009e73", "#56347a")


def _draw(scene: Scene) -> str:
    time, residual = scene.analysis.motion.time, scene.analysis.residual
    if not np.isfinite(residual).any():
        return ""
    xlim = (float(time[0]), float(time[-1]))
    width = (_WIDTH - _LEFT - 12 - 56) / 2
    parts = [
        svg.legend(
            _LEFT,
            16,
            [
                svg.Key(f"{axis} ({way})", colour)
                for axis, way, colour in zip(
                    "xyz", ("forward", "to the left", "up"), _AXIS_COLOUR, strict=True
                )
            ],
        )
    ]
    for column, (name, unit, first, least) in enumerate(
        (("Residual force", "N", 3, 20.0), ("Residual moment", "N·m", 0, 10.0))
    ):
        values = residual[:, first : first + 3]
        axes = svg.Axes(
            _LEFT + column * (width + 56),
            _TOP,
            width,
            _HEIGHT,
            xlim,
            svg.limits([values.ravel()], least=least),
        )
        drawn = [axes.frame(title=name, unit=unit, xticks=svg.ticks(*xlim, 6), xlabel="time [s]")]
        drawn += [
            axes.line(time, values[:, k], colour, width=1.5, label="xyz"[k])
            for k, colour in enumerate(_AXIS_COLOUR)
        ]
        each = ", ".join(f"{a} {rms(values[:, k]):.3g}" for k, a in enumerate("xyz"))
        summary = f"rms {each} {unit}"
        right = axes.left + width
        drawn.append(svg.text(right, axes.top - 7, summary, size=10, colour=svg.GREY, anchor="end"))
        parts.append(axes.group(drawn, "s", unit))
    return svg.document(_WIDTH, _TOP + _HEIGHT + 36, parts, "Residual force and moment at the root")


def _caption(scene: Scene) -> str:
    known = np.isfinite(scene.analysis.residual).all(axis=1)
    share = 100.0 * float(known.mean())
    return (
        "Wrench that the pelvis would need from nowhere for motion and ground reaction to agree "
        "with Newton's laws; without plates, what the soles cannot carry of what the motion asks. "
        "The smaller, the better mass, segment parameters, markers and plates fit together. "
        f"Defined while every foot's reaction is known ({share:.0f} % of "
        "the frames)."
    )


PANEL = Panel("residuals", "Residuals", _draw, _caption)
