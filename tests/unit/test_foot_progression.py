"""Foot progression of feet whose turn is known."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

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
    found = toes_inwards(foot(side, outwards, [0.0, -25.0, 70.0, 95.0]), side)
    np.testing.assert_allclose(found, -outwards, atol=1e-9)


def test_what_has_no_foot_has_no_progression():
    assert toes_inwards(foot("left", 5.0, [0.0]), "right") is None
