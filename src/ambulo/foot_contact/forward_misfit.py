"""Difference between the wrenches of a foot's simulated motion on its contact and a plate's
wrenches.

The misfit is Pamies-Vila's (2012, eqs. 6.15 and 6.16): the weighted root mean square error of each
component about the ankle, divided by its range. One evaluation is a whole motion with its filter,
in one compiled call.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.evolution import Evolved, cores, evolve_by
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
from ambulo.math.descent import Damping, descend
from ambulo.math.dispatch import generic
from ambulo.multibody.contact.pointed import Laws

WEIGHTS = (0.0, 0.0, 1.0, 1.0, 1.0, 0.0)
"""Weights h of Fx, Fy, Fz, Mx, My, Mz (Pamies-Vila 2012, section 6.3.2)."""

_NEAR = 0.1
"""First standard deviation of an evolution, of the way between bounds."""
_SMALL = 1e-4
"""Of the way between bounds, over which differences are taken."""
_EXACT = 1e-3
"""Error over the range below which a component weighs no more."""
_DAMPING = Damping(first=1e-2, raised=4.0, eased=0.2, most=1e4)
_SETTLED, _ITERATIONS = 1e-5, 100
"""Of the misfit: a step that gains less is the last."""
_LOST = 1e3
"""Misfit of a design whose motion does not stay finite."""


class ForwardTask(NamedTuple):
    """A misfit of one foot, prepared for the compiled loops.

    Args:
        held: (2, spheres, values); free: (variables,); lower, upper: (variables,).
        foot: index of the foot whose values are used, order SIDES.
        wanted: (n, 6) N*m, N, about the ankle; counted: (n,) instants that count.
        weight: (6,) h divided by the range and by the root of the number of instants, in the order
            of a wrench.
        apart: (9,) such weights of the deviations from the measured pose [1/m, 1/rad].
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
    """The identified values of a foot that moves on its contact, and the parts of the misfit.

    Args:
        design: identified values.
        record: record of the foot, with its plate's measurements.
        foot: 0 left, 1 right.
        weights: weights h of Fx, Fy, Fz, Mx, My, Mz.
        apart: m, rad: rms deviations from the measured pose that count as much as an error of a
            component's whole range. None ignores these deviations, as printed.
        errors: errors that the filter assumes.
    """

    design: SoleDesign
    record: FootRecord
    foot: int
    weights: tuple[float, ...] = WEIGHTS
    apart: tuple[float, float] | None = None
    errors: FilterErrors = field(default_factory=FilterErrors)


