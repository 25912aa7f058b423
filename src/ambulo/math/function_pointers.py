"""Functions called by their address, so that one compiled loop works with any of them.

A law (a function of time, a force) is compiled once, separately, to a C function. A table contains
its address, and compiled code calls this address. The loop is not compiled again for another law or
a user's Python function. A call takes about 2 ns, and a call into Python some microseconds.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
from numba import TypingError, types
from numba.extending import intrinsic

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import OPTIONS, keep_in
from ambulo.math.dispatch import files_of
from ambulo.math.numba_private import UNOWNED, CFunc, SelfContainedCompiler, cgutils
from ambulo.math.numba_private import llvm_ir as ir

_OPTIONS: dict[str, Any] = {name: OPTIONS[name] for name in ("error_model", "fastmath")}
_COMPILER: Any = SelfContainedCompiler

FLOAT = 8
"""Number of bytes of a float."""
NUMBERS = types.CPointer(types.float64)
"""A C array of numbers, without its length."""
_counts = types.CPointer(types.int64)

TIME_LAW = types.void(types.float64, NUMBERS, NUMBERS, NUMBERS)
"""(t, own parameters, values of all functions (9 each), out (9)): a function of time."""

FORCE_LAW = types.void(types.float64, NUMBERS, _counts, NUMBERS, NUMBERS, NUMBERS)
"""(t, own parameters, own indices, values of all functions, frames (18 for each body), loads (6 for
each body)): a force.
"""

STATE_LAW = types.void(types.float64, NUMBERS, _counts, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
"""A force with own states. Its arguments are those of a force, with the own states before the loads
and their rates after the loads.
"""
EVENT_LAW = types.void(types.float64, NUMBERS, _counts, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
"""(t, own parameters, own indices, values of all functions, frames, own states, out): an event. A
step ends where its function changes sign. It also gives the own states after the event.
"""

C_NUMBERS = ctypes.POINTER(ctypes.c_double)
_C_COUNTS = ctypes.POINTER(ctypes.c_int64)
_PYTHON_TYPES = {
    TIME_LAW: ctypes.CFUNCTYPE(None, ctypes.c_double, C_NUMBERS, C_NUMBERS, C_NUMBERS),
    FORCE_LAW: ctypes.CFUNCTYPE(
        None, ctypes.c_double, C_NUMBERS, _C_COUNTS, C_NUMBERS, C_NUMBERS, C_NUMBERS
    ),
}


class Law:
    """A function with a signature, compiled when its address is first needed.

    Arrays are C pointers, indexed from 0, without a length.

    Args:
        function: the Python function.
        signature: signature of the C function.
        kinds: packed types whose operations the function calls.
    """

    def __init__(
        self, function: Callable[..., Any], signature: Any, kinds: tuple[type, ...] = ()
    ) -> None:
        self.function, self.signature, self.kinds = function, signature, kinds

    @cached_property
    def _compiled(self) -> Any:
        signature = self.signature.args, self.signature.return_type
        made = CFunc(self.function, signature, {}, _OPTIONS, _COMPILER)
        keep_in(made, Path(self.function.__code__.co_filename), *files_of(self.kinds))
        made.compile()
        return made

    @property
    def address(self) -> int:
        """Address for calls from compiled code."""
        return int(self._compiled.address)

    def at(self, t: float, parameters: FloatArray, values: FloatArray, out: FloatArray) -> None:
        """Call a function of time from Python."""
        self.call(t, *(x.ctypes.data_as(C_NUMBERS) for x in (parameters, values, out)))

    def call(self, *arguments: Any) -> Any:
        """Call the law from Python, with arrays as `C_NUMBERS`."""
        return self._compiled.ctypes(*arguments)


def from_compiled(function: Any, signature: Any) -> Any:
    """C function around a function that numba has compiled; `address` is its address.

    The caller keeps the result for as long as the address is in use.
    """
    return numba.cfunc(signature, pipeline_class=_COMPILER, **_OPTIONS)(function)


def from_python(function: Callable[..., None], signature: Any) -> tuple[Any, int]:
    """C function around a Python function, and its address.

    Each call takes the interpreter's lock. The caller keeps the first result for as long as the
    address is in use.
    """
    made = _PYTHON_TYPES[signature](function)
    address = ctypes.cast(made, ctypes.c_void_p).value
    if address is None:
        raise AssertionError("a C function without an address")
    return made, int(address)


def caller(signature: Any, gives: int = 0) -> Any:
    """A function (address, arguments) for compiled code that calls a C function with a signature.

    Arrays are given by their address. If `gives` is not 0, the last argument is left out. The C
    function writes this number of results into it, and they are returned as a tuple.
    """
    given = signature.args[:-1] if gives else signature.args
    passed = [types.int64 if isinstance(kind, types.CPointer) else kind for kind in given]
    result = types.UniTuple(types.float64, gives) if gives else signature.return_type

    def call(_typingctx: Any, _address: Any, *_given: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            kinds = [context.get_value_type(kind) for kind in signature.args]
            values = [
                builder.inttoptr(value, kind) if isinstance(kind, ir.PointerType) else value
                for value, kind in zip(args[1:], kinds, strict=False)
            ]
            if gives:
                out = cgutils.alloca_once(builder, ir.DoubleType(), gives)
                values.append(out)
            returned = context.get_value_type(signature.return_type)
            if signature.return_type is types.void:
                returned = ir.VoidType()
            kind = ir.FunctionType(returned, kinds).as_pointer()
            found = builder.call(builder.inttoptr(args[0], kind), values)
            if gives:
                numbers = [
                    builder.load(builder.gep(out, [ir.Constant(ir.IntType(32), k)]))
                    for k in range(gives)
                ]
                return context.make_tuple(builder, result, numbers)
            return context.get_dummy_value() if signature.return_type is types.void else found

        return result(types.int64, *passed), codegen

    return _of_arguments(call, len(given))


def _of_arguments(call: Any, count: int) -> Any:
    """Instruction of an address and so many arguments, as numba asks what it calls for them."""
    names = ["_context", "_address", *(f"_{k}" for k in range(count))]
    parameters = [inspect.Parameter(x, inspect.Parameter.POSITIONAL_OR_KEYWORD) for x in names]
    call.__signature__ = inspect.Signature(parameters)
    return intrinsic(call)


call_time = caller(TIME_LAW)
"""(address, t, parameters, values, out)."""
call_force = caller(FORCE_LAW)
"""(address, t, parameters, indices, values, frames, loads)."""
call_with_states = caller(STATE_LAW)
"""(address, t, parameters, indices, values, frames, states, loads, rates)."""
call_event = caller(EVENT_LAW)
"""(address, t, parameters, indices, values, frames, states, out)."""


# --------------------------------------------------------------------------- of a packed type

# A packed thing of any type lies in memory; a compiled function of its type is handed its place.
# Whoever calls by the function's address need not be compiled for the type.


_instruction: Any = intrinsic


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A value whose arrays nobody counts references to."""
    if isinstance(kind, types.BaseTuple):
        for k, part in enumerate(kind.types):
            inner = _without_owner(context, builder, part, builder.extract_value(value, k))
            value = builder.insert_value(value, inner, k)
    if isinstance(kind, types.Array):
        made = context.make_array(kind)(context, builder, value)
        made.meminfo = cgutils.get_null_value(made.meminfo.type)
        value = made._getvalue()
    return value


