"""The ground reaction that the motion of the whole body needs, against what plates measured."""

from __future__ import annotations

import pytest
from tests.reference import accuracy


@pytest.mark.parametrize(("name", "foot", "limit"), accuracy.VERTICAL_FORCE)
def test_vertical_force_in_single_support(data, name, foot, limit):
    accuracy.judge(accuracy.vertical_force(data, name, foot, limit))


@pytest.mark.parametrize(("name", "foot", "limit"), accuracy.VERTICAL_FORCE_TO_THE_LAST_FRAME)
def test_vertical_force_up_to_the_strike(data, name, foot, limit):
    accuracy.judge(accuracy.vertical_force_to_the_last_frame(data, name, foot, limit))
