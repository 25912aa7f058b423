"""Printed numbers of the theses: the rule by which ours meets them."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from ambulo.studies.printed.rule import allowed


@pytest.mark.parametrize(
    ("printed", "word", "ends"),
    [
        ("24.1", "", (24.05, 24.15)),
        # a digit that is printed counts, zero or not
        ("9.10", "", (9.095, 9.105)),
        ("650", "", (649.5, 650.5)),
        ("8E-7", "", (7.5e-7, 8.5e-7)),
        ("-32", "", (-32.5, -31.5)),
        ("300", "about", (250.0, 350.0)),
        ("2.20", "about", (2.15, 2.25)),
        ("0.00", "about", (-0.005, 0.005)),
        ("1E-3", "order", (10**-3.5, 10**-2.5)),
        ("1", "slightly above", (1.0, 1.1)),
        ("-2", "slightly below", (-2.0, -1.8)),
        ("99.9", "at least", (99.85, math.inf)),
        ("0.001", "at most", (-math.inf, 0.0015)),
        ("0", "negligible", (-1.0, 1.0)),
    ],
)
def test_how_far_ours_may_lie_is_of_the_print_alone(printed, word, ends):
    assert allowed(Decimal(printed), word) == pytest.approx(ends, rel=1e-12)


def test_what_is_no_number_is_not_printed():
    with pytest.raises(ValueError, match="no number"):
        allowed(Decimal("NaN"), "")
