"""Figures of a simulated motion beside the measured one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ambulo.forward_check.deviation import ANGLE_LIMIT, DISTANCE_LIMIT
from ambulo.math.arrays import FloatArray
from ambulo.mocap.joint_angles import joint_angles
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES
from ambulo.report import svg

if TYPE_CHECKING:
    from ambulo.forward_check.run import ForwardCheck

__all__ = ["angle_figure", "deviation_figure", "effort_figure", "energy_figure"]

_WIDTH, _LEFT, _TOP, _HEIGHT, _GAP = 1000.0, 52.0, 44.0, 130.0, 58.0
_LEG = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
_SIMULATED = "#e69f00"


def angle_figure(check: ForwardCheck) -> str:
    """Sagittal angles of the legs, simulated on measured (Pamies-Vila 2012, figure 4.16)."""
    model, motion = check.analysis.model, check.analysis.motion
    curves = []
    for q in (motion.q, check.simulation.q):
        known = np.isfinite(q).all(axis=1)
        R = np.full((len(q), model.tree.nb, 3, 3), np.nan)
        R[known], _ = forward_kinematics(model.tree, q[known])
        curves.append({x.name: x.values for x in joint_angles(model, R)})
    measured, simulated = curves
    time = motion.time
    width = (_WIDTH - _LEFT - 12 - 2 * _GAP) / 3
    keys = [svg.Key(f"{side}, measured", svg.SIDE_COLOUR[side], width=4.0) for side in SIDES]
    parts = [svg.legend(_LEFT, 14, [*keys, svg.Key("simulated", svg.INK, dash="4 3")])]
    xlim = (float(time[0]), float(time[-1]))
    for column, what in enumerate(_LEG):
        names = [f"{side}_{what}" for side in SIDES if f"{side}_{what}" in measured]
        if not names:
            continue
        axes = svg.Axes(
            _LEFT + column * (width + _GAP), _TOP, width, _HEIGHT, xlim,
            svg.limits([measured[n] for n in names], least=10.0),
        )  # fmt: skip
        title = what.replace("_", " ").capitalize()
        drawn = [axes.frame(title=title, unit="°", xticks=svg.ticks(*xlim), xlabel="time [s]")]
        for name in names:
            side = "left" if name.startswith("left") else "right"
            drawn.append(axes.line(time, measured[name], svg.SIDE_COLOUR[side], width=4.0))
        for name in names:
            inside = np.where(
                (simulated[name] > axes.ylim[0]) & (simulated[name] < axes.ylim[1]),
                simulated[name],
                np.nan,
            )
            drawn.append(axes.line(time, inside, svg.INK, width=1.4, dash="4 3", label=name))
        parts.append(axes.group(drawn, "s", "°"))
    return svg.document(_WIDTH, _TOP + _HEIGHT + 36, parts, "Leg angles, simulated on measured")


def deviation_figure(check: ForwardCheck) -> str:
    """Largest deviation of any segment over time, on logarithmic axes."""
    off = check.off
    return _pair(
        check.analysis.motion.time,
        "Deviation of the simulated from the measured motion",
        ("Largest turn of a segment, log10", "°", np.degrees(off.angle).max(axis=1),
         np.degrees(ANGLE_LIMIT)),
        ("Largest distance of a joint, log10", "mm", 1e3 * off.distance.max(axis=1),
         1e3 * DISTANCE_LIMIT),
    )  # fmt: skip


def effort_figure(check: ForwardCheck) -> str:
    """What the controller does; empty in the open loop."""
    if check.control == "none":
        return ""
    found = check.simulation
    return _pair(
        found.time,
        "Effort of the controller",
        ("Controller's force, log10", "N", found.force, None),
        ("Controller's largest moment, log10", "N·m", found.moment.max(axis=1), None),
    )


def energy_figure(check: ForwardCheck) -> str:
    """Energy gained and work done, and what they leave unexplained."""
    time = check.simulation.time
    xlim = (float(time[0]), float(time[-1]))
    width = (_WIDTH - _LEFT - 12 - _GAP) / 2
    gained, work = check.gained, check.simulation.work
    axes = svg.Axes(_LEFT, _TOP, width, _HEIGHT, xlim, svg.limits([gained, work], least=1.0))
    drawn = [
        axes.frame(title="Energy", unit="J", xticks=svg.ticks(*xlim), xlabel="time [s]"),
        axes.line(time, gained, _SIMULATED, width=4.0, label="gained"),
        axes.line(time, work, svg.INK, width=1.4, dash="4 3", label="work"),
    ]
    keys = [
        svg.Key("kinetic and potential energy gained", _SIMULATED, width=4.0),
        svg.Key("work of joint moments, ground and controller", svg.INK, dash="4 3"),
    ]
    parts = [svg.legend(_LEFT, 14, keys), axes.group(drawn, "s", "J")]
    left = _LEFT + width + _GAP
    parts.append(
        _logarithmic(left, width, time, "Energy less work, log10", "J", check.unexplained, None)
    )
    return svg.document(_WIDTH, _TOP + _HEIGHT + 36, parts, "Energy balance")


def _pair(
    time: FloatArray, description: str, *curves: tuple[str, str, FloatArray, float | None]
) -> str:
    width = (_WIDTH - _LEFT - 12 - _GAP) / 2
    parts = [
        _logarithmic(_LEFT + k * (width + _GAP), width, time, *curve)
        for k, curve in enumerate(curves)
    ]
    return svg.document(_WIDTH, _TOP + _HEIGHT + 36, parts, description)


def _logarithmic(
    left: float,
    width: float,
    time: FloatArray,
    title: str,
    unit: str,
    values: FloatArray,
    limit: float | None,
) -> str:
    """A curve by powers of ten; what is exactly zero is not drawn."""
    size = np.abs(values)
    power = np.full(len(size), np.nan)
    power[size > 0.0] = np.log10(size[size > 0.0])
    shown = [power] if limit is None else [power, np.array([np.log10(limit)])]
    xlim = (float(time[0]), float(time[-1]))
    axes = svg.Axes(left, _TOP, width, _HEIGHT, xlim, svg.limits(shown, least=2.0))
    drawn = [
        axes.frame(title=title, unit=unit, xticks=svg.ticks(*xlim), xlabel="time [s]"),
        axes.line(time, power, svg.INK, width=1.5, label=title),
    ]
    if limit is not None:
        drawn.append(axes.horizontal(float(np.log10(limit)), svg.SIDE_COLOUR["left"], dash="5 3"))
    return axes.group(drawn, "s", f"log10 {unit}")
