"""Your own functions and forces in the compiled loop, compiled by numba or in Python.

The notes of the result name each Python function and the number of its calls. An exception that a
function raises is raised again by the function that started the integration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import NumbaError
from numba.extending import is_jitted

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import brief
from ambulo.math.function_pointers import FORCE_LAW, TIME_LAW, from_compiled, from_python


def _without_derivatives(name: str, given: str) -> InputError:
    return InputError(
        what=f"a function of time gives its value and its first two derivatives, not {given}",
        where=name,
        remedy="Return the three, or give smooth(f, start, stop), which finds the derivatives",
    )


@dataclass
class Calls:
    """The functions outside the package that a system's tables call, with counts and errors.

    Args:
        keep: C functions whose addresses are in use.
        counts: numbers of calls into Python, by name; forces: the names that are forces.
        error: the first exception that such a function raised.
    """

    keep: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    forces: set[str] = field(default_factory=set)
    error: BaseException | None = None

    def of_time(self, name: str, function: Callable[[float], Any], width: int) -> int:
        """Address of a function of time that is not a table; `width` is 3, or 9 for a vector."""
        if is_jitted(function):
            compiled = function
            if width == 3:

                def law(t, _p, _values, out):  # type: ignore[no-untyped-def]
                    out[0], out[1], out[2] = compiled(t)

            else:

                def law(t, _p, _values, out):  # type: ignore[no-untyped-def]
                    rows = compiled(t)
                    for i in range(3):
                        for j in range(3):
                            out[3 * i + j] = rows[i, j]

            try:
                made = from_compiled(law, TIME_LAW)
            except NumbaError as error:
                by_itself = [one.return_type for one in compiled.nopython_signatures]
                if not by_itself:
                    raise
                raise _without_derivatives(name, str(by_itself[-1])) from error
            self.keep.append(made)
            return int(made.address)
        self.counts[name] = 0

        def called(t: float, _p: Any, _values: Any, out: Any) -> None:
            self.counts[name] += 1
            try:
                given = function(t)
                try:
                    numbers = given if width == 3 else np.reshape(given, width).tolist()
                    for k in range(width):
                        out[k] = numbers[k]
                except (TypeError, IndexError, ValueError) as error:
                    raise _without_derivatives(name, brief(given)) from error
            except BaseException as error:  # it cannot pass through compiled code
                self._failed(error)
                for k in range(width):
                    out[k] = np.nan

        return self._python(called, TIME_LAW)

    def of_force(
        self, name: str, bodies: int, apply: Callable[[float, FloatArray, FloatArray], None]
    ) -> int:
        """Address of a force in Python: apply(t, frames (nb + 1, 6, 3), loads (nb + 1, 6))."""
        self.counts[name] = 0
        self.forces.add(name)

        def called(t: float, _p: Any, _i: Any, _values: Any, frames: Any, loads: Any) -> None:
            self.counts[name] += 1
            written = np.ctypeslib.as_array(loads, (bodies + 1, 6))
            try:
                apply(t, np.ctypeslib.as_array(frames, (bodies + 1, 6, 3)), written)
            except BaseException as error:
                self._failed(error)
                written[:] = np.nan

        return self._python(called, FORCE_LAW)

    def _python(self, called: Callable[..., None], signature: Any) -> int:
        made, address = from_python(called, signature)
        self.keep.append(made)
        return address

    def _failed(self, error: BaseException) -> None:
        self.error = self.error or error

    def raise_error(self) -> None:
        """Raise the exception of a function or force, once."""
        error, self.error = self.error, None
        if error is not None:
            raise error

    @property
    def notes(self) -> tuple[str, ...]:
        """One sentence for each function or force that runs in Python."""
        of_time = "A table (Polynomial, Spline, smooth) or a function compiled by numba is faster"
        of_force = "A force with a compiled law is faster (see FORCE_LAW in the mechanics tutorial)"
        return tuple(
            f"{name} is written in Python. The compiled simulation has called it {count} times so "
            f"far. {of_force if name in self.forces else of_time}"
            for name, count in self.counts.items()
        )
