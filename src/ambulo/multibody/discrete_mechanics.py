"""What a formulation implements beyond `multibody.system` for a variational integrator.

A discrete Lagrangian L_d(q_0, q_1) of a step h has two momenta, at its start -D_1 L_d and at its
end D_2 L_d (Marsden & West 2001, section 1.3). A formulation that implements these has
`imbalance`, `factorise_newton` and `solve_newton` in forces, not in accelerations.
"""

from __future__ import annotations

from typing import Any

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation


@operation
def start_discrete_step(system: Any, q: FloatArray, work: Any, newton: Any) -> None:
    """Keep the coordinates q (nq,) that a step starts from."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def discrete_momentum(
    system: Any, q: FloatArray, h: float, at_end: bool, work: Any, newton: Any, out: FloatArray
) -> None:
    """Fill out (nv,) with a momentum of the step that ends at q, without potential energy."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def momentum(
    system: Any, q: FloatArray, v: FloatArray, work: Any, newton: Any, out: FloatArray
) -> None:
    """Fill out (nv,) with M(q) v."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def generalised_force(
    system: Any, t: float, q: FloatArray, v: FloatArray, s: FloatArray, work: Any, newton: Any,
    out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill out (nv,) with Q of all forces and gravity, and sigma; give the forces' power [W]."""
    raise TypeError("this works only in compiled code: call it in a compiled function")
