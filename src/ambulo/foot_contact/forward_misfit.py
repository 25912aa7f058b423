"""How far a foot's forward motion on its contact gives other wrenches than a plate measured.

The misfit is Pamies-Vila's (2012, eqs. 6.15 and 6.16): root mean square error of each component
about the ankle over its range, weighted. One evaluation is a whole motion with its filter, in one
compiled call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.evolution import Evolved, Judge, evolve_by
from ambulo.foot_contact.foot_dynamics import FREEDOMS, FootBody
from ambulo.foot_contact.foot_filter import (
    FilterNoise,
    FootPath,
    FootRows,
    foot_rows,
    track_foot,
)
from ambulo.foot_contact.foot_record import FootRecord
from ambulo.foot_contact.misfit import put_design
from ambulo.foot_contact.tracked_foot import FilterErrors, filter_noise, foot_path
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.pointed import Laws

WEIGHTS = (0.0, 0.0, 1.0, 1.0, 1.0, 0.0)
"""h of Fx, Fy, Fz, Mx, My, Mz (Pamies-Vila 2012, section 6.3.2)."""

_FAR, _NEAR = 0.3, 0.1
"""First standard deviations of a search, of the way between bounds."""
_LOST = 1e3
"""Misfit of a design whose motion does not stay finite."""


class ForwardTask(NamedTuple):
    """A misfit of one foot laid out for the compiled loops.

    Args:
        held: (2, spheres, values); free: (variables,); lower, upper: (variables,).
        foot: whose values are used, order SIDES.
        wanted: (n, 6) N*m, N, about the ankle; counted: (n,) instants that count.
        weight: (6,) h over range and root of the number of instants, in a wrench's order.
        apart: (9,) likewise of the deviations from the measured pose [1/m, 1/rad].
    """

    held: FloatArray
    free: IntArray
    lower: FloatArray
    upper: FloatArray
    foot: int
    wanted: FloatArray
    counted: BoolArray
    weight: FloatArray
    apart: FloatArray


@dataclass(frozen=True, eq=False)
class ForwardAim:
    """What is identified of a foot that moves on its contact, and what counts.

    Args:
        design: what is identified.
        record: of the foot, with what its plate measured.
        foot: 0 left, 1 right.
        weights: h of Fx, Fy, Fz, Mx, My, Mz.
        apart: m, rad: rms deviations from the measured pose that count as much as an error of a
            component's whole range; None to count none, as printed.
        errors: that the filter assumes.
    """

    design: SoleDesign
    record: FootRecord
    foot: int
    weights: tuple[float, ...] = WEIGHTS
    apart: tuple[float, float] | None = None
    errors: FilterErrors = field(default_factory=FilterErrors)


def forward_task(aim: ForwardAim, time: FloatArray) -> ForwardTask:
    """Lay a misfit out.

    Args:
        aim: what it is of.
        time: (n,) s, instants of the motion.

    Raises:
        ValueError: no frame has a wrench.
    """
    design, record, apart = aim.design, aim.record, aim.apart
    known = np.isfinite(record.wrench).all(axis=1)
    if not known.any():
        raise ValueError("the foot's wrench is known in no frame")
    # a spline over what is known; instants beside an unknown frame do not count
    wanted = CubicSpline(record.time[known], record.wrench[known])(time)
    counted = np.interp(time, record.time, known.astype(float)) > 1.0 - 1e-9
    h = np.array(aim.weights)[[3, 4, 5, 0, 1, 2]]
    ranges = np.ptp(wanted[counted], axis=0)
    deviation = np.zeros(FREEDOMS)
    if apart is not None:
        deviation[:3], deviation[3:6] = 1.0 / apart[0], 1.0 / apart[1]
        deviation[6:] = 1.0 / apart[1] if record.jointed else 0.0
    deviation /= np.sqrt(len(time))
    return ForwardTask(
        design.held, design.free, design.lower, design.upper, aim.foot,
        np.ascontiguousarray(wanted), counted, h / (ranges * np.sqrt(counted.sum())),
        deviation,
    )  # fmt: skip


@generic
def forward_misfits(
    laws: Laws, body: FootBody, path: FootPath, noise: FilterNoise, segment: IntArray,
    task: ForwardTask, rows: FootRows, designs: FloatArray, out: FloatArray,
) -> None:  # fmt: skip
    """Misfit of each of many designs.

    Args:
        laws, body, path, noise, segment: as `track_foot`.
        task: what is wanted; rows: scratch.
        designs: (designs, variables) as parts of the way between bounds; beyond 0 and 1 they are
            reflected.
        out: (designs,) misfits.
    """
    values = task.held.copy()
    flat = values.ravel()
    for m in range(len(designs)):
        put_design(task, designs[m], flat)
        end = track_foot(laws, body, path, noise, segment, values[task.foot], rows)
        total = 0.0
        for c in range(6):
            if task.weight[c] > 0.0:
                square = 0.0
                for k in range(len(task.wanted)):
                    if task.counted[k]:
                        square += (rows.wrench[k, c] - task.wanted[k, c]) ** 2
                total += task.weight[c] * np.sqrt(square)
        for i in range(FREEDOMS):
            if task.apart[i] > 0.0:
                square = 0.0
                for k in range(len(task.wanted)):
                    square += rows.innovation[k, i] ** 2
                total += task.apart[i] * np.sqrt(square)
        out[m] = total if end >= 0 else _LOST


def forward_judge(aim: ForwardAim) -> Judge:
    """What gives designs their misfit; threads may share it.

    Args:
        aim: what it is of.

    Raises:
        ValueError: no frame has a wrench.
    """
    design, record, laws = aim.design, aim.record, aim.design.laws
    time, path = foot_path(record, 1e-3)
    noise = filter_noise(aim.errors, jointed=record.jointed)
    task = forward_task(aim, time)

    def judge(designs: FloatArray, out: FloatArray) -> None:
        forward_misfits(
            laws, record.body, path, noise, design.segment, task, foot_rows(len(time)),
            np.ascontiguousarray(designs), out,
        )  # fmt: skip

    return judge


def evolve_forward(
    aim: ForwardAim,
    *,
    evaluations: int = 10_000,
    population: int = 100,
    start: FloatArray | None = None,
) -> Evolved:
    """Find the design with which the foot's forward motion has the least misfit.

    Args:
        aim: what is searched.
        evaluations, population: as `evolve`.
        start: (2, spheres, values) to search about; anywhere within the bounds if left out.

    Raises:
        InputError: the extra `identify` is not installed.
    """
    return evolve_by(
        aim.design, forward_judge(aim), evaluations=evaluations, population=population,
        start=start, spread=_FAR if start is None else _NEAR,
    )  # fmt: skip
