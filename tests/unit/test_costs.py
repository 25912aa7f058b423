"""The list of what tests cost is of the tests that there are, and says which are quick."""

from __future__ import annotations

import pytest
from tests.costs import QUICK, TESTS, names, quick_cases, read, stale


def test_every_test_has_been_measured():
    new, gone = stale(read())
    assert (new, gone) == ([], []), "run `make costs`, which measures these"


def test_the_dear_ones_are_tests():
    for file, costs in read().items():
        assert set(costs.tests) <= set(names(TESTS / file)), file


@pytest.mark.parametrize(
    ("cases", "cost", "quick"),
    [
        (1, QUICK, {0}),
        (1, 1.01 * QUICK, set()),
        (4, QUICK, {0, 1, 2, 3}),
        (4, 2.0 * QUICK, {0, 2}),
        (3, 1.5 * QUICK, {0, 1}),
        (3, 4.0 * QUICK, set()),
    ],
)
def test_as_many_cases_are_quick_as_are_paid(cases, cost, quick):
    assert quick_cases(cases, cost) == quick
