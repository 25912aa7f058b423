"""Which operations and methods go by address; that they give the same motion is seen everywhere."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numba import TypingError

from ambulo.math.boundary import RecordAddress
from ambulo.math.compilation import compiled, inner
from ambulo.math.dispatch import implementation_of, is_operation
from ambulo.math.function_pointers import place_of
from ambulo.multibody import further_operations, system
from ambulo.multibody.integrators import by_address
from ambulo.multibody.integrators.by_address import integrate_apart
from ambulo.multibody.integrators.registry import METHODS

OF_RESULTS = {"stored"}
"""What no loop asks for."""
OF_FLIGHT = {"energies", "posture_error", "posture_error_variation"}
"""What the boundary method asks for, and no loop."""
OF_NEWTON = {"vary", "newton_scratch", "imbalance", "factorise_newton", "solve_newton"}
OPERATIONS = {
    name: one
    for module in (system, further_operations)
    for name, one in vars(module).items()
    if callable(one) and is_operation(one)
}


class Thing(NamedTuple):
    mass: float


def test_stand_ins_do_all_that_a_system_does_for_a_loop():
    """Of what they lack they would do the default, whatever the system itself does."""
    done = {
        kind: {name for name, one in OPERATIONS.items() if implementation_of(one, kind)}
        for kind in by_address._ALL
    }
    assert set.union(*done.values()) == OPERATIONS.keys() - OF_RESULTS
    assert done[by_address.InFlight] >= OF_FLIGHT | {"vary"}
    every = {one for one in vars(system) if one in OPERATIONS} - OF_RESULTS - OF_FLIGHT
    for kind, operations in done.items():
        assert every - operations <= OF_NEWTON | {"accelerate"}, kind
    assert done[by_address.AddressedNewton] == every - {"newton_scratch"}
    assert every - done[by_address.Addressed] == OF_NEWTON


def test_what_goes_by_its_place_lies_in_one_row():
    @inner
    def given(numbers):
        return place_of(numbers)

    numbers = np.arange(6.0)
    assert compiled(lambda numbers: given(numbers))(numbers) == numbers.ctypes.data
    with pytest.raises(TypingError, match="must be contiguous"):
        compiled(lambda numbers: given(numbers[::2]))(numbers)


@pytest.mark.parametrize("name", METHODS)
def test_a_loop_is_compiled_for_a_method_and_no_system(monkeypatch, name):
    place = RecordAddress(0, 0)
    monkeypatch.setattr(by_address, "_moved", lambda _: (None, (place, None)))
    apart = {
        scheme: (kind, *(lambda *_: (place, None) for _ in holds))
        for scheme, (kind, *holds) in by_address._APART.items()
    }
    monkeypatch.setattr(by_address, "_APART", apart)
    monkeypatch.setattr(by_address, "integrate", lambda *given: given)
    given = integrate_apart(Thing(1.0), METHODS[name], np.zeros(2), None, None)
    assert type(given[0]) in by_address._ALL
