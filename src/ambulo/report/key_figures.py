"""The few numbers that a reader looks at first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.records import Number
from ambulo.report.scene import Scene
from ambulo.results.over_time import residual_size, rms


@dataclass(frozen=True)
class KeyFigure:
    """A number as shown, with its unit."""

    label: str
    value: str
    unit: str


def number_in_words(number: Number) -> KeyFigure:
    """A number for display: counts are whole numbers; others have three figures and at most three
    decimals.
    """
    value = number.value
    if not number.unit:
        shown = f"{value:.0f}"
    else:
        places = 2 if value == 0.0 else int(np.clip(2 - np.floor(np.log10(abs(value))), 0, 3))
        shown = f"{value:.{places}f}"
    label = f"{number.name}, by {number.from_what}" if number.from_what else number.name
    return KeyFigure(label, shown.replace("-", "−"), number.unit)


def key_figures(scene: Scene) -> list[KeyFigure]:
    """Speed, cadence and stride length of walking (means over strides), or the numbers of another
    activity; marker error and residuals.

    The residuals are root mean squares of the vector's length over the frames where they are known.
    """
    strides, residual = scene.strides, scene.analysis.residual
    figures = [number_in_words(number) for number in scene.activity.numbers]
    if strides and not figures:
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
        force, moment = residual_size(residual)
        share = 100.0 * force / scene.weight
        # a seat's force is no error of plates or motion
        held = any(check.id == "other_support" for check in scene.analysis.checks)
        also = " (with the support beside the feet)" if held else ""
        figures += [
            KeyFigure(f"residual force, rms{also}", f"{share:.1f}", "% body weight"),
            KeyFigure(f"residual moment, rms{also}", f"{moment:.1f}", "N·m"),
        ]
    return figures
