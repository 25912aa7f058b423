"""Quality gates: pass and fail where they should."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.quality import gate, mass_gate, pressure_gate
from ambulo.records import GroundReaction


def reaction(point: np.ndarray) -> GroundReaction:
    frames = len(point)
    return GroundReaction(
        time=np.arange(frames) / 100.0,
        force=np.zeros((frames, 2, 3)),
        moment_origin=np.zeros((frames, 2, 3)),
        centre_of_pressure=point,
        free_moment=np.zeros((frames, 2)),
        known=np.ones((frames, 2), dtype=bool),
        source="test",
    )


def test_nan_never_passes():
    assert not gate("x", np.nan, 1.0, "mm", "").passed
    assert gate("x", 1.0, 1.0, "mm", "").passed
    assert not gate("x", 1.01, 1.0, "mm", "").passed


def test_a_wrong_mass_fails_and_says_by_how_much():
    failed = mass_gate(1.25, "one step")
    assert not failed.passed
    assert failed.value == pytest.approx(25.0)
    assert "125 %" in failed.remedy
    assert mass_gate(0.97, "one step").passed


def test_pressure_outside_the_foot_fails_on_the_side_concerned():
    frames = 20
    feet = np.zeros((frames, 2, 2, 3))
    feet[:, 0, :, 1], feet[:, 1, :, 1] = 0.1, -0.1
    feet[:, :, 1, 0] = 0.25
    point = np.full((frames, 2, 3), np.nan)
    point[:, 0] = [0.10, 0.12, 0.0]
    point[:, 1] = [0.35, -0.1, 0.0]  # 10 cm in front of the toe
    on_plate = np.ones((frames, 2), dtype=bool)
    judged = pressure_gate(reaction(point), feet, on_plate)
    assert judged is not None
    assert not judged.passed
    assert "right" in judged.name
    assert judged.value == pytest.approx(100.0)
    left_only = on_plate.copy()
    left_only[:, 1] = False
    passed = pressure_gate(reaction(point), feet, left_only)
    assert passed is not None
    assert passed.passed
    assert passed.value == pytest.approx(20.0)
    assert pressure_gate(reaction(point), feet, np.zeros_like(on_plate)) is None
