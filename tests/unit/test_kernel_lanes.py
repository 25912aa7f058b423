"""Formulas on floats and on eight lanes: both are the same Python text."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.math.compilation import compiled
from ambulo.math.entries import item, put_item, put_triple, triple
from ambulo.math.lanes import WIDTH, cosine, formula, read_tile, sine, write_tile


def mixed(a, k, x):
    return (
        a[0] * k + a[1] / x - 2.0,
        -(3.0 - a[2]) / k + 1.0 / x,
        sine(a[0]) * cosine(x) + (4.0 + a[1]) * 0.5,
    )


mixed_formula = formula(mixed)


@formula
def shifted(a):
    return (a[0] + 1, 7.0, a[2])


@compiled
def run(x, k, out):
    a = (0.0, 0.0, 0.0)  # a float until an array of lanes is read into it
    if k > 0.0:
        a = triple(x, 1)
    put_triple(out, 0, mixed_formula(shifted(a), k, item(x, 0)))
    put_item(out, 3, item(x, 4))


@compiled
def through_tile(x, first, out):
    tile = np.empty((x.shape[1], WIDTH))
    read_tile(x, first, tile)
    write_tile(tile, first, out)
    return tile


class Plain(float):
    def each(self, name):
        return {"llvm.sin.f64": np.sin, "llvm.cos.f64": np.cos}[name](float(self))


@pytest.mark.parametrize("lanes", [(), (WIDTH,)])
def test_a_formula_is_its_python_text(lanes):
    rng = np.random.default_rng(0)
    x = rng.uniform(0.5, 2.0, size=(5, *lanes))
    out = np.zeros((4, *lanes))
    run(x, 1.5, out)
    for n in np.ndindex(*lanes):
        a = [Plain(y) for y in x[(slice(1, 4), *n)]]
        expected = mixed((Plain(a[0] + 1), 7.0, a[2]), 1.5, Plain(x[(0, *n)]))
        np.testing.assert_allclose(out[(slice(0, 3), *n)], expected, rtol=1e-14)
        assert out[(3, *n)] == x[(4, *n)]


def test_tiles_repeat_the_last_frame_and_write_no_further():
    x = np.arange(30.0).reshape(10, 3)
    out = np.full_like(x, -1.0)
    tile = through_tile(x, 8, out)
    np.testing.assert_array_equal(tile, x[[8, 9, 9, 9, 9, 9, 9, 9]].T)
    np.testing.assert_array_equal(out[:8], -1.0)
    np.testing.assert_array_equal(out[8:], x[8:])


def test_what_is_no_number_is_refused_by_its_type():
    @compiled
    def wrong(x):
        return shifted((x, x, x))

    with pytest.raises(Exception, match="a formula takes numbers"):
        wrong(np.zeros(3))
