"""Runge-Kutta methods by their coefficients: classical, Euler, Bogacki and Shampine, DOP853."""

from __future__ import annotations

import numpy as np
from scipy.integrate import DOP853 as _SCIPY

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

EULER = Method(
    "euler", 1, False, "steps", "Euler (1768); Patel (2004), eqs. 4.3 and 4.4",
    ExplicitRungeKutta(
        np.zeros((1, 1)), np.ones(1), np.zeros(1), np.zeros((0, 1)), control=0.0, on_group=0
    ),
)  # fmt: skip

_B = np.array([2.0, 3.0, 4.0]) / 9.0
_MIDPOINT = np.array([0.0, 1.0, 0.0])

BOGACKI_SHAMPINE = Method(
    "bogacki-shampine", 3, True, "steps", "Bogacki & Shampine (1989), on the group",
    ExplicitRungeKutta(
        A=np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.75, 0.0]]),
        b=_B,
        c=np.array([0.0, 0.5, 0.75]),
        errors=np.stack([_B - _MIDPOINT] * 2),
        control=3.0,
        on_group=1,
    ),
    tolerance=1e-4,
)  # fmt: skip

# Hairer, Norsett & Wanner (1993), section II.10; as SciPy publishes the coefficients. The last
# rate, which SciPy adds for the error, has no part in it.
_STAGES = 12

DOP853 = Method(
    "dop853", 8, True, "steps", "Dormand & Prince (1980), Hairer et al. (1993), on the group",
    ExplicitRungeKutta(
        A=np.ascontiguousarray(_SCIPY.A[:_STAGES, :_STAGES]),
        b=np.array(_SCIPY.B),
        c=np.array(_SCIPY.C[:_STAGES]),
        errors=np.stack([_SCIPY.E5[:_STAGES], _SCIPY.E3[:_STAGES]]),
        control=8.0,
        on_group=1,
    ),
)  # fmt: skip
