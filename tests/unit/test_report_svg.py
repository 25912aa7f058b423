"""Axes, ticks and lines of the SVG drawings."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from ambulo.report import svg


def test_a_long_legend_takes_a_second_line():
    keys = [svg.Key("a label of some length", "#000")] * 9
    lines = set(re.findall(r'<text x="[^"]*" y="([^"]*)"', svg.legend(40, 14, keys)))
    assert lines == {"14", "31"}


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-37, 81), (-0.021, 0.034), (1234, 1236)])
def test_ticks_are_round_and_inside(low, high):
    found = svg.ticks(low, high)
    assert 3 <= len(found) <= 8
    assert low <= min(found)
    assert max(found) <= high
    steps = np.diff(found)
    np.testing.assert_allclose(steps, steps[0])
    mantissa = steps[0] / 10.0 ** np.floor(np.log10(steps[0]) + 1e-9)
    assert min(abs(mantissa - m) for m in (1, 2, 2.5, 5)) < 1e-6


def test_a_line_is_broken_where_nothing_is_known():
    axes = svg.Axes(10, 20, 100, 50, (0, 1), (0, 2))
    y = np.array([0.0, 1.0, np.nan, 1.0, 2.0])
    path = axes.line(np.linspace(0, 1, 5), y, "#000")
    assert path.count("M") == 2
    # corners of the axes: (0, 0) bottom left, (1, 2) top right
    assert "M10.0,70.0 35.0,45.0M85.0,45.0 110.0,20.0" in path
    assert axes.line(np.zeros(3), np.full(3, np.nan), "#000") == ""


def test_axes_carry_their_scales_for_reading_values():
    axes = svg.Axes(10, 20, 100, 50, (0, 100), (-2, 2))
    x = np.array([0.0, 100.0])
    drawn = axes.group([axes.line(x, x / 50.0, "#000", label="a & b")], "%", "°")
    group = ElementTree.fromstring(drawn)
    assert group.get("data-axes") == "10 20 100 50 0 100 -2 2"
    assert (group.get("data-x"), group.get("data-unit")) == ("%", "°")
    assert group[0].get("data-label") == "a & b"


def test_limits_hold_all_that_is_known_and_do_not_magnify_noise():
    low, high = svg.limits([np.array([1.0, np.nan, 3.0]), np.array([2.5])], least=1.0)
    assert low < 1.0 < 3.0 < high
    low, high = svg.limits([np.array([5.0, 5.001])], least=10.0)
    assert high - low >= 10.0
    assert svg.limits([np.array([np.nan])], least=4.0) == (-2.0, 2.0)
