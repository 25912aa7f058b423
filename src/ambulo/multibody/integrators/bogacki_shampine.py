"""Bogacki's and Shampine's method of order 3 with step control, on the group of the coordinates.

For forces that are not smooth, such as contact with friction: methods of higher order take more
evaluations a step there and no longer ones. Three stages; the midpoint rule inside it, of order 2,
gives the estimate of the error, so that no stage is spent on that.
"""

from __future__ import annotations

import numpy as np

from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta
from ambulo.multibody.integrators.method import Method

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
