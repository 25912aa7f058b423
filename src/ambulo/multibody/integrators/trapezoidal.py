"""The trapezoidal rule with Newton's method."""

from __future__ import annotations

from ambulo.multibody.integrators.method import Method, Rows
from ambulo.multibody.integrators.trapezoidal_kernel import march_trapezoidal
from ambulo.multibody.tree.driven_motion import Body, Drive

__all__ = ["TRAPEZOIDAL"]


def _march(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_trapezoidal(body, drive, rows.q, rows.v, rows.work, rows.effort, step)


TRAPEZOIDAL = Method(
    "trapezoidal", 2, False, "Newton iterations", "Pamies-Vila (2012), section 3.5.4", _march
)
