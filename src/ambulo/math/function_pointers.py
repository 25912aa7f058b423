"""Functions called by their address, so that one compiled loop serves any choice of them.

A law (a function of time, a force) is compiled by itself, once, to a C function. A table holds its
address, and compiled code calls what stands there: another law, or a user's own function in Python,
compiles nothing anew. A call costs about 2 ns; one back into Python some microseconds.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import OPTIONS, keep_in
from ambulo.math.self_contained import SelfContainedCompiler

_OPTIONS: dict[str, Any] = {name: OPTIONS[name] for name in ("error_model", "fastmath")}
_COMPILER: Any = SelfContainedCompiler

_numbers = types.CPointer(types.float64)
_counts = types.CPointer(types.int64)

TIME_LAW = types.void(types.float64, _numbers, _numbers, _numbers)
"""(t, own parameters, values of all functions (9 each), out (9)): a function of time."""

FORCE_LAW = types.void(types.float64, _numbers, _counts, _numbers, _numbers, _numbers)
"""(t, own parameters, own indices, values of all functions, frames (18 a body), loads (6 a body)):
a force."""

_C_NUMBERS = ctypes.POINTER(ctypes.c_double)
_C_COUNTS = ctypes.POINTER(ctypes.c_int64)
_PYTHON_TYPES = {
    TIME_LAW: ctypes.CFUNCTYPE(None, ctypes.c_double, _C_NUMBERS, _C_NUMBERS, _C_NUMBERS),
    FORCE_LAW: ctypes.CFUNCTYPE(
        None, ctypes.c_double, _C_NUMBERS, _C_COUNTS, _C_NUMBERS, _C_NUMBERS, _C_NUMBERS
    ),
}


class Law:
    """A function of one of the two signatures, compiled when its address is first asked for.

    Used as a decorator's result; its arguments are C pointers, indexed from 0, without a length.
    """

    def __init__(self, function: Callable[..., None], signature: Any) -> None:
        self.function, self.signature = function, signature

    @cached_property
    def _compiled(self) -> Any:
        signature = self.signature.args, self.signature.return_type
        made = CFunc(self.function, signature, {}, _OPTIONS, _COMPILER)
        keep_in(made, Path(self.function.__code__.co_filename))
        made.compile()
        return made

    @property
    def address(self) -> int:
        """Where compiled code calls it."""
        return int(self._compiled.address)

    def at(self, t: float, parameters: FloatArray, values: FloatArray, out: FloatArray) -> None:
        """Call a function of time from Python."""
        pointers = [x.ctypes.data_as(_C_NUMBERS) for x in (parameters, values, out)]
        self._compiled.ctypes(t, *pointers)


def from_compiled(function: Any, signature: Any) -> Any:
    """C function around one that numba has compiled; `address` is where it can be called.

    The caller keeps the result for as long as the address is in use.
    """
    return numba.cfunc(signature, pipeline_class=_COMPILER, **_OPTIONS)(function)


def from_python(function: Callable[..., None], signature: Any) -> tuple[Any, int]:
    """C function around a Python one, and its address.

    It takes the interpreter's lock for each call. The caller keeps the first result for as long as
    the address is in use.
    """
    made = _PYTHON_TYPES[signature](function)
    address = ctypes.cast(made, ctypes.c_void_p).value
    if address is None:
        raise AssertionError("a C function without an address")
    return made, int(address)


def _caller(parameters: list[Any]) -> Any:
    """Codegen of a call through an address: the arguments after it, arrays' places as integers."""

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        address, t, *places = args
        pointed = [
            builder.inttoptr(place, kind.as_pointer())
            for place, kind in zip(places, parameters, strict=True)
        ]
        kinds = [ir.DoubleType(), *(kind.as_pointer() for kind in parameters)]
        function = builder.inttoptr(address, ir.FunctionType(ir.VoidType(), kinds).as_pointer())
        builder.call(function, [t, *pointed])
        return context.get_dummy_value()

    return codegen


_double, _long = ir.DoubleType(), ir.IntType(64)


def _call_time(_typingctx: Any, _address: Any, _t: Any, _p: Any, _values: Any, _out: Any) -> Any:
    """Call the function of time at an address; arrays by their place in memory."""
    whole = types.int64
    return (
        types.void(whole, types.float64, whole, whole, whole),
        _caller([_double, _double, _double]),
    )


def _call_force(
    _typingctx: Any,
    _address: Any,
    _t: Any,
    _p: Any,
    _indices: Any,
    _values: Any,
    _frames: Any,
    _loads: Any,
) -> Any:
    """Call the force at an address; arrays by their place in memory."""
    whole = types.int64
    return (
        types.void(whole, types.float64, whole, whole, whole, whole, whole),
        _caller([_double, _long, _double, _double, _double]),
    )


call_time: Any = intrinsic(_call_time)
"""(address, t, parameters, values, out): arrays by their place in memory."""
call_force: Any = intrinsic(_call_force)
"""(address, t, parameters, indices, values, frames, loads): arrays by their place in memory."""
