"""The list of what tests cost is of the tests that there are, and says which are quick."""

from __future__ import annotations

import pytest
from tests.costs import QUICK, TESTS, Measured, names, quick_cases, read, stale


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


@pytest.mark.parametrize(
    ("others", "own", "each"),
    [
        (2, 0.0, 1.1 * QUICK),  # too dear for three, so that all are slow
        (3, 0.0, 0.825 * QUICK),
        (3, 2.0 * QUICK, 1.1 * QUICK),  # a slow one pays for none of the others
    ],
)
def test_what_is_made_once_is_paid_by_those_who_use_it(others, own, each):
    """A kernel that a fixture compiles, which one test asks for and others call themselves."""
    tests = [f"tests/a.py::test_{k}" for k in range(others + 1)]
    run = Measured()
    run.costs.update({tests[0]: own, "kernel": 3.3 * QUICK, "fixture": 0.0})
    run.costs.update(dict.fromkeys(tests[1:], 0.0))
    run.users.update({"kernel": {"fixture", *tests[1:]}, "fixture": {tests[0]}})
    shared = run.shared()
    assert [shared[test] for test in tests[1:]] == pytest.approx([each] * others)
    assert shared[tests[0]] == pytest.approx(own + 3.3 * QUICK / (others + 1))