def forward_task(aim: ForwardAim, time: FloatArray) -> ForwardTask:
    """Prepare a misfit for the compiled loops.

    Args:
        aim: identified values, and the parts of the misfit.
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
def forward_errors(
    laws: Laws, body: FootBody, path: FootPath, noise: FilterNoise, segment: IntArray,
    task: ForwardTask, rows: FootRows, designs: FloatArray, out: FloatArray,
) -> None:  # fmt: skip
    """Weighted errors of many designs.

    Args:
        laws, body, path, noise, segment: as in `track_foot`.
        task: prepared misfit; rows: scratch.
        designs: (designs, variables) as shares of the distance between bounds. Shares below 0 and
            above 1 are reflected.
        out: (designs, n, 15) errors of the wrench, then of the pose. Each of the 15 columns has a
            root of its sum of squares over the instants. The misfit is the sum of these roots. NaN
            if the motion does not stay finite.
    """
    values = task.held.copy()
    flat = values.ravel()
    for m in range(len(designs)):
        put_design(task, designs[m], flat)
        end = track_foot(laws, body, path, noise, segment, values[task.foot], rows)
        for k in range(len(task.wanted)):
            for c in range(6):
                off = rows.wrench[k, c] - task.wanted[k, c] if task.counted[k] else 0.0
                out[m, k, c] = task.weight[c] * off if end >= 0 else np.nan
            for i in range(FREEDOMS):
                out[m, k, 6 + i] = task.apart[i] * rows.innovation[k, i]


def forward_judge(aim: ForwardAim) -> Callable[[FloatArray], FloatArray]:
    """The function that gives the errors of designs (designs, variables), as `forward_errors`.

    Args:
        aim: identified values, and the parts of the misfit.

    Raises:
        ValueError: no frame has a wrench.
    """
    design, record, laws = aim.design, aim.record, aim.design.laws
    time, path = foot_path(record, 1e-3)
    noise = filter_noise(aim.errors, jointed=record.jointed)
    task = forward_task(aim, time)

    def judge(designs: FloatArray) -> FloatArray:
        out = np.empty((len(designs), len(time), 6 + FREEDOMS))
        forward_errors(
            laws, record.body, path, noise, design.segment, task, foot_rows(len(time)),
            np.ascontiguousarray(designs), out,
        )  # fmt: skip
        return out

    return judge


def forward_misfits(errors: FloatArray) -> FloatArray:
    """Misfits (designs,) from errors of `forward_errors`; infinite if the motion did not stay
    finite.
    """
    found = np.linalg.norm(errors, axis=1).sum(axis=1)
    return np.where(np.isnan(found), np.inf, found)


def evolve_forward(
    aim: ForwardAim, start: FloatArray, *, evaluations: int = 10_000, population: int = 100
) -> Evolved:
    """Search by evolution for the design whose forward motion of the foot has the smallest misfit.

    Args:
        aim: searched values, and the parts of the misfit.
        start: (2, spheres, values) values around which the search begins, such as the result of
            `fit_forward`.
        evaluations, population: as in `evolve`.

    Raises:
        InputError: the extra `identify` is not installed.
    """
    errors = forward_judge(aim)

    def judge(designs: FloatArray, out: FloatArray) -> None:
        # an evolution takes no infinite misfit
        out[:] = np.minimum(forward_misfits(errors(designs)), _LOST)

    return evolve_by(
        aim.design, judge, evaluations=evaluations, population=population, start=start, spread=_NEAR
    )


def fit_forward(aim: ForwardAim, start: FloatArray) -> tuple[FloatArray, float]:
    """The design near a start whose forward motion of the foot has the smallest misfit.

    A sum of roots is smallest where a sum of squares, weighted by these roots, is smallest
    (Weiszfeld 1937). A valley of the misfit may be 30 000 times as long as wide. An evolution does
    not reach its lowest point in 3000 motions, but damped least-squares steps do in about 900.
    These steps stay in the valley of the start. They gain little if bristles stick and slip so
    often that the motion is chaotic.

    Args:
        aim: searched values, and the parts of the misfit.
        start: (2, spheres, values) first values.

    Returns:
        Values (2, spheres, values) and their misfit.

    Raises:
        ValueError: no frame has a wrench, or the motion with the first values does not stay finite.
    """
    design, judge = aim.design, forward_judge(aim)
    between = design.upper - design.lower
    first = np.clip((design.variables(start) - design.lower) / between, 0.0, 1.0)
    with ThreadPoolExecutor(cores()) as pool:

        def errors(designs: FloatArray) -> FloatArray:
            return np.concatenate([*pool.map(judge, np.array_split(designs, cores()))])

        at = _Tried(errors, first)
        if not np.isfinite(at.cost):
            raise ValueError("the motion of the foot grows without limit")
        at, *_ = descend(at, _Tried.step, _DAMPING, _SETTLED, _ITERATIONS)
    return design.values(design.lower + at.x * between), at.cost


class _Tried:
    """A design, parts x (variables,) of the way between bounds, and its misfit as a cost."""

    def __init__(self, errors: Callable[[FloatArray], FloatArray], x: FloatArray) -> None:
        self.of, self.x, self.errors = errors, x, errors(x[None])[0]
        self.cost = float(forward_misfits(self.errors[None])[0])

    @cached_property
    def equations(self) -> tuple[FloatArray, FloatArray]:
        """Downhill (variables,) and Gauss's and Newton's matrix of the weighted squares."""
        weight = 1.0 / np.sqrt(np.maximum(np.linalg.norm(self.errors, axis=0), _EXACT))
        small = np.where(self.x < 0.5, _SMALL, -_SMALL)
        moved = (self.of(self.x + np.diag(small)) - self.errors) * weight / small[:, None, None]
        # beside a motion that is lost nothing is known of a slope
        slopes = np.nan_to_num(moved).reshape(len(small), -1)
        return -slopes @ (self.errors * weight).ravel(), slopes @ slopes.T

    def step(self, damping: float) -> _Tried:
        """Where a step leads that is damped by the matrix's own diagonal (Marquardt 1963)."""
        downhill, squares = self.equations
        # at a bound a variable moves inwards alone
        free = np.where(downhill > 0.0, self.x < 1.0, self.x > 0.0)
        part = squares[np.ix_(free, free)]
        scale = np.diag(part)
        x = self.x.copy()
        damped = part + damping * np.diag(scale + 1e-3 * scale.mean())
        x[free] += np.linalg.solve(damped, downhill[free])
        return _Tried(self.of, np.clip(x, 0.0, 1.0))
