"""Residual force and moment at the pelvis: disagreement of plates and motion."""

from __future__ import annotations

import numpy as np

from ambulo.math.vector_arrays import finite
from ambulo.report.page_data import LinesPanel, Plot, Role, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.over_time import residual_of_moments, residual_size

_AXES: tuple[tuple[str, Role], ...] = (("forward", "c2"), ("to the left", "c3"), ("up", "c1"))


def residuals_panel(scene: Scene) -> LinesPanel | None:
    """Residual force and moment; None if they are never known."""
    residual = scene.analysis.residual
    if not np.isfinite(residual).any():
        return None
    plots = []
    for title, first, units, least in (
        ("Residual force", 3, (Unit("N"), Unit("% body weight", 100 / scene.weight)), 50.0),
        ("Residual moment", 0, (Unit("N·m"), Unit("N·m/kg", 1 / scene.mass)), 10.0),
    ):
        series = [
            Series(word, role, residual[:, first + k]) for k, (word, role) in enumerate(_AXES)
        ]
        plots.append(Plot(title=title, units=units, series=series, least=least))
    share = 100.0 * float(finite(residual).mean())
    smooth, rested = (
        "{:.1f} N and {:.1f} N·m".format(*residual_size(one))
        for one in (residual, residual_of_moments(scene.analysis))
    )
    return LinesPanel(
        id="residuals",
        title="Residual force and moment at the pelvis",
        plots=plots,
        clock="trial",
        columns=2,
        caption=(
            "The residual is the force and moment by which plates and motion disagree. It would be "
            "zero if mass, segment parameters, markers and plates were perfect. Without plates, it "
            "is the part of the required force that the soles cannot carry. The residual is known "
            f"in {share:.0f} % of the frames, because it needs the reaction of every foot. "
            "For these curves, plate forces are smoothed like the motion. The rms of the residual "
            f"is then {smooth}. Joint moments use forces that are smoothed less, as in OpenSim. "
            f"With these forces, the rms is {rested}. The checks of the residual leave out the "
            "frames near foot strikes and foot offs, and divide by the peak ground reaction, not "
            "by the body weight."
        ),
        folded=True,
        line=f"rms {smooth}",
    )


PANEL = Panel("detail", residuals_panel)
