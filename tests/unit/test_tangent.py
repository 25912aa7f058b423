"""Derivatives made from a function's text are those of calculus, and what has none is named."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.math.compilation import compiled, inner
from ambulo.math.dispatch import generic, implements, operation
from ambulo.math.tangent import tangent
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line


class Pair(NamedTuple):
    a: float
    b: float


@inner
def norm(x, y):
    return math.sqrt(x * x + y * y)


@inner
def told(pair, x, side):
    """Every rule once, with branches that do not vary and variables set anew."""
    y = 2.0
    if side > 0:
        y = pair.a * math.exp(-(x**2)) + math.log(x) / pair.b
    else:
        y -= math.sin(x) * math.cos(pair.a) - math.tanh(x) + math.tan(x) + math.atan(pair.b)
    u, v = (norm(x, pair.b), 3.0) if x > 0.5 else (math.pow(x, pair.a), abs(-x))
    u, v = v, u + math.atan2(x, pair.b - 1.0)
    y += max(u, v) - min(u, 2.0 * v) + (x, y)[1]
    return Pair(y + math.acos(0.5 * x) * math.sinh(x), u * v)


_told = tangent(told, (True, True, False))


@compiled
def value(a, b, x, side):
    return told(Pair(a, b), x, side)


@compiled
def both(a, b, x, side, da, db, dx):
    return _told(Pair(a, b), x, side, Pair(da, db), dx)


def test_a_tangent_is_the_derivative():
    rng = np.random.default_rng(2)
    for side in (1, 0):
        for x in (0.3, 0.8):
            at, d = np.array([1.3, 0.7, x]), rng.standard_normal(3)
            found, change = both(*at, side, *d)
            np.testing.assert_allclose(found, value(*at, side), rtol=1e-14)
            h = 1e-3
            ends = [np.array(value(*(at + e * h * d), side)) for e in (-2, -1, 1, 2)]
            # error of fourth order
            wanted = (ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * h)
            np.testing.assert_allclose(change, wanted, rtol=1e-8)


@operation
def _force(law, x):
    raise TypeError


class Hooke(NamedTuple):
    k: float


class Summed(NamedTuple):
    k: float


@implements(_force, Hooke)
def _hooke(law, x):
    return law.k * x


@implements(_force, Summed)
def _summed(law, x):
    total = 0.0
    for _ in range(3):
        total += law.k * x
    return total


_change = tangent(_force)


@generic
def changed(law, d_law, x, dx):
    return _change(law, x, d_law, dx)


def test_an_operation_is_differentiated_as_each_type_does_it():
    assert changed(Hooke(3.0), Hooke(0.5), 2.0, 0.1) == (6.0, pytest.approx(1.3))


def test_what_has_no_derivative_is_named_with_its_line():
    line = _summed.__code__.co_firstlineno + 3
    said = rf"test_tangent.py, line {line}: .*no rule for the derivative of for _ in range"
    with pytest.raises(InputError, match=said), mistakes_in_one_line():
        changed(Summed(3.0), Summed(0.5), 2.0, 0.1)
