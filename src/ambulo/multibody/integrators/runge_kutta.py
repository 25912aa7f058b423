"""Explicit Runge-Kutta methods: the classical one, on the Lie group or off it, and DOP853."""

from __future__ import annotations

import numpy as np
from scipy.integrate import DOP853 as _SCIPY

from ambulo.multibody.integrators.method import Method, Rows
from ambulo.multibody.integrators.runge_kutta_kernel import (
    Tableau,
    march_adaptive,
    march_off_group,
    march_on_group,
)
from ambulo.multibody.tree.driven_motion import Body, Drive

__all__ = ["DOP853", "RK4", "RKMK4"]

_CLASSICAL = Tableau(
    A=np.array([[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1.0, 0]]),
    b=np.array([1.0, 2.0, 2.0, 1.0]) / 6.0,
    c=np.array([0.0, 0.5, 0.5, 1.0]),
    errors=np.zeros((0, 4)),
    order=4,
)
_STAGES = 12
# the last rate, which SciPy adds for the error, has no part in it
_DORMAND_PRINCE = Tableau(
    A=np.ascontiguousarray(_SCIPY.A[:_STAGES, :_STAGES]),
    b=np.array(_SCIPY.B),
    c=np.array(_SCIPY.C[:_STAGES]),
    errors=np.stack([_SCIPY.E5[:_STAGES], _SCIPY.E3[:_STAGES]]),
    order=8,
)


def _off_group(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_off_group(body, drive, _CLASSICAL, rows.q, rows.v, rows.work, rows.effort, step)


def _on_group(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_on_group(body, drive, _CLASSICAL, rows.q, rows.v, rows.work, rows.effort, step)


def _adaptive(body: Body, drive: Drive, rows: Rows, step: float, tolerance: float) -> int:
    return march_adaptive(
        body, drive, _DORMAND_PRINCE, rows.q, rows.v, rows.work, rows.effort, step, tolerance
    )


RK4 = Method("rk4", 4, False, "steps", "Kutta (1901), in coordinates", _off_group)
RKMK4 = Method("rkmk4", 4, False, "steps", "Munthe-Kaas (1998), on the Lie group", _on_group)
DOP853 = Method(
    "dop853", 8, True, "steps", "Dormand & Prince (1980), Hairer et al. (1993), on the group",
    _adaptive,
)  # fmt: skip
