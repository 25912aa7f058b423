"""A variational integrator: symplectic, keeps momenta, its energy error stays bounded."""

from __future__ import annotations

from ambulo.dynamics.integration.method import Method, Rows
from ambulo.kernels.driven_motion import Body, Drive
from ambulo.kernels.variational import march_variational

__all__ = ["VARIATIONAL"]


def _march(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_variational(body, drive, rows.q, rows.v, rows.work, rows.effort, step)


VARIATIONAL = Method("variational", 2, False, "Newton iterations", "Marsden & West (2001)", _march)
