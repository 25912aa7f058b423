"""The trapezoidal rule with Newton's method."""

from __future__ import annotations

from ambulo.dynamics.integration.method import Method, Rows
from ambulo.kernels.driven_motion import Body, Drive
from ambulo.kernels.trapezoidal import march_trapezoidal

__all__ = ["TRAPEZOIDAL"]


def _march(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_trapezoidal(body, drive, rows.q, rows.v, rows.work, rows.effort, step)


TRAPEZOIDAL = Method(
    "trapezoidal", 2, False, "Newton iterations", "Pamies-Vila (2012), section 3.5.4", _march
)
