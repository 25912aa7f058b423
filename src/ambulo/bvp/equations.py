"""The systems that the boundary method moves, behind one set of compiled operations.

numba picks the equations by the type of the packed system while it compiles the integrator, so a
whole shot runs without a call back into Python. Another kind of system is a module with these
functions and one line in `_MODULES`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.multibody.chain import chain_angles, chain_vectors
from ambulo.multibody.chain.chain_angles import AngleChain
from ambulo.multibody.chain.chain_vectors import VectorChain
from ambulo.multibody.tree import tree_dynamics
from ambulo.multibody.tree.tree_dynamics import PassiveTree

__all__ = [
    "PackedSystem",
    "arrival_error",
    "energies",
    "error_variation",
    "scratch",
    "stabilise",
    "state_rate",
    "state_rates",
    "target_error",
]

PackedSystem = AngleChain | VectorChain | PassiveTree

_MODULES: dict[type, ModuleType] = {
    AngleChain: chain_angles,
    VectorChain: chain_vectors,
    PassiveTree: tree_dynamics,
}

_ONLY_COMPILED = TypeError("only compiled code chooses the equations by the type of the system")


def _equations_of(system: Any) -> ModuleType | None:
    """Module with the equations of a packed system, given its numba type; None for other types."""
    if isinstance(system, types.BaseNamedTuple):
        kind: Any = system
        return _MODULES.get(kind.instance_class)
    return None


def scratch(system: PackedSystem) -> Any:
    """Work arrays of `state_rate`, made once a shot."""
    raise _ONLY_COMPILED


def state_rate(system: PackedSystem, y: FloatArray, dy: FloatArray, work: Any) -> None:
    """Fill dy with the rate of the state y and of the variations that follow it in y."""
    raise _ONLY_COMPILED


def stabilise(system: PackedSystem, y: FloatArray) -> None:
    """Bring unit vectors and quaternions in y back to unit length after a step."""
    raise _ONLY_COMPILED


def energies(system: PackedSystem, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of the state y."""
    raise _ONLY_COMPILED


def target_error(
    system: PackedSystem, y: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (dim,) [rad, m] with what leads from the target posture to the posture in y."""
    raise _ONLY_COMPILED


def error_variation(
    system: PackedSystem,
    y: FloatArray,
    target: FloatArray,
    basis: FloatArray,
    dq: FloatArray,
    de: FloatArray,
) -> None:
    """Fill de (dim,) with the change of `target_error` when the posture changes by dq."""
    raise _ONLY_COMPILED


@compiled
def arrival_error(
    system: PackedSystem, y: FloatArray, target: FloatArray, basis: FloatArray, dim: int
) -> FloatArray:
    """`target_error` for Python: (dim,) [rad, m]."""
    e = np.empty(dim)
    target_error(system, y, target, basis, e)
    return e


@compiled
def state_rates(system: PackedSystem, y: FloatArray) -> FloatArray:
    """`state_rate` for Python: rates (points, width) of the states y (points, width)."""
    work = scratch(system)
    out = np.empty_like(y)
    for k in range(len(y)):
        state_rate(system, y[k], out[k], work)
    return out


# --------------------------------------------------------------------------- compiled choice
# numba wants the implementation's signature to repeat the overload's, annotations included


@overload(scratch)
def _choose_scratch(system: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.scratch

    def run(system: Any) -> Any:
        return chosen(system)

    return run


@overload(state_rate)
def _choose_state_rate(system: Any, y: Any, dy: Any, work: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.state_rate

    def run(system: Any, y: Any, dy: Any, work: Any) -> Any:
        return chosen(system, y, dy, work)

    return run


@overload(stabilise)
def _choose_stabilise(system: Any, y: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.stabilise

    def run(system: Any, y: Any) -> Any:
        return chosen(system, y)

    return run


@overload(energies)
def _choose_energies(system: Any, y: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.energies

    def run(system: Any, y: Any) -> Any:
        return chosen(system, y)

    return run


@overload(target_error)
def _choose_target_error(system: Any, y: Any, target: Any, basis: Any, e: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.target_error

    def run(system: Any, y: Any, target: Any, basis: Any, e: Any) -> Any:
        return chosen(system, y, target, basis, e)

    return run


@overload(error_variation)
def _choose_error_variation(system: Any, y: Any, target: Any, basis: Any, dq: Any, de: Any) -> Any:
    module = _equations_of(system)
    if module is None:
        return None
    chosen = module.error_variation

    def run(system: Any, y: Any, target: Any, basis: Any, dq: Any, de: Any) -> Any:
        return chosen(system, y, target, basis, dq, de)

    return run
