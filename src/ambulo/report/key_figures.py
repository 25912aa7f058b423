"""The handful of numbers that one looks at first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.report.scene import Scene
from ambulo.results.summary import rms

__all__ = ["KeyFigure", "key_figures"]


@dataclass(frozen=True)
class KeyFigure:
    """A number as shown, with its unit."""

    label: str
    value: str
    unit: str


def key_figures(scene: Scene) -> list[KeyFigure]:
    """Speed, cadence and stride length (means over strides), marker error and residuals.

    The residuals are root mean squares of the vector's length over the frames where they are known.
    """
    strides, residual = scene.strides, scene.analysis.residual
    figures = []
    if strides:
        speed, cadence, length = np.mean(
            [(s.speed, s.cadence, s.stride_length) for s in strides], axis=0
        )
        figures += [
            KeyFigure(
                "speed on the belt" if scene.on_treadmill else "speed", f"{speed:.2f}", "m/s"
            ),
            KeyFigure("cadence", f"{cadence:.0f}", "steps/min"),
            KeyFigure("stride length", f"{length:.2f}", "m"),
        ]
    marker = 1e3 * rms(scene.analysis.marker_residual)
    if np.isfinite(marker):
        figures.append(KeyFigure("markers, rms", f"{marker:.1f}", "mm"))
    if np.isfinite(residual).any():
        force = np.sqrt(3.0) * rms(residual[:, 3:])
        moment = np.sqrt(3.0) * rms(residual[:, :3])
        share = 100.0 * force / scene.weight
        figures += [
            KeyFigure("residual force, rms", f"{share:.1f}", "% body weight"),
            KeyFigure("residual moment, rms", f"{moment:.1f}", "N·m"),
        ]
    return figures
