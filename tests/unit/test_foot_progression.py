"""Foot progression of feet whose turn is known."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.mocap.direction import direction_walked
from ambulo.records import Activity, Stride
from ambulo.results.foot_progression import toes_inwards


def foot(side, outwards, pitches):
    """A foot turned outwards about its own axis, then pitched: heel and toe (frames, 3) [m]."""
    out = outwards if side == "left" else -outwards
    turned = Rotation.from_euler("YZ", [(p, out) for p in pitches], degrees=True)
    ends = {
        f"{side}_heel": np.full((len(pitches), 3), 0.1),
        f"{side}_toe": 0.1 + turned.apply([0.25, 0.0, 0.0]),
    }
    return SimpleNamespace(model=SimpleNamespace(points=dict.fromkeys(ends)), point=ends.get)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("outwards", [12.0, -5.0])
def test_the_turn_is_found_flat_and_on_the_toes(side, outwards):
    found = toes_inwards(foot(side, outwards, [0.0, -25.0, 70.0, 95.0]), side, np.zeros(4))
    np.testing.assert_allclose(found, -outwards, atol=1e-9)


def test_what_has_no_foot_has_no_progression():
    assert toes_inwards(foot("left", 5.0, [0.0]), "right", np.zeros(1)) is None


def test_the_direction_of_a_turn_is_each_strides_own_and_sway_and_belt_are_none():
    time = np.arange(0.0, 6.0, 0.01)
    turn = np.interp(time, [2.0, 4.0], [0.0, np.pi / 2])
    sway = 0.03 * np.sin(2.0 * np.pi * time)[:, None] * [0.0, 1.0, 0.0]
    way = 0.01 * np.cumsum(np.column_stack([np.cos(turn), np.sin(turn), 0.0 * turn]), axis=0)
    strides = [Stride("left", k, k + 1.0) for k in range(5)]
    found = direction_walked(time, way + sway, strides, Activity())
    np.testing.assert_allclose(found[time < 1.4], 0.0, atol=1e-6)
    np.testing.assert_allclose(found[time > 4.6], np.pi / 2, atol=1e-6)
    np.testing.assert_allclose(np.degrees(found), np.degrees(turn), atol=9.0)
    belt = Activity(floor=(-1.0, 0.0))
    on_belt = direction_walked(time, sway, strides, belt)
    np.testing.assert_allclose(on_belt, 0.0, atol=1e-6)
    for still in (
        direction_walked(time, way, (), Activity()),
        direction_walked(time, way, strides, Activity("backwards-walk")),
        direction_walked(time, way, strides, Activity(), "laboratory"),
    ):
        assert not still.any()
