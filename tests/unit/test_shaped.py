"""Packed arrays are as they are declared: those that are allocated, and those that are filled."""

from __future__ import annotations

from typing import Annotated, NamedTuple, get_args, get_type_hints

import numpy as np
import pytest
from tests.sample_mechanisms import four_bar

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.math.shaped import allocator


def sizes_of(packed, **known: int) -> dict[str, int]:
    """Sizes by name; every array has the kind of numbers and the shape that is declared."""
    sizes: dict[str, int] = {}
    found = list(_arrays(packed))
    for _, array, declared in found:
        sizes.update(zip(get_args(declared)[1].split(), array.shape, strict=True))
    sizes = {name: size for name, size in sizes.items() if name.isidentifier()} | known
    for name, array, declared in found:
        kind, shape = get_args(declared)
        assert array.dtype == get_args(get_args(kind)[1])[0], name
        assert array.shape == tuple(eval(size, {}, sizes) for size in shape.split()), name
    return sizes


def _arrays(packed, name=""):
    """Name, array and declaration of each, at any depth."""
    for field, hint in get_type_hints(type(packed), include_extras=True).items():
        value, place = getattr(packed, field), f"{name}{field}"
        if isinstance(value, tuple):
            yield from _arrays(value, f"{place}.")
        elif hasattr(hint, "__metadata__"):
            yield place, value, hint


class _Inside(NamedTuple):
    a: Annotated[IntArray, "n"]


class _Outside(NamedTuple):
    inside: _Inside
    b: Annotated[FloatArray, "m n+1"]
    c: Annotated[FloatArray, "2*m 3"]


_zeros = allocator(_Outside)


@compiled
def _allocated(n, m):
    return _zeros(n=n, m=m)


def test_what_is_declared_is_allocated():
    made = _allocated(4, 2)
    assert made.inside.a.dtype == np.int64
    assert (made.inside.a.shape, made.b.shape, made.c.shape) == ((4,), (2, 5), (4, 3))
    assert not made.b.any()
    assert sizes_of(made) == {"n": 4, "m": 2}
    with pytest.raises(AssertionError, match="c"):
        sizes_of(made._replace(c=np.zeros((5, 3))))


def test_a_mechanism_is_packed_as_declared():
    system = four_bar().system
    sizes = sizes_of(system.packed)
    assert (sizes["nb"], sizes["m"]) == (3, 23)
    assert sizes_of(system.workspace, **sizes)["n"] == 21
