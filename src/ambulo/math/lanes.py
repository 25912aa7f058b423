"""Formulas that are inserted where they are used, for one frame or for eight frames at once.

`Lanes` is a type for numba: eight float64 in a vector register (LLVM's <8 x double>), one for each
of eight frames. A function with the decorator `formula` is plain Python arithmetic on numbers and
tuples of numbers. It is run once at each place that calls it, on symbols that write one LLVM
instruction for each operation. So no call remains at run time, and numba has nothing to infer or
compile separately. The kernels compile four times as fast as with small compiled functions. The
same source works for floats and Lanes. A float among Lanes means eight equal floats.

Arrays of one frame, (n,) or (n, m), contain floats. Arrays with the lanes on a further last axis
contain Lanes. The functions of `reader` and `writer` give and take both.

Other compiled functions can also calculate with Lanes, by + - * / and a sign. So the source of a
derivative (`math.tangent`) works on eight directions at once.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import inspect
import operator
from typing import Any, cast

from numba import types
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    register_model,
    type_callable,
)

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import Function, inner, source_for_python
from ambulo.math.numba_private import Conversion, cgutils
from ambulo.math.numba_private import llvm_ir as ir

WIDTH = 8
"""Number of lanes in a vector. AVX-512 has registers of eight float64. Narrower machines use
several registers.
"""


class _LanesType(types.Type):
    """Numba's type of eight float64 side by side; a float turns into it where they meet."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")

    def can_convert_from(self, _typingctx: Any, other: Any) -> Any:
        return Conversion.promote if isinstance(other, types.Float) else None

    def unify(self, _typingctx: Any, other: Any) -> Any:
        return self if isinstance(other, types.Float | _LanesType) else None


_LANES = _LanesType()
_DOUBLE = ir.DoubleType()
_VECTOR = ir.VectorType(_DOUBLE, WIDTH)
_INDEX = ir.IntType(32)


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _VECTOR)


def _widened(builder: Any, value: Any) -> Any:
    """Eight equal lanes."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), value, _INDEX(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH))


@lower_cast(types.Float, _LanesType)
def _float_to_lanes(context: Any, builder: Any, fromty: Any, _toty: Any, value: Any) -> Any:
    return _widened(builder, context.cast(builder, value, fromty, types.float64))


# --------------------------------------------------------------------------- formulas


class _Number:
    """A float or Lanes in a formula: an LLVM value, or only its kind while types are inferred."""

    def __init__(self, lanes: bool, builder: Any = None, value: Any = None) -> None:
        self.lanes = lanes
        self.builder = builder
        self.value = value

    def _combined(self, instruction: str, left: Any, right: Any) -> _Number:
        sides = [x if isinstance(x, _Number) else self._constant(x) for x in (left, right)]
        lanes = sides[0].lanes or sides[1].lanes
        if self.builder is None:
            return _Number(lanes)
        values = [
            _widened(self.builder, x.value) if lanes and not x.lanes else x.value for x in sides
        ]
        return _Number(lanes, self.builder, getattr(self.builder, instruction)(*values))

    def _constant(self, x: float) -> _Number:
        return _Number(False, self.builder, ir.Constant(_DOUBLE, float(x)))

    def each(self, llvm_name: str) -> _Number:
        """One of LLVM's functions of a number, lane by lane."""
        if self.builder is None:
            return self
        function_type = ir.FunctionType(_DOUBLE, [_DOUBLE])
        function = cgutils.get_or_insert_function(self.builder.module, function_type, llvm_name)
        if not self.lanes:
            return _Number(False, self.builder, self.builder.call(function, [self.value]))
        out = self.value
        for n in range(WIDTH):
            one = self.builder.call(function, [self.builder.extract_element(self.value, _INDEX(n))])
            out = self.builder.insert_element(out, one, _INDEX(n))
        return _Number(True, self.builder, out)

    def __add__(self, other: Any) -> _Number:
        return self._combined("fadd", self, other)

    def __radd__(self, other: Any) -> _Number:
        return self._combined("fadd", other, self)

    def __sub__(self, other: Any) -> _Number:
        return self._combined("fsub", self, other)

    def __rsub__(self, other: Any) -> _Number:
        return self._combined("fsub", other, self)

    def __mul__(self, other: Any) -> _Number:
        return self._combined("fmul", self, other)

    def __rmul__(self, other: Any) -> _Number:
        return self._combined("fmul", other, self)

    def __truediv__(self, other: Any) -> _Number:
        return self._combined("fdiv", self, other)

    def __rtruediv__(self, other: Any) -> _Number:
        return self._combined("fdiv", other, self)

    def __neg__(self) -> _Number:
        return self._combined("fsub", 0.0, self)


