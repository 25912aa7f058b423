"""Compiled code is kept per value of what it holds: numbers that its text does not say."""

from __future__ import annotations

import sys
from importlib import import_module, invalidate_caches

import numba
import pytest

from ambulo.math import compilation, numba_private
from ambulo.math.held_values import held_values

HELPER = """
from ambulo.math.compilation import inner

GAIN = 1.0

@inner
def bent(x):
    return GAIN * x
"""
LAW = """
import os
from typing import NamedTuple
import numpy as np
import own_helper
from own_helper import bent
from ambulo.math.compilation import compiled, inner
from ambulo.math.dispatch import generic, implements, operation, over_tuple

GAIN = 1.0
GAINS = np.array([1.0, 5.0])

def by_global(x):
    return GAIN * x

def by_array(x):
    return GAINS[0] * x

def by_module(x):
    return own_helper.GAIN * x

def by_helper(x):
    return bent(x)

def made(gain):
    def by_closure(x):
        return gain * x
    return by_closure

@inner
def scaled(x, k=float(os.environ["OWN_GAIN"])):
    return k * x

def by_default(x):
    return scaled(x)

def stretched(law, x): ...

stretched = operation(stretched)

class Spring(NamedTuple):
    k: float

@implements(stretched, Spring)
def _force(law, x):
    return GAIN * law.k * x

class Pair(NamedTuple):
    k: float

@implements(stretched, Pair)
def _(law, x):
    return stretched(Spring(law.k), x)

@generic
def by_law(law, x):
    return stretched(law, x)

def some(laws, x):
    return GAIN * laws[0].k * x

each = over_tuple(0.0)(some)

@generic
def by_tuple(laws, x):
    return each(laws, x)
"""


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Import the modules as a process that starts does; the number is set before it compiles."""
    for name, text in (("own_helper", HELPER), ("own_law", LAW)):
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("OWN_GAIN", "1.0")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(compilation, "_STARTED", compilation._STARTED + 1e9)

    def imported():
        forget()
        invalidate_caches()
        return import_module("own_law")

    yield imported
    forget()


def forget():
    for name in ("own_helper", "own_law"):
        sys.modules.pop(name, None)


def kept(tmp_path):
    return len(list((tmp_path / "kept").rglob("*.nbc")))


def set_global(law, gain):
    law.GAIN = gain
    return law.by_global


def set_array(law, gain):
    law.GAINS[0] = gain
    return law.by_array


def set_module(law, gain):
    law.own_helper.GAIN = gain
    return law.by_module


def set_helper(law, gain):
    law.own_helper.GAIN = gain
    return law.by_helper


@pytest.mark.parametrize(
    "kernel",
    [
        set_global, set_array, set_module, set_helper,
        lambda law, gain: law.made(gain), lambda law, gain: law.by_default,
    ],
    ids=["global", "array", "module", "helper", "closure", "default"],
)  # fmt: skip
def test_what_is_kept_is_loaded_for_the_same_numbers_alone(
    start, tmp_path, monkeypatch, kernel
):  # fmt: skip
    def doubled(gain):
        monkeypatch.setenv("OWN_GAIN", str(gain))
        function = kernel(start(), gain)
        return compilation.compiled(function)(2.0)

    assert [doubled(gain) for gain in (4.0, 1.0, 4.0, 1.0)] == [8.0, 2.0, 8.0, 2.0]
    assert kept(tmp_path) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda law: law.by_law(law.Spring(2.0), 1.0),
        lambda law: law.by_law(law.Pair(2.0), 1.0),
        lambda law: law.by_tuple((law.Spring(2.0),), 1.0),
    ],
    ids=["law", "law inside a law", "tuple"],
)
def test_a_law_is_loaded_for_the_same_numbers_alone(start, tmp_path, call):
    def forced(gain):
        law = start()
        law.GAIN = gain
        return call(law)

    assert [forced(gain) for gain in (4.0, 1.0, 4.0)] == [8.0, 2.0, 8.0]
    assert kept(tmp_path) == 2


def test_what_cannot_be_told_apart_is_not_kept_and_that_is_said(
    start, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(numba_private, "_told", False)
    law = start()
    law.k = object()  # which the law's `law.k` could mean
    assert law.by_law(law.Spring(2.0), 3.0) == 6.0
    assert kept(tmp_path) == 0
    assert "own_law._force uses k, a object, which has no key" in capsys.readouterr().err


def test_what_has_changed_since_it_was_compiled_is_not_kept(start, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(numba_private, "_told", False)
    law = start()
    assert compilation.compiled(law.by_helper)(2.0) == 2.0
    assert kept(tmp_path) == 1
    # the helper's code is that of before, inside whatever is compiled with it
    law.own_helper.GAIN = 4.0
    compilation.compiled(law.by_helper)(2.0)
    assert kept(tmp_path) == 1
    assert "own_helper.bent uses other values than when it was compiled" in capsys.readouterr().err


def test_ambulos_own_functions_are_told_by_their_text():
    from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
    from ambulo.multibody.integrators.time_loop import integrate

    assert held_values([integrate.__wrapped__, RegularisedCoulomb]) == ""
