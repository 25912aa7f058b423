"""Euler's method."""

from __future__ import annotations

import numpy as np

from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.method import Method

EULER = Method(
    "euler", 1, False, "steps", "Euler (1768); Patel (2004), eqs. 4.3 and 4.4",
    ExplicitRungeKutta(
        np.zeros((1, 1)), np.ones(1), np.zeros(1), np.zeros((0, 1)), control=0.0, on_group=0
    ),
)  # fmt: skip