def sine(x: Any) -> Any:
    """Sine, for use inside a formula."""
    return x.each("llvm.sin.f64")


def cosine(x: Any) -> Any:
    """Cosine, for use inside a formula."""
    return x.each("llvm.cos.f64")


def formula(function: Function) -> Function:
    """Make a straight-line function of numbers and tuples of numbers callable from kernels.

    Args:
        function: function of one to three arguments. Each is a number or a tuple of numbers.
            Branches and loops must not depend on their values.

    Returns:
        The function for compiled code, on floats and on Lanes. Python calls its source, on numbers
        and on arrays of them.
    """

    def plan(*kinds: Any) -> Any:
        result = _type_of(function(*[_symbols(kind) for kind in kinds]))

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            symbols = [
                _symbols(kind, context, builder, x)
                for kind, x in zip(signature.args, args, strict=True)
            ]
            return _packed(context, builder, result, function(*symbols))

        return result(*kinds), codegen

    # one for each number of arguments; of its text derivatives are made (`tangent`)
    made: Any = (
        lambda _typingctx, a: plan(a),
        lambda _typingctx, a, b: plan(a, b),
        lambda _typingctx, a, b, c: plan(a, b, c),
    )[len(inspect.signature(function).parameters) - 1]
    found: Any = intrinsic(made)
    found.py_func = function
    found.__class__ = source_for_python(found.__class__)
    return cast(Function, found)


def _symbols(kind: Any, context: Any = None, builder: Any = None, value: Any = None) -> Any:
    """The number or tuple of numbers that a value of numba's type `kind` stands for."""
    if isinstance(kind, types.BaseTuple):
        parts = [None] * len(kind)
        if builder is not None:
            parts = cgutils.unpack_tuple(builder, value, len(kind))
        return tuple(
            _symbols(k, context, builder, x) for k, x in zip(kind.types, parts, strict=True)
        )
    if isinstance(kind, _LanesType):
        return _Number(True, builder, value)
    if not isinstance(kind, types.Float | types.Integer):
        raise TypeError(f"a formula takes numbers and tuples of them, not {kind}")
    if builder is not None:
        value = context.cast(builder, value, kind, types.float64)
    return _Number(False, builder, value)


def _type_of(result: Any) -> Any:
    if isinstance(result, tuple):
        return types.BaseTuple.from_types([_type_of(x) for x in result])
    return _LANES if isinstance(result, _Number) and result.lanes else types.float64


def _packed(context: Any, builder: Any, kind: Any, result: Any) -> Any:
    if isinstance(result, tuple):
        parts = [_packed(context, builder, k, x) for k, x in zip(kind.types, result, strict=True)]
        return context.make_tuple(builder, kind, parts)
    return result.value if isinstance(result, _Number) else ir.Constant(_DOUBLE, float(result))


# --------------------------------------------------------------------------- operators


def _calculate(function: Any, *kinds: Any) -> None:
    """Make an operator of Python's work on Lanes, and on floats among them, in compiled code."""

    def typed(_context: Any) -> Any:
        def typer(*given: Any) -> Any:
            numbers = all(isinstance(x, types.Float | _LanesType) for x in given)
            return _LANES if numbers and _LANES in given else None

        return typer if len(kinds[0]) > 1 else lambda a: typer(a)

    def lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        symbols = [
            _symbols(kind, context, builder, x)
            for kind, x in zip(signature.args, args, strict=True)
        ]
        return function(*symbols).value

    type_callable(function)(typed)
    for given in kinds:
        lower_builtin(function, *given)(lowered)


