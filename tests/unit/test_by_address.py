"""Which operations and methods go by address; that they give the same motion is seen everywhere."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from ambulo.math.dispatch import implementation_of, is_operation
from ambulo.multibody import system
from ambulo.multibody.integrators import by_address
from ambulo.multibody.integrators.by_address import Addressed, AddressedNewton, integrate_apart
from ambulo.multibody.integrators.registry import METHODS

NEWTON = {"vary", "newton_scratch", "imbalance", "factorise_newton", "solve_newton"}
OPERATIONS = {
    name: one for name, one in vars(system).items() if callable(one) and is_operation(one)
}


class Thing(NamedTuple):
    mass: float


def test_a_stand_in_does_all_that_a_system_does_for_a_loop():
    """Of what it lacks it would do the default, whatever the system itself does."""
    for kind, without in ((Addressed, NEWTON | {"energies"}), (AddressedNewton, {"energies"})):
        lacking = {n for n, one in OPERATIONS.items() if implementation_of(one, kind) is None}
        assert lacking == without


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dop853", Addressed),
        ("rk4", Addressed),
        ("extrapolation", Addressed),
        ("sdirk4", AddressedNewton),
        ("trapezoidal", AddressedNewton),
        ("variational", Thing),
        ("symplectic", Thing),
        ("generalised-alpha", Thing),
    ],
)
def test_a_loop_is_compiled_for_a_method_and_no_system(monkeypatch, name, kind):
    at = by_address.Place(0, 0)
    numbers = by_address.Numbers(1, 1, 0, 0, 0)
    monkeypatch.setattr(by_address, "_hold", lambda _: (numbers, None, at, None))
    monkeypatch.setattr(by_address, "_hold_newton", lambda *_: (at, None, None))
    monkeypatch.setattr(by_address, "integrate", lambda *given: given)
    given = integrate_apart(Thing(1.0), METHODS[name], np.zeros(2), None, None)
    assert type(given[0]) is kind
