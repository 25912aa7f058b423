"""The classical Runge-Kutta method of order 4, off the group of the coordinates and on it."""

from __future__ import annotations

import numpy as np

from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.method import Method

_KUTTA = ExplicitRungeKutta(
    A=np.array([[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1.0, 0]]),
    b=np.array([1.0, 2.0, 2.0, 1.0]) / 6.0,
    c=np.array([0.0, 0.5, 0.5, 1.0]),
    errors=np.zeros((0, 4)),
    control=0.0,
    on_group=0,
)

RK4 = Method("rk4", 4, False, "steps", "Kutta (1901), in coordinates", _KUTTA)
RKMK4 = Method(
    "rkmk4", 4, False, "steps", "Munthe-Kaas (1998), on the Lie group", _KUTTA._replace(on_group=1)
)
