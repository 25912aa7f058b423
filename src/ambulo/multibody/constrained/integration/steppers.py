"""One step of an ordinary differential equation at a time, so that states can be corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.system import Undetermined
from ambulo.multibody.integrators import classical, dop853
from ambulo.multibody.integrators.method import Method

__all__ = ["DOP853", "RK4", "Implicit", "Run", "Stepper"]

Derivative = Callable[[float, FloatArray], FloatArray]


class Run(Protocol):
    """An integration under way."""

    @property
    def t(self) -> float:
        """Time reached, s."""

    @property
    def y(self) -> FloatArray:
        """State there."""

    def advance(self) -> None:
        """Take one step."""

    def correct(self, y: FloatArray) -> None:
        """Replace the state."""


class Stepper(Protocol):
    """A one-step method with its accuracy."""

    @property
    def nominal_step(self) -> float | None:
        """Step [s] if it is fixed."""

    def begin(self, derivative: Derivative, t: float, y: FloatArray, stop: float) -> Run:
        """Start an integration from t to stop."""


def _tried(derivative: Derivative) -> Derivative:
    """The derivative, NaN where a trial step left the states that the equations determine.

    A step that ends there is refused: by error control, or by `_finite`. At the first state, where
    no step could be refused, the error stands.
    """
    begun = False

    def guarded(t: float, y: FloatArray) -> FloatArray:
        nonlocal begun
        try:
            rates = derivative(t, y)
        except Undetermined:
            if not begun:
                raise
            rates = np.full_like(y, np.nan)
        begun = True
        return rates

    return guarded


def _finite(y: FloatArray, t: float) -> FloatArray:
    if not np.all(np.isfinite(y)):
        raise InputError(
            what="the accelerations are not determined any more",
            where=f"t = {t:g} s",
            remedy="Take shorter steps, or run diagnosis.diagnose just before that time",
        )
    return y


@dataclass(frozen=True)
class RK4:
    """Classical Runge-Kutta method of order 4 with a fixed step [s]."""

    step: float

    method: ClassVar[Method] = classical.RK4

    @property
    def nominal_step(self) -> float | None:
        """The step."""
        return self.step

    def begin(self, derivative: Derivative, t: float, y: FloatArray, stop: float) -> Run:
        """Start; the step is shortened a little so that it divides the interval."""
        count = max(1, int(np.ceil((stop - t) / self.step - 1e-9)))
        return _RungeKutta4(_tried(derivative), t, y, stop, count)


class _RungeKutta4:
    def __init__(
        self, derivative: Derivative, t: float, y: FloatArray, stop: float, count: int
    ) -> None:
        self.f, self.t, self.y = derivative, t, np.array(y)
        self.first, self.stop, self.count, self.done = t, stop, count, 0

    def advance(self) -> None:
        h = (self.stop - self.first) / self.count
        f, t, y = self.f, self.t, self.y
        k1 = f(t, y)
        k2 = f(t + 0.5 * h, y + 0.5 * h * k1)
        k3 = f(t + 0.5 * h, y + 0.5 * h * k2)
        k4 = f(t + h, y + h * k3)
        self.y = _finite(y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), t)
        self.done += 1
        last = self.done == self.count
        self.t = self.stop if last else self.first + self.done * h

    def correct(self, y: FloatArray) -> None:
        self.y = y


@dataclass(frozen=True)
class _ErrorControlled:
    """A method of SciPy whose steps [s] follow the tolerances."""

    rtol: float
    atol: float
    longest: float = np.inf

    solver: ClassVar[str]

    @property
    def nominal_step(self) -> float | None:
        """None: the step follows the error."""
        return None

    def begin(self, derivative: Derivative, t: float, y: FloatArray, stop: float) -> Run:
        """Start."""
        from scipy import integrate

        f = _tried(derivative)
        solver = getattr(integrate, self.solver)
        return _SciPy(solver(f, t, y, stop, self.longest, self.rtol, self.atol), f)


@dataclass(frozen=True)
class DOP853(_ErrorControlled):
    """Dormand and Prince's method of order 8 with controlled steps (SciPy)."""

    rtol: float = 1e-10
    atol: float = 1e-12

    method: ClassVar[Method] = dop853.DOP853
    solver: ClassVar[str] = "DOP853"


@dataclass(frozen=True)
class Implicit(_ErrorControlled):
    """Radau IIA of order 5 with controlled steps (SciPy), for stiff systems."""

    rtol: float = 1e-8
    atol: float = 1e-10

    solver: ClassVar[str] = "Radau"


class _SciPy:
    def __init__(self, solver: Any, derivative: Derivative) -> None:
        self.solver, self.f = solver, derivative

    @property
    def t(self) -> float:
        return float(self.solver.t)

    @property
    def y(self) -> FloatArray:
        return np.asarray(self.solver.y, dtype=np.float64)

    def advance(self) -> None:
        with np.errstate(invalid="ignore"):  # NaN of a refused trial
            message = self.solver.step()
        if self.solver.status == "failed":
            raise InputError(
                what=f"the integration stopped: {message}",
                where=f"t = {self.t:g} s",
                remedy="Loosen the tolerances, or look for a singular configuration there",
            )

    def correct(self, y: FloatArray) -> None:
        self.solver.y = np.array(y)
        self.solver.f = self.f(self.t, self.solver.y)
