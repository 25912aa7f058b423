"""The functions of time of a system, each once, numbered so that what others need comes first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ambulo.multibody.constrained.functions import WIDTH, Constant, Tabulated
from ambulo.multibody.constrained.packing import Functions
from ambulo.multibody.constrained.python_calls import Calls

ZERO = Constant(0.0)


class FunctionTable:
    """Functions of time under construction; number 0 is zero."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._numbers: dict[Any, int] = {}
        self._functions: list[Any] = []
        self._address: list[int] = []
        self._start: list[int] = []
        self._parameters: list[float] = []
        self.number(ZERO, "zero")

    def number(self, function: Any, name: str, width: int = 3) -> int:
        """Number of a function, added if it is new; name and width are for one of the user's."""
        key = (Constant, function.value) if isinstance(function, Constant) else id(function)
        if key not in self._numbers:
            if isinstance(function, Tabulated):
                needed = [WIDTH * self.number(f, name) for f in function.needs]
                address = function.law.address
                parameters = [*(float(k) for k in needed), *function.parameters]
            else:
                address, parameters = self._calls.of_time(name, function, width), []
            self._numbers[key] = len(self._functions)
            self._functions.append(function)  # kept, so that no later object can have its id
            self._address.append(address)
            self._start.append(len(self._parameters))
            self._parameters += parameters
        return self._numbers[key]

    def packed(self) -> Functions:
        """The numbers."""
        constant = [isinstance(f, Constant) for f in self._functions]
        initial = np.zeros((len(self._functions), WIDTH))
        for k, function in enumerate(self._functions):
            if isinstance(function, Constant):
                initial[k, 0] = function.value
        return Functions(
            address=np.array(self._address, dtype=np.int64),
            start=np.array(self._start, dtype=np.int64),
            parameters=np.array([*self._parameters, 0.0]),
            varying=np.nonzero(~np.array(constant))[0].astype(np.int64),
            initial=initial,
        )
