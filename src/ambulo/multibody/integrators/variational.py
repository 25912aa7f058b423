"""A variational integrator: symplectic, keeps momenta, its energy error stays bounded."""

from __future__ import annotations

from ambulo.multibody.integrators.method import Method, Rows
from ambulo.multibody.integrators.variational_kernel import march_variational
from ambulo.multibody.tree.driven_motion import Body, Drive

__all__ = ["VARIATIONAL"]


def _march(body: Body, drive: Drive, rows: Rows, step: float, _tolerance: float) -> int:
    return march_variational(body, drive, rows.q, rows.v, rows.work, rows.effort, step)


VARIATIONAL = Method("variational", 2, False, "Newton iterations", "Marsden & West (2001)", _march)
