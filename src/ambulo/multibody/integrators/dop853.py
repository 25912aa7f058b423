"""The Dormand-Prince method of order 8 with step control, on the group of the coordinates."""

from __future__ import annotations

import numpy as np
from scipy.integrate import DOP853 as _SCIPY

from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.method import Method

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