for _two in (operator.add, operator.sub, operator.mul, operator.truediv):
    _calculate(_two, (_LanesType, _LanesType), (_LanesType, types.Float), (types.Float, _LanesType))
_calculate(operator.neg, (_LanesType,))


@type_callable(operator.ne)
def _differ(_context: Any) -> Any:
    return lambda a, b: types.boolean if a is _LANES and isinstance(b, types.Float) else None


@lower_builtin(operator.ne, _LanesType, types.Float)
def _lower_differ(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    """Whether any of the lanes is another number."""
    lanes = builder.fcmp_unordered("!=", args[0], _widened(builder, args[1]))
    bits = builder.bitcast(lanes, ir.IntType(WIDTH))
    return builder.icmp_unsigned("!=", bits, bits.type(0))


# --------------------------------------------------------------------------- memory


def _pointer(context: Any, builder: Any, kind: Any, array: Any, first: Any, step: int) -> Any:
    """Where number `step` after the one with index `first` (a tuple) lies."""
    struct = context.make_array(kind)(context, builder, array)
    index = [*first[:-1], builder.add(first[-1], first[-1].type(step))]
    if kind.ndim > len(index):
        index.append(first[-1].type(0))
    at = cgutils.get_item_pointer(context, builder, kind, struct, index)
    return builder.bitcast(at, _VECTOR.as_pointer()) if kind.ndim > len(first) else at


def reader(length: int, in_row: bool, start: int = 0) -> Any:
    """Make the function that reads a tuple of neighbouring numbers, or one number if `length` is 1.

    Args:
        length: how many numbers.
        in_row: if True, (x, i) reads from row i of an array (n, >= length); otherwise (x, k) reads
            from x[k] on.
        start: column of the first number in a row.

    Returns:
        The function for compiled code; x may have a further axis of lanes.
    """

    def read(_typingctx: Any, x: Any, _i: Any) -> Any:
        lanes = x.ndim > (2 if in_row else 1)
        number = _LANES if lanes else types.float64

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, index = args
            first = [index, index.type(start)] if in_row else [index]
            parts = []
            for step in range(length):
                at = _pointer(context, builder, signature.args[0], array, first, step)
                parts.append(builder.load(at, align=8))
            if length == 1:
                return parts[0]
            return context.make_tuple(builder, signature.return_type, parts)

        result = number if length == 1 else types.UniTuple(number, length)
        return result(x, types.intp), codegen

    return intrinsic(read)


def writer(length: int, in_row: bool) -> Any:
    """Make the function (x, i, value) that stores what the corresponding `reader` reads."""

    def write(_typingctx: Any, x: Any, _i: Any, _value: Any) -> Any:
        lanes = x.ndim > (2 if in_row else 1)
        number = _LANES if lanes else types.float64
        stored = number if length == 1 else types.UniTuple(number, length)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, index, new = args
            first = [index, index.type(0)] if in_row else [index]
            parts = [new] if length == 1 else cgutils.unpack_tuple(builder, new, length)
            for step, part in enumerate(parts):
                at = _pointer(context, builder, signature.args[0], array, first, step)
                builder.store(part, at, align=8)
            return context.get_dummy_value()

        return types.void(x, types.intp, stored), codegen

    return intrinsic(write)


@inner
def read_tile(x: FloatArray, first: int, tile: FloatArray) -> None:
    """Fill tile (n, WIDTH) from the frames of x (frames, n) that start at `first`.

    The last frame fills the lanes beyond the end.
    """
    for lane in range(WIDTH):
        f = min(first + lane, len(x) - 1)
        for k in range(x.shape[1]):
            tile[k, lane] = x[f, k]


@inner
def write_tile(tile: FloatArray, first: int, x: FloatArray) -> None:
    """Put tile (n, WIDTH) into the frames of x (frames, n) from `first` to the last frame."""
    for lane in range(min(WIDTH, len(x) - first)):
        for k in range(x.shape[1]):
            x[first + lane, k] = tile[k, lane]