@_instruction
def bytes_of(_typingctx: Any, packed: Any) -> Any:
    """Number of bytes that `write_at` writes."""

    def codegen(context: Any, _builder: Any, signature: Any, _args: Any) -> Any:
        size = context.get_abi_sizeof(context.get_data_type(signature.args[0]))
        return context.get_constant(types.intp, size)

    return types.intp(packed), codegen


@_instruction
def write_at(_typingctx: Any, _address: Any, packed: Any) -> Any:
    """(address, packed): write a packed record. The caller must keep its arrays."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[1]
        value = context.data_model_manager[kind].as_data(
            builder, _without_owner(context, builder, kind, args[1])
        )
        builder.store(value, builder.inttoptr(args[0], value.type.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.intp, packed), codegen


_ROW = types.Array(types.float64, 1, "C")


@_instruction
def row(_typingctx: Any, _numbers: Any, _count: Any) -> Any:
    """(address of numbers, count): the array there. The caller must keep its memory."""

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, FLOAT)
        made = context.make_array(_ROW)(context, builder)
        made.data = builder.inttoptr(args[0], made.data.type)
        made.nitems, made.itemsize = args[1], size
        made.shape = cgutils.pack_array(builder, [args[1]])
        made.strides = cgutils.pack_array(builder, [size])
        return made._getvalue()

    return _ROW(types.intp, types.intp), codegen


UNOWNED.append(row)


@_instruction
def place_of(_typingctx: Any, array: Any) -> Any:
    """Address of an array's numbers, to read them as a `row`."""
    if array.layout != "C":
        raise TypingError(f"{array} is passed as an address, so its numbers must be contiguous")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.ptrtoint(made.data, context.get_value_type(types.intp))

    return types.intp(array), codegen


@_instruction
def word_at(_typingctx: Any, _address: Any, _k: Any) -> Any:
    """(address, k): integer k of the integers at this address."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        return builder.load(builder.gep(builder.inttoptr(args[0], word.as_pointer()), [args[1]]))

    return types.int64(types.int64, types.int64), codegen


def of_packed(signature: Any, wanted: Callable[[Any], bool] | None = None) -> tuple[Any, Any]:
    """Call functions of (place of a packed record, then this signature), compiled for the record's
    type.

    Args:
        signature: numba's types.
        wanted: whether a packed type (by numba's name) has the function. If not, the address is 0.

    Returns:
        Two functions: (compiled function, packed) gives the function's address, and (address,
        place, arguments) calls it. Arrays are given by their place. Errors of the function are
        raised.
    """

    def address(_typingctx: Any, _function: Any, packed: Any) -> Any:
        def codegen(context: Any, builder: Any, given: Any, _args: Any) -> Any:
            if wanted is not None and not wanted(packed):
                return context.get_constant(types.intp, 0)
            kind = signature.return_type(types.CPointer(packed), *signature.args)
            made = given.args[0].dispatcher.get_compile_result(kind)
            context.active_code_library.add_linking_library(made.library)
            function = context.declare_function(builder.module, made.fndesc)
            return builder.ptrtoint(function, context.get_value_type(types.intp))

        return types.intp(_function, packed), codegen

    kinds = (types.voidptr, *signature.args)
    passed = [
        types.intp if isinstance(kind, types.CPointer | types.RawPointer) else kind
        for kind in kinds
    ]

    def call(_typingctx: Any, _address: Any, *_given: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            convention = context.call_conv
            function = convention.get_function_type(signature.return_type, kinds).as_pointer()
            values = [
                builder.inttoptr(value, context.get_value_type(kind)) if given != kind else value
                for value, kind, given in zip(args[1:], kinds, passed, strict=True)
            ]
            status, found = convention.call_function(
                builder, builder.inttoptr(args[0], function), signature.return_type, kinds, values
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return found

        return signature.return_type(types.intp, *passed), codegen

    return intrinsic(address), _of_arguments(call, len(passed))
