"""Derivatives of functions of numbers, made from their source text: f(x) becomes x, dx -> f, df.

This is forward differentiation, statement by statement (Griewank & Walther 2008, chapter 3). Each
value that depends on a varying argument gets its first-order change. A function may use numbers,
tuples and NamedTuples of numbers, and branches. It may call similar functions, operations
(`math.dispatch`), functions of `math`, max and min. A branch has the derivative of the side that is
taken. A square root has the derivative 0 at 0.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from functools import cache
from types import FunctionType
from typing import Any

from numba import TypingError

from ambulo.math.compilation import inner
from ambulo.math.dispatch import is_operation, made_from
from ambulo.math.numba_private import Loc

_OF_ONE = {
    "sqrt": "0.5 / {r} if {r} > 0.0 else 0.0",
    "exp": "{r}",
    "log": "1.0 / {a}",
    "sin": "math.cos({a})",
    "cos": "-math.sin({a})",
    "tan": "1.0 + {r} * {r}",
    "acos": "-1.0 / math.sqrt((1.0 - {a}) * (1.0 + {a}))",
    "atan": "1.0 / (1.0 + {a} * {a})",
    "sinh": "math.cosh({a})",
    "tanh": "1.0 - {r} * {r}",
    "abs": "math.copysign(1.0, {a})",
    "fabs": "math.copysign(1.0, {a})",
}
"""Derivative by the argument a, where the result is r."""
_OF_TWO = {
    ast.Add: ("{a} + {b}", "{da}", "{db}"),
    ast.Sub: ("{a} - {b}", "{da}", "-{db}"),
    ast.Mult: ("{a} * {b}", "{da} * {b}", "{a} * {db}"),
    ast.Div: ("{a} / {b}", "{da} / {b}", "-{r} * {db} / {b}"),
    # of the power that is there: another one, and the logarithm, cost more than all the rest
    ast.Pow: (
        "{a} ** {b}",
        "{b} * ({r} / {a} if {a} != 0.0 else {a} ** ({b} - 1)) * {da}",
        "({r} * math.log({a}) * {db} if {db} != 0.0 else 0.0)",
    ),
    "atan2": (
        "math.atan2({a}, {b})",
        "{b} / ({a} * {a} + {b} * {b}) * {da}",
        "-{a} / ({a} * {a} + {b} * {b}) * {db}",
    ),
    "max": ("max({a}, {b})", "({da} if {a} >= {b} else 0.0)", "(0.0 if {a} >= {b} else {db})"),
    "min": ("min({a}, {b})", "({da} if {a} <= {b} else 0.0)", "(0.0 if {a} <= {b} else {db})"),
}
"""The result, and its changes by a and by b."""

Value = tuple[str, str | None]
"""Source texts of a value and of its change; None if the value does not vary."""


def tangent(function: Any, varies: tuple[bool, ...] | None = None) -> Any:
    """A function that returns the result of another function and its first-order change.

    Args:
        function: a Python function, a function with the decorator `inner`, or an operation. For an
            operation, the implementation for the type of the first argument is differentiated.
        varies: the arguments that vary; all if left out.

    Returns:
        A function for compiled code. Its arguments are those of the function, then the changes of
        the varying arguments.
    """
    plain = getattr(function, "py_func", function)
    count = len(inspect.signature(plain).parameters)
    return _tangent(plain, (True,) * count if varies is None else varies)


@cache
def _tangent(function: FunctionType, varies: tuple[bool, ...]) -> Any:
    if is_operation(function):
        return made_from(function, lambda chosen: _written(chosen, varies))
    return inner(_written(function, varies))


@cache
def _written(function: FunctionType, varies: tuple[bool, ...]) -> FunctionType:
    """The tangent as a Python function; its code says the file and the lines of the function."""
    function = getattr(function, "py_func", function)
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except OSError:
        raise TypingError(
            f"{function.__name__} has no text to be differentiated", Loc(file, first)
        ) from None
    tree = ast.increment_lineno(ast.parse(text), first - 1).body[0]
    assert isinstance(tree, ast.FunctionDef)
    names = [one.arg for one in tree.args.args]
    writer = _Writer(function, {x for x, moves in zip(names, varies, strict=True) if moves})
    writer.find_varying(tree)
    writer.block(tree.body, 1)
    changes = [f"_d_{x}" for x, moves in zip(names, varies, strict=True) if moves]
    head = f"def {function.__name__}({', '.join([*names, *changes])}):"
    made = ast.parse("\n".join([head, *(text for text, _ in writer.lines)]))
    places = [first, *(line for _, line in writer.lines)]
    for node in ast.walk(made):
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            node.lineno = node.end_lineno = places[node.lineno - 1]
    space = {**writer.space, **writer.held}
    exec(compile(made, file, "exec"), space)
    return space[function.__name__]  # type: ignore[no-any-return]


class _Writer:
    """Lines of a tangent under construction, each with the line of the text that it is of."""

    def __init__(self, function: FunctionType, varying: set[str]) -> None:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        closed = {name: cell.cell_contents for name, cell in cells}
        self.space = {**function.__globals__, **closed, "math": math}
        self.file, self.varying = function.__code__.co_filename, varying
        self.lines: list[tuple[str, int]] = []
        self.held: dict[str, Any] = {}
        self._line = self._count = 0

    def find_varying(self, tree: ast.AST) -> None:
        """Add the variables that depend on what varies."""
        known = -1
        while known < len(self.varying):
            known = len(self.varying)
            for node in ast.walk(tree):
                match node:
                    case (
                        ast.Assign([target], ast.expr() as e)
                        | ast.AnnAssign(target, _, ast.expr() as e)
                        | ast.AugAssign(target, _, e)
                    ) if self._varies(e):
                        self.varying.update(_names(target))

    def _varies(self, e: ast.expr) -> bool:
        if isinstance(e, ast.Compare | ast.BoolOp):
            return False
        if isinstance(e, ast.IfExp):
            return self._varies(e.body) or self._varies(e.orelse)
        if isinstance(e, ast.Name):
            return e.id in self.varying
        return any(self._varies(x) for x in ast.iter_child_nodes(e) if isinstance(x, ast.expr))

    def _put(self, depth: int, text: str) -> None:
        self.lines.append(("    " * depth + text, self._line))

    def _new(self) -> tuple[str, str]:
        self._count += 1
        return f"_{self._count}", f"_d_{self._count}"

    def _refuse(self, node: ast.AST) -> TypingError:
        first = ast.unparse(node).splitlines()[0]
        what = f"there is no rule for the derivative of {first}"
        return TypingError(what, Loc(self.file, self._line))

    def block(self, body: list[ast.stmt], depth: int) -> None:
        """Write statements."""
        for s in body:
            self._line = s.lineno
            self._statement(s, depth)

    def _statement(self, s: ast.stmt, depth: int) -> None:
        match s:
            case ast.Expr(ast.Constant()) | ast.Pass():
                self._put(depth, "pass")
            case ast.Raise():
                self._put(depth, ast.unparse(s))
            case ast.Assign([target], e) | ast.AnnAssign(target, _, ast.expr() as e):
                self._assign(target, e, depth)
            case ast.AugAssign(ast.Name(name) as target, operator, e):
                self._assign(target, ast.BinOp(ast.Name(name), operator, e), depth)
            case ast.Return(ast.expr() as e):
                value, change = self._both(e, depth)
                self._put(depth, f"return {value}, {change}")
            case ast.If(test, body, otherwise):
                self._put(depth, f"if {ast.unparse(test)}:")
                self.block(body, depth + 1)
                if otherwise:
                    self._put(depth, "else:")
                    self.block(otherwise, depth + 1)
            case _:
                raise self._refuse(s)

    def _assign(self, target: ast.expr, e: ast.expr, depth: int) -> None:
        names = _names(target)
        if not self.varying.intersection(names):
            self._put(depth, f"{ast.unparse(target)} = {ast.unparse(e)}")
            return
        value, change = self._both(e, depth)
        changes = ast.unparse(target)
        if isinstance(target, ast.Tuple):
            # of those that never vary the change is not looked at
            changes = f"({', '.join(f'_d_{name}' for name in names)},)"
        else:
            changes = f"_d_{changes}"
        self._put(depth, f"{ast.unparse(target)}, {changes} = {value}, {change}")

    def _both(self, e: ast.expr, depth: int) -> tuple[str, str]:
        """Texts of a value and of its change, which may be zero."""
        value, change = self._value(e, depth)
        if change is None:
            change = "0.0"
            if isinstance(e, ast.Tuple):
                change = f"({', '.join('0.0' for _ in e.elts)},)"
        return value, change

    def _value(self, e: ast.expr, depth: int) -> Value:
        """Texts of a value and its change; what they need is written before them."""
        if not self._varies(e):
            return f"({ast.unparse(e)})", None
        match e:
            case ast.Name(name):
                return name, f"_d_{name}"
            case ast.Attribute(of, name):
                value, change = self._value(of, depth)
                return f"{value}.{name}", f"{change}.{name}"
            case ast.Subscript(of, index):
                value, change = self._value(of, depth)
                return f"{value}[{ast.unparse(index)}]", f"{change}[{ast.unparse(index)}]"
            case ast.Tuple(parts):
                pairs = [self._both(x, depth) for x in parts]
                return (
                    f"({', '.join(p[0] for p in pairs)},)",
                    f"({', '.join(p[1] for p in pairs)},)",
                )
            case ast.UnaryOp(ast.USub(), of):
                value, change = self._value(of, depth)
                return f"(-{value})", f"(-{change})"
            case ast.IfExp(test, first, second):
                value, name = self._new()
                for head, side in ((f"if {ast.unparse(test)}:", first), ("else:", second)):
                    self._put(depth, head)
                    self._put(
                        depth + 1, f"{value}, {name} = {', '.join(self._both(side, depth + 1))}"
                    )
                return value, name
            case ast.BinOp(a, operator, b) if type(operator) in _OF_TWO:
                return self._two(_OF_TWO[type(operator)], a, b, depth)
            case ast.Call(called, given, []):
                return self._call(e, called, given, depth)
        raise self._refuse(e)

    def _two(self, rule: tuple[str, str, str], a: ast.expr, b: ast.expr, depth: int) -> Value:
        (x, dx), (y, dy), (r, d) = self._value(a, depth), self._value(b, depth), self._new()
        words = {"a": x, "b": y, "da": dx, "db": dy, "r": r}
        self._put(depth, f"{r} = {rule[0].format(**words)}")
        parts = [part.format(**words) for part, by in zip(rule[1:], (dx, dy), strict=True) if by]
        self._put(depth, f"{d} = {' + '.join(parts)}")
        return r, d

    def _call(self, e: ast.Call, called: ast.expr, given: list[ast.expr], depth: int) -> Value:
        function = eval(ast.unparse(called), self.space)
        name = getattr(function, "__name__", "")
        if getattr(function, "__module__", None) in ("math", "builtins", "numpy"):
            if name == "pow" and len(given) == 2:
                return self._two(_OF_TWO[ast.Pow], given[0], given[1], depth)
            if name in _OF_TWO and len(given) == 2:
                return self._two(_OF_TWO[name], given[0], given[1], depth)
            if name not in _OF_ONE or len(given) != 1:
                raise self._refuse(e)
            (a, da), (r, d) = self._value(given[0], depth), self._new()
            self._put(depth, f"{r} = {ast.unparse(called)}({a})")
            self._put(depth, f"{d} = ({_OF_ONE[name].format(a=a, r=r)}) * {da}")
            return r, d
        if isinstance(function, type):
            pairs = [self._both(x, depth) for x in given]
            values, changes = (", ".join(p[k] for p in pairs) for k in range(2))
            return f"{ast.unparse(called)}({values})", f"{ast.unparse(called)}({changes})"
        parts, (r, d) = [self._value(x, depth) for x in given], self._new()
        key = f"_tangent_{len(self.held)}"
        self.held[key] = tangent(function, tuple(change is not None for _, change in parts))
        arguments = [value for value, _ in parts] + [change for _, change in parts if change]
        self._put(depth, f"{r}, {d} = {key}({', '.join(arguments)})")
        return r, d


def _names(target: ast.expr) -> list[str]:
    """Variables that an assignment sets."""
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
