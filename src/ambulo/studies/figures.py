"""A chart of a study drawn as SVG, in one style for every study."""

from __future__ import annotations

import io
import re
from typing import Any

from ambulo.studies.record import Chart

__all__ = ["draw"]

# ink, grid and the first two colours are the report's
INK = "#1f2933"
GRID = "#dfe4e9"
COLOURS = ("#0072b2", "#d1495b", "#1b7f4b", "#8a6d00", "#7a5aa6", "#4d6a7f")


def draw(chart: Chart) -> str:
    """The chart as an SVG element, text kept as text."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": chart.name,
        "font.family": "sans-serif",
        "font.sans-serif": ["Inter", "Segoe UI", "Helvetica Neue", "Arial", "DejaVu Sans"],
        "font.size": 9,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(6.4, 3.4), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.set_title(chart.title, loc="left", fontsize=10, fontweight="bold")
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if chart.grid is not None:
            x, y, values = chart.grid
            shades = axes.pcolormesh(x, y, values, cmap="viridis", shading="nearest")
            shades.set_rasterized(True)
            figure.colorbar(shades, ax=axes, label=chart.grid_label)
        else:
            axes.grid(color=GRID, linewidth=0.6)
            axes.set_axisbelow(True)
        for position in chart.marks:
            axes.axvline(position, color=GRID, linewidth=1.0)
        for k, curve in enumerate(chart.curves):
            colour = "white" if chart.grid is not None else COLOURS[k % len(COLOURS)]
            colour = INK if curve.style.startswith("k") else colour  # black lines stay black
            style = curve.style.removeprefix("k")
            label = curve.label or "_"  # a curve without a name stays out of the legend
            axes.plot(curve.x, curve.y, style, color=colour, label=label, lw=1.4, ms=4)
        if chart.log_y:
            axes.set_yscale("log")
        if chart.equal:
            axes.set_aspect("equal", adjustable="datalim")
        if any(curve.label for curve in chart.curves):
            legend = axes.legend(frameon=chart.grid is not None, fontsize=8)
            if chart.grid is not None:
                legend.get_frame().set(facecolor="#4d6a7f", edgecolor="none")
                for text in legend.get_texts():
                    text.set_color("white")
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()
    # matplotlib's metadata names outside addresses: the page shall hold none
    return re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
